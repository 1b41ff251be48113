"""A card cut out of a picture: straightened, of one size, its paper brought to the same white."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quantiles import LEVELS, percentiles

ByteArray = NDArray[np.uint8]
Float64Array = NDArray[np.float64]
Shape = Literal["rectangle", "round"]

WIDTH, HEIGHT = 64, 96
"""Size of a cut-out card, px; cards of every ratio are stretched to it."""
_LARGEST_SHRINK = 8
_PAPER = 238.0
_PERCENTILE = 92.0
_FIGURES, _LIKE_PAPER = 99.0, 0.6
"""On a dark card with small pale figures these are what is white: what is darker than so much of them is no paper."""
_LEAST_LEVEL = 12.0
_MOST_TINT = 1.4
"""A lamp tints white by no more than this; what is more coloured is print, not light."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """Where a card lies in a picture: corners float64 (4, 2), px, clockwise from one end of a short side, so that
    0 to 1 and 2 to 3 are the short sides; of a round card those of the rectangle about it.
    """

    corners: Float64Array
    shape: Shape = "rectangle"

    @property
    def ratio(self) -> float:
        """The short side divided by the long one, as seen."""
        sides = np.hypot(*(np.roll(self.corners, -1, axis=0) - self.corners).T)
        return float((sides[0] + sides[2]) / max(1e-6, sides[1] + sides[3]))

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The upright rectangle about it: x0, y0, x1, y1, px."""
        x0, y0 = self.corners.min(axis=0)
        x1, y1 = self.corners.max(axis=0)
        return (float(x0), float(y0), float(x1), float(y1))

    def turned(self, quarters: int) -> Outline:
        """The same card, begun at another corner."""
        return Outline(np.roll(self.corners, -quarters, axis=0), self.shape)


def cut_out(image: NDArray[Any], outline: Outline, size: tuple[int, int] = (WIDTH, HEIGHT)) -> ByteArray:
    """Return the card straightened, uint8 BGR (height, width, 3), corner 0 of the outline upper left."""
    width, height = size
    sides = np.hypot(*(np.roll(outline.corners, -1, axis=0) - outline.corners).T)
    # Pixels are averaged, not skipped: fine stripes must become a tint, not a pattern.
    times = int(np.clip(np.ceil(max(sides.max() / height, 1.0)), 1, _LARGEST_SHRINK))
    large = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) * times - 0.5
    matrix = cv2.getPerspectiveTransform(outline.corners.astype(np.float32), large)
    card = cv2.warpPerspective(
        image,
        matrix,
        (width * times, height * times),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if times > 1:
        card = cv2.resize(card, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(card, np.uint8)


def balanced(card: ByteArray) -> ByteArray:
    """Bring the brightest print of a cut-out card, its paper, to the same white; the tint of a lamp goes, that of
    coloured paper stays, and a black card with pale figures stays black. uint8 BGR of the same shape.
    """
    levels, figures = percentiles(card, (_PERCENTILE, _FIGURES))
    if levels.max() < _LIKE_PAPER * figures.max():
        levels = _LIKE_PAPER * figures
    bright = max(_LEAST_LEVEL, float(levels.max()))
    tint = np.clip(bright / np.maximum(levels, 1.0), 1.0, _MOST_TINT)
    gains = _PAPER / bright * tint
    every = np.arange(LEVELS, dtype=np.float32)[:, None] * gains.astype(np.float32)
    return np.asarray(cv2.LUT(card, cv2.convertScaleAbs(every)[None]), np.uint8)
