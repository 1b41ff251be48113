"""A tray is glanced at where something lies, and looked at closely only where that leaves a doubt."""

from typing import NoReturn

import numpy as np
import pytest

from calibration.geometry import Homography, Zone, rectangle
from vision.dice import DiceReader
from vision.dice.classification import Look
from vision.dice.occupied import Window, occupied_windows
from vision.readings import SURE
from vision.rectify import PX_PER_MM, rectify
from vision.scene import SceneDie, ScenePicture, SceneRenderer
from vision.scene.arrays import ByteArray

DIE_PX = 16.0 * PX_PER_MM
WHITE_TWO, RED_FIVE = SceneDie("2", -60, 10, 20, 16.0, "white"), SceneDie("5", 50, -20, 65, 16.0, "red")
BLACK_FIVE = SceneDie("5", 50, -20, 65, 16.0, "black")


def tray_with(*dice: SceneDie) -> ByteArray:
    """A lined tray straight from above, with the inner side of its walls, as it is cut out for reading."""
    renderer = SceneRenderer(seed=11)
    width, height = renderer.tray_mm
    homography = Homography.of_rectangle(
        [(float(x), float(y)) for x, y in renderer.tray_corners_px], width, height
    )
    zone = Zone("tray", rectangle(0.0, 0.0, width, height))
    return rectify(renderer.render(ScenePicture(dice), 1).image, homography, zone, margin_mm=6.0).image


def area(windows: list[Window]) -> float:
    """The area of windows, in squares of a die's side."""
    return sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in windows) / DIE_PX**2


def place_of(die: SceneDie) -> tuple[float, float]:
    """Where a die's foot lies in the picture of the tray, in px."""
    return ((die.x_mm + 115.0 + 6.0) * PX_PER_MM, (die.y_mm + 82.5 + 6.0) * PX_PER_MM)


def test_dice_lie_in_the_windows_and_little_else_does() -> None:
    windows = occupied_windows(tray_with(WHITE_TWO, RED_FIVE), DIE_PX)
    for x, y in map(place_of, (WHITE_TWO, RED_FIVE)):
        assert any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in windows)
    assert area(windows) < 30


def test_a_dark_die_in_a_dim_tray_is_a_thing_too() -> None:
    dim = np.asarray(tray_with(WHITE_TWO, BLACK_FIVE) * 0.15, np.uint8)
    windows = occupied_windows(dim, DIE_PX)
    for x, y in map(place_of, (WHITE_TWO, BLACK_FIVE)):
        assert any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in windows)


def test_the_walls_of_an_empty_tray_are_no_things() -> None:
    assert area(occupied_windows(tray_with(), DIE_PX)) < 5


def test_a_plain_picture_has_no_windows_and_a_patterned_one_is_one() -> None:
    assert occupied_windows(np.full((400, 500, 3), 90, np.uint8), DIE_PX) == []
    patterned = np.random.default_rng(3).integers(0, 256, (25, 30, 3), dtype=np.uint8)
    assert occupied_windows(np.kron(patterned, np.ones((16, 16, 1), np.uint8)), DIE_PX) == [(0, 0, 480, 400)]


def test_things_side_by_side_share_a_window() -> None:
    picture = np.full((400, 500, 3), 90, np.uint8)
    picture[150:200, 100:150], picture[160:210, 170:220] = 250, 250
    picture[300:350, 400:450] = 250
    together, alone = sorted(occupied_windows(picture, DIE_PX))
    assert together[0] < 100 and together[2] > 220
    assert alone[0] > 350 and alone[1] > 250


@pytest.mark.parametrize("shape", [(1, 1), (3, 700), (16, 16)])
def test_odd_pictures_do_no_harm(shape: tuple[int, int]) -> None:
    for die_px in (3.0, 48.0, 900.0):
        for x0, y0, x1, y1 in occupied_windows(np.zeros((*shape, 3), np.uint8), die_px):
            assert 0 <= x0 < x1 <= shape[1] and 0 <= y0 < y1 <= shape[0]


def test_a_glance_is_enough_where_nothing_is_doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_again(*_: object) -> NoReturn:
        raise AssertionError("looked at closely")

    reader = DiceReader()
    monkeypatch.setattr(reader, "look", not_again)
    tray = reader.read_tray(tray_with(WHITE_TWO, RED_FIVE), expected=2, only="numbers", die_px=DIE_PX)
    assert {die.face for die in tray.dice} == {"2", "5"}
    assert all(die.score >= SURE for die in tray.dice)
    places = {str(die.face): die.centre for die in tray.dice}
    for die in (WHITE_TWO, RED_FIVE):
        assert np.hypot(*np.subtract(places[die.face], place_of(die))) < 0.4 * DIE_PX


@pytest.mark.parametrize("expected", [1, 3])
def test_a_die_too_many_or_too_few_is_looked_at_closely(
    monkeypatch: pytest.MonkeyPatch, expected: int
) -> None:
    reader, closely = DiceReader(), []
    look = reader.look

    def looked(*what: object) -> list[Look]:
        closely.append(True)
        return look(*what)  # type: ignore[arg-type]

    monkeypatch.setattr(reader, "look", looked)
    tray = reader.read_tray(tray_with(WHITE_TWO, RED_FIVE), expected=expected, only="numbers", die_px=DIE_PX)
    assert closely
    assert (tray.surplus >= SURE) == (expected == 1)
