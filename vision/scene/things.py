"""What else stands on a family's table: cups, glasses, telephones, bowls, sheets of paper.

Millimetres on the table, origin at the picture's top left corner, x right, y down; px in the picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.arrays import ByteArray
from vision.scene.style import Colour

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, mm."""
Point = tuple[float, float]
Corners = NDArray[np.int32]

_TRIES = 40
_SHADOW = 0.55
_HALF_MM = 60.0
"""Nothing here reaches farther from its middle, paper excepted."""


def lay_things(
    ground: ByteArray, px_per_mm: float, keep_free: Sequence[Box], count: int, rng: np.random.Generator
) -> None:
    """Draw up to ``count`` things over ``ground``, uint8 BGR, in place; none reaches into a ``keep_free`` box by more
    than a finger's breadth.
    """
    height, width = ground.shape[0] / px_per_mm, ground.shape[1] / px_per_mm
    for _ in range(count):
        draw = _THINGS[int(rng.integers(len(_THINGS)))]
        for _ in range(_TRIES):
            x, y = float(rng.uniform(0, width)), float(rng.uniform(0, height))
            if all(_apart(x, y, box) for box in keep_free):
                draw(ground, (x, y), px_per_mm, rng)
                break


def _apart(x: float, y: float, box: Box) -> bool:
    left, top, right, bottom = box
    aside, above = max(left - x, x - right, 0.0), max(top - y, y - bottom, 0.0)
    return math.hypot(aside, above) > _HALF_MM - 15.0


def _cup(ground: ByteArray, at: Point, scale: float, rng: np.random.Generator) -> None:
    radius = float(rng.uniform(32, 45))
    colour = _colour(rng)
    _shade(ground, at, (radius, radius), scale, 1.0)
    handle = float(rng.uniform(0, 2 * math.pi))
    ear = at[0] + radius * math.cos(handle), at[1] + radius * math.sin(handle)
    _disc(ground, ear, 0.4 * radius, scale, colour)
    _disc(ground, at, radius, scale, colour)
    drink = (30.0, 50.0, 80.0) if rng.random() < 0.6 else (60.0, 130.0, 200.0)
    _disc(ground, at, 0.85 * radius, scale, drink)


def _glass(ground: ByteArray, at: Point, scale: float, rng: np.random.Generator) -> None:
    """A tumbler is seen by its rim, by what it mirrors, and by the table that it darkens."""
    radius = float(rng.uniform(28, 38))
    _shade(ground, at, (radius, radius), scale, 0.5)
    centre, size = _px(at, scale), round(radius * scale)
    cv2.circle(ground, centre, size, (235, 238, 238), max(1, round(1.2 * scale)), cv2.LINE_AA)
    cv2.circle(ground, centre, round(0.8 * size), (200, 206, 206), max(1, round(0.6 * scale)), cv2.LINE_AA)
    bow = float(rng.uniform(0, 360))
    cv2.ellipse(
        ground,
        centre,
        (round(0.9 * size),) * 2,
        bow,
        0,
        50,
        (255, 255, 255),
        max(1, round(2.5 * scale)),
        cv2.LINE_AA,
    )


def _bowl(ground: ByteArray, at: Point, scale: float, rng: np.random.Generator) -> None:
    radius = float(rng.uniform(48, _HALF_MM))
    _shade(ground, at, (radius, radius), scale, 1.0)
    _disc(ground, at, radius, scale, _colour(rng))
    crumb = _colour(rng)
    for _ in range(60):
        far, way = 0.8 * radius * math.sqrt(float(rng.random())), float(rng.uniform(0, 2 * math.pi))
        tone = float(rng.uniform(0.6, 1.2))
        _disc(
            ground,
            (at[0] + far * math.cos(way), at[1] + far * math.sin(way)),
            float(rng.uniform(4, 9)),
            scale,
            (crumb[0] * tone, crumb[1] * tone, crumb[2] * tone),
        )


def _telephone(ground: ByteArray, at: Point, scale: float, rng: np.random.Generator) -> None:
    turn = float(rng.uniform(0, 180))
    body = _box(at, (74.0, 152.0), turn, scale)
    _fill(ground, _box((at[0] + 3, at[1] + 3), (76.0, 154.0), turn, scale), (20.0, 20.0, 20.0), 0.5)
    _fill(ground, body, (24.0, 24.0, 26.0))
    if rng.random() < 0.6:
        screen = tuple(float(value) for value in rng.uniform(60, 250, 3))
        _fill(ground, _box(at, (68.0, 140.0), turn, scale), (screen[0], screen[1], screen[2]))


def _paper(ground: ByteArray, at: Point, scale: float, rng: np.random.Generator) -> None:
    """The sheet on which somebody keeps the score."""
    turn, size = float(rng.uniform(0, 180)), (105.0, 148.0)
    _fill(ground, _box((at[0] + 1, at[1] + 1), size, turn, scale), (20.0, 20.0, 20.0), 0.3)
    _fill(ground, _box(at, size, turn, scale), (238.0, 242.0, 244.0))
    ink = (110.0, 60.0, 40.0) if rng.random() < 0.5 else (40.0, 40.0, 40.0)
    angle = math.radians(turn)
    c, s = math.cos(angle), math.sin(angle)
    for row in range(-6, int(rng.integers(0, 6))):
        for column in range(-4, 5, 2):
            if rng.random() < 0.7:
                x, y = 10.0 * column, 10.0 * row
                where = _px((at[0] + x * c - y * s, at[1] + x * s + y * c), scale)
                text = str(int(rng.integers(2, 99)))
                thick = max(1, round(0.5 * scale))
                cv2.putText(
                    ground,
                    text,
                    where,
                    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
                    0.22 * scale,
                    ink,
                    thick,
                    cv2.LINE_AA,
                )


_THINGS: tuple[Callable[[ByteArray, Point, float, np.random.Generator], None], ...] = (
    _cup,
    _glass,
    _bowl,
    _telephone,
    _paper,
)


def _colour(rng: np.random.Generator) -> Colour:
    b, g, r = (float(value) for value in rng.uniform(30, 245, 3))
    return b, g, r


def _px(at: Point, scale: float) -> tuple[int, int]:
    return round(at[0] * scale), round(at[1] * scale)


def _disc(ground: ByteArray, at: Point, radius: float, scale: float, colour: Colour) -> None:
    cv2.circle(ground, _px(at, scale), max(1, round(radius * scale)), colour, -1, cv2.LINE_AA)


def _shade(ground: ByteArray, at: Point, radii: Point, scale: float, strength: float) -> None:
    """The soft shadow beside something that stands on the table."""
    x, y = at[0] + 0.35 * radii[0], at[1] + 0.45 * radii[1]
    cover = np.zeros(ground.shape[:2], np.uint8)
    cv2.ellipse(
        cover, _px((x, y), scale), (round(radii[0] * scale), round(radii[1] * scale)), 0, 0, 360, 255, -1
    )
    soft = cv2.GaussianBlur(cover, (0, 0), 5.0 * scale).astype(np.float32) * (
        strength * (1 - _SHADOW) / 255.0
    )
    ground[:] = (ground * (1.0 - soft[..., None])).astype(np.uint8)


def _box(at: Point, size: Point, turn: float, scale: float) -> Corners:
    corners = cv2.boxPoints(((at[0] * scale, at[1] * scale), (size[0] * scale, size[1] * scale), turn))
    return np.rint(corners).astype(np.int32)


def _fill(ground: ByteArray, corners: Corners, colour: Colour, share: float = 1.0) -> None:
    if share == 1.0:
        cv2.fillPoly(ground, [corners], colour, cv2.LINE_AA)
        return
    over = ground.copy()
    cv2.fillPoly(over, [corners], colour, cv2.LINE_AA)
    cv2.addWeighted(over, share, ground, 1 - share, 0.0, ground)
