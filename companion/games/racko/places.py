"""The places of a Racko table and the cards that lie there, as people name them: for "Where did we stop?"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.racko.table import DISCARD, RACKS, STOCK
from companion.games.racko.words import face_name
from companion.languages import Sentences, grammar

PLANNED = Sentences(
    __name__,
    {
        "stock": "Stock",
        "discard": "Face-up pile",
        "rack_": "Rack",
    },
    "planned",
)
"""The zones of the plan (``companion.zone_names``)."""
_SAID = Sentences(
    __name__,
    {
        "pile": "Face-up pile",
        "stock": "Stock",
        "rack": "{owner}’s rack",
        "card": "the {number}",
        "backs": ("{count} card face down", "{count} cards face down"),
    },
    "place",
)
_PILES = {DISCARD: "pile", STOCK: "stock"}


def zone_name(zone: str, view: Mapping[str, Any], language: str) -> str | None:
    """A place as a heading: "Talon", "Porte-cartes de Bea"; None for what is no place."""
    if zone in _PILES:
        return _SAID.said(_PILES[zone], language)
    owners = dict(zip(RACKS, view["seats"], strict=False))
    if zone not in owners:
        return None
    owner = owners[zone]
    return _SAID.said("rack", language, owner=owner, of_owner=grammar(__name__, language).of_name(owner))


def thing_name(face: str, count: int, language: str, zone: str) -> str:
    """Cards alike with their article: "le 34", "the 34", "3 cartes cachées"."""
    if face.isdecimal():
        return _SAID.said("card", language, number=face)
    if face == "back" and count > 1:
        return _SAID.counted("backs", count, language)
    return face_name(face, language)


def pile_count(zone: str, view: Mapping[str, Any]) -> int | None:
    """How many cards lie in a pile of which only the top one is seen; None for any other place."""
    counts = {DISCARD: view["discard_count"], STOCK: view["stock"]}
    return counts.get(zone)
