"""Stickers on dice: a set of six little pictures, each on its own ground, as families cut them out or buy them."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.scene.arrays import Float64Array, FloatArray, IntArray
from vision.scene.style import Colour

_SHAPES = (
    "star",
    "flower",
    "ring",
    "cross",
    "crescent",
    "tree",
    "fish",
    "house",
    "bolt",
    "moth",
    "wave",
    "key",
)
_SIXTEENTHS = 16
_FIGURES = ("1", "2", "3", "4", "5", "6", "9", "10", "J", "Q", "K", "A")


def draw_sticker(tile: FloatArray, face: str, number: int) -> None:
    """Stick the picture of a face ("9".."A" or "1".."6") of the set `number` on a face of a die, `tile` float32 BGR
    (s, s, 3).
    """
    rng = np.random.default_rng((number, 17))
    place = _FIGURES.index(face) % 6
    shape = _SHAPES[int(rng.permutation(len(_SHAPES))[place])]
    round_one = bool(rng.random() < 0.4)
    half = float(rng.uniform(0.33, 0.44))
    grounds, inks = rng.uniform(150, 250, (6, 3)), rng.uniform(5, 110, (6, 3))
    if rng.random() < 0.5:
        # Cut from one sheet: all on one ground, printed in one ink.
        grounds[:], inks[:] = grounds[0], inks[0]
    ground, ink = _colour(grounds[place]), _colour(inks[place])
    own = np.random.default_rng((number, 18, place))
    size = tile.shape[0]
    middle = (0.5 + own.normal(0, 0.012, 2)) * size
    if round_one:
        at = (round(float(middle[0]) * _SIXTEENTHS), round(float(middle[1]) * _SIXTEENTHS))
        cv2.circle(tile, at, round(half * size * _SIXTEENTHS), ground, -1, cv2.LINE_AA, 4)
    else:
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64) * half * size
        cv2.fillPoly(tile, [_fixed(corners, float(own.normal(0, 2.5)), middle)], ground, cv2.LINE_AA, 4)
    scale = half * size * float(rng.uniform(0.6, 0.78))
    for outline in _outlines(shape):
        cv2.fillPoly(tile, [_fixed(outline * scale, 0.0, middle)], ink, cv2.LINE_AA, 4)


def _colour(bgr: Float64Array) -> Colour:
    return float(bgr[0]), float(bgr[1]), float(bgr[2])


def _fixed(points: Float64Array, turn_deg: float, middle: Float64Array) -> IntArray:
    """Points about (0, 0) turned and moved, in sixteenths of a pixel."""
    cosine, sine = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    turned = points @ np.array([[cosine, sine], [-sine, cosine]]) + middle
    return np.asarray(np.round(turned * _SIXTEENTHS), np.int32)


def _outlines(shape: str) -> list[Float64Array]:
    """The filled outlines of a picture within -1..1, y down."""
    turn = np.linspace(0, 2 * math.pi, 60, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    if shape == "star":
        points = np.linspace(-math.pi / 2, 1.5 * math.pi, 10, endpoint=False)
        radius = np.where(np.arange(10) % 2, 0.42, 1.0)
        return [np.stack([radius * np.cos(points), radius * np.sin(points)], axis=1)]
    if shape == "flower":
        return [circle * (0.62 + 0.38 * np.cos(5 * turn + math.pi / 2))[:, None], circle * 0.3]
    if shape == "ring":
        gap = np.linspace(0.5, 2 * math.pi - 0.5, 50)
        outer = np.stack([np.cos(gap), np.sin(gap)], axis=1)
        return [np.concatenate([outer, 0.55 * outer[::-1]])]
    if shape == "cross":
        return [_box(-0.28, -1.0, 0.28, 1.0), _box(-0.85, -0.55, 0.85, 0.0)]
    if shape == "crescent":
        half = np.linspace(-math.pi / 2, math.pi / 2, 30)
        outer = np.stack([-np.cos(half), np.sin(half)], axis=1)
        return [np.concatenate([outer, (outer * np.array([0.45, 1.0]))[::-1]])]
    if shape == "tree":
        return [
            _line((0, -1), (0.8, 0.1), (-0.8, 0.1)),
            _line((0, -0.5), (1, 0.65), (-1, 0.65)),
            _box(-0.18, 0.6, 0.18, 1),
        ]
    if shape == "fish":
        return [circle * np.array([0.7, 0.45]) - np.array([0.2, 0.0]), _line((0.3, 0), (1, -0.6), (1, 0.6))]
    if shape == "house":
        return [_line((0, -1), (1, -0.1), (-1, -0.1)), _box(-0.7, -0.1, 0.7, 0.95)]
    if shape == "bolt":
        return [_line((0.3, -1), (-0.7, 0.2), (-0.05, 0.2), (-0.3, 1), (0.7, -0.3), (0.05, -0.3))]
    if shape == "moth":
        return [
            _line((0, 0.1), (-1, -0.9), (-0.8, 0.5)),
            _line((0, 0.1), (1, -0.9), (0.8, 0.5)),
            _box(-0.12, -0.6, 0.12, 0.9),
        ]
    if shape == "wave":
        x = np.linspace(-1, 1, 40)
        upper = np.stack([x, -0.3 + 0.35 * np.sin(3.4 * x)], axis=1)
        return [np.concatenate([upper, (upper + np.array([0.0, 0.6]))[::-1]])]
    return [
        circle * 0.45 - np.array([0.0, 0.5]),
        _box(-0.14, -0.2, 0.14, 1.0),
        _box(0.1, 0.5, 0.6, 0.7),
        _box(0.1, 0.8, 0.5, 1.0),
    ]


def _box(x0: float, y0: float, x1: float, y1: float) -> Float64Array:
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float64)


def _line(*points: tuple[float, float]) -> Float64Array:
    return np.array(points, np.float64)
