"""The table that cards lie on, told by the cards themselves: all of one size, however slanted the camera looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.printed.cut_out import Float64Array, Outline

_COARSE, _FINE = 0.12, (0.04, 0.012)
"""Cauchy's scale for a corner that is off, coarse to fine."""
_STEPS, _STILL = 8, 3e-4
SLANT, STRETCH = 0.5, 0.25
"""How far the table's slant and its stretch are expected to go: weak priors."""
_SQUARE = 0.8
"""Of cards that are squarer than this it cannot be told which side is the short one."""
_LARGEST_STEP, _DAMPED = 0.3, 0.1
_PENALTY = 0.02
_SETTLED, _MOST, _MOST_STARTS, _FINELY = 0.02, 0.8, 8, 2
"""Where so many corners lie so near to where the common size puts them, no card's own size is tried as that of all;
else those of so many are tried roughly, and the best of these finely.
"""
_FLAT = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The plane that cards lie on: ``matrix`` (3, 3) takes picture px to the plane, whose unit is about the long side
    of the picture; ``size`` is the short and the long side of a card there.
    """

    matrix: Float64Array
    size: tuple[float, float]

    def on_plane(self, points: Float64Array) -> Float64Array:
        """Where points of the picture (..., 2) lie on the plane."""
        return _through(self.matrix, points)

    def in_picture(self, points: Float64Array) -> Float64Array:
        """Where points of the plane (..., 2) are seen, px."""
        return _through(np.asarray(np.linalg.inv(self.matrix), np.float64), points)

    def of_size(self, margin: float) -> Table:
        """The same table with cards that are larger on every side by a share of the short one."""
        far = 2 * margin * min(self.size)
        return Table(self.matrix, (self.size[0] + far, self.size[1] + far))

    def off(self, outlines: Sequence[Outline]) -> Float64Array:
        """How far the worst corner of each outline is from where the common size puts it, as a share of the short
        side, (outlines,).
        """
        corners = np.stack([one.corners for one in outlines])
        return np.asarray(_apart(self.on_plane(corners), self.size)[1].max(axis=1), np.float64)

    def placed(self, outline: Outline) -> Float64Array:
        """The pose of a card of the common size that lies over an outline as well as can be, (3,)."""
        placed = self.on_plane(outline.corners)[None]
        sizes = _sizes(self.size)
        return min(
            (_laid(placed, size)[0] for size in sizes),
            key=lambda pose: float(np.abs(rectangles(pose[None], self.size)[0] - placed[0]).sum()),
        )


def rectangles(poses: Float64Array, size: tuple[float, float]) -> Float64Array:
    """The corners (n, 4, 2) of cards of a size whose middles and turns (x, y, rad) are given, (n, 3)."""
    flat = _FLAT * np.array(size)
    cos, sin = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    turns = np.stack([np.stack([cos, sin], axis=-1), np.stack([-sin, cos], axis=-1)], axis=-2)
    return np.asarray(flat @ turns + poses[:, None, :2], np.float64)


def table_of(outlines: Sequence[Outline], size: tuple[int, int]) -> Table:
    """Return the table on which most of these cards of a picture (height, width) are of one size; there must be one
    card at least.
    """
    # The middle of the picture is the origin and its long side the unit, so that the priors mean the same everywhere.
    height, width = size
    long = float(max(height, width))
    unit = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, long]], np.float64) / long
    corners = _through(unit, np.stack([one.corners for one in outlines]))
    sizes = [_own_size(one) for one in corners]
    usual = (float(np.median([one[0] for one in sizes])), float(np.median([one[1] for one in sizes])))

    def cost(fitted: Float64Array) -> float:
        """What is far off costs hardly more than what is just off."""
        return float(np.log1p((_off(corners, fitted) / _PENALTY) ** 2).sum())

    best = _finely(corners, _coarsely(corners, usual))
    if float(np.mean(_off(corners, best) < _SETTLED)) < _MOST:
        coarse = sorted((_coarsely(corners, begun) for begun in _spread(sizes)), key=cost)
        best = min([best, *(_finely(corners, one) for one in coarse[:_FINELY])], key=cost)
    return Table(plane(best) @ unit, _size(best))


def _spread(sizes: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A few of the sizes, from the smallest to the largest."""
    ordered = sorted(set(sizes), key=lambda size: size[0] * size[1])
    return ordered[:: max(1, len(ordered) // _MOST_STARTS)]


def _own_size(corners: Float64Array) -> tuple[float, float]:
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    short, long = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    return round(short, 4), round(long, 4)


def _coarsely(corners: Float64Array, size: tuple[float, float]) -> Float64Array:
    """The table roughly, begun with cards of this size seen from straight above."""
    begun = np.array([0.0, 0.0, 0.0, 0.0, np.log(size[0]), np.log(size[1])])
    return _nearest(corners, begun, _COARSE)


def _finely(corners: Float64Array, coarse: Float64Array) -> Float64Array:
    for scale in _FINE:
        coarse = _nearest(corners, coarse, scale)
    return coarse


def _nearest(corners: Float64Array, fitted: Float64Array, scale: float) -> Float64Array:
    for _ in range(_STEPS):
        nearer = _nearer(corners, fitted, scale)
        moved, fitted = float(np.abs(nearer - fitted).max()), nearer
        if moved < _STILL:
            break
    return fitted


def _off(corners: Float64Array, fitted: Float64Array) -> Float64Array:
    return _apart(_through(plane(fitted), corners), _size(fitted))[1]


def plane(fitted: Float64Array) -> Float64Array:
    """The matrix (3, 3) of a slant (two numbers) and a stretch (two), the first four of ``fitted``."""
    slant = np.array([[1, 0, 0], [0, 1, 0], [fitted[0], fitted[1], 1]], np.float64)
    stretch = np.array([[np.exp(fitted[2]), fitted[3], 0], [0, np.exp(-fitted[2]), 0], [0, 0, 1]], np.float64)
    return np.asarray(stretch @ slant, np.float64)


def _size(fitted: Float64Array) -> tuple[float, float]:
    return float(np.exp(fitted[4])), float(np.exp(fitted[5]))


def _nearer(corners: Float64Array, fitted: Float64Array, scale: float) -> Float64Array:
    """One step of Gauss and Newton, each corner weighed by how far it is off (Cauchy)."""
    now, off = _apart(_through(plane(fitted), corners), _size(fitted))
    weights = np.repeat(1 / (1 + (off.ravel() / scale) ** 2), 2)
    slopes = np.empty((now.size, len(fitted)))
    for number in range(len(fitted)):
        step = np.zeros(len(fitted))
        step[number] = 1e-5
        there = _apart(_through(plane(fitted + step), corners), _size(fitted + step))[0]
        slopes[:, number] = (there - now).ravel() / 1e-5
    # Seen from straight above is likelier than at a slant. Of the size nothing is known, but its steps are damped: of
    # square cards both sides have the same say.
    held = (scale * np.array([1 / SLANT, 1 / SLANT, 1 / STRETCH, 1 / STRETCH, 0.0, 0.0])) ** 2
    damped = np.array([0.0, 0.0, 0.0, 0.0, _DAMPED, _DAMPED]) * scale**2
    normal = slopes.T @ (slopes * weights[:, None]) + np.diag(held + damped)
    change = np.linalg.solve(normal, slopes.T @ (weights * now.ravel()) + held * fitted)
    return np.asarray(fitted - np.clip(change, -_LARGEST_STEP, _LARGEST_STEP), np.float64)


def _sizes(size: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    return (size, size[::-1]) if min(size) > _SQUARE * max(size) else (size,)


def _apart(placed: Float64Array, size: tuple[float, float]) -> tuple[Float64Array, Float64Array]:
    """How far each corner of cards on the plane (n, 4, 2) is from a card of that size laid over it as well as can be,
    (n, 4, 2) and (n, 4), as a share of the short side.
    """
    told: tuple[Float64Array, Float64Array] | None = None
    for one in _sizes(size):
        off = (placed - rectangles(_laid(placed, one), one)) / min(size)
        far = np.hypot(off[..., 0], off[..., 1])
        if told is not None:
            better = far.sum(axis=1) < told[1].sum(axis=1)
            off = np.where(better[:, None, None], off, told[0])
            far = np.where(better[:, None], far, told[1])
        told = (off, far)
    if told is None:
        raise ValueError("a card has a size")
    return told


def _laid(placed: Float64Array, size: tuple[float, float]) -> Float64Array:
    """The poses (n, 3) of cards of a size whose corners come nearest to the given ones (n, 4, 2), turned and moved
    only (Procrustes).
    """
    middle = placed.mean(axis=1)
    both = (_FLAT * np.array(size)).T @ (placed - middle[:, None])
    angle = np.arctan2(both[:, 0, 1] - both[:, 1, 0], both[:, 0, 0] + both[:, 1, 1])
    return np.column_stack([middle, angle])


def _through(matrix: NDArray[np.floating], points: Float64Array) -> Float64Array:
    flat = cv2.perspectiveTransform(
        np.ascontiguousarray(points).reshape(-1, 1, 2), np.asarray(matrix, np.float64)
    )
    return np.asarray(flat.reshape(points.shape), np.float64)
