"""Who stands where at the end of a game, and with what. Made of public views alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.course import Course

View = Mapping[str, Any]
Side = tuple[str, ...]
"""A player alone, or a team."""


@dataclass(frozen=True, slots=True)
class Place:
    """A step of the podium, from ``rank`` 1 on, and those on it: one player, or a team.

    ``worth`` is what they have in the end (points, money), ``note`` says more, both in words; ``things`` are what is
    drawn beside them, by the names that the game's drawing knows.
    """

    rank: int
    players: Side
    worth: str = ""
    note: str = ""
    things: tuple[str, ...] = ()


Podium = Callable[[View, str], Sequence[Place]]
"""A game's own: everybody's place when it is over, the best first, in the words of a language."""


def ranked(
    has: Mapping[Side, int | None], won: Iterable[str], told: Callable[[int], str] = str
) -> tuple[Place, ...]:
    """The winners first, the others by what they have (``told`` in words); equals share a place."""
    best = set(won)
    first = [side for side in has if best.intersection(side)]
    others = [side for side in has if side not in first]
    others.sort(key=lambda side: -(has[side] or 0))  # the order of the seats among equals
    places = dict.fromkeys(first, 1)
    for side in others:
        places[side] = 1 + len(first) + sum((has[one] or 0) > (has[side] or 0) for one in others)
    worth = {side: "" if number is None else told(number) for side, number in has.items()}
    return tuple(Place(rank, side, worth[side]) for side, rank in places.items())


def of_any_game(
    view: View, players: Sequence[str], won: Sequence[str], course: Course | None
) -> tuple[Place, ...]:
    """The places in a game without a podium of its own: by the ``ranking`` of its view, else the winners and then the
    others by what the course of the game counts."""
    counted = course.standing(view) if course and course.kind != "positions" else {}
    if view.get("ranking"):
        rows = [(row["rank"], row["player"]) for row in view["ranking"]]
        return tuple(Place(rank, (player,), str(counted.get(player, ""))) for rank, player in rows)
    return ranked({(player,): counted.get(player) for player in players}, won)
