"""The lens of a camera: how far it bends straight lines, and the way back.

Pinhole with Brown-Conrady distortion (k1, k2, p1, p2, k3). A *straight* picture is what a pinhole with the same
matrix would have taken. Source: Brown, Close-range camera calibration, 1971; the conventions are OpenCV's.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Matrix

Points = NDArray[np.float64]
"""Positions, float64 (n, 2)."""

_ASPECTS_ALIKE = 0.01
_UNBEND = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-6)


class OtherPicture(ValueError):
    """A picture of another shape than the lens was measured with."""


def require_same_shape(measured: tuple[int, int], pictured: tuple[int, int]) -> None:
    """Raise OtherPicture unless both sizes (width, height; px) have one shape, as a still and its small stream."""
    across, down = pictured[0] / measured[0], pictured[1] / measured[1]
    if abs(across / down - 1.0) > _ASPECTS_ALIKE:
        raise OtherPicture(
            f"The lens was measured with {measured[0]} x {measured[1]} px, "
            f"the picture has {pictured[0]} x {pictured[1]} px: measure it again."
        )


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A lens as measured (or known) for pictures of ``width`` x ``height`` px.

    ``matrix`` is the 3x3 float64 camera matrix in px, ``distortion`` float64 (5,). ``residual_px`` is the
    root mean square reprojection error of the measurement, None for a lens from a data sheet.
    """

    width: int
    height: int
    matrix: Matrix
    distortion: Points = field(default_factory=lambda: np.zeros(5))
    residual_px: float | None = None

    @classmethod
    def pinhole(cls, width: int, height: int, focal_px: float) -> Lens:
        """Make a lens without distortion that looks straight ahead."""
        middle_x, middle_y = (width - 1) / 2, (height - 1) / 2
        return cls(width, height, np.array([[focal_px, 0, middle_x], [0, focal_px, middle_y], [0, 0, 1.0]]))

    @property
    def focal_px(self) -> float:
        """The focal length in px (mean of both axes)."""
        return float(self.matrix[0, 0] + self.matrix[1, 1]) / 2

    def straight(self, pixels: Points) -> Points:
        """Map positions in the picture, float64 (n, 2) px, to where a pinhole would show them."""
        if not np.any(self.distortion):
            return np.array(pixels, dtype=np.float64).reshape(-1, 2)
        bent = np.ascontiguousarray(pixels, dtype=np.float64).reshape(-1, 1, 2)
        return np.asarray(
            cv2.undistortImagePoints(bent, self.matrix, self.distortion, None, _UNBEND), np.float64
        ).reshape(-1, 2)

    def bent(self, pixels: Points) -> Points:
        """Map positions of a pinhole's picture, float64 (n, 2) px, to where this lens shows them."""
        straight = np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
        if not np.any(self.distortion):
            return straight.copy()
        rays = np.column_stack([straight, np.ones(len(straight))]) @ np.linalg.inv(self.matrix).T
        nowhere = np.zeros(3)
        pictured, _ = cv2.projectPoints(rays, nowhere, nowhere, self.matrix, self.distortion)
        return np.asarray(pictured, np.float64).reshape(-1, 2)

    def scaled(self, width: int, height: int) -> Lens:
        """Return the lens for the same view in another size, as the small stream beside the stills.

        Raises OtherPicture if the shape differs: then the picture is another cut of the sensor.
        """
        across, down = width / self.width, height / self.height
        require_same_shape((self.width, self.height), (width, height))
        # Pixel centres lie at whole numbers: the picture's edge is at -0.5.
        size = np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1.0]])
        return Lens(width, height, size @ self.matrix, self.distortion, self.residual_px)
