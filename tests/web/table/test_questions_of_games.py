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


def test_the_number_of_a_card_that_nobody_saw_is_tapped(tablet: Any, table: Table) -> None:
    """Section 7 of Racko: what was taken on before anybody could read it no answer can name."""
    test_racko.laid_unseen(SimpleNamespace(table=table))
    assert 'id="other"' in page(tablet)
    shown = page(tablet, "/?panel=other")
    offered = [int(number) for number in re.findall(r'id="laid-(\d+)"', shown)]
    assert 25 in offered and not {5, 12, 37, 44} & set(offered)
    lacking, told = table.snapshot().question, {"expected_seq": tablet.seq, "arg.card": "25"}
    assert lacking is not None
    action = re.search(r"name=\"action\" value='(.*?)'|name=\"action\" value=\"(\{.*?\})\"", shown)
    assert action is not None
    given = {**told, "question": lacking.id, "action": action[1] or action[2]}
    assert tablet.form("/play/answer", given).status_code == 303
    after = table.snapshot()
    assert after.question is None and (after.view or {})["discard_top"] == 25


def test_a_question_that_lacks_no_card_asks_for_none(tablet: Any, table: Table) -> None:
    test_racko.a_turn(SimpleNamespace(table=table))
    asks(table, NOTHING, NOTHING)
    assert 'id="other"' not in page(tablet)
    assert 'id="laid-' not in page(tablet, "/?panel=other") and 'id="panel"' in page(tablet, "/?panel=menu")
