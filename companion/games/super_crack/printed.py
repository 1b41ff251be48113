"""Super-Crack's printed cards: special cards by what they do and their back, and the owners' cards."""

from __future__ import annotations

from companion.games.super_crack.rules.profile import DEFAULT_DECK, HORSES, card_of
from companion.games.super_crack.words import card_name, face_name
from companion.languages import Sentences
from companion.printed_cards import BACK, PrintedCards, PrintedGroup

_GROUPS = Sentences(
    __name__,
    {
        "advance": "Forward",
        "back_own": "Blue: back",
        "back_any": "Red: back",
        "single": "Joker, sprint, pawn",
        "money": "Money",
        "owners": "Owners’ cards",
    },
    "printed group",
)
_SIGNS = Sentences(__name__, {"back": "back", "black_pawn": "pawn"}, "printed sign")
_SINGLE = ("joker", "sprint", "black_pawn")
_SIGNED = {"advance": "+", "back_own": "−", "back_any": "−", "pay": "−", "receive": "+"}


def _labels(*effects: str) -> tuple[str, ...]:
    """The cards of the deck that do this, as the rules know them."""
    known = [card for label in DEFAULT_DECK if (card := card_of(label)) is not None]
    return tuple(card.id for effect in effects for card in known if card.effect == effect)


def _group_name(code: str, language: str) -> str:
    return _GROUPS.said(code, language)


def _card_name(label: str, language: str) -> str:
    return (
        face_name(label, language)
        if label == BACK or label.startswith("horse_")
        else card_name(label, language)
    )


def _sign(label: str, language: str) -> str:
    if label in _SIGNS:
        return _SIGNS.said(label, language)
    card = card_of(label)
    if card is None:
        return label.removeprefix("horse_")
    return f"{_SIGNED[card.effect]}{card.number}" if card.effect in _SIGNED else card_name(label, language)


PRINTED = PrintedCards(
    (
        PrintedGroup("advance", _labels("advance")),
        PrintedGroup("back_own", _labels("back_own")),
        PrintedGroup("back_any", _labels("back_any")),
        PrintedGroup("single", _SINGLE),
        PrintedGroup("back", (BACK,), joins=True),
        PrintedGroup("money", _labels("pay", "receive")),
        PrintedGroup("owners", tuple(f"horse_{number}" for number in HORSES), at_once=8),
    ),
    _group_name,
    _card_name,
    _sign,
    copies=DEFAULT_DECK,
)
