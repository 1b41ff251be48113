"""The places of the table and what lies there, as people name them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_ZONES = {"stock": ("La pioche", "The stock"), "pile": ("La pile", "The pile")}
_BACK = ("une carte cachée", "a covered card")


def zone_name(zone: str, view: Mapping[str, Any], language: str) -> str | None:
    """A place as a heading: "The stock"; None for what is no place."""
    return _ZONES[zone][language == "en"] if zone in _ZONES else None


def thing_name(face: str, count: int, language: str, zone: str) -> str:
    """A card by what is printed on it, or that it is covered."""
    return _BACK[language == "en"] if face == "back" else face


def pile_count(zone: str, view: Mapping[str, Any]) -> int | None:
    """How many cards lie in a pile."""
    return {"stock": 52 - len(view["pile"]), "pile": len(view["pile"])}.get(zone)
