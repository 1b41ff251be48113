"""Cards in boxes that somebody drew around them: their size is told by the boxes where their edges hardly show."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from companion.filmed.drawn_boxes import drawn_box
from vision.printed.boxed_cards import LEAST_CARDS, outlines_in
from vision.printed.cut_out import Float64Array, Outline
from vision.printed.enrolment import of_box
from vision.scene.printed_table import PrintedPhotograph, enrolment_photographs

DARK_ON_DARK, ON_LIGHT = (177, 1), (178, 0)
"""A print and one of its photographs: bands as dark as the wood end its cards; all edges show."""


@cache
def photograph(print_: int, number: int) -> PrintedPhotograph:
    return list(enrolment_photographs(drawn_box("racko", print_), print_))[number]


def off(outline: Outline, corners: Float64Array) -> float:
    """How far the worst corner is off, as a share of the short side; begun at either short side."""
    short = float(np.hypot(*(corners[1] - corners[0])))
    far = (np.hypot(*(np.roll(outline.corners, turn, axis=0) - corners).T).max() for turn in (0, 2))
    return float(min(far)) / short


def test_cards_whose_ends_do_not_show_are_found_by_the_size_that_their_boxes_share() -> None:
    shown = photograph(*DARK_ON_DARK)
    boxes = [card.box for card in shown.cards]
    told = [(of_box(box), False) for box in boxes]
    laid = outlines_in(shown.picture, told, boxes) or []
    before = [off(one, card.corners) for (one, _), card in zip(told, shown.cards, strict=True)]
    after = [off(one, card.corners) for one, card in zip(laid, shown.cards, strict=True)]
    assert max(before) > 0.2
    assert np.median(after) < 0.05 and max(after) < 0.12


def test_what_was_found_well_stays_as_it_is() -> None:
    shown = photograph(*ON_LIGHT)
    told = [(Outline(np.asarray(card.corners, np.float64)), True) for card in shown.cards]
    laid = outlines_in(shown.picture, told, [card.box for card in shown.cards]) or []
    for (found, _), one in zip(told, laid, strict=True):
        assert np.array_equal(found.corners, one.corners)


@pytest.mark.parametrize("which", [DARK_ON_DARK, ON_LIGHT], ids=str)
def test_one_card_begun_at_its_long_side_is_begun_as_the_others(which: tuple[int, int]) -> None:
    shown = photograph(*which)
    told = [(Outline(np.asarray(card.corners, np.float64)), True) for card in shown.cards]
    told[3] = (told[3][0].turned(1), True)
    laid = outlines_in(shown.picture, told, [card.box for card in shown.cards]) or []
    assert max(off(one, card.corners) for one, card in zip(laid, shown.cards, strict=True)) < 0.12


def test_few_boxes_tell_no_size() -> None:
    shown = photograph(*ON_LIGHT)
    boxes = [card.box for card in shown.cards][: LEAST_CARDS - 1]
    told = [(of_box(box), False) for box in boxes]
    assert outlines_in(shown.picture, told, boxes) is None
