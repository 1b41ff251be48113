"""The rows that things were laid in, for naming their places to people."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np

_SAME_ROW = 0.45
"""Two neighbours are of one row when one lies so much higher at most, in units of what lies there."""


def in_rows(places: Sequence[tuple[float, float]], unit: float) -> tuple[tuple[int, ...], ...]:
    """Return the rows of places px (x, y) from top to bottom, each their numbers from left to right.

    Neighbours of one row lie less than half a `unit` (px) higher or lower; where two do not, but the others on both
    sides of them do, it is one row all the same.
    """
    rows: list[list[int]] = []
    for number in sorted(range(len(places)), key=lambda one: (places[one][0], places[one][1])):
        nearest = min(rows, key=lambda row: abs(places[row[-1]][1] - places[number][1]), default=None)
        if nearest is None or abs(places[nearest[-1]][1] - places[number][1]) > _SAME_ROW * unit:
            rows.append([number])
        else:
            nearest.append(number)
    rows = _joined(rows, places, _SAME_ROW * unit)
    rows.sort(key=lambda row: (sum(places[one][1] for one in row) / len(row), places[row[0]][0]))
    return tuple(tuple(row) for row in rows)


def _joined(rows: Sequence[list[int]], places: Sequence[tuple[float, float]], most: float) -> list[list[int]]:
    """The rows, those put together of which the shorter lies along the longer, most of it within ``most`` px."""
    joined: list[list[int]] = []
    for row in sorted(rows, key=len, reverse=True):
        along = next((other for other in joined if _apart(row, other, places) <= most), None)
        if along is None:
            joined.append(row)
        else:
            along[:] = sorted([*along, *row], key=lambda one: places[one])
    return joined


def _apart(row: Sequence[int], other: Sequence[int], places: Sequence[tuple[float, float]]) -> float:
    """How much higher or lower a row lies than another one does there, px (median over its places)."""
    xs, ys = zip(*(places[one] for one in other), strict=True)
    return float(median(abs(places[one][1] - np.interp(places[one][0], xs, ys)) for one in row))
