"""The shape of a top face in a picture, and the crop that sets it upright and square."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

CROP_SIZE = 64
CROP_MARGIN = 1.5

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
    if step > 1.6:
        # Shrink first: sampling every second pixel of a sharp picture would alias its noise into the crop.
        reach = side * CROP_MARGIN * 1.3
        x0, y0 = max(0, math.floor(centre[0] - reach)), max(0, math.floor(centre[1] - reach))
        x1, y1 = (
            min(image.shape[1], math.ceil(centre[0] + reach)),
            min(image.shape[0], math.ceil(centre[1] + reach)),
        )
        if x1 - x0 > 4 and y1 - y0 > 4:
            size = (max(2, round((x1 - x0) / step)), max(2, round((y1 - y0) / step)))
            image = np.asarray(cv2.resize(image[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA), np.uint8)
            fx, fy = size[0] / (x1 - x0), size[1] / (y1 - y0)
            matrix[:, 2] = (matrix[:, 2] + 0.5 - (x0, y0)) * (fx, fy) - 0.5
            matrix[:, :2] *= np.array([[fx], [fy]])
    return np.asarray(
        cv2.warpAffine(
            image,
            matrix,
            (CROP_SIZE, CROP_SIZE),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )
