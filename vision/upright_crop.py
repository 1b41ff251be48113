"""Cuts something out of a picture upright, by the matrix that says where each pixel of the crop lies."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

ByteArray = NDArray[np.uint8]
Float64Array = NDArray[np.float64]


def cut_upright(image: ByteArray, matrix: Float64Array, size: tuple[int, int]) -> ByteArray:
    """Return the crop of ``size`` (width, height) px; what lies outside the picture (uint8 BGR) repeats its edge.

    ``matrix`` (2, 3) leads from px of the crop to px of the picture.
    """
    return np.asarray(
        cv2.warpAffine(
            image,
            matrix,
            size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


def cut_upright_shrunk(
    image: ByteArray,
    matrix: Float64Array,
    size: tuple[int, int],
    centre: tuple[float, float],
    reach: float,
    step: float,
) -> ByteArray:
    """The same from the surroundings of ``centre`` (``reach`` px each way) shrunk by ``step`` first.

    Sampling every second pixel of a sharp picture would alias its noise into the crop.
    """
    x0, y0 = max(0, math.floor(centre[0] - reach)), max(0, math.floor(centre[1] - reach))
    x1 = min(image.shape[1], math.ceil(centre[0] + reach))
    y1 = min(image.shape[0], math.ceil(centre[1] + reach))
    if x1 - x0 <= 4 or y1 - y0 <= 4:
        return cut_upright(image, matrix, size)
    small = (max(2, round((x1 - x0) / step)), max(2, round((y1 - y0) / step)))
    shrunk = np.asarray(cv2.resize(image[y0:y1, x0:x1], small, interpolation=cv2.INTER_AREA), np.uint8)
    fx, fy = small[0] / (x1 - x0), small[1] / (y1 - y0)
    fitted = matrix.copy()
    fitted[:, 2] = (fitted[:, 2] + 0.5 - (x0, y0)) * (fx, fy) - 0.5
    fitted[:, :2] *= np.array([[fx], [fy]])
    return cut_upright(shrunk, fitted, size)
