"""Where the pixels of a part of a picture come from through a lens: asked at some, in between it bends nothing."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Points

_STEP_PX = 16
Box = tuple[int, int, int, int]
"""A part of a picture: left, top, right, bottom, px."""


def lens_maps(
    mapped: Callable[[Points], Points], box: Box
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where every pixel of a box comes from, x and y, float32 (h, w) px, as ``cv2.remap`` takes them.

    ``mapped`` takes positions, float64 (n, 2) px, to where they come from; it must be smooth.
    """
    left, top, right, bottom = box
    columns, rows = (right - left) // _STEP_PX + 2, (bottom - top) // _STEP_PX + 2
    xs, ys = left + _STEP_PX * np.arange(columns), top + _STEP_PX * np.arange(rows)
    nodes = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2).astype(np.float64)
    coarse = mapped(nodes).reshape(rows, columns, 2).astype(np.float32)
    across, down = np.meshgrid(
        (np.arange(right - left) / _STEP_PX).astype(np.float32),
        (np.arange(bottom - top) / _STEP_PX).astype(np.float32),
    )
    fine = [
        cv2.remap(
            np.ascontiguousarray(coarse[..., axis]),
            across,
            down,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for axis in (0, 1)
    ]
    return np.asarray(fine[0], np.float32), np.asarray(fine[1], np.float32)
