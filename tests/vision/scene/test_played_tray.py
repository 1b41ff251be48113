"""Dice are thrown into a tray, onto a piece of felt or onto the table itself."""

from __future__ import annotations

import numpy as np
import pytest

from vision.scene.arrays import ByteArray
from vision.scene.camera import PinholeCamera
from vision.scene.dice_photographs import unseen_dice
from vision.scene.played_tray import Onto, PlayedTray

CAMERA = PinholeCamera.over_table(400, 300, view_width_mm=400, distance_mm=900, target_mm=(200, 150))
GREY = np.full((300, 400, 3), 190, np.uint8)
ONTO: tuple[Onto, ...] = ("tray", "felt", "table")


def place(onto: Onto) -> PlayedTray:
    style = unseen_dice("letters", 3).style
    return PlayedTray("tray", (100, 50), (200, 200), (style,), np.random.default_rng(5), onto)


def printed(onto: Onto) -> ByteArray:
    picture = GREY.copy()
    place(onto).print_on(picture, CAMERA)
    return picture


def is_covered(picture: ByteArray, x: float, y: float) -> bool:
    ((column, row),) = np.round(CAMERA.project(np.array([(x, y, 0.0)]))).astype(int)
    return bool((picture[row, column] != 190).any())


def test_felt_reaches_beyond_the_place_and_has_no_rim_and_the_table_stays_bare() -> None:
    tray, felt = printed("tray"), printed("felt")
    assert is_covered(tray, 200, 150) and not is_covered(tray, 92, 150)
    assert is_covered(felt, 200, 150) and is_covered(felt, 92, 150) and not is_covered(felt, 80, 150)
    row, first, last = 150, 103, 115
    across = [picture[row, first:last].mean(axis=1) for picture in (tray, felt)]
    assert np.ptp(across[0]) > 2 * np.ptp(across[1]), "a rim is darker than what it holds"
    assert np.array_equal(printed("table"), GREY)


@pytest.mark.parametrize("onto", ONTO)
def test_dice_come_to_lie_inside_the_place(onto: Onto) -> None:
    there = place(onto)
    picture = GREY.copy()
    there.print_on(picture, CAMERA)
    bare = picture.copy()
    assert there.lay({"tray": ("K", "9")})
    there.draw(picture, CAMERA)
    rows, columns = np.nonzero((picture != bare).any(axis=2))
    left, top, right, bottom = there.box(picture.shape, CAMERA)
    assert len(rows) > 200
    assert rows.min() >= top and rows.max() < bottom and columns.min() >= left and columns.max() < right
