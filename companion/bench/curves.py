"""The referee against the reading error: the points of the curves, their file of numbers, and their plot."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median

from companion.bench.kept_results import KeptResults
from companion.bench.measure import Measure, share_measure
from companion.bench.plot import BLUE, BROWN, END, GREEN, GRID, MIDDLE, QUIET, RED, dot, sheet, stroke
from companion.bench.referee import (
    BENCH,
    CARELESS,
    FAMILY,
    JUDGED,
    Counts,
    Evenings,
    accused_falsely,
    announced,
    is_followed,
)
from companion.drawing.svg import number, text
from companion.games import load
from companion.progress import progress
from companion.simulated.outcome import Outcome, quantile

ERRORS = (0.001, 0.003, 0.01, 0.02, 0.03, 0.05)
"""Shares of cards that are read wrongly."""


@dataclass(frozen=True, slots=True)
class Point:
    """The referee of Crapette at one reading error; shares and the error in per cent, ``n`` evenings of each kind.

    ``followed`` and the questions are of a family's games, ``announced`` (of ``faults``) of careless players' games,
    ``falsely_accused`` of both.
    """

    error: float
    n: int
    followed: float
    announced: float
    faults: int
    falsely_accused: float
    questions_median: float
    questions_p95: float


def points(counts: Counts, kept: KeptResults[Outcome] | None = None) -> Iterator[Point]:
    """Plays the same evenings at each reading error, and counts."""
    with Evenings(kept=kept) as evenings:
        begun = [
            (
                error,
                evenings.of(JUDGED, FAMILY, error, "curve", range(counts.curve)),
                evenings.of(JUDGED, CARELESS, error, "curve", range(counts.curve)),
            )
            for error in ERRORS
        ]
        for error, family, careless in progress(begun, "reading errors"):
            yield _point(error, family(), careless())


def _point(error: float, family: Sequence[Outcome], careless: Sequence[Outcome]) -> Point:
    both = (*family, *careless)
    asked = [float(one.questions) for one in family]
    faults = sum(one.visible for one in careless)
    return Point(
        error=round(100 * error, 3),
        n=len(family),
        followed=_percent(sum(map(is_followed, family)), len(family)),
        announced=_percent(announced(careless), faults),
        faults=faults,
        falsely_accused=_percent(accused_falsely(both), len(both)),
        questions_median=median(asked),
        questions_p95=quantile(asked, 0.95),
    )


def _percent(count: int, of: int) -> float:
    return round(100.0 * count / of, 2) if of else 0.0


def measures(point: Point) -> Iterator[Measure]:
    """The figures of one point: ``crapette.followed_at_1%`` and so on."""
    at = f"at_{point.error:g}%"
    shares = (
        ("followed", point.followed, point.n, True),
        ("faults_announced", point.announced, point.faults, True),
        ("false_accusations", point.falsely_accused, 2 * point.n, False),
    )
    for name, share, n, higher in shares:
        count = round(share * n / 100)
        yield share_measure(BENCH, f"{JUDGED}.{name}_{at}", count, n, higher_is_better=higher)
    for name, value in (("median", point.questions_median), ("p95", point.questions_p95)):
        name = f"{JUDGED}.questions_{name}_{at}"
        yield Measure(BENCH, name, value, "a game", point.n, higher_is_better=False)


# ---------------------------------------------------------------- the files


def numbers_beside(plot: Path) -> Path:
    """Where the numbers of a plot lie."""
    return plot.with_suffix(".json")


def write(plot: Path, found: Sequence[Point]) -> None:
    """Writes the numbers, and the plot made of them."""
    lines = ",\n  ".join(json.dumps(asdict(point)) for point in found)
    numbers_beside(plot).write_text(f"[\n  {lines}\n]\n", encoding="utf-8")
    plot.write_text(drawn(found), encoding="utf-8")


def read(plot: Path) -> list[Point]:
    """The points in the numbers beside a plot; raises ``OSError``, ``ValueError`` or ``TypeError``."""
    listed = json.loads(numbers_beside(plot).read_text(encoding="utf-8"))
    return [Point(**one) for one in listed]


# ---------------------------------------------------------------- the plot

_WIDTH, _HEIGHT = 940, 700
_LEFT, _RIGHT = 92, 690
_SHARES, _QUESTIONS = (84, 384), (470, 610)
"""The two panels: their upper and lower edge."""
_LEAST, _MOST = 0.1, 5.0
_TICKS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
_LABEL_GAP = 20.0
"""Names beside the ends of lines stand at least so far apart."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One curve: its name, its colour, its dashes, and the value of a point."""

    name: str
    colour: str
    value: Callable[[Point], float]
    dashes: str | None = None


_SHARE_LINES = (
    _Line("evenings followed", BLUE, lambda point: point.followed),
    _Line("faults announced", GREEN, lambda point: point.announced, "9 4"),
    _Line("falsely accused", RED, lambda point: point.falsely_accused, "3 4"),
)
_QUESTION_LINES = (
    _Line("95th percentile", BROWN, lambda point: point.questions_p95, "9 4"),
    _Line("median", BLUE, lambda point: point.questions_median),
)


def drawn(found: Sequence[Point]) -> str:
    """The plot as SVG: shares above, questions a game below, the reading error on a logarithmic axis."""
    evenings = found[0].n if found else 0
    highest = max((point.questions_p95 for point in found), default=0.0)
    step = max(1, math.ceil(max(highest, 4.0) / 4))
    share_ticks = {tick: f"{tick} %" for tick in (0, 25, 50, 75, 100)}
    question_ticks = {tick: str(tick) for tick in range(0, 4 * step + 1, step)}
    said = f"How {load(JUDGED).title} is followed against the share of cards that are read wrongly"
    parts = (
        *_panel(_SHARES, share_ticks, "share", _SHARE_LINES, found, "%"),
        *_panel(_QUESTIONS, question_ticks, "questions a game", _QUESTION_LINES, found, ""),
        text("reading error: share of cards read wrongly", (_LEFT + _RIGHT) / 2, _HEIGHT - 32, 16, **MIDDLE),
    )
    under = f"{evenings} simulated evenings a point and kind of players"
    return sheet(said, under, (_WIDTH, _HEIGHT), parts)


def _panel(
    edges: tuple[int, int],
    ticks: Mapping[int, str],
    axis: str,
    lines: Sequence[_Line],
    found: Sequence[Point],
    unit: str,
) -> Iterator[str]:
    upper, lower = edges
    most = max(ticks)

    def height(value: float) -> float:
        return lower - (lower - upper) * min(value, most) / most

    for tick, told in ticks.items():
        yield stroke([(_LEFT, height(tick)), (_RIGHT, height(tick))], GRID, 1)
        yield text(told, _LEFT - 10, height(tick) + 5, 14, **END)
    for error in _TICKS:
        yield stroke([(_across(error), upper), (_across(error), lower)], GRID, 1)
        yield text(f"{error:g} %", _across(error), lower + 20, 14, fill=QUIET, text_anchor="middle")
    middle = (upper + lower) / 2
    yield text(axis, 26, middle, 16, transform=f"rotate(-90 26 {number(middle)})", **MIDDLE)
    ends = _apart([height(line.value(found[-1])) for line in lines]) if found else []
    for line, end in zip(lines, ends, strict=False):
        places = [(_across(point.error), height(line.value(point))) for point in found]
        yield stroke(places, line.colour, 3, line.dashes)
        for (x, y), point in zip(places, found, strict=True):
            told = f"{line.name}: {line.value(point):g} {unit}".strip() + f" at {point.error:g} %"
            yield dot((x, y), 4.5, line.colour, told)
        last = f"{line.name}, {line.value(found[-1]):g} {unit}".strip()
        yield text(last, _RIGHT + 14, end + 5, 13, fill=line.colour, font_weight=600)


def _across(error: float) -> float:
    """Where a reading error (per cent) stands on the axis."""
    share = math.log(error / _LEAST) / math.log(_MOST / _LEAST)
    return _LEFT + (_RIGHT - _LEFT) * share


def _apart(heights: Sequence[float]) -> list[float]:
    """The same heights, moved so that names written there do not touch: downwards, or up at the lower edge."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    placed = list(heights)
    for before, place in pairwise(order):
        placed[place] = max(placed[place], placed[before] + _LABEL_GAP)
    return placed
