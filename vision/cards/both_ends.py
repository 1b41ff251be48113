"""Joins the two ends of a card of a spread deck that read as different cards, by where they lie alone; and says where
a card lies that shows one end.

Cards of one photograph are of one size and lie free: the index at a card's other end lies where those of the other
cards do. A reader joins indices that may say the same card; of a print that it misreads it so makes two cards of one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.cards.deck.looks import IndexLook, SeenCard

_FACING = -math.cos(math.radians(30))
_FEWEST = 6
"""Fewest cards that must show both ends to tell where a card's other end lies."""
_MOST_STRETCH, _MOST_TURN = 0.15, math.radians(25)
"""How much farther or nearer it may lie (logarithm of the factor), and how far aside: no other card's index does.

Which way a lone index points is told badly, or it would not be alone.
"""
_ACROSS = 0.9
"""On a card, what lies straight above one another is nearer than this share of what lies across."""
_TWICE_AS_NEAR = 2.0
"""Two ends are joined where no other fits half as well."""
_LEAST = 1e-6

JoinsLooks = Callable[[SeenCard, SeenCard], SeenCard]


@dataclass(frozen=True, slots=True)
class _WayAcross:
    """The way from an index to that at the card's other end, px: down the card, and to the right of it (to
    either side where a card has indices in all its corners).
    """

    down: float
    right: float
    either_side: bool

    @property
    def length(self) -> float:
        return math.hypot(self.down, self.right)

    def middle(self, look: IndexLook) -> tuple[float, float]:
        """The middle px of the card of an index; of the two sides the one that it was predicted on."""
        up_x, up_y = look.up
        sides = (1.0, -1.0) if self.either_side else (1.0,)
        middles = [
            (
                look.centre[0] - (up_x * self.down + up_y * side * self.right) / 2,
                look.centre[1] - (up_y * self.down - up_x * side * self.right) / 2,
            )
            for side in sides
        ]
        return min(middles, key=lambda middle: math.dist(middle, look.middle))

    def off(self, one: IndexLook, other: IndexLook) -> float:
        """How far two indices lie from being the ends of one card, 1 at most where they may be.

        Where they do not face each other, the other one was seen wrongly turned: a 6 that looks like a b is.
        """
        down, right = _way(one, other)
        usual = math.atan2(self.right, self.down)
        angle = math.atan2(abs(right) if self.either_side else right, down)
        stretch = math.hypot(down, right) / self.length
        return max(abs(math.log(max(stretch, _LEAST))) / _MOST_STRETCH, abs(angle - usual) / _MOST_TURN)


@dataclass(frozen=True, slots=True)
class _Ends:
    """Two cards as they were read, by number, that may be the ends of one; how far off their indices lie for that.

    Of `upright` the index stands as it was read; that of `other` may have been seen wrongly turned.
    """

    off: float
    upright: int
    other: int
    turned: bool

    def rivals(self, ends: _Ends) -> bool:
        """Whether other ends claim a card of these."""
        return len({self.upright, self.other, ends.upright, ends.other}) == 3


def ends_joined(cards: Sequence[SeenCard], one_card: JoinsLooks) -> tuple[SeenCard, ...]:
    """Return the cards of one picture, two that are the two ends of one joined by `one_card`, its place the middle
    between the ends. The place of one that shows a single index is told by the size of the others.

    A card that already shows both its ends is left alone, and so are all where fewer than half a dozen do.
    """
    across = _usual_way(cards)
    if across is None:
        return tuple(cards)
    lone = [number for number, card in enumerate(cards) if not shows_both_ends(card)]
    fits = [
        _Ends(off, one, other, turned)
        for one in lone
        for other in lone
        if one != other
        for off, turned in [_off(cards[one], cards[other], across)]
        if off <= 1.0 and (turned or one < other)
    ]
    pairs = [
        ends
        for ends in fits
        if all(_TWICE_AS_NEAR * ends.off <= rival.off for rival in fits if rival.rivals(ends))
    ]
    found = {ends.upright: _of_ends(ends, cards, one_card) for ends in pairs}
    gone = {ends.other for ends in pairs}
    return tuple(
        found.get(number) or _where_cards_lie(card, across)
        for number, card in enumerate(cards)
        if number not in gone
    )


def _of_ends(ends: _Ends, cards: Sequence[SeenCard], one_card: JoinsLooks) -> SeenCard:
    """The card of two ends. What was read of an index wrongly turned is nothing to go by."""
    upright, other = cards[ends.upright], cards[ends.other]
    first, second = min(
        ((one.centre, that.centre) for one in upright.looks for that in other.looks),
        key=lambda centres: -math.dist(*centres),
    )
    middle = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
    return replace(upright if ends.turned else one_card(upright, other), position=middle)


def _where_cards_lie(card: SeenCard, across: _WayAcross) -> SeenCard:
    return replace(card, position=across.middle(card.looks[0])) if len(card.looks) == 1 else card


def shows_both_ends(card: SeenCard) -> bool:
    """Whether two indices of a card face each other."""
    return next(_facing(card), None) is not None


def _usual_way(cards: Sequence[SeenCard]) -> _WayAcross | None:
    ways, showing = [], 0
    for card in cards:
        facing = [(math.dist(one.centre, other.centre), _way(one, other)) for one, other in _facing(card)]
        # Of a card with indices in all its corners those that lie across are the farthest.
        farthest = max(facing, default=None)
        if farthest is not None:
            showing += 1
            ways += [way for length, way in facing if length >= _ACROSS * farthest[0]]
    if showing < _FEWEST:
        return None
    down, right = np.median(np.abs(ways), axis=0)
    return _WayAcross(float(down), float(right), any(way[1] < 0 for way in ways))


def _facing(card: SeenCard) -> Iterator[tuple[IndexLook, IndexLook]]:
    for at, other in enumerate(card.looks):
        for one in card.looks[:at]:
            if _face(one, other):
                yield one, other


def _off(one: SeenCard, other: SeenCard, across: _WayAcross) -> tuple[float, bool]:
    """How far off the best two indices of two cards lie, and whether the second's was seen wrongly turned."""
    return min((across.off(a, b), not _face(a, b)) for a in one.looks for b in other.looks)


def _way(one: IndexLook, other: IndexLook) -> tuple[float, float]:
    """How far another index lies down the card and to the right, px; where it faces this one, both tell the way."""
    up_x, up_y = one.up
    if _face(one, other):
        up_x, up_y = up_x - other.up[0], up_y - other.up[1]
    length = math.hypot(up_x, up_y)
    x, y = other.centre[0] - one.centre[0], other.centre[1] - one.centre[1]
    return -(x * up_x + y * up_y) / length, (y * up_x - x * up_y) / length


def _face(one: IndexLook, other: IndexLook) -> bool:
    return one.up[0] * other.up[0] + one.up[1] * other.up[1] <= _FACING
