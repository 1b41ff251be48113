"""Rows are told as people see them, and one card read by two corners is one card."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.cards.drawn_readings import drawn_card, drawn_deck, in_rows, photographed
from vision.card_names import CARDS
from vision.cards.deck.rows import card_unit, joined, rows_of

DECK = drawn_deck(1, 0.2)


@pytest.mark.parametrize("turn_deg", [0.0, 7.0, -7.0])
def test_a_deck_in_four_rows_is_told_in_order_even_from_askew(turn_deg: float) -> None:
    laid = in_rows(CARDS)
    seen = photographed(DECK, laid, seed=3, turn_deg=turn_deg)
    rows = rows_of(seen)
    assert [[CARDS[int(seen[number].card.argmax())] for number in row] for row in rows] == laid


def test_the_last_row_may_be_short() -> None:
    seen = photographed(DECK, [CARDS[:9], CARDS[9:18], CARDS[18:20]], seed=4)
    assert [len(row) for row in rows_of(seen)] == [9, 9, 2]


def test_nothing_is_in_no_row() -> None:
    assert rows_of(()) == () and joined(()) == () and card_unit(()) == 1.0


def test_two_corners_of_one_card_that_were_not_joined_are_one_card() -> None:
    chance = np.random.default_rng(5)
    one = drawn_card(DECK, "KH", chance, (500.0, 500.0), corners=1)
    other = drawn_card(DECK, "KH", chance, (512.0, 495.0), corners=1)
    beside = drawn_card(DECK, "KH", chance, (650.0, 500.0))
    (first, second) = joined([one, other, beside])
    assert len(first.looks) == 2 and first.position == (506.0, 497.5)
    assert first.card.max() >= max(one.card.max(), other.card.max()) - 1e-4
    assert second is beside


def test_another_card_close_by_stays_another_card() -> None:
    chance = np.random.default_rng(6)
    king, queen = (drawn_card(DECK, code, chance, (500.0, 500.0)) for code in ("KH", "9S"))
    assert len(joined([king, queen])) == 2


def test_a_row_in_which_one_card_lies_far_lower_than_the_next_is_one_row() -> None:
    seen = photographed(DECK, in_rows(CARDS), seed=855)
    assert [len(row) for row in rows_of(seen)] == [13, 13, 13, 13]


def test_a_short_row_close_below_a_long_one_stays_a_row() -> None:
    seen = photographed(DECK, [CARDS[:13], CARDS[13:14]], seed=7)
    assert [len(row) for row in rows_of(seen)] == [13, 1]
