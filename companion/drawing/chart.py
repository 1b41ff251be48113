"""A chart of a whole game as SVG: one line a player, the moment that is looked at, the parts of the game.

Lines differ by colour and by dashes, and each ends at its player's badge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from companion.drawing.svg import attributes, number, rect, text, use

WIDTH, HEIGHT = 408, 380
"""The natural size (px)."""
INKS = ("red", "blue", "yellow", "green", "purple", "orange", "ink")
"""The colours of lines, by class ``line-red`` …: those without one of their own take them in turn."""
DASHES = (None, "16 9", "3 10", "22 8 4 8", "9 7", "14 5 3 5 3 5")
MOST_FLAGS = 14
MOST_POINTS = 160
"""How many corners a line has at most; more are not told apart on a tablet."""

_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 112, 18, 30
_APART = 40
"""px between two badges at the lines' ends."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what it is about, the symbol at its end (None: its first letter), its numbers and its colour."""

    name: str
    symbol: str | None
    values: Sequence[float]
    ink: str | None = None


def chart(
    lines: Sequence[Line],
    at: int,
    label: str,
    *,
    marks: Sequence[int] = (),
    faults: Sequence[int] = (),
    shown: Mapping[str, str] | None = None,
    width: int = WIDTH,
    height: int = HEIGHT,
) -> str:
    """The chart; ``label`` is read out in its place.

    ``at`` is the moment looked at, ``marks`` are moments at which a part of the game begins, ``faults`` moments
    of faults; ``shown`` are the numbers beside the badges at the lines' ends.
    """
    last = max(len(line.values) for line in lines) - 1
    low, high, step = scale(min(min(one.values) for one in lines), max(max(one.values) for one in lines))

    def x(moment: float) -> float:
        return _LEFT + (width - _LEFT - _RIGHT) * moment / max(last, 1)

    def y(value: float) -> float:
        return height - _BOTTOM - (height - _TOP - _BOTTOM) * (value - low) / (high - low)

    drawn = ""
    for tick in range(round((high - low) / step) + 1):
        value = low + tick * step
        drawn += f'<path class="rule" d="M{_LEFT} {number(y(value))}H{number(width - _RIGHT)}"/>'
        drawn += text(_short(value), _LEFT - 10, y(value) + 7, 21, text_anchor="end", class_="scale-number")
    for mark in marks:
        drawn += f'<path class="part" d="M{number(x(mark))} {_TOP - 6}V{height - _BOTTOM}"/>'
    drawn += rect(x(at) - 4, _TOP - 10, 8, height - _TOP - _BOTTOM + 14, 4, class_="now-line")
    for place, line in enumerate(lines):
        drawn += _curve(
            place,
            _class(place, line),
            [(x(moment), y(line.values[moment])) for moment in corners(line.values)],
        )
    for place, line in enumerate(lines):
        dot = attributes(cx=x(at), cy=y(line.values[at]), r=8)
        drawn += f'<circle class="now-dot {_class(place, line)}"{dot}/>'
    for moment in faults:
        drawn += _flag(x(moment), height - _BOTTOM, small=len(faults) > MOST_FLAGS)
    drawn += "".join(_ends(lines, x(last), y, shown or {}, height))
    return (
        f'<svg class="chart" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
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


def _class(place: int, line: Line) -> str:
    return f"line-{line.ink or INKS[place % len(INKS)]}"


def _curve(place: int, class_: str, points: Sequence[tuple[float, float]]) -> str:
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    dashes = attributes(stroke_dasharray=DASHES[place % len(DASHES)])
    return f'<path class="curve {class_}" d="{path}"{dashes}/>'


def _flag(x: float, y: float, *, small: bool) -> str:
    """A fault on the time line: a red square on its point; a stroke where there are many."""
    if small:
        return f'<path class="fault-mark small" d="M{number(x - 1)} {number(y + 3)}h2v9h-2Z"/>'
    return f'<path class="fault-mark" d="M{number(x)} {number(y - 9)}l8 9-8 9-8-9Z"/>'


def _ends(
    lines: Sequence[Line], x: float, y: Callable[[float], float], shown: Mapping[str, str], height: int
) -> list[str]:
    """Badges at the ends of the lines, moved apart where they would cover each other."""
    order = sorted(range(len(lines)), key=lambda place: (y(lines[place].values[-1]), place))
    wanted = [y(lines[place].values[-1]) for place in order]
    badges = spread(wanted, _APART, _TOP + 8, height - _BOTTOM)
    drawn = []
    for place, badge, real in zip(order, badges, wanted, strict=True):
        line = lines[place]
        way = f"M{number(x)} {number(real)}L{number(x + 14)} {number(badge)}"
        drawn.append(f'<path class="curve thin {_class(place, line)}" d="{way}"/>')
        if line.symbol is None:
            drawn.append(
                f'<circle class="end {_class(place, line)}" cx="{number(x + 30)}" cy="{number(badge)}" r="18"/>'
            )
            drawn.append(
                text(line.name[:1], x + 30, badge + 8, 24, text_anchor="middle", class_="end-letter")
            )
        else:
            drawn.append(use(line.symbol, x + 12, badge - 18, 36, 36))
        if line.name in shown:
            drawn.append(text(shown[line.name], x + 54, badge + 8, 23, class_="end-number"))
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
