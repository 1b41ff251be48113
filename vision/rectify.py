"""A zone seen from straight above, at a known scale, cut directly from the full-resolution picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Homography, Pixel, Point, Zone

Image: TypeAlias = NDArray[np.uint8]

PX_PER_MM = 3.0
_LARGEST_FACTOR = 4


@dataclass(frozen=True, slots=True, eq=False)
class RectifiedZone:
    """A zone straight from above: ``image`` uint8 (h, w, 3) BGR at ``px_per_mm``, its corner at ``origin`` (mm)."""

    image: Image
    origin: Point
    px_per_mm: float

    def to_mm(self, pixel: Pixel) -> Point:
        """Map a position in the rectified picture (px) to the table (mm)."""
        return Point(
            self.origin.x + (pixel[0] + 0.5) / self.px_per_mm,
            self.origin.y + (pixel[1] + 0.5) / self.px_per_mm,
        )


def rectify(
    image: Image, homography: Homography, zone: Zone, *, margin_mm: float = 0.0, px_per_mm: float = PX_PER_MM
) -> RectifiedZone:
    """Cut the upright rectangle around ``zone`` (mm), widened by ``margin_mm``, out of a picture.

    ``image`` is uint8 (h, w, 3) BGR at full resolution, ``homography`` maps its pixels to mm. The result
    has one pixel every ``1 / px_per_mm`` mm; what lies outside the picture repeats its edge. Where the
    picture is finer than the result it is averaged, not sampled. Raises ValueError for a scale or a zone
    without extent.
    """
    low, high = zone.bounds
    left, top = low.x - margin_mm, low.y - margin_mm
    width = round((high.x - low.x + 2 * margin_mm) * px_per_mm)
    height = round((high.y - low.y + 2 * margin_mm) * px_per_mm)
    if px_per_mm <= 0 or width < 1 or height < 1:
        raise ValueError(f"zone {zone.id} has no extent at {px_per_mm} px/mm")
    middle = Point((low.x + high.x) / 2, (low.y + high.y) / 2)
    finer = homography.px_per_mm(middle) / px_per_mm
    factor = min(_LARGEST_FACTOR, max(1, math.ceil(finer - 0.25)))
    step = 1.0 / (px_per_mm * factor)
    # The centre of the result's first pixel lies half a step inside the zone's corner.
    to_table = np.array([[step, 0.0, left + step / 2], [0.0, step, top + step / 2], [0.0, 0.0, 1.0]])
    fine = cv2.warpPerspective(
        image,
        homography.inverse @ to_table,
        (width * factor, height * factor),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    straight = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA) if factor > 1 else fine
    return RectifiedZone(np.asarray(straight, dtype=np.uint8), Point(left, top), px_per_mm)
