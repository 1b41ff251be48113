"""The rows that cards were laid in, for naming places and for telling the order that people lay decks in."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import median

import numpy as np

from vision.cards.both_ends import ends_joined, shows_both_ends
from vision.cards.deck.looks import FloatArray, SeenCard
from vision.rows import in_rows

_SAME_CARD = 0.3
"""Two readings of the same card whose middles lie so near, in card units, are one card that was not joined."""
_DOUBT = 0.01
"""How often a corner that is sure is wrong all the same."""


def card_unit(cards: Sequence[SeenCard]) -> float:
    """Return the length that places are measured by: how far an index lies from its card's middle, px (median).

    It is about 44 mm on a card of 63 x 88 mm. 1 where there is nothing to measure.
    """
    lengths = [math.dist(look.centre, look.middle) for card in cards for look in card.looks]
    return max(1.0, median(lengths)) if lengths else 1.0


def joined(cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Return the cards of one picture, those that are one card read by two corners as one.

    They read the same, and their middles lie nearer than two cards of one spread ever do; or they read as two cards,
    but are the two ends of one by where they lie.
    """
    ends = ends_joined(_at_one_place(cards, _read_the_same), _one_card)
    return _at_one_place(ends, lambda one, other: shows_both_ends(one) and shows_both_ends(other))


def _at_one_place(
    cards: Sequence[SeenCard], are_one: Callable[[SeenCard, SeenCard], bool]
) -> tuple[SeenCard, ...]:
    near = _SAME_CARD * card_unit(cards)
    kept: list[SeenCard] = []
    for card in cards:
        twin = next(
            (
                number
                for number, other in enumerate(kept)
                if math.dist(card.position, other.position) <= near and are_one(card, other)
            ),
            None,
        )
        if twin is None:
            kept.append(card)
        else:
            kept[twin] = _one_card(kept[twin], card)
    return tuple(kept)


def _read_the_same(one: SeenCard, other: SeenCard) -> bool:
    return _best(one) == _best(other)


def _best(card: SeenCard) -> int:
    return int(card.card.argmax()) if float(card.card.max(initial=0.0)) >= card.reject else -1


def _one_card(one: SeenCard, other: SeenCard) -> SeenCard:
    """Both readings multiplied, as independent looks at one card of which either may be wrong all the same."""
    shares = _doubted(one) * _doubted(other)
    shares = shares / shares.sum()
    first, second = len(one.looks), len(other.looks)
    share = first / max(1, first + second)
    position = (
        share * one.position[0] + (1 - share) * other.position[0],
        share * one.position[1] + (1 - share) * other.position[1],
    )
    surer = one if float(one.card.max()) >= float(other.card.max()) else other
    return SeenCard(one.looks + other.looks, np.asarray(shares[:-1], np.float32), position, surer.up)


def _doubted(card: SeenCard) -> FloatArray:
    shares = np.append(card.card, np.float32(card.reject))
    return np.asarray((1 - _DOUBT) * shares + _DOUBT / len(shares), np.float32)


def rows_of(cards: Sequence[SeenCard]) -> tuple[tuple[int, ...], ...]:
    """Return the rows of one picture from top to bottom, each the numbers of its cards from left to right.

    A row is followed from card to card, so it may climb, as rows do in a picture that was taken askew.
    """
    if not cards:
        return ()
    places = _levelled(cards)
    unit = card_unit(cards)
    return in_rows(places, _nearest_neighbour(places) if unit == 1.0 else unit)


def _levelled(cards: Sequence[SeenCard]) -> list[tuple[float, float]]:
    """The middles of the cards in a picture turned so that most cards stand upright or lie, whichever is less of a
    turn.
    """
    # Four times the angle: a card that stands, lies or stands on its head says the same.
    turns = [4.0 * math.atan2(card.up[1], card.up[0]) for card in cards]
    turn = math.atan2(sum(map(math.sin, turns)), sum(map(math.cos, turns))) / 4.0
    cosine, sine = math.cos(turn), math.sin(turn)
    return [(x * cosine + y * sine, y * cosine - x * sine) for x, y in (card.position for card in cards)]


def _nearest_neighbour(places: Sequence[tuple[float, float]]) -> float:
    if len(places) < 2:
        return 1.0
    return median(
        min(math.dist(one, other) for at, other in enumerate(places) if at != number)
        for number, one in enumerate(places)
    )
