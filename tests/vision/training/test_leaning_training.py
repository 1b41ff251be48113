"""What the network of leaning dice learns from: scenes with dice that lean, found by the detector."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.dice.leaning import slant_at
from vision.network import load_network
from vision.training.leaning_examples import (
    LeaningSet,
    draw_leaning_set,
    examples_of,
    load_leaning_set,
    save_leaning_set,
)
from vision.training.leaning_scenes import draw_leaning_scene, draw_unseen_scene
from vision.training.scenes import SCENE_SIZE

MODELS = Path(__file__).resolve().parents[3] / "vision" / "models"


def test_the_same_numbers_give_the_same_scene_and_others_another() -> None:
    first, again, other = (draw_leaning_scene(4, index) for index in (6, 6, 8))
    assert np.array_equal(first.image, again.image) and first.dice == again.dice
    assert not np.array_equal(first.image, other.image)
    assert not np.array_equal(first.image, draw_unseen_scene(4, 6).image)


def test_scenes_show_dice_that_lean_and_dice_that_lie_flat_never_what_is_between() -> None:
    scenes = [draw_leaning_scene(4, index) for index in range(40)]
    dice = [die for scene in scenes for die in scene.dice]
    assert sum(die.cocked is True for die in dice) >= 8
    assert sum(die.cocked is False for die in dice) >= 40
    assert all(die.cocked is not None or 8.0 < die.lean_deg < 10.0 for die in dice)
    assert all(scene.image.shape == (SCENE_SIZE, SCENE_SIZE, 3) for scene in scenes)


def test_a_scene_set_straight_shows_flat_dice_as_large_as_it_says() -> None:
    for index in range(0, 30, 2):
        scene = draw_leaning_scene(4, index)
        for die in scene.dice:
            if die.lean_deg == 0.0 and die.visible > 0.9:
                # Their middle is a little nearer to the camera than the table.
                assert scene.side_px * 0.98 <= die.side <= scene.side_px * 1.4


def test_a_die_that_leans_looks_as_far_aside_as_it_leans() -> None:
    dice = [die for index in range(12) for die in draw_leaning_scene(4, index).dice]
    assert any(die.lean_deg > 20 for die in dice)
    for die in dice:
        assert math.hypot(*die.normal) == pytest.approx(math.sin(math.radians(die.lean_deg)), abs=1e-6)


def test_the_lower_face_of_a_flat_die_is_seen_towards_the_camera() -> None:
    detector = load_network(MODELS / "dice_detector.onnx")
    reaches = []
    for index in range(24):
        scene = draw_leaning_scene(4, index)
        for one in examples_of(detector, scene, index):
            found = one.found
            if found is None or one.lean_deg > 0.0:
                continue
            slant = np.asarray(slant_at(one.eye, found.centre, 0.0))
            if np.hypot(*slant) > 0.2:
                middle = min((die.centre for die in scene.dice), key=lambda at: math.dist(at, found.centre))
                beyond = (np.asarray(middle) - found.centre) / found.side
                reaches.append(float(beyond @ slant) / float(slant @ slant))
    assert len(reaches) >= 5
    # The middle of the die lies half as deep under the upper face as the lower face.
    assert float(np.median(reaches)) == pytest.approx(0.5, abs=0.15)


def test_most_dice_are_found_whether_they_lean_or_not() -> None:
    detector = load_network(MODELS / "dice_detector.onnx")
    examples = [
        example
        for index in range(24)
        for example in examples_of(detector, draw_leaning_scene(4, index), index)
    ]
    assert len(examples) >= 24
    assert sum(example.found is not None for example in examples) >= 0.9 * len(examples)


def test_a_set_comes_back_as_it_was_written(tmp_path: Path) -> None:
    drawn = draw_leaning_set(5, 3, MODELS, processes=1)
    save_leaning_set(drawn, tmp_path)
    kept = load_leaning_set(tmp_path)
    assert np.array_equal(kept.images, drawn.images)
    assert kept.examples == drawn.examples and len(kept.examples) >= 2
    hidden = LeaningSet(drawn.images, tuple(replace(one, found=None) for one in drawn.examples))
    save_leaning_set(hidden, tmp_path)
    assert load_leaning_set(tmp_path).examples == hidden.examples


def test_a_network_trained_for_a_moment_is_written_with_card_and_calibration(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from vision.dice.leaning import CALIBRATION, MODEL, LeaningCalibration
    from vision.training.leaning import make_leaning

    drawn = draw_leaning_set(5, 30, MODELS, processes=1)
    make_leaning(MODELS / "dice_classifier.onnx", drawn, drawn, tmp_path, 1, 3, 0.12)
    assert load_network(tmp_path / MODEL).run(np.zeros((2, 4, 64, 64), np.float32)).shape == (2, 3)
    assert LeaningCalibration.load(tmp_path / CALIBRATION).slope == pytest.approx(0.0, abs=5.0)
    assert "photographs: none" in (tmp_path / "dice_leaning.md").read_text(encoding="utf-8")
