"""The signs of the four suits as outlines: hearts, diamonds, spades and clubs of many shapes, no font file."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.card_names import SUITS
from vision.scene.arrays import ByteArray, Float64Array

_FINE = 256


@dataclass(frozen=True, slots=True)
class SignStyle:
    """The shape of a deck's signs; lengths are shares of the sign's height.

    ``plump`` 0..1 makes lobes round, ``bow`` bends a diamond's sides inwards, ``stem`` is half the width of a foot,
    ``spread`` how far a club's discs stand apart, ``inlay`` the share of a light core (0: none).
    """

    plump: float = 0.5
    bow: float = 0.06
    diamond_width: float = 0.78
    heart_width: float = 1.0
    stem: float = 0.26
    spread: float = 0.27
    disc: float = 0.25
    inlay: float = 0.0


def random_sign_style(rng: np.random.Generator) -> SignStyle:
    """Return the signs of one deck."""
    return SignStyle(
        plump=float(rng.uniform(0.0, 1.0)),
        bow=float(np.clip(rng.normal(0.06, 0.06), -0.06, 0.2)),
        diamond_width=float(rng.uniform(0.62, 1.0)),
        heart_width=float(rng.uniform(0.82, 1.15)),
        stem=float(rng.uniform(0.12, 0.36)),
        spread=float(rng.uniform(0.22, 0.3)),
        disc=float(rng.uniform(0.2, 0.275)),
        inlay=float(rng.uniform(0.25, 0.6)) if rng.random() < 0.06 else 0.0,
    )


@lru_cache(maxsize=1024)
def sign_shape(suit: str, style: SignStyle) -> ByteArray:
    """Return the coverage of a suit's sign, uint8 (height, width), 256 px high, upright, nothing around it.

    ``suit`` is H, D, S or C; raises ValueError on another.
    """
    canvas = np.zeros((2 * _FINE, 2 * _FINE), np.uint8)
    if suit == "H":
        _fill(canvas, _heart(style))
    elif suit == "D":
        _fill(canvas, _diamond(style))
    elif suit == "S":
        leaf = -_heart(style)
        _fill(canvas, np.column_stack([leaf[:, 0], leaf[:, 1] * 0.86 - 0.07]))
        _fill(canvas, _stem(style, -0.1))
    elif suit == "C":
        _club(canvas, style)
    else:
        raise ValueError(f"a suit is one of {', '.join(SUITS)}, not {suit!r}")
    rows, columns = np.flatnonzero(canvas.any(axis=1)), np.flatnonzero(canvas.any(axis=0))
    shape = canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    if style.inlay > 0.0:
        depth = cv2.distanceTransform(shape, cv2.DIST_L2, 3)
        core = depth > (1.0 - style.inlay) * float(depth.max())
        shape = np.where(core, 0, shape).astype(np.uint8)
    width = max(1, round(shape.shape[1] * _FINE / shape.shape[0]))
    out = np.asarray(cv2.resize(shape, (width, _FINE), interpolation=cv2.INTER_AREA), np.uint8)
    out.setflags(write=False)
    return out


def _fill(canvas: ByteArray, outline: Float64Array) -> None:
    at = (outline * 0.9 * _FINE + _FINE) * 16
    cv2.fillPoly(canvas, [np.round(at).astype(np.int32)], 255, cv2.LINE_AA, 4)


def _heart(style: SignStyle) -> Float64Array:
    """Points of a heart about the origin, one unit high, y down."""
    t = np.linspace(0.0, 2.0 * math.pi, 120, endpoint=False)
    x = np.sin(t) ** 3
    # Between a slender heart with straight flanks and a plump one with round ones.
    x = np.sign(x) * np.abs(x) ** (1.05 - 0.35 * style.plump)
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 29.0
    y = (y - y.min()) / (y.max() - y.min()) - 0.5
    return np.column_stack([0.5 * style.heart_width * x, y])


def _diamond(style: SignStyle) -> Float64Array:
    corners = np.array(
        [(0.0, -0.5), (style.diamond_width / 2, 0.0), (0.0, 0.5), (-style.diamond_width / 2, 0.0)]
    )
    points = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        for share in np.linspace(0.0, 1.0, 12, endpoint=False):
            straight = start + (end - start) * share
            points.append(straight * (1.0 - style.bow * 4.0 * share * (1.0 - share)))
    return np.array(points)


def _stem(style: SignStyle, top: float) -> Float64Array:
    """A foot that grows wider downwards, from ``top`` to the sign's lower edge."""
    down = np.linspace(0.0, 1.0, 12)
    half = 0.035 + style.stem * down**2.2
    y = top + (0.5 - top) * down
    return np.concatenate([np.column_stack([half, y]), np.column_stack([-half, y])[::-1]])


def _club(canvas: ByteArray, style: SignStyle) -> None:
    disc = style.disc

    def circle(x: float, y: float) -> None:
        at = (round((x * 0.9 + 1) * _FINE * 16), round((y * 0.9 + 1) * _FINE * 16))
        cv2.circle(canvas, at, round(disc * 0.9 * _FINE * 16), 255, -1, cv2.LINE_AA, 4)

    circle(0.0, -0.5 + disc)
    low = -0.5 + disc + style.spread * 1.35
    for side in (-1, 1):
        circle(side * style.spread * 1.0, low)
    core = 0.45 * disc
    _fill(canvas, np.array([(-core, -0.5 + disc), (core, -0.5 + disc), (disc, low), (-disc, low)]))
    _fill(canvas, _stem(style, low - 0.1))
