"""Geometry value types: points in millimetres, the homography between picture and table, zones.

Coordinates on the table are millimetres, x to the right and y down as the camera sees it. Positions in a
picture are pixels ``(x, y)`` of the full-resolution picture, the centre of the first pixel at (0, 0).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Pixel: TypeAlias = tuple[float, float]
"""A position in a picture, px."""

Matrix: TypeAlias = NDArray[np.float64]


class DegenerateCorners(ValueError):
    """Four corners that span no convex quadrilateral, so that no plane maps onto them."""


@dataclass(frozen=True, slots=True)
class Point:
    """A position on the table in mm."""

    x: float
    y: float


@dataclass(frozen=True, eq=False)
class Homography:
    """The plane-to-plane map between picture (px) and table (mm).

    ``matrix`` is 3x3 float64 and takes ``(x px, y px, 1)`` to homogeneous mm. Source: Hartley and Zisserman,
    Multiple View Geometry, 2nd edition, section 4.1 (direct linear transformation).
    """

    matrix: Matrix

    @classmethod
    def from_corners(cls, pixels: Sequence[Pixel], points: Sequence[Point]) -> Homography:
        """Make the homography that takes four picture corners (px) to four table corners (mm), pair by pair.

        Raises DegenerateCorners if either four are not the corners of a convex quadrilateral, in order.
        """
        if len(pixels) != 4 or len(points) != 4:
            raise DegenerateCorners("a homography needs exactly four pairs of corners")
        source = np.asarray([(x, y) for x, y in pixels], dtype=np.float64)
        target = np.asarray([(point.x, point.y) for point in points], dtype=np.float64)
        for quadrilateral in (source, target):
            _require_convex(quadrilateral)
        rows: list[list[float]] = []
        values: list[float] = []
        for (x, y), (u, v) in zip(source, target, strict=True):
            rows.append([x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y])
            rows.append([0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y])
            values.extend((u, v))
        solution = np.linalg.solve(np.asarray(rows), np.asarray(values))
        return cls(np.append(solution, 1.0).reshape(3, 3))

    @classmethod
    def of_rectangle(cls, pixels: Sequence[Pixel], width_mm: float, height_mm: float) -> Homography:
        """Make the homography of a rectangle whose corners lie at ``pixels``, clockwise from top left.

        The top left corner becomes (0, 0) mm, the bottom right one (width_mm, height_mm).
        Raises DegenerateCorners, also if they go round the other way: the table would be mirrored.
        """
        homography = cls.from_corners(pixels, rectangle(0.0, 0.0, width_mm, height_mm))
        if np.linalg.det(homography.matrix) < 0:
            raise DegenerateCorners("the corners must go round clockwise, from the top left one on")
        return homography

    @cached_property
    def inverse(self) -> Matrix:
        """The 3x3 float64 matrix that takes ``(x mm, y mm, 1)`` to homogeneous px."""
        return np.linalg.inv(self.matrix).astype(np.float64)

    def to_mm(self, pixel: Pixel) -> Point:
        """Map a picture position (px) to the table (mm)."""
        x, y = _apply(self.matrix, pixel[0], pixel[1])
        return Point(x, y)

    def to_px(self, point: Point) -> Pixel:
        """Map a table position (mm) to the picture (px)."""
        return _apply(self.inverse, point.x, point.y)

    def px_per_mm(self, point: Point) -> float:
        """Return the magnification of the picture at a table position, in px per mm (mean of both axes)."""
        x, y = self.to_px(point)
        right_x, right_y = self.to_px(Point(point.x + 0.5, point.y))
        down_x, down_y = self.to_px(Point(point.x, point.y + 0.5))
        area = abs((right_x - x) * (down_y - y) - (right_y - y) * (down_x - x))
        return float(np.sqrt(area)) / 0.5


@dataclass(frozen=True, slots=True)
class Zone:
    """A named area of the table: a polygon of at least three points in mm. Raises ValueError on fewer."""

    id: str
    polygon: tuple[Point, ...]

    def __post_init__(self) -> None:
        if len(self.polygon) < 3:
            raise ValueError(f"zone {self.id} needs at least three points")

    @property
    def bounds(self) -> tuple[Point, Point]:
        """The top left and bottom right corner (mm) of the smallest upright rectangle around the zone."""
        xs = [point.x for point in self.polygon]
        ys = [point.y for point in self.polygon]
        return Point(min(xs), min(ys)), Point(max(xs), max(ys))


def rectangle(left: float, top: float, width: float, height: float) -> tuple[Point, Point, Point, Point]:
    """Return the corners (mm) of an upright rectangle, clockwise from top left."""
    right, bottom = left + width, top + height
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def _apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    u, v, w = matrix @ np.array([x, y, 1.0])
    return float(u / w), float(v / w)


def _require_convex(corners: Matrix) -> None:
    if not np.all(np.isfinite(corners)):
        raise DegenerateCorners("a corner is not a finite number")
    turns = [_turn(corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]) for i in range(4)]
    extent = float(np.max(np.ptp(corners, axis=0)))
    # A turn is twice a triangle's area: against the square of the extent it is free of units.
    smallest = 1e-6 * extent * extent
    if not (all(turn > smallest for turn in turns) or all(turn < -smallest for turn in turns)):
        raise DegenerateCorners(
            "the four corners must be those of a four-sided shape without dents, one after the other"
        )


def _turn(a: Iterable[float], b: Iterable[float], c: Iterable[float]) -> float:
    (ax, ay), (bx, by), (cx, cy) = a, b, c
    return float((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
