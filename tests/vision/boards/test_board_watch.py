"""A film that ends while a hand lies still on the board: what may be told below it, and what not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.boards.drawn_board import (
    FIRST,
    SECOND,
    SLANTED,
    STRAIGHT,
    as_corners,
    photograph,
    set_board,
)
from vision.boards.enrolment import learn
from vision.boards.reader import PieceReader
from vision.boards.squares import Image
from vision.boards.watch import BoardWatch

STEP_MS = 40
SKIN = (150, 175, 225)


@pytest.fixture(scope="module")
def reader() -> PieceReader:
    return PieceReader(learn([set_board({}), set_board(FIRST), set_board(SECOND, SLANTED)]))


def with_arm(picture: Image, tip: float) -> Image:
    """An arm that reaches in from the right, down to ``tip`` px from the left, over the third row of squares."""
    shown = picture.copy()
    cv2.rectangle(shown, (round(tip), 215), (639, 280), SKIN, -1)
    cv2.circle(shown, (round(tip), 247), 33, SKIN, -1)
    return np.asarray(shown, np.uint8)


def filmed(reader: PieceReader, before: Image, after: Image, tip: float) -> tuple[BoardWatch, Image, int]:
    """Film an arm that reaches far in, and draws back to where it rests; how much was told until then."""
    watch, told, now = BoardWatch(reader, as_corners(STRAIGHT)), 0, 0
    far = list(np.linspace(640, 300, 12))
    for place in [None] * 15 + far + list(np.linspace(300, tip, 8)) + [tip] * 20:
        picture = before if place is None or now < (15 + len(far)) * STEP_MS else after
        shown = picture if place is None else with_arm(picture, place)
        told += len(watch.feed(shown, now))
        now += STEP_MS
    return watch, shown, told


def test_a_square_beside_a_resting_hand_is_told_empty_at_the_end(reader: PieceReader) -> None:
    gone = {square: colour for square, colour in FIRST.items() if square != "b3"}
    assert len(gone) == len(FIRST) - 1
    # b3 has its middle at (185, 248): the arm rests over the edge of its zone only.
    watch, last, told = filmed(reader, photograph(FIRST), photograph(gone, seed=2), 262.0)
    assert told == 0 and "b3" in watch.unseen and watch.standing["b3"] == "green"
    (change,) = watch.ended(last)
    assert (change.square, change.before, change.after) == ("b3", "green", None)
    assert "b3" not in watch.standing and watch.ended(last) == ()


def test_what_a_hand_hides_is_not_told_at_the_end(reader: PieceReader) -> None:
    watch, last, told = filmed(reader, photograph(FIRST), photograph(FIRST, seed=2), 190.0)
    assert told == 0 and "b3" in watch.unseen
    assert watch.ended(last) == () and watch.standing["b3"] == "green"
