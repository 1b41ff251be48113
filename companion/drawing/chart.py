"""A chart of a whole game as SVG: one line a player, the moment that is looked at, the parts of the game.

Lines differ by colour (classes ``line-0`` …) and by dashes, and each ends at its player's badge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from companion.drawing.svg import attributes, number, rect, text, use

WIDTH, HEIGHT = 408, 380
"""The natural size (px)."""
DASHES = (None, "16 9", "3 10", "22 8 4 8", "9 7", "14 5 3 5 3 5")
MOST_POINTS = 160
"""A line has at most so many corners; more are not told apart on a tablet."""

_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 112, 18, 30
_APART = 40
"""px between two badges at the lines' ends."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what it is about, the symbol at its end (None: its first letter), and its numbers."""

    name: str
    symbol: str | None
    values: Sequence[float]


def chart(
    lines: Sequence[Line],
    at: int,
    label: str,
    *,
    marks: Sequence[int] = (),
    faults: Sequence[int] = (),
    shown: Mapping[str, str] | None = None,
    width: int = WIDTH,
) -> str:
    """The chart (``width`` by 380); ``label`` is read out in its place.

    ``at`` is the moment looked at, ``marks`` are moments at which a part of the game begins, ``faults`` moments
    of faults; ``shown`` are the numbers beside the badges, those at the moment looked at.
    """
    last = max(len(line.values) for line in lines) - 1
    low, high, step = scale(min(min(one.values) for one in lines), max(max(one.values) for one in lines))

    def x(moment: float) -> float:
        return _LEFT + (width - _LEFT - _RIGHT) * moment / max(last, 1)

    def y(value: float) -> float:
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * (value - low) / (high - low)

    drawn = ""
    for tick in range(round((high - low) / step) + 1):
        value = low + tick * step
        drawn += f'<path class="rule" d="M{_LEFT} {number(y(value))}H{number(width - _RIGHT)}"/>'
        drawn += text(_short(value), _LEFT - 10, y(value) + 7, 21, text_anchor="end", class_="tick")
    for mark in marks:
        drawn += f'<path class="part" d="M{number(x(mark))} {_TOP - 6}V{HEIGHT - _BOTTOM}"/>'
    drawn += rect(x(at) - 4, _TOP - 10, 8, HEIGHT - _TOP - _BOTTOM + 14, 4, class_="now-line")
    for place, line in enumerate(lines):
        drawn += _curve(place, [(x(moment), y(line.values[moment])) for moment in corners(line.values)])
    for moment in faults:
        drawn += _flag(x(moment), HEIGHT - _BOTTOM)
    drawn += "".join(_ends(lines, x(last), y, shown or {}))
    return (
        f'<svg class="chart" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" role="img"'
        f"{attributes(aria_label=label)}>{drawn}</svg>"
    )


def corners(values: Sequence[float]) -> list[int]:
    """The moments at which a line is drawn: where it changes, thinned out to at most ``MOST_POINTS``."""
    last = len(values) - 1
    turns = [0]
    for moment in range(1, last + 1):
        if values[moment] != values[moment - 1]:
            if turns[-1] != moment - 1:
                turns.append(moment - 1)
            turns.append(moment)
    if turns[-1] != last:
        turns.append(last)
    if len(turns) <= MOST_POINTS:
        return turns
    stride = len(turns) / (MOST_POINTS - 1)
    return [*dict.fromkeys(turns[int(place * stride)] for place in range(MOST_POINTS - 1)), last]


def scale(low: float, high: float) -> tuple[float, float, float]:
    """Round bounds around two numbers and the step between their rules, three to six of them."""
    low = min(low, 0.0)
    room = max(high - low, 1.0)
    rough = room / 4
    power = 10.0 ** floor(log10(rough))
    step = max(next(power * one for one in (1, 2, 5, 10) if power * one >= rough), 1.0)
    return floor(low / step) * step, max(ceil(high / step) * step, step), step


def _short(value: float) -> str:
    return f"{value:.0f}".replace("-", "\u2212")


def _curve(place: int, points: Sequence[tuple[float, float]]) -> str:
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    dashes = attributes(stroke_dasharray=DASHES[place % len(DASHES)])
    return f'<path class="line line-{place % 6}" d="{path}"{dashes}/>'


def _flag(x: float, y: float) -> str:
    """A fault on the time line: a red square on its point."""
    return f'<path class="fault-mark" d="M{number(x)} {number(y - 9)}l8 9-8 9-8-9Z"/>'


def _ends(
    lines: Sequence[Line], x: float, y: Callable[[float], float], shown: Mapping[str, str]
) -> list[str]:
    """Badges at the ends of the lines, moved apart where they would cover each other."""
    order = sorted(range(len(lines)), key=lambda place: (y(lines[place].values[-1]), place))
    wanted = [y(lines[place].values[-1]) for place in order]
    heights = spread(wanted, _APART, _TOP + 8, HEIGHT - _BOTTOM)
    drawn = []
    for place, height, real in zip(order, heights, wanted, strict=True):
        line = lines[place]
        drawn.append(
            f'<path class="line thin line-{place % 6}" d="M{number(x)} {number(real)}L{number(x + 14)} {number(height)}"/>'
        )
        if line.symbol is None:
            drawn.append(f'<circle class="end line-{place % 6}" cx="{number(x + 30)}" cy="{number(height)}" r="18"/>')
            drawn.append(
                text(line.name[:1], x + 30, height + 8, 24, text_anchor="middle", class_="end-letter")
            )
        else:
            drawn.append(use(line.symbol, x + 12, height - 18, 36, 36))
        if line.name in shown:
            drawn.append(text(shown[line.name], x + 54, height + 8, 23, class_="end-number"))
    return drawn


def spread(wanted: Sequence[float], apart: float, lowest: float, highest: float) -> list[float]:
    """Places as near as may be to those wanted (ascending), ``apart`` from each other and within bounds."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, lowest, places[-1] + apart if places else lowest))
    limit = highest
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], limit)
        limit = places[index] - apart
    return places
