"""What is pictured on printed cards: horses, a pawn, coins, a carrot, a rosette, each to be printed in a colour.

Outlines are in units of the picture's side, x right, y down.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np

from vision.scene.arrays import ByteArray

_SIDE = 256
_HEAD = (
    (0.30, 0.98), (0.36, 0.78), (0.40, 0.62), (0.33, 0.60), (0.22, 0.68), (0.10, 0.66), (0.05, 0.56), (0.10, 0.46),
    (0.22, 0.36), (0.31, 0.22), (0.40, 0.13), (0.42, 0.02), (0.50, 0.10), (0.64, 0.16), (0.78, 0.30), (0.87, 0.50),
    (0.92, 0.74), (0.94, 0.98),
)  # fmt: skip
_MANE = ((0.52, 0.16), (0.68, 0.30), (0.76, 0.50), (0.79, 0.76))
_BODY = (
    (0.28, 0.44), (0.42, 0.40), (0.60, 0.42), (0.74, 0.40), (0.80, 0.48), (0.78, 0.60), (0.66, 0.62), (0.48, 0.60),
    (0.32, 0.62), (0.26, 0.54),
)  # fmt: skip
_NECK = (
    (0.28, 0.60), (0.22, 0.44), (0.14, 0.36), (0.06, 0.40), (0.02, 0.34), (0.12, 0.24), (0.18, 0.18), (0.22, 0.24),
    (0.32, 0.32), (0.42, 0.42), (0.40, 0.56),
)  # fmt: skip
_GALLOP = (
    ((0.30, 0.58), (0.20, 0.66), (0.06, 0.64)),
    ((0.34, 0.60), (0.24, 0.74), (0.14, 0.82)),
    ((0.74, 0.58), (0.84, 0.70), (0.97, 0.74)),
    ((0.68, 0.60), (0.80, 0.76), (0.90, 0.88)),
)
_REARING = (
    ((0.30, 0.50), (0.16, 0.48), (0.14, 0.60)),
    ((0.34, 0.54), (0.22, 0.60), (0.24, 0.70)),
    ((0.72, 0.58), (0.82, 0.74), (0.76, 0.92)),
    ((0.66, 0.60), (0.70, 0.78), (0.64, 0.94)),
)
_TAIL = ((0.78, 0.46), (0.88, 0.42), (0.97, 0.50))
_RIDER = ((0.46, 0.40), (0.52, 0.24), (0.40, 0.20), (0.33, 0.30))


@lru_cache(maxsize=32)
def emblem(name: str) -> ByteArray:
    """Return the coverage of a picture, uint8 (h, w), nothing around it: "head", "gallop", "rearing", "rider" (what
    sits on the galloping horse, drawn where it sits), "pawn", "coin", "carrot", "leaves" (of the carrot), "rosette",
    "shoe", "cap". Raises KeyError on any other name.
    """
    mask = np.zeros((_SIDE, _SIDE), np.uint8)
    _DRAWN[name](mask)
    if name not in ("rider", "leaves", "gallop", "rearing", "carrot"):
        left, top, wide, tall = cv2.boundingRect(mask)
        mask = mask[top : top + tall, left : left + wide].copy()
    mask.setflags(write=False)
    return mask


def _fill(mask: ByteArray, points: tuple[tuple[float, float], ...], value: int = 255) -> None:
    fixed = np.round(np.array(points) * _SIDE * 16).astype(np.int32)
    cv2.fillPoly(mask, [fixed], value, cv2.LINE_AA, 4)


def _stroke(mask: ByteArray, points: tuple[tuple[float, float], ...], thick: float, value: int = 255) -> None:
    fixed = np.round(np.array(points) * _SIDE * 16).astype(np.int32)
    cv2.polylines(mask, [fixed], False, value, max(1, round(thick * _SIDE)), cv2.LINE_AA, 4)


def _disc(mask: ByteArray, x: float, y: float, radius: float, value: int = 255) -> None:
    cv2.circle(
        mask,
        (round(x * _SIDE * 16), round(y * _SIDE * 16)),
        round(radius * _SIDE * 16),
        value,
        -1,
        cv2.LINE_AA,
        4,
    )


def _head(mask: ByteArray) -> None:
    _fill(mask, _HEAD)
    _stroke(mask, _MANE, 0.035, 0)
    _disc(mask, 0.36, 0.33, 0.028, 0)
    _disc(mask, 0.11, 0.58, 0.018, 0)


def _horse(mask: ByteArray, legs: tuple[tuple[tuple[float, float], ...], ...]) -> None:
    _fill(mask, _BODY)
    _fill(mask, _NECK)
    for leg in legs:
        _stroke(mask, leg, 0.05)
    _stroke(mask, _TAIL, 0.045)
    # Flesh has no corners: what is drawn with straight lines is rounded.
    soft = cv2.GaussianBlur(mask, (0, 0), 4.0)
    cv2.convertScaleAbs(np.clip(soft.astype(np.float32) * 4 - 382, 0, 255), dst=mask)


def _rearing(mask: ByteArray) -> None:
    flat = np.zeros_like(mask)
    _horse(flat, _REARING)
    matrix = cv2.getRotationMatrix2D((0.62 * _SIDE, 0.6 * _SIDE), -38.0, 0.92)
    cv2.warpAffine(flat, matrix, (_SIDE, _SIDE), dst=mask, flags=cv2.INTER_LINEAR)


def _rider(mask: ByteArray) -> None:
    _stroke(mask, _RIDER, 0.07)
    _fill(mask, ((0.44, 0.40), (0.46, 0.24), (0.58, 0.24), (0.58, 0.42)))
    _disc(mask, 0.45, 0.15, 0.065)
    _stroke(mask, ((0.36, 0.15), (0.46, 0.13)), 0.03)


def _pawn(mask: ByteArray) -> None:
    _disc(mask, 0.5, 0.2, 0.16)
    _fill(mask, ((0.40, 0.3), (0.60, 0.3), (0.70, 0.75), (0.30, 0.75)))
    _fill(mask, ((0.22, 0.75), (0.78, 0.75), (0.82, 0.92), (0.18, 0.92)))


def _coin(mask: ByteArray) -> None:
    _disc(mask, 0.5, 0.5, 0.46)
    _disc(mask, 0.5, 0.5, 0.39, 0)
    _disc(mask, 0.5, 0.5, 0.34)


def _carrot(mask: ByteArray) -> None:
    _fill(mask, ((0.34, 0.30), (0.50, 0.26), (0.66, 0.30), (0.64, 0.46), (0.50, 0.98), (0.36, 0.46)))
    for y, half in ((0.42, 0.10), (0.54, 0.08), (0.68, 0.05)):
        _stroke(mask, ((0.5 - half, y), (0.5 + 0.3 * half, y + 0.02)), 0.016, 0)


def _leaves(mask: ByteArray) -> None:
    for x in (0.30, 0.42, 0.56, 0.70):
        _stroke(mask, ((0.5, 0.30), (x, 0.03)), 0.07)


def _rosette(mask: ByteArray) -> None:
    _fill(mask, ((0.36, 0.55), (0.48, 0.6), (0.40, 1.0), (0.32, 0.9), (0.22, 0.95)))
    _fill(mask, ((0.64, 0.55), (0.52, 0.6), (0.60, 1.0), (0.68, 0.9), (0.78, 0.95)))
    turns = [2 * math.pi * number / 32 for number in range(32)]
    rim = tuple(
        (0.5 + (0.37 if k % 2 else 0.31) * math.cos(turn), 0.37 + (0.37 if k % 2 else 0.31) * math.sin(turn))
        for k, turn in enumerate(turns)
    )
    _fill(mask, rim)


def _shoe(mask: ByteArray) -> None:
    bow = tuple(
        (0.5 + 0.34 * math.cos(math.radians(a)), 0.45 + 0.38 * math.sin(math.radians(a)))
        for a in range(-240, 61, 12)
    )
    _stroke(mask, bow, 0.13)
    for x, y in bow[2:-2:4]:
        _disc(mask, x, y, 0.018, 0)


def _cap(mask: ByteArray) -> None:
    """What a joker wears: three points with bells."""
    _fill(
        mask,
        ((0.22, 0.70), (0.10, 0.36), (0.34, 0.46), (0.50, 0.14), (0.66, 0.46), (0.90, 0.36), (0.78, 0.70)),
    )
    _fill(mask, ((0.22, 0.76), (0.78, 0.76), (0.78, 0.88), (0.22, 0.88)))
    for x, y in ((0.10, 0.32), (0.50, 0.10), (0.90, 0.32)):
        _disc(mask, x, y, 0.06)


_DRAWN = {
    "head": _head,
    "gallop": lambda mask: _horse(mask, _GALLOP),
    "rearing": _rearing,
    "rider": _rider,
    "pawn": _pawn,
    "coin": _coin,
    "carrot": _carrot,
    "leaves": _leaves,
    "rosette": _rosette,
    "shoe": _shoe,
    "cap": _cap,
}
