"""The outline of one card from the pixels that show it: four sides, or an ellipse."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.printed.cut_out import ByteArray, Float64Array, Outline

_ROUNDS = 3
_OF_A_SIDE = (0.12, 0.88)
"""A side is told by what lies between these shares of its length: corners are round."""
_ROUND_BY = 0.02
"""An ellipse has to fit by this much better: four corners are the rule."""
_PROBES = 32
_CERTAIN_STEP = 6.0
_LEAST_POINTS = 6
_OFFSETS, _BESIDE = 45, 1
"""An edge is looked for at so many places across a side, and fitted to those so near to the strongest line."""


def outline_of(mask: ByteArray) -> tuple[Outline, float] | None:
    """Return the outline of the largest piece of a mask (uint8, 0 or 1), px, and the share that mask and outline have
    in common; None where there is no shape.
    """
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    contour = max(contours, key=cv2.contourArea)
    hull = cv2.convexHull(contour)[:, 0].astype(np.float64)
    if len(contour) < 8 or cv2.contourArea(hull.astype(np.float32)) < 12:
        return None
    points = contour[:, 0].astype(np.float64)
    rectangle = np.asarray(cv2.boxPoints(cv2.minAreaRect(contour)), np.float64)
    quad = max(_quad(points), rectangle, key=lambda corners: _agreement(mask, corners))
    ellipse = _ellipse(contour)
    by_quad, by_ellipse = _agreement(mask, quad), _agreement_round(mask, ellipse)
    if by_ellipse > by_quad + _ROUND_BY:
        return Outline(_begun_at_a_short_side(ellipse), "round"), by_ellipse
    return Outline(_begun_at_a_short_side(quad)), by_quad


def _quad(points: Float64Array) -> Float64Array:
    """Four lines through the sides of a contour: each from the points that lie nearest to it, away from its ends."""
    corners = np.asarray(cv2.boxPoints(cv2.minAreaRect(points.astype(np.float32))), np.float64)
    for _ in range(_ROUNDS):
        lines = []
        sides = _nearest_side(points, corners)
        for side in range(4):
            start, end = corners[side], corners[(side + 1) % 4]
            along = (points - start) @ (end - start) / max(1e-9, float((end - start) @ (end - start)))
            chosen = points[(sides == side) & (along > _OF_A_SIDE[0]) & (along < _OF_A_SIDE[1])]
            if len(chosen) < _LEAST_POINTS:
                lines.append((*start, *(end - start)))
                continue
            vx, vy, x, y = cv2.fitLine(chosen.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
            lines.append((float(x), float(y), float(vx), float(vy)))
        met = _crossings(lines)
        if met is None or not _is_plausible(met, corners):
            break
        corners = met
    return corners


def _nearest_side(points: Float64Array, corners: Float64Array) -> NDArray[np.intp]:
    distances = []
    for side in range(4):
        start, direction = corners[side], corners[(side + 1) % 4] - corners[side]
        along = np.clip((points - start) @ direction / max(1e-9, float(direction @ direction)), 0, 1)
        nearest = start + along[:, None] * direction
        distances.append(np.hypot(*(points - nearest).T))
    return np.asarray(np.argmin(np.stack(distances), axis=0), np.intp)


def _crossings(lines: list[tuple[float, ...]]) -> Float64Array | None:
    """Where each line meets the one before it, (4, 2); None where two are parallel."""
    corners = []
    for number in range(4):
        x0, y0, vx0, vy0 = lines[number - 1]
        x1, y1, vx1, vy1 = lines[number]
        cross = vx0 * vy1 - vy0 * vx1
        if abs(cross) < 1e-6 * (abs(vx0) + abs(vy0)) * (abs(vx1) + abs(vy1)):
            return None
        along = ((x1 - x0) * vy1 - (y1 - y0) * vx1) / cross
        corners.append((x0 + along * vx0, y0 + along * vy0))
    return np.array(corners, np.float64)


def _is_plausible(corners: Float64Array, before: Float64Array) -> bool:
    """Whether corners that were moved still are those of the same card."""
    size = float(np.sqrt(max(1.0, abs(_area(before)))))
    moved = float(np.hypot(*(corners - before).T).max())
    return moved < 0.6 * size and cv2.isContourConvex(corners.astype(np.float32))


def _area(corners: Float64Array) -> float:
    x, y = corners.T
    return float(0.5 * np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))


def _ellipse(contour: NDArray[Any]) -> Float64Array:
    """The corners of the rectangle about the ellipse that fits a contour."""
    return np.asarray(cv2.boxPoints(cv2.fitEllipse(contour)), np.float64)


def _agreement(mask: ByteArray, corners: Float64Array) -> float:
    drawn = np.zeros_like(mask)
    cv2.fillConvexPoly(drawn, np.round(corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return _in_common(mask, drawn)


def _agreement_round(mask: ByteArray, corners: Float64Array) -> float:
    drawn = np.zeros_like(mask)
    angle = np.linspace(0, 2 * np.pi, 64)
    middle = corners.mean(axis=0)
    half, other = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    points = middle + np.cos(angle)[:, None] * half + np.sin(angle)[:, None] * other
    cv2.fillConvexPoly(drawn, np.round(points * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return _in_common(mask, drawn)


def _in_common(first: ByteArray, second: ByteArray) -> float:
    both = int(np.count_nonzero(first & second))
    either = int(np.count_nonzero(first | second))
    return both / max(1, either)


def _begun_at_a_short_side(corners: Float64Array) -> Float64Array:
    """The corners clockwise as seen (y down), the first side a short one."""
    if _area(corners) < 0:
        corners = corners[::-1]
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    if sides[0] + sides[2] > sides[1] + sides[3]:
        corners = np.roll(corners, -1, axis=0)
    return np.ascontiguousarray(corners)


def _straightest(strong: Float64Array, prior: Float64Array) -> NDArray[np.intp]:
    """Which of the places across a side, (probes, offsets), the straight line runs through that is strongest all
    along, (probes,): never from a card's edge over to that of its neighbour.
    """
    probes, offsets = strong.shape
    through = _straight_lines(probes, offsets)
    sums = strong.ravel().take(through).mean(axis=2) * np.sqrt(prior[:, None] * prior[None, :])
    first, last = np.unravel_index(int(np.argmax(sums)), sums.shape)
    return np.asarray(through[first, last] - np.arange(probes) * offsets, np.intp)


@lru_cache(maxsize=4)
def _straight_lines(probes: int, offsets: int) -> NDArray[np.intp]:
    """Through which of (probes, offsets) places, told in one number, each straight line runs: (first, last, probes)
    of them.
    """
    shares = np.linspace(0, 1, probes)
    ends = np.arange(offsets)
    across = np.rint(ends[:, None, None] + (ends[None, :, None] - ends[:, None, None]) * shares).astype(
        np.intp
    )
    return np.asarray(across + np.arange(probes) * offsets, np.intp)


def sharpened(image: ByteArray, outline: Outline, reach_px: float) -> Outline:
    """Move the sides of an outline to the edges seen in the full picture within a reach; the outline itself where the
    picture does not show them better.
    """
    if outline.shape == "round":
        return outline
    corners = outline.corners
    lines = []
    offsets = np.linspace(-reach_px, reach_px, min(_OFFSETS, max(9, int(4 * reach_px) | 1)))
    prior = np.exp(-0.5 * (offsets / (0.5 * reach_px)) ** 2)
    for side in range(4):
        start, end = corners[side], corners[(side + 1) % 4]
        direction = end - start
        length = float(np.hypot(*direction))
        if length < 4:
            return outline
        normal = np.array([direction[1], -direction[0]]) / length
        shares = np.linspace(*_OF_A_SIDE, _PROBES)
        feet = start + shares[:, None] * direction
        at = feet[:, None] + offsets[None, :, None] * normal
        strip = cv2.remap(
            image,
            at[..., 0].astype(np.float32),
            at[..., 1].astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        smooth = cv2.GaussianBlur(strip.astype(np.float32), (5, 5), 1.0)
        steps = np.abs(np.gradient(smooth, axis=1)).sum(axis=2)
        at_line = _straightest(np.sqrt(steps), np.sqrt(prior))
        # A little beside the line each place of the side says where it runs exactly.
        beside = np.abs(np.arange(len(offsets)) - at_line[:, None]) <= _BESIDE
        best = np.argmax(np.where(beside, steps, -1.0), axis=1)
        strong = steps[np.arange(_PROBES), best] > _CERTAIN_STEP
        if np.count_nonzero(strong) < _PROBES // 3:
            lines.append((*start, *direction))
            continue
        found = at[np.arange(_PROBES), best][strong]
        vx, vy, x, y = cv2.fitLine(found.astype(np.float32), cv2.DIST_WELSCH, 0, 0.01, 0.01).ravel()
        across = np.array([-float(vy), float(vx)])
        ends = np.abs([(start - (x, y)) @ across, (end - (x, y)) @ across])
        if float(ends.max()) > reach_px:
            lines.append((*start, *direction))
            continue
        lines.append((float(x), float(y), float(vx), float(vy)))
    met = _crossings(lines)
    if met is None or float(np.hypot(*(met - corners).T).max()) > 1.6 * reach_px:
        return outline
    return Outline(met, outline.shape)
