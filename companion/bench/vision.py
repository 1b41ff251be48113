"""Measures the dice reader on labelled photographs: what it reads right, what it asks, what it gets wrong unasked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.bench.measure import Measure, share_measure
from companion.bench.reliability import Reliability
from companion.progress import progress
from vision.dice.labelled import LabelledPhotograph, labelled_photographs
from vision.dice.matching import Box, pair_boxes
from vision.dice.reader import DiceReader
from vision.dice.tally import DiceTally
from vision.picture import load_picture
from vision.readings import DieReading

__all__ = ["LabelledPhotograph", "Tally", "labelled_photographs", "measure", "measure_groups"]

BENCH = "vision"
NEAR_SOURCES: tuple[str, ...] = ("tomek-jankowiak", "N3VERS4YDIE", "matteop65")
"""Sources of ordinary dice photographed from near: the tray case is judged on them."""
SHRUNK_SOURCE = "tomek-jankowiak"
_SHRUNK_DIE_PX = 50.0
_TRAY_MARGIN_DICE = 1.0

_TARGETS: dict[str, tuple[float, bool]] = {
    "all.right": (75.0, True),
    "all.wrong_and_sure": (2.0, False),
    "tomek-jankowiak.wrong_and_sure": (0.0, False),
    "tomek-jankowiak-shrunk.wrong_and_sure": (0.0, False),
    "tomek-jankowiak.asked": (2.1, False),
    "tomek-jankowiak-shrunk.asked": (2.1, False),
    "near-in-tray.right": (99.0, True),
}


@dataclass
class Tally(DiceTally):
    """A tally of dice that tells its figures, and whether the certainty of its readings may be believed.

    A reading at which no labelled die lies counts as wrong, one at a die that shows no pips not at all. All labelled
    dice lie flat: `cocked` are those that are said to lean all the same.
    """

    cocked: int = 0
    reliability: Reliability = field(default_factory=Reliability)

    def count(
        self, photograph: LabelledPhotograph, readings: Sequence[DieReading], boxes: Sequence[Box]
    ) -> None:
        """Compare the readings of a photograph with its labels, whose `boxes` are in px of the picture that
        was read.
        """
        super().count(photograph, readings, boxes)
        label_of = {other: at for at, other in pair_boxes(boxes, [one.box for one in readings]).items()}
        for number, reading in enumerate(readings):
            label = label_of.get(number)
            value = None if label is None else photograph.values[label]
            if value is not None:
                self.cocked += reading.leans
            if label is None or value is not None:
                self.reliability.count(reading.score, value is not None and reading.face == str(value))

    def add(self, other: Self) -> None:
        """Add the counts of another group."""
        super().add(other)
        self.cocked += other.cocked
        self.reliability.add(other.reliability)

    def measures(self, group: str) -> Iterator[Measure]:
        """Yield the figures of the group, named "<group>.<figure>"."""
        shares = (
            ("right", self.right, True),
            ("named", self.named, True),
            ("wrong_and_sure", self.wrong_and_sure, False),
            ("wrong_unsure", self.wrong_unsure, False),
            ("asked", self.asked, False),
            ("missed", self.missed, False),
            ("called_cocked", self.cocked, False),
        )
        for name, number, higher_is_better in shares:
            target, _ = _TARGETS.get(f"{group}.{name}", (None, True))
            yield share_measure(
                BENCH, f"{group}.{name}", number, self.dice, target=target, higher_is_better=higher_is_better
            )
        pictures = len(self.milliseconds)
        for name, number in (("invented", self.invented), ("invented_and_sure", self.invented_and_sure)):
            yield Measure(BENCH, f"{group}.{name}", number, "dice", pictures, higher_is_better=False)
        if pictures:
            median = round(float(np.median(self.milliseconds)), 1)
            yield Measure(BENCH, f"{group}.ms", median, "ms", pictures, higher_is_better=False)


def tray_around(boxes: Sequence[Box], width: int, height: int) -> tuple[int, int, int, int]:
    """Return the box (x0, y0, x1, y1) px of a tray: around all dice, with a margin of about one die."""
    corners = np.array(boxes)
    side = float(np.median(np.sqrt((corners[:, 2] - corners[:, 0]) * (corners[:, 3] - corners[:, 1]))))
    margin = side * _TRAY_MARGIN_DICE
    return (
        max(0, int(corners[:, 0].min() - margin)),
        max(0, int(corners[:, 1].min() - margin)),
        min(width, int(corners[:, 2].max() + margin) + 1),
        min(height, int(corners[:, 3].max() + margin) + 1),
    )


def usual_side_px(boxes: Sequence[Box]) -> float:
    """Return the median side of the labelled boxes, in px."""
    return float(np.median([((box[2] - box[0]) * (box[3] - box[1])) ** 0.5 for box in boxes]))


def _moved(boxes: Sequence[Box], scale: float, dx: float = 0.0, dy: float = 0.0) -> list[Box]:
    return [(b[0] * scale - dx, b[1] * scale - dy, b[2] * scale - dx, b[3] * scale - dy) for b in boxes]


def _shrunk(image: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def reader_for(models: Path | None, threads: int) -> Callable[[str], DiceReader]:
    """Return what tells the reader that judges a source: with the models in `models`, or in its folder
    `left-out-SOURCE` (as `vision.training.cross_validate` leaves them) where there is one; None is the project's own.
    """
    readers: dict[Path | None, DiceReader] = {}

    def reader_of(source: str) -> DiceReader:
        folder = models
        if models is not None and (models / f"left-out-{source}").is_dir():
            folder = models / f"left-out-{source}"
        if folder not in readers:
            readers[folder] = DiceReader(folder, threads=threads)
        return readers[folder]

    return reader_of


def measure_groups(
    photographs: Sequence[LabelledPhotograph],
    reader: DiceReader | Callable[[str], DiceReader],
    *,
    known_scale_share: float = 0.8,
) -> dict[str, Tally]:
    """Read every photograph whole, the near ones also shrunk and as trays of a known number of dice;
    returns tallies by group. `reader` may depend on the source.

    `known_scale_share` is how large a top face is, as a share of a labelled box (which encloses the sides too).
    """
    groups: dict[str, Tally] = {}
    for photograph in progress(photographs, "photographs of dice"):
        judge = reader if isinstance(reader, DiceReader) else reader(photograph.source)
        image = load_picture(photograph.path)
        tally = groups.setdefault(photograph.source, Tally())
        started = time.perf_counter()
        readings = judge.read(image)
        tally.milliseconds.append((time.perf_counter() - started) * 1000)
        tally.count(photograph, readings, photograph.boxes)
        if photograph.source == SHRUNK_SOURCE and photograph.boxes:
            scale = _SHRUNK_DIE_PX / usual_side_px(photograph.boxes)
            small = groups.setdefault(f"{SHRUNK_SOURCE}-shrunk", Tally())
            picture = _shrunk(image, scale)
            started = time.perf_counter()
            readings = judge.read(picture)
            small.milliseconds.append((time.perf_counter() - started) * 1000)
            small.count(photograph, readings, _moved(photograph.boxes, scale))
        two_dice = photograph.source != "matteop65" or len(photograph.boxes) == 2
        if photograph.source in NEAR_SOURCES and photograph.boxes and two_dice:
            x0, y0, x1, y1 = tray_around(photograph.boxes, image.shape[1], image.shape[0])
            tray = groups.setdefault(f"{photograph.source}-in-tray", Tally())
            started = time.perf_counter()
            reading = judge.read_tray(
                np.ascontiguousarray(image[y0:y1, x0:x1]),
                expected=len(photograph.boxes),
                only="numbers",
                die_px=usual_side_px(photograph.boxes) * known_scale_share,
            )
            tray.milliseconds.append((time.perf_counter() - started) * 1000)
            tray.count(photograph, reading.dice, _moved(photograph.boxes, 1.0, x0, y0))
    everything, near = Tally(), Tally()
    for name, tally in groups.items():
        if name.endswith("-in-tray"):
            near.add(tally)
        elif not name.endswith("-shrunk"):
            everything.add(tally)
    groups["all"] = everything
    if near.dice:
        groups["near-in-tray"] = near
    return groups


def measure(photos: Path, threads: int = 1, models: Path | None = None) -> dict[str, Tally]:
    """Measure the dice reader on the labelled photographs of a folder; raises OSError where the labels are
    missing. `models` is described at `reader_for`.
    """
    cv2.setNumThreads(threads)
    return measure_groups(labelled_photographs(photos), reader_for(models, threads))
