"""Hands with their arms that reach over a table as a small stream shows it: how they look, how they move.

Millimetres on the table, x to the right, y down; px in the picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import cv2
import numpy as np

from vision.scene.arrays import BoolArray, ByteArray, FloatArray
from vision.scene.card_table import paste
from vision.scene.hand import hand_mask
from vision.scene.style import Colour

_EXPOSURE_MS = 16.0
_BLUR_PICTURES = 3

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
    """Draws arms over pictures of one size, (height, width); ``to_px`` tells where a place on the table (mm) is."""

    def __init__(
        self,
        shape: tuple[int, int],
        px_per_mm: float,
        to_px: Callable[[tuple[float, float]], tuple[float, float]],
    ) -> None:
        self._shape = shape
        self._px_per_mm = px_per_mm
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
        height, width = self._shape
        look = gesture.look
        palm = look.palm_mm * self._px_per_mm
        total = np.zeros((height, width), np.float32)
        for blur in range(_BLUR_PICTURES):
            when = now - _EXPOSURE_MS * blur / _BLUR_PICTURES
            tip, angle = self._pose(gesture, when)
            mask = hand_mask((height, width), tip, angle, palm)
            _prolong(mask, tip, angle, palm)
            total += mask
        cover = np.clip(total / np.float32(_BLUR_PICTURES), 0, 255).astype(np.float32)
        tip, angle = self._pose(gesture, now)
        card_cover = np.zeros((height, width), np.bool_)
        ahead = 0.7 * palm
        at = (
            tip[0] + ahead * math.cos(math.radians(angle)),
            tip[1] + ahead * math.sin(math.radians(angle)),
        )
        if carried is not None:
            held = np.zeros((height, width, 3), np.uint8)
            paste(held, np.repeat(carried[..., 3:], 4, axis=2), at, -angle - 90.0)
            card_cover = held[..., 0] > 127
        silhouette = np.maximum(cover, np.where(card_cover, 255, 0)).astype(np.float32)
        if not silhouette.any():
            return np.zeros((height, width), np.bool_)
        scale = self._px_per_mm
        shift = np.array([[1, 0, look.shadow_mm[0] * scale], [0, 1, look.shadow_mm[1] * scale]], np.float32)
        shadow = cv2.warpAffine(silhouette, shift, (width, height), borderMode=cv2.BORDER_REPLICATE)
        shadow = cv2.GaussianBlur(shadow, (0, 0), max(0.8, look.shadow_soft_mm * scale))
        shade = 1.0 - shadow * np.float32(look.shadow / 255)
        np.multiply(scene, shade[..., None], out=scene, casting="unsafe")
        if carried is not None:
            paste(scene, carried, at, -angle - 90.0)
        self._colour(scene, cover, tip, angle, palm, look)
        return np.asarray((cover > 127) | card_cover, np.bool_)

    def _pose(self, gesture: Gesture, now: float) -> tuple[tuple[float, float], float]:
        x, y = gesture.at(now)
        angle = math.degrees(math.atan2(y - gesture.shoulder[1], x - gesture.shoulder[0]))
        return self._to_px((x, y)), angle

    def _colour(
        self,
        scene: ByteArray,
        cover: FloatArray,
        tip: tuple[float, float],
        angle: float,
        palm: float,
        look: Look,
    ) -> None:
        x0, y0, across, down = cv2.boundingRect((cover > 0).astype(np.uint8))
        box = (slice(y0, y0 + down), slice(x0, x0 + across))
        part = cover[box]
        xs, ys = self._across[box], self._down[box]
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        behind = -((xs - tip[0]) * c + (ys - tip[1]) * s) / palm - 0.95
        depth = cv2.distanceTransform((part > 127).astype(np.uint8), cv2.DIST_L2, 3)
        relief = (0.66 + 0.38 * np.clip(depth / (0.18 * palm), 0, 1)).astype(np.float32)
        relief = cv2.blur(relief, (3, 3))
        sleeve = behind > look.cuff
        shade = np.where(sleeve, relief * (1 - look.stripes * (np.sin(behind * 18) > 0)), relief)
        colour = np.where(
            sleeve[..., None], np.asarray(look.sleeve, np.float32), np.asarray(look.skin, np.float32)
        )
        flesh = np.clip(colour * shade[..., None], 0, 255)
        alpha = (part / 255.0)[..., None]
        scene[box] = (scene[box] * (1 - alpha) + flesh * alpha).astype(np.uint8)


def _prolong(mask: ByteArray, tip: tuple[float, float], angle: float, palm: float) -> None:
    """Draw the upper arm, where the forearm ends within the picture."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    start, end = ((round(tip[0] - far * palm * c), round(tip[1] - far * palm * s)) for far in (6.5, 16.0))
    cv2.line(mask, start, end, 255, max(1, round(0.95 * palm)), cv2.LINE_AA)
