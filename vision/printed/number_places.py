"""Where numbers stand on a card: figures on one line next to each other, and the bars under them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.network import FloatArray
from vision.printed.cut_out import Float64Array
from vision.printed.figures import NONE, WAYS
from vision.printed.marks import Box, Mark

NUMBERS = 100
"""Numbers of one or two figures: 0 to 99."""
_LEAST_FIGURE = 0.25
_SAME_PLACE, _WITHIN, _LEAST_SHARE = 0.4, 0.75, 0.25
"""Marks that have so much in common are one figure, and one that lies in another that is not much larger."""
_LIKE_HEIGHT, _ONE_LINE = 0.78, 0.16
_NEXT, _OVERLAID = 0.42, -0.25
"""How far apart two figures of a number stand, in their height."""
_FARTHER, _CLEARLY = 1.5, 0.06
_BAR_FLAT, _BAR_SHORT, _BAR_LONG = 0.3, 0.5, 1.35
_BAR_FROM, _BAR_TO = -0.04, 0.55
_DOT_FROM, _DOT_TO = 0.08, 0.26


@dataclass(frozen=True, slots=True, eq=False)
class NumberPlace:
    """A number as it stands on a card when its figures are read turned by ``way`` quarters clockwise: its box there,
    how likely it is each number, float64 (NUMBERS,), how many figures it has, and what speaks for this way up: 1 for
    a bar under it, -1 for one over it.
    """

    way: int
    box: Box
    shares: Float64Array
    figures: int
    barred: int


@dataclass(frozen=True, slots=True, eq=False)
class _Figure:
    """A figure that stands upright in its way: its box there, and how likely it is 0 to 9."""

    box: Box
    shares: Float64Array

    @property
    def certainty(self) -> float:
        return float(self.shares.sum())


def places_of(marks: Sequence[Mark], shares: FloatArray, size: tuple[int, int]) -> list[NumberPlace]:
    """Return where numbers stand on a card of a size (width, height), px; ``shares`` are what ``FigureReader`` says
    of its marks. A place is told once for each way in which it may be read.
    """
    places: list[NumberPlace] = []
    for way in range(WAYS):
        upright = [upright_box(mark.box, size, way) for mark in marks]
        figures = _figures(upright, np.asarray(shares[:, way], np.float64))
        for group in _on_lines(figures):
            box = _about([one.box for one in group])
            height = float(np.median([one.box[3] for one in group]))
            places.append(
                NumberPlace(way, box, _numbers(group), len(group), _barred(box, height, len(group), upright))
            )
    return places


def upright_box(box: Box, size: tuple[int, int], way: int) -> Box:
    """Where a box of a card of a size (width, height) lies when the card is turned back by so many quarters."""
    x, y, w, h = box
    width, height = size
    for _ in range(way):
        x, y, w, h = y, width - x - w, h, w
        width, height = height, width
    return x, y, w, h


def lying_box(box: Box, size: tuple[int, int], way: int) -> Box:
    """The box of which ``upright_box`` gives this one."""
    turned = size if way % 2 == 0 else size[::-1]
    return upright_box(box, turned, (WAYS - way) % WAYS)


def common_share(one: Box, other: Box) -> tuple[float, float]:
    """What two boxes have in common, as a share of both together and of the smaller one."""
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    if across <= 0 or down <= 0:
        return 0.0, 0.0
    areas = one[2] * one[3], other[2] * other[3]
    return across * down / (sum(areas) - across * down), across * down / min(areas)


def _figures(boxes: Sequence[Box], shares: Float64Array) -> list[_Figure]:
    """The figures that stand upright, each once, the surest first."""
    there = 1.0 - shares[:, NONE]
    kept: list[_Figure] = []
    for at in np.argsort(-there, kind="stable"):
        if there[at] < _LEAST_FIGURE:
            break
        box = boxes[int(at)]
        if not any(_same_place(box, one.box) for one in kept):
            alike = [
                number for number in np.flatnonzero(there >= _LEAST_FIGURE) if _alike(boxes[int(number)], box)
            ]
            # Several marks of one figure, found at several levels, each say what it is.
            told = (shares[alike, :NONE] * there[alike, None]).sum(axis=0) / there[alike].sum()
            kept.append(_Figure(box, told / max(1e-9, told.sum()) * there[at]))
    return kept


def _alike(one: Box, other: Box) -> bool:
    return common_share(one, other)[0] > 0.7


def _same_place(one: Box, other: Box) -> bool:
    both, smaller = common_share(one, other)
    share = one[2] * one[3] / (other[2] * other[3])
    return both > _SAME_PLACE or (smaller > _WITHIN and _LEAST_SHARE < share < 1 / _LEAST_SHARE)


def _on_lines(figures: Sequence[_Figure]) -> list[tuple[_Figure, ...]]:
    """Figures alone, and pairs on one line next to each other; what stands by more than one other is left out."""
    gaps = [
        (_gap(one, other), left, right)
        for left, one in enumerate(figures)
        for right, other in enumerate(figures)
        if left != right and _beside(one, other)
    ]
    partner: dict[int, int] = {}
    apart: dict[int, float] = {}
    for gap, left, right in sorted(gaps):
        if left not in partner and right not in partner:
            partner[left], partner[right] = right, left
            apart[left] = apart[right] = gap
    groups: list[tuple[_Figure, ...]] = [
        (figures[left], figures[right]) for _, left, right in gaps if partner.get(left) == right
    ]
    for at, one in enumerate(figures):
        if at in partner:
            continue
        near = [(gap, left if right == at else right) for gap, left, right in gaps if at in (left, right)]
        if all(gap > _FARTHER * max(0.0, apart[other]) + _CLEARLY for gap, other in near if other in apart):
            groups.append((one,))
    return groups


def _gap(left: _Figure, right: _Figure) -> float:
    return (right.box[0] - left.box[0] - left.box[2]) / max(left.box[3], right.box[3])


def _beside(left: _Figure, right: _Figure) -> bool:
    """Whether one figure may follow another in a number."""
    (_, y0, _, h0), (_, y1, _, h1) = left.box, right.box
    high = max(h0, h1)
    return (
        min(h0, h1) >= _LIKE_HEIGHT * high
        and abs(y0 + h0 / 2 - y1 - h1 / 2) < _ONE_LINE * high
        and right.box[0] > left.box[0]
        and _OVERLAID < _gap(left, right) < _NEXT
    )


def _numbers(group: Sequence[_Figure]) -> Float64Array:
    """How likely one or two figures are each number."""
    told = np.zeros(NUMBERS)
    if len(group) == 1:
        told[:10] = group[0].shares
        return told
    both = np.outer(group[0].shares, group[1].shares)
    told[10:] = both[1:].reshape(-1)
    return told


def _about(boxes: Sequence[Box]) -> Box:
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top


def _barred(box: Box, height: float, figures: int, others: Sequence[Box]) -> int:
    """Whether a bar or a dot lies under a number (1), or over it as if it stood upside down (-1); else 0."""
    left, top, width, high = box
    under = over = False
    for x, y, w, h in others:
        across = abs(x + w / 2 - left - width / 2) < 0.3 * max(width, 0.5 * height)
        long = _BAR_SHORT * width <= w <= _BAR_LONG * max(width, 0.6 * height)
        if h <= _BAR_FLAT * height and w >= 2.2 * h and across and long:
            under |= _BAR_FROM <= (y - top - high) / height <= _BAR_TO
            over |= _BAR_FROM <= (top - y - h) / height <= _BAR_TO
        if _DOT_FROM * height <= max(w, h) <= _DOT_TO * height and min(w, h) > 0.6 * max(w, h):
            right_of = 0 <= (x - left - width) / height <= 0.35
            left_of = 0 <= (left - x - w) / height <= 0.35
            under |= right_of and abs(y + h - top - high) < 0.12 * height
            over |= left_of and abs(y - top) < 0.12 * height
    return int(under) - int(over)
