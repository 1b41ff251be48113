"""Dice that lean are told as such, dice that lie flat are not, and what is made of it."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.geometry import Homography, Zone, rectangle
from companion.sighting import COCKED, COCKED_DOUBT
from vision.dice import DiceReader
from vision.dice.dice_zones import distribution
from vision.dice.leaning import (
    CALIBRATION,
    CROP_SIZE,
    MODEL,
    Eye,
    LeaningCalibration,
    crop_surroundings,
    flat_die,
    slant_at,
)
from vision.network import FloatArray, load_network
from vision.readings import ASKED, SURE, DieReading, TrayReading
from vision.rectify import PX_PER_MM, rectify
from vision.scene import ScenePicture, SceneRenderer
from vision.scene.arrays import ByteArray
from vision.scene.cube import CubePose
from vision.scene.leaning_tray import LeansOn, leaning_throw
from vision.standpoint import camera_place

MODELS = Path(__file__).resolve().parents[3] / "vision" / "models"
DIE_PX = 16.0 * PX_PER_MM


@pytest.fixture(scope="module")
def renderer() -> SceneRenderer:
    return SceneRenderer(seed=31, lining="blue_felt", tilt_deg=12.0)


def throws(lean_deg: float, count: int, seed: int, renderer: SceneRenderer) -> list[ScenePicture]:
    rng = np.random.default_rng(seed)
    kinds: tuple[LeansOn, LeansOn] = ("wall", "die")
    return [leaning_throw(renderer.tray_mm, lean_deg, kinds[number % 2], rng) for number in range(count)]


def straight(renderer: SceneRenderer, picture: ScenePicture, noise: int) -> tuple[ByteArray, Eye]:
    """The tray as it is cut out for reading, and where the camera stands over it."""
    corners = [(float(x), float(y)) for x, y in renderer.tray_corners_px]
    homography = Homography.of_rectangle(corners, *renderer.tray_mm)
    zone = Zone("tray", rectangle(0.0, 0.0, *renderer.tray_mm))
    cut = rectify(renderer.render(picture, noise).image, homography, zone, margin_mm=6.0)
    size = (renderer.width, renderer.height)
    return cut.image, cut.seen_from(camera_place(homography, size, renderer.camera.focal_px))


def read(reader: DiceReader, renderer: SceneRenderer, picture: ScenePicture, noise: int) -> TrayReading:
    image, eye = straight(renderer, picture, noise)
    return reader.read_tray(image, expected=2, only="numbers", die_px=DIE_PX, eye=eye)


def nearest(tray: TrayReading, picture: ScenePicture, renderer: SceneRenderer, which: int) -> DieReading:
    """What was read where the die with this number lies."""
    x, y = picture.dice[which].x_mm, picture.dice[which].y_mm
    at = ((x + renderer.tray_mm[0] / 2 + 6.0) * PX_PER_MM, (y + renderer.tray_mm[1] / 2 + 6.0) * PX_PER_MM)
    return min(tray.dice, key=lambda die: math.dist(die.centre, at))


class Judge:
    """Says of every die how surely it leans, as the network would."""

    def __init__(self, chance: float) -> None:
        self._logit = math.log(chance / (1.0 - chance))

    def run(self, batch: FloatArray) -> FloatArray:
        assert batch.shape[1:] == (4, CROP_SIZE, CROP_SIZE)
        return np.full((len(batch), 3), self._logit, np.float32)


def judged(chance: float) -> DiceReader:
    """A reader to whom every die leans so surely."""
    reader = DiceReader()
    reader._leaning = (Judge(chance), LeaningCalibration(0.0, 1.0))
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


def test_where_nobody_knows_where_the_camera_stands_no_die_leans(renderer: SceneRenderer) -> None:
    reader = judged(0.95)
    (picture,) = throws(0.0, 1, 5, renderer)
    image, eye = straight(renderer, picture, 1)
    assert all(die.cocked == 0.0 for die in reader.read(image))
    assert all(die.leans for die in reader.read(image, eye=eye))


def test_dice_that_lean_are_told_and_flat_ones_are_not(renderer: SceneRenderer) -> None:
    reader, pictures = DiceReader(), throws(32.0, 8, 7, renderer)
    trays = [read(reader, renderer, picture, number) for number, picture in enumerate(pictures)]
    dice = [nearest(tray, picture, renderer, 0) for tray, picture in zip(trays, pictures, strict=True)]
    beside = [nearest(tray, picture, renderer, 1) for tray, picture in zip(trays, pictures, strict=True)]
    assert sum(die.leans for die in dice) >= 6
    assert sum(distribution(die).get(COCKED, 0.0) >= COCKED_DOUBT for die in dice) >= 7
    assert sum(die.leans for die in beside) == 0


def test_flat_dice_close_to_a_wall_stay_sure(renderer: SceneRenderer) -> None:
    reader, pictures = DiceReader(), throws(0.0, 6, 9, renderer)
    trays = [read(reader, renderer, picture, number) for number, picture in enumerate(pictures)]
    assert not any(die.leans for tray in trays for die in tray.dice)
    assert sum(die.score >= SURE for tray in trays for die in tray.dice) >= 11


def test_a_flat_die_is_drawn_with_the_side_that_is_seen_from_there() -> None:
    above = flat_die((0.0, 0.0))
    left, right = flat_die((-0.4, 0.0)), flat_die((0.4, 0.0))
    assert above[32, 32] == left[32, 32] == 255 and above[0, 0] == 0
    assert int((left == 128).sum()) > 300 and int((above == 128).sum()) < 100
    assert np.abs(left[:, ::-1].astype(int) - right).mean() < 2.0
    assert (left[32] == 128).argmax() < 32 < (right[32] == 128).argmax()


def test_both_runtimes_tell_the_same_dice() -> None:
    """Eight bits: where one rounds a half up the other may round it down."""
    rng = np.random.default_rng(2)
    smooth = cv2.GaussianBlur(rng.random((256, 64, 3), dtype=np.float32), (0, 0), 4)
    batch = np.empty((4, 4, CROP_SIZE, CROP_SIZE), np.float32)
    batch[:, :3] = (
        cv2.normalize(smooth, None, 0, 1, cv2.NORM_MINMAX).reshape(4, 64, 64, 3).transpose(0, 3, 1, 2)
    )
    batch[:, 3] = flat_die((0.2, 0.1)) / np.float32(255.0)
    first, second = (
        load_network(MODELS / MODEL, runtime).run(batch) for runtime in ("onnxruntime", "opencv")
    )
    assert first.shape == second.shape == (4, 3)
    assert float(np.abs(first - second).max()) < 0.1


def test_the_slant_turns_with_the_crop() -> None:
    eye = (100.0, 50.0, 200.0)
    assert slant_at(eye, (60.0, 50.0), 0.0) == pytest.approx((0.2, 0.0))
    assert slant_at(eye, (60.0, 50.0), math.pi / 2) == pytest.approx((0.0, -0.2))


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
    calibration = LeaningCalibration(-3.5, 1.25)
    calibration.save(tmp_path / CALIBRATION)
    assert LeaningCalibration.load(tmp_path / CALIBRATION) == calibration
    chances = [calibration.cocked(logit) for logit in (-100.0, 0.0, 4.0, 1e9)]
    assert chances == sorted(chances) and chances[0] >= 0.0 and chances[-1] <= 1.0
    assert calibration.cocked(0.0) == pytest.approx(1 / (1 + math.exp(3.5)))


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
