"""How a race of Change Horses went: the rows of the six horses. Whose they are is a secret until the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.course import Course, Words


def standing(view: Mapping[str, Any]) -> dict[str, int]:
    """The row of each horse; row 0 is the start line."""
    return {letter: horse["row"] for letter, horse in view["horses"].items()}


def chapter(view: Mapping[str, Any]) -> Words | None:
    """The double round that is played."""
    number = view["round"]
    return (f"Tour {number}", f"Round {number}") if number else None


SILKS: Mapping[str, str] = {
    "A": "yellow",
    "B": "orange",
    "C": "red",
    "D": "green",
    "E": "blue",
    "F": "purple",
}
"""The colours of the horses."""

COURSE = Course("positions", ("Rangées des chevaux", "Rows of the horses"), standing, chapter, inks=SILKS)
