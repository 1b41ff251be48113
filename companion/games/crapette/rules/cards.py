"""The cards as small numbers, and which card goes on which (CR-1, CR-6, CR-10, CR-11, CR-20, CR-30).

A card is ``suit * 13 + rank`` with the suits in the hierarchy S H D C and the ranks A = 0 … K = 12; ``UNKNOWN`` is a
card that nobody has told. A set of cards is a whole number with one bit for each card in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.playing_cards import RANKS, SUITS

PACK = range(52)
UNKNOWN = 52
KING = 12

CARD_NAMES: tuple[str | None, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), None)
CARD_NUMBERS: Mapping[str, int] = {name: card for card, name in enumerate(CARD_NAMES) if name is not None}

BITS: tuple[int, ...] = (*(1 << card for card in PACK), 0)
"""The bit of each card in a set; an unknown card has none."""


def rank_of(card: int) -> int:
    """0 for an Ace … 12 for a King (CR-1: the Jack ranks between Queen and 10)."""
    return card % 13


def suit_of(card: int) -> int:
    """0 Spades, 1 Hearts, 2 Diamonds, 3 Clubs: the hierarchy (CR-6)."""
    return card // 13


def is_red(card: int) -> bool:
    """Whether a card is a Heart or a Diamond."""
    return suit_of(card) in (1, 2)


def card_number(told: object) -> int | None:
    """The number of a card told as "10H", None when there is no such card."""
    return CARD_NUMBERS.get(told) if isinstance(told, str) else None


def _lower_ones(fits: Callable[[int, int], bool]) -> tuple[int, ...]:
    """For every card the set of cards on which it may be put."""
    return (*(sum(BITS[below] for below in PACK if fits(card, below)) for card in PACK), 0)


def _neighbours(card: int, below: int) -> bool:
    """CR-30: one higher or one lower; King and Ace are no neighbours."""
    return abs(rank_of(card) - rank_of(below)) == 1


ACES = sum(BITS[card] for card in PACK if rank_of(card) == 0)
"""CR-10: what an empty foundation takes."""

NEXT_UP: tuple[int, ...] = (*(0 if rank_of(card) == KING else BITS[card + 1] for card in PACK), 0)
"""CR-11: for the top of a foundation the one card that goes on it, as a set."""

SERIES_BELOW = _lower_ones(
    lambda card, below: rank_of(card) == rank_of(below) - 1 and is_red(card) != is_red(below)
)
"""CR-20: for every card the free cards of a series that take it."""

SERIES_ABOVE: tuple[int, ...] = (
    *(sum(BITS[card] for card in PACK if SERIES_BELOW[card] & BITS[below]) for below in PACK),
    0,
)
"""CR-20: for the free card of a case the cards that go on it, as a set."""

LOADS_BELOW: Mapping[str, tuple[int, ...]] = {
    "same_suit": _lower_ones(
        lambda card, below: _neighbours(card, below) and suit_of(card) == suit_of(below)
    ),
    "same_colour": _lower_ones(
        lambda card, below: _neighbours(card, below) and is_red(card) == is_red(below)
    ),
    "alternate": _lower_ones(lambda card, below: _neighbours(card, below) and is_red(card) != is_red(below)),
}
"""CR-30: for every card the opponent's tops that take it, by the option ``load_match``."""
