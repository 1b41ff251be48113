"""Two ends of a card that read as different cards are one card; ends of neighbours are not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.cards.drawn_readings import turned
from vision.card_names import CARDS
from vision.cards.deck.looks import EMBEDDING, IndexLook, SeenCard
from vision.cards.deck.rows import joined

TOP_LEFT, BOTTOM_RIGHT, TOP_RIGHT, BOTTOM_LEFT = (-60, -80), (60, 80), (60, -80), (-60, 80)


def end(
    code: str,
    card_at: tuple[float, float],
    corner: tuple[int, int],
    turn_deg: float = 0.0,
    seen_turned_deg: float = 0.0,
) -> SeenCard:
    """One index of a card (120 x 160 px between indices), by itself, seen turned by so much more than it is."""
    shares = np.full(52, 0.002, np.float32)
    shares[CARDS.index(code)] = 0.85
    turn = math.radians(turn_deg)
    head = turned(0.0, -1.0 if corner[1] < 0 else 1.0, turn + math.radians(seen_turned_deg))
    centre = turned(*corner, turn, card_at)
    predicted = centre[0] - 70 * head[0], centre[1] - 70 * head[1]
    look = IndexLook(shares, 0.05, np.zeros(EMBEDDING, np.float32), centre, head, predicted)
    return SeenCard((look,), shares, predicted, head)


def whole(code: str, card_at: tuple[float, float], corners: Sequence[tuple[int, int]] = ()) -> SeenCard:
    """A card that was read by both its ends."""
    ends = [end(code, card_at, corner) for corner in corners or (TOP_LEFT, BOTTOM_RIGHT)]
    return SeenCard(tuple(one.looks[0] for one in ends), ends[0].card, card_at, (0.0, -1.0))


def others(count: int = 8, corners: Sequence[tuple[int, int]] = ()) -> list[SeenCard]:
    """A row of whole cards of the deck, each a card's width beside the next."""
    return [whole(CARDS[number], (150.0 * number, 500.0), corners) for number in range(count)]


@pytest.mark.parametrize("turn_deg", [0.0, 12.0, -12.0])
def test_two_ends_of_a_six_that_read_as_nine_and_queen_are_one_card(turn_deg: float) -> None:
    place = (300.0, 1000.0)
    ends = [end("9S", place, TOP_LEFT, turn_deg), end("QS", place, BOTTOM_RIGHT, turn_deg)]
    *_, card = joined([*others(), *ends])
    assert len(card.looks) == 2 and card.position == pytest.approx(place)
    assert card.card[CARDS.index("9S")] == pytest.approx(card.card[CARDS.index("QS")])
    assert card.card.max() < 0.5, "two ends that contradict each other make nothing sure"


@pytest.mark.parametrize("seen_turned_deg", [90.0, -110.0, 180.0])
def test_an_end_that_was_seen_turned_wrong_belongs_to_the_card_and_its_reading_counts_for_nothing(
    seen_turned_deg: float,
) -> None:
    place = (300.0, 1000.0)
    bad = end("QC", place, TOP_LEFT, seen_turned_deg=seen_turned_deg)
    good = end("6C", place, BOTTOM_RIGHT)
    *_, card = joined([*others(), bad, good])
    assert len(joined([*others(), bad, good])) == 9
    assert card.looks == good.looks and card.position == pytest.approx(place)


def test_ends_of_two_cards_side_by_side_or_in_two_rows_stay_two_cards() -> None:
    left, right, below = (300.0, 1000.0), (450.0, 1000.0), (300.0, 1220.0)
    for other in (right, below):
        for first in (TOP_LEFT, BOTTOM_RIGHT):
            for second in (TOP_LEFT, BOTTOM_RIGHT):
                read = joined([*others(), end("9S", left, first), end("QS", other, second)])
                assert len(read) == 10


def test_a_card_of_which_one_end_was_read_lies_where_cards_of_this_size_do() -> None:
    *_, card = joined([*others(), end("QD", (300.0, 1000.0), TOP_LEFT, turn_deg=5.0)])
    assert len(card.looks) == 1 and card.position == pytest.approx((300.0, 1000.0))


def test_where_few_cards_show_both_ends_none_is_joined_by_its_place() -> None:
    place = (300.0, 1000.0)
    assert len(joined([*others(5), end("9S", place, TOP_LEFT), end("QS", place, BOTTOM_RIGHT)])) == 7
    assert len(joined([*others(6), end("9S", place, TOP_LEFT), end("QS", place, BOTTOM_RIGHT)])) == 7


def test_a_card_with_four_indices_read_end_by_end_is_one_card() -> None:
    place, four = (300.0, 1000.0), (TOP_LEFT, BOTTOM_RIGHT, TOP_RIGHT, BOTTOM_LEFT)
    ends = [end(code, place, corner) for code, corner in zip(("6S", "9S", "6S", "9S"), four, strict=True)]
    read = joined([*others(corners=four), *ends])
    assert len(read) == 9 and len(read[-1].looks) == 4
    assert read[-1].position == pytest.approx(place)


def test_a_third_end_that_fits_as_well_leaves_all_three_apart() -> None:
    place = (300.0, 1000.0)
    rivals = [end("QS", place, BOTTOM_RIGHT), end("QH", (303.0, 1003.0), BOTTOM_RIGHT)]
    first = end("9S", (301.5, 1001.5), TOP_LEFT)
    assert len(joined([*others(), first, *rivals])) == 11


def test_cards_that_show_both_ends_are_left_as_they_are() -> None:
    seen = others()
    assert joined(seen) == tuple(seen)
    alone = replace(seen[0], looks=())
    assert len(joined([*seen, replace(alone, position=(0.0, 5000.0))])) == 9
