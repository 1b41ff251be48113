"""What measures geometry must itself be drawn exactly."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry import Homography, Point
from calibration.printed import CORNER_QUIET_MM, lens_board, marker_dictionary
from calibration.view import TableView
from tests.calibration.drawn import BENT, MAT, STRAIGHT, view
from vision.scene.flat_table import (
    Sheet,
    as_filmed,
    board_sheet,
    draw_markers,
    draw_sheet,
    marker_sheet,
    view_from_above,
)


def test_the_camera_hangs_where_it_is_told():
    of = view_from_above(STRAIGHT, Point(450, 350), 1000.0)
    ((x, y),) = of.to_px(np.array([[450.0, 350.0]]))
    assert (x, y) == pytest.approx(((STRAIGHT.width - 1) / 2, (STRAIGHT.height - 1) / 2))
    assert of.px_per_mm(Point(450, 350)) == pytest.approx(STRAIGHT.focal_px / 1000.0)


def test_a_sheet_covers_exactly_its_area():
    """The brightness that it adds is its area, whatever the angle and the lens: to a thousandth."""
    of = view(BENT, tilt=20.0)
    sheet = marker_sheet(0, marker_dictionary(), 50.0, 10.0)
    white = type(sheet)(np.full_like(sheet.bitmap, 255), sheet.cell_mm)
    side = sheet.size_mm[0]
    image = np.zeros((of.height, of.width, 3), np.uint8)
    outline = np.array([[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]]) + np.array([300.0, 200.0])
    draw_sheet(image, of, white, lambda points: points - (300.0, 200.0), outline)
    x, y = of.to_px(outline).T
    area = 0.5 * abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
    assert image[..., 0].sum() / 232.0 == pytest.approx(area, rel=0.003)


def test_a_marker_is_black_in_its_border_and_white_around():
    of = view()
    image = np.full((of.height, of.width, 3), 90, np.uint8)
    draw_markers(image, of, MAT.corners, marker_dictionary(), CORNER_QUIET_MM)
    places = np.array([[-21.0, 0.0], [-30.0, 0.0], [-45.0, 0.0]])
    shown = [int(image[round(y), round(x), 0]) for x, y in of.to_px(places)]
    assert shown[0] < 40 and shown[1] > 220 and shown[2] == 90


def test_a_sheet_outside_of_the_picture_is_not_drawn():
    of = view()
    image = np.zeros((of.height, of.width, 3), np.uint8)
    sheet = board_sheet(lens_board(), 5.0)
    draw_sheet(
        image,
        of,
        sheet,
        lambda points: points - 9000.0,
        np.array([[9000.0, 9000], [9100, 9000], [9100, 9100], [9000, 9100]]),
    )
    assert not image.any()


def test_a_board_sheet_has_its_squares_where_opencv_has_them():
    board = lens_board()
    sheet = board_sheet(board, 10.0)
    inner = board.getChessboardCorners()[:, :2] + 10.0
    for x, y in inner:
        column, row = int(x / sheet.cell_mm), int(y / sheet.cell_mm)
        around = sheet.bitmap[row - 2 : row + 2, column - 2 : column + 2] > 127
        # At an inner corner of a chessboard two opposite squares are white and two are black.
        assert around[0, 0] == around[3, 3] and around[0, 3] == around[3, 0] and around[0, 0] != around[0, 3]


def test_noise_and_blur_are_seeded():
    image = np.full((40, 60, 3), 128, np.uint8)
    one, same, other = (as_filmed(image, blur_px=0.8, noise=4.0, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one, same) and not np.array_equal(one, other)
    assert as_filmed(image, blur_px=0.8, noise=4.0, seed=1).std() == pytest.approx(4.0, rel=0.1)


@pytest.mark.parametrize("share", np.linspace(0.0, 1.0, 9))
def test_an_edge_along_the_columns_covers_its_last_pixel_to_an_eighth(share):
    """Four samples a pixel in a row: half of one is what an upright edge may be astray."""
    image = np.full((32, 64, 3), 26, np.uint8)
    left = 20.0 + share
    outline = np.array([[left, -10.0], [left + 100, -10.0], [left + 100, 90.0], [left, 90.0]])
    sheet = Sheet(np.full((100, 100), 255, np.uint8), 1.0)
    draw_sheet(image, TableView(64, 32, Homography(np.eye(3))), sheet, lambda at: at - outline[0], outline)
    covered = (image[16, 10:40, 0].astype(float) - 26.0) / (232.0 - 26.0)
    assert abs(39.5 - covered.sum() - left) <= 0.13
