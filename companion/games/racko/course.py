"""How a game of Racko went: the points, round by round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.course import Course, Words


def standing(view: Mapping[str, Any]) -> dict[str, int]:
    """The points (or the chips) of each player."""
    return dict(view["scores"])


def chapter(view: Mapping[str, Any]) -> Words | None:
    """The round that is played."""
    number = view["round"]
    return (f"Manche {number}", f"Round {number}") if number else None


COURSE = Course("scores", ("Points", "Points"), standing, chapter)
