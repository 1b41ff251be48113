"""Lays a card that was cut out a little beside its edges over the print it is compared with.

Source: Evangelidis and Psarakis, "Parametric image alignment using enhanced correlation coefficient
maximization" (2008).
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.printed.cut_out import HEIGHT, WIDTH, ByteArray, Float64Array, Outline, balanced

_STEPS = 30
_SMALLEST_GAIN = 1e-4
_BLUR = 5
_SCALE = (0.65, 1.55)
_FARTHEST = 0.35
"""Nothing is moved by more than this share of a card's height."""


def laid_over(card: ByteArray, other: ByteArray, shift: tuple[int, int]) -> Float64Array | None:
    """Return where in ``card`` the corners of ``other`` lie, float64 (4, 2) px, both uint8 BGR (HEIGHT, WIDTH, 3);
    None where they cannot be laid one over the other. ``shift`` (right, down) px is where to begin.
    """
    warp = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _STEPS, _SMALLEST_GAIN)
    try:
        _, found = cv2.findTransformECC(
            ink(other), ink(card), warp, cv2.MOTION_AFFINE, criteria, np.empty(0, np.uint8), _BLUR
        )
    except cv2.error:
        return None
    matrix = np.asarray(found, np.float64)
    stretch = np.linalg.svd(matrix[:, :2], compute_uv=False)
    if not (_SCALE[0] < stretch.min() and stretch.max() < _SCALE[1]) or np.linalg.det(matrix[:, :2]) <= 0:
        return None
    whole = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float64) - 0.5
    corners = whole @ matrix[:, :2].T + matrix[:, 2]
    if float(np.abs(corners - whole).max()) > _FARTHEST * HEIGHT:
        return None
    return np.asarray(corners, np.float64)


def ink(card: ByteArray) -> ByteArray:
    """How far each pixel of a card is from white paper, uint8."""
    return np.asarray(255 - balanced(card).min(axis=2), np.uint8)


def moved(outline: Outline, corners: Float64Array) -> Outline:
    """The outline whose corners lie where the given ones lie in the card that was cut out of ``outline``."""
    whole = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(whole, outline.corners.astype(np.float32))
    return Outline(cv2.perspectiveTransform(corners[None], matrix)[0], outline.shape)
