"""How a game of Crapette went: the cards that each player still had to get rid of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.course import Course
from companion.languages import Sentences

_SAID = Sentences(__name__, {"title": "Cards left"}, "course")


def standing(view: Mapping[str, Any]) -> dict[str, int]:
    """The cards that each player has left in reserve, stock, waste and hand."""
    return {player: view["cards_left"][player] for player in view["players"]}


COURSE = Course("scores", _SAID.phrase("title"), standing)
