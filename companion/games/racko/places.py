"""The places of a Racko table and the cards that lie there, as people name them: for "Where did we stop?"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.racko.table import DISCARD, RACKS, STOCK
from companion.games.racko.words import face_name
from companion.languages.fr import of_name

_PILES = {DISCARD: ("Retourne", "Face-up pile"), STOCK: ("Talon", "Stock")}


def zone_name(zone: str, view: Mapping[str, Any], language: str) -> str | None:
    """A place as a heading: "Talon", "Porte-cartes de Bea"; None for what is no place."""
    if zone in _PILES:
        return _PILES[zone][0 if language == "fr" else 1]
    owners = dict(zip(RACKS, view["seats"], strict=False))
    if zone not in owners:
        return None
    owner = owners[zone]
    return f"Porte-cartes {of_name(owner)}" if language == "fr" else f"{owner}’s rack"


def thing_name(face: str, count: int, language: str, zone: str) -> str:
    """Cards alike with their article: "le 34", "the 34", "3 cartes cachées"."""
    if face.isdecimal():
        return f"le {face}" if language == "fr" else f"the {face}"
    if face == "back" and count > 1:
        return f"{count} cartes cachées" if language == "fr" else f"{count} cards face down"
    return face_name(face, language)


def pile_count(zone: str, view: Mapping[str, Any]) -> int | None:
    """How many cards lie in a pile of which only the top one is seen; None for any other place."""
    counts = {DISCARD: view["discard_count"], STOCK: view["stock"]}
    return counts.get(zone)
