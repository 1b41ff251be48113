"""Whose an arm is that reaches in over the table: which seat it belongs to, and how surely.

Millimetres on the table, origin at its top left corner, x to the right, y down. Where one person sits at an edge the
edge tells. Two at one edge are told apart by the line of the arm, which leads back to a body.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from vision.stillness.gate import Settled
from vision.stillness.hands import SIDES

Place: TypeAlias = tuple[float, float]
ArmLine: TypeAlias = tuple[Place, Place]
"""Where an arm comes in over the border of what is watched, and where it ends, mm."""

_CLEAR, _BESIDE, _MIXED = 0.9998, 0.989, 0.75
"""How often a hand's side is right: where no hand touched any other seat's side, where only another hand did, and
where the hand itself did, or none was seen over the zone. In 46 drawn films of the harder kind 0 of 26,747 were
wrong, 66 of 5,967 and 117 of 976. Of the last less is told than that: where such a hand is told wrongly it is so in
all that it does, and whoever judges one action after the other does not know it."""
_BODY_MM, _LINE_MM = 200.0, 12.0
"""How far people lean and sit from the middle of what is theirs, and how far either end of an arm's line is off."""
_ANYBODY = 0.05
"""How likely an arm tells nothing of where its body is: it is bent, or somebody stands."""
_SURE_AT_MOST, _LEAST_TOLD = 0.88, 0.6
"""So sure a seat at a shared edge is told at most: nobody is called for playing out of turn by a line alone, which
needs nine in ten (``whose_hands`` of the referee), as one who leans over is told wrongly again and again. What is
less likely than the second is not told."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The ``sides`` at which people may sit (``companion.hands.SIDES``), those that are ``taken`` as far as is known,
    and the ``places`` (mm) of the bodies of who sits there.
    """

    sides: tuple[str, ...] = ()
    taken: frozenset[str] = frozenset()
    places: Mapping[str, Place] = field(default_factory=lambda: MappingProxyType({}))

    def reaching(self, edge: str) -> tuple[str, ...]:
        """Who may reach in over an edge of the table: who sits there, or else who may come to sit there.

        Who sits north-west reaches in from the north or from the west.
        """
        may = tuple(seat for seat in self.sides if edge in seat.split("-"))
        return tuple(seat for seat in may if seat in self.taken) or may

    def seated(self, edge: str | None, arm: ArmLine | None = None) -> tuple[str | None, float]:
        """The seat that an arm over this edge belongs to, and how likely (0..1) it is of those at the edge; None
        where that is not clear. Without any sides the edge itself.
        """
        if edge is None or not self.sides:
            return edge, 1.0
        reaching = self.reaching(edge)
        if len(reaching) == 1:
            return reaching[0], 1.0
        if arm is None or not reaching or not self.places.keys() >= set(reaching):
            return None, 0.0
        liked = {seat: _likelihood(self.places[seat], arm) for seat in reaching}
        best = max(liked, key=lambda seat: liked[seat])
        told = (1.0 - _ANYBODY) * liked[best] / sum(liked.values()) + _ANYBODY / len(liked)
        return (best, min(told, _SURE_AT_MOST)) if told >= _LEAST_TOLD else (None, 0.0)


NO_SEATS = Seats()
"""Where nobody said who may sit where."""


def _likelihood(body: Place, arm: ArmLine) -> float:
    """How likely the line of an arm leads back past a body as far as it does, not normed; never 0."""
    (x, y), (end_x, end_y) = arm
    back_x, back_y = x - end_x, y - end_y
    length = max(math.hypot(back_x, back_y), 1.0)
    to_x, to_y = body[0] - x, body[1] - y
    behind = (to_x * back_x + to_y * back_y) / length
    beside = math.hypot(to_x, to_y) if behind < 0 else abs(to_x * back_y - to_y * back_x) / length
    spread = math.hypot(_BODY_MM, _LINE_MM * (1.0 + max(behind, 0.0) / length))
    return max(math.exp(-0.5 * (beside / spread) ** 2) / spread, 1e-12)


def side_chance(one: Settled, seats: Sequence[str]) -> float:
    """Return how likely (0..1) the side from which a hand is told to come is right, where people sit at ``seats``."""
    elsewhere = {side for seat in seats for side in seat.split("-")} or set(SIDES)
    elsewhere -= {one.disturbance.side}
    if not one.over or one.over & elsewhere:
        return _MIXED
    return _BESIDE if one.beside & elsewhere else _CLEAR
