"""The crop that sets one index upright, always filling about the same share of it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vision.upright_crop import cut_upright, cut_upright_shrunk

CROP_WIDTH, CROP_HEIGHT = 48, 72
_MARGIN = 1.3
_COARSE_STEP = 1.5
"""From how many px of the picture per px of the crop on the picture is shrunk first."""
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
    if step <= _COARSE_STEP:
        return cut_upright(image, matrix, (CROP_WIDTH, CROP_HEIGHT))
    reach = 0.62 * math.hypot(CROP_WIDTH, CROP_HEIGHT) * step
    return cut_upright_shrunk(image, matrix, (CROP_WIDTH, CROP_HEIGHT), centre, reach, step)
