"""The family's league: who has won how often in which game, and how the dice fell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from companion.course import Luck
from companion.kept.summary import KeptGame


@dataclass(frozen=True, slots=True)
class Place:
    """A player of the league; ``wins`` are the games won, by game. Who has won as often shares the rank."""

    rank: int
    player: str
    played: int
    wins: tuple[tuple[str, int], ...]

    @property
    def won(self) -> int:
        """All games won."""
        return sum(count for _, count in self.wins)


@dataclass(frozen=True, slots=True)
class Dice:
    """What one player's dice brought in a game, all finished and unfinished games of it together.

    ``more`` is what was thrown less what is thrown on average: 0 on average over all evenings, whoever throws and
    however. ``spread`` is its standard deviation, so that about two of three players lie within it.
    """

    game: str
    player: str
    dice: int
    won: int
    expected: Fraction
    variance: Fraction

    @property
    def more(self) -> Fraction:
        """What the dice brought above their expectation; negative below it."""
        return self.won - self.expected

    @property
    def spread(self) -> float:
        """The standard deviation of ``more``."""
        return sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class League:
    """The table of the league, the best first, and the luck of the dice, the luckiest first.

    ``finished`` games are counted. A game that several have won counts for each of them.
    """

    places: tuple[Place, ...]
    dice: tuple[Dice, ...]
    finished: int


def league(games: Iterable[KeptGame]) -> League:
    """The league of these games."""
    kept = list(games)
    finished = [game for game in kept if game.over]
    order = sorted({game.game for game in finished})
    wins: dict[str, dict[str, int]] = {}
    played: dict[str, int] = {}
    for game in finished:
        for player in game.players:
            wins.setdefault(player, dict.fromkeys(order, 0))
            played[player] = played.get(player, 0) + 1
        for winner in game.winners:
            if winner in wins:
                wins[winner][game.game] += 1
    total = {player: sum(count.values()) for player, count in wins.items()}
    ranked = sorted(wins, key=lambda player: (-total[player], player.casefold()))
    places = tuple(
        Place(
            1 + sum(other > total[player] for other in total.values()),
            player,
            played[player],
            tuple((game, count) for game, count in wins[player].items() if count),
        )
        for player in ranked
    )
    return League(places, dice_of(kept), len(finished))


def dice_of(games: Iterable[KeptGame]) -> tuple[Dice, ...]:
    """The luck of every player in every game that reckons it, over all these games, the luckiest first."""
    thrown: dict[tuple[str, str], list[Luck]] = {}
    for game in games:
        for one in game.luck:
            thrown.setdefault((game.game, one.player), []).append(one)
    found = [
        Dice(
            game,
            player,
            sum(one.dice for one in throws),
            sum(one.won for one in throws),
            sum((one.expected for one in throws), Fraction(0)),
            sum((one.variance for one in throws), Fraction(0)),
        )
        for (game, player), throws in thrown.items()
    ]
    return tuple(sorted(found, key=lambda one: (one.game, -one.more, one.player.casefold())))
