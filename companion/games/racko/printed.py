"""Racko's printed cards: sixty numbers, ten on a photograph, and their back."""

from __future__ import annotations

from companion.games.racko.words import face_name
from companion.languages import Sentences
from companion.printed_cards import BACK, PrintedCards, PrintedGroup

_GROUPS = Sentences(__name__, {"numbers": "Numbers"}, "printed group")
_SIGNS = Sentences(__name__, {"back": "back"}, "printed sign")
HIGHEST = 60


def _group_name(code: str, language: str) -> str:
    return _GROUPS.said(code, language)


def _card_name(label: str, language: str) -> str:
    return face_name(label, language)


def _sign(label: str, language: str) -> str:
    return _SIGNS.said(label, language) if label == BACK else label


PRINTED = PrintedCards(
    (
        PrintedGroup("numbers", tuple(str(number) for number in range(1, HIGHEST + 1))),
        PrintedGroup("back", (BACK,), joins=True),
    ),
    _group_name,
    _card_name,
    _sign,
)
