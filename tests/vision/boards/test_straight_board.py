"""A board in a camera's picture as a pinhole shows it: only the part of a large still that shows it is reduced."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.geometry import Homography, Zone, rectangle
from calibration.view import TableView
from vision.boards.straight_board import straight_board

WIDE, HIGH = 4030, 3050
BOARD = Zone("board", rectangle(300.0, 200.0, 400.0, 300.0))


@pytest.mark.parametrize("moved", [0.0, -260.0])
def test_a_large_still_shows_the_board_as_the_whole_of_it_reduced_does(moved: float) -> None:
    """Also where the board reaches out of it."""
    rough = np.random.default_rng(2).integers(0, 256, (HIGH // 10, WIDE // 10, 3)).astype(np.uint8)
    picture = np.asarray(cv2.resize(rough, (WIDE, HIGH), interpolation=cv2.INTER_CUBIC), np.uint8)
    to_mm = np.array([[0.25, 0.02, moved], [-0.01, 0.26, 10.0], [0.0, 0.0, 1.0]])
    view = TableView(WIDE, HIGH, Homography(to_mm))
    told = straight_board(picture, view, BOARD)
    assert told is not None
    high, wide = told.image.shape[:2]
    small = np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
    expected = straight_board(small, view.scaled(wide, high), BOARD)
    assert expected is not None
    assert np.allclose(told.corners, expected.corners)
    difference = np.abs(told.image.astype(int) - expected.image)
    assert (told.image != 128).any(axis=2).mean() > 0.05
    assert difference.mean() < 0.5 and np.quantile(difference, 0.99) < 12
