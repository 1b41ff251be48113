"""Playing cards by their names and by their signs, in every language."""

from __future__ import annotations

import re
from collections.abc import Mapping

from companion.drawing.cards import rank_letter
from companion.languages import Sentences

RANK_NAMES = Sentences(
    __name__,
    {
        "A": "the ace",
        "2": "the two",
        "3": "the three",
        "4": "the four",
        "5": "the five",
        "6": "the six",
        "7": "the seven",
        "8": "the eight",
        "9": "the nine",
        "10": "the ten",
        "J": "the jack",
        "Q": "the queen",
        "K": "the king",
    },
    "rank",
)
SUIT_NAMES = Sentences(
    __name__,
    {
        "S": "spades",
        "H": "hearts",
        "D": "diamonds",
        "C": "clubs",
    },
    "suit",
)
BARE_RANKS = Sentences(
    __name__,
    {
        "A": "ace",
        "2": "two",
        "3": "three",
        "4": "four",
        "5": "five",
        "6": "six",
        "7": "seven",
        "8": "eight",
        "9": "nine",
        "10": "ten",
        "J": "jack",
        "Q": "queen",
        "K": "king",
    },
    "bare rank",
)
_CARDS = Sentences(__name__, {"named": "{rank} of {suit}"}, "card")
SUIT_SIGNS: Mapping[str, str] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CARD = re.compile(r"(10|[2-9AJQK])([SHDC])")


def card_name(card: object, language: str) -> str | None:
    """A card with its article: "le valet de cœur", "the jack of hearts"; None for what is no card."""
    found = _CARD.fullmatch(card) if isinstance(card, str) else None
    if found is None:
        return None
    return rank_of_suit(RANK_NAMES.said(found[1], language), found[2], language)


def bare_card_name(card: str, language: str) -> str:
    """A card without its article: "valet de cœur", "jack of hearts"; anything else as it is."""
    found = _CARD.fullmatch(card)
    return card if found is None else rank_of_suit(BARE_RANKS.said(found[1], language), found[2], language)


def rank_of_suit(rank: str, suit: str, language: str) -> str:
    """A rank, however it is written, with its suit: "le 5 de cœur"."""
    return _CARDS.said("named", language, rank=rank, suit=SUIT_NAMES.said(suit, language))


def card_sign(card: str, language: str) -> str:
    """A card in few signs, with the letters of the family's cards: "V♥", "J♥"."""
    return f"{rank_letter(card, language)}{SUIT_SIGNS[card[-1]]}"
