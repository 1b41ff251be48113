"""What is made of the word that a die leans; the word itself is measured by companion bench vision."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from calibration.geometry import Homography, Zone, rectangle
from vision.dice import DiceReader
from vision.dice.leaning import CALIBRATION, CROP_SIZE, LeaningCalibration, crop_surroundings
from vision.network import FloatArray
from vision.readings import ASKED, SURE, TrayReading
from vision.rectify import PX_PER_MM, rectify
from vision.scene import ScenePicture, SceneRenderer
from vision.scene.arrays import ByteArray
from vision.scene.cube import CubePose
from vision.scene.leaning_tray import LeansOn, leaning_throw

MODELS = Path(__file__).resolve().parents[2] / "vision" / "models"
DIE_PX = 16.0 * PX_PER_MM


@pytest.fixture(scope="module")
def renderer() -> SceneRenderer:
    return SceneRenderer(seed=31, lining="blue_felt", tilt_deg=12.0)


def throws(lean_deg: float, count: int, seed: int, renderer: SceneRenderer) -> list[ScenePicture]:
    rng = np.random.default_rng(seed)
    kinds: tuple[LeansOn, LeansOn] = ("wall", "die")
    return [leaning_throw(renderer.tray_mm, lean_deg, kinds[number % 2], rng) for number in range(count)]


def straight(renderer: SceneRenderer, picture: ScenePicture, noise: int) -> ByteArray:
    """The tray as it is cut out for reading."""
    corners = [(float(x), float(y)) for x, y in renderer.tray_corners_px]
    homography = Homography.of_rectangle(corners, *renderer.tray_mm)
    zone = Zone("tray", rectangle(0.0, 0.0, *renderer.tray_mm))
    return rectify(renderer.render(picture, noise).image, homography, zone, margin_mm=6.0).image


def read(reader: DiceReader, renderer: SceneRenderer, picture: ScenePicture, noise: int) -> TrayReading:
    return reader.read_tray(
        straight(renderer, picture, noise), expected=2, only="numbers", die_px=DIE_PX, straight=True
    )


class Judge:
    """Says of every die how surely it leans, as the network would."""

    def __init__(self, chance: float) -> None:
        self._logit = math.log(chance / (1.0 - chance))

    def run(self, batch: FloatArray) -> FloatArray:
        assert batch.shape[1:] == (3, CROP_SIZE, CROP_SIZE)
        return np.full((len(batch), 2), self._logit, np.float32)


def judged(chance: float) -> DiceReader:
    """A reader to whom every die leans so surely."""
    reader = DiceReader()
    reader._leaning = (Judge(chance), LeaningCalibration((0.0, 1.0), (0.0, 1.0)))
    return reader


def test_a_die_that_leans_was_thrown_but_no_face_of_it_is_sure(renderer: SceneRenderer) -> None:
    (picture,) = throws(32.0, 1, 3, renderer)
    tray = read(judged(0.95), renderer, picture, 0)
    assert len(tray.dice) == 2
    for die in tray.dice:
        assert die.leans and die.cocked == pytest.approx(0.95, abs=1e-3)
        assert die.presence >= ASKED and die.score < 0.1
    assert tray.surplus < 0.3


def test_a_little_doubt_whether_it_leans_makes_a_die_less_sure(renderer: SceneRenderer) -> None:
    (picture,) = throws(0.0, 1, 5, renderer)
    sure, doubted = (read(judged(chance), renderer, picture, 0) for chance in (0.001, 0.3))
    assert all(die.score >= SURE and not die.leans for die in sure.dice)
    assert all(0.6 < die.score < SURE and not die.leans for die in doubted.dice)
    assert {die.face for die in sure.dice} == {die.face for die in doubted.dice}


def test_in_a_photograph_from_anywhere_the_other_word_counts(renderer: SceneRenderer) -> None:
    reader = judged(0.95)
    reader._leaning = (Judge(0.95), LeaningCalibration((-9.0, 1.0), (0.0, 1.0)))
    (picture,) = throws(0.0, 1, 5, renderer)
    image = renderer.render(picture, 1).image
    assert all(not die.leans for die in reader.read(image))
    assert all(die.leans for die in reader.read(image, straight=True))


def test_without_what_tells_them_no_die_leans(tmp_path: Path, renderer: SceneRenderer) -> None:
    for name in ("dice_detector.onnx", "dice_classifier.onnx", "dice_calibration.json"):
        (tmp_path / name).symlink_to(MODELS / name)
    (picture,) = throws(32.0, 1, 3, renderer)
    assert all(die.cocked == 0.0 for die in read(DiceReader(tmp_path), renderer, picture, 0).dice)


@pytest.mark.parametrize("side", [9.0, 25.0, 90.0])
def test_a_crop_has_its_size_even_beyond_the_picture(side: float) -> None:
    image = np.random.default_rng(1).integers(0, 256, (50, 70, 3), dtype=np.uint8)
    for centre in ((0.0, 0.0), (69.0, 49.0), (35.0, 25.0)):
        assert crop_surroundings(image, centre, side, 0.4).shape == (64, 64, 3)


def test_a_calibration_comes_back_as_it_was_written(tmp_path: Path) -> None:
    calibration = LeaningCalibration((-2.5, 0.75), (-3.5, 1.25))
    calibration.save(tmp_path / CALIBRATION)
    assert LeaningCalibration.load(tmp_path / CALIBRATION) == calibration
    chances = [calibration.cocked((logit, 0.0), False) for logit in (-100.0, 0.0, 4.0, 1e9)]
    assert chances == sorted(chances) and chances[0] >= 0.0 and chances[-1] <= 1.0
    assert calibration.cocked((9.0, 0.0), True) == pytest.approx(1 / (1 + math.exp(3.5)))


@pytest.mark.parametrize("lean", [5.0, 20.0, 44.0])
def test_a_leaning_die_touches_the_table_and_its_raised_side_is_up(lean: float) -> None:
    pose = CubePose.leaning(3.0, -4.0, 25.0, 16.0, lean, 70.0)
    corners = pose.points(
        np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
    )
    assert corners[:, 2].max() == pytest.approx(0.0, abs=1e-9)
    assert pose.lean_deg == pytest.approx(lean)
    towards = np.array([math.cos(math.radians(70.0)), math.sin(math.radians(70.0))])
    lowest = corners[int(corners[:, 2].argmax()), :2] - pose.centre_mm[:2]
    assert float(lowest @ towards) < 0, "it touches on the side that is not raised"
