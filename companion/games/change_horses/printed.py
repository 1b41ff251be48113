"""The printed cards of Change Horses: movement cards, the wild horse, position cards, carrots, certificates.

Five sets of movement cards differ by their backs alone: one set is shown, and one back.
"""

from __future__ import annotations

from companion.games.change_horses.rules.state import CARDS, HORSES
from companion.games.change_horses.words import COLOURS, carrots, face_name
from companion.languages import Sentences
from companion.printed_cards import BACK, PrintedCards, PrintedGroup

_CARROTS = "carrots_"
_WILD = "wild"
_MOST_PLAYERS = 5
_CARROT_CARDS = {1: 20, 2: 25, 3: 10, 5: 10, 10: 5, 15: 5}
"""How many carrot cards there are of each worth (section 1)."""
_WILD_EACH = 2
_COPIES = {
    **dict.fromkeys(CARDS, _MOST_PLAYERS),
    _WILD: _WILD_EACH * _MOST_PLAYERS,
    **{f"{_CARROTS}{worth}": number for worth, number in _CARROT_CARDS.items()},
}
_GROUPS = Sentences(
    __name__,
    {
        "movement": "Movement cards",
        "positions": "Position cards",
        "certificates": "Certificates",
        "carrots": "Carrots",
    },
    "printed group",
)
_NAMES = Sentences(
    __name__,
    {
        "wild": "Wild horse",
        "position": "Position {number}",
        "certificate": "Certificate: {colour} ({letter})",
    },
    "printed card",
)
_SIGNS = Sentences(__name__, {"back": "back", "wild": "wild"}, "printed sign")


def _group_name(code: str, language: str) -> str:
    return _GROUPS.said(code, language)


def _card_name(label: str, language: str) -> str:
    if label.startswith(_CARROTS):
        return carrots(int(label.removeprefix(_CARROTS)), language)
    if label == _WILD:
        return _NAMES.said("wild", language)
    if label.isdecimal():
        return _NAMES.said("position", language, number=label)
    if label in COLOURS:
        return _NAMES.said("certificate", language, colour=COLOURS.said(label, language), letter=label)
    return face_name(label, language)


def _sign(label: str, language: str) -> str:
    return _SIGNS.said(label, language) if label in _SIGNS else label.removeprefix(_CARROTS)


def _face(label: str) -> str:
    """A carrot card lies on the table by its worth, as a position card does by its number."""
    return label.removeprefix(_CARROTS)


PRINTED = PrintedCards(
    (
        PrintedGroup("movement", CARDS, at_once=8),
        PrintedGroup("wild", (_WILD,), joins=True),
        PrintedGroup("positions", tuple(str(number) for number in range(1, _MOST_PLAYERS + 1))),
        PrintedGroup("back", (BACK,), joins=True),
        PrintedGroup("certificates", tuple(HORSES)),
        PrintedGroup("carrots", tuple(f"{_CARROTS}{worth}" for worth in _CARROT_CARDS)),
    ),
    _group_name,
    _card_name,
    _sign,
    _face,
    _COPIES,
)
