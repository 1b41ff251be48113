"""The places of a Change Horses table and what lies there, as people name it: for "Where did we stop?"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from companion.games.change_horses.set_up import POSITIONS, START
from companion.games.change_horses.table import BACK, BOARD, PILE
from companion.games.change_horses.words import COLOURS, carrots, colours_of, face_name, the_horse
from companion.languages import Sentences, grammar

PLANNED = Sentences(
    __name__,
    {
        "track": "Race course",
        "betting_board": "Betting board",
        "certificates": "Certificate pile",
        "front:": "In front of player {seat}",
        "position:": "Position card",
        "carrots:": "Carrots",
        "wild:": "Wild horse cards",
        "certificates:": "Certificates",
    },
    "planned",
)
"""The zones of the plan (``companion.zone_names``)."""
_CELL = re.compile(r"cell_([0-9]{1,2})_([0-9]{1,3})")
_PLACES = Sentences(
    __name__,
    {
        "board": "Betting board",
        "pile": "Certificate pile",
        "cell": "Lane {lane}, field {row}",
        "front": "In front of {player}",
        "wild": "{player}’s wild horse cards",
        "certificates": "{player}’s certificates",
        "position": "{player}’s position card",
        "carrots": "Carrots bid by {player}",
        "start": "Start line",
        "positions": "Position cards",
    },
    "place",
)
_OF_A_PLAYER = ("front", "wild", PILE, "position", "carrots")
_THINGS = Sentences(
    __name__,
    {
        "card_1": "a card face down",
        "card": "{count} cards face down",
        "wild_1": "a wild horse card",
        "wild": "{count} wild horse cards",
        "certificates_1": "a certificate face down",
        "certificates": "{count} certificates face down",
        "of_colours": "the {first} and {second} card ({card})",
        "named": "the card {name}",
    },
    "thing",
)
"""Things alike: how many backs, which card; "…_1" for one alone."""


def zone_name(zone: str, view: Mapping[str, Any], language: str) -> str | None:
    """A place as a heading: "Couloir 2, case 6", "Devant Ada"; None for what is no place."""
    if zone in (BOARD, PILE):
        return _PLACES.said("board" if zone == BOARD else "pile", language)
    if zone in (START, POSITIONS):
        return _PLACES.said(zone, language)
    if (cell := _CELL.fullmatch(zone)) is not None:
        return _PLACES.said("cell", language, lane=cell[1], row=cell[2])
    kind, _, player = zone.partition(":")
    if kind not in _OF_A_PLAYER or player not in view["players"]:
        return None
    return _PLACES.said(kind, language, player=player, of_player=grammar(__name__, language).of_name(player))


def thing_name(face: str, count: int, language: str, zone: str) -> str:
    """Things alike with their article: "le cheval jaune (A)", "2 certificats, face cachée", "the card 3"."""
    kind = zone.partition(":")[0]
    if face == BACK:
        what = kind if kind in _THINGS else "card"
        return _THINGS.said(f"{what}_1" if count == 1 else what, language, count=count)
    if (letter := face.removeprefix("horse_")) in COLOURS:
        return the_horse(letter, language)
    if kind == "carrots" and face.isdecimal():
        return carrots(int(face), language)
    if (colours := colours_of(face, language)) is not None:
        first, second = colours
        return _THINGS.said("of_colours", language, first=first, second=second, card=face)
    return _THINGS.said("named", language, name=face_name(face, language))


def pile_count(zone: str, view: Mapping[str, Any]) -> int | None:
    """How many cards lie in a pile of which only one is seen: none is such a pile here."""
    return None
