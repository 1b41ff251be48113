"""Cards that lie alone on their photograph: cut out by the ratio of their box's other cards, and by the drawn box."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.filmed.drawn_boxes import drawn_box
from companion.printed_cards import BACK
from vision.printed.cut_out import ByteArray, Float64Array, Outline, cut_out
from vision.printed.enrolled_box import LOOK_SIZE
from vision.printed.enrolment import ShownPhotograph, enrol, of_box
from vision.printed.finding import CardFinder
from vision.printed.found_card import FoundCard
from vision.printed.labelled import LabelledCard
from vision.printed.lone_cards import agreed_ratio, in_its_box, of_ratio
from vision.scene.printed_table import enrolment_photographs

RATIO = 0.65
CARD, FRAME = (100.0, 80.0, 230.0, 280.0), (112.0, 92.0, 218.0, 268.0)


class NoLooks:
    """A finder that sees nothing."""

    def look(self, image: ByteArray, long_px: int) -> list[FoundCard]:
        return []


def framed(table: int) -> ByteArray:
    """A white card with a dark panel on a grey table."""
    picture = np.full((360, 330, 3), table, np.uint8)
    for box, level in ((CARD, 225), (FRAME, 60)):
        x0, y0, x1, y1 = (round(value) for value in box)
        picture[y0:y1, x0:x1] = level
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8)


def off(outline: Outline, corners: Float64Array) -> float:
    """How far the worst corner is off, px; begun at either short side."""
    return float(
        min(np.hypot(*(np.roll(outline.corners, turn, axis=0) - corners).T).max() for turn in (0, 2))
    )


@pytest.mark.parametrize("print_", [101, 106, 109])
def test_a_back_that_fills_its_photograph_is_kept_as_it_is(print_: int) -> None:
    shown = enrolment_photographs(drawn_box("racko", print_), print_, [*map(str, range(31, 41)), BACK])
    photographs = [
        ShownPhotograph(one.picture, tuple(LabelledCard(card.label, card.box) for card in one.cards))
        for one in shown
    ]
    box = enrol(photographs, "racko", "2026-11-29", CardFinder())
    (kept,) = (look.picture for look in box.looks if look.label == BACK)
    picture, (back,) = shown[-1].picture, shown[-1].cards
    there = np.asarray(back.corners, np.float64)
    there = there if Outline(there).ratio < 1 else np.roll(there, -1, axis=0)
    right = cut_out(picture, Outline(there), LOOK_SIZE).astype(float)
    # Upright or upside down: a back shows both alike but for its word.
    differs = min(np.abs(right - kept).mean(), np.abs(right - np.rot90(kept, 2)).mean())
    assert differs < 0.25 * np.abs(right - right.mean(axis=(0, 1))).mean()


def test_what_was_found_well_in_its_box_stays() -> None:
    told = of_box(CARD)
    assert off(in_its_box(framed(150), told, CARD, RATIO, NoLooks()), told.corners) < 1.0


def test_a_frame_in_a_box_is_stretched_to_it() -> None:
    laid = in_its_box(framed(150), of_box(FRAME), CARD, RATIO, NoLooks())
    assert off(laid, of_box(CARD).corners) < 2.0


def test_what_reaches_the_edge_of_its_picture_stays_as_it_is() -> None:
    picture = np.ascontiguousarray(framed(150)[80:280, 100:230])
    told = of_box((0.0, 0.0, 130.0, 200.0))
    assert in_its_box(picture, told, told.box, RATIO, NoLooks()) is told


@pytest.mark.parametrize("table", [90, 120])
def test_a_printed_frame_gives_way_to_the_edge_of_the_card_about_it(table: int) -> None:
    picture = framed(table)
    assert off(of_ratio(picture, of_box(FRAME), RATIO), of_box(CARD).corners) < 2.0
    assert off(of_ratio(picture, of_box(CARD), RATIO), of_box(CARD).corners) < 2.0


def test_a_card_without_a_frame_is_not_made_larger() -> None:
    picture = framed(150)
    x0, y0, x1, y1 = (round(value) for value in FRAME)
    picture[y0:y1, x0:x1] = 225
    assert off(of_ratio(picture, of_box(CARD), RATIO), of_box(CARD).corners) < 2.0


def test_cards_that_do_not_agree_tell_no_ratio() -> None:
    wide = [of_box((0.0, 0.0, 65.0 + number, 100.0)) for number in range(4)]
    assert agreed_ratio(wide) == pytest.approx(0.665)
    assert agreed_ratio(wide[:3]) is None
    others = [of_box((0.0, 0.0, 40.0 + 5 * number, 100.0)) for number in range(4)]
    assert agreed_ratio([*wide, *others]) is None
    assert agreed_ratio([]) is None
