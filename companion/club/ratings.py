"""How strong players are, and how surely that is known: worked out from the games that are kept, never kept itself.

By Plackett and Luce's model as ``openskill`` has it: everybody begins at 25 ± 8.3, and every game of two or more
moves all who played it. Whoever won comes before the others, who share the place after; in a game that nobody won all
share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from companion.club.people import key_of
from companion.club.results import ClubGame

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """One player's; ``at_least`` is what the strength is above with 997 of 1,000: by it they are ranked."""

    player: str
    rank: int
    strength: float
    uncertainty: float
    played: int
    won: int

    @property
    def at_least(self) -> float:
        """Three standard deviations below the strength."""
        return self.strength - 3 * self.uncertainty


@dataclass(slots=True)
class _Standing:
    player: str
    now: PlackettLuceRating
    played: int = 0
    won: int = 0


class Ladder:
    """The ratings of all finished games together, and game by game."""

    def __init__(self) -> None:
        self._taken: list[ClubGame] = []
        self._standings: dict[str | None, dict[str, _Standing]] = {}
        self._ratings: dict[str | None, tuple[Rating, ...]] = {}

    def update(self, games: Iterable[ClubGame]) -> None:
        """Takes the games in the order in which they ended. Where only some came after the others, it goes on from
        these; where anything else has changed it begins anew, with the same result."""
        ordered = sorted(
            (one for one in games if one.over),
            key=lambda one: (one.last_ms, one.table, one.chain, one.number),
        )
        if ordered[: len(self._taken)] != self._taken:
            self._taken, self._standings = [], {}
        for game in ordered[len(self._taken) :]:
            for box in (None, game.box):
                _rate(self._standings.setdefault(box, {}), game)
        self._taken = ordered
        self._ratings = {box: _ranked(rated) for box, rated in self._standings.items() if rated}

    @property
    def boxes(self) -> list[str]:
        """The games that were played to the end."""
        return sorted(box for box in self._ratings if box is not None)

    def ratings(self, box: str | None = None) -> tuple[Rating, ...]:
        """The players of one game, or of all, the surest strength first."""
        return self._ratings.get(box, ())


def _ranked(standings: Mapping[str, _Standing]) -> tuple[Rating, ...]:
    order = sorted(standings.items(), key=lambda item: (-item[1].now.ordinal(), item[0]))
    return tuple(
        Rating(one.player, rank, one.now.mu, one.now.sigma, one.played, one.won)
        for rank, (_, one) in enumerate(order, start=1)
    )


def _rate(standings: dict[str, _Standing], game: ClubGame) -> None:
    players = {key_of(name): name for name in game.players}
    if len(players) < 2 or len(players) < len(game.players):
        return  # somebody who plays against nobody else, or on two places
    winners = {key_of(name) for name in game.winners}
    for key, name in players.items():
        one = standings.setdefault(key, _Standing(name, _MODEL.rating()))
        one.played += 1
        one.won += key in winners
    rated = _MODEL.rate(
        [[standings[key].now] for key in players],
        ranks=[1.0 if key in winners or not winners else 2.0 for key in players],
    )
    for key, (now,) in zip(players, rated, strict=True):
        standings[key].now = now
