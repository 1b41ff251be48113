"""How a game of Racko went: the points, round by round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.course import Course
from companion.languages import Phrase, Sentences

_SAID = Sentences(__name__, {"title": "Points", "chapter": "Round {number}"}, "course")


def standing(view: Mapping[str, Any]) -> dict[str, int]:
    """The points (or the chips) of each player."""
    return dict(view["scores"])


def chapter(view: Mapping[str, Any]) -> Phrase | None:
    """The round that is played."""
    number = view["round"]
    return _SAID.phrase("chapter", number=number) if number else None


COURSE = Course("scores", _SAID.phrase("title"), standing, chapter)
