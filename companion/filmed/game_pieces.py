"""The coloured pieces that stand on a game's board: which colours there are, and how many of each."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from companion.filmed.board_forms import games_with_boards
from companion.games import brought, load

PRINTS = "board_prints.json"
"""What a game brings to say which pieces stand on its boards."""
COLOURS: Mapping[str, tuple[int, int, int]] = {
    "red": (45, 45, 190),
    "orange": (35, 120, 225),
    "yellow": (50, 195, 228),
    "green": (70, 130, 45),
    "blue": (180, 100, 40),
    "purple": (130, 50, 110),
    "pink": (175, 130, 235),
    "brown": (45, 70, 115),
    "black": (45, 42, 40),
    "white": (215, 225, 228),
}
"""The colours that pieces come in, by the names that readings give them: blue, green, red."""
MOST_AT_ONCE = 2
"""So many of one colour stand in a position that is learnt from."""


@dataclass(frozen=True, slots=True)
class GamePieces:
    """The pieces of a game's box: its ``colours``, and how many of each there are; a family may own others."""

    colours: tuple[str, ...]
    each: Mapping[str, int]

    def count(self, colour: str) -> int:
        """How many pieces of a colour there are: of one that the game does not name, as many as of the others."""
        return self.each.get(colour, min(self.each.values()))

    def at_once(self, colours: tuple[str, ...]) -> tuple[str, ...]:
        """The colours of the pieces that stand in one position, for a family with these colours."""
        return tuple(one for one in colours for _ in range(min(self.count(one), MOST_AT_ONCE)))


def games_with_pieces() -> tuple[str, ...]:
    """The games on whose board coloured pieces stand, in the order of those that have boards."""
    return tuple(game for game in games_with_boards() if _pieces(game) is not None)


def pieces_of(game: str) -> GamePieces:
    """The pieces of a game; raises KeyError for one without."""
    pieces = _pieces(game)
    if pieces is None:
        raise KeyError(game)
    return pieces


@cache
def _pieces(game: str) -> GamePieces | None:
    text, board = brought(game, PRINTS), load(game).board
    plan = None if text is None or board is None else json.loads(text).get(board.zone)
    if plan is None:
        return None
    if "box" in plan:
        each = Counter(str(colour) for colour, _ in plan["box"])
        return GamePieces(tuple(each), dict(each))
    colours = tuple(str(colour) for colour in plan["colours"])[: int(plan["pieces"])]
    return GamePieces(colours, dict.fromkeys(colours, 1))
