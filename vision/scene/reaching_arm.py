"""Hands with their arms that reach over a table as a small stream shows it: how they look, how they move.

Millimetres on the table, x to the right, y down; px in the picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise

import cv2
import numpy as np

from vision.scene.arrays import BoolArray, ByteArray, FloatArray
from vision.scene.card_table import paste
from vision.scene.hand import hand_mask
from vision.scene.style import Colour

_EXPOSURE_MS = 16.0
_BLUR_PICTURES = 3
_STEP_PX = 16
_SOFT_STEPS = 6.0
"""A shadow is blurred in a picture in which its softness, the standard deviation, is so many px at least."""

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

    def draw(
        self, scene: ByteArray, gesture: Gesture, now: float, carried: ByteArray | None = None
    ) -> BoolArray:
        """Draw a hand, its shadow and the card that it carries (a sprite, upright) into ``scene``, uint8 BGR.

        Returns what is covered, bool (height, width).
        """
        look = gesture.look
        palm = look.palm_mm * self.px_per_mm
        tip, angle = self._pose(gesture, now)
        before = [now - _EXPOSURE_MS * blur / _BLUR_PICTURES for blur in range(1, _BLUR_PICTURES)]
        poses = [(tip, angle), *(self._pose(gesture, when) for when in before)]
        drawn = {pose: self._mask(pose, palm) for pose in poses}
        # A hand that rests has one pose, and covers in the mean what it covers in that.
        masks = [drawn[pose] for pose in (poses if len(drawn) > 1 else drawn)]
        swept = reduce(np.maximum, masks)
        arm = _box(swept)
        covered = np.zeros(self._shape, np.bool_)
        if arm is None:
            return covered
        ahead = 0.7 * palm
        at = (
            tip[0] + ahead * math.cos(math.radians(angle)),
            tip[1] + ahead * math.sin(math.radians(angle)),
        )
        if carried is not None:
            held = np.zeros((*self._shape, 3), np.uint8)
            paste(held, np.repeat(carried[..., 3:], 4, axis=2), at, -angle - 90.0)
            covered = held[..., 0] > 127
        cover = _mean([mask[arm] for mask in masks])
        silhouette = np.zeros(self._shape, np.float32)
        silhouette[arm] = cover
        silhouette[covered] = 255
        box = _box(swept | covered, self._shadow_reach_px(look)) or arm
        shade = self._shade(silhouette, box, look)
        np.multiply(scene[box], cv2.merge([shade] * 3), out=scene[box], casting="unsafe")
        if carried is not None:
            paste(scene, carried, at, -angle - 90.0)
        self._colour(scene, arm, cover, (tip, angle), palm, look)
        covered[arm] |= cover > 127
        return covered

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
        scale, soft = self.px_per_mm, self._softness_px(look)
        rows, columns = box
        size, falls = (columns.stop, rows.stop), np.array(look.shadow_mm) * scale
        cast = silhouette
        coarser = int(soft / _SOFT_STEPS)
        if coarser > 1:
            # So soft a shadow is the same in a smaller picture; the box holds all that casts it.
            cast, soft, falls = silhouette[box], soft / coarser, falls / coarser
            size = (-(-cast.shape[1] // coarser), -(-cast.shape[0] // coarser))
            cast = np.asarray(cv2.resize(cast, size, interpolation=cv2.INTER_AREA), np.float32)
        shift = np.array([[1, 0, falls[0]], [0, 1, falls[1]]], np.float32)
        # Moved from the picture's corner on: OpenCV rounds by where a px lies.
        moved = cv2.warpAffine(cast, shift, size, borderMode=cv2.BORDER_REPLICATE)
        shadow = cv2.GaussianBlur(moved if coarser > 1 else moved[box], (0, 0), soft)
        if coarser > 1:
            whole = (columns.stop - columns.start, rows.stop - rows.start)
            shadow = cv2.resize(shadow, whole, interpolation=cv2.INTER_LINEAR)
        return np.asarray(1.0 - shadow * np.float32(look.shadow / 255), np.float32)

    def _softness_px(self, look: Look) -> float:
        return max(0.8, look.shadow_soft_mm * self.px_per_mm)

    def _shadow_reach_px(self, look: Look) -> int:
        """How far a shadow reaches beyond what casts it: OpenCV blurs as far as four standard deviations."""
        fall = max(abs(way) for way in look.shadow_mm) * self.px_per_mm
        return math.ceil(fall + 4 * self._softness_px(look)) + 2

    def _colour(
        self, scene: ByteArray, box: Box, cover: FloatArray, pose: Pose, palm: float, look: Look
    ) -> None:
        """Draw an arm that covers ``cover``, 0..255, of the px of a box."""
        tip, angle = pose
        depth = cv2.distanceTransform((cover > 127).astype(np.uint8), cv2.DIST_L2, 3)
        relief = (0.66 + 0.38 * np.clip(depth / (0.18 * palm), 0, 1)).astype(np.float32)
        relief = cv2.blur(relief, (3, 3))
        seen = np.flatnonzero(cover)
        xs, ys = self._across[box].ravel()[seen], self._down[box].ravel()[seen]
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        behind = -((xs - tip[0]) * c + (ys - tip[1]) * s) / palm - 0.95
        sleeve = behind > look.cuff
        shade = relief.ravel()[seen].astype(np.float64)
        if look.stripes:
            shade *= np.where(sleeve, 1 - look.stripes * (np.sin(behind * 18) > 0), 1.0)
        alpha = cover.ravel()[seen] / 255.0
        beneath = 1 - alpha
        # Colour by colour: numpy is slow where rows are three numbers long.
        for number, (dark, light) in enumerate(zip(look.sleeve, look.skin, strict=True)):
            flesh = np.clip(np.where(sleeve, np.float32(dark), np.float32(light)) * shade, 0, 255)
            part = scene[(*box, number)]
            colour = part.ravel()
            colour[seen] = (colour[seen] * beneath + flesh * alpha).astype(np.uint8)
            part[:] = colour.reshape(part.shape)


def _mean(masks: Sequence[ByteArray]) -> FloatArray:
    total = np.sum(masks, axis=0, dtype=np.float32)
    return np.asarray(np.clip(total / np.float32(len(masks)), 0, 255), np.float32)


def _box(mask: ByteArray, beside: int = 0) -> Box | None:
    """The px that a mask covers, rows and columns, and so many beside them; None where it covers none.

    Columns are made up to whole steps where something is beside them: so a box is blurred with the very rounding of
    the whole picture.
    """
    left, top, across, down = cv2.boundingRect(mask)
    if not across:
        return None
    step = _STEP_PX if beside else 1
    x0, x1 = max(0, left - beside) // step * step, -(-(left + across + beside) // step) * step
    rows, columns = mask.shape
    return slice(max(0, top - beside), min(rows, top + down + beside)), slice(x0, min(columns, x1))


def _prolong(mask: ByteArray, tip: tuple[float, float], angle: float, palm: float) -> None:
    """Draw the upper arm, where the forearm ends within the picture."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    start, end = ((round(tip[0] - far * palm * c), round(tip[1] - far * palm * s)) for far in (6.5, 16.0))
    cv2.line(mask, start, end, 255, max(1, round(0.95 * palm)), cv2.LINE_AA)
