"""The places of the race and what stands there, as people name it: for "Where did we stop?"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.poker_dice_race.table import TRAY
from companion.games.poker_dice_race.words import face_name


def zone_name(zone: str, view: Mapping[str, Any], language: str) -> str | None:
    """A place as a heading: "Case 12", "Départ du cheval 3", "Arrivée"; None for what is no place."""
    french = language == "fr"
    if zone == TRAY:
        return "Piste de dés" if french else "Dice tray"
    kind, _, number = zone.partition("_")
    if not number.isdecimal():
        return None
    if kind == "start":
        return f"Départ du cheval {number}" if french else f"Start of horse {number}"
    if kind != "square":
        return None
    if int(number) == 0:
        return "Départ" if french else "Start"
    if int(number) > view["board"]["length"]:
        return "Arrivée" if french else "Finish"
    return f"Case {number}" if french else f"Square {number}"


def thing_name(face: str, count: int, language: str, zone: str) -> str:
    """A pawn or a die: "le cheval 3", "horse 3", "Valet"."""
    kind, _, number = face.partition("_")
    if kind == "horse" and number:
        return f"le cheval {number}" if language == "fr" else f"horse {number}"
    return face_name(face, language)


def pile_count(zone: str, view: Mapping[str, Any]) -> int | None:
    """How many things lie in a pile of which only one is seen: there are no piles here."""
    return None
