"""How an evening of Super-Crack went: everybody's cash, race by race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.course import Course, Words


def standing(view: Mapping[str, Any]) -> dict[str, int]:
    """The cash of each player, in francs; what is owed is not taken off."""
    return dict(view["cash"])


def chapter(view: Mapping[str, Any]) -> Words | None:
    """The market before a race, or the race itself."""
    number = view["race"]
    if view["phase"] not in ("handicap", "betting", "start_roll", "racing", "settling", "over"):
        return ("Achats", "Market")
    return (f"Course {number}", f"Race {number}")


COURSE = Course("money", ("Milliers de francs", "Thousands of francs"), standing, chapter, unit=1000)
