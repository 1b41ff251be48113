"""A hand with its forearm that reaches over the tray and withdraws."""

from __future__ import annotations

import itertools
import math

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.style import Colour

# Outlines in units of the palm's width, fingers towards -y, wrist at the origin.
_PALM = (
    (-0.45, -0.9),
    (-0.25, -1.08),
    (0.2, -1.06),
    (0.42, -0.92),
    (0.40, -0.3),
    (0.28, 0.05),
    (-0.28, 0.05),
    (-0.46, -0.35),
)
_ARM = ((-0.28, -0.02), (0.28, -0.02), (0.50, 6.0), (-0.50, 6.0))
_FINGERS = (
    ((-0.36, -0.95), (-0.46, -1.35), (-0.50, -1.70)),
    ((-0.13, -1.02), (-0.15, -1.50), (-0.16, -1.92)),
    ((0.11, -1.00), (0.15, -1.45), (0.18, -1.82)),
    ((0.33, -0.90), (0.42, -1.25), (0.48, -1.52)),
    ((-0.40, -0.35), (-0.72, -0.65), (-0.82, -0.98)),
)
_FINGER_RADII = (0.115, 0.12, 0.115, 0.10, 0.125)
_KNUCKLES = 0.95
"""How far they are from the wrist."""
_OUTLINES = np.array([*_PALM, *_ARM, *itertools.chain(*_FINGERS)]) + np.array([0.0, _KNUCKLES])
_TO_ARM, _TO_FINGERS = len(_PALM), len(_PALM) + len(_ARM)


def hand_mask(
    shape: tuple[int, int], tip_px: tuple[float, float], angle_deg: float, palm_px: float
) -> ByteArray:
    """Return the coverage of a hand and forearm, uint8 (height, width); `tip_px` is the knuckles,
    `angle_deg` where it points.
    """
    mask = np.zeros(shape, np.uint8)
    angle = math.radians(angle_deg + 90.0)
    c, s = math.cos(angle), math.sin(angle)
    x, y = _OUTLINES.T
    placed = np.column_stack([x * c - y * s, x * s + y * c]) * palm_px + tip_px
    points = np.rint(placed * 16).astype(np.int32)
    for outline in (points[:_TO_ARM], points[_TO_ARM:_TO_FINGERS]):
        cv2.fillPoly(mask, [outline], 255, cv2.LINE_AA, 4)
    fingers = points[_TO_FINGERS:].reshape(len(_FINGERS), -1, 2).tolist()
    for chain, radius in zip(fingers, _FINGER_RADII, strict=True):
        thickness = max(2, round(radius * 2 * palm_px))
        for start, end in itertools.pairwise(chain):
            cv2.line(mask, start, end, 255, thickness, cv2.LINE_AA, 4)
    return mask


def draw_hand(
    image: ByteArray,
    tip_px: tuple[float, float],
    angle_deg: float,
    palm_px: float,
    skin: Colour = (128.0, 158.0, 205.0),
    shadow_px: tuple[float, float] = (18.0, 22.0),
) -> ByteArray:
    """Draw a hand and its shadow over `image` (uint8 BGR, changed in place) and return its coverage, uint8
    (height, width).
    """
    height, width = image.shape[:2]
    # The hand is smooth and a little out of focus: a quarter of the pixels is enough.
    factor = 2 if max(height, width) > 400 else 1
    small_shape = (height // factor, width // factor)
    small = hand_mask(small_shape, (tip_px[0] / factor, tip_px[1] / factor), angle_deg, palm_px / factor)
    if not small.any():
        return np.zeros((height, width), np.uint8)
    shift = np.array([[1, 0, shadow_px[0] / factor], [0, 1, shadow_px[1] / factor]], np.float32)
    shadow = cv2.blur(cv2.warpAffine(small, shift, (small.shape[1], small.shape[0])), (13, 13))
    depth = cv2.distanceTransform((small > 127).astype(np.uint8), cv2.DIST_L2, 3)
    relief = np.clip(depth / (0.16 * palm_px / factor), 0.0, 1.0)
    relief = cv2.blur(relief, (5, 5))
    shade: FloatArray = (0.62 + 0.40 * relief).astype(np.float32)
    skin_small = np.clip(shade[..., None] * np.asarray(skin, np.float32), 0, 255).astype(np.uint8)
    soft = cv2.blur(small, (3, 3))
    full = (width, height)
    darkening = 255 - (
        cv2.resize(shadow, full, interpolation=cv2.INTER_LINEAR).astype(np.uint16) * 115 // 255
    ).astype(np.uint8)
    cv2.multiply(image, cv2.merge([darkening] * 3), image, 1 / 255.0)
    cover = cv2.resize(soft, full, interpolation=cv2.INTER_LINEAR)
    flesh = cv2.resize(skin_small, full, interpolation=cv2.INTER_LINEAR)
    cover3 = cv2.merge([cover] * 3)
    behind = cv2.multiply(image, 255 - cover3, scale=1 / 255.0)
    image[:] = cv2.add(behind, cv2.multiply(flesh, cover3, scale=1 / 255.0))
    return np.asarray(cover, np.uint8)
