"""Measures how well dice that lean are told from dice that lie flat, in rendered trays set straight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import cv2
import numpy as np

from calibration.geometry import Homography, Zone, rectangle
from companion.bench.measure import Measure, share_measure
from companion.progress import progress
from companion.sighting import COCKED, COCKED_DOUBT
from vision.dice.dice_zones import distribution
from vision.dice.leaning import Eye
from vision.dice.matching import pair_boxes
from vision.dice.reader import DiceReader
from vision.readings import ASKED, SURE, DieReading
from vision.rectify import PX_PER_MM, rectify
from vision.scene import ScenePicture, SceneRenderer
from vision.scene.arrays import ByteArray
from vision.scene.leaning_tray import LeansOn, leaning_throw
from vision.standpoint import camera_place

BENCH = "vision"
DIE_MM, _MARGIN_MM = 16.0, 6.0
_LITTLE_DEG, _MUCH_DEG, _MOST_DEG = 10.0, 20.0, 50.0
_EVERY_GROUP = 104
TABLES = (
    (21, "brown_leather", 8.0),
    (22, "green_felt", 0.0),
    (23, "blue_felt", 20.0),
    (24, "red_felt", 14.0),
)
"""The simulated tables: seed, lining, and how far the camera is tilted in degrees."""


@dataclass
class LeaningTally:
    """What became of dice that lay alike: how many were told to lean, how many a game would ask about for that, and
    how many were read surely, with which face or at all.
    """

    dice: int = 0
    found: int = 0
    cocked: int = 0
    asked: int = 0
    sure: int = 0
    right_and_sure: int = 0

    def count(self, face: str, reading: DieReading | None) -> None:
        """Count one die, of which `reading` is all that was told; None where nothing was."""
        self.dice += 1
        if reading is None:
            return
        self.found += reading.presence >= ASKED
        self.cocked += reading.presence >= ASKED and reading.leans
        self.asked += distribution(reading).get(COCKED, 0.0) >= COCKED_DOUBT
        self.sure += reading.score >= SURE
        self.right_and_sure += reading.score >= SURE and reading.face == face


@dataclass
class LeaningTallies:
    """Dice that lean by 20 degrees or more, by 10 to 20, and those that lie flat, close to something or not."""

    much: LeaningTally = field(default_factory=LeaningTally)
    little: LeaningTally = field(default_factory=LeaningTally)
    flat: LeaningTally = field(default_factory=LeaningTally)

    def measures(self) -> Iterator[Measure]:
        """Yield the figures, named "leaning.<figure>"."""
        for name, tally in (("20-50", self.much), ("10-20", self.little)):
            yield share_measure(BENCH, f"leaning.cocked_at_{name}", tally.cocked, tally.dice)
            yield share_measure(BENCH, f"leaning.asked_at_{name}", tally.asked, tally.dice)
            yield share_measure(
                BENCH, f"leaning.read_surely_at_{name}", tally.sure, tally.dice, higher_is_better=False
            )
        flat = self.flat
        yield share_measure(
            BENCH, "leaning.flat_called_cocked", flat.cocked, flat.dice, higher_is_better=False
        )
        yield share_measure(BENCH, "leaning.flat_asked", flat.asked, flat.dice, higher_is_better=False)
        yield share_measure(BENCH, "leaning.flat_right_and_sure", flat.right_and_sure, flat.dice)


def straight_tray(
    renderer: SceneRenderer, picture: ScenePicture, noise: int, focal_px: float | None = None
) -> tuple[ByteArray, Homography, Eye]:
    """Return a rendered tray as it is cut out for reading, what led there, and where the camera stands, by its focal
    length or without.
    """
    corners = [(float(x), float(y)) for x, y in renderer.tray_corners_px]
    homography = Homography.of_rectangle(corners, *renderer.tray_mm)
    zone = Zone("tray", rectangle(0.0, 0.0, *renderer.tray_mm))
    cut = rectify(renderer.render(picture, noise).image, homography, zone, margin_mm=_MARGIN_MM)
    place = camera_place(homography, (renderer.width, renderer.height), focal_px)
    return cut.image, homography, cut.seen_from(place)


def measure(each: int = _EVERY_GROUP, models: Path | None = None, seed: int = 6026) -> LeaningTallies:
    """Read about `each` throws of every group, on each simulated table and with each thing to lean on as many."""
    cv2.setNumThreads(1)
    reader, rng = DiceReader(models), np.random.default_rng(seed)
    tallies = LeaningTallies()
    groups = (
        (tallies.much, _MUCH_DEG, _MOST_DEG),
        (tallies.little, _LITTLE_DEG, _MUCH_DEG),
        (tallies.flat, 0.0, 0.0),
    )
    kinds: tuple[LeansOn, ...] = ("wall", "die")
    for table, lining, tilt in progress(TABLES, "tables with leaning dice"):
        renderer = SceneRenderer(seed=table, lining=lining, tilt_deg=tilt)
        for (tally, low, high), kind, number in product(groups, kinds, range(max(1, each // 8))):
            throw = leaning_throw(renderer.tray_mm, float(rng.uniform(low, high)), kind, rng)
            _count(reader, renderer, throw, number, tally, tallies.flat)
    return tallies


def _count(
    reader: DiceReader,
    renderer: SceneRenderer,
    throw: ScenePicture,
    noise: int,
    of_first: LeaningTally,
    of_second: LeaningTally,
) -> None:
    image, homography, eye = straight_tray(renderer, throw, noise, renderer.camera.focal_px)
    tray = reader.read_tray(image, expected=2, only="numbers", die_px=DIE_MM * PX_PER_MM, eye=eye)
    half = DIE_MM * PX_PER_MM / 2
    boxes = []
    for drawn in renderer.render(throw, noise).dice:
        x0, y0, x1, y1 = drawn.box
        middle = homography.to_mm(((x0 + x1) / 2, (y0 + y1) / 2))
        x, y = (middle.x + _MARGIN_MM) * PX_PER_MM, (middle.y + _MARGIN_MM) * PX_PER_MM
        boxes.append((x - half, y - half, x + half, y + half))
    pairs = pair_boxes(boxes, [die.box for die in tray.dice])
    for which, (die, tally) in enumerate(zip(throw.dice, (of_first, of_second), strict=True)):
        tally.count(die.face, tray.dice[pairs[which]] if which in pairs else None)
