"""Where the answers to a question lead: told to each viewer, and a picture of where they differ."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from companion.action import TABLE
from companion.game import Answer
from companion.journal import Journal
from companion.offering import differing
from companion.photographs import Slots
from companion.showing import AfterAnswer
from companion.table import Table
from tests.asking import NOTHING, answer, asks, moved
from tests.companion.referee.tables import Scene, between, sat_down
from tests.fakes import fake_games

UP = moved("Ada", "T5", "T6", "9C")
"""A card that belongs elsewhere: a fault that the referee would call at once."""


@pytest.fixture
def table() -> Table:
    made = Table(Journal(Path(":memory:")))
    setup = {
        "turn": "Ada",
        "foundations": {"F1": "4S"},
        "cases": {"T1": ["KS", "QH"], "T5": ["10S", "9C"], "T6": ["QD"]},
        "stocks": {"Ada": 20, "Bea": 20},
        "reserves": {"Ada": {"count": 5, "top": "KC"}, "Bea": {"count": 5, "top": "KD"}},
    }
    made.open_game("crapette", ("Ada", "Bea"), setup=setup)
    return made


def after(table: Table, place: int = 0) -> AfterAnswer:
    return table.snapshot().after_answers[place]


def cases(told: AfterAnswer) -> dict[str, Any]:
    assert told.view is not None
    found: dict[str, Any] = told.view["cases"]
    return found


def test_each_answer_shows_where_it_leads_and_how_likely_it_was_held(table: Table) -> None:
    asks(table, answer(moved("Ada", "T1", "T5", "QH"), chance=0.61), NOTHING)
    assert cases(after(table))["T5"] == ["10S", "9C", "QH"] and after(table).chance == 0.61
    assert cases(after(table, 1))["T5"] == ["10S", "9C"] and after(table, 1).chance is None
    assert [len(one.actions) for one in table.snapshot().after_answers] == [1, 0]
    assert table.snapshot().as_json()["view"]["cases"]["T5"] == ["10S", "9C"]


def test_a_faulty_card_is_shown_where_the_answer_puts_it(table: Table) -> None:
    asks(table, answer(UP), NOTHING)
    assert cases(after(table))["T6"] == ["QD", "9C"]
    table.answer(table.snapshot().question.id, choice=0)  # type: ignore[union-attr]
    assert table.snapshot().as_json()["view"]["cases"]["T6"] == ["QD"]


def test_what_an_answer_takes_back_is_gone_before_it_plays(table: Table) -> None:
    table.act(moved("Ada", "T1", "T2", "QH"))
    asks(
        table,
        answer(moved("Ada", "T1", "T3", "QH"), taken_back=1),
        Answer("put_back", {"count": 1}, None, 0.3, (), 1),
    )
    assert cases(after(table))["T3"] == ["QH"] and cases(after(table))["T2"] == []
    assert cases(after(table, 1))["T1"] == ["KS", "QH"]
    assert [one["to"] for one in after(table, 1).taken_back] == ["T2"]


def test_an_answer_that_the_rules_refuse_leads_nowhere(table: Table) -> None:
    asks(table, answer(moved("Ada", "T8", "T2", "2C")), NOTHING)
    assert after(table).view is None and after(table, 1).view is not None


def test_without_a_question_nothing_leads_anywhere(table: Table) -> None:
    assert table.snapshot().after_answers == ()


def test_an_impossible_move_is_no_picture(table: Table) -> None:
    table.act(moved("Ada", "T1", "T2", "QH"))
    table.act(moved("Ada", "T2", "T3", "QH"))
    table.undo(target=table.seq - 1)
    assert table.snapshot().question is not None
    assert all(one.view is None for one in table.snapshot().after_answers)


def test_a_seat_is_shown_no_secret_of_another(tmp_path: Path) -> None:
    with fake_games():
        table = Table(Journal(tmp_path / "journal.sqlite"))
        table.open_game("whispers", ("Ada", "Bea", "Cyd"))
        table.act({"by": TABLE, "do": "deal", "numbers": {"Ada": 3, "Bea": 5, "Cyd": 7}})
        asks(table, answer({"by": "Bea", "do": "peek", "number": 5}), NOTHING)
        shown = {seat: table.snapshot(seat).after_answers[0] for seat in (None, "Ada", "Bea")}
    assert [one.actions[0]["number"] for one in shown.values()] == [None, None, 5]
    assert [(one.view or {}).get("private") for one in shown.values()] == [
        None,
        {"Ada": {"number": 3}},
        {"Bea": {"number": 5}},
    ]


def test_where_tables_differ() -> None:
    assert differing([{"a": ("1",), "b": ()}, {"a": ("1",), "b": ("2",)}, {"a": ["1"]}]) == {"b"}


# ---------------------------------------------------------------- the picture


def doubted(photograph: Any) -> Scene:
    """Ada draws a card that is either of two."""
    scene = sat_down()
    scene.table.pictured_by(photograph)
    scene.draws("Ada", "2H")
    assert scene.watch(reads={"hand:Ada": between("2H", 0.55, "2D")}) == "asked"
    return scene


def test_a_question_has_a_picture_of_where_its_answers_differ() -> None:
    asked_for: list[Collection[str]] = []

    def photograph(zones: Collection[str], slots: Slots) -> str:
        asked_for.append(zones)
        return "the place"

    asked = doubted(photograph).question
    assert (asked["evidence"], asked["arguments"]["pictured"]) == ("the place", ["hand:Ada"])
    assert asked_for == [["hand:Ada"]]


def test_a_question_is_asked_with_the_picture_it_has_if_no_other_can_be_kept() -> None:
    def photograph(zones: Collection[str], slots: Slots) -> str:
        raise OSError("no room left")

    assert doubted(photograph).question["evidence"] == "picture-of-hand:Ada"
