"""The places of the table and what stands there, as people name them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def zone_name(zone: str, view: Mapping[str, Any], language: str) -> str | None:
    """A place as a heading: "12 points"; None for what is no place."""
    kind, _, points = zone.partition("_")
    return f"{points} points" if kind == "points" and points.isdecimal() else None


def thing_name(face: str, count: int, language: str, zone: str) -> str:
    """A peg by its player: "la fiche de Bea", "the peg of Bea"."""
    player = face.removeprefix("peg_")
    return f"la fiche de {player}" if language == "fr" else f"the peg of {player}"


def pile_count(zone: str, view: Mapping[str, Any]) -> int | None:
    """How many things lie in a pile: there are none."""
    return None
