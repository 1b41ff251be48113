"""The shape of a top face in a picture, and the crop that sets it upright and square."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vision.upright_crop import cut_upright, cut_upright_shrunk

CROP_SIZE = 64
CROP_MARGIN = 1.5
_COARSE_STEP = 1.6
"""From so many px of the picture a px of the crop on the picture is shrunk first."""

ByteArray = NDArray[np.uint8]
Float64Array = NDArray[np.float64]


def quad_shape(quad: Float64Array) -> tuple[tuple[float, float], float]:
    """Return the anisotropy (two numbers) and the turn (radians) of a top face given as its corners (4, 2).

    The two edge vectors e, f of the face give M = e e' + f f', which a quarter turn of the face leaves alone;
    anisotropy = ((Mxx - Myy) / tr M, 2 Mxy / tr M); the turn is that of e once M has been made round.
    """
    e = ((quad[1] - quad[0]) + (quad[2] - quad[3])) / 2
    f = ((quad[3] - quad[0]) + (quad[2] - quad[1])) / 2
    m = np.outer(e, e) + np.outer(f, f)
    trace = max(1e-9, float(m[0, 0] + m[1, 1]))
    anisotropy = (float(m[0, 0] - m[1, 1]) / trace, 2 * float(m[0, 1]) / trace)
    rounded = np.linalg.inv(_stretch(anisotropy)) @ e
    return anisotropy, math.atan2(float(rounded[1]), float(rounded[0]))


def _stretch(anisotropy: tuple[float, float]) -> Float64Array:
    """Return the symmetric 2x2 matrix of determinant 1 that turns a square into a face of this anisotropy."""
    a, b = anisotropy
    length = math.hypot(a, b)
    if length > 0.9:
        a, b = a * 0.9 / length, b * 0.9 / length
    m = np.array([[1 + a, b], [b, 1 - a]])
    values, vectors = np.linalg.eigh(m)
    root = vectors @ np.diag(np.sqrt(values)) @ vectors.T
    return np.asarray(root / math.sqrt(float(np.linalg.det(root))), np.float64)


def face_matrix(
    centre: tuple[float, float], side: float, anisotropy: tuple[float, float], turn: float
) -> Float64Array:
    """Return the 2x3 matrix from crop pixels to picture pixels."""
    c, s = math.cos(turn), math.sin(turn)
    scale = side * CROP_MARGIN / CROP_SIZE
    linear = _stretch(anisotropy) @ np.array([[c, -s], [s, c]]) * scale
    middle = (CROP_SIZE - 1) / 2
    offset = np.asarray(centre) - linear @ np.array([middle, middle])
    return np.column_stack([linear, offset])


def crop_face(
    image: ByteArray, centre: tuple[float, float], side: float, anisotropy: tuple[float, float], turn: float
) -> ByteArray:
    """Cut a top face upright and square with a margin around it, uint8 BGR (CROP_SIZE, CROP_SIZE, 3).

    `side` is that of a square as large as the face, in px of `image`; what lies outside the picture repeats its edge.
    """
    matrix = face_matrix(centre, side, anisotropy, turn)
    step = side * CROP_MARGIN / CROP_SIZE
    if step <= _COARSE_STEP:
        return cut_upright(image, matrix, (CROP_SIZE, CROP_SIZE))
    reach = side * CROP_MARGIN * 1.3
    return cut_upright_shrunk(image, matrix, (CROP_SIZE, CROP_SIZE), centre, reach, step)
