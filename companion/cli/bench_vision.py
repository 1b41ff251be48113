"""Measures the dice reader on labelled photographs: what it reads right, what it asks, what it gets wrong unasked."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.measure import Measure, share_measure
from vision.dice.matching import Box, pair_boxes
from vision.dice.reader import DiceReader
from vision.picture import load_picture
from vision.readings import ASKED, SURE, DieReading

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


@dataclass(frozen=True)
class LabelledPhotograph:
    """A photograph of dice with its labels; `values` are None where a die shows no pips."""

    path: Path
    source: str
    boxes: tuple[Box, ...]
    values: tuple[int | None, ...]


@dataclass
class Tally:
    """What became of the dice of one group of photographs.

    A die is read right (`right`), wrong although sure (`wrong_and_sure`), wrong without being sure (`wrong_unsure`),
    put as a question (`asked`), or not found (`missed`); `named` counts the best face being right, sure or not.
    `invented` are readings at which no die lies and that would not be asked, `invented_and_sure` those that
    count as sure.
    """

    dice: int = 0
    right: int = 0
    named: int = 0
    wrong_and_sure: int = 0
    wrong_unsure: int = 0
    asked: int = 0
    missed: int = 0
    invented: int = 0
    invented_and_sure: int = 0
    milliseconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def count(
        self, photograph: LabelledPhotograph, readings: Sequence[DieReading], boxes: Sequence[Box]
    ) -> None:
        """Compare the readings of a photograph with its labels, whose `boxes` are in px of the picture that
        was read.
        """
        pairs = pair_boxes(boxes, [reading.box for reading in readings])
        for index, value in enumerate(photograph.values):
            if value is None:
                continue
            self.dice += 1
            if index not in pairs:
                self.missed += 1
                continue
            reading = readings[pairs[index]]
            right = reading.face == str(value)
            self.named += right
            if reading.face is None or reading.score < ASKED:
                self.asked += 1
            elif right:
                self.right += 1
            elif reading.score >= SURE:
                self.wrong_and_sure += 1
                self.wrong.append(
                    f"{photograph.path.name}: {value} read as {reading.face} ({reading.score:.2f})"
                )
            else:
                self.wrong_unsure += 1
        paired = set(pairs.values())
        for other, reading in enumerate(readings):
            if other not in paired and reading.score >= ASKED:
                self.invented += 1
                self.invented_and_sure += reading.score >= SURE

    def add(self, other: Tally) -> None:
        """Add the counts of another group."""
        for name in (
            "dice",
            "right",
            "named",
            "wrong_and_sure",
            "wrong_unsure",
            "asked",
            "missed",
            "invented",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.invented_and_sure += other.invented_and_sure
        self.milliseconds.extend(other.milliseconds)
        self.wrong.extend(other.wrong)

    def measures(self, group: str) -> Iterator[Measure]:
        """Yield the figures of the group, named "<group>.<figure>"."""
        shares = (
            ("right", self.right, True),
            ("named", self.named, True),
            ("wrong_and_sure", self.wrong_and_sure, False),
            ("wrong_unsure", self.wrong_unsure, False),
            ("asked", self.asked, False),
            ("missed", self.missed, False),
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


def labelled_photographs(photos: Path) -> list[LabelledPhotograph]:
    """Read the labels of all photographs of dice in a folder; raises OSError where `labels.jsonl` is missing."""
    found = []
    for line in (photos / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["kind"] != "dice":
            continue
        objects = record["objects"]
        boxes: list[Box] = []
        for entry in objects:
            x0, y0, x1, y1 = (float(value) for value in entry["box"])
            boxes.append((x0, y0, x1, y1))
        values = tuple(
            None if entry.get("face") == "custom_symbol" else int(entry["value"]) for entry in objects
        )
        source = record["source"].split("/")[0]
        found.append(LabelledPhotograph(photos / record["image"], source, tuple(boxes), values))
    return found


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


def measure_groups(
    photographs: Sequence[LabelledPhotograph], reader: DiceReader, *, known_scale_share: float = 0.8
) -> dict[str, Tally]:
    """Read every photograph whole, the near ones also shrunk and as trays of a known number of dice;
    returns tallies by group.

    `known_scale_share` is how large a top face is, as a share of a labelled box (which encloses the sides too).
    """
    groups: dict[str, Tally] = {}
    for photograph in photographs:
        image = load_picture(photograph.path)
        tally = groups.setdefault(photograph.source, Tally())
        started = time.perf_counter()
        readings = reader.read(image)
        tally.milliseconds.append((time.perf_counter() - started) * 1000)
        tally.count(photograph, readings, photograph.boxes)
        if photograph.source == SHRUNK_SOURCE and photograph.boxes:
            scale = _SHRUNK_DIE_PX / usual_side_px(photograph.boxes)
            small = groups.setdefault(f"{SHRUNK_SOURCE}-shrunk", Tally())
            picture = _shrunk(image, scale)
            started = time.perf_counter()
            readings = reader.read(picture)
            small.milliseconds.append((time.perf_counter() - started) * 1000)
            small.count(photograph, readings, _moved(photograph.boxes, scale))
        two_dice = photograph.source != "matteop65" or len(photograph.boxes) == 2
        if photograph.source in NEAR_SOURCES and photograph.boxes and two_dice:
            x0, y0, x1, y1 = tray_around(photograph.boxes, image.shape[1], image.shape[0])
            tray = groups.setdefault(f"{photograph.source}-in-tray", Tally())
            started = time.perf_counter()
            reading = reader.read_tray(
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


def measure(photos: Path, threads: int = 1) -> list[Measure]:
    """Measure the dice reader on the labelled photographs of a folder; raises OSError where the labels are
    missing.
    """
    cv2.setNumThreads(threads)
    reader = DiceReader(threads=threads)
    groups = measure_groups(labelled_photographs(photos), reader)
    return [figure for name, tally in groups.items() for figure in tally.measures(name)]
