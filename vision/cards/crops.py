"""The crop that sets one index upright, always filling about the same share of it."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

CROP_WIDTH, CROP_HEIGHT = 48, 72
_MARGIN = 1.3
_ASPECT = CROP_HEIGHT / CROP_WIDTH

ByteArray = NDArray[np.uint8]
Float64Array = NDArray[np.float64]


def crop_matrix(
    centre: tuple[float, float], up: tuple[float, float], size: tuple[float, float]
) -> Float64Array:
    """Return the 2x3 matrix from px of the crop to px of the picture, for an index of ``size`` (width, height) px
    whose head lies towards the unit vector ``up``.
    """
    step = _MARGIN * max(size[1], _ASPECT * size[0]) / CROP_HEIGHT
    right, down = (-up[1] * step, up[0] * step), (-up[0] * step, -up[1] * step)
    linear = np.array([[right[0], down[0]], [right[1], down[1]]])
    middle = np.array([(CROP_WIDTH - 1) / 2, (CROP_HEIGHT - 1) / 2])
    return np.column_stack([linear, np.asarray(centre) - linear @ middle])


def crop_index(
    image: ByteArray, centre: tuple[float, float], up: tuple[float, float], size: tuple[float, float]
) -> ByteArray:
    """Cut an index upright with a margin around it, uint8 BGR (CROP_HEIGHT, CROP_WIDTH, 3).

    ``centre`` and ``size`` (width, height) in px of ``image``, uint8 BGR; ``up`` is the unit vector to its head. What
    lies outside the picture repeats its edge.
    """
    matrix = crop_matrix(centre, up, size)
    step = math.hypot(matrix[0, 0], matrix[1, 0])
    if step > 1.5:
        # Shrink first: sampling every second pixel of a sharp picture would alias its noise into the crop.
        reach = 0.62 * math.hypot(CROP_WIDTH, CROP_HEIGHT) * step
        x0, y0 = max(0, math.floor(centre[0] - reach)), max(0, math.floor(centre[1] - reach))
        x1 = min(image.shape[1], math.ceil(centre[0] + reach))
        y1 = min(image.shape[0], math.ceil(centre[1] + reach))
        if x1 - x0 > 4 and y1 - y0 > 4:
            small = (max(2, round((x1 - x0) / step)), max(2, round((y1 - y0) / step)))
            image = np.asarray(cv2.resize(image[y0:y1, x0:x1], small, interpolation=cv2.INTER_AREA), np.uint8)
            fx, fy = small[0] / (x1 - x0), small[1] / (y1 - y0)
            matrix[:, 2] = (matrix[:, 2] + 0.5 - (x0, y0)) * (fx, fy) - 0.5
            matrix[:, :2] *= np.array([[fx], [fy]])
    return np.asarray(
        cv2.warpAffine(
            image,
            matrix,
            (CROP_WIDTH, CROP_HEIGHT),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )
