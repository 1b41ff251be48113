"""The film: a table that plays by itself, the visitors who step in, and what the page is told of the seeing part."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.action import Action
from companion.eyes import ShownEyes
from companion.game import Answer
from companion.games import load
from companion.games.crapette.simulation import CrapettePlayer
from companion.journal import Journal
from companion.sighting import EyeStatus
from companion.simulated.family import SIMULATED, can_play
from companion.simulated.film import Film, open_simulated
from companion.simulated.following import FollowedByTable
from companion.simulated.players import opened_evening
from companion.table import Table
from tests.asking import answer, asks, moved

CRAPETTE = load("crapette")
PLAYERS = ("Ada", "Bea")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield Table(journal)
    journal.close()


def running(film: Film, seconds: float) -> None:
    """Lets a film run for so long at most."""
    stop = threading.Event()
    timer = threading.Timer(seconds, stop.set)
    timer.start()
    try:
        film.run(stop)
    finally:
        timer.cancel()


def test_it_plays_what_hands_are_known_of_and_no_reader_watches() -> None:
    assert can_play(CRAPETTE)
    assert not can_play(load("poker_dice_race"))


def test_the_family_plays_and_the_table_follows_from_sightings(table: Table) -> None:
    open_simulated(table, CRAPETTE, PLAYERS, {}, random.Random(1))
    read = 0

    def count(_: object) -> None:
        nonlocal read
        read = sum(move.reading is not None for move in table.moves())
        if read > 12:
            stop.set()

    stop = threading.Event()
    end = table.subscribe(count)
    timer = threading.Timer(60, stop.set)
    timer.start()
    film = Film(table, seed=1, speed=float("inf"))
    film.run(stop)
    timer.cancel()
    end()
    assert read > 12
    assert film.eyes.status().state in ("sees", "doubts", "waits")


def test_a_game_of_other_people_is_left_alone(table: Table) -> None:
    open_simulated(table, CRAPETTE, PLAYERS, {}, random.Random(1))
    table.open_game("crapette", PLAYERS, setup={"turn": "Ada", "stocks": {"Ada": 5, "Bea": 5}})
    before = table.seq
    running(Film(table, seed=1, speed=float("inf")), 0.5)
    assert table.seq == before and not table.moves()


def test_a_correction_of_a_visitor_counts_and_the_family_goes_on_from_there(table: Table) -> None:
    open_simulated(table, CRAPETTE, PLAYERS, {}, random.Random(2))
    stop, undone = threading.Event(), threading.Event()

    def visit(_: object) -> None:
        if len(table.moves()) > 6 and not undone.is_set():
            undone.set()
            threading.Thread(target=table.undo).start()
        if undone.is_set() and len(table.moves()) > 16:
            stop.set()

    end = table.subscribe(visit)
    timer = threading.Timer(90, stop.set)
    timer.start()
    Film(table, seed=2, speed=float("inf")).run(stop)
    timer.cancel()
    end()
    assert undone.is_set() and len(table.moves()) > 16


def test_with_the_game_over_it_ends_if_it_should(table: Table) -> None:
    setup = {"turn": "Ada", "foundations": {"F1": "4S"}, "hands": {"Ada": "5S"}, "stocks": {"Bea": 5}}
    table.open_game("crapette", PLAYERS, setup=setup)
    table.note(SIMULATED)
    table.act({"by": "Ada", "do": "move", "from": "hand:Ada", "to": "F1"})
    stop = threading.Event()
    Film(table, seed=2, speed=float("inf"), exit_at_end=True).run(stop)
    assert not stop.is_set() and table.snapshot().as_json()["over"]


def test_it_stops_at_once_and_refuses_no_speed(table: Table) -> None:
    open_simulated(table, CRAPETTE, PLAYERS, {}, random.Random(2))
    running(Film(table, seed=2), 0.3)
    assert len(table.moves()) <= 1
    with pytest.raises(ValueError, match="speed"):
        Film(table, speed=0)


def test_the_eyes_tell_whoever_listens_and_show_no_picture() -> None:
    eyes, heard = ShownEyes(), list[EyeStatus]()
    stop = eyes.subscribe(heard.append)
    eyes.show(EyeStatus("sees", "still"))
    eyes.show(EyeStatus("sees", "still"))
    stop()
    eyes.show(EyeStatus("doubts", "doubt"))
    assert heard == [EyeStatus("sees", "still")]
    assert eyes.status() == EyeStatus("doubts", "doubt") and eyes.picture("1") is None


def test_what_the_journal_loses_before_the_evening_began_is_noticed(table: Table) -> None:
    open_simulated(table, CRAPETTE, PLAYERS, {}, random.Random(2))
    turn = table.snapshot().as_json()["view"]["turn"]
    table.act({"by": turn, "do": "agree_draw"})
    followed = FollowedByTable(table)
    assert followed.actions == [] and followed.states == [table.state]
    assert not followed.refresh()
    table.undo()
    assert followed.refresh() and followed.renewed == 1
    assert followed.states == [table.state]


def test_what_an_answer_takes_back_is_known_to_whoever_plays_at_the_table(table: Table) -> None:
    setup = {"turn": "Ada", "cases": {"T1": ["KS", "QH"], "T5": ["KC"]}, "reserves": {"Ada": 5, "Bea": 5}}
    table.open_game("crapette", PLAYERS, setup=setup)
    followed = FollowedByTable(table)
    turned = {"by": "Ada", "do": "turn_reserve", "card": "9S"}
    table.act(turned)
    followed.refresh()
    other = {**turned, "card": "9C"}
    again = answer(other, moved("Ada", "T1", "T5", "QH"), taken_back=1)
    retold = {"count": 1, "before": turned, "after": other}
    asks(
        table,
        answer(moved("Ada", "T1", "T5", "QH")),
        replace(again, arguments={**again.arguments, "retold": retold}),
        Answer("put_back", {"count": 1}, None, 0.3, (), 1),
    )
    assert followed.question is not None
    assert [one.taken_back for one in followed.question.answers] == [0, 1, 1]
    followed.answer(1)
    assert [action.get("card") for action in followed.actions] == ["9C", "QH"]


def recorded(count: int) -> tuple[dict[str, object], tuple[Action, ...]]:
    """A deal, and what careful players do with it first."""
    chance = random.Random(7)
    opening = opened_evening(CRAPETTE, chance, {})
    state, actions = opening.state(), list[Action]()
    player = CrapettePlayer(CRAPETTE, 0.0)
    for _ in range(count):
        actions.append(player.next(state, chance))
        state, _ = CRAPETTE.apply(state, actions[-1])
    return dict(opening.setup), tuple(actions)


def told(table: Table) -> list[tuple[str, str]]:
    """What was entered; a sighting may name a card that the record leaves out."""
    return [(str(move.action["by"]), str(move.action["do"])) for move in table.moves()]


def test_a_record_is_played_to_its_end_and_no_further(table: Table) -> None:
    setup, actions = recorded(25)
    table.open_game("crapette", PLAYERS, options={}, setup=setup)
    table.note(SIMULATED)
    running(Film(table, seed=1, speed=float("inf"), error=0.0, exit_at_end=True, script=actions), 60)
    assert told(table) == [(action["by"], action["do"]) for action in actions]


def test_a_record_goes_on_where_the_journal_stands(table: Table) -> None:
    setup, actions = recorded(25)
    table.open_game("crapette", PLAYERS, options={}, setup=setup)
    table.note(SIMULATED)
    for action in actions[:10]:
        table.act(action)
    running(Film(table, seed=1, speed=float("inf"), error=0.0, exit_at_end=True, script=actions), 60)
    assert told(table) == [(action["by"], action["do"]) for action in actions]


def test_a_call_stands_until_it_is_read(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = {
        "turn": "Ada",
        "foundations": {"F1": "4S"},
        "cases": {"T1": ["5S"]},
        "stocks": {"Ada": 5, "Bea": 5},
    }
    table.open_game("crapette", PLAYERS, setup=setup)
    table.note(SIMULATED)
    rests: list[float] = []
    fault: Action = {"by": "Ada", "do": "draw", "card": "7H"}
    film = Film(table, seed=1, exit_at_end=True, script=[fault])
    monkeypatch.setattr(film, "_pause", rests.append)
    film.run(threading.Event())
    assert [rest for rest in rests if rest >= 8.0] == [8.0]
