"""Whether the readers may be believed: how often readings are right against how certain they were, and its plot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.bench.measure import Measure, share_measure, wilson_interval
from companion.bench.plot import BLUE, END, GRID, MIDDLE, QUIET, dot, sheet, stroke
from companion.drawing.svg import INK, text
from companion.wrong_use import WrongUse

BINS = 10
MOST_ERROR = 1.5
"""The expected calibration error that is asked for, in per cent."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Readings of like certainty, between two bounds (per cent): how many, how many of them right, and the mean
    certainty (0..1; None without readings).
    """

    low: int
    high: int
    readings: int
    right: int
    certainty: float | None


@dataclass
class Reliability:
    """Readings counted in ten bins of their certainty: their number, the sum of their certainties, and how many were
    right.
    """

    readings: list[int] = field(default_factory=lambda: [0] * BINS)
    certainties: list[float] = field(default_factory=lambda: [0.0] * BINS)
    right: list[int] = field(default_factory=lambda: [0] * BINS)

    def count(self, certainty: float, right: bool) -> None:
        """Count a reading. Raises ValueError on a certainty that is not within 0..1."""
        if not 0.0 <= certainty <= 1.0:
            raise ValueError(f"{certainty} is no certainty")
        at = min(BINS - 1, int(certainty * BINS))
        self.readings[at] += 1
        self.certainties[at] += certainty
        self.right[at] += right

    def add(self, other: Reliability) -> None:
        """Add the readings of another group."""
        for at in range(BINS):
            self.readings[at] += other.readings[at]
            self.certainties[at] += other.certainties[at]
            self.right[at] += other.right[at]

    @property
    def n(self) -> int:
        """How many readings were counted."""
        return sum(self.readings)

    @property
    def bins(self) -> tuple[Bin, ...]:
        """The ten bins, the least certain first."""
        step = 100 // BINS
        return tuple(
            Bin(at * step, (at + 1) * step, n, right, total / n if n else None)
            for at, (n, right, total) in enumerate(
                zip(self.readings, self.right, self.certainties, strict=True)
            )
        )

    @property
    def error(self) -> float:
        """The expected calibration error, 0..1 (Naeini, Cooper and Hauskrecht 2015): how far certainty and share of
        right readings lie apart, bin by bin, each bin counting as many times as it has readings; 0 without any.
        """
        apart = sum(abs(total - right) for total, right in zip(self.certainties, self.right, strict=True))
        return apart / self.n if self.n else 0.0

    def measures(self, bench: str, group: str, target: float | None = MOST_ERROR) -> Iterator[Measure]:
        """Yield the expected calibration error, and of each bin the mean certainty and the share that is right."""
        yield Measure(
            bench,
            f"{group}.calibration_error",
            round(100 * self.error, 2),
            "%",
            self.n,
            target=target,
            higher_is_better=False,
        )
        for one in self.bins:
            at = f"{one.low}-{one.high}%"
            certainty = round(100 * one.certainty, 2) if one.certainty is not None else 0.0
            yield Measure(bench, f"{group}.certainty_at_{at}", certainty, "%", one.readings)
            yield share_measure(bench, f"{group}.right_at_{at}", one.right, one.readings)


# ---------------------------------------------------------------- the diagram

_SIDE, _GAP, _LEFT, _TOP = 300, 72, 92, 120
_BELOW = 96
_TICKS = (0, 25, 50, 75, 100)
_DOT, _LARGEST_DOT = 3.5, 9.0


def drawn(groups: Mapping[str, Reliability], what: str = "readings") -> str:
    """The reliability diagram as SVG, a panel a group: the share of right readings, or ``what`` else is believed,
    over their mean certainty.

    The broken line is that of certainties that can be believed; bars are 95 % bounds, and a larger dot stands for
    more of them.
    """
    said = f"How often {what} are right against how certain they are"
    width = _LEFT + len(groups) * (_SIDE + _GAP) - _GAP + 40
    parts = [
        part
        for number, (name, group) in enumerate(groups.items())
        for part in _panel(_LEFT + number * (_SIDE + _GAP), name, group)
    ]
    parts.append(
        text(
            "share right", 26, _TOP + _SIDE / 2, 16, transform=f"rotate(-90 26 {_TOP + _SIDE // 2})", **MIDDLE
        )
    )
    under = f"on the broken line certainty can be believed; bars: 95 % bounds; larger dots: more {what}"
    return sheet(said, under, (width, _TOP + _SIDE + _BELOW), parts)


def plot(path: Path, groups: Mapping[str, Reliability], what: str = "readings") -> None:
    """Write the diagram that ``drawn`` draws. Raises WrongUse where it cannot be written."""
    try:
        path.write_text(drawn(groups, what), encoding="utf-8")
    except OSError as error:
        raise WrongUse(f"{path} cannot be written ({error.strerror}): name another file.") from error


def _panel(left: int, name: str, group: Reliability) -> Iterator[str]:
    def place(certainty: float, share: float) -> tuple[float, float]:
        return left + _SIDE * certainty, _TOP + _SIDE * (1.0 - share)

    for tick in _TICKS:
        share = tick / 100
        yield stroke([place(0, share), place(1, share)], GRID, 1)
        yield stroke([place(share, 0), place(share, 1)], GRID, 1)
        x, y = place(0, share)
        yield text(f"{tick} %", x - 8, y + 5, 13, **END)
        x, y = place(share, 0)
        yield text(f"{tick} %", x, y + 19, 13, fill=QUIET, text_anchor="middle")
    yield stroke([place(0, 0), place(1, 1)], QUIET, 1.5, "6 5")
    told = [(one, one.certainty) for one in group.bins if one.certainty is not None]
    yield stroke([place(certainty, one.right / one.readings) for one, certainty in told], BLUE, 2)
    most = max((one.readings for one, _ in told), default=1)
    for one, certainty in told:
        low, high = wilson_interval(one.right, one.readings)
        yield stroke([place(certainty, low), place(certainty, high)], BLUE, 1.5)
        share = one.right / one.readings
        words = f"certain {100 * certainty:.1f} %, right {100 * share:.1f} % of {one.readings}"
        radius = max(_DOT, _LARGEST_DOT * (one.readings / most) ** 0.5)
        yield dot(place(certainty, share), radius, BLUE, words)
    words = f"{name}: calibration error {100 * group.error:.2f} %, n={group.n}"
    yield text(words, left, _TOP - 14, 14, fill=INK, font_weight=600)
    yield text("certainty", left + _SIDE / 2, _TOP + _SIDE + 48, 16, **MIDDLE)
