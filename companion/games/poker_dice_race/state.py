"""What a Dadamax race is at one moment: immutable values, checked when they are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.action import Rejected
from companion.game import Codes, Option

POKER_FACES = ("9", "10", "J", "Q", "K", "A")
NUMBER_FACES = (1, 2, 3, 4, 5, 6)
POKER_FIGURES = frozenset({"J", "Q", "K"})
NUMBER_FIGURES = frozenset({4, 5, 6})

OPTIONS: Mapping[str, Option] = {
    "dice": Option.of("poker", "numbers"),
    "stable": Option.of("auto", "single", "pair"),
    "end_when": Option.of("all_ranked", "first"),
    "strict_placement": Option.of(False, True),
}
"""Every option and its values, the default first (section 2.1 of the rules)."""

CODES = Codes(
    actions=frozenset({"first_player", "roll", "stop", "confirm_position"}),
    events=frozenset(
        (
            *("race_started", "turn_started", "rolled", "series_grew", "series_lost", "must_reroll"),
            *("one_die_from_now", "horse_moved", "horses_swapped", "horse_finished", "position_confirmed"),
            "game_over",
        )
    ),
    refusals=frozenset(
        (
            *("bad_players", "bad_option", "bad_profile", "bad_setup", "game_over", "unknown_action"),
            *("unknown_player", "table_only", "wrong_phase", "not_your_turn", "placement_pending"),
            *(
                "horse_locked",
                "horse_required",
                "unknown_horse",
                "not_your_horse",
                "horse_finished",
                "bad_face",
            ),
            *("wrong_dice_count", "nothing_to_bank", "on_obstacle_must_reroll", "wrong_square"),
        )
    ),
)
"""Every code of sections 4 and 5 of the rules, and the refusals of a new game."""

Face = str | int


@dataclass(frozen=True, slots=True)
class Board:
    """The track: squares 1..length, start 0, finish length + 1 (section 1.1).

    ``zones[square]`` is "start", "green", "blue", "yellow" or "finish".
    """

    length: int
    obstacles: tuple[tuple[int, int], tuple[int, int]]
    arrival_squares: int
    zones: tuple[str, ...]

    @property
    def finish(self) -> int:
        """The number that stands for the arrival squares."""
        return self.length + 1

    @property
    def last_obstacle(self) -> int:
        """The last square that is still rolled from with two dice (PD-13)."""
        return self.obstacles[1][1]

    def dice_at(self, square: int) -> int:
        """How many dice are due on a square: one past the second obstacle, else two (PD-13).

        It is asked for the square before the throw: two figures both count (PD-14), and a horse sent back
        behind the obstacle has two dice again (PD-19).
        """
        return 1 if square > self.last_obstacle else 2

    @classmethod
    def of(cls, profile: Mapping[str, Any], *, code: str = "bad_profile") -> Board:
        """The board of a profile's ``board`` object; raises ``Rejected(code)`` when it is not valid (1.1)."""
        unknown = sorted(set(profile) - {"length", "obstacles", "arrival_squares"})
        if unknown:
            raise Rejected(code, key=unknown[0])
        length = profile.get("length", DEFAULT_BOARD.length)
        obstacles = profile.get("obstacles", DEFAULT_BOARD.obstacles)
        arrivals = profile.get("arrival_squares", DEFAULT_BOARD.arrival_squares)
        if not (is_count(length) and length <= LONGEST_TRACK):
            raise Rejected(code, key="length")
        if not (is_count(arrivals) and arrivals >= 1):
            raise Rejected(code, key="arrival_squares")
        if not (isinstance(obstacles, Sequence) and len(obstacles) == 2):
            raise Rejected(code, key="obstacles")
        for obstacle in obstacles:
            if not (isinstance(obstacle, Sequence) and not isinstance(obstacle, str) and len(obstacle) == 2):
                raise Rejected(code, key="obstacles")
            if not all(is_count(square) for square in obstacle) or obstacle[1] != obstacle[0] + 1:
                raise Rejected(code, key="obstacles")
        (first, first_end), (second, second_end) = obstacles
        if not (first >= 2 and second >= first_end + 2 and length >= second_end + 1):
            raise Rejected(code, key="obstacles")
        return cls._laid_out(length, ((first, first_end), (second, second_end)), arrivals)

    @classmethod
    def _laid_out(
        cls, length: int, obstacles: tuple[tuple[int, int], tuple[int, int]], arrivals: int
    ) -> Board:
        blue = {square for obstacle in obstacles for square in obstacle}
        zones = ["start"]
        for square in range(1, length + 1):
            if square in blue:
                zones.append("blue")
            else:
                zones.append("yellow" if square > obstacles[1][1] else "green")
        return cls(length, obstacles, arrivals, (*zones, "finish"))


def is_count(value: object) -> bool:
    """Whether a value is a whole number of at least 0 (a bool is not a number here)."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


LONGEST_TRACK = 400
"""Squares; far more than a table holds, and few enough for the odds to be reckoned."""

DEFAULT_BOARD = Board._laid_out(28, ((10, 11), (20, 21)), 4)


@dataclass(frozen=True, slots=True)
class Horse:
    """One horse: its owner, its square (0 = its own start square, PD-3) and its rank once it has one."""

    number: int
    owner: str
    square: int = 0
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """The running series of rolls: nothing is banked before the player stops (PD-9, PD-10)."""

    horse: int
    rolls: tuple[tuple[Face, ...], ...]
    total: int


@dataclass(frozen=True, slots=True)
class State:
    """One moment of the race. ``awaiting`` are horses moved and not yet seen on their square, in order.

    ``lost`` is the series that came to nothing (PD-8), until somebody throws a figure.
    """

    players: tuple[str, ...]
    options: tuple[tuple[str, Any], ...]
    board: Board
    phase: str
    turn: str | None
    horses: tuple[Horse, ...]
    series: Series | None = None
    finish_order: tuple[int, ...] = ()
    awaiting: tuple[int, ...] = ()
    winner: str | None = None
    lost: Series | None = None

    def option(self, name: str) -> Any:
        """The value of an option."""
        return next(value for key, value in self.options if key == name)

    @property
    def numbers(self) -> bool:
        """Whether ordinary dice are used (PD-7)."""
        return bool(self.options[0][1] == "numbers")

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces of the dice in use."""
        return NUMBER_FACES if self.numbers else POKER_FACES

    @property
    def figures(self) -> frozenset[Any]:
        """The faces worth one square (PD-6, PD-7)."""
        return NUMBER_FIGURES if self.numbers else POKER_FIGURES

    @property
    def stables(self) -> bool:
        """Whether each of two players has a stable of two horses (PD-2)."""
        return len(self.horses) > len(self.players)

    def horse(self, number: int) -> Horse:
        """The horse with that number (1 and up)."""
        return self.horses[number - 1]

    def running(self, player: str) -> tuple[Horse, ...]:
        """A player's horses that have not arrived, by number."""
        return tuple(horse for horse in self.horses if horse.owner == player and horse.rank is None)

    @property
    def virtual(self) -> int | None:
        """The square the running series would reach (PD-11), at most the finish."""
        if self.series is None:
            return None
        return min(self.horse(self.series.horse).square + self.series.total, self.board.finish)
