"""Tells how large the cards of a spread deck are in a picture: each lies free and shows both its ends."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.cards.answers import Language
from vision.cards.finding import IndexSpot
from vision.cards.fusion import card_probabilities
from vision.cards.reading import ReadIndex

_SAME_CARD = 0.3
"""How likely two indices must say the same card to be the two ends of one."""
_OPPOSITE = math.cos(math.radians(20))
_TOWARDS = (0.5, 0.98)
"""The cosine between the way down a card and the way to its other index: across the card, but less than along it."""
_INK_MM = 81.0
"""What lies between the heads of both indices of a card of 88 mm."""
_FEWEST = 3
_MOST_SPREAD = 0.2
"""How far half of what the cards tell may lie apart, as a share of it: they are of one size."""


def px_per_mm_of_spread(read: Sequence[ReadIndex], language: Language) -> float | None:
    """Return the scale of a picture of a deck, spread out, by the cards that show both ends; None where fewer than
    three do, or do not agree.

    Cards are taken to be 88 mm high. How far the networks believe a card to reach from an index is not asked: it
    follows from how large the index is, and is wrong by half where indices are large.
    """
    spots = [one.spot for one in read]
    said = np.array([card_probabilities(one, language) for one in read])
    if len(spots) < 2:
        return None
    alike = said @ said.T > _SAME_CARD
    ends = {number: _other_end(number, spots, alike[number]) for number in range(len(spots))}
    heights = [
        _height(spots[one], spots[other])
        for one, other in ends.items()
        if other is not None and one < other and ends[other] == one
    ]
    if len(heights) < _FEWEST:
        return None
    low, usual, high = np.quantile(heights, (0.25, 0.5, 0.75))
    return float(usual) / _INK_MM if high - low <= _MOST_SPREAD * usual else None


def _other_end(number: int, spots: Sequence[IndexSpot], alike: Sequence[bool]) -> int | None:
    """The nearest index that may be the other end of the card of an index."""
    spot = spots[number]
    found: list[tuple[float, int]] = []
    for other, that in enumerate(spots):
        if other == number or not alike[other]:
            continue
        if spot.up[0] * that.up[0] + spot.up[1] * that.up[1] > -_OPPOSITE:
            continue
        length = math.dist(spot.centre, that.centre)
        if length > 0 and _TOWARDS[0] < _along(spot, that) / length < _TOWARDS[1]:
            found.append((length, other))
    return min(found)[1] if found else None


def _along(spot: IndexSpot, that: IndexSpot) -> float:
    """How far another index lies down the card, px."""
    return -float(np.subtract(that.centre, spot.centre) @ np.array(spot.up))


def _height(one: IndexSpot, other: IndexSpot) -> float:
    """How far the heads of both indices lie apart along the card, px."""
    return (_along(one, other) + _along(other, one) + one.size[1] + other.size[1]) / 2
