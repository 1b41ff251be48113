"""The places of the table and what lies there, as people name them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.languages import Sentences

_PLACES = Sentences(
    __name__,
    {
        "stock": "The stock",
        "pile": "The pile",
        "back": "a covered card",
    },
    "place",
)


def zone_name(zone: str, view: Mapping[str, Any], language: str) -> str | None:
    """A place as a heading: "The stock"; None for what is no place."""
    return _PLACES.said(zone, language) if zone in ("stock", "pile") else None


def thing_name(face: str, count: int, language: str, zone: str) -> str:
    """A card by what is printed on it, or that it is covered."""
    return _PLACES.said("back", language) if face == "back" else face


def pile_count(zone: str, view: Mapping[str, Any]) -> int | None:
    """How many cards lie in a pile."""
    return {"stock": 52 - len(view["pile"]), "pile": len(view["pile"])}.get(zone)
