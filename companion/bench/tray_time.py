"""Measures how long a tray of dice takes to read, on one core: rendered trays set straight, two dice and five."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

import cv2
import numpy as np

from companion.bench.leaning import DIE_MM, TABLES, straight_tray
from companion.bench.measure import Measure
from companion.progress import progress
from vision.dice.leaning import Eye
from vision.dice.reader import DiceReader
from vision.rectify import PX_PER_MM
from vision.scene import SceneDie, ScenePicture, SceneRenderer
from vision.scene.arrays import ByteArray

BENCH = "vision"
_COUNTS = {2: "two", 5: "five"}
_MOST_MS = {2: 15.0, 5: 15.0}
_EACH, _LOOKS, _SEED = 8, 6, 7
_APART_MM = 24.0
_REACH_MM = (100.0, 68.0)


def measure(each: int = _EACH, looks: int = _LOOKS) -> Iterator[Measure]:
    """Yield the processor time, ms, of a tray: the median of `each` trays on every simulated table, of each the least
    of so many looks.
    """
    cv2.setNumThreads(1)
    reader, rng = DiceReader(threads=1), np.random.default_rng(_SEED)
    trays: dict[int, list[tuple[ByteArray, Eye]]] = {count: [] for count in _COUNTS}
    for table, lining, tilt in progress(TABLES, "tables whose trays are timed"):
        renderer = SceneRenderer(seed=table, lining=lining, tilt_deg=tilt)
        for count, of_count in trays.items():
            for number in range(each):
                image, _, eye = straight_tray(renderer, _throw(count, rng), number, renderer.camera.focal_px)
                of_count.append((image, eye))
    for count, of_count in trays.items():
        least = [min(_took(reader, image, count, eye) for _ in range(looks)) for image, eye in of_count]
        yield Measure(
            BENCH,
            f"tray.{_COUNTS[count]}_dice_ms",
            round(1000 * float(np.median(least)), 1),
            "ms",
            len(least),
            target=_MOST_MS[count],
            higher_is_better=False,
        )


def _took(reader: DiceReader, image: ByteArray, count: int, eye: Eye) -> float:
    """Processor time, s: what else runs on the machine counts little."""
    started = time.process_time()
    reader.read_tray(image, expected=count, only="numbers", die_px=DIE_MM * PX_PER_MM, eye=eye)
    return time.process_time() - started


def _throw(count: int, rng: np.random.Generator) -> ScenePicture:
    """So many dice anywhere in the tray, none on another."""
    dice: list[SceneDie] = []
    while len(dice) < count:
        x, y = (float(rng.uniform(-reach, reach)) for reach in _REACH_MM)
        if all(math.hypot(x - die.x_mm, y - die.y_mm) > _APART_MM for die in dice):
            dice.append(SceneDie(str(rng.integers(1, 7)), x, y, float(rng.uniform(0, 360))))
    return ScenePicture(tuple(dice))
