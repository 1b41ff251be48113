"""Squares that are printed long, and the pieces that lie along them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.boards.empty_look import EmptyLook
from vision.boards.silhouettes import PieceShape, Silhouettes
from vision.boards.squares import BoardSquares
from vision.boards.straightened import Frame

CENTRES = np.array(
    [(60.0, 60.0), (160.0, 60.0), (60.0, 160.0), (160.0, 160.0), (240.0, 240.0), (280.0, 240.0)]
)
ANGLES = {0: 0.0, 1: 35.0, 2: 90.0}
SQUARES = BoardSquares((300.0, 300.0), ("flat", "slanted", "upright", "round", "plain", "beside"), CENTRES)


def printed() -> EmptyLook:
    """Three bars that lie at ANGLES, a disc and plain board."""
    frame = Frame.of(SQUARES)
    picture = np.full((*frame.shape, 3), (170, 200, 215), np.uint8)
    spacing_px = SQUARES.spacing * frame.px_per_unit
    for at, (x, y) in enumerate(frame.to_px(SQUARES.centres)):
        if at in ANGLES:
            size = (1.6 * spacing_px, 0.7 * spacing_px)
            corners = cv2.boxPoints(((float(x), float(y)), size, ANGLES[at]))
            cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], (60, 60, 190), cv2.LINE_AA)
        elif SQUARES.names[at] == "round":
            cv2.circle(picture, (round(x), round(y)), round(0.3 * spacing_px), (60, 60, 190), -1, cv2.LINE_AA)
    return EmptyLook.of((picture,), np.ones(frame.shape, bool), SQUARES)


@pytest.mark.parametrize("square", sorted(ANGLES))
def test_long_print_tells_its_direction(square: int) -> None:
    along = printed().along(SQUARES)[square]
    turned = np.deg2rad(ANGLES[square])
    assert abs(along @ (np.cos(turned), np.sin(turned))) > 0.98


def test_a_disc_and_plain_board_have_no_direction() -> None:
    assert np.abs(printed().along(SQUARES)[3:]).max() == 0.0


def test_a_long_piece_hides_a_bar_along_the_print() -> None:
    frame, high = Frame.of(SQUARES), np.array([100.0, 100.0, 1e6])
    along = printed().along(SQUARES)
    places = Silhouettes.of(PieceShape(0.2, 0.0, 0.6), SQUARES, frame, high, along)
    spacing_px = SQUARES.spacing * frame.px_per_unit
    rows, columns = np.nonzero(places.covered([0], frame.shape))
    assert np.ptp(columns) == pytest.approx(1.6 * spacing_px, abs=2.5)
    assert np.ptp(rows) == pytest.approx(0.4 * spacing_px, abs=2.5)
    rows, columns = np.nonzero(places.covered([3], frame.shape))
    assert np.ptp(columns) == pytest.approx(0.4 * spacing_px, abs=2.5)
