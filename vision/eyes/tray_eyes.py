"""The eyes: frames in, sightings out. The one place where stillness, geometry and the dice reader meet."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Homography, Pixel, Zone, rectangle
from companion.eyes import ShownEyes
from companion.sighting import COCKED, UNREADABLE, EyeStatus, Sighting, Slot, ZoneReading
from vision.dice.leaning import Eye
from vision.eyes.evidence import EvidenceStore, reduced
from vision.readings import SURE, DieReading, TrayReading
from vision.rectify import PX_PER_MM, rectify
from vision.standpoint import camera_place
from vision.stillness.gate import (
    DICE_STILL_MS,
    GateReading,
    GateZone,
    StillnessGate,
    ZoneOutsidePicture,
    ZoneState,
)

Image: TypeAlias = NDArray[np.uint8]
Box: TypeAlias = tuple[float, float, float, float]
Only: TypeAlias = Literal["numbers", "poker_dice"]

TRAY = "tray"
_PRESENT = 0.5
_MARGIN_MM = 6.0
_SAME_PLACE = 0.12
_LONGEST_SIDE = 1280
_log = logging.getLogger("companion.eyes")


class Frame(Protocol):
    """What the eyes need of a frame; ``hardware.frame_source.Frame`` has this form."""

    @property
    def seq(self) -> int: ...
    @property
    def monotonic_ms(self) -> int: ...
    @property
    def image(self) -> Image | None: ...
    @property
    def settled(self) -> bool: ...
    @property
    def name(self) -> str | None: ...
    @property
    def fault(self) -> str | None: ...
    @property
    def warning(self) -> str | None: ...


class TrayReader(Protocol):
    """Reads dice; ``vision.dice.reader.DiceReader`` has this form. ``die_px``: None searches the scale; ``eye``: the
    picture was set straight, and the camera stands there (``vision.dice.leaning.Eye``).
    """

    def read(
        self,
        image: Image,
        *,
        only: Only | None = None,
        die_px: float | None = None,
        eye: Eye | None = None,
    ) -> tuple[DieReading, ...]: ...

    def read_tray(
        self,
        image: Image,
        *,
        expected: int,
        only: Only | None = None,
        die_px: float | None = None,
        eye: Eye | None = None,
    ) -> TrayReading: ...


@dataclass(frozen=True, slots=True)
class TrayGeometry:
    """Where the tray lies: its inner corners in the picture (px, clockwise from top left), its size and a die's;
    the focal length of the camera in px of that picture, where it is known.
    """

    corners: tuple[Pixel, ...]
    width_mm: float
    height_mm: float
    die_mm: float = 16.0
    focal_px: float | None = None


class Eyes(ShownEyes):
    """Looks at the tray, frame by frame; says what lies there once it was disturbed and lies still again.

    With a ``tray`` its zone is cut out straight at 3 px/mm and the dice have a known size; without one the
    whole picture is the tray and the scale is searched. ``expected`` tells how many dice are due, ``only``
    which kind they are, None if unknown.

    A throw moves dice. So when after a disturbance of a live camera every die lies where one lay before, a
    hand only passed, or dice were only taken away: nothing is reported. A photograph is always a throw.
    """

    def __init__(
        self,
        reader: TrayReader,
        tray: TrayGeometry | None,
        evidence: EvidenceStore,
        expected: Callable[[], int | None] = lambda: None,
        only: Callable[[], Only | None] = lambda: None,
    ) -> None:
        super().__init__(evidence.read)
        self._reader = reader
        self._evidence = evidence
        self._expected = expected
        self._only = only
        self.place(tray)

    def place(self, tray: TrayGeometry | None) -> None:
        """Look at the tray there from now on: at the beginning, and when the camera was moved.

        What lies in it is read anew and is no throw. To be called by the thread that looks.
        """
        self._tray = tray
        self._homography: Homography | None = None
        self._zone = Zone(TRAY, rectangle(0.0, 0.0, 1.0, 1.0))
        zone = GateZone(TRAY, None, DICE_STILL_MS)
        if tray is not None:
            self._homography = Homography.of_rectangle(tray.corners, tray.width_mm, tray.height_mm)
            self._zone = Zone(TRAY, rectangle(0.0, 0.0, tray.width_mm, tray.height_mm))
            middle = self._homography.to_mm(tuple(np.mean(tray.corners, axis=0)))
            die_px = tray.die_mm * self._homography.px_per_mm(middle)
            zone = GateZone(TRAY, tray.corners, DICE_STILL_MS, die_px)
        self._gate = StillnessGate([zone], None if tray is None else tray.corners)
        self._lying: tuple[DieReading, ...] = ()
        self._misplaced = False

    def look(self, frame: Frame) -> Sighting | None:
        """Take the next frame; returns a sighting when the tray was disturbed and lies still again with it."""
        sighting = self._look(frame)
        if frame.warning is not None and self.status().state in ("sees", "doubts"):
            self._show("doubts", frame.warning, self.status().dice)
        elif frame.warning is None and self._status_of_a_warning():
            self._show_dice()
        return sighting

    def _look(self, frame: Frame) -> Sighting | None:
        if frame.image is None:
            self._show("lost", frame.fault or "no_frames")
            return None
        try:
            told = self._gate.feed(frame.image, frame.monotonic_ms, settled=frame.settled)
        except ZoneOutsidePicture:
            if not self._misplaced:
                height, width = frame.image.shape[:2]
                _log.warning(
                    "The tray lies outside the picture of %d x %d px: correct [tray] corners in settings.toml.",
                    width,
                    height,
                )
            self._misplaced = True
            self._show("lost", "bad_picture")
            return None
        if told.at_rest:
            return self._at_rest(frame, frame.image, told)
        state = told.states[TRAY]
        if state is not ZoneState.STILL:
            self._show("waits", state.value, self.status().dice)
        elif self.status().state == "lost":
            self._show_dice()
        return None

    def _at_rest(self, frame: Frame, image: Image, told: GateReading) -> Sighting | None:
        settled = told.settled[0] if told.settled else None
        if settled is not None and not settled.changed:
            self._show_dice()
            return None
        self._show("waits", "reading", self.status().dice)
        picture, die_px, eye = self._straight(image)
        seen = self._read(picture, die_px, eye)
        before, self._lying = self._lying, tuple(die for die in seen.dice if die.presence >= _PRESENT)
        self._show_dice()
        if settled is None:
            return None
        if not frame.settled and self._lying and all(_lay_there(die, before) for die in self._lying):
            return None
        return Sighting(
            frame.seq,
            frame.monotonic_ms,
            {TRAY: self._reading(picture, seen, frame.name)},
            (settled.disturbance,),
            told.unseen,
        )

    def _read(self, picture: Image, die_px: float | None, eye: Eye | None) -> TrayReading:
        expected, only = self._expected(), self._only()
        if expected is not None:
            return self._reader.read_tray(picture, expected=expected, only=only, die_px=die_px, eye=eye)
        dice = self._reader.read(picture, only=only, die_px=die_px, eye=eye)
        present = tuple(die for die in dice if die.presence >= _PRESENT)
        surplus = max((die.presence for die in dice if die.presence < _PRESENT), default=0.0)
        return TrayReading(present, surplus)

    def _straight(self, image: Image) -> tuple[Image, float | None, Eye | None]:
        if self._tray is None or self._homography is None:
            return image, None, None
        zone = rectify(image, self._homography, self._zone, margin_mm=_MARGIN_MM)
        size = (image.shape[1], image.shape[0])
        eye = zone.seen_from(camera_place(self._homography, size, self._tray.focal_px))
        return zone.image, self._tray.die_mm * PX_PER_MM, eye

    def _reading(self, picture: Image, seen: TrayReading, photograph: str | None) -> ZoneReading:
        slots = tuple(
            Slot(
                distribution(die),
                self._evidence.save(_crop(picture, _widened(die.box, 0.35)), photograph),
                min(1.0, max(0.0, die.presence)),
            )
            for die in seen.dice
        )
        whole = picture
        if self._tray is None and self._lying:
            # Without a tray the dice may be a small part of the photograph: show their surroundings.
            whole = _crop(picture, _around([die.box for die in self._lying]))
        return ZoneReading(
            slots, self._evidence.save(reduced(whole, _LONGEST_SIDE), photograph), seen.surplus
        )

    def _show_dice(self) -> None:
        dice = tuple(_best(distribution(die)) for die in self._lying)
        sure = all(chance >= SURE for _, chance in dice) and all(die.presence >= SURE for die in self._lying)
        if any(die.leans for die in self._lying):
            self._show("doubts", "cocked", dice)
        else:
            self._show(*(("sees", "still") if sure else ("doubts", "doubt")), dice)

    def _status_of_a_warning(self) -> bool:
        status = self.status()
        return status.state == "doubts" and status.code not in ("doubt", "cocked")

    def _show(self, state: str, code: str, dice: tuple[tuple[str, float], ...] = ()) -> None:
        self.show(EyeStatus(state, code, dice))


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
