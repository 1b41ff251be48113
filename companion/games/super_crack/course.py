"""How an evening of Super-Crack went: everybody's cash, race by race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.course import Course
from companion.languages import Phrase, Sentences

_SAID = Sentences(
    __name__, {"title": "Thousands of francs", "chapter": "Race {number}", "market": "Market"}, "course"
)


def standing(view: Mapping[str, Any]) -> dict[str, int]:
    """The cash of each player, in francs; what is owed is not taken off."""
    return dict(view["cash"])


def chapter(view: Mapping[str, Any]) -> Phrase | None:
    """The market before a race, or the race itself."""
    number = view["race"]
    if view["phase"] not in ("handicap", "betting", "start_roll", "racing", "settling", "over"):
        return _SAID.phrase("market")
    return _SAID.phrase("chapter", number=number)


COURSE = Course("money", _SAID.phrase("title"), standing, chapter, unit=1000)
