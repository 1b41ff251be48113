"""The rows that things were laid in, for naming their places to people."""

from __future__ import annotations

from collections.abc import Sequence

_SAME_ROW = 0.45
"""Two neighbours are of one row when one lies so much higher at most, in units of what lies there."""


def in_rows(places: Sequence[tuple[float, float]], unit: float) -> tuple[tuple[int, ...], ...]:
    """Return the rows of places px (x, y) from top to bottom, each their numbers from left to right.

    Neighbours of one row lie less than half a `unit` (px) higher or lower.
    """
    rows: list[list[int]] = []
    for number in sorted(range(len(places)), key=lambda one: (places[one][0], places[one][1])):
        nearest = min(rows, key=lambda row: abs(places[row[-1]][1] - places[number][1]), default=None)
        if nearest is None or abs(places[nearest[-1]][1] - places[number][1]) > _SAME_ROW * unit:
            rows.append([number])
        else:
            nearest.append(number)
    rows.sort(key=lambda row: (sum(places[one][1] for one in row) / len(row), places[row[0]][0]))
    return tuple(tuple(row) for row in rows)
