"""The places of a Super-Crack table and what lies there, as people name it: for "Where did we stop?"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.super_crack.set_up import OWNERS
from companion.games.super_crack.table import DIE, PILE, PLAYED
from companion.games.super_crack.words import card_name, face_name, of_name, place
from companion.languages import Sentences

PLANNED = Sentences(
    __name__,
    {
        "track": "Track",
        "pile": "Pile",
        "played": "Card played",
        "die": "Die",
        "stable_": "Stable",
        "bet_": "Bet",
        "hand_": "Special cards",
    },
    "planned",
)
"""The zones of the plan (``companion.zone_names``)."""
_PLACES = Sentences(
    __name__,
    {
        "die": "Die",
        "pile": "Pile",
        "played": "Card played",
        "stable": "{player}’s stable",
        "bet": "{player}’s bet",
        "hand": "{player}’s special cards",
        "lane": "Lane of horse {number}",
        "owners": "The sixteen owners’ cards",
    },
    "place",
)
_THINGS = Sentences(
    __name__,
    {
        "red": ("a red token", "{count} red tokens"),
        "blue": ("a blue token", "{count} blue tokens"),
        "yellow": ("a yellow token", "{count} yellow tokens"),
        "green": ("a green token", "{count} green tokens"),
        "black": ("a black pawn", "{count} black pawns"),
        "back": ("a card face down", "{count} cards face down"),
        "owner card": "the card of horse {number}",
        "pawn": "the pawn {place}",
        "card": "the card “{name}”",
    },
    "thing",
)
_OF_THE_TABLE = {DIE: "die", PILE: "pile", PLAYED: "played", OWNERS: "owners"}
_OF_A_PLAYER = ("stable", "bet", "hand")


def zone_name(zone: str, view: Mapping[str, Any], language: str) -> str | None:
    """A place as a heading: "Couloir du cheval 3", "Écurie d’Ada"; None for what is no place."""
    if zone in _OF_THE_TABLE:
        return _PLACES.said(_OF_THE_TABLE[zone], language)
    kind, _, number = zone.partition("_")
    if not number.isdecimal():
        return None
    if kind == "lane":
        return _PLACES.said("lane", language, number=number) if number in view["horses"] else None
    players = dict(enumerate(view["players"], start=1))
    if kind not in _OF_A_PLAYER or int(number) not in players:
        return None
    player = players[int(number)]
    return _PLACES.said(kind, language, player=player, of_player=of_name(player, language))


def thing_name(face: str, count: int, language: str, zone: str) -> str:
    """Things alike with their article: "2 jetons bleus", "le pion en case 12", "the card of horse 3"."""
    if face in _THINGS:
        return _THINGS.counted(face, count, language)
    kind, _, number = face.partition("_")
    if kind == "horse" and number.isdecimal():
        return _THINGS.said("owner card", language, number=number)
    if kind == "square" and number.removeprefix("-").isdecimal():
        return _THINGS.said("pawn", language, place=place(int(number), language))
    if card_name(face, language) != face:
        return _THINGS.said("card", language, name=card_name(face, language))
    return face_name(face, language)


def pile_count(zone: str, view: Mapping[str, Any]) -> int | None:
    """How many cards lie in the pile, of which only one is seen; None for any other place."""
    return int(view["deck"]["count"]) if zone == PILE else None
