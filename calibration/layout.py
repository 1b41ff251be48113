"""Where the markers lie on the table, in mm: as printed on a mat, or measured by the camera where people laid them.

One sheet cut into four, laid down by eye: nobody measures a table. The side of every marker is known, so that the
camera can: its pose and the place and turn of each marker on the table are fitted together to the 16 corners (bundle
adjustment; Hartley and Zisserman, Multiple View Geometry, 2nd edition, appendix 6).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.geometry import Point
from calibration.lens import Lens, Points
from calibration.markers import Marker
from calibration.printed import CORNER_MARKERS, CORNER_SIDE_MM

FLAT_MM = 0.5
"""Corners farther than this (root mean square) from where flat squares of one size have them: something is wrong."""


class BadLayout(ValueError):
    """The markers do not tell where they lie; ``code`` says why: ``missing``, ``double``, or ``not_flat``.

    Not flat: one is bent, or printed in another size than the others; the worst is named.
    """

    def __init__(self, code: str, numbers: Sequence[int] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.numbers = tuple(numbers)


@dataclass(frozen=True, slots=True, eq=False)
class MarkerLayout:
    """The four corners (mm, clockwise from its own top left) of every marker on the table, float64 (4, 2) each.

    The origin is the centre of marker 0; the x axis goes through the centre of marker 1. ``residual_mm`` is how far
    the corners were from where a flat marker has them when the layout was measured, None for a printed mat.
    """

    corners: Mapping[int, Points]
    residual_mm: float | None = None

    @classmethod
    def printed(cls, width: float, height: float, side: float = CORNER_SIDE_MM) -> MarkerLayout:
        """Make the layout of a mat: upright markers at the corners of a rectangle of so many mm."""
        centres = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
        return cls(
            {
                number: _square(side) + np.array(centre)
                for number, centre in zip(CORNER_MARKERS, centres, strict=True)
            }
        )

    @property
    def size(self) -> tuple[float, float]:
        """The width and height (mm) of the table between the centres of the markers, the mean of opposite sides."""
        first, second, third, fourth = (self.corners[number].mean(axis=0) for number in CORNER_MARKERS)
        width = (math.dist(first, second) + math.dist(fourth, third)) / 2
        return width, (math.dist(first, fourth) + math.dist(second, third)) / 2

    @property
    def middle(self) -> Point:
        """The middle between the four markers, mm."""
        x, y = np.mean([corners.mean(axis=0) for corners in self.corners.values()], axis=0)
        return Point(float(x), float(y))

    def scaled(self, factor: float) -> MarkerLayout:
        """Return the layout for markers printed larger or smaller by ``factor``, as the ruler on the sheet tells."""
        return MarkerLayout(
            {number: corners * factor for number, corners in self.corners.items()}, self.residual_mm
        )


def measured_layout(
    looks: Sequence[Sequence[Marker]], lens: Lens, *, side: float = CORNER_SIDE_MM
) -> MarkerLayout:
    """Measure where the four markers lie from one or more pictures of a camera that does not move.

    Each look holds the markers of one picture of the lens's size; each corner's median over the looks counts.
    Raises BadLayout if a marker is missing in all, comes twice, or the corners are not those of flat squares.
    """
    observed = {}
    for number in CORNER_MARKERS:
        seen = [[marker.corners for marker in look if marker.number == number] for look in looks]
        if any(len(corners) > 1 for corners in seen):
            raise BadLayout("double", [number])
        there = [corners[0] for corners in seen if corners]
        if not there:
            raise BadLayout("missing", [n for n in CORNER_MARKERS if not _is_seen(looks, n)])
        observed[number] = np.median(np.stack(there), axis=0)
    straight = lens.straight(np.concatenate([observed[number] for number in CORNER_MARKERS]))
    unknown = _first_guess(straight, lens, side)

    def residuals(values: Points) -> Points:
        pose, places = _unpacked(values)
        corners = np.concatenate([_placed(place, side) for place in places])
        return (_pictured(pose, corners, lens) - straight).ravel()

    found = _least_squares(residuals, unknown)
    _, places = _unpacked(found)
    corners = np.concatenate([_placed(place, side) for place in places])
    off_px = residuals(found).reshape(-1, 2)
    px_per_mm = _mean_side(straight) / side
    residual = float(np.sqrt(np.mean(np.sum(off_px**2, axis=1)))) / px_per_mm
    if not residual < FLAT_MM:
        worst = int(np.argmax(np.linalg.norm(off_px, axis=1).reshape(4, 4).mean(axis=1)))
        raise BadLayout("not_flat", [CORNER_MARKERS[worst]])
    return MarkerLayout(
        {number: corners[4 * index : 4 * index + 4] for index, number in enumerate(CORNER_MARKERS)}, residual
    )


# ---------------------------------------------------------------- the fit


def _square(side: float) -> Points:
    half = side / 2
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


def _placed(place: Points, side: float) -> Points:
    x, y, turn = place
    cosine, sine = math.cos(turn), math.sin(turn)
    return np.asarray(_square(side) @ np.array([[cosine, sine], [-sine, cosine]]) + (x, y), np.float64)


def _unpacked(values: Points) -> tuple[Points, tuple[Points, ...]]:
    """The camera's pose (rotation vector, translation in m) and (x mm, y mm, turn) of each marker.

    Lengths are in m inside the fit, so that all unknowns are of one size.
    """
    lengths = values.copy()
    lengths[[7, 9, 10, 12, 13]] *= 1000.0
    first = np.array([0.0, 0.0, lengths[6]])
    second = np.array([lengths[7], 0.0, lengths[8]])
    return values[:6], (first, second, lengths[9:12], lengths[12:15])


def _pictured(pose: Points, points: Points, lens: Lens) -> Points:
    """Where a pinhole shows table points (mm), px."""
    rotation = np.asarray(cv2.Rodrigues(pose[:3])[0], np.float64)
    seen = np.column_stack([points / 1000.0, np.zeros(len(points))]) @ rotation.T + pose[3:6]
    flat = np.column_stack([seen[:, :2] / seen[:, 2:], np.ones(len(seen))]) @ lens.matrix.T
    return np.asarray(flat[:, :2], np.float64)


def _first_guess(straight: Points, lens: Lens, side: float) -> Points:
    """Take marker 0 alone for the pose, then read off where the others lie."""
    pose = _pose_of(straight[:4], lens, side)
    rotation, _ = cv2.Rodrigues(pose[:3])
    plane = lens.matrix @ np.column_stack([np.asarray(rotation)[:, :2], pose[3:6]])
    back = np.linalg.inv(plane)
    rays = np.column_stack([straight, np.ones(len(straight))]) @ back.T
    table = rays[:, :2] / rays[:, 2:] * 1000.0
    centres = table.reshape(4, 4, 2).mean(axis=1)
    tops = (table.reshape(4, 4, 2)[:, 1] - table.reshape(4, 4, 2)[:, 0]).reshape(4, 2)
    turns = np.arctan2(tops[:, 1], tops[:, 0])
    # Turn the table so that marker 1 lies on the x axis.
    heading = math.atan2(centres[1, 1], centres[1, 0])
    cosine, sine = math.cos(heading), math.sin(heading)
    turned = centres @ np.array([[cosine, -sine], [sine, cosine]])
    about, _ = cv2.Rodrigues(np.array([0.0, 0.0, heading]))
    rotated, _ = cv2.Rodrigues(np.asarray(rotation) @ np.asarray(about))
    turns = turns - heading
    metres = turned / 1000.0
    return np.array(
        [
            *np.ravel(rotated),
            *pose[3:6],
            turns[0],
            metres[1, 0],
            turns[1],
            *metres[2],
            turns[2],
            *metres[3],
            turns[3],
        ]
    )


def _pose_of(corners: Points, lens: Lens, side: float) -> Points:
    """The pose of a camera over one marker, in m; of the two that a square allows, that which looks down."""
    square = np.column_stack([_square(side) / 1000.0, np.zeros(4)])
    _, rotations, translations, _ = cv2.solvePnPGeneric(
        square, corners.reshape(-1, 1, 2), lens.matrix, None, flags=cv2.SOLVEPNP_IPPE
    )
    poses = [np.concatenate([np.ravel(r), np.ravel(t)]) for r, t in zip(rotations, translations, strict=True)]

    def looking_down(pose: Points) -> float:
        """With y down and x to the right the table's z axis points away from the camera."""
        return float(np.asarray(cv2.Rodrigues(pose[:3])[0])[2, 2])

    return np.asarray(max(poses, key=looking_down), np.float64)


def _least_squares(residuals: Callable[[Points], Points], begin: Points) -> Points:
    """Levenberg-Marquardt with differences for derivatives: 15 unknowns, 32 numbers, no library more."""
    values, damping = begin, 1e-4
    off = residuals(values)
    for _ in range(100):
        columns = []
        for index in range(len(values)):
            moved = values.copy()
            moved[index] += 1e-6
            columns.append((residuals(moved) - off) / 1e-6)
        slope = np.column_stack(columns)
        normal, downhill = slope.T @ slope, slope.T @ off
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -downhill)
        tried = residuals(values + step)
        if tried @ tried < off @ off:
            small = off @ off - tried @ tried < 1e-10 * (off @ off) + 1e-14
            values, off, damping = values + step, tried, damping / 5
            if small:
                break
        else:
            damping *= 10
            if damping > 1e9:
                break
    return values


def _mean_side(straight: Points) -> float:
    quads = straight.reshape(4, 4, 2)
    return float(np.mean(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)))


def _is_seen(looks: Sequence[Sequence[Marker]], number: int) -> bool:
    return any(marker.number == number for look in looks for marker in look)
