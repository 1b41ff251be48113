"""Hands with their arms that reach over a table as a small stream shows it: how they look, how they move.

Millimetres on the table, x to the right, y down; px in the picture.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.arrays import BoolArray, ByteArray, Float64Array, FloatArray
from vision.scene.card_table import paste
from vision.scene.hand import hand_mask
from vision.scene.style import Colour

_EXPOSURE_MS = 16.0
_BLUR_PICTURES = 3
_STEP_PX = 16
_KEPT_ARMS = 3
"""Hands of two players, and one more, may rest at a time."""

Box = tuple[slice, slice]
Pose = tuple[tuple[float, float], float]
"""Where the knuckles are (px) and which way a hand points (degrees)."""

Waypoint = tuple[float, tuple[float, float]]
"""A time (ms of the film) and where the knuckles are then (mm on the table)."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a hand and its sleeve look: colours BGR, where the sleeve begins (palms behind the wrist), stripes."""

    skin: Colour = (120.0, 150.0, 200.0)
    sleeve: Colour = (90.0, 60.0, 50.0)
    cuff: float = 0.6
    stripes: float = 0.0
    palm_mm: float = 84.0
    shadow: float = 0.35
    shadow_mm: tuple[float, float] = (10.0, 14.0)
    shadow_soft_mm: float = 7.0


def random_look(rng: np.random.Generator) -> Look:
    """Pick a hand: children's and adults', bare arms and sleeves of any colour, hard and soft shadows."""
    tone = float(rng.uniform(0.35, 1.05))
    return Look(
        skin=(132.0 * tone, 164.0 * tone, 214.0 * tone),
        sleeve=tuple(float(value) for value in rng.uniform(15, 230, 3)),  # type: ignore[arg-type]
        cuff=float(rng.choice([0.1, 0.8, 2.5, 9.0])),
        stripes=float(rng.choice([0.0, 0.0, 0.3])),
        palm_mm=float(rng.uniform(64, 92)),
        shadow=float(rng.uniform(0.1, 0.55)),
        shadow_mm=(float(rng.uniform(-22, 22)), float(rng.uniform(-22, 22))),
        shadow_soft_mm=float(rng.uniform(3, 14)),
    )


@dataclass(frozen=True, slots=True)
class Gesture:
    """What one hand does: the way of its knuckles, from off the table and back, and the card it moves.

    ``side`` and ``shoulder`` (mm) tell where the arm comes from. At ``picks`` (ms) the last card of zone ``source``
    is taken, at ``drops`` laid on zone ``target``.
    """

    side: str
    shoulder: tuple[float, float]
    way: tuple[Waypoint, ...]
    look: Look = field(default_factory=Look)
    picks: float | None = None
    drops: float | None = None
    source: int | None = None
    target: int | None = None

    @property
    def start_ms(self) -> float:
        """When the hand comes."""
        return self.way[0][0]

    @property
    def end_ms(self) -> float:
        """When the hand has gone."""
        return self.way[-1][0]

    def at(self, now: float) -> tuple[float, float]:
        """Where the knuckles are (mm): from one waypoint to the next with the least jerk."""
        if now <= self.way[0][0]:
            return self.way[0][1]
        for (before, a), (after, b) in pairwise(self.way):
            if now <= after:
                share = (now - before) / max(1.0, after - before)
                eased = share**3 * (10 - 15 * share + 6 * share**2)
                return a[0] + (b[0] - a[0]) * eased, a[1] + (b[1] - a[1]) * eased
        return self.way[-1][1]


@dataclass(slots=True, eq=False)
class _DrawnArm:
    """An arm as one picture shows it: the box of what it covers, its ``cover`` (0..255) there, which px of the box
    are ``seen`` (numbers in it), how much of what lies ``beneath`` shows there (0..1), and what the arm adds, BGR.

    ``shadow``: that of an empty hand, its box and how much light it leaves there, once it was drawn.
    """

    box: Box
    cover: FloatArray
    seen: NDArray[np.intp]
    beneath: FloatArray
    added: tuple[Float64Array, ...]
    shadow: tuple[Box, FloatArray] | None = None


class ArmDrawing:
    """Draws arms over pictures of one size, (height, width), at ``px_per_mm``; ``to_px`` tells where a place on the
    table (mm) is.
    """

    def __init__(
        self,
        shape: tuple[int, int],
        px_per_mm: float,
        to_px: Callable[[tuple[float, float]], tuple[float, float]],
    ) -> None:
        self._shape = shape
        self.px_per_mm = px_per_mm
        self._to_px = to_px
        ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
        self._across: FloatArray = xs
        self._down: FloatArray = ys
        self._silhouette: FloatArray = np.zeros(shape, np.float32)
        self._kept: OrderedDict[tuple[tuple[Pose, ...], Look], _DrawnArm | None] = OrderedDict()

    def draw(
        self, scene: ByteArray, gesture: Gesture, now: float, carried: ByteArray | None = None
    ) -> BoolArray:
        """Draw a hand, its shadow and the card that it carries (a sprite, upright) into ``scene``, uint8 BGR.

        Returns what is covered, bool (height, width).
        """
        look = gesture.look
        palm = look.palm_mm * self.px_per_mm
        times = [now - _EXPOSURE_MS * blur / _BLUR_PICTURES for blur in range(_BLUR_PICTURES)]
        poses = tuple(self._pose(gesture, when) for when in times)
        arm = self._arm(poses, look)
        covered = np.zeros(self._shape, np.bool_)
        if arm is None:
            return covered
        if carried is None:
            arm.shadow = arm.shadow or self._shadow(arm, None, look)
            shadow = arm.shadow
        else:
            (x, y), angle = poses[0]
            ahead = 0.7 * palm
            at = (x + ahead * math.cos(math.radians(angle)), y + ahead * math.sin(math.radians(angle)))
            held = np.zeros((*self._shape, 3), np.uint8)
            paste(held, np.repeat(carried[..., 3:], 4, axis=2), at, -angle - 90.0)
            covered = held[..., 0] > 127
            shadow = self._shadow(arm, covered, look)
        box, shade = shadow
        np.multiply(scene[box], cv2.merge([shade] * 3), out=scene[box], casting="unsafe")
        if carried is not None:
            paste(scene, carried, at, -angle - 90.0)
        # Colour by colour: numpy is slow where rows are three numbers long.
        for number, added in enumerate(arm.added):
            part = scene[(*arm.box, number)]
            colour = part.ravel()
            seen = colour[arm.seen].astype(np.float32)
            seen *= arm.beneath
            colour[arm.seen] = (seen + added).astype(np.uint8)
            part[:] = colour.reshape(part.shape)
        covered[arm.box] |= arm.cover > 127
        return covered

    def _arm(self, poses: tuple[Pose, ...], look: Look) -> _DrawnArm | None:
        """The arm in these poses, all while one picture is taken; one that rests is drawn once."""
        key = (poses, look)
        if key not in self._kept:
            self._kept[key] = self._drawn(poses, look)
            if len(self._kept) > _KEPT_ARMS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def _drawn(self, poses: tuple[Pose, ...], look: Look) -> _DrawnArm | None:
        palm = look.palm_mm * self.px_per_mm
        drawn = {pose: self._mask(pose, palm) for pose in dict.fromkeys(poses)}
        # What rests covers in the mean what it covers in its one pose.
        masks = [drawn[pose] for pose in (poses if len(drawn) > 1 else drawn)]
        box = _box(reduce(np.maximum, masks))
        if box is None:
            return None
        cover = _mean([mask[box] for mask in masks])
        return self._coloured(box, cover, poses[0], palm, look)

    def _shadow(self, arm: _DrawnArm, held: BoolArray | None, look: Look) -> tuple[Box, FloatArray]:
        """The shadow of an arm and of what it holds, bool (height, width): its box, and the light that is left."""
        silhouette, casts = self._silhouette, arm.box
        silhouette[arm.box] = arm.cover
        if held is not None and (held_in := _box(held)) is not None:
            casts = _around(arm.box, held_in)
            silhouette[held_in][held[held_in]] = 255
        box = _wider(casts, self._shadow_reach_px(look), self._shape)
        shade = self._shade(silhouette, box, look)
        silhouette[casts] = 0
        return box, shade

    def _pose(self, gesture: Gesture, now: float) -> Pose:
        x, y = gesture.at(now)
        angle = math.degrees(math.atan2(y - gesture.shoulder[1], x - gesture.shoulder[0]))
        return self._to_px((x, y)), angle

    def _mask(self, pose: Pose, palm: float) -> ByteArray:
        """What an arm covers at one moment, uint8 (height, width)."""
        tip, angle = pose
        mask = hand_mask(self._shape, tip, angle, palm)
        _prolong(mask, tip, angle, palm)
        return mask

    def _shade(self, silhouette: FloatArray, box: Box, look: Look) -> FloatArray:
        """How much light the shadow of a silhouette leaves in a box that holds all of it."""
        # Where each px comes from, counted from the picture's corner on: OpenCV rounds by where a px lies.
        across, down = (
            place[box] - np.float32(far * self.px_per_mm)
            for place, far in zip((self._across, self._down), look.shadow_mm, strict=True)
        )
        moved = cv2.remap(silhouette, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        shadow = cv2.GaussianBlur(moved, (0, 0), self._softness_px(look))
        return np.asarray(1.0 - shadow * np.float32(look.shadow / 255), np.float32)

    def _softness_px(self, look: Look) -> float:
        return max(0.8, look.shadow_soft_mm * self.px_per_mm)

    def _shadow_reach_px(self, look: Look) -> int:
        """How far a shadow reaches beyond what casts it: OpenCV blurs as far as four standard deviations."""
        fall = max(abs(way) for way in look.shadow_mm) * self.px_per_mm
        return math.ceil(fall + 4 * self._softness_px(look)) + 2

    def _coloured(self, box: Box, cover: FloatArray, pose: Pose, palm: float, look: Look) -> _DrawnArm:
        """An arm that covers ``cover``, 0..255, of the px of a box."""
        tip, angle = pose
        depth = cv2.distanceTransform((cover > 127).astype(np.uint8), cv2.DIST_L2, 3)
        relief = (0.66 + 0.38 * np.clip(depth / (0.18 * palm), 0, 1)).astype(np.float32)
        relief = cv2.blur(relief, (3, 3))
        seen = np.flatnonzero(cover)
        xs, ys = self._across[box].ravel()[seen], self._down[box].ravel()[seen]
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        behind = -((xs - tip[0]) * c + (ys - tip[1]) * s) / palm - 0.95
        sleeve = behind > look.cuff
        # All in double precision from here on: numpy is slow where it is mixed.
        shade = relief.ravel()[seen].astype(np.float64)
        if look.stripes:
            shade *= np.where(sleeve, 1 - look.stripes * (np.sin(behind * 18) > 0), 1.0)
        alpha = cover.ravel()[seen] / np.float32(255.0)
        share = alpha.astype(np.float64)
        added = []
        for dark, light in zip(look.sleeve, look.skin, strict=True):
            colour = np.where(sleeve, float(np.float32(dark)), float(np.float32(light)))
            colour *= shade
            np.minimum(colour, 255.0, out=colour)
            colour *= share
            added.append(colour)
        return _DrawnArm(box, cover, seen, 1 - alpha, tuple(added))


def _mean(masks: Sequence[ByteArray]) -> FloatArray:
    total = np.sum(masks, axis=0, dtype=np.float32)
    return np.asarray(np.clip(total / np.float32(len(masks)), 0, 255), np.float32)


def _box(mask: ByteArray | BoolArray) -> Box | None:
    """The px that a mask covers, rows and columns; None where it covers none."""
    left, top, across, down = cv2.boundingRect(mask.view(np.uint8))
    return (slice(top, top + down), slice(left, left + across)) if across else None


def _around(box: Box, other: Box) -> Box:
    """The box around both."""
    rows, columns = (
        slice(min(a.start, b.start), max(a.stop, b.stop)) for a, b in zip(box, other, strict=True)
    )
    return rows, columns


def _wider(box: Box, beside: int, shape: tuple[int, int]) -> Box:
    """A box and so many px beside it, its columns made up to whole steps: so it is blurred with the very rounding of
    the whole picture.
    """
    rows, columns = box
    left = max(0, columns.start - beside) // _STEP_PX * _STEP_PX
    right = -(-(columns.stop + beside) // _STEP_PX) * _STEP_PX
    return slice(max(0, rows.start - beside), min(shape[0], rows.stop + beside)), slice(
        left, min(shape[1], right)
    )


def _prolong(mask: ByteArray, tip: tuple[float, float], angle: float, palm: float) -> None:
    """Draw the upper arm, where the forearm ends within the picture."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    start, end = ((round(tip[0] - far * palm * c), round(tip[1] - far * palm * s)) for far in (6.5, 16.0))
    cv2.line(mask, start, end, 255, max(1, round(0.95 * palm)), cv2.LINE_AA)
