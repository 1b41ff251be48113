"""The places of a Change Horses table and what lies there, as people name it: for "Where did we stop?"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from companion.games.change_horses.table import BACK, BOARD, PILE
from companion.games.change_horses.words import COLOURS, face_name
from companion.languages.fr import of_name

_CELL = re.compile(r"cell_([0-9]{1,2})_([0-9]{1,3})")
_OF_THE_TABLE = {
    BOARD: ("Tableau des paris", "Betting board"),
    PILE: ("Pile des certificats", "Certificate pile"),
}
_OF_A_PLAYER = {
    "front": ("Devant {player}", "In front of {player}"),
    "wild": ("Chevaux Farouches {of_player}", "{player}’s wild horse cards"),
    PILE: ("Certificats {of_player}", "{player}’s certificates"),
    "position": ("Carte Position {of_player}", "{player}’s position card"),
    "carrots": ("Carottes misées par {player}", "Carrots bid by {player}"),
}
_BACKS = {
    "wild": (
        ("une carte Cheval Farouche", "{} cartes Cheval Farouche"),
        ("a wild horse card", "{} wild horse cards"),
    ),
    PILE: (
        ("un certificat, face cachée", "{} certificats, face cachée"),
        ("a certificate face down", "{} certificates face down"),
    ),
}
_ANY_BACK = (
    ("une carte cachée", "{} cartes cachées"),
    ("a card face down", "{} cards face down"),
)


def zone_name(zone: str, view: Mapping[str, Any], language: str) -> str | None:
    """A place as a heading: "Couloir 2, case 6", "Devant Ada"; None for what is no place."""
    said = 0 if language == "fr" else 1
    if zone in _OF_THE_TABLE:
        return _OF_THE_TABLE[zone][said]
    if (cell := _CELL.fullmatch(zone)) is not None:
        return ("Couloir {}, case {}", "Lane {}, field {}")[said].format(cell[1], cell[2])
    kind, _, player = zone.partition(":")
    if kind not in _OF_A_PLAYER or player not in view["players"]:
        return None
    return _OF_A_PLAYER[kind][said].format(player=player, of_player=of_name(player))


def thing_name(face: str, count: int, language: str, zone: str) -> str:
    """Things alike with their article: "le cheval jaune (A)", "2 certificats, face cachée", "the card 3"."""
    french = language == "fr"
    kind = zone.partition(":")[0]
    if face == BACK:
        one, many = _BACKS.get(kind, _ANY_BACK)[0 if french else 1]
        return one if count == 1 else many.format(count)
    named = face_name(face, language)
    if face.removeprefix("horse_") in COLOURS:
        return f"le {named}" if french else f"the {named}"
    if kind == "carrots" and face.isdecimal():
        few = int(face) < 2 if french else int(face) == 1
        return f"{face} {'carotte' if french else 'carrot'}{'' if few else 's'}"
    if french or named == face:
        return f"la carte {named}" if french else f"the card {named}"
    return f"the {named.replace(' (', ' card (')}"


def pile_count(zone: str, view: Mapping[str, Any]) -> int | None:
    """How many cards lie in a pile of which only one is seen: none is such a pile here."""
    return None
