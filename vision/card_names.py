"""The names of cards: codes inside ("10H"), and what languages print for them."""

from __future__ import annotations

from companion.playing_cards import RANKS

SUITS = ("H", "D", "S", "C")
"""In the order in which the networks tell them."""
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
BACK = "back"
JOKERS = ("joker_red", "joker_black")
COURTS = ("J", "Q", "K")

LANGUAGES: dict[str, dict[str, str]] = {
    "english": {},
    "french": {"A": "1", "J": "V", "Q": "D", "K": "R"},
    "french_as": {"J": "V", "Q": "D", "K": "R"},
    "german": {"J": "B", "Q": "D", "K": "K"},
    "dutch": {"J": "B", "Q": "V", "K": "H"},
}
"""Per language the ranks that are printed otherwise than in English. A V is a French jack and a Dutch queen, a D a
French and a German queen, a B a German and a Dutch jack: the deck, not the letter, says which."""

FIGURES = (*RANKS, "V", "D", "R", "B", "H")
"""What an index may print for a rank; the A stands for the 1 of French aces too, which no other card prints."""


def rank_of(card: str) -> str:
    """Return the rank of a card's code, "A" to "K"; raises ValueError where it is no card of a suit."""
    if card not in _KNOWN:
        raise ValueError(f"no card of a suit is called {card!r}; write it as 10H or QS")
    return card[:-1]


def suit_of(card: str) -> str:
    """Return the suit of a card's code, H, D, S or C; raises ValueError where it is no card of a suit."""
    rank_of(card)
    return card[-1]


def printed_rank(rank: str, language: str) -> str:
    """Return what a deck of a language prints for a rank; raises KeyError on an unknown language."""
    return LANGUAGES[language].get(rank, rank)


def figure_of(rank: str, language: str) -> str:
    """Return which of FIGURES a deck of a language prints for a rank; raises KeyError on an unknown language."""
    printed = printed_rank(rank, language)
    return "A" if printed == "1" else printed


_KNOWN = frozenset(CARDS)
