"""The running table: taps, throws, questions, corrections; on disk before anybody is told."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.action import Rejected
from companion.games import load
from companion.journal import Journal, JournalError
from companion.sighting import Sighting, Slot, ZoneReading
from companion.table import Stale, Table
from tests.companion.referee.scenes import Scene

_numbers = itertools.count(1)


def throw(*faces: str, sure: float = 0.98, presence: float = 1.0, surplus: float = 0.0) -> Sighting:
    """A still tray in which these dice lie."""
    slots = tuple(Slot({face: sure, "unreadable": 1 - sure}, f"crop-{face}", presence) for face in faces)
    return Sighting(next(_numbers), 0, {"tray": ZoneReading(slots, "tray-picture", surplus)})


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield journal
    journal.close()


@pytest.fixture
def table(journal: Journal) -> Table:
    return Table(journal)


def race(table: Table, *players: str, **options: Any) -> dict[str, Any]:
    return table.open_game(
        "poker_dice_race", players or ("Ada", "Bea", "Cyd"), options=options, first=(players or ("Ada",))[0]
    ).as_json()


def now(table: Table) -> dict[str, Any]:
    return table.snapshot().as_json()


def test_an_empty_table_shows_no_game(table: Table) -> None:
    assert now(table) == {**now(table), "seq": 0, "game": None, "view": None, "question": None}
    with pytest.raises(Rejected, match="no_game"):
        table.act({"by": "Ada", "do": "stop"})


def test_a_throw_that_is_sure_is_played_and_says_how_sure_it_was(table: Table) -> None:
    race(table)
    assert table.observe(throw("K", "9")) == "played"
    assert now(table)["view"]["series"]["rolls"] == [["K", "9"]]
    assert now(table)["reading"]["faces"] == [{"face": "K", "p": 0.98}, {"face": "9", "p": 0.98}]
    assert now(table)["reading"]["evidence"] == "tray-picture"


def test_the_same_faces_twice_are_two_throws(table: Table) -> None:
    race(table)
    table.observe(throw("K", "9"))
    table.observe(throw("K", "9"))
    assert now(table)["view"]["series"]["total"] == 2


def test_ordinary_dice_enter_the_journal_as_numbers(table: Table) -> None:
    race(table, dice="numbers")
    table.observe(throw("4", "1"))
    assert now(table)["view"]["series"]["rolls"] == [[4, 1]]


def test_a_doubtful_die_is_asked_as_figure_or_nothing_and_the_answer_is_played(table: Table) -> None:
    race(table)
    doubtful = Slot({"K": 0.5, "9": 0.45, "unreadable": 0.05}, "crop-2")
    sighting = Sighting(1, 0, {"tray": ZoneReading((Slot({"Q": 0.99}), doubtful), "tray")})
    assert table.observe(sighting) == "asked"
    question = now(table)["question"]
    assert (question["code"], question["evidence"]) == ("figure_or_blank", "crop-2")
    assert [answer["code"] for answer in question["answers"]] == ["figure", "blank"]
    table.answer(question["id"], choice=1)
    assert now(table)["view"]["series"]["rolls"] == [["Q", "9"]]
    assert now(table)["question"] is None


def test_an_answer_applies_its_action_once_and_plays_nothing_else_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    race(table)
    table.observe(throw("9", "10"))
    table.observe(throw("K", "9", sure=0.6))
    game, applied = load("poker_dice_race"), list[Any]()

    def counting(state: Any, action: Any) -> Any:
        applied.append(action)
        return game.apply(state, action)

    monkeypatch.setattr("companion.written_game.load", lambda _: replace(game, apply=counting))
    table.answer(now(table)["question"]["id"], choice=0)
    assert len(applied) == 1


def test_jack_or_king_matters_little_both_are_figures(table: Table) -> None:
    race(table)
    either = Slot({"K": 0.55, "J": 0.43, "unreadable": 0.02})
    assert table.observe(Sighting(1, 0, {"tray": ZoneReading((either, Slot({"9": 0.99})))})) == "played"
    assert now(table)["view"]["series"]["rolls"] == [["K", "9"]]
    assert now(table)["reading"]["faces"] == [{"face": "figure", "p": 0.98}, {"face": "9", "p": 0.99}]


def test_two_doubtful_dice_are_one_question_about_the_number_of_figures(table: Table) -> None:
    race(table)
    assert table.observe(throw("K", "Q", sure=0.5)) == "asked"
    question = now(table)["question"]
    assert question["code"] == "how_many_figures" and len(question["answers"]) == 3
    table.answer(question["id"], choice=2)
    assert now(table)["view"]["series"]["total"] == 2


def test_a_die_that_leans_is_thrown_again_and_nothing_is_played(table: Table) -> None:
    before = race(table)["view"]
    assert table.observe(throw("K", "cocked")) == "asked"
    question = now(table)["question"]
    assert question["code"] == "cocked_die"
    assert [answer["code"] for answer in question["answers"]] == ["throw_again", "figure", "blank"]
    table.answer(question["id"], choice=0)
    assert now(table)["view"] == before and now(table)["question"] is None
    assert table.observe(throw("K", "9")) == "played"
    assert now(table)["view"]["series"]["rolls"] == [["K", "9"]]


def test_the_throw_after_one_that_leant_waits_for_the_word_that_it_does_not_count(table: Table) -> None:
    race(table)
    table.observe(throw("cocked", "cocked"))
    assert table.observe(throw("K", "9")) == "waiting"
    table.answer(now(table)["question"]["id"], choice=0)
    assert now(table)["view"]["series"]["rolls"] == [["K", "9"]]


def test_who_sees_a_leaning_die_better_may_say_what_counts(table: Table) -> None:
    race(table)
    table.observe(throw("9", "cocked"))
    table.answer(now(table)["question"]["id"], choice=1)
    assert now(table)["view"]["series"]["rolls"] == [["9", "J"]]


def test_a_missing_die_is_asked_not_refused(table: Table) -> None:
    race(table)
    assert table.observe(throw("K")) == "asked"
    assert now(table)["question"]["code"] == "how_many_figures"


def test_an_empty_tray_means_nothing_but_a_glimpse_of_dice_is_asked(table: Table) -> None:
    race(table)
    assert table.observe(throw()) == "nothing"
    assert table.observe(throw("K", "9", presence=0.05)) == "nothing"
    assert table.observe(throw("K", "9", presence=0.3)) == "asked"


def test_three_sure_dice_are_refused_and_the_roll_does_not_count(table: Table) -> None:
    race(table)
    assert table.observe(throw("K", "Q", "J")) == "refused"
    assert now(table)["refusal"]["code"] == "wrong_dice_count"
    assert now(table)["refusal"]["details"] == {"expected": 2, "seen": 3}
    assert now(table)["view"]["series"] is None
    table.observe(throw("K", "Q"))
    assert now(table)["refusal"] is None


def test_PD_13_two_sure_dice_in_the_straight_are_refused(table: Table) -> None:
    table.open_game(
        "poker_dice_race",
        ("Ada", "Bea", "Cyd"),
        setup={"phase": "racing", "turn": "Ada", "horses": {"1": {"square": 25}}},
    )
    assert table.observe(throw("K", surplus=0.99)) == "refused"
    assert now(table)["refusal"]["details"] == {"expected": 1, "seen": 2}
    assert table.observe(throw("K", surplus=0.5)) == "asked"


def test_PD_26_a_stable_is_asked_which_horse_runs(table: Table) -> None:
    race(table, "Ada", "Bea")
    assert table.observe(throw("K", "9")) == "asked"
    question = now(table)["question"]
    assert question["code"] == "which_horse" and question["evidence"] == "tray-picture"
    assert [answer["arguments"]["horse"] for answer in question["answers"]] == [1, 2]
    table.answer(question["id"], choice=1)
    assert now(table)["view"]["series"]["horse"] == 2
    assert now(table)["reading"]["faces"][0]["face"] == "K"


def test_PD_26_a_doubtful_throw_of_a_stable_asks_for_the_dice_then_for_the_horse(table: Table) -> None:
    race(table, "Ada", "Bea")
    table.observe(throw("K", "Q", sure=0.5))
    table.answer(now(table)["question"]["id"], choice=1)
    question = now(table)["question"]
    assert question["code"] == "which_horse"
    table.answer(question["id"], choice=0)
    assert now(table)["view"]["series"]["rolls"] == [["J", "9"]]


def test_PD_26_one_die_can_only_be_meant_for_the_horse_in_the_straight(table: Table) -> None:
    horses = {"1": {"square": 25}, "2": {"square": 3}}
    table.open_game("poker_dice_race", ("Ada", "Bea"), setup={"turn": "Ada", "horses": horses})
    assert table.expected_in("tray") is None
    assert table.observe(throw("K")) == "played"
    assert now(table)["view"]["series"]["horse"] == 1


def test_a_throw_while_a_question_is_open_waits_for_the_answer(table: Table) -> None:
    race(table, "Ada", "Bea")
    table.observe(throw("K", "9"))
    assert not table.ready_for_throw()
    assert table.observe(throw("Q", "Q")) == "waiting"
    table.answer(now(table)["question"]["id"], choice=0)
    assert now(table)["view"]["series"]["rolls"] == [["K", "9"], ["Q", "Q"]]


def test_something_else_may_be_answered_by_hand_or_not_at_all(table: Table) -> None:
    race(table)
    table.observe(throw("K", "Q", sure=0.5))
    table.answer(now(table)["question"]["id"], action={"by": "Ada", "do": "roll", "dice": ["A", "K"]})
    assert now(table)["view"]["series"]["rolls"] == [["A", "K"]]
    table.observe(throw("K", "Q", sure=0.5))
    table.answer(now(table)["question"]["id"])
    assert now(table)["question"] is None
    assert now(table)["view"]["series"]["rolls"] == [["A", "K"]]


def test_everything_read_leaves_its_evidence_answered_undone_or_still_asked(table: Table) -> None:
    race(table)
    table.observe(throw("K", "9"))
    table.undo()
    table.observe(throw("K", "Q", sure=0.5))
    assert table.evidence() == ("tray-picture", "tray-picture")


def test_wrong_answers_are_refused_and_change_nothing(table: Table) -> None:
    race(table)
    table.observe(throw("K", "Q", sure=0.5))
    question, before = now(table)["question"]["id"], now(table)
    for wrong in (dict(question=question + 1, choice=0), dict(question=question, choice=9)):
        with pytest.raises(Rejected):
            table.answer(**wrong)  # type: ignore[arg-type]
    with pytest.raises(Rejected, match="question_open"):
        table.act({"by": "Ada", "do": "roll", "dice": ["K", "Q"]})
    assert now(table) == before


def test_a_stale_tap_is_refused_with_the_new_state(table: Table) -> None:
    race(table)
    seq = table.seq
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "Q"]}, expected_seq=seq)
    with pytest.raises(Stale) as stale:
        table.act({"by": "Ada", "do": "stop"}, expected_seq=seq)
    assert stale.value.snapshot.seq == table.seq == seq + 1


def test_undo_takes_back_the_last_move_and_tells_hands_what_to_put_back(table: Table) -> None:
    race(table)
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "Q"]})
    table.act({"by": "Ada", "do": "stop"})
    assert now(table)["view"]["turn"] == "Bea"
    table.undo()
    assert now(table)["view"]["turn"] == "Ada"
    assert now(table)["view"]["series"]["total"] == 2
    assert now(table)["instructions"] == [
        {"code": "move_horse", "arguments": {"horse": 1, "square": 0, "player": "Ada"}}
    ]
    table.undo()
    assert now(table)["view"]["series"] is None
    assert [line["kind"] for line in now(table)["history"]][-2:] == ["undo", "undo"]
    table.act({"by": "Ada", "do": "roll", "dice": ["9", "9"]})
    assert now(table)["instructions"] == []


def test_undo_goes_back_to_the_opening_and_no_further(table: Table) -> None:
    race(table)
    table.undo()
    assert now(table)["view"]["phase"] == "draw_first"
    with pytest.raises(Rejected, match="nothing_to_undo"):
        table.undo()


def test_undo_of_an_open_question_forgets_the_throw(table: Table) -> None:
    race(table, "Ada", "Bea")
    table.observe(throw("K", "9"))
    table.undo()
    assert now(table)["question"] is None and table.ready_for_throw()


def test_ten_moves_ago_it_was_a_queen_not_a_ten(table: Table) -> None:
    race(table)
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "10"]})
    wrong = table.seq
    table.act({"by": "Ada", "do": "stop"})
    for player in ("Bea", "Cyd", "Ada", "Bea", "Cyd", "Ada", "Bea", "Cyd"):
        table.act({"by": player, "do": "roll", "dice": ["9", "9"]})
    assert now(table)["view"]["horses"]["1"]["square"] == 1
    table.amend(wrong, {"dice": ["K", "Q"]})
    assert now(table)["view"]["horses"]["1"]["square"] == 2
    assert now(table)["instructions"][0]["arguments"] == {"horse": 1, "square": 2, "player": "Ada"}
    amended = next(line for line in now(table)["history"] if line["seq"] == wrong)
    assert amended["action"]["dice"] == ["K", "Q"] and amended["amended"]
    table.undo()
    assert now(table)["view"]["horses"]["1"]["square"] == 1


def amended_into_a_conflict(table: Table) -> int:
    """Ada's first throw turns out to be nothing, so her stop after it was not possible."""
    race(table)
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "10"]})
    wrong = table.seq
    table.act({"by": "Ada", "do": "stop"})
    table.act({"by": "Bea", "do": "roll", "dice": ["K", "Q"]})
    table.act({"by": "Bea", "do": "stop"})
    table.amend(wrong, {"dice": ["9", "10"]})
    return wrong


def test_an_amendment_that_makes_a_later_move_impossible_becomes_a_question(table: Table) -> None:
    amended_into_a_conflict(table)
    question = now(table)["question"]
    assert question["code"] == "no_longer_possible"
    assert question["arguments"]["action"] == {"by": "Ada", "do": "stop"}
    assert now(table)["view"]["turn"] == "Bea"
    with pytest.raises(Rejected, match="unknown_choice"):
        table.answer(question["id"])


@pytest.mark.parametrize(
    ("choice", "square_1", "square_2"),
    [(0, 0, 2), (1, 0, 0), (2, 1, 2)],
    ids=["leave_out", "stop_here", "take_back_change"],
)
def test_each_answer_to_an_impossible_move(table: Table, choice: int, square_1: int, square_2: int) -> None:
    amended_into_a_conflict(table)
    table.answer(now(table)["question"]["id"], choice=choice)
    horses = now(table)["view"]["horses"]
    assert (horses["1"]["square"], horses["2"]["square"]) == (square_1, square_2)
    assert now(table)["question"] is None


@pytest.mark.parametrize(
    ("choice", "square_2", "rolls"),
    [(0, 2, 1), (1, 0, 0), (2, 2, 2)],
    ids=["leave_out", "stop_here", "take_back_change"],
)
def test_taking_an_earlier_move_back_is_asked_about_too(
    table: Table, choice: int, square_2: int, rolls: int
) -> None:
    race(table)
    table.act({"by": "Ada", "do": "roll", "dice": ["9", "10"]})
    first = table.seq
    table.act({"by": "Bea", "do": "roll", "dice": ["K", "Q"]})
    table.act({"by": "Bea", "do": "stop"})
    table.undo(target=first)
    question = now(table)["question"]
    assert question["code"] == "no_longer_possible" and question["arguments"]["action"]["by"] == "Bea"
    while (question := now(table)["question"]) is not None:
        table.answer(question["id"], choice=choice)
    played = [move.action["do"] for move in table.moves()]
    assert now(table)["view"]["horses"]["2"]["square"] == (square_2 if choice == 2 else 0)
    assert played.count("roll") == (rolls if choice == 2 else 0)


@pytest.mark.parametrize("choice", [0, 1, 2])
def test_a_wrong_answer_to_an_impossible_move_is_taken_back_in_one_tap(table: Table, choice: int) -> None:
    amended_into_a_conflict(table)
    asked = now(table)
    table.answer(asked["question"]["id"], choice=choice)
    table.undo()
    again = now(table)
    assert again["question"]["code"] == "no_longer_possible"
    assert again["view"] == asked["view"]
    table.answer(again["question"]["id"], choice=2)
    assert now(table)["view"]["horses"]["1"]["square"] == 1
    assert now(table)["view"]["horses"]["2"]["square"] == 2


def test_undo_of_a_change_closes_the_question_it_raised(table: Table) -> None:
    amended_into_a_conflict(table)
    table.undo()
    assert now(table)["question"] is None
    assert now(table)["view"]["horses"]["2"]["square"] == 2


def test_undo_of_an_answer_asks_again(table: Table) -> None:
    race(table)
    table.observe(throw("K", "Q", sure=0.5))
    question = now(table)["question"]["id"]
    table.answer(question, choice=0)
    table.undo()
    assert now(table)["question"]["id"] == question
    table.answer(question, choice=2)
    assert now(table)["view"]["series"]["total"] == 2


def test_while_a_throw_is_asked_about_nothing_earlier_is_changed(table: Table) -> None:
    race(table)
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "10"]})
    wrong = table.seq
    table.observe(throw("K", "Q", sure=0.5))
    with pytest.raises(Rejected, match="question_open"):
        table.amend(wrong, {"dice": ["9", "10"]})
    with pytest.raises(Rejected, match="question_open"):
        table.undo(target=wrong)


def test_a_throw_that_waited_is_forgotten_with_an_undo(table: Table) -> None:
    race(table)
    table.observe(throw("K", "Q", sure=0.5))
    table.observe(throw("J", "J"))
    table.undo()
    table.act({"by": "Ada", "do": "roll", "dice": ["9", "9"]})
    assert now(table)["view"]["turn"] == "Bea" and now(table)["view"]["series"] is None


def test_entries_of_one_tap_reach_the_disk_together_or_not_at_all(
    table: Table, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    race(table, "Ada", "Bea")
    table.observe(throw("K", "Q", sure=0.5))
    before, append, calls = now(table), journal.append, []

    def failing(*arguments: Any, **named: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 2:
            raise JournalError("the disk is full")
        return append(*arguments, **named)

    monkeypatch.setattr(journal, "append", failing)
    with pytest.raises(JournalError):
        table.answer(before["question"]["id"], choice=1)
    assert len(calls) == 2 and now(table) == before and table.seq == before["seq"]
    monkeypatch.undo()
    table.answer(before["question"]["id"], choice=1, expected_seq=before["seq"])
    assert now(table)["question"]["code"] == "which_horse"


def test_a_listener_that_fails_hides_nothing_from_the_others(table: Table) -> None:
    race(table)
    told: list[int] = []

    def failing(_: Any) -> None:
        raise PermissionError("no")

    table.subscribe(failing)
    table.subscribe(lambda snapshot: told.append(snapshot.seq))
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "Q"]})
    assert told == [3]


def test_a_remark_changes_nothing(table: Table) -> None:
    race(table)
    before = now(table)
    table.note("simulated")
    assert table.notes() == {"simulated"}
    after = now(table)
    assert {name for name in after if after[name] != before[name]} == {"seq", "history"}
    assert after["seq"] == before["seq"] + 1


def test_a_remark_leaves_what_is_to_be_put_right_and_what_is_about_to_be_tapped(table: Table) -> None:
    race(table)
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "Q"]})
    table.act({"by": "Ada", "do": "stop"})
    table.undo()
    before = now(table)
    table.open_private_page("Ada")
    table.open_private_page("Ada")
    assert now(table)["instructions"] == before["instructions"] != []
    assert now(table)["seq"] == before["seq"] + 1 and table.private_pages() == {"Ada"}
    table.act({"by": "Ada", "do": "stop"}, expected_seq=before["seq"])
    with pytest.raises(Stale):
        table.undo(expected_seq=before["seq"])
    with pytest.raises(Stale):
        table.undo(expected_seq=table.seq + 1)


def test_an_amendment_that_is_itself_impossible_is_refused(table: Table) -> None:
    race(table)
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "10"]})
    before = now(table)
    for target, arguments in (
        (table.seq, {"dice": ["K", "8"]}),
        (table.seq, {"by": "Bea"}),
        (999, {"dice": []}),
    ):
        with pytest.raises(Rejected):
            table.amend(target, arguments)
    assert now(table) == before


def test_everybody_is_told_after_it_is_on_disk(table: Table, tmp_path: Path) -> None:
    on_disk: list[tuple[int, int]] = []

    def told(snapshot: Any) -> None:
        other = Journal(tmp_path / "journal.sqlite")
        on_disk.append((snapshot.seq, other.seq))
        other.close()

    race(table)
    stop = table.subscribe(told)
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "Q"]})
    table.observe(throw("K", "Q"))
    stop()
    table.act({"by": "Ada", "do": "stop"})
    assert [told_seq for told_seq, _ in on_disk] == [3, 4]
    assert all(told_seq == disk_seq for told_seq, disk_seq in on_disk)


def test_a_new_game_leaves_the_old_one_in_the_journal(table: Table) -> None:
    race(table)
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "Q"]})
    race(table, "Dan", "Eve")
    assert now(table)["game"]["number"] == 2 and now(table)["game"]["players"] == ["Dan", "Eve"]
    assert [move.action["do"] for move in table.moves(1)] == ["first_player", "roll"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (dict(game_id="ludo", players=("Ada", "Bea")), "unknown_game"),
        (dict(players=("Ada",)), "bad_players"),
        (dict(players=("Ada", "Bea"), options={"dice": "wooden"}), "bad_option"),
        (dict(players=("Ada", "Bea"), profile={"profile": "super_crack", "board": {}}), "bad_profile"),
        (dict(players=("Ada", "Bea"), first="Eve"), "unknown_player"),
    ],
)
def test_a_game_that_cannot_be_opened_leaves_the_journal_as_it_was(
    table: Table, arguments: dict[str, Any], code: str
) -> None:
    with pytest.raises(Rejected) as refusal:
        table.open_game(**{"game_id": "poker_dice_race", **arguments})
    assert refusal.value.code == code and table.seq == 0


def test_the_profile_is_written_into_the_journal(table: Table, journal: Journal) -> None:
    board = {"length": 20, "obstacles": [[3, 4], [12, 13]]}
    table.open_game("poker_dice_race", ("Ada", "Bea"), profile={"profile": "poker_dice_race", "board": board})
    assert journal.entries[0].body["setup"]["board"] == board
    assert now(table)["view"]["board"]["length"] == 20


_steps = st.lists(
    st.tuples(st.sampled_from(["throw", "stop", "undo", "amend", "answer", "doubt"]), st.integers(0, 35)),
    max_size=40,
)


@settings(max_examples=60, deadline=None)
@given(_steps)
def test_any_evening_replays_to_the_same_table(tmp_path_factory: pytest.TempPathFactory, steps: Any) -> None:
    """Whatever is done: cut off after any acknowledged entry, the table comes back exactly as it was shown."""
    from companion import record
    from companion.kept.effective_record import record_of

    folder = tmp_path_factory.mktemp("evening")
    journal = Journal(folder / "journal.sqlite")
    table = Table(journal)
    acknowledged: dict[int, dict[str, Any]] = {}
    table.subscribe(lambda told: acknowledged.update({told.seq: {**told.as_json(), "refusal": None}}))
    race(table, "Ada", "Bea")
    faces = ("9", "10", "J", "Q", "K", "A")
    for step, number in steps:
        dice = (faces[number % 6], faces[number // 6])
        snapshot = now(table)
        try:
            match step:
                case "throw":
                    table.observe(throw(*dice))
                case "doubt":
                    table.observe(throw(*dice, sure=0.6))
                case "stop":
                    table.act({"by": snapshot["view"]["turn"], "do": "stop"})
                case "undo":
                    table.undo()
                case "amend":
                    table.amend(number, {"dice": list(dice)})
                case _ if snapshot["question"]:
                    table.answer(snapshot["question"]["id"], choice=number % 3)
                case _:
                    pass
        except Rejected:
            assert now(table) == snapshot
    again = Journal(folder / "again.sqlite")
    for entry in journal.entries:
        again.append(entry.kind, entry.body, new_game=entry.kind == "opened")
        if entry.seq in acknowledged:
            assert Table(again).snapshot().as_json() == acknowledged[entry.seq]
    assert record.replay(record.parse(record_of(again, 1))).ok
    again.close()
    journal.close()


def test_who_answers_that_nothing_allowed_happened_hears_why_the_throw_does_not_count(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Films 773 and 774: the question was answered, and nobody said that one die was due."""
    setup = {"phase": "racing", "turn": "Ada", "horses": {"1": {"square": 15}, "2": {"square": 8}}}
    table.open_game("poker_dice_race", ("Ada", "Bea"), options={"stable": "single"}, setup=setup)
    game = load("poker_dice_race")
    scene = Scene(game, ("Ada", "Bea"), game.new_game(("Ada", "Bea"), {"stable": "single"}, setup))
    monkeypatch.setattr(scene.referee, "observe", table.see)
    for dice in ((), ({"K": 0.998, "9": 0.002}, "J"), (), ("Q", "J"), (), ("A", "Q"), (), ("K", "J"), ()):
        scene.look("Ada", ["tray"], tray=dice, side_chance=0.9998)
    scene.look("Ada", ["tray"], tray=["10", "9"], side_chance=0.9998)
    assert scene.look().kind == "asked"
    shown = table.answer(now(table)["question"]["id"], choice=0)
    assert shown.question is None and shown.refusal is not None
    assert shown.refusal["code"] == "wrong_dice_count"
    assert len(now(table)["view"]["series"]["rolls"]) == 4
