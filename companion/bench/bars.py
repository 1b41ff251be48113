"""A plot of bars: a line each, with its 95 % bounds or a second value, and the numbers behind it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.bench.plot import BLUE, BROWN, GRID, QUIET, dot, sheet, stroke
from companion.drawing.svg import INK, rect, text

_LEFT, _WIDTH, _TOP, _STEP, _BAR = 210, 520, 100, 34, 18


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label, its value, a second value told by a dot, its bounds, and from how many cases it comes."""

    label: str
    value: float
    second: float | None
    bounds: tuple[float | None, float | None]
    n: int


def bars(title: str, under: str, unit: str, shown: Sequence[Bar]) -> str:
    """The bars as SVG, from 0 on, all in one unit."""
    most = _rounded_up(max(max(one.value, one.second or 0.0, one.bounds[1] or 0.0) for one in shown))
    foot = _TOP + _STEP * len(shown)
    size = (_LEFT + _WIDTH + 260, foot + 56)
    return sheet(title, under, size, [*_grid(most, unit, foot), *_rows(shown, most, unit)])


def _grid(most: float, unit: str, foot: int) -> Iterator[str]:
    for quarter in range(5):
        x = _LEFT + _WIDTH * quarter / 4
        yield stroke([(x, _TOP - 6), (x, foot)], GRID, 1)
        yield text(
            f"{most * quarter / 4:g} {unit}".strip(), x, foot + 22, 13, fill=QUIET, text_anchor="middle"
        )


def _rows(shown: Sequence[Bar], most: float, unit: str) -> Iterator[str]:
    def across(value: float) -> float:
        return _LEFT + _WIDTH * value / most

    for number, one in enumerate(shown):
        y = _TOP + _STEP * number
        middle = y + _BAR / 2
        yield text(one.label, _LEFT - 12, middle + 5, 14, fill=INK, text_anchor="end")
        yield rect(_LEFT, y, max(1.0, across(one.value) - _LEFT), _BAR, 3, fill=BLUE, fill_opacity=0.6)
        low, high = one.bounds
        told = f"{one.value:g}"
        if low is not None and high is not None:
            yield stroke([(across(low), middle), (across(high), middle)], BROWN, 3)
            told += f" ({low:g}–{high:g})"
        if one.second is not None:
            yield stroke([(across(one.value), middle), (across(one.second), middle)], BROWN, 1.5)
            yield dot((across(one.second), middle), 5, BROWN, f"{one.label}: {one.second:g} {unit}".strip())
            told += f"; {one.second:g}"
        yield text(f"{told}, n={one.n:,}", _LEFT + _WIDTH + 14, middle + 5, 13, fill=QUIET)


def _rounded_up(value: float) -> float:
    """The next number that four equal steps divide well: 4, 10, 20, 40, 100."""
    power = 10.0 ** math.floor(math.log10(value)) if value > 0 else 1.0
    return next(step * power for step in (1, 2, 4, 6, 8, 10) if step * power >= value)
