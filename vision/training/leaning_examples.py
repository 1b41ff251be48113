"""What the detector finds of dice that lean and of dice that lie flat: the examples that the network of leaning dice
learns from and is judged on.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.progress import progress
from vision.dice.detection import Detection, detect
from vision.dice.leaning import Eye
from vision.dice.matching import pair_boxes
from vision.network import Network, load_network
from vision.scene.arrays import ByteArray, Float64Array
from vision.training.leaning_scenes import LeaningScene, draw_leaning_scene
from vision.training.scenes import SCENE_SIZE

FOUND_HEAT = 0.04
"""What a tray is searched with."""
_LEAST_SEEN = 0.6
_SMALLEST_SIDE = 18.0
_BATCH = 50
DrawLeaning = Callable[[int, int], LeaningScene]
"""Draws the scene of a series (seed) and a number."""
_COLUMNS = 19


@dataclass(frozen=True, slots=True)
class LeaningExample:
    """One die of a scene (its number), how far it leans in degrees, what of its upper face's unit normal lies in the
    picture, where the camera stood, and how the detector found it; None where it did not.
    """

    scene: int
    lean_deg: float
    normal: tuple[float, float]
    eye: Eye
    found: Detection | None


@dataclass(frozen=True, slots=True)
class LeaningSet:
    """Scenes as one uint8 array (n, SCENE_SIZE, SCENE_SIZE, 3) and the dice in them."""

    images: ByteArray
    examples: tuple[LeaningExample, ...]


def examples_of(detector: Network, scene: LeaningScene, number: int) -> list[LeaningExample]:
    """Search a scene as the reader does, and tell every die of which enough is seen."""
    detections = detect(detector, scene.image, scene.side_px, FOUND_HEAT)
    pairs = pair_boxes([die.box for die in scene.dice], [found.box for found in detections])
    return [
        LeaningExample(
            number,
            die.lean_deg,
            die.normal,
            scene.eye,
            detections[pairs[which]] if which in pairs else None,
        )
        for which, die in enumerate(scene.dice)
        if die.visible >= _LEAST_SEEN and die.side >= _SMALLEST_SIDE
    ]


def _draw(job: tuple[DrawLeaning, Path, int, int, int]) -> tuple[ByteArray, list[LeaningExample]]:
    cv2.setNumThreads(1)
    draw, models, seed, start, stop = job
    detector = load_network(models / "dice_detector.onnx")
    scenes = [draw(seed, index) for index in range(start, stop)]
    examples = [
        example
        for index, scene in enumerate(scenes, start)
        for example in examples_of(detector, scene, index)
    ]
    return np.stack([scene.image for scene in scenes]), examples


def draw_leaning_set(
    seed: int, count: int, models: Path, processes: int = 2, draw: DrawLeaning = draw_leaning_scene
) -> LeaningSet:
    """Draw `count` scenes of the series `seed` and search them with the detector in the folder `models`; the result
    does not depend on the number of processes.
    """
    jobs = [(draw, models, seed, start, min(count, start + _BATCH)) for start in range(0, count, _BATCH)]
    images = np.empty((count, SCENE_SIZE, SCENE_SIZE, 3), np.uint8)
    examples: list[LeaningExample] = []
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for (*_, start, stop), (part, told) in zip(
            jobs, progress(pool.imap(_draw, jobs), "batches of leaning scenes", len(jobs)), strict=True
        ):
            images[start:stop] = part
            examples.extend(told)
    return LeaningSet(images, tuple(examples))


def save_leaning_set(scenes: LeaningSet, folder: Path) -> None:
    """Write a set as `images.npy` and `examples.npy` into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "images.npy", scenes.images)
    rows = [
        [
            one.scene,
            one.lean_deg,
            *one.normal,
            *one.eye,
            *(_numbers(one.found) if one.found else [np.nan] * 12),
        ]
        for one in scenes.examples
    ]
    np.save(folder / "examples.npy", np.array(rows, np.float64).reshape(-1, _COLUMNS))


def _numbers(found: Detection) -> list[float]:
    return [
        *found.centre,
        found.side,
        *found.anisotropy,
        found.turn,
        *found.box,
        found.heat,
        found.seen_side,
    ]


def load_leaning_set(folder: Path) -> LeaningSet:
    """Read what `save_leaning_set` wrote; raises OSError where it is missing."""
    rows: Float64Array = np.load(folder / "examples.npy")
    examples = tuple(
        LeaningExample(
            int(row[0]),
            float(row[1]),
            (float(row[2]), float(row[3])),
            (float(row[4]), float(row[5]), float(row[6])),
            _found([float(value) for value in row[7:]]),
        )
        for row in rows
    )
    return LeaningSet(np.load(folder / "images.npy"), examples)


def _found(row: list[float]) -> Detection | None:
    if np.isnan(row[0]):
        return None
    x, y, side, first, second, turn, x0, y0, x1, y1, heat, seen = row
    return Detection((x, y), side, (first, second), turn, (x0, y0, x1, y1), heat, seen)
