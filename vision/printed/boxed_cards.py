"""Cards of one box on one table, around each of which somebody drew a box: what every box holds is a card of the same
size, so the boxes alone say how large and how turned the cards are, where their edges hardly show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.printed.cut_out import ByteArray, Float64Array, Outline
from vision.printed.labelled import Box
from vision.printed.one_plane import SLANT, STRETCH, Table, plane, table_of
from vision.printed.one_size import edges, touched_up

LEAST_CARDS = 6
_TURNS = np.radians(np.arange(-90.0, 90.0, 1.0))
_RATIOS = np.linspace(0.4, 1.0, 13)
"""Turns, and ratios of the short to the long side, that are tried."""
_SEARCH_STEPS, _MOST_ROUNDS = (0.1, 0.03, 0.01, 0.003), 6
_OFF = 0.02
"""How far, as a share of a box's short side, a drawn box is off; what is far off counts hardly more."""
_AS_GOOD, _SAME_SIZE = 2.0, 0.03
"""Sizes that explain the boxes so nearly as well as the best are told apart by the edges that cards of them show."""
_AS_NEAR = 0.012
"""A card is turned as its edges tell, of all turns at which its box is off by hardly more than at the best one."""
_RATIO_OFF = 0.12
"""By how much (natural logarithm) the usual ratio of outlines that were found roughly is off."""
_IN_ITS_BOX, _AS_TOLD, _BETTER = 0.9, 0.05, 1.15
"""An outline gives way to one that has so much in common with the drawn box, if a corner is farther off than this
share of the short side, and the edges of the other one are so much stronger: boxes are drawn roughly, too.
"""
_ALIKE, _MOST = 0.03, 0.8
"""Where so many outlines are of one size, their corners off by no more than this share of the short side, the
boxes are not needed.
"""
_AGREED = 0.045
"""Where half of the cards were found and are farther off than this in the middle, the boxes are drawn too roughly."""
_CLEARLY = 0.5
"""An outline is begun at another side where it is off by less than this share of what it is off as it is."""


@dataclass(frozen=True, slots=True, eq=False)
class _Boxes:
    """Boxes of a picture, and how far a step on the table is seen there: ``slopes`` (n, 2, 2), px for a unit of the
    plane about the middle of each; ``middles`` (n, 2) on the plane; ``sides`` (n, 2) px, wide and high.
    """

    slopes: Float64Array
    middles: Float64Array
    sides: Float64Array

    @classmethod
    def on(cls, table: Table, boxes: Sequence[Box]) -> _Boxes:
        x0, y0, x1, y1 = np.array(boxes, np.float64).T
        middles = table.on_plane(np.stack([(x0 + x1) / 2, (y0 + y1) / 2], axis=1))
        step = 1e-3 * np.eye(2)
        ahead, behind = (table.in_picture(middles[:, None] + sign * step) for sign in (1.0, -1.0))
        slopes = ((ahead - behind) / 2e-3).transpose(0, 2, 1)
        return cls(np.asarray(slopes, np.float64), middles, np.stack([x1 - x0, y1 - y0], axis=1))

    @property
    def held(self) -> Float64Array:
        """How wide and high, px, the box is about a card of short and long side 1 at each turn, (n, turns, 2, 2):
        times both sides of a card it is what its box measures.
        """
        along = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)
        across = np.stack([-np.sin(_TURNS), np.cos(_TURNS)], axis=1)
        turned = np.stack([along, across], axis=2)
        return np.asarray(np.abs(self.slopes[:, None] @ turned), np.float64)

    def off(self, size: Float64Array) -> Float64Array:
        """How far the boxes about cards of a size are off the drawn ones at each turn, (n, turns)."""
        apart = self.held @ size - self.sides[:, None]
        return np.asarray(
            np.hypot(apart[..., 0], apart[..., 1]) / self.sides.min(axis=1)[:, None], np.float64
        )

    def poses(self, number: int, size: Float64Array) -> Float64Array:
        """The poses on the plane, (m, 3), at which a card of a size has this box, nearly."""
        off = self.off(size)[number]
        turns = _TURNS[off <= float(off.min()) + _AS_NEAR]
        return np.column_stack([np.tile(self.middles[number], (len(turns), 1)), turns])


def outlines_in(
    picture: ByteArray, told: Sequence[tuple[Outline, bool]], boxes: Sequence[Box]
) -> list[Outline] | None:
    """Return where the cards lie in a picture, uint8 BGR, in boxes drawn around them: as ``told``, each outline with
    whether it was found just so, or as the size that the boxes tell says, where the card's edges show better then;
    each begun at a short side. None where the boxes tell no size: there are few, or they are drawn too roughly.
    """
    if len(boxes) < LEAST_CARDS:
        return None
    outlines = [outline for outline, _ in told]
    own = table_of(outlines, (picture.shape[0], picture.shape[1]))
    if np.count_nonzero(own.off(outlines) < _ALIKE) >= _MOST * len(told):
        return [one.turned(1) if _begins_elsewhere(own, one) else one for one in outlines]
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)
    tables = _tables(boxes, (picture.shape[0], picture.shape[1]))
    usual = float(np.median([min(one.ratio, 1 / one.ratio) for one in outlines]))
    tried = [_laid(soft, one, boxes) for one in tables]
    _, table, laid = max(tried, key=lambda one: float(np.log(one[0])) - _unlike(one[1], usual))
    found = [outline for outline, is_found in told if is_found]
    off = [min(table.off([one, one.turned(1)])) for one in found]
    if 2 * len(found) >= len(told) and float(np.median(off)) > _AGREED:
        return None
    # Of cards that all lie one way a slanted look leaves it open which side is the short one.
    aside = sum(_begins_elsewhere(table, one) for one in found) > len(found) / 2
    right = []
    for outline, there, box in zip(outlines, laid, boxes, strict=True):
        begun = outline.turned(1) if _begins_elsewhere(table, outline) else outline
        better = (
            common_share(there.box, box) > _IN_ITS_BOX
            and table.off([begun])[0] > _AS_TOLD
            and edges_along(soft, there) > _BETTER * edges_along(soft, outline)
        )
        right.append(there if better else begun)
    return [one.turned(3) for one in right] if aside else right


def _unlike(table: Table, usual: float) -> float:
    """How unlikely a table has cards of that size where their outlines usually have this ratio, a negative logarithm:
    frames that are printed on cards may be stronger edges than the cards' own.
    """
    short, long = table.size
    return float((np.log(short / long / usual) / _RATIO_OFF) ** 2 / 2)


def _tables(boxes: Sequence[Box], size: tuple[int, int]) -> list[Table]:
    """The tables, with the size of the cards on them, that explain the boxes of a picture (height, width) best."""
    height, width = size
    long = float(max(height, width))
    unit = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, long]], np.float64) / long

    def table(fitted: Float64Array) -> Table:
        sides = np.exp(fitted[4:])
        return Table(plane(fitted) @ unit, (float(sides.min()), float(sides.max())))

    def cost(fitted: Float64Array) -> float:
        one = table(fitted)
        off = _Boxes.on(one, boxes).off(np.array(one.size)).min(axis=1)
        priors = (fitted[:4] / np.array([SLANT, SLANT, STRETCH, STRETCH])) ** 2
        return float(np.log1p((off / _OFF) ** 2).sum() + priors.sum())

    sides = np.array([(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes]) / long
    longest = float(np.median(sides.max(axis=1)))
    found: list[tuple[float, Float64Array]] = []
    for ratio in _RATIOS:
        begun = np.array([0.0, 0.0, 0.0, 0.0, np.log(ratio * longest), np.log(longest)])
        found.append(_lowest(cost, begun))
    least = min(one for one, _ in found)
    kept: list[Table] = []
    for told, fitted in sorted(found, key=lambda one: one[0]):
        one = table(fitted)
        if told <= least + _AS_GOOD and not any(
            abs(np.log(np.array(one.size) / np.array(other.size))).max() < _SAME_SIZE for other in kept
        ):
            kept.append(one)
    return kept


def _lowest(cost: Callable[[Float64Array], float], begun: Float64Array) -> tuple[float, Float64Array]:
    """The lowest cost near where it is begun, and where that is: steps along each axis, coarse to fine."""
    best, at = cost(begun), begun
    for step in _SEARCH_STEPS:
        for _ in range(_MOST_ROUNDS):
            before = best
            for axis in range(len(at)):
                for sign in (step, -step):
                    tried = at.copy()
                    tried[axis] += sign
                    told = cost(tried)
                    if told < best:
                        best, at = told, tried
                        break
            if best == before:
                break
    return best, at


def _laid(soft: ByteArray, table: Table, boxes: Sequence[Box]) -> tuple[float, Table, list[Outline]]:
    """How well cards on a table show their edges where the boxes lie, the table, and where they do."""
    drawn, size = _Boxes.on(table, boxes), np.array(table.size)
    guesses = [drawn.poses(number, size) for number in range(len(boxes))]
    shown = [_shown(soft, table, poses) for poses in guesses]
    laid = [
        touched_up(soft, table, poses[int(told.argmax())]) for poses, told in zip(guesses, shown, strict=True)
    ]
    return float(np.mean([told.max() for told in shown])), table, laid


def _shown(soft: ByteArray, table: Table, poses: Float64Array) -> Float64Array:
    """How strong the edges of cards at poses (n, 3) are, the weaker sides counting most, (n,)."""
    sides = edges(soft, table, poses)
    seen = ~np.isnan(sides)
    roots = np.where(seen, np.sqrt(np.maximum(sides, 0.0)), 0.0).sum(axis=1)
    return np.asarray((roots / np.maximum(seen.sum(axis=1), 1)) ** 2, np.float64)


def edges_along(soft: ByteArray, outline: Outline) -> float:
    """How strong the edges along an outline are in a picture, uint8 BGR, whose grain is blurred; levels of all three
    colours, the weaker sides counting most.
    """
    sides = np.hypot(*(np.roll(outline.corners, -1, axis=0) - outline.corners).T)
    wide, high = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(outline.corners.astype(np.float32), flat)
    own = Table(np.asarray(matrix, np.float64), (wide, high))
    return float(_shown(soft, own, np.array([(wide / 2, high / 2, 0.0)]))[0])


def _begins_elsewhere(table: Table, outline: Outline) -> bool:
    """Whether an outline is a card's on this table only if it is begun at the other side."""
    as_it_is, turned = table.off([outline, outline.turned(1)])
    return bool(turned < _CLEARLY * as_it_is)


def common_share(first: Box, second: Box) -> float:
    """The share that two boxes have in common."""
    wide = min(first[2], second[2]) - max(first[0], second[0])
    high = min(first[3], second[3]) - max(first[1], second[1])
    if wide <= 0 or high <= 0:
        return 0.0
    areas = (first[2] - first[0]) * (first[3] - first[1]) + (second[2] - second[0]) * (second[3] - second[1])
    return wide * high / max(1e-9, areas - wide * high)
