"""The places of a Crapette table and the cards that lie there, as people name them: for "Where did we stop?"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.card_words import card_name
from companion.games.crapette import captions
from companion.games.crapette.words import card_sign, face_name, place_name
from companion.languages import Sentences

PLANNED = Sentences(
    __name__,
    {
        "F": "Foundation {number}",
        "T": "Case {number}",
        "hand:": "Hand",
        "stock:": "Stock",
        "waste:": "Waste",
        "reserve:": "Reserve",
    },
    "planned",
)
"""The zones of the plan (``companion.zone_names``)."""
_THINGS = Sentences(
    __name__,
    {
        "ace": "the {sign}",
        "number": "the {sign}",
        "jack": "the {sign}",
        "queen": "the {sign}",
        "king": "the {sign}",
        "backs": ("{count} card face down", "{count} cards face down"),
    },
    "thing",
)
"""Cards by their signs, with the article that their rank asks for."""
_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
_PILES = {"reserve": "reserves", "stock": "stocks", "waste": "wastes"}


def zone_name(zone: str, view: Mapping[str, Any], language: str) -> str | None:
    """A place as a heading: "Case 3", "Pot de Bea"; None for what is no place."""
    return captions.zone_name(zone, language) if place_name(zone, language) else None


def thing_name(face: str, count: int, language: str, zone: str) -> str:
    """Cards alike with their article: "le 9♦", "the 9♦", "3 cartes cachées"."""
    if card_name(face, language) is not None:
        return _THINGS.said(_RANKS.get(face[:-1], "number"), language, sign=card_sign(face, language))
    if face == "back" and count > 1:
        return _THINGS.counted("backs", count, language)
    return face_name(face, language)


def pile_count(zone: str, view: Mapping[str, Any]) -> int | None:
    """How many cards lie in a pile of which only the top one is seen; None for any other place."""
    kind, _, player = zone.partition(":")
    pile = view["foundations"].get(zone) or view.get(_PILES.get(kind, ""), {}).get(player)
    return None if pile is None else int(pile["count"])
