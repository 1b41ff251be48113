"""Which way round the cards of a box are kept."""

from __future__ import annotations

import numpy as np
import pytest

from companion.filmed.drawn_boxes import drawn_box
from vision.printed.cut_out import Outline, cut_out
from vision.printed.enrolled_box import LOOK_SIZE
from vision.printed.enrolment import ShownPhotograph, begun_right, enrol
from vision.printed.finding import CardFinder
from vision.printed.labelled import LabelledCard
from vision.scene.printed_table import enrolment_photographs

USUAL = 0.65


def lying(wide: float, high: float) -> Outline:
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
    return Outline(corners)


def test_a_card_that_is_much_wider_than_long_is_begun_at_its_other_side() -> None:
    assert begun_right(lying(100, 74), USUAL).ratio == pytest.approx(0.74)
    assert begun_right(lying(100, 63), USUAL).ratio == pytest.approx(0.63)


@pytest.mark.parametrize("wide", [55, 65, 90, 105])
def test_a_card_that_a_slanted_look_makes_short_stays_as_it_was_begun(wide: float) -> None:
    outline = lying(wide, 100)
    assert begun_right(outline, USUAL) is outline


def test_cards_as_wide_as_long_stay_as_they_were_begun() -> None:
    for wide in (95, 105):
        outline = lying(wide, 100)
        assert begun_right(outline, 1.0) is outline and begun_right(outline, None) is outline


def test_the_cards_of_a_print_are_kept_as_they_lie() -> None:
    """The size that their boxes tell turned five of the ten cards of this photograph a quarter."""
    shown = next(iter(enrolment_photographs(drawn_box("super_crack", 7003), 7003)))
    cards = tuple(LabelledCard(card.label, card.box) for card in shown.cards)
    kept = enrol([ShownPhotograph(shown.picture, cards)], "box", "2026-11-29", CardFinder())
    for look, card in zip(kept.looks, shown.cards, strict=True):
        lies = Outline(np.asarray(card.corners, np.float64))
        along, across = (
            min(
                float(np.abs(look.picture - cut_out(shown.picture, one, LOOK_SIZE).astype(np.float64)).mean())
                for one in (begun, begun.turned(2))
            )
            for begun in (lies, lies.turned(1))
        )
        assert along < 0.8 * across, card.label
