"""The documented model of the odds, worked out anew and slowly, to check the program against.

The model: every player follows the stopping rule that brings a lone horse home in the fewest expected turns
(stopping where both are as good), and horses never change places. A stable's two horses run one after the other.
Nothing here is taken from the program; only the rules text is (PD-6, 8, 9, 10, 12, 13, 14, 21).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

TIE = 1e-9


@dataclass(frozen=True)
class Track:
    """A board by its numbers: the last square, and the blue squares."""

    length: int = 28
    blue: tuple[int, ...] = (10, 11, 20, 21)

    @property
    def home(self) -> int:
        """The finish."""
        return self.length + 1

    def chances(self, square: int) -> tuple[float, ...]:
        """The chances of 0, 1 (and 2) figures with the dice due on a square."""
        return (0.5, 0.5) if square > max(self.blue) else (0.25, 0.5, 0.25)

    def _values(self, start: int, turns: Mapping[int, float], lost: float) -> dict[int, float]:
        """Expected further turns by virtual square of a series begun on ``start``, a lost one costing ``lost``."""
        values = {self.home: 0.0}
        for here in range(self.length, start, -1):
            rolling = self._rolling(here, values, lost)
            values[here] = rolling if here in self.blue else min(turns[here], rolling)
        return values

    def _rolling(self, here: int, values: Mapping[int, float], lost: float) -> float:
        blank, *figures = self.chances(here)
        return blank * lost + sum(p * values[min(here + k, self.home)] for k, p in enumerate(figures, 1))

    @cached_property
    def turns(self) -> dict[int, float]:
        """The fewest expected turns by the square on which a turn begins: the fixed point, by bisection."""
        turns = {self.home: 0.0}
        for start in range(self.length, -1, -1):
            if start in self.blue:
                continue
            low, high = 1.0, 1000.0
            while high - low > 1e-12 * high:
                guess = (low + high) / 2
                onward = {**self._values(start, turns, guess)}
                if 1.0 + self._rolling(start, onward, guess) > guess:
                    low = guess
                else:
                    high = guess
            turns[start] = (low + high) / 2
        return turns

    def stops(self, start: int, virtual: int) -> bool:
        """Whether the model's player stops there."""
        if virtual == start or virtual in self.blue:
            return False
        if virtual == self.home:
            return True
        values = self._values(start, self.turns, self.turns[start])
        return self.turns[virtual] <= self._rolling(virtual, values, self.turns[start]) + TIE

    def turn(self, start: int, virtual: int | None = None) -> dict[int, float]:
        """Where one turn leaves the horse: the chance of every square, the series standing on ``virtual``."""
        here = start if virtual is None else virtual
        if self.stops(start, here):
            return {here: 1.0}
        ends: dict[int, float] = {}
        blank, *figures = self.chances(here)
        ends[start] = blank
        for k, p in enumerate(figures, 1):
            for end, chance in self.turn(start, min(here + k, self.home)).items():
                ends[end] = ends.get(end, 0.0) + p * chance
        return ends


def duel(track: Track) -> Callable[[int, int], float]:
    """The chance that the one to move wins a race of two single horses, as a function of both squares.

    The joint chain of both squares is iterated until it no longer changes.
    """
    squares = [square for square in range(track.home) if square not in track.blue]
    moves = {square: track.turn(square) for square in squares}
    wins = {(mine, theirs): 0.5 for mine in squares for theirs in squares}
    for _ in range(5000):
        change = 0.0
        for mine in reversed(squares):
            for theirs in reversed(squares):
                new = sum(
                    chance * (1.0 if end == track.home else 1.0 - wins[theirs, end])
                    for end, chance in moves[mine].items()
                )
                change = max(change, abs(new - wins[mine, theirs]))
                wins[mine, theirs] = new
        if change < 1e-13:
            break
    return lambda mine, theirs: wins[mine, theirs]


def play_out(
    track: Track,
    stables: Sequence[Sequence[int]],
    games: int,
    seed: int,
    series: tuple[int, int] | None = None,
) -> list[float]:
    """The share of games each player wins, throwing dice; the first one is to move.

    ``stables`` holds the squares of every player's horses; ``series`` is (index of the first player's horse,
    its virtual square) when a series is running.
    """
    dice = random.Random(seed)
    rule = {
        (start, virtual): track.stops(start, virtual)
        for start in range(track.home)
        if start not in track.blue
        for virtual in range(start, track.home + 1)
    }
    wins = [0] * len(stables)
    for _ in range(games):
        squares = [list(stable) for stable in stables]
        running = series
        player = 0
        while True:
            own = squares[player]
            horse = running[0] if running else next(i for i, s in enumerate(own) if s != track.home)
            here = running[1] if running else own[horse]
            running = None
            while not rule[own[horse], here]:
                thrown = sum(dice.random() < 0.5 for _ in range(len(track.chances(here)) - 1))
                if not thrown:
                    here = own[horse]
                    break
                here = min(here + thrown, track.home)
            own[horse] = here
            if all(square == track.home for square in own):
                wins[player] += 1
                break
            player = (player + 1) % len(stables)
    return [count / games for count in wins]
