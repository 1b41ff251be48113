"""The table as a camera sees it: from a position in the picture to millimetres and back, lens included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import DegenerateCorners, Homography, Pixel, Point
from calibration.lens import Lens, Points, require_same_shape


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """The map between a picture of ``width`` x ``height`` px and the table in mm.

    ``homography`` takes *straight* px (what a pinhole shows) to mm; ``lens`` bends them, None: it bends nothing.
    """

    width: int
    height: int
    homography: Homography
    lens: Lens | None = None

    @classmethod
    def from_pairs(
        cls, pixels: Points, points: Points, size: tuple[int, int], lens: Lens | None = None
    ) -> TableView:
        """Fit the view to at least four pairs: ``pixels`` float64 (n, 2) in the picture, ``points`` (n, 2) in mm.

        Least squares over all pairs. Raises DegenerateCorners if they lie (nearly) on a line, OtherPicture.
        """
        width, height = size
        fitted = None if lens is None else lens.scaled(width, height)
        straight = pixels if fitted is None else fitted.straight(pixels)
        if len(straight) < 4:
            raise DegenerateCorners("a homography needs at least four pairs")
        matrix, _ = cv2.findHomography(straight, np.asarray(points, dtype=np.float64), 0)
        if matrix is None or not np.all(np.isfinite(matrix)) or abs(np.linalg.det(matrix)) < 1e-12:
            raise DegenerateCorners("the pairs lie on a line, or on one another")
        return cls(width, height, Homography(np.asarray(matrix, np.float64)), fitted)

    def to_mm(self, pixels: Points) -> Points:
        """Map positions in the picture, float64 (n, 2) px, to the table, (n, 2) mm."""
        straight = pixels if self.lens is None else self.lens.straight(pixels)
        return _mapped(self.homography.matrix, straight)

    def to_px(self, points: Points) -> Points:
        """Map positions on the table, float64 (n, 2) mm, to the picture, (n, 2) px."""
        straight = _mapped(self.homography.inverse, points)
        return straight if self.lens is None else self.lens.bent(straight)

    def polygon_px(self, corners: Sequence[Point]) -> tuple[Pixel, ...]:
        """Map the corners of an area of the table (mm) to the picture (px)."""
        points = np.array([(corner.x, corner.y) for corner in corners])
        return tuple((float(x), float(y)) for x, y in self.to_px(points))

    def px_per_mm(self, point: Point) -> float:
        """Return the magnification at a position of the table (mm), in px per mm (mean of both axes)."""
        (magnification,) = self._magnifications(np.array([[point.x, point.y]]))
        return float(np.sqrt(abs(np.linalg.det(magnification))))

    def least_px_per_mm(self, point: Point) -> float:
        """Return the magnification along the direction in which the picture is coarsest, in px per mm."""
        return float(self.least_magnifications(np.array([[point.x, point.y]]))[0])

    def least_magnifications(self, points: Points) -> Points:
        """Return the same for many positions, float64 (n, 2) mm, as float64 (n,)."""
        return np.asarray(
            np.linalg.svd(self._magnifications(points), compute_uv=False)[:, -1], dtype=np.float64
        )

    def shows(self, point: Point, margin_px: float = 0.0) -> bool:
        """Whether a position of the table (mm) lies in the picture, so many px inside its edges."""
        return bool(self.shown(np.array([[point.x, point.y]]), margin_px)[0])

    def shown(self, points: Points, margin_px: float = 0.0) -> NDArray[np.bool_]:
        """Say the same of many positions, float64 (n, 2) mm, as bool (n,)."""
        first, last = margin_px - 0.5, np.array([self.width, self.height]) - 0.5 - margin_px
        places = self.to_px(points)
        return np.asarray(np.all((first <= places) & (places <= last), axis=1), dtype=np.bool_)

    def scaled(self, width: int, height: int) -> TableView:
        """Return the view for the same picture in another size. Raises OtherPicture if its shape differs."""
        across, down = width / self.width, height / self.height
        require_same_shape((self.width, self.height), (width, height))
        lens = None if self.lens is None else self.lens.scaled(width, height)
        back = np.array(
            [[1 / across, 0, (1 / across - 1) / 2], [0, 1 / down, (1 / down - 1) / 2], [0, 0, 1.0]]
        )
        return TableView(width, height, Homography(self.homography.matrix @ back), lens)

    @property
    def tilt_deg(self) -> float | None:
        """The angle between the camera's axis and the plumb line on the table; None without a lens."""
        if self.lens is None:
            return None
        plane = np.linalg.inv(self.lens.matrix) @ self.homography.inverse
        across, down = plane[:, 0], plane[:, 1]
        normal = np.cross(across, down)
        cosine = abs(float(normal[2])) / float(np.linalg.norm(normal))
        return float(np.degrees(np.arccos(min(1.0, cosine))))

    @property
    def height_mm(self) -> float | None:
        """How high the camera hangs above the table, mm; None without a lens."""
        if self.lens is None:
            return None
        plane = np.linalg.inv(self.lens.matrix) @ self.homography.inverse
        across, down, away = plane.T / np.mean(np.linalg.norm(plane[:, :2], axis=0))
        # The plumb line through the camera: its way to the table's origin, along the table's normal.
        return abs(float(away @ np.cross(across, down)))

    def _magnifications(self, points: Points) -> Points:
        """The px that one mm to the right and one mm down make at each position, (n, 2, 2), by columns."""
        half = 0.25
        steps = half * np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]])
        ends = (np.asarray(points, np.float64)[:, None, :] + steps).reshape(-1, 2)
        left, right, above, below = np.moveaxis(self.to_px(ends).reshape(-1, 4, 2), 1, 0)
        return np.stack([right - left, below - above], axis=-1) / (2 * half)


def _mapped(matrix: Points, points: Points) -> Points:
    positions = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    homogeneous = np.column_stack([positions, np.ones(len(positions))]) @ matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float64)
