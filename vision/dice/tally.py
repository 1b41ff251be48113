"""Counts what became of labelled dice: read right, wrong, asked, missed, and what was invented."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from vision.dice.labelled import LabelledPhotograph
from vision.dice.matching import Box, pair_boxes
from vision.readings import ASKED, SURE, DieReading


@dataclass
class DiceTally:
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

    def add(self, other: Self) -> None:
        """Add the counts of another group."""
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.milliseconds.extend(other.milliseconds)
        self.wrong.extend(other.wrong)

    def counts(self) -> dict[str, int]:
        """Return the counts by name."""
        return {name: int(getattr(self, name)) for name in COUNTS}


COUNTS: tuple[str, ...] = (
    "dice",
    "right",
    "named",
    "wrong_and_sure",
    "wrong_unsure",
    "asked",
    "missed",
    "invented",
    "invented_and_sure",
)
