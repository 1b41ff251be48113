"""The small picture that the stillness gate looks at: which part, how small, and which px each zone has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Pixel

Image: TypeAlias = NDArray[np.uint8]
Mask: TypeAlias = NDArray[np.uint8]
Polygon: TypeAlias = tuple[Pixel, ...]

SMALL_WIDTH = 320
"""A zone alone, or all zones together, is made no wider or higher than this, px."""
REDUCED_WIDTH = 280
"""Nor is the reduced picture, in which hands are looked for, than this."""
_MARGIN = 0.05
_LEAST_SIDE = 8
_LEAST_AREA = 64


class ZoneOutsidePicture(ValueError):
    """A zone of which (nearly) nothing is in the picture."""


@dataclass(frozen=True, slots=True)
class SmallPicture:
    """The part of a picture around some zones (left, top, right, bottom px) and its size when made small."""

    window: tuple[int, int, int, int]
    picture: tuple[int, int]
    rows: int
    columns: int
    scale: float
    shrink: int

    @classmethod
    def around(
        cls, polygons: Sequence[Polygon | None], shape: tuple[int, int], table: Polygon | None = None
    ) -> SmallPicture:
        """Choose the part of a picture (height, width) around the polygons (px; None: all of it).

        Around a zone alone nothing is left free; around several the ``table`` is seen, or a narrow margin.
        """
        height, width = shape
        corners = [np.asarray(polygon or _whole(shape), np.float64) for polygon in polygons]
        outlines = (
            corners if table is None or len(corners) == 1 else [*corners, np.asarray(table, np.float64)]
        )
        points = np.concatenate(outlines)
        low, high = points.min(axis=0), points.max(axis=0)
        if len(outlines) == len(corners) > 1:
            margin = _MARGIN * (high - low)
            low, high = low - margin, high + margin
        left, top = (max(0, int(np.floor(value))) for value in low)
        right, bottom = min(width, int(np.ceil(high[0])) + 1), min(height, int(np.ceil(high[1])) + 1)
        across, down = max(1, right - left), max(1, bottom - top)
        scale = min(1.0, SMALL_WIDTH / max(across, down))
        if len(corners) > 1:
            # Whole steps are cheap: each px is the mean of a square of px.
            step = -(-max(across, down) // SMALL_WIDTH)
            across, down = max(step, across - across % step), max(step, down - down % step)
            right, bottom, scale = left + across, top + down, 1.0 / step
        columns, rows = max(_LEAST_SIDE, round(across * scale)), max(_LEAST_SIDE, round(down * scale))
        shrink = -(-max(columns, rows) // REDUCED_WIDTH)
        return cls((left, top, right, bottom), shape, rows, columns, scale, shrink)

    def mask(self, zone: str, polygon: Polygon | None) -> Mask:
        """Return a zone's px, uint8 (rows, columns), 1 inside. Raises ZoneOutsidePicture."""
        height, width = self.picture
        outline = polygon or _whole(self.picture)
        seen = np.clip(np.asarray(outline, np.float64), (0, 0), (width, height))
        mask = np.zeros((self.rows, self.columns), np.uint8)
        if np.ptp(seen, axis=0).min() >= _LEAST_SIDE - 1:
            cv2.fillPoly(mask, [np.round(self.placed(outline)).astype(np.int32)], 1)
        if np.count_nonzero(mask) < _LEAST_AREA:
            raise ZoneOutsidePicture(f"zone {zone} lies outside the picture of {width} x {height} px")
        return mask

    def placed(self, polygon: Polygon) -> NDArray[np.float64]:
        """Return where corners of the picture (px) are in the small one, (n, 2) px."""
        left, top, right, bottom = self.window
        scale = (self.columns / (right - left), self.rows / (bottom - top))
        return np.asarray((np.asarray(polygon, np.float64) - (left, top)) * scale, np.float64)

    def cut(self, image: Image) -> Image:
        """Cut the part out of a picture, uint8 (height, width, 3), and make it small."""
        left, top, right, bottom = self.window
        part = image[top:bottom, left:right]
        if part.shape[:2] == (self.rows, self.columns):
            return part
        size = (self.columns, self.rows)
        return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)

    def reduced(self, mask: Mask) -> Mask:
        """Return a mask at the size of the reduced picture."""
        rows, columns = self.rows // self.shrink, self.columns // self.shrink
        return np.ascontiguousarray(
            mask[: rows * self.shrink : self.shrink, : columns * self.shrink : self.shrink]
        )

    def reduced_picture(self, small: Image) -> Image:
        """Return the reduced picture, uint8, of a small one."""
        if self.shrink == 1:
            return small
        rows, columns = self.rows // self.shrink, self.columns // self.shrink
        whole = small[: rows * self.shrink, : columns * self.shrink]
        return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)


def _whole(shape: tuple[int, int]) -> Polygon:
    height, width = shape
    return (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)
