"""Hands that were seen over zones: when, from which side, and what it costs to hold that for a mistake."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Arm(NamedTuple):
    """The side that a hand was seen to come from, and the cost of its being the wrong one: once, and again."""

    side: str
    first: float
    again: float


@dataclass(frozen=True, slots=True)
class Touch:
    """Hands over a zone since the last entry: from when to when each time (monotonic ms), and from which sides.

    ``sides`` maps each to the cost of its being the wrong one, and the cost where the same arm's was elsewhere;
    ``arms`` are the same, one for each of the times, None where no side is known.
    """

    times: tuple[tuple[int, int], ...]
    sides: Mapping[str, tuple[float, float]]
    arms: tuple[Arm | None, ...]

    def may_be_from(self, sides: Collection[str]) -> bool:
        """Whether one of the hands may have come from one of these sides: it was, or nobody knows."""
        return None in self.arms or not self.sides.keys().isdisjoint(sides)

    @property
    def end_ms(self) -> int:
        """The last moment."""
        return max(end for _, end in self.times)


class Idling(NamedTuple):
    """The zones that hands were over since the last entry, and the cost of each of which no action tells."""

    over: frozenset[str]
    each: float

    def cost(self, told: Iterable[str]) -> float:
        """The cost of those that are not ``told``."""
        return self.each * len(self.over.difference(told))
