"""Dice in a tray, or in a photograph, as the eyes read them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Homography, Pixel
from companion.readers import Reader
from companion.sighting import COCKED, UNREADABLE, Slot, ZoneReading
from vision.dice.leaning import Eye
from vision.dice.reader import DiceReader
from vision.eyes.evidence import reduced
from vision.eyes.zone_reader import Look, ZoneReader
from vision.readings import SURE, DieReading, TrayReading
from vision.standpoint import camera_place
from vision.watched_zone import WatchedZone

Image: TypeAlias = NDArray[np.uint8]
Box: TypeAlias = tuple[float, float, float, float]
Only: TypeAlias = Literal["numbers", "poker_dice"]

TRAY = "tray"
WHOLE_PICTURE = WatchedZone(TRAY, 0.0, 0.0, 0.0, 0.0, kind=Reader.DICE)
"""Dice lie somewhere in the picture."""
DIE_MM = 16.0
_PRESENT, _GLIMPSED = 0.5, 0.2
"""A thing counts as a die, and is told of at all, from these probabilities on. Of 1,022 looks into the trays of
twelve drawn films (700-712) a shadow or a side was a second die with 0.09 at most, a die that was found with 0.95.
"""
_SAME_PLACE = 0.12
_LONGEST_SIDE = 1280


@dataclass(frozen=True, slots=True)
class TrayGeometry:
    """Where the tray lies: its inner corners in the picture (px, clockwise from top left), its size and a die's;
    the focal length of the camera in px of that picture, where it is known.
    """

    corners: tuple[Pixel, ...]
    width_mm: float
    height_mm: float
    die_mm: float = DIE_MM
    focal_px: float | None = None

    @property
    def plane(self) -> Homography:
        """The map from the picture (px) to the tray (mm). Raises DegenerateCorners."""
        return Homography.of_rectangle(self.corners, self.width_mm, self.height_mm)

    @property
    def zone(self) -> WatchedZone:
        """The tray as a zone of that plane."""
        return WatchedZone(TRAY, 0.0, 0.0, self.width_mm, self.height_mm, kind=Reader.DICE)


class DiceZones(ZoneReader):
    """Reads thrown dice by ``reader``: in a tray their size is known, in a picture as a whole the scale is searched.

    ``tray`` tells of its die and of the camera, where the picture does not. ``expected`` tells how many dice are due
    in a zone, ``only`` which kind they are, None if unknown.

    A throw moves dice. So when after a disturbance of a live camera every die lies where one lay before, a
    hand only passed, or dice were only taken away: nothing is reported; and where all lie elsewhere they were thrown,
    though no hand was seen. A photograph is always a throw.
    """

    kinds = (Reader.DICE,)
    margin_mm = 6.0
    needs_light = False

    def __init__(
        self,
        reader: DiceReader,
        tray: TrayGeometry | None = None,
        expected: Callable[[str], int | None] = lambda zone: None,
        only: Callable[[], Only | None] = lambda: None,
    ) -> None:
        super().__init__()
        self._reader = reader
        self._expected = expected
        self._only = only
        self.thrown_mm = self._die_mm = DIE_MM if tray is None else tray.die_mm
        self._focal_px = None if tray is None else tray.focal_px
        self._lying: dict[str, tuple[DieReading, ...]] = {}
        self._found_last: dict[str, tuple[DieReading, ...]] = {}

    def lay_out(self, zones: Sequence[WatchedZone]) -> None:
        """Read these zones from now on; what lies there is no throw."""
        super().lay_out(zones)
        self.moved()

    def moved(self) -> None:
        """What lies there is read anew and is no throw."""
        super().moved()
        self._lying, self._found_last = {}, {}

    @property
    def doubt(self) -> str | None:
        """Whether a die leans, or is not read surely."""
        lying = [die for dice in self._lying.values() for die in dice]
        if any(die.leans for die in lying):
            return "cocked"
        sure = all(_best(distribution(die))[1] >= SURE and die.presence >= SURE for die in lying)
        return None if sure else "doubt"

    @property
    def dice(self) -> tuple[tuple[str, float], ...]:
        """The faces of the dice that lie there, each with its probability."""
        return tuple(_best(distribution(die)) for dice in self._lying.values() for die in dice)

    def readings(self, looks: Sequence[Look]) -> Mapping[str, ZoneReading]:
        """Read the dice of each zone into which something was thrown."""
        return {look.zone.id: reading for look in looks if (reading := self._thrown(look)) is not None}

    def _thrown(self, look: Look) -> ZoneReading | None:
        seen = self._seen(look)
        is_known, before = look.zone.id in self._lying, self._lying.get(look.zone.id, ())
        # Two dice for one are a throw that the rules refuse, not one die and a doubt.
        dice = (*seen.dice, *seen.too_many)
        lying = tuple(die for die in dice if die.presence >= _PRESENT)
        self._lying[look.zone.id] = lying
        found_last = self._found_last.get(look.zone.id, ())
        if lying:
            self._found_last[look.zone.id] = lying
        # A throw without a hand moves all dice: one that a look overlooked lies where it lay.
        if not look.disturbed and not (
            is_known and lying and not any(_lay_there(die, found_last) for die in lying)
        ):
            return None
        told = [die for die in dice if die.presence >= _GLIMPSED]
        is_bare_as_before = not told and not before
        if not look.photograph and (is_bare_as_before or _lie_there(lying, before)):
            return None
        picture = look.cut.image
        slots = tuple(
            Slot(
                distribution(die),
                look.keep(_crop(picture, _widened(die.box, 0.35))),
                min(1.0, max(0.0, die.presence)),
            )
            for die in told
        )
        if look.view is None and lying:
            # Without a tray the dice may be a small part of the photograph: show their surroundings.
            picture = _crop(picture, _around([die.box for die in lying]))
        return ZoneReading(slots, look.keep(reduced(picture, _LONGEST_SIDE)), seen.surplus)

    def _seen(self, look: Look) -> TrayReading:
        picture, view = look.cut.image, look.view
        die_px: float | None = None
        eye: Eye | None = None
        if view is not None:
            die_px = self._die_mm * look.cut.px_per_mm
            focal_px = self._focal_px if view.lens is None else view.lens.focal_px
            eye = look.cut.seen_from(camera_place(view.homography, (view.width, view.height), focal_px))
        expected, only = self._expected(look.zone.id), self._only()
        if expected is not None:
            return self._reader.read_tray(picture, expected=expected, only=only, die_px=die_px, eye=eye)
        dice = self._reader.read(picture, only=only, die_px=die_px, eye=eye)
        present = tuple(die for die in dice if die.presence >= _PRESENT)
        surplus = max((die.presence for die in dice if die.presence < _PRESENT), default=0.0)
        return TrayReading(present, surplus)


def distribution(die: DieReading) -> dict[str, float]:
    """Return the faces with probabilities that sum to 1, "cocked" for a die that leans; what is missing to 1 is
    "unreadable".

    The best face gets its ``score``, the probability that it lies there, not only that it is the best of the twelve.
    """
    lies = die.presence * (1.0 - die.cocked)
    kept = {face: min(1.0, max(0.0, chance * lies)) for face, chance in die.candidates}
    if die.face is not None:
        kept[die.face] = min(1.0, max(0.0, die.score))
    if die.cocked > 0.0:
        kept[COCKED] = min(1.0, max(0.0, die.presence * die.cocked))
    total = sum(kept.values())
    if total > 1.0:
        return {face: chance / total for face, chance in kept.items()}
    if total < 1.0:
        kept[UNREADABLE] = kept.get(UNREADABLE, 0.0) + 1.0 - total
    return kept


def _best(faces: Mapping[str, float]) -> tuple[str, float]:
    face = max(faces, key=lambda name: faces[name])
    return face, faces[face]


def _lie_there(lying: Sequence[DieReading], before: Sequence[DieReading]) -> bool:
    """Whether dice lie there, and each where one lay before."""
    return bool(lying) and all(_lay_there(die, before) for die in lying)


def _lay_there(die: DieReading, before: Sequence[DieReading]) -> bool:
    """Whether a die lay in the same place (same picture scale) before, surely not with another face."""
    face, chance = _best(distribution(die))
    nearest = _SAME_PLACE * die.side_px
    for other in before:
        offset = math.dist(die.centre, other.centre)
        other_face, other_chance = _best(distribution(other))
        another = face != other_face and min(chance, other_chance) >= SURE
        if offset <= nearest and not another:
            return True
    return False


def _widened(box: Box, share: float) -> Box:
    x0, y0, x1, y1 = box
    margin = share * max(x1 - x0, y1 - y0)
    return x0 - margin, y0 - margin, x1 + margin, y1 + margin


def _around(boxes: Sequence[Box]) -> Box:
    margin = 1.5 * max(max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes)
    return (
        min(box[0] for box in boxes) - margin,
        min(box[1] for box in boxes) - margin,
        max(box[2] for box in boxes) + margin,
        max(box[3] for box in boxes) + margin,
    )


def _crop(image: Image, box: Box) -> Image:
    height, width = image.shape[:2]
    left, top = max(0, int(box[0])), max(0, int(box[1]))
    right, bottom = min(width, int(np.ceil(box[2]))), min(height, int(np.ceil(box[3])))
    return image[top:bottom, left:right]
