"""What is nobody's business is covered before a picture is kept or shown: a stock card that somebody lifts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Pixel

Image: TypeAlias = NDArray[np.uint8]

GREY = (96, 96, 96)


def masked(image: Image, areas: Iterable[Sequence[Pixel]]) -> Image:
    """Return a picture, uint8 (h, w, 3) BGR, with these areas (polygons in its px) filled; itself without any."""
    polygons = [np.round(np.asarray(area, dtype=np.float64)).astype(np.int32) for area in areas]
    if not polygons:
        return image
    covered = image.copy()
    for polygon in polygons:
        # One by one: filled together, what two of them share would count as a hole and stay open.
        cv2.fillPoly(covered, [polygon], GREY)
    return covered
