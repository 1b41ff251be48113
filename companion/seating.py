"""Who sits at which side of the table: what is told, what is usual, and what the hands of the first moves say.

The hands decide by Bayes' rule between all ways in which these people may sit here. The numbers are chosen, not
measured; what each is for stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product
from math import exp, log
from types import MappingProxyType
from typing import Any

from companion.action import Rejected
from companion.games import zone_plan
from companion.hands import SIDES

SEATING = "seating"
"""The remark in the journal that says who sits where, from there on."""
ASKED = "seating_asked"
"""The remark that people were asked who sits where."""

SURE = 0.99
"""A seating as likely as this is taken on once a hand of each was seen at their side. One that is wrong costs
accusations, one that waits costs a hand or two: instead of the usual seating that is two hands of each who sits
elsewhere, or three of two who swapped, so that none that was seen or entered wrongly decides it."""
_BELIEVED: Mapping[str, float] = MappingProxyType(
    {"usual": 0.97, "before": 0.97, "hands": 0.97, "people": 0.999}
)
"""How likely a seating is right before a hand was seen, by who said it: nobody, the last game, hands, or people."""
_OWN, _BEFORE_ONESELF = 0.95, 0.99
"""So often the hand that is seen is of whoever the journal says, else somebody reached over for them; and so often
what the journal says to be a player's lies before that player, else people told the things of one as the other's."""
_SHARED = 0.1
"""Two sit at one side so much less often than at two, where the things of each lie nowhere of their own."""
_SHARING = 20.0
"""A hand told to be of the wrong side is so many times likelier of one that shares an edge than of any other."""
_ELSEWHERE = 0.002
"""How likely nobody keeps to any side: children walk around the table, arms come from anywhere."""
_LAST = 8
"""So many of the last hands of each player count: who changes chairs is followed after as many."""


@dataclass(frozen=True, slots=True)
class TableSides:
    """The sides at which people may sit at a game's table, and the kinds of zones (``rack_``, ``reserve:``) of which
    each player has one before the own side.
    """

    sides: tuple[str, ...] = SIDES
    own_places: frozenset[str] = frozenset()

    def seatings(self, players: int) -> Iterator[tuple[str, ...]]:
        """All ways in which so many players may sit: several at one side only where nothing of theirs lies there."""
        return permutations(self.sides, players) if self.own_places else product(self.sides, repeat=players)


@cache
def table_sides(game: str) -> TableSides:
    """The sides of a game's table, by its plan of zones."""
    plan = zone_plan(game)
    if plan is None or not plan["seats"]:
        return TableSides()
    own = (zone for zone in plan["zones"] if "seat" in zone)
    return TableSides(
        tuple(plan["seats"]), frozenset(zone["id"].removesuffix(str(zone["seat"])) for zone in own)
    )


@dataclass(frozen=True, slots=True)
class Seating:
    """The side of each player in their order, and who said so: "usual", "before", "hands" or "people".

    ``moved`` are those whom the last entry of the journal says to sit elsewhere than was thought; ``asked``: whether
    people are asked, and have not said yet.
    """

    sides: Mapping[str, str] = field(default_factory=dict)
    by: str = "usual"
    moved: tuple[str, ...] = ()
    asked: bool = False

    def as_json(self) -> dict[str, Any]:
        """The seating as JSON values."""
        return {"sides": dict(self.sides), "by": self.by, "moved": list(self.moved), "asked": self.asked}

    def at(self, side: str) -> tuple[str, ...]:
        """Who sits at a side."""
        return tuple(player for player, own in self.sides.items() if own == side)


NOBODY_SEATED = Seating()
"""Before the first game."""


def seating_of(
    table: TableSides, players: Sequence[str], notes: Iterable[Mapping[str, Any]] = (), last: bool = False
) -> Seating:
    """The seating that the remarks of a game tell, the latest last; ``last``: nothing was played since the latest.

    Where none says so the first player sits at the camera's lower edge, the second opposite: as the plan has it.
    """
    sides, by, asked = dict(zip(players, table.sides, strict=False)), "usual", False
    moved: tuple[str, ...] = ()
    for note in notes:
        moved = ()
        if note["code"] == ASKED:
            asked = True
        elif note["code"] == SEATING and set(note["sides"]) == set(players):
            told = {player: str(note["sides"][player]) for player in players}
            moved = tuple(one for one in players if told[one] != sides[one]) if note["by"] == "hands" else ()
            sides, by, asked = told, str(note["by"]), False
    return Seating(MappingProxyType(sides), by, moved if last else (), asked)


def checked(table: TableSides, players: Sequence[str], sides: Mapping[str, str]) -> Mapping[str, str]:
    """The side of each player as it can be at this table; raises ``Rejected`` ("bad_seating") for what cannot be."""
    told = {player: sides.get(player, "") for player in players}
    apart = len(set(told.values())) == len(players) or not table.own_places
    if set(sides) != set(players) or not set(told.values()) <= set(table.sides) or not apart:
        raise Rejected("bad_seating")
    return told


@dataclass(frozen=True, slots=True)
class Hand:
    """Somebody's hand, by the journal, told to come from a side that is right with this chance (0..1).

    ``lies``: no hand was seen, but that player's things lie before that side.
    """

    player: str
    side: str
    chance: float
    lies: bool = False


class Posterior:
    """How likely each way to sit is (0..1, together 1 with that of nobody keeping to a side), after some hands."""

    def __init__(self, table: TableSides, known: Seating, hands: Sequence[Hand]) -> None:
        self._players = tuple(known.sides)
        told = tuple(known.sides.values())
        liked = _likelihoods(table, self._players, hands)
        chances: dict[tuple[str, ...], float] = {}
        for one in table.seatings(len(self._players)):
            rest = _SHARED ** (len(one) - len(set(one)))
            chances[one] = 0.0 if one == told else rest
        others = sum(chances.values()) or 1.0
        believed = _BELIEVED[known.by]
        for one, share in chances.items():
            prior = believed if one == told else (1.0 - believed) * share / others
            chances[one] = prior * exp(sum(liked[at] for at in zip(self._players, one, strict=True)))
        anywhere = 1.0 / len(table.sides)
        nowhere = _ELSEWHERE
        for hand in _last_of(hands):
            nowhere *= (1.0 - _BEFORE_ONESELF) * anywhere if hand.lies else anywhere
        whole = sum(chances.values()) + nowhere
        self._chances = {one: chance / whole for one, chance in chances.items()}

    @property
    def best(self) -> tuple[Mapping[str, str], float]:
        """The likeliest seating, and how likely it is."""
        sides, chance = max(self._chances.items(), key=lambda one: one[1])
        return dict(zip(self._players, sides, strict=True)), chance

    def of(self, sides: Mapping[str, str]) -> float:
        """How likely this seating is."""
        return self._chances.get(tuple(sides[player] for player in self._players), 0.0)

    def sits_at(self, players: Iterable[str], side: str) -> float:
        """How likely one of these players sits at a side."""
        places = [self._players.index(player) for player in players]
        return sum(
            chance for sides, chance in self._chances.items() if any(sides[place] == side for place in places)
        )


def _likelihoods(
    table: TableSides, players: Sequence[str], hands: Sequence[Hand]
) -> dict[tuple[str, str], float]:
    """The logarithm of how likely the last hands of each player are where that player sits at each side."""
    liked = {(player, side): 0.0 for player in players for side in table.sides}
    anywhere = 1.0 / len(table.sides)
    for hand in _last_of(hands):
        own = _BEFORE_ONESELF if hand.lies else _OWN
        others = [side for side in table.sides if side != hand.side]
        shares = {side: _SHARING if _share_an_edge(side, hand.side) else 1.0 for side in others}
        for side in table.sides:
            wrong = (1.0 - hand.chance) * shares.get(side, 0.0) / (sum(shares.values()) or 1.0)
            seen = hand.chance if side == hand.side else wrong
            liked[hand.player, side] += log(own * seen + (1.0 - own) * anywhere)
    return liked


def _share_an_edge(one: str, other: str) -> bool:
    """Whether who sits at these sides may reach in over the same edge of the table."""
    return not set(one.split("-")).isdisjoint(other.split("-"))


def _last_of(hands: Sequence[Hand]) -> list[Hand]:
    """The hands that count, player by player."""
    own: dict[str, list[Hand]] = {}
    for hand in hands:
        own.setdefault(hand.player, []).append(hand)
    return [hand for some in own.values() for hand in some[-_LAST:]]
