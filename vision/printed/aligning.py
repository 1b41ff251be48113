"""Lays a card that was cut out a little beside its edges over the print it is compared with.

Source: Evangelidis and Psarakis, "Parametric image alignment using enhanced correlation coefficient
maximization" (2008).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import smallest
from vision.printed.cut_out import HEIGHT, WIDTH, ByteArray, Float64Array, Outline, balanced

_STEPS = 30
_SMALLEST_GAIN = 1e-4
_BLUR = 5
_SCALE = (0.65, 1.55)
_FARTHEST = 0.35
"""Nothing is moved by more than this share of a card's height."""


def laid_over(card: ByteArray, other: ByteArray, shift: tuple[int, int] = (0, 0)) -> Float64Array | None:
    """Return where in ``card`` the corners of ``other`` lie, float64 (4, 2) px, both uint8 BGR of one size; None
    where they cannot be laid one over the other. ``shift`` (right, down) px is where to begin.
    """
    begin = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    return _corners(card, other, begin, cv2.MOTION_AFFINE)


def laid_finely(card: ByteArray, other: ByteArray) -> Float64Array | None:
    """The same of two cards that lie nearly one over the other, and may be seen from another side."""
    return _corners(card, other, np.eye(3, dtype=np.float32), cv2.MOTION_HOMOGRAPHY)


def _corners(
    card: ByteArray, other: ByteArray, begin: NDArray[np.float32], motion: int
) -> Float64Array | None:
    height, width = card.shape[:2]
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _STEPS, _SMALLEST_GAIN)
    try:
        _, found = cv2.findTransformECC(
            ink(other), ink(card), begin, motion, criteria, np.empty(0, np.uint8), _BLUR
        )
    except cv2.error:
        return None
    matrix = np.eye(3)
    matrix[: len(found)] = found
    whole = _whole(width, height)
    corners = np.asarray(cv2.perspectiveTransform(whole[None], matrix)[0], np.float64)
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T) / (width, height, width, height)
    if not (_SCALE[0] < sides.min() and sides.max() < _SCALE[1]):
        return None
    if float(np.abs(corners - whole).max()) > _FARTHEST * height or not cv2.isContourConvex(
        corners.astype(np.float32)
    ):
        return None
    return corners


def ink(card: ByteArray) -> ByteArray:
    """How far each pixel of a card is from white paper, uint8."""
    return np.asarray(255 - smallest(balanced(card)), np.uint8)


def _whole(width: int, height: int) -> Float64Array:
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) - 0.5


def moved(outline: Outline, corners: Float64Array, size: tuple[int, int] = (WIDTH, HEIGHT)) -> Outline:
    """The outline whose corners lie where the given ones lie in the card, of a size, that was cut out of another."""
    matrix = cv2.getPerspectiveTransform(_whole(*size).astype(np.float32), outline.corners.astype(np.float32))
    return Outline(cv2.perspectiveTransform(corners[None], matrix)[0], outline.shape)
