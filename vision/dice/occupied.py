"""Finds where in a picture of a tray something lies, so that only there need a network look for dice."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

ByteArray = NDArray[np.uint8]
Window = tuple[int, int, int, int]
"""A part of a picture: x0, y0, x1, y1 in px, x1 and y1 outside."""

_DIE_PX = 12.0
"""The side of a die in px at which the tray is looked over: outline and pips are seen, grain and noise are not."""
_DETAIL_DICE, _PATCH_DICE = 0.5, 0.6
_LEAST_GREY, _MOST_GREY = 6.0, 20.0
_ABOVE_GROUND, _GROUND_SHARE = 3.0, 0.2
_LEAST_CONTRAST, _LEAST_DIM_GREY = 0.08, 1.5
"""In a dim picture everything stands out less: so large a share of its brightness is enough there, but no less than
so many levels, which noise alone may be.
"""
_MARGIN_DICE, _LEAST_MARGIN_DICE, _WHOLE_DICE = 0.3, 0.05, 2.4
_NARROWEST_DICE = 0.65
_LARGEST_SHARE = 0.6


def _odd(pixels: float) -> int:
    return max(3, round(pixels) | 1)


def _standing_out(image: ByteArray, die_px: float, step: int) -> ByteArray:
    """Return a mask (0 or 1), one value for `step` px each way, of the patches that show more detail than the ground,
    which is the plainest part of the picture.
    """
    columns, rows = max(1, image.shape[1] // step), max(1, image.shape[0] // step)
    # A whole number of px for each value: several times as fast as any other share.
    small = cv2.resize(image[: rows * step, : columns * step], (columns, rows), interpolation=cv2.INTER_AREA)
    die = die_px / step
    around, patch = _odd(_DETAIL_DICE * die), _odd(_PATCH_DICE * die)
    away = cv2.absdiff(small, cv2.blur(small, (around, around)))
    detail = cv2.max(cv2.max(away[..., 0], away[..., 1]), away[..., 2])
    seen = cv2.blur(np.asarray(detail, np.float32), (patch, patch))
    ground = float(np.quantile(seen, _GROUND_SHARE))
    # Dice may fill most of the picture: then the ground itself is not seen, and its measure must not hide them.
    least_grey = min(_LEAST_GREY, max(_LEAST_DIM_GREY, _LEAST_CONTRAST * float(small.mean())))
    bound = min(_MOST_GREY, max(least_grey, _ABOVE_GROUND * ground))
    # The walls of a tray are long and thin: what is narrower than a die is none.
    least = max(1, round(_NARROWEST_DICE * die))
    square = np.ones((least, least), np.uint8)
    inner = cv2.erode(
        np.asarray(seen > bound, np.uint8), square, borderType=cv2.BORDER_CONSTANT, borderValue=(0,)
    )
    return np.asarray(cv2.dilate(inner, square), np.uint8)


def _joined(windows: list[Window]) -> list[Window]:
    """Put windows that overlap into one, until none do."""
    left, apart = list(windows), []
    while left:
        x0, y0, x1, y1 = left.pop()
        touching = [w for w in left if w[0] < x1 and x0 < w[2] and w[1] < y1 and y0 < w[3]]
        if not touching:
            apart.append((x0, y0, x1, y1))
            continue
        left = [w for w in left if w not in touching]
        lows, highs = zip(*(((w[0], w[1]), (w[2], w[3])) for w in [(x0, y0, x1, y1), *touching]), strict=True)
        (x0, y0), (x1, y1) = np.min(lows, axis=0).tolist(), np.max(highs, axis=0).tolist()
        left.append((x0, y0, x1, y1))
    return apart


def _margin(seen_px: float, die_px: float) -> float:
    """Return how many px to look beyond what stands out over this length: little where a whole die with its ground is
    seen, more where perhaps only a part of one is.
    """
    missing = (_WHOLE_DICE * die_px - seen_px) / 2
    return min(_MARGIN_DICE * die_px, max(_LEAST_MARGIN_DICE * die_px, missing))


def occupied_windows(image: ByteArray, die_px: float) -> list[Window]:
    """Return the windows of a tray (uint8 BGR) in which something lies, with a margin of up to 0.3 dice; they do
    not overlap.

    `die_px` is the side of a top face in px. Where they would be most of the picture, as on a patterned ground, the
    whole picture is one window; where nothing stands out, there is none.
    """
    height, width = image.shape[:2]
    step = max(1, round(die_px / _DIE_PX))
    mask = _standing_out(image, die_px, step)
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    windows = []
    for left, top, across, down in stats[1:count, :4].tolist():
        wide, high = _margin(across * step, die_px), _margin(down * step, die_px)
        x0, y0 = max(0, int(left * step - wide)), max(0, int(top * step - high))
        x1 = min(width, int((left + across) * step + wide) + 1)
        y1 = min(height, int((top + down) * step + high) + 1)
        windows.append((x0, y0, x1, y1))
    windows = _joined(windows)
    area = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in windows)
    return [(0, 0, width, height)] if area > _LARGEST_SHARE * width * height else windows
