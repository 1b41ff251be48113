"""Is the picture sharp and lit well enough to read? Two numbers and a word, for the people who set up the camera."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[np.uint8]

_MEASURED_WIDTH = 640
_EDGES_WIDTH = 1600
_REACH = 25
"""The window (px) in which a step from dark to bright is looked for."""
_LEAST_STEP = 60.0
_SHARPEST = 99.0
_SOFT_PX = 5.0
"""Where even the sharpest steps take this many px, nothing is in focus."""
_DARK, _DIM, _GLARE = 40.0, 70.0, 0.06
_WHITE = 250
_BLACK, _ALL_WHITE = 25, 252  # whole numbers: bytes are compared with them as they are
"""A picture whose lightest places are darker than this, or its darkest ones lighter than that, shows nothing."""
_LIGHTEST = 99.8
"""The lightest places (percentile): on a black table in a dim room one white card is no more of the picture."""
_BLURRED = 0.5
_WIDEST_EDGE_PX = 8.0
"""An edge this much wider than a pixel is no focus at all: the strokes of an index are two to three pixels wide."""


@dataclass(frozen=True, slots=True)
class PictureQuality:
    """How a picture is to read: ``light`` and ``focus`` are 0..1; focus is good from 0.5 on.

    ``code`` is the worst that is wrong with it: ``too_dark``, ``overexposed``, ``dim``, ``blurred`` or ``good``.
    """

    code: str
    light: float
    focus: float


def picture_quality(image: Image, edge_px: float | None = None) -> PictureQuality:
    """Judge a picture, uint8 (h, w, 3) BGR. ``edge_px`` is the width of a step from black to white (10 to 90 %), px.

    With markers in the picture their edges tell the focus; without, only light can be judged and ``focus`` is 0.
    """
    height, width = image.shape[:2]
    scale = min(1.0, _MEASURED_WIDTH / width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    bright = float(np.percentile(grey, 90))
    blown = float(np.mean(grey >= _WHITE))
    light = min(1.0, bright / 255.0)
    focus = 0.0 if edge_px is None else float(np.clip(1.0 - (edge_px - 1.0) / _WIDEST_EDGE_PX, 0.0, 1.0))
    if bright < _DARK:
        code = "too_dark"
    elif blown > _GLARE:
        code = "overexposed"
    elif edge_px is not None and focus < _BLURRED:
        code = "blurred"
    elif bright < _DIM:
        code = "dim"
    else:
        code = "good"
    return PictureQuality(code, light, focus)


def blindness(image: Image) -> str | None:
    """Why nothing can be read in a picture, if that is so: ``too_dark`` (the lens is covered) or ``overexposed`` (a
    lamp shines into it). Quick, for every frame of an evening.
    """
    step = max(1, image.shape[0] // 100)
    thinned = np.ascontiguousarray(image[::step, ::step])
    # Counting is quicker than sorting, and hardly any picture comes near.
    clearly = 0.2 * thinned.size
    if np.count_nonzero(thinned >= _BLACK) < clearly and np.percentile(thinned, _LIGHTEST) < _BLACK:
        return "too_dark"
    if np.count_nonzero(thinned <= _ALL_WHITE) < clearly and np.percentile(thinned, 10) > _ALL_WHITE:
        return "overexposed"
    return None


def soft_edges_px(image: NDArray[np.uint8]) -> float | None:
    """Return how many px the sharpest steps of a picture take (10 to 90 %), if they take too many; else None.

    ``image`` is uint8 (h, w, 3) BGR. For pictures in which no marker is found that could tell: a blurred step of
    height C with the standard deviation s has the slope C / (s * sqrt(2 pi)) and is 2.56 s wide, so its width is
    about its height over its slope. None, too, where nothing in the picture is much brighter than what is beside it.
    """
    height, width = image.shape[:2]
    factor = max(1.0, width / _EDGES_WIDTH)
    size = (max(1, round(width / factor)), max(1, round(height / factor)))
    grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.7)
    window = np.ones((_REACH, _REACH), np.uint8)
    step = cv2.subtract(cv2.dilate(smooth, window), cv2.erode(smooth, window)).astype(np.float32)
    slope = np.hypot(
        cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    )
    places = step > _LEAST_STEP
    if not places.any():
        return None
    steepest = float(np.percentile(slope[places] / step[places], _SHARPEST))
    soft = 1.0 / max(steepest, 1e-6)
    return soft * factor if soft > _SOFT_PX else None
