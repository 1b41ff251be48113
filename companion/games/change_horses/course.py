"""How a race of Change Horses went: the rows of the six horses. Whose they are is a secret until the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.course import Course
from companion.languages import Phrase, Sentences

_SAID = Sentences(__name__, {"title": "Rows of the horses", "chapter": "Round {number}"}, "course")


def standing(view: Mapping[str, Any]) -> dict[str, int]:
    """The row of each horse; row 0 is the start line."""
    return {letter: horse["row"] for letter, horse in view["horses"].items()}


def chapter(view: Mapping[str, Any]) -> Phrase | None:
    """The double round that is played."""
    number = view["round"]
    return _SAID.phrase("chapter", number=number) if number else None


SILKS: Mapping[str, str] = {
    "A": "yellow",
    "B": "orange",
    "C": "red",
    "D": "green",
    "E": "blue",
    "F": "purple",
}
"""The colours of the horses."""

COURSE = Course("positions", _SAID.phrase("title"), standing, chapter, inks=SILKS)
