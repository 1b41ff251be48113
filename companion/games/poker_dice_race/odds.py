"""Exact odds of a race, made from the public view alone.

The chance of losing a series is exact by counting faces. The chance of winning is exact for this model: every
player follows the stopping rule that brings a lone horse home in the fewest expected turns, and horses do not
change places (PD-16 left out: with it the four horses' squares can no longer be taken one by one). A stable's
turns are the sum of its two horses' turns.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from companion.games.poker_dice_race.state import Board

FIGURES = {1: (Fraction(1, 2), Fraction(1, 2)), 2: (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))}
"""The chances of 0, 1 and 2 figures with one die and with two (section 2.1 of the rules)."""

Chances = tuple[float, ...]
"""Of needing 0, 1, 2 … more turns."""
_NEGLIGIBLE = 1e-12
_MOST_TURNS = 4000


def lose_all(dice: int) -> Fraction:
    """The chance that a roll of one or two dice shows no figure and loses the series (PD-8)."""
    return FIGURES[dice][0]


class StoppingRule:
    """When to stop so that a lone horse needs the fewest expected turns, by square it started the turn from.

    ``expected_turns[square]`` is that fewest expected number; ``turn[square]`` where a whole turn from there ends,
    chances by square. Solved square by square from the finish: within
    one turn the rule is improved until it no longer changes, each time solving x = a + b x exactly.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.expected_turns: dict[int, float] = {board.finish: 0.0}
        self._stops: dict[int, frozenset[int]] = {}
        self.turn: dict[int, dict[int, float]] = {}
        for square in range(board.length, -1, -1):
            if board.zones[square] != "blue":
                self._solve(square)

    def outcomes(self, square: int, virtual: int) -> dict[int, float]:
        """Where a turn ends that began on ``square`` and now stands virtually on ``virtual``: chances by square.

        The player is about to roll when ``virtual`` equals ``square``, else decides by the rule.
        """
        ends: dict[int, float] = {}
        pending = {virtual: 1.0}
        for here in range(virtual, self.board.finish + 1):
            chance = pending.pop(here, 0.0)
            if not chance:
                continue
            if here == self.board.finish or (here > square and here in self._stops[square]):
                ends[here] = ends.get(here, 0.0) + chance
                continue
            for figures, share in enumerate(FIGURES[self.board.dice_at(here)]):
                if figures == 0:
                    ends[square] = ends.get(square, 0.0) + chance * float(share)
                else:
                    there = min(here + figures, self.board.finish)
                    pending[there] = pending.get(there, 0.0) + chance * float(share)
        return ends

    def _solve(self, square: int) -> None:
        stops = frozenset(range(square + 1, self.board.finish + 1)) - self._blue
        while True:
            self._stops[square] = stops
            ends = self.outcomes(square, square)
            lost = ends.pop(square, 0.0)
            turns = 1.0 + sum(chance * self.expected_turns[end] for end, chance in ends.items())
            self.expected_turns[square] = turns / (1.0 - lost)
            improved = self._improved(square)
            if improved == stops:
                self.turn[square] = self.outcomes(square, square)
                return
            stops = improved

    def _improved(self, square: int) -> frozenset[int]:
        """The squares where stopping is at least as good as rolling on, for the present expectations."""
        onward = {self.board.finish: 0.0}
        stops = {self.board.finish}
        for here in range(self.board.length, square, -1):
            shares = FIGURES[self.board.dice_at(here)]
            rolling = float(shares[0]) * self.expected_turns[square] + sum(
                float(share) * onward[min(here + figures, self.board.finish)]
                for figures, share in enumerate(shares)
                if figures
            )
            if here in self._blue:
                onward[here] = rolling
                continue
            stopping = self.expected_turns[here]
            if stopping <= rolling + _NEGLIGIBLE:
                stops.add(here)
            onward[here] = min(stopping, rolling)
        return frozenset(stops)

    @property
    def _blue(self) -> frozenset[int]:
        return frozenset(square for obstacle in self.board.obstacles for square in obstacle)


@lru_cache(maxsize=8)
def stopping_rule(board: Board) -> StoppingRule:
    """The stopping rule of a board, solved once."""
    return StoppingRule(board)


@lru_cache(maxsize=512)
def _turns_to_finish(board: Board, square: int, virtual: int | None) -> Chances:
    """The chances of needing 0, 1, 2 … more turns; the turn in progress, if any, counts as the first.

    Kept: a look at the table asks for every horse, and all but one stand where they stood at the look before.
    """
    rule, finish = stopping_rule(board), board.finish
    where = {square: 1.0}
    chances = [1.0 if square == finish else 0.0]
    if square == finish:
        return tuple(chances)
    for turn in range(1, _MOST_TURNS):
        moved: dict[int, float] = {}
        for start, chance in where.items():
            ends = rule.outcomes(start, virtual) if turn == 1 and virtual is not None else rule.turn[start]
            for end, share in ends.items():
                moved[end] = moved.get(end, 0.0) + chance * share
        chances.append(moved.pop(finish, 0.0))
        where = moved
        if sum(where.values()) < _NEGLIGIBLE:
            break
    return tuple(chances)


@lru_cache(maxsize=128)
def _sum_of(first: Chances, second: Chances) -> Chances:
    total = [0.0] * (len(first) + len(second) - 1)
    for i, chance in enumerate(first):
        if chance:
            for j, other in enumerate(second):
                total[i + j] += chance * other
    return tuple(total)


def win_chances(view: Mapping[str, Any]) -> dict[str, float]:
    """The chance of winning by horse number, 0..1; the horses of a stable carry their owner's chance.

    Sums to 1 over the players. Once the winner is known it is 1 for them; empty before the race has begun.
    """
    horses, players = view["horses"], view["players"]
    if view["winner"] is not None:
        return {number: float(horse["owner"] == view["winner"]) for number, horse in horses.items()}
    if view["turn"] is None:
        return {}
    turns = _turns_by_player(view)
    seat = players.index(view["turn"])
    order = [players[(seat + step) % len(players)] for step in range(len(players))]
    later = {player: _more_than(turns[player]) for player in order}
    chances = dict.fromkeys(order, 0.0)
    for place, player in enumerate(order):
        for turn, chance in enumerate(turns[player]):
            for other_place, other in enumerate(order):
                if other_place < place:
                    chance *= _at(later[other], turn)
                elif other_place > place:
                    chance *= _at(later[other], turn - 1)
            chances[player] += chance
    whole = sum(chances.values())
    return {number: chances[horse["owner"]] / whole for number, horse in horses.items()}


def _turns_by_player(view: Mapping[str, Any]) -> dict[str, Chances]:
    board, series = Board.of(view["board"]), view["series"]
    turns: dict[str, Chances] = {}
    for number, horse in view["horses"].items():
        virtual = series["virtual"] if series is not None and str(series["horse"]) == number else None
        square = board.finish if horse["zone"] == "finish" else horse["square"]
        needed = _turns_to_finish(board, square, virtual)
        turns[horse["owner"]] = _sum_of(turns[horse["owner"]], needed) if horse["owner"] in turns else needed
    return turns


def _more_than(chances: Chances) -> list[float]:
    """The chance of needing more than 0, 1, 2 … turns."""
    left, tail = 1.0, list[float]()
    for chance in chances:
        left -= chance
        tail.append(max(left, 0.0))
    return tail


def _at(tail: list[float], turn: int) -> float:
    if turn < 0:
        return 1.0
    return tail[turn] if turn < len(tail) else 0.0


def outlook(view: Mapping[str, Any]) -> dict[str, Any]:
    """What a tablet shows of the odds: the next roll's risk, what stopping would do, the chances of winning."""
    dice = view["dice_expected"]
    return {
        "dice": dice,
        "lose_all": str(lose_all(dice)) if dice else None,
        "stop": _stopping(view),
        "win": {number: round(chance, 4) for number, chance in win_chances(view).items()},
    }


def _stopping(view: Mapping[str, Any]) -> dict[str, Any] | None:
    """PD-16: where the horse would stand, and who would have to go back to where it came from."""
    if not view["can_stop"]:
        return None
    series = view["series"]
    runner = str(series["horse"])
    displaced = next(
        (
            (number, horse)
            for number, horse in view["horses"].items()
            if number != runner and horse["rank"] is None and horse["square"] == series["virtual"]
        ),
        None,
    )
    return {
        "horse": series["horse"],
        "square": series["virtual"],
        "displaced": int(displaced[0]) if displaced else None,
        "displaced_player": displaced[1]["owner"] if displaced else None,
        "displaced_to": view["horses"][runner]["square"] if displaced else None,
    }
