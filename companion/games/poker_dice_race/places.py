"""The places of the race and what stands there, as people name it: for "Where did we stop?"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.poker_dice_race.table import TRAY
from companion.games.poker_dice_race.words import face_name
from companion.languages import Sentences

PLANNED = Sentences(
    __name__,
    {
        "track": "Board",
        "tray": "Dice tray",
    },
    "planned",
)
"""The zones of the plan (``companion.zone_names``)."""
_PLACES = Sentences(
    __name__,
    {
        "tray": "Dice tray",
        "start_of": "Start of horse {number}",
        "start": "Start",
        "finish": "Finish",
        "square": "Square {number}",
        "horse": "horse {number}",
    },
    "place",
)


def zone_name(zone: str, view: Mapping[str, Any], language: str) -> str | None:
    """A place as a heading: "Case 12", "Départ du cheval 3", "Arrivée"; None for what is no place."""
    if zone == TRAY:
        return _PLACES.said("tray", language)
    kind, _, number = zone.partition("_")
    if not number.isdecimal():
        return None
    if kind == "start":
        return _PLACES.said("start_of", language, number=number)
    if kind != "square":
        return None
    if int(number) == 0:
        return _PLACES.said("start", language)
    if int(number) > view["board"]["length"]:
        return _PLACES.said("finish", language)
    return _PLACES.said("square", language, number=number)


def thing_name(face: str, count: int, language: str, zone: str) -> str:
    """A pawn or a die: "le cheval 3", "horse 3", "Valet"."""
    kind, _, number = face.partition("_")
    if kind == "horse" and number:
        return _PLACES.said("horse", language, number=number)
    return face_name(face, language)


def pile_count(zone: str, view: Mapping[str, Any]) -> int | None:
    """How many things lie in a pile of which only one is seen: there are no piles here."""
    return None
