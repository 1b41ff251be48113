"""A pinhole camera over a table: world in mm, x right, y down as the camera sees it, z into the table."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.scene.arrays import Float64Array


@dataclass(frozen=True)
class PinholeCamera:
    """A camera without lens distortion, looking at the table plane z = 0 from z < 0.

    `rotation` (3x3 float64) turns world into camera axes (x right, y down, z forward); `position_mm` is the camera's
    centre in the world; `focal_px` and `principal_px` are in pixels.
    """

    focal_px: float
    principal_px: tuple[float, float]
    rotation: Float64Array
    position_mm: Float64Array

    @staticmethod
    def over_table(
        width: int,
        height: int,
        *,
        view_width_mm: float,
        distance_mm: float,
        tilt_deg: float = 0.0,
        heading_deg: float = 0.0,
        roll_deg: float = 0.0,
        target_mm: tuple[float, float] = (0.0, 0.0),
    ) -> PinholeCamera:
        """Place a camera `distance_mm` from `target_mm` on the table, `tilt_deg` away from the plumb line
        towards `heading_deg`.

        `view_width_mm` is what the picture's width shows at the target; `roll_deg` turns the picture.
        """
        focal = width * distance_mm / view_width_mm
        tilt, heading, roll = (math.radians(angle) for angle in (tilt_deg, heading_deg, roll_deg))
        away = np.array(
            [math.cos(heading) * math.sin(tilt), math.sin(heading) * math.sin(tilt), -math.cos(tilt)]
        )
        position = np.array([target_mm[0], target_mm[1], 0.0]) + away * distance_mm
        forward = -away
        right = np.array([1.0, 0.0, 0.0]) - forward[0] * forward
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        turned_right = math.cos(roll) * right + math.sin(roll) * down
        turned_down = -math.sin(roll) * right + math.cos(roll) * down
        rotation = np.stack([turned_right, turned_down, forward])
        return PinholeCamera(focal, ((width - 1) / 2, (height - 1) / 2), rotation, position)

    def project(self, points_mm: Float64Array) -> Float64Array:
        """Project world points (n, 3) in mm to pixels (n, 2)."""
        local = (points_mm - self.position_mm) @ self.rotation.T
        pixels = local[:, :2] / local[:, 2:3] * self.focal_px + np.asarray(self.principal_px)
        return np.asarray(pixels, np.float64)

    def px_per_mm(self, point_mm: Float64Array) -> float:
        """Return the magnification at a world point (3,), in px per mm across the line of sight."""
        depth = float((self.rotation @ (point_mm - self.position_mm))[2])
        return self.focal_px / depth

    def rays(self, x0: int, y0: int, x1: int, y1: int) -> Float64Array:
        """Return unit ray directions in the world for the pixels of a box, shape (y1-y0, x1-x0, 3)."""
        xs = (np.arange(x0, x1) - self.principal_px[0]) / self.focal_px
        ys = (np.arange(y0, y1) - self.principal_px[1]) / self.focal_px
        local = np.empty((y1 - y0, x1 - x0, 3))
        local[..., 0] = xs[None, :]
        local[..., 1] = ys[:, None]
        local[..., 2] = 1.0
        local /= np.sqrt(np.sum(local * local, axis=2, keepdims=True))
        return np.asarray(local @ self.rotation, np.float64)

    def table_homography(self) -> Float64Array:
        """Return the 3x3 homography that takes table points (x mm, y mm, 1) to pixels."""
        return self.plane_homography(0.0)

    def plane_homography(self, height_mm: float) -> Float64Array:
        """Return the 3x3 homography that takes points (x mm, y mm, 1) so high above the table to pixels."""
        intrinsic = np.array(
            [
                [self.focal_px, 0.0, self.principal_px[0]],
                [0.0, self.focal_px, self.principal_px[1]],
                [0.0, 0.0, 1.0],
            ]
        )
        offset = -self.rotation @ (self.position_mm + np.array([0.0, 0.0, height_mm]))
        plane = np.column_stack([self.rotation[:, 0], self.rotation[:, 1], offset])
        return np.asarray(intrinsic @ plane, np.float64)
