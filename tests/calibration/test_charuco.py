"""A lens is measured from pictures of the printed board; pictures that cannot tell are refused by name."""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.charuco import BadBoards, BoardView, find_board, measure_lens
from calibration.geometry import Homography
from calibration.lens import Lens
from calibration.printed import BOARD_COLUMNS, BOARD_ROWS, BOARD_SQUARE_MM, lens_board
from calibration.view import TableView
from tests.calibration.drawn import BENT
from vision.scene.flat_table import as_filmed, board_sheet, draw_sheet

WIDE, HIGH = BOARD_COLUMNS * BOARD_SQUARE_MM, BOARD_ROWS * BOARD_SQUARE_MM
MARGIN = 10.0


def held(lens: Lens, number: int, *, tilt: float = 25.0, spread: float = 0.24) -> TableView:
    """The board as somebody holds it before the camera: elsewhere and tilted otherwise each time."""
    azimuth = 2.4 * number
    tilted, _ = cv2.Rodrigues(np.array([math.cos(azimuth), math.sin(azimuth), 0.0]) * math.radians(tilt))
    turned, _ = cv2.Rodrigues(np.array([0.0, 0.0, 0.3 * math.sin(number)]))
    rotation = np.asarray(tilted) @ np.asarray(turned)
    distance = lens.focal_px * WIDE / (lens.width * 0.5)
    across = (number % 3 - 1) * spread * lens.width / lens.focal_px
    down = (number // 3 % 3 - 1) * spread * lens.height / lens.focal_px
    offset = np.array([across, down, 1.0]) * distance - rotation @ np.array([WIDE / 2, HIGH / 2, 0.0])
    plane = lens.matrix @ np.column_stack([rotation[:, 0], rotation[:, 1], offset])
    return TableView(lens.width, lens.height, Homography(np.linalg.inv(plane)), lens)


def photographed(view: TableView) -> np.ndarray:
    image = np.full((view.height, view.width, 3), 90, np.uint8)
    outline = np.array(
        [
            [-MARGIN, -MARGIN],
            [WIDE + MARGIN, -MARGIN],
            [WIDE + MARGIN, HIGH + MARGIN],
            [-MARGIN, HIGH + MARGIN],
        ]
    )
    draw_sheet(image, view, board_sheet(lens_board(), MARGIN), lambda points: points + MARGIN, outline)
    return as_filmed(image, blur_px=0.7, noise=4.0, seed=1)


def exact(view: TableView) -> BoardView:
    inner = [
        [BOARD_SQUARE_MM * column, BOARD_SQUARE_MM * row]
        for row in range(1, BOARD_ROWS)
        for column in range(1, BOARD_COLUMNS)
    ]
    points = np.array(inner)
    return BoardView(view.to_px(points), np.column_stack([points, np.zeros(len(points))]))


@cache
def boards() -> tuple[BoardView, ...]:
    found = [find_board(photographed(held(BENT, number))) for number in range(9)]
    return tuple(board for board in found if board is not None)


def test_the_board_is_found_however_it_is_held():
    assert len(boards()) == 9
    assert sum(board.share > 0.9 for board in boards()) >= 5
    view = held(BENT, 4)
    board = find_board(photographed(view))
    off = board.pixels - view.to_px(board.points[:, :2])
    assert np.sqrt(np.mean(np.sum(off**2, axis=1))) < 0.15


def test_the_lens_is_measured():
    lens = measure_lens(boards(), BENT.width, BENT.height)
    assert lens.residual_px < 0.3
    assert lens.focal_px == pytest.approx(BENT.focal_px, rel=0.005)
    edges = np.array([[20.0, 20.0], [1260, 20], [1260, 700], [20, 700], [640, 20], [20, 360]])
    # A principal point that is off moves everything alike, which the markers take up: only bending counts.
    bent = lens.straight(edges) - BENT.straight(edges)
    assert np.abs(bent - bent.mean(axis=0)).max() < 1.5


def test_no_board_is_found_on_an_empty_table():
    assert find_board(np.full((720, 1280, 3), 120, np.uint8)) is None


@pytest.mark.parametrize(
    ("views", "code"),
    [
        ([exact(held(BENT, number)) for number in range(4)], "too_few"),
        ([exact(held(BENT, number, spread=0.02)) for number in range(9)], "too_narrow"),
        ([exact(held(BENT, number, tilt=0.0)) for number in range(9)], "too_flat"),
    ],
)
def test_pictures_that_cannot_tell_are_refused(views, code):
    with pytest.raises(BadBoards) as caught:
        measure_lens(views, BENT.width, BENT.height)
    assert caught.value.code == code


def test_a_bent_sheet_is_refused():
    chance = np.random.default_rng(2)
    views = [exact(held(BENT, number)) for number in range(9)]
    shaken = [
        BoardView(view.pixels + chance.normal(0, 3.0, view.pixels.shape), view.points) for view in views
    ]
    with pytest.raises(BadBoards) as caught:
        measure_lens(shaken, BENT.width, BENT.height)
    assert caught.value.code == "unsteady"
