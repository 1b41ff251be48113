"""A Racko table for the tests: four players, Dan has dealt, Ada begins, unless a test says otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.playing import Play

TWO, THREE, FOUR = ("Ada", "Bea"), ("Ada", "Bea", "Cyd"), ("Ada", "Bea", "Cyd", "Dan")
SLOTS = (5, 10, 15, 20, 25, 30, 35, 40, 45, 50)
UNKNOWN = [None] * 10

ASCENDING = [2, 7, 13, 19, 25, 31, 36, 43, 50, 58]
BROKEN_AT_35 = [2, 7, 13, 19, 25, 31, 30, 43, 47, 50]
LOW = [1, 3, 5, 8, 10, 12, 14, 16, 18, 21]
"""A rack below 40 in ascending order with no run, for tables of any size."""
WITH_RUN = [17, 20, 21, 22, 24, 26, 28, 31, 35, 40]


def rack(**slots: int | None) -> list[int | None]:
    """A rack with some slots known: ``rack(s15=17)``."""
    return [slots.get(f"s{slot}") for slot in SLOTS]


def opened(
    players: Sequence[str] = FOUR, /, *, options: Mapping[str, Any] | None = None, **setup: Any
) -> Play:
    """A game as it is set up."""
    return Play("racko", players, options=options, setup=setup)


def playing(
    players: Sequence[str] = FOUR, /, *, options: Mapping[str, Any] | None = None, **setup: Any
) -> Play:
    """A round in play: the last player has dealt, the first is on turn, one card lies face up."""
    laid = {"dealer": players[-1], "turn": players[0], "discard": [39], **setup}
    return opened(players, options=options, **laid)


def scored(play: Play, counts: Mapping[str, int | tuple[int, int]]) -> Play:
    """Every awaited player tells the cards in order, and the longest run where given."""
    for player, count in counts.items():
        cards, run = count if isinstance(count, tuple) else (count, None)
        told = {"count": cards} if run is None else {"count": cards, "longest_run": run}
        play.do(player, "count_rack", **told)
    return play
