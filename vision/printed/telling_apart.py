"""Which of two cards that differ in little a card seen is: only what differs between the two is looked at."""

from __future__ import annotations

import cv2
import numpy as np

from vision.network import FloatArray
from vision.printed.aligning import ink, laid_finely
from vision.printed.cut_out import ByteArray

_BLUR = 1.2
_LEAST_DIFFERENCE = 14.0
_LEAST_AREA = 12.0
"""Pixels of full difference, of a look as it is kept, without which two cards cannot be told apart by them."""
_FULL = 90.0
_RIM = 0.08
_REACH_PX, _AROUND, _TOLERANCE = 2, 9, 5


class Difference:
    """What differs between two cards, the second laid over the first; uint8 BGR of one size. Raises ValueError where
    nothing does, or they cannot be laid one over the other.
    """

    def __init__(self, first: ByteArray, second: ByteArray) -> None:
        height, width = first.shape[:2]
        corners = laid_finely(second, first)
        if corners is None:
            raise ValueError("the cards cannot be laid one over the other")
        whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), whole)
        over = np.asarray(
            cv2.warpPerspective(second, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8
        )
        self._first, self._second = _soft(first), _soft(over)
        # What a small move explains is no difference of print.
        near = np.ones((_TOLERANCE, _TOLERANCE), np.uint8)
        apart = np.maximum(
            np.maximum(
                self._first - cv2.dilate(self._second, near), cv2.erode(self._second, near) - self._first
            ),
            np.maximum(
                self._second - cv2.dilate(self._first, near), cv2.erode(self._first, near) - self._second
            ),
        )
        weight = np.clip((apart - _LEAST_DIFFERENCE) / _FULL, 0, 1)
        rim = round(_RIM * width)
        weight[:rim], weight[-rim:], weight[:, :rim], weight[:, -rim:] = 0, 0, 0, 0
        if float(weight.sum()) < _LEAST_AREA:
            raise ValueError("the cards differ in nothing")
        # What stands around counts, too: a figure is told by its shape on the paper.
        around = cv2.GaussianBlur(cv2.dilate(weight, np.ones((_AROUND, _AROUND), np.uint8)), (0, 0), 1.0)
        self._weight = np.asarray(around / around.sum(), np.float32)

    def speaks_for_first(self, card: ByteArray) -> float:
        """Return how much a card that lies over the first, uint8 BGR of their size, is like the first rather than the
        second: 1 wholly, -1 wholly like the second.
        """
        seen = _soft(card)
        return float(np.clip(self._fit(seen, self._first) - self._fit(seen, self._second), -1, 1))

    def _fit(self, seen: FloatArray, wanted: FloatArray) -> float:
        """How well a card follows one of the two where these differ, in any light, the best of some small moves."""
        wanted = wanted - float((wanted * self._weight).sum())
        spread = float((wanted**2 * self._weight).sum())
        best = 0.0
        for down in range(-_REACH_PX, _REACH_PX + 1):
            for right in range(-_REACH_PX, _REACH_PX + 1):
                moved = np.roll(seen, (down, right), axis=(0, 1))
                moved = moved - float((moved * self._weight).sum())
                both = float((moved * wanted * self._weight).sum())
                size = float((moved**2 * self._weight).sum()) * spread
                best = max(best, both / max(1e-6, size) ** 0.5)
        return best


def _soft(card: ByteArray) -> FloatArray:
    return np.asarray(cv2.GaussianBlur(ink(card), (0, 0), _BLUR), np.float32)
