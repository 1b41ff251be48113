"""A zone seen from straight above, at a known scale, cut directly from the full-resolution picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Homography, Pixel, Point, Zone
from calibration.view import TableView

Image: TypeAlias = NDArray[np.uint8]

PX_PER_MM = 3.0
_LARGEST_FACTOR = 4
_NODES_PX = 8


@dataclass(frozen=True, slots=True, eq=False)
class RectifiedZone:
    """A zone straight from above: ``image`` uint8 (h, w, 3) BGR at ``px_per_mm``, its corner at ``origin`` (mm)."""

    image: Image
    origin: Point
    px_per_mm: float

    def seen_from(self, place_mm: tuple[float, float, float]) -> tuple[float, float, float]:
        """Turn a place over the table (x, y and height in mm) into px of the rectified picture."""
        x, y, height = place_mm
        scale = self.px_per_mm
        return (x - self.origin.x) * scale - 0.5, (y - self.origin.y) * scale - 0.5, height * scale

    def to_mm(self, pixel: Pixel) -> Point:
        """Map a position in the rectified picture (px) to the table (mm)."""
        return Point(
            self.origin.x + (pixel[0] + 0.5) / self.px_per_mm,
            self.origin.y + (pixel[1] + 0.5) / self.px_per_mm,
        )


def rectify(
    image: Image,
    plane: Homography | TableView,
    zone: Zone,
    *,
    margin_mm: float = 0.0,
    px_per_mm: float = PX_PER_MM,
) -> RectifiedZone:
    """Cut the upright rectangle around ``zone`` (mm), widened by ``margin_mm``, out of a picture.

    ``image`` is uint8 (h, w, 3) BGR at full resolution, ``plane`` maps its pixels to mm; the lens of a view is
    straightened in the same step. The result has one pixel every ``1 / px_per_mm`` mm; what lies outside the picture
    repeats its edge. Where the picture is finer than the result it is averaged, not sampled. Raises ValueError for a
    scale or a zone without extent.
    """
    low, high = zone.bounds
    left, top = low.x - margin_mm, low.y - margin_mm
    width = round((high.x - low.x + 2 * margin_mm) * px_per_mm)
    height = round((high.y - low.y + 2 * margin_mm) * px_per_mm)
    if px_per_mm <= 0 or width < 1 or height < 1:
        raise ValueError(f"zone {zone.id} has no extent at {px_per_mm} px/mm")
    middle = Point((low.x + high.x) / 2, (low.y + high.y) / 2)
    finer = plane.px_per_mm(middle) / px_per_mm
    factor = min(_LARGEST_FACTOR, max(1, math.ceil(finer - 0.25)))
    step = 1.0 / (px_per_mm * factor)
    size = (width * factor, height * factor)
    # The centre of the result's first pixel lies half a step inside the zone's corner.
    to_table = np.array([[step, 0.0, left + step / 2], [0.0, step, top + step / 2], [0.0, 0.0, 1.0]])
    if isinstance(plane, TableView) and plane.lens is not None:
        fine = _through_the_lens(image, plane, to_table, size)
    else:
        homography = plane.homography if isinstance(plane, TableView) else plane
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        to_picture = homography.inverse @ to_table
        warped = cv2.warpPerspective(image, to_picture, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        fine = np.asarray(warped, dtype=np.uint8)
    straight = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA) if factor > 1 else fine
    return RectifiedZone(np.asarray(straight, dtype=np.uint8), Point(left, top), px_per_mm)


def _through_the_lens(
    image: Image, view: TableView, to_table: NDArray[np.float64], size: tuple[int, int]
) -> Image:
    """Sample the picture where the lens shows each pixel of the result, reckoned at every eighth of them."""
    columns, rows = (side // _NODES_PX + 2 for side in size)
    xs, ys = np.meshgrid(np.arange(columns) * _NODES_PX, np.arange(rows) * _NODES_PX)
    nodes = np.column_stack([xs.ravel(), ys.ravel(), np.ones(xs.size)]).astype(np.float64) @ to_table.T
    pictured = view.to_px(nodes[:, :2]).reshape(rows, columns, 2).astype(np.float32)
    across, down = np.meshgrid(
        np.arange(size[0], dtype=np.float32) / _NODES_PX, np.arange(size[1], dtype=np.float32) / _NODES_PX
    )
    at = cv2.remap(pictured, across, down, cv2.INTER_LINEAR)
    # Both ways in one map, which OpenCV need not put together first. Its types know of two only.
    found = cv2.remap(image, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(found, dtype=np.uint8)
