"""Where a camera stands over a zone, from the zone's place in the picture."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Homography

_USUAL_FOCAL, _SPREAD = 0.78, 0.15
"""A camera's focal length in longer sides of its picture, where nothing is known of it, and how far the logarithm
strays.
"""
_CORNER_DOUBT = 0.01
"""How far, as a share, the sides of a square come out unequal by corners that are not marked exactly."""
_FOCAL_LENGTHS = np.exp(np.linspace(math.log(0.4), math.log(3.0), 81))

Place = tuple[float, float, float]
Float64Array = NDArray[np.float64]


def camera_place(plane: Homography, size: tuple[int, int], focal_px: float | None = None) -> Place:
    """Return where the camera stands in mm: x, y and its height above the zone.

    `plane` takes px of a picture of that size (width, height) to mm of the zone; the camera is a pinhole whose axis
    goes through the picture's middle. Without its focal length the one is taken that makes the zone's axes square, as
    far as the picture tells it. Source: Zhang, "A flexible new technique for camera calibration", 2000.
    """
    width, height = size
    to_middle = np.array([[1.0, 0.0, (1 - width) / 2], [0.0, 1.0, (1 - height) / 2], [0.0, 0.0, 1.0]])
    centred: Float64Array = np.asarray(to_middle @ plane.inverse, np.float64)
    focal = _likeliest_focal(centred, max(width, height)) if focal_px is None else focal_px
    pose = centred / np.array([[focal], [focal], [1.0]])
    first, second, offset = pose.T
    scale = (np.linalg.norm(first) + np.linalg.norm(second)) / 2
    # The zone lies before the camera, not behind it.
    scale = scale if offset[2] > 0 else -scale
    u, _, v = np.linalg.svd(np.column_stack([first, second]) / scale, full_matrices=False)
    across, down = (u @ v).T
    rotation = np.stack([across, down, np.cross(across, down)])
    x, y, z = (float(value) for value in -rotation @ (offset / scale))
    return x, y, abs(z)


def _likeliest_focal(centred: Float64Array, longer_px: float) -> float:
    def doubt(focal: float) -> float:
        scaled = centred / np.array([[focal], [focal], [1.0]])
        first, second = scaled[:, 0], scaled[:, 1]
        a, b = float(np.linalg.norm(first)), float(np.linalg.norm(second))
        askew = float(first @ second) / (a * b)
        uneven = math.log(a / b)
        unusual = math.log(focal / longer_px / _USUAL_FOCAL) / _SPREAD
        return (askew**2 + uneven**2) / _CORNER_DOUBT**2 + unusual**2

    return min((float(each) * longer_px for each in _FOCAL_LENGTHS), key=doubt)
