"""The stillness gate: when was which zone disturbed, and when does it lie still again.

A throw is "the tray was disturbed, then still": the gate says so, zone by zone, from a small grey picture
of each zone; faces play no part, so the same faces twice are two throws. Light is not motion: every
picture is divided by its own local brightness first, so that slow drift, flicker, a lamp switched on, soft
shadows and noise disturb nothing, and what happens outside a zone is not looked at.

What the gate cannot tell:

- who or what disturbed the zone: a die nudged by a sleeve, a die taken away and a throw are all disturbances;
  ``Settled.changed`` says only whether the zone looks different from before (a hand that passed over dice
  which did not move leaves ``changed`` False);
- a hand that lies motionless for longer than ``PATIENCE_MS`` from an object that was put there;
- a first picture that already shows a hand from one that does not;
- a die moved by less than about a tenth of its side, or over tens of seconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Pixel
from companion.sighting import Disturbance

Image: TypeAlias = NDArray[np.uint8]
Grey: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.uint8]

SMALL_WIDTH = 320
STILL_MS = 600
DICE_STILL_MS = 800
PATIENCE_MS = 6000
"""A large still thing that reaches in from the zone's edge is a hand for this long, then part of the table."""

_NEIGHBOURHOOD = 31
_DARK = 25.0
_LEAST_CHANGE = 9.0
_NOISE_FACTOR = 6.5
_SMALLEST_BLOB = 8.0
_OBJECT_SHARE = 0.12
_HAND_CONTRAST = 26.0
_HAND_SHARE = 0.03
_HAND_CONTACT_PX = 5
_REFERENCE_MEMORY_MS = 20_000.0
_SIDES = ("top", "right", "bottom", "left")


class ZoneState(StrEnum):
    """What a zone does: something moves in it, a hand covers part of it, or it lies still."""

    MOVING = "moving"
    HAND = "hand"
    STILL = "still"


class ZoneOutsidePicture(ValueError):
    """A zone of which (nearly) nothing is in the picture."""


@dataclass(frozen=True, slots=True)
class GateZone:
    """A zone to watch: its polygon in picture px (None: the whole picture).

    ``still_ms`` is how long it must lie still; ``object_px`` the side in picture px of the smallest thing
    that counts, if known.
    """

    id: str
    polygon: tuple[Pixel, ...] | None = None
    still_ms: int = STILL_MS
    object_px: float | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """A zone lies still again after a disturbance; ``changed``: it looks different from before."""

    disturbance: Disturbance
    changed: bool


@dataclass(frozen=True, slots=True)
class GateReading:
    """What one frame told: the state of every zone, and the zones that came to rest with it.

    ``at_rest`` holds the zones that lie still since this frame, whether or not a disturbance was seen
    before (at the start there is none); ``settled`` those after a disturbance, one each.
    """

    states: Mapping[str, ZoneState]
    settled: tuple[Settled, ...] = ()
    at_rest: frozenset[str] = field(default_factory=frozenset)

    @property
    def unseen(self) -> frozenset[str]:
        """The zones with a hand over them."""
        return frozenset(zone for zone, state in self.states.items() if state is ZoneState.HAND)


class StillnessGate:
    """Judges stillness for several zones of one camera, frame by frame."""

    def __init__(self, zones: Iterable[GateZone]) -> None:
        self._zones = tuple(zones)
        self._shape: tuple[int, int] | None = None
        self._gates: dict[str, _ZoneGate] = {}

    def feed(self, image: Image, monotonic_ms: int, *, settled: bool = False) -> GateReading:
        """Take the next frame (uint8, (h, w, 3) BGR) with its time on the camera's monotonic clock (ms).

        ``settled`` marks a photograph: every zone counts as disturbed and then still by itself. A picture of
        another size begins anew. Raises ZoneOutsidePicture.
        """
        shape = (image.shape[0], image.shape[1])
        if shape != self._shape:
            # Set only once every zone fits: the next frame must raise again if one does not.
            self._shape = None
            self._gates = {zone.id: _ZoneGate(zone, shape) for zone in self._zones}
            self._shape = shape
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        outcomes: list[Settled] = []
        at_rest: set[str] = set()
        for zone_id, gate in self._gates.items():
            rests, outcome = gate.feed(np.asarray(grey, dtype=np.uint8), monotonic_ms, settled)
            if rests:
                at_rest.add(zone_id)
            if outcome is not None:
                outcomes.append(outcome)
        states = {zone_id: gate.state for zone_id, gate in self._gates.items()}
        return GateReading(states, tuple(outcomes), frozenset(at_rest))


class _ZoneGate:
    """One zone: its small pictures, the picture it last rested with, and what it does now."""

    def __init__(self, zone: GateZone, shape: tuple[int, int]) -> None:
        self._zone = zone
        self._window, self._mask, scale = _window(zone, shape)
        inner = cv2.erode(
            self._mask, np.ones((7, 7), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0
        )
        self._border = np.asarray((self._mask > 0) & (np.asarray(inner) == 0))
        self._sides = _sides(self._mask)
        self._weight = np.maximum(_box(self._mask.astype(np.float32)), 1e-3)
        self._inside = self._mask > 0
        self._area = int(np.count_nonzero(self._mask))
        side = 0.0 if zone.object_px is None else zone.object_px * scale
        self._smallest = max(_SMALLEST_BLOB, _OBJECT_SHARE * side * side)
        self._hand_area = max(_HAND_SHARE * self._area, 4.0 * side * side)
        self._noise: deque[float] = deque(maxlen=30)
        self._references: deque[Grey] = deque(maxlen=3)
        self._reference: Grey | None = None
        self._previous: Grey | None = None
        self._previous_ms = 0
        self._start_ms: int | None = None
        self._motion_ms = 0
        self._quiet = 0
        self._suspect_ms: int | None = None
        self._contact = np.zeros(4)
        self._hand_frames = 0
        self.state = ZoneState.MOVING

    def feed(self, grey: Image, now: int, photograph: bool) -> tuple[bool, Settled | None]:
        """Take the next picture; returns whether the zone rests since, and the end of a disturbance."""
        raw = self._small(grey)
        normal = self._normal(raw)
        first = self._previous is None
        since = now if first else self._previous_ms
        previous, self._previous, self._previous_ms = self._previous, normal, now
        if photograph:
            outcome = Settled(Disturbance(self._zone.id, since, now), True)
            self._rest(raw, normal)
            return True, outcome
        if previous is None:
            self._motion_ms = now
            return False, None
        moved = self._differs(normal, previous, learn=True)
        if self.state is ZoneState.STILL and self._reference is not None:
            self._watch(raw, normal, self._reference, now, since)
            return False, None
        return self._wait(raw, normal, now, moved)

    def _watch(self, raw: Grey, normal: Grey, reference: Grey, now: int, since: int) -> None:
        """The zone lies still: has something come that stays for more than one picture?"""
        if not self._differs(normal, reference):
            self._suspect_ms = None
            share = np.float32(min(1.0, (now - since) / _REFERENCE_MEMORY_MS))
            self._reference = reference + (normal - reference) * share
            self._references[-1] = raw
            return
        if self._suspect_ms is None:
            # One picture alone may be a flash or a broken frame.
            self._suspect_ms = now
            return
        self._start_ms = self._suspect_ms
        self._suspect_ms = None
        self._motion_ms = now
        self._quiet = 0
        self._contact[:] = 0
        self._hand_frames = 0
        self.state = ZoneState.HAND if self._hand_covers(raw) else ZoneState.MOVING

    def _wait(self, raw: Grey, normal: Grey, now: int, moved: bool) -> tuple[bool, Settled | None]:
        """The zone is disturbed (or was never seen still): does it rest?"""
        hand = self._hand_covers(raw)
        if moved:
            self._motion_ms = now
            self._quiet = 0
        else:
            self._quiet += 1
        self.state = ZoneState.HAND if hand else ZoneState.MOVING
        quiet_ms = now - self._motion_ms
        if self._quiet < 2 or quiet_ms < self._zone.still_ms or (hand and quiet_ms < PATIENCE_MS):
            return False, None
        outcome = None
        if self._start_ms is not None:
            changed = self._reference is None or self._differs(normal, self._reference)
            side = _SIDES[int(np.argmax(self._contact))] if self._contact.any() else None
            outcome = Settled(Disturbance(self._zone.id, self._start_ms, self._motion_ms, side), changed)
        self._rest(raw, normal)
        return True, outcome

    def _rest(self, raw: Grey, normal: Grey) -> None:
        self._reference = normal
        self._references.append(raw)
        self._start_ms = None
        self._suspect_ms = None
        self.state = ZoneState.STILL

    def _small(self, grey: Image) -> Grey:
        left, top, right, bottom = self._window
        size = (self._mask.shape[1], self._mask.shape[0])
        small = cv2.resize(grey[top:bottom, left:right], size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.8), dtype=np.float32)

    def _normal(self, raw: Grey) -> Grey:
        """Divide by the local brightness of the zone itself, so that light cancels out."""
        local = _box(raw * self._inside) / self._weight
        return np.asarray((raw - local) * (100.0 / (local + _DARK)), dtype=np.float32)

    def _differs(self, normal: Grey, other: Grey, *, learn: bool = False) -> bool:
        difference = np.abs(normal - other)
        if learn:
            self._noise.append(float(np.median(difference[self._inside])) * 1.4826)
        # The lower quartile: a hand that covers the zone for a while must not pass for noise.
        noise = float(np.percentile(self._noise, 25)) if self._noise else 0.0
        threshold = max(_LEAST_CHANGE, _NOISE_FACTOR * noise)
        changed = ((difference > threshold) & self._inside).astype(np.uint8)
        if np.count_nonzero(changed) < self._smallest:
            return False
        # Strips along the edges of one moved thing belong together.
        joined = cv2.dilate(changed, np.ones((3, 3), np.uint8))
        count, labels = cv2.connectedComponents(joined, connectivity=8)
        areas = np.bincount(labels[changed > 0], minlength=count)
        return bool(areas[1:].max(initial=0) >= self._smallest)

    def _hand_covers(self, raw: Grey) -> bool:
        """Whether something large reaches in over the zone's edge that no picture at rest shows."""
        covered: Mask | None = None
        for reference in self._references:
            covered = self._covered(raw, reference)
            if covered is None:
                return False
        if covered is None:
            return False
        if self._hand_frames < 5:
            touch = (covered > 0) & self._border
            self._contact += np.bincount(self._sides[touch], minlength=4)[:4]
            self._hand_frames += 1
        return True

    def _covered(self, raw: Grey, reference: Grey) -> Mask | None:
        difference = raw - reference
        difference = np.abs(difference - np.median(difference[self._inside]))
        changed = ((difference > _HAND_CONTRAST) & self._inside).astype(np.uint8)
        changed = np.asarray(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        count, labels, statistics, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
        for label in range(1, count):
            if statistics[label, cv2.CC_STAT_AREA] < self._hand_area:
                continue
            blob = labels == label
            if np.count_nonzero(blob & self._border) >= 3 * _HAND_CONTACT_PX:
                return np.asarray(blob, dtype=np.uint8)
        return None


def _box(picture: Grey) -> Grey:
    size = (_NEIGHBOURHOOD, _NEIGHBOURHOOD)
    return np.asarray(
        cv2.boxFilter(picture, cv2.CV_32F, size, borderType=cv2.BORDER_CONSTANT), dtype=np.float32
    )


def _window(zone: GateZone, shape: tuple[int, int]) -> tuple[tuple[int, int, int, int], Mask, float]:
    """Return the window (left, top, right, bottom px), the mask in the small picture, and the scale."""
    height, width = shape
    polygon = zone.polygon or ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    points = np.asarray(polygon, dtype=np.float64)
    left, top = (max(0, int(np.floor(value))) for value in points.min(axis=0))
    right, bottom = (
        min(limit, int(np.ceil(value)) + 1)
        for limit, value in zip((width, height), points.max(axis=0), strict=True)
    )
    if right - left < 8 or bottom - top < 8:
        raise ZoneOutsidePicture(f"zone {zone.id} lies outside the picture of {width} x {height} px")
    scale = min(1.0, SMALL_WIDTH / (right - left), SMALL_WIDTH / (bottom - top))
    columns, rows = max(8, round((right - left) * scale)), max(8, round((bottom - top) * scale))
    mask = np.zeros((rows, columns), np.uint8)
    small = (points - (left, top)) * (columns / (right - left), rows / (bottom - top))
    cv2.fillPoly(mask, [np.round(small).astype(np.int32)], 1)
    if np.count_nonzero(mask) < 64:
        raise ZoneOutsidePicture(f"zone {zone.id} lies outside the picture of {width} x {height} px")
    return (left, top, right, bottom), mask, scale


def _sides(mask: Mask) -> NDArray[np.int64]:
    """Return for every pixel which side of the zone is nearest: 0 top, 1 right, 2 bottom, 3 left."""
    rows, columns = mask.shape
    ys, xs = np.mgrid[0:rows, 0:columns]
    u, v = (xs + 0.5) / columns, (ys + 0.5) / rows
    return np.asarray(np.argmin(np.stack([v, 1 - u, 1 - v, u]), axis=0), dtype=np.int64)
