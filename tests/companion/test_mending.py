"""After a correction everybody is told what it changed, and the log marks what became of each move."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games import load
from companion.journal import Journal
from companion.languages import LANGUAGES
from companion.table import Table
from companion.words import sentence
from tests.fakes import fake_games

DUTIES = ("uncovering", "case_freeing", "reserve_duty", "empty_case_duty", "hand_duty")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Journal(tmp_path / "journal.sqlite"))


def now(table: Table, seat: str | None = None) -> dict[str, Any]:
    return table.snapshot(seat).as_json()


def discarded(table: Table, card: str, referee: str = "auto") -> int:
    """Ada draws a card and puts it on the waste; the entry of the draw. The five of hearts could have gone up."""
    table.open_game(
        "crapette",
        ["Ada", "Bea"],
        options={"referee": referee, **dict.fromkeys(DUTIES, "off")},
        setup={
            "turn": "Ada",
            "foundations": {"F1": "4H"},
            "cases": {"T1": ["KS"]},
            "reserves": {"Ada": ["2C", "3C"], "Bea": 5},
            "stocks": {"Ada": 20, "Bea": 20},
        },
    )
    table.act({"by": "Ada", "do": "draw", "card": card})
    drawn = table.seq
    table.act({"by": "Ada", "do": "discard"})
    return drawn


def codes(shown: dict[str, Any]) -> list[str]:
    return [change["code"] for change in shown["changes"]]


def line(shown: dict[str, Any], seq: int) -> dict[str, Any]:
    return next(entry for entry in shown["history"] if entry["seq"] == seq)


def test_a_move_that_a_correction_makes_faulty_is_told_and_marked(table: Table) -> None:
    drawn = discarded(table, "9C")
    assert now(table)["changes"] == [] and line(now(table), drawn + 1)["faults"] == []
    table.amend(drawn, {"card": "5H"})
    shown = now(table)
    assert codes(shown) == ["changed_corrected", "changed_now_fault"]
    said = [sentence("crapette", one["code"], one["arguments"], "fr") for one in shown["changes"]]
    assert said == [
        "Corrigé : « Ada tire le neuf de trèfle » devient « Ada tire le cinq de cœur ».",
        "Du coup, c’est maintenant une faute : Ada met sa carte au pot. "
        "Le cinq de cœur pouvait monter sur la pile 1.",
    ]
    assert line(shown, drawn)["amended"] and line(shown, drawn)["first"]["card"] == "9C"
    assert [fault["code"] for fault in line(shown, drawn + 1)["faults"]] == ["missed_foundation_play"]


def test_it_is_told_once_and_the_marks_stay(table: Table) -> None:
    drawn = discarded(table, "9C")
    table.amend(drawn, {"card": "5H"})
    table.note("simulated")
    assert codes(now(table)) == ["changed_corrected", "changed_now_fault"]
    table.act({"by": "Bea", "do": "draw", "card": "2S"})
    assert now(table)["changes"] == []
    assert line(now(table), drawn)["amended"] and line(now(table), drawn + 1)["faults"]


def test_a_fault_that_was_none_is_cleared(table: Table) -> None:
    drawn = discarded(table, "5H")
    assert line(now(table), drawn + 1)["faults"]
    table.amend(drawn, {"card": "9C"})
    assert codes(now(table)) == ["changed_corrected", "changed_no_fault"]
    assert line(now(table), drawn + 1)["faults"] == []


@pytest.mark.parametrize("seat", [None, "Ada", "Bea"])
def test_where_players_call_nobody_is_told_of_a_silent_fault(table: Table, seat: str | None) -> None:
    drawn = discarded(table, "9C", referee="on_call")
    table.amend(drawn, {"card": "5H"})
    assert codes(now(table, seat)) == ["changed_corrected"]
    assert line(now(table, seat), drawn + 1)["faults"] == []


def test_the_question_about_a_move_no_longer_possible_comes_with_the_reason(table: Table) -> None:
    drawn = discarded(table, "9C", referee="coach")
    table.act({"by": "Bea", "do": "draw", "card": "2S"})
    table.amend(drawn, {"card": "5H"})
    shown = now(table)
    assert shown["question"]["code"] == "no_longer_possible"
    assert codes(shown) == ["changed_corrected", "changed_now_fault"]
    table.answer(shown["question"]["id"], choice=0)
    shown = now(table)
    assert codes(shown) == ["changed_corrected", "changed_now_fault", "changed_left_out"]
    assert line(shown, drawn + 2)["left_out"] and not line(shown, drawn)["left_out"]


def test_a_correction_taken_back_has_changed_nothing(table: Table) -> None:
    drawn = discarded(table, "9C")
    table.amend(drawn, {"card": "5H"})
    table.undo(target=table.seq)
    assert now(table)["changes"] == []
    assert not line(now(table), drawn)["amended"]


def test_an_undo_says_what_was_taken_back(table: Table) -> None:
    discarded(table, "9C")
    table.undo()
    (change,) = now(table)["changes"]
    assert sentence("crapette", change["code"], change["arguments"], "en") == (
        "Taken back: Ada puts the card in hand on the waste."
    )


def test_a_secret_that_is_put_right_stays_one(table: Table) -> None:
    with fake_games():
        table.open_game("whispers", ["Ada", "Bea"])
        table.act({"by": "table", "do": "deal", "numbers": {"Ada": 3, "Bea": 5}})
        table.amend(table.seq, {"numbers": {"Ada": 8, "Bea": 5}})
        (change,) = now(table)["changes"]
        told = change["arguments"]
        assert told["before"] == told["after"] and set(told["after"]["numbers"].values()) == {None}
        assert line(now(table), 2)["first"]["numbers"] == {"Ada": None, "Bea": None}
        for language in LANGUAGES:
            said = sentence("whispers", change["code"], told, language)
            assert "3" not in said and "8" not in said and "devient" not in said and "becomes" not in said


def test_only_games_with_faults_speak_of_them() -> None:
    assert load("crapette").codes.infractions
    assert not load("racko").codes.infractions
