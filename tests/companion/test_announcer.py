"""What is said aloud: faults first, nothing twice, nothing stale, and never what is a secret."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.action import Action
from companion.announcer import (
    FRESH_S,
    MOST_WAITING,
    URGENT_FRESH_S,
    Announcement,
    Announcer,
    Backlog,
    Urgency,
)
from companion.games import load
from companion.journal import Journal
from companion.showing import Snapshot
from companion.sighting import Sighting, Slot, ZoneReading
from companion.simulated.players import CarelessPlayer, Opening, played, table_before
from companion.table import Table
from companion.words import sentence
from tests.companion.games.crapette.positions import STILL

PLAYERS = ("Ada", "Bea")
LAID = {
    "turn": "Ada",
    "foundations": {"F1": "4H"},
    "cases": STILL,
    "reserves": {"Ada": {"count": 5, "top": "KC"}, "Bea": {"count": 5, "top": "KD"}},
    "stocks": {"Ada": 20, "Bea": 20},
    "wastes": {},
    "hands": {},
}
WRONG_SUIT: Action = {"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "F1", "card": "KC"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Journal(tmp_path / "journal.sqlite"))


def crapette(table: Table, **options: Any) -> Announcer:
    """Crapette in mid-play, and an announcer who has seen how it lies."""
    table.open_game("crapette", PLAYERS, options=options, setup=LAID)
    return Announcer.after(table.snapshot(), "fr")


def race(table: Table, language: str = "fr") -> Announcer:
    """Dadamax with one horse each, Ada to play."""
    table.open_game("poker_dice_race", PLAYERS, options={"stable": "single"}, first="Ada")
    return Announcer.after(table.snapshot(), language)


def roll(table: Table, player: str, *dice: str) -> Snapshot:
    return table.act({"by": player, "do": "roll", "dice": list(dice)})


def doubtful(*faces: dict[str, float]) -> Sighting:
    return Sighting(1, 1000, {"tray": ZoneReading(tuple(Slot(face) for face in faces))})


def texts(announcements: tuple[Announcement, ...]) -> list[tuple[str, str]]:
    return [(one.urgency.name, one.text) for one in announcements]


# ---------------------------------------------------------------- what is worth saying


def test_a_fault_is_urgent_and_says_whose_turn_it_is_after_it(table: Table) -> None:
    announcer = crapette(table)
    (fault,) = announcer.hear(table.act(WRONG_SUIT))
    assert fault.urgency is Urgency.FAULT
    assert fault.text.startswith("Crapette, Ada !")
    assert fault.turn == ("À Bea de jouer.",)


def test_a_fault_before_which_something_is_told_otherwise_now_is_not_called_again(table: Table) -> None:
    announcer = crapette(table)
    assert len(announcer.hear(table.act(WRONG_SUIT))) == 1
    table.undo()
    assert announcer.hear(table.act(WRONG_SUIT)) == ()
    announcer.hear(table.undo())
    assert len(announcer.hear(table.act(WRONG_SUIT))) == 1


def test_not_each_card_and_not_each_turn_is_said(table: Table) -> None:
    announcer = crapette(table)
    assert announcer.hear(table.act({"by": "Ada", "do": "draw", "card": "2S"})) == ()
    discarded = table.act({"by": "Ada", "do": "discard"})
    assert "turn_passed" in [event["event"] for event in discarded.as_json()["events"]]
    assert announcer.hear(discarded) == ()


def test_what_came_of_a_throw_is_said_with_whose_turn_it_is_then(table: Table) -> None:
    announcer = race(table, "en")
    assert texts(announcer.hear(roll(table, "Ada", "9", "9"))) == [("NEWS", "Nothing! Bea to play.")]


def test_a_question_is_said_once_and_before_lesser_news(table: Table) -> None:
    announcer = race(table)
    assert table.observe(doubtful({"K": 0.5, "9": 0.5}, {"Q": 0.97, "A": 0.03})) == "asked"
    asked = table.snapshot()
    (question,) = announcer.hear(asked)
    assert question.urgency is Urgency.QUESTION
    assert question.text == sentence(
        "poker_dice_race",
        asked.as_json()["question"]["code"],
        asked.as_json()["question"]["arguments"],
        "fr",
    )
    assert announcer.hear(asked) == ()


def test_three_dice_in_the_tray_are_said_without_an_entry(table: Table) -> None:
    announcer = race(table)
    three = doubtful({"K": 0.98, "A": 0.02}, {"Q": 0.97, "A": 0.03}, {"9": 0.99, "A": 0.01})
    assert table.observe(three) == "refused"
    refused = table.snapshot()
    ((urgency, said),) = texts(announcer.hear(refused))
    assert urgency == "FAULT"
    assert said.startswith("Deux dés !")
    assert announcer.hear(refused) == ()


def test_a_new_game_a_note_and_a_correction_by_hand_say_nothing(table: Table) -> None:
    announcer = race(table)
    assert announcer.hear(table.snapshot()) == ()
    announcer.hear(roll(table, "Ada", "9", "9"))
    assert announcer.hear(table.note("anything")) == ()
    assert announcer.hear(table.undo()) == ()
    table.open_game("poker_dice_race", PLAYERS, first="Bea")
    assert announcer.hear(table.snapshot()) == ()


def test_a_correction_that_brings_a_fault_to_light_says_so(table: Table) -> None:
    announcer = crapette(table)
    drawn = table.act({"by": "Ada", "do": "draw", "card": "2S"})
    table.act({"by": "Ada", "do": "discard"})
    announcer.hear(table.snapshot())
    corrected = table.amend(drawn.seq, {"card": "5H"})
    said = [change["code"] for change in corrected.as_json()["changes"]]
    assert "changed_now_fault" in said
    ((_, text),) = texts(announcer.hear(corrected))
    assert text.startswith("Du coup, c’est maintenant une faute")


# ---------------------------------------------------------------- once


def test_nothing_is_said_twice_whoever_comes_back(table: Table) -> None:
    announcer = race(table)
    before = table.seq
    heard = roll(table, "Ada", "9", "9")
    assert announcer.hear(heard)
    assert announcer.hear(heard) == ()
    assert Announcer.after(heard, "fr").hear(heard) == ()
    assert Announcer("fr", heard.seq).hear(heard) == ()
    assert texts(Announcer("fr", before).hear(heard)) == [("NEWS", "Rien ! À Bea de jouer.")]


def test_an_open_question_is_no_news_for_who_saw_it_already(table: Table) -> None:
    race(table)
    table.observe(doubtful({"K": 0.5, "9": 0.5}, {"Q": 0.97, "A": 0.03}))
    assert Announcer("fr", table.seq).hear(table.note("anything")) == ()


# ---------------------------------------------------------------- secrets


def test_a_pending_fault_on_call_is_nobodys_to_hear(table: Table) -> None:
    told = crapette(table, referee="on_call").hear(table.act(WRONG_SUIT))
    assert told == ()
    _, events = load("crapette").apply(table.state, {"by": "Bea", "do": "call"})
    assert any(event.name == "crapette_called" and event.fields["valid"] for event in events), (
        "it was a fault"
    )


def test_of_a_seats_snapshot_only_the_public_part_is_said(table: Table) -> None:
    announcer = race(table)
    roll(table, "Ada", "9", "9")
    assert texts(announcer.hear(table.snapshot("Ada"))) == [("NEWS", "Rien ! À Bea de jouer.")]
    with pytest.raises(ValueError, match="never said aloud"):
        announcer.hear(replace(table.snapshot("Ada"), moment=None))


@pytest.mark.parametrize("seed", range(4))
def test_careless_evenings_on_call_betray_no_fault(table: Table, seed: int) -> None:
    """A fault is said only by whoever calls it; until then no sentence is about it."""
    chance = random.Random(seed)
    game = load("crapette")
    setup = table_before(game, PLAYERS, chance)
    opening = Opening(game, PLAYERS, {"referee": "on_call"}, setup)
    steps = list(played(opening, chance, CarelessPlayer(0.5), most=150))
    table.open_game("crapette", PLAYERS, options={"referee": "on_call"}, setup=setup)
    announcer, hidden = Announcer.after(table.snapshot(), "fr"), 0
    for step in steps:
        announcements = announcer.hear(table.act(step.action))
        secrets = [event for event in step.events if event.name == "infraction"]
        assert all(event.audience == () for event in secrets)
        hidden += len(secrets)
        calls = [event for event in step.events if event.name == "crapette_called" and event.fields["valid"]]
        faults = [one for one in announcements if one.urgency is Urgency.FAULT]
        assert bool(faults) == bool(calls or any(event.name == "reminder" for event in step.events))
        for event in secrets:
            why = sentence("crapette", event.fields["code"], {"moves": event.fields["moves"]}, "fr")
            assert not any(why in one.text for one in announcements)
    assert hidden, "the players were too careful for this test"


# ---------------------------------------------------------------- in which order


def news(seq: int, urgency: Urgency = Urgency.NEWS, *turn: str) -> Announcement:
    return Announcement(1, seq, urgency, (f"{urgency.name} {seq}",), turn)


def test_the_most_urgent_comes_first_then_the_oldest() -> None:
    backlog = Backlog()
    backlog.put([news(1), news(2), news(3, Urgency.QUESTION)], 0)
    backlog.put([news(4, Urgency.FAULT)], 1)
    taken = [backlog.take(1) for _ in range(5)]
    assert [one and one.seq for one in taken] == [4, 3, 1, 2, None]


def test_a_fault_overtakes_what_is_being_said_and_nothing_else_does() -> None:
    backlog = Backlog()
    backlog.put([news(2), news(3, Urgency.QUESTION)], 0)
    assert not backlog.overtakes(news(1))
    backlog.put([news(4, Urgency.FAULT)], 0)
    assert backlog.overtakes(news(1))
    assert backlog.overtakes(news(3, Urgency.QUESTION))
    assert not backlog.overtakes(news(1, Urgency.FAULT))


def test_never_more_wait_than_may_and_a_fault_is_never_dropped_for_news() -> None:
    backlog = Backlog()
    backlog.put([news(0, Urgency.FAULT)], 0)
    for seq in range(1, 20):
        backlog.put([news(seq)], 0)
    taken = [one.seq for one in iter(lambda: backlog.take(0), None)]
    assert taken == [0, *range(20 - MOST_WAITING + 1, 20)]


def test_what_could_not_be_said_in_time_is_dropped() -> None:
    backlog = Backlog()
    backlog.put([news(1), news(2, Urgency.FAULT)], 0)
    late = FRESH_S + 0.1
    assert backlog.take(late) == news(2, Urgency.FAULT)
    assert backlog.take(late) is None
    backlog.put([news(3, Urgency.FAULT)], 0)
    assert backlog.take(URGENT_FRESH_S + 0.1) is None


def test_when_the_table_has_moved_on_a_turn_and_an_answered_question_are_dropped(table: Table) -> None:
    announcer, backlog = race(table), Backlog()
    backlog.put(announcer.hear(roll(table, "Ada", "9", "9")), 0)
    table.observe(doubtful({"K": 0.5, "9": 0.5}, {"Q": 0.97, "A": 0.03}))
    backlog.moved_on(table.snapshot())
    backlog.put(announcer.hear(table.snapshot()), 0)
    table.answer(table.seq, choice=1)
    backlog.moved_on(table.snapshot())
    taken = backlog.take(0)
    assert taken is not None
    assert taken.text == "Rien !"
    assert backlog.take(0) is None


def test_what_was_taken_back_and_what_was_of_another_game_is_dropped(table: Table) -> None:
    announcer, backlog = race(table), Backlog()
    backlog.put(announcer.hear(roll(table, "Ada", "9", "9")), 0)
    backlog.moved_on(table.note("anything"))
    backlog.moved_on(table.undo())
    assert backlog.take(0) is None
    backlog.put(announcer.hear(roll(table, "Ada", "9", "9")), 0)
    backlog.moved_on(table.open_game("poker_dice_race", PLAYERS, first="Bea"))
    assert backlog.take(0) is None
