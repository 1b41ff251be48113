"""A misread card is put right where it was told, and in every later move that only names it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import misread
from companion.action import Rejected
from companion.fold import Move
from companion.games import load
from companion.games.crapette.relaying import relaid
from companion.journal import Journal
from companion.table import Table
from tests.companion.games.crapette.positions import laid

CRAPETTE = load("crapette")


def told(first: Any, *actions: dict[str, Any]) -> tuple[Any, tuple[Move, ...], Any]:
    """The state before, the moves numbered as in a journal, and the state after them."""
    moves = tuple(Move(number, action) for number, action in enumerate(actions, start=2))
    state = first
    for move in moves:
        state, _ = CRAPETTE.apply(state, move.action)
    return first, moves, state


def draw(card: str, by: str = "Ada") -> dict[str, Any]:
    return {"by": by, "do": "draw", "card": card}


def move(card: str, source: str, target: str, by: str = "Ada") -> dict[str, Any]:
    return {"by": by, "do": "move", "from": source, "to": target, "card": card}


def test_a_drawn_card_is_put_right_where_it_was_drawn() -> None:
    first, moves, _ = told(laid().state, draw("7H"))
    assert misread.put_right(CRAPETTE, first, moves, "hand:Ada", 0, "7D") == {2: {"card": "7D"}}


def test_later_moves_of_the_card_are_told_the_right_one_ten_moves_on() -> None:
    first, moves, state = told(
        laid(cases={"T5": ["8C"], "T8": ["2S"]}, case_freeing="off").state,
        draw("7H"),
        move("7H", "hand:Ada", "T5"),
        draw("4H"),
        {"by": "Ada", "do": "discard", "card": "4H"},
        draw("4D", "Bea"),
    )
    changes = misread.put_right(CRAPETTE, first, moves, "T5", 1, "7D")
    assert changes == {2: {"card": "7D"}, 3: {"card": "7D"}}
    assert CRAPETTE.visible_table(state)["T5"] == ("8C", "7H")


def test_a_turned_reserve_is_put_right_too() -> None:
    first, moves, _ = told(laid(reserves={"Ada": 5}).state, {"by": "Ada", "do": "turn_reserve", "card": "9H"})
    assert misread.put_right(CRAPETTE, first, moves, "reserve:Ada", 0, "6H") == {2: {"card": "6H"}}


def test_a_card_that_was_dealt_is_told_by_no_entry() -> None:
    first, moves, _ = told(laid().state, draw("7H"))
    assert misread.put_right(CRAPETTE, first, moves, "T1", 0, "KD") is None
    assert misread.put_right(CRAPETTE, first, moves, "hand:Ada", 0, "7H") is None
    assert misread.put_right(CRAPETTE, first, moves, "hand:Bea", 0, "7D") is None


def test_of_two_equal_cards_the_one_that_is_pointed_at_is_put_right() -> None:
    table = laid(cases={"T5": ["8C"], "T6": ["8S"]}, hand_duty="off", case_freeing="off", referee="coach")
    first, moves, state = told(
        table.state,
        draw("7H"),
        move("7H", "hand:Ada", "T5"),
        draw("4H"),
        {"by": "Ada", "do": "discard", "card": "4H"},
        draw("7H", "Bea"),
        move("7H", "hand:Bea", "T6", "Bea"),
    )
    lying = CRAPETTE.visible_table(state)
    assert lying["T5"][-1] == lying["T6"][-1] == "7H"
    assert misread.put_right(CRAPETTE, first, moves, "T5", 1, "7D") == {2: {"card": "7D"}, 3: {"card": "7D"}}
    assert misread.put_right(CRAPETTE, first, moves, "T6", 1, "7D") == {6: {"card": "7D"}, 7: {"card": "7D"}}


def test_what_cannot_be_the_right_card_changes_nothing() -> None:
    first, moves, _ = told(laid(cases={"T1": ["KH"], "T7": ["KH"]}).state, draw("7H"))
    assert misread.put_right(CRAPETTE, first, moves, "hand:Ada", 0, "KH") is None


@pytest.mark.parametrize(
    ("zone", "place", "face", "cards"),
    [
        ("T1", 1, "QD", ["KS", "QD", "JC"]),
        ("F1", 0, "3H", ["AH", "2H", "3H"]),
        ("reserve:Ada", 0, "9D", [None, None, "9D"]),
        ("waste:Bea", 0, "5C", ["2C", "5C"]),
        ("hand:Ada", 0, "6D", ["6D"]),
    ],
)
def test_a_zone_is_set_as_it_really_lies(zone: str, place: int, face: str, cards: list[Any]) -> None:
    state = laid(
        cases={"T1": ["KS", "QH", "JC"]},
        foundations={"F1": "4S"},
        reserves={"Ada": {"count": 3, "top": "9H"}},
        wastes={"Bea": ["2C", "5S"]},
        hands={"Ada": "6H"},
    ).state
    action = relaid(state, zone, place, face)
    assert action == {"by": "table", "do": "correct", "zone": zone, "cards": cards}
    after, _ = CRAPETTE.apply(state, action)
    assert CRAPETTE.visible_table(after)[zone][place if zone == "T1" else -1] == face


@pytest.mark.parametrize(
    ("zone", "place", "face"), [("T1", 5, "QD"), ("stock:Ada", 0, "QD"), ("T9", 0, "QD"), ("T1", 0, "QX")]
)
def test_what_lies_nowhere_is_not_set(zone: str, place: int, face: str) -> None:
    assert relaid(laid().state, zone, place, face) is None


# ---------------------------------------------------------------- an entry is amended, later ones follow


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ada drew 7H and discarded it as 7H; Bea loaded 6H upon it."""
    table = Table(Journal(tmp_path / "journal.sqlite"))
    off = dict.fromkeys(("uncovering", "case_freeing", "reserve_duty", "empty_case_duty", "hand_duty"), "off")
    setup = {"turn": "Ada", "cases": {"T1": ["KS", "6H"]}, "stocks": {"Ada": 20, "Bea": 20}}
    table.open_game("crapette", ["Ada", "Bea"], options=off, setup=setup)
    for action in (
        draw("7H"),
        {"by": "Ada", "do": "discard", "card": "7H"},
        move("6H", "T1", "waste:Ada", "Bea"),
    ):
        table.act(action)
    return table


def named(table: Table) -> list[str]:
    return [str(move.action["card"]) for move in table.moves()]


def test_what_only_names_the_card_follows_the_amended_entry(table: Table) -> None:
    table.amend(table.moves()[0].seq, {"card": "5H"})
    assert named(table) == ["5H", "5H", "6H"] and table.snapshot().as_json()["question"] is None


def test_an_amendment_and_what_followed_it_are_taken_back_together(table: Table) -> None:
    table.amend(table.moves()[0].seq, {"card": "5H"})
    table.undo()
    assert named(table) == ["7H", "7H", "6H"] and table.snapshot().as_json()["question"] is None


def test_what_is_refused_under_either_name_is_asked_about(table: Table) -> None:
    """The six has gone up: that Ada drew one too many sixes of hearts cannot be told."""
    table.act(move("6H", "waste:Ada", "T1", "Ada"))
    table.act(draw("6H", "Bea"))
    drawn = table.moves()[0].seq
    table.amend(drawn, {"card": "6H"})
    question = table.snapshot().as_json()["question"]
    assert question["code"] == "no_longer_possible" and question["arguments"]["action"]["by"] == "Bea"
    assert named(table) == ["6H", "6H", "6H", "6H"]
    table.answer(question["id"], choice=2)
    assert named(table) == ["7H", "7H", "6H", "6H", "6H"]
    assert table.snapshot().as_json()["question"] is None


def test_what_would_have_to_be_amended_is_told_entry_by_entry(table: Table) -> None:
    drawn, discarded, _ = table.moves()
    assert misread.followed(CRAPETTE, table.opening_state, table.moves(), drawn.seq, {"card": "9C"}) == {
        drawn.seq: {"card": "9C"},
        discarded.seq: {"card": "9C"},
    }
    with pytest.raises(Rejected):
        misread.followed(CRAPETTE, table.opening_state, table.moves(), drawn.seq, {"card": "QX"})
