"""Tries dice that were enrolled: drawn ones are shown as families do, then read in a tray on another evening."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from vision.dice.enrolled_dice import FACES_OF, DiceKind
from vision.dice.face_spread import face_spread_of, faces_in
from vision.dice.family_dice import FamilyDice, family_dice
from vision.dice.reader import DiceReader
from vision.readings import SURE, DieReading
from vision.scene.dice_photographs import DicePhotograph, PrintedDice

_NEAR = 0.6
"""A reading lies at a die if it is no farther from its middle than so many sides."""
_DATE = "2026-11-23"


@dataclass
class ThrownTally:
    """What became of thrown dice: `right` and sure (0.9 or more), `wrong_and_sure`, `asked` (less sure), or
    `missed`; `invented` are readings of 0.5 or more where no die lies.
    """

    dice: int = 0
    right: int = 0
    wrong_and_sure: int = 0
    asked: int = 0
    missed: int = 0
    invented: int = 0

    def count(self, thrown: DicePhotograph, readings: Sequence[DieReading]) -> None:
        """Compare what was read in the tray of a photograph, px of the tray's picture, with what lies there."""
        x0, y0 = thrown.tray[:2]
        pairs = sorted(
            (apart, die, at)
            for die, (x, y) in enumerate(thrown.middles)
            for at, reading in enumerate(readings)
            if (apart := math.dist((x - x0, y - y0), reading.centre)) < _NEAR * thrown.side_px
        )
        owned: dict[int, int] = {}
        for _, die, at in pairs:
            if die not in owned and at not in owned.values():
                owned[die] = at
        for die, face in enumerate(thrown.faces):
            self.dice += 1
            if die not in owned:
                self.missed += 1
                continue
            reading = readings[owned[die]]
            is_right = reading.face == face
            if reading.score < SURE:
                self.asked += 1
            elif is_right:
                self.right += 1
            else:
                self.wrong_and_sure += 1
        self.invented += sum(
            reading.score >= 0.5 for at, reading in enumerate(readings) if at not in owned.values()
        )

    def add(self, other: ThrownTally) -> None:
        """Add the counts of another."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


def kind_of(dice: PrintedDice) -> DiceKind:
    """Return the kind of dice by the names of its faces."""
    return next(kind for kind, names in FACES_OF.items() if names == dice.names)


def enrolled_dice(
    reader: DiceReader, shown: Sequence[DicePhotograph], kind: DiceKind, name: str
) -> tuple[FamilyDice, int, int]:
    """Enrol dice from photographs, every question answered truly and nothing else corrected; returns them, how many
    faces were asked, and how many were named wrong without a question. Raises TooFewFaces.
    """
    spread = face_spread_of([faces_in(reader, one.picture, kind) for one in shown], kind)
    asked = 0
    while spread.doubtful:
        face = spread.doubtful[0]
        asked += 1
        spread = spread.answered(face.number, _truth(shown[face.photograph - 1], face.seen.centre))
    wrong = sum(
        face.face != _truth(shown[face.photograph - 1], face.seen.centre)
        for face in spread.faces
        if face.face is not None
    )
    return family_dice(spread.examples, name, _DATE, reader.network, kind), asked, wrong


def read_thrown(reader: DiceReader, thrown: DicePhotograph, kind: DiceKind) -> Sequence[DieReading]:
    """Read the tray of a throw whose number of dice is known; places are px of the tray's picture."""
    x0, y0, x1, y1 = thrown.tray
    tray = np.ascontiguousarray(thrown.picture[y0:y1, x0:x1])
    return reader.read_tray(tray, expected=len(thrown.faces), only=kind, die_px=thrown.side_px).dice


def _truth(shown: DicePhotograph, centre: tuple[float, float]) -> str | None:
    """The face that lies there, None where none does."""
    apart, face = min(
        (math.dist(middle, centre), face) for middle, face in zip(shown.middles, shown.faces, strict=True)
    )
    return face if apart < _NEAR * shown.side_px else None
