"""A card of a zone as it was told, and the order in which the cards of a pile or a row count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from vision.printed.cut_out import Float64Array, Outline
from vision.printed.enrolled_box import Comparison
from vision.printed.found_card import FoundCard
from vision.printed.known_size import sides_of
from vision.printed.reader import PrintedReading

_WAYS: Mapping[str, tuple[float, float]] = {
    "east": (1.0, 0.0),
    "south": (0.0, 1.0),
    "west": (-1.0, 0.0),
    "north": (0.0, -1.0),
}
_STRANGERS, _RECKONED_WITH = 0.02, 0.1
"""Of the cards on the table of a game whose box was shown so many are none of it; the certainty reckons with more."""
_ANCHOR = 0.9
"""Cards of a row that are told so surely say where the others lie."""
_THERE = 0.5
_SAME_CARD, _IN_PLACE = 0.45, 0.33
"""In shares of a card's width along a row: what lies nearer is the same card; so near to its place a card lies."""


@dataclass(frozen=True, eq=False)
class ToldCard:
    """A card of a zone: where it was found, how it compares with those of the box, and what it is."""

    found: FoundCard
    compared: Comparison
    as_relations: float
    reading: PrintedReading

    @cached_property
    def shares(self) -> tuple[tuple[str, float], ...]:
        """The labels that the card may have, and how likely; what they lack to 1 is that it is none of the box."""
        known = min(1.0, sum(share for _, share in self.reading.candidates))
        strange = (1.0 - known) * _STRANGERS / (1 - _STRANGERS) * (1 - _RECKONED_WITH) / _RECKONED_WITH
        rest = known + strange
        return tuple((label, share / rest) for label, share in self.reading.candidates)

    @property
    def chance(self) -> float:
        """How likely the card is there and is the best of the box."""
        return self.reading.presence * self.shares[0][1]

    @property
    def outline(self) -> Outline:
        """Where it lies: where its print was laid over it, if it is told surely, else where it was found."""
        return self.compared.outline if self.chance >= _ANCHOR else self.found.outline

    @cached_property
    def middle(self) -> Float64Array:
        """Where its middle is, (2,), px."""
        return np.asarray(self.outline.corners.mean(axis=0), np.float64)

    def along(self, towards: str) -> float:
        """How far along a row it lies, px."""
        return float(self.middle @ _WAYS[towards])

    def width(self, towards: str) -> float:
        """How long it is along a row, px: its side that lies more along it."""
        return width_along(self.outline, towards)

    def shows_as(self, outline: Outline, near_px: float) -> bool:
        """Whether it was cut out as an outline is, its corners no farther apart."""
        corners = self.found.outline.corners
        far = (np.hypot(*(np.roll(corners, turn, axis=0) - outline.corners).T).max() for turn in (0, 2))
        return float(min(far)) < near_px


def width_along(outline: Outline, towards: str) -> float:
    """How long a card is along a row, px: its side that lies more along it."""
    side = outline.corners[1] - outline.corners[0]
    short, long = sides_of(outline)
    lies_along = abs(float(side @ _WAYS[towards])) > 0.7 * float(np.hypot(*side))
    return short if lies_along else long


def topmost(pool: Sequence[ToldCard]) -> list[ToldCard]:
    """The free card of a pile: the one that is told most surely, for what lies under it is seen in parts."""
    return [max(pool, key=lambda one: (one.chance, one.reading.presence))] if pool else []


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One place of a row: the card that lies there, None where none was found; where its middle is, (2,), px."""

    card: ToldCard | None
    middle: Float64Array


def in_row(pool: Sequence[ToldCard], towards: str) -> list[Place]:
    """The places of a row in the order in which it grows, each with its card.

    Cards that are told surely say how far apart cards lie, and so how many lie between two of them, and where; what
    is told less surely counts in such a place, or as the next one at an end.
    """
    kept = _each_once(pool, towards)
    anchors = [one for one in kept if one.chance >= _ANCHOR]
    if len(anchors) < 2:
        return [Place(one, one.middle) for one in kept]
    width = float(np.median([one.width(towards) for one in anchors]))
    pitch = _pitch(anchors, towards, width)
    others = [one for one in pool if one.chance < _ANCHOR and one.reading.presence > _THERE]

    def best_at(middle: Float64Array) -> ToldCard | None:
        at = float(middle @ _WAYS[towards])
        near = [one for one in others if abs(one.along(towards) - at) < _IN_PLACE * width]
        return max(near, key=lambda one: one.chance, default=None)

    step = np.asarray(_WAYS[towards]) * pitch
    places = [Place(anchors[0], anchors[0].middle)]
    for before, after in pairwise(anchors):
        count = max(1, round((after.along(towards) - before.along(towards)) / pitch))
        for number in range(1, count):
            middle = before.middle + (after.middle - before.middle) * number / count
            places.append(Place(best_at(middle), middle))
        places.append(Place(after, after.middle))
    while (first := best_at(places[0].middle - step)) is not None:
        places.insert(0, Place(first, first.middle))
    while (last := best_at(places[-1].middle + step)) is not None:
        places.append(Place(last, last.middle))
    return places


def beyond(places: Sequence[Place], towards: str) -> list[Float64Array]:
    """Where, px (2,), the next card would lie at either end of a row; nowhere where its cards do not say so."""
    if len(places) < 2:
        return []
    steps = [after.middle - before.middle for before, after in pairwise(places)]
    step = np.median(steps, axis=0)
    return [places[0].middle - step, places[-1].middle + step]


def _each_once(pool: Sequence[ToldCard], towards: str) -> list[ToldCard]:
    """Of what lies at one place the card that is told most surely."""
    kept: list[ToldCard] = []
    for one in sorted(pool, key=lambda other: -other.chance):
        far = _SAME_CARD * one.width(towards)
        if all(abs(one.along(towards) - other.along(towards)) > far for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.along(towards))


def _pitch(anchors: Sequence[ToldCard], towards: str, width: float) -> float:
    """How far apart the cards of a row lie, px, by those that are told surely."""
    steps = np.diff([one.along(towards) for one in anchors])
    return float(np.median([step / max(1, round(step / width)) for step in steps]))
