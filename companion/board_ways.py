"""The ways that tracks take over printed boards: round them, or to and fro in rows. Places are mm on the table."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, pairwise

from companion.board import Area, inside

Spot = tuple[float, float]
_FINE = 3600
"""So many places tell the way round a board."""


def round_way(area: Area, margin: float, power: float) -> list[Spot]:
    """Once round, anticlockwise from the right-hand end, that far inside an area: an oval where ``power`` is 2, and
    the larger it is the straighter the sides and the narrower the bends. Ways of one power have their places abreast.
    """
    left, top, right, bottom = inside(area, margin)
    way = []
    for step in range(_FINE):
        across, up = math.cos(math.tau * step / _FINE), math.sin(math.tau * step / _FINE)
        long = (abs(across) ** power + abs(up) ** power) ** (1 / power)
        x = (left + right) / 2 + (right - left) / 2 * across / long
        way.append((x, (top + bottom) / 2 - (bottom - top) / 2 * up / long))
    return way


def winding_way(area: Area, margin: float) -> list[Spot]:
    """Three rows with round bends between them, that far inside an area: from the left end of the uppermost row to
    the right end of the lowest one.
    """
    left, top, right, bottom = inside(area, margin)
    radius, middle = (bottom - top) / 4, (top + bottom) / 2
    bends = [math.pi * step / _FINE for step in range(_FINE + 1)]
    return [
        (left, top),
        *((right - radius + radius * math.sin(at), top + radius - radius * math.cos(at)) for at in bends),
        *((left + radius - radius * math.sin(at), middle + radius - radius * math.cos(at)) for at in bends),
        (right, bottom),
    ]


def spread(way: Sequence[Spot], count: int, *, closed: bool) -> list[Spot]:
    """``count`` places at equal distances along a way, from its first place on; on an open one up to its end."""
    legs = [*way, way[0]] if closed else list(way)
    gone = _gone(legs)
    places = []
    for step in range(count):
        due = gone[-1] * step / (count if closed else count - 1)
        at = min(max(1, bisect_left(gone, due)), len(gone) - 1)
        share = (due - gone[at - 1]) / (gone[at] - gone[at - 1])
        (x, y), (to_x, to_y) = legs[at - 1], legs[at]
        places.append((x + share * (to_x - x), y + share * (to_y - y)))
    return places


def evenly(way: Sequence[Spot], count: int) -> list[int]:
    """Which ``count`` places of a closed way are at equal distances along it, the first one of them."""
    gone = _gone([*way, way[0]])
    return [bisect_left(gone, gone[-1] * step / count) for step in range(count)]


def length(way: Sequence[Spot], *, closed: bool) -> float:
    """How long a way is, mm."""
    return _gone([*way, way[0]] if closed else way)[-1]


def _gone(legs: Sequence[Spot]) -> list[float]:
    """How far it is to each place of an open way, mm."""
    return [0.0, *accumulate(math.dist(one, other) for one, other in pairwise(legs))]


def begun_at(way: Sequence[Spot], share: float) -> list[Spot]:
    """The same closed way from another of its places on: the one at this share of all, 0..1."""
    first = int(share * len(way))
    return [*way[first:], *way[:first]]


def mirrored(area: Area, way: Sequence[Spot], *, across: bool, down: bool) -> list[Spot]:
    """The same places with left and right, or top and bottom, of an area changed over."""
    return [
        (
            2 * area.left + area.width - x if across else x,
            2 * area.top + area.height - y if down else y,
        )
        for x, y in way
    ]
