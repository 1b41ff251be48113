"""A mat that somebody knocks against: with its markers and all that lies on it, it slides by some millimetres.

What lies beside the mat slides along: of the pictures only what is on it counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.layout import MarkerLayout
from calibration.printed import CORNER_QUIET_MM, marker_dictionary
from calibration.view import TableView
from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.flat_table import draw_markers

_FIRST_MS = (30_000, 150_000)
_BETWEEN_MS = (120_000, 480_000)
_SLIDES_MS = 300
_SLIDES_MM, _TURNS_DEG = 5.0, 0.4
_MOST_MM, _MOST_DEG = 14.0, 0.9
"""Farther it is never from where it lay: the picture shows 60 mm around it, and people push it back."""
_BUMPS = 40
_LIGHT = 0.9


@dataclass(frozen=True, slots=True)
class _Pose:
    """How far a mat lies from where it lay at first: mm, degrees about its middle."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0


class BumpedMat:
    """A mat of so many mm, in pictures whose ``view`` bends nothing; when it is bumped is drawn by ``chance``."""

    def __init__(self, size_mm: tuple[float, float], chance: np.random.Generator) -> None:
        self.layout = MarkerLayout.printed(*size_mm)
        self._middle = np.array(size_mm) / 2
        self._bumps_ms: list[float] = []
        self._poses = [_Pose()]
        at = float(chance.uniform(*_FIRST_MS))
        for _ in range(_BUMPS):
            self._bumps_ms.append(at)
            self._poses.append(_bumped(self._poses[-1], chance))
            at += float(chance.uniform(*_BETWEEN_MS))

    def print_on(self, picture: ByteArray, view: TableView) -> None:
        """Draw its markers into the picture of the bare table, uint8 (height, width, 3) BGR, in place."""
        draw_markers(picture, view, self.layout.corners, marker_dictionary(), CORNER_QUIET_MM, _LIGHT)

    def of(self, picture: ByteArray, view: TableView, clock_ms: float) -> ByteArray:
        """The picture as the mat lies then, uint8 (height, width, 3) BGR: itself before the first bump."""
        pose = self._pose(clock_ms)
        if pose == _Pose():
            return picture
        to_mm = view.homography.matrix
        moves = np.linalg.inv(to_mm) @ self._moves(pose) @ to_mm
        size = (picture.shape[1], picture.shape[0])
        moved = cv2.warpPerspective(picture, moves, size, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, np.uint8)

    def _pose(self, clock_ms: float) -> _Pose:
        """Where it lies then; while it slides, on the way."""
        done = int(np.searchsorted(self._bumps_ms, clock_ms, side="right"))
        if done == 0:
            return self._poses[0]
        share = min(1.0, (clock_ms - self._bumps_ms[done - 1]) / _SLIDES_MS)
        one, other = self._poses[done - 1], self._poses[done]
        return _Pose(
            one.x + share * (other.x - one.x),
            one.y + share * (other.y - one.y),
            one.turn + share * (other.turn - one.turn),
        )

    def _moves(self, pose: _Pose) -> Float64Array:
        """Where what lay at a place of the mat at first lies now, mm to mm, float64 (3, 3)."""
        angle = np.radians(pose.turn)
        turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        there = self._middle - turned @ self._middle + (pose.x, pose.y)
        return np.vstack([np.column_stack([turned, there]), (0.0, 0.0, 1.0)])


def _bumped(pose: _Pose, chance: np.random.Generator) -> _Pose:
    """Where it lies after the next bump."""
    x, y = np.clip(chance.normal((pose.x, pose.y), _SLIDES_MM), -_MOST_MM, _MOST_MM)
    turn = np.clip(chance.normal(pose.turn, _TURNS_DEG), -_MOST_DEG, _MOST_DEG)
    return _Pose(float(x), float(y), float(turn))
