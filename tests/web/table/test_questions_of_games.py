"""Every game with a drawn table draws the answers to a question; what they do not tell apart, words do."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from companion.table import Table
from tests.asking import NOTHING, answer, asks
from tests.browser import test_change_horses, test_racko, test_super_crack
from tests.web.table.test_crapette_page import page

LAID: dict[str, Callable[[Any], Any]] = {
    "racko": test_racko.a_turn,
    "super_crack": test_super_crack.race,
    "change_horses": test_change_horses.horses_go,
}
MOVES: dict[str, dict[str, Any]] = {
    "racko": {"do": "take_discard"},
    "super_crack": {"do": "play_card", "card": "advance_5", "horse": 1},
    "change_horses": {"by": "table", "do": "horses_moved"},
}


@pytest.fixture
def asked(tablet: Any, table: Table, request: pytest.FixtureRequest) -> Any:
    """Somebody moved, or nobody did."""
    LAID[request.param](SimpleNamespace(table=table))
    by = (table.snapshot().view or {})["turn"]
    asks(table, answer({"by": by, **MOVES[request.param]}), NOTHING)
    return tablet


@pytest.mark.parametrize("asked", LAID, indirect=True)
def test_the_answers_are_drawn_as_the_table_would_lie(asked: Any) -> None:
    shown = page(asked)
    assert "asking pictured" in shown
    moved, still = re.findall(r'<svg class="piece" .*?</svg></svg>', shown, re.DOTALL)
    assert moved != still and "aria-label" not in moved + still


def test_a_throw_is_its_die(tablet: Any, table: Table) -> None:
    test_super_crack.race(SimpleNamespace(table=table))
    rolls = ({"by": "Camille", "do": "roll", "value": value} for value in (2, 5))
    asks(table, *map(answer, rolls))
    shown = page(tablet)
    assert 'class="piece"' not in shown and shown.count('class="v"') == 2


def test_answers_that_leave_the_drawing_as_it_is_are_told_in_words(tablet: Any, table: Table) -> None:
    test_racko.a_turn(SimpleNamespace(table=table))
    asks(table, NOTHING, NOTHING)
    shown = page(tablet)
    assert 'class="piece"' not in shown and "asking boarded" in shown


def test_racks_of_which_one_card_is_in_doubt_are_told_card_by_card(tablet: Any, table: Table) -> None:
    test_racko.a_turn(SimpleNamespace(table=table))
    by = (table.snapshot().view or {})["turn"]
    racks = ([2, 7, card, 19, 20, 21, 30, 36, 38, 40] for card in (13, 16))
    asks(table, *(answer({"by": by, "do": "racko", "rack": rack}) for rack in racks))
    shown = page(tablet)
    assert "2 7 13 19 20 21 30 36 38 40" in shown and "2 7 16 19 20 21 30 36 38 40" in shown
