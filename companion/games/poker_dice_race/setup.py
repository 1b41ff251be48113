"""How a race begins: players, options, board profile, and what lay on the table (section 3, ``setup``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.action import BANK, TABLE, Rejected
from companion.game import chosen_options
from companion.games.poker_dice_race.rules import settle
from companion.games.poker_dice_race.state import (
    DEFAULT_BOARD,
    OPTIONS,
    Board,
    Face,
    Horse,
    Series,
    State,
    is_count,
)

PHASES = ("draw_first", "racing", "over")
SETUP_KEYS = frozenset({"board", "phase", "turn", "horses", "series"})


def new_game(
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    setup: Mapping[str, Any] | None = None,
    profile: Mapping[str, Any] | None = None,
) -> State:
    """The first state of a race.

    Raises ``Rejected`` with ``bad_players`` (PD-1: 2 to 4, different names), ``bad_option``, ``bad_profile`` or
    ``bad_setup``; its details name the key at fault. The profile gives the board, the setup is merged over it.
    """
    _check_players(players)
    for given, code in ((options, "bad_option"), (setup, "bad_setup"), (profile, "bad_profile")):
        if given is not None and not isinstance(given, Mapping):
            raise Rejected(code, key="", seen=given)
    chosen = _options(options or {}, len(players))
    setup = setup or {}
    unknown = sorted(set(setup) - SETUP_KEYS)
    if unknown:
        raise Rejected("bad_setup", key=unknown[0])
    board = _board(setup.get("board", {}), profile, len(players))
    horses = _horses(players, chosen)
    state = State(tuple(players), tuple(chosen.items()), board, "draw_first", None, horses)
    return _laid_out(state, setup)


def _check_players(players: Sequence[str]) -> None:
    """PD-1: two to four players, each with a name of their own."""
    if not isinstance(players, list | tuple) or not 2 <= len(players) <= 4:
        raise Rejected("bad_players", expected=[2, 4], seen=players)
    if not all(isinstance(name, str) and name.strip() and name not in (TABLE, BANK) for name in players):
        raise Rejected("bad_players", expected=[2, 4], seen=players)
    if len(set(players)) != len(players):
        raise Rejected("bad_players", expected=[2, 4], seen=players)


def _options(given: Mapping[str, Any], players: int) -> dict[str, Any]:
    chosen = chosen_options(OPTIONS, given)
    if chosen["stable"] == "pair" and players != 2:
        raise Rejected("bad_option", key="stable", seen="pair", expected=["auto", "single"])
    return chosen


def _board(merged: object, profile: Mapping[str, Any] | None, players: int) -> Board:
    """The profile's board with the setup's keys over it; PD-1: an arrival square for every player."""
    base: dict[str, Any] = {}
    if profile is not None:
        if profile.get("profile", "poker_dice_race") != "poker_dice_race":
            raise Rejected("bad_profile", key="profile", seen=profile.get("profile"))
        given = profile.get("board")
        if not isinstance(given, Mapping):
            raise Rejected("bad_profile", key="board")
        base = dict(given)
        Board.of(base)
    if not isinstance(merged, Mapping):
        raise Rejected("bad_setup", key="board")
    if not base and not merged:
        return DEFAULT_BOARD
    board = Board.of({**base, **merged}, code="bad_setup")
    if board.arrival_squares < players:
        raise Rejected("bad_setup" if "arrival_squares" in merged else "bad_profile", key="arrival_squares")
    return board


def _horses(players: Sequence[str], options: Mapping[str, Any]) -> tuple[Horse, ...]:
    """PD-2: one horse each, or a stable of two for each of two players."""
    pair = options["stable"] == "pair" or (options["stable"] == "auto" and len(players) == 2)
    owners = [player for player in players for _ in range(2 if pair else 1)]
    return tuple(Horse(number, owner) for number, owner in enumerate(owners, start=1))


# ---------------------------------------------------------------- what lay on the table


def _laid_out(state: State, setup: Mapping[str, Any]) -> State:
    placed = setup.get("horses", {})
    if not isinstance(placed, Mapping):
        raise Rejected("bad_setup", key="horses")
    horses, order = _placed_horses(state, placed)
    racing = "racing" if setup.get("turn") is not None or setup.get("series") is not None else "draw_first"
    phase = setup.get("phase", racing)
    if phase not in PHASES:
        raise Rejected("bad_setup", key="phase", seen=phase)
    laid = State(state.players, state.options, state.board, phase, None, horses, finish_order=order)
    for number in order:
        if laid.winner is None or laid.phase != "over":
            laid = settle(laid, laid.horse(number).owner)
    if phase != "over" and laid.phase == "over":
        raise Rejected("bad_setup", key="phase", seen=phase)
    if phase == "over" and laid.winner is None:
        raise Rejected("bad_setup", key="phase", seen=phase)
    if laid.phase != "racing":
        if setup.get("turn") is not None or setup.get("series") is not None:
            raise Rejected("bad_setup", key="turn")
        return laid
    return _with_turn(laid, setup)


def _with_turn(state: State, setup: Mapping[str, Any]) -> State:
    turn = setup.get("turn", next(name for name in state.players if state.running(name)))
    if turn not in state.players or not state.running(turn):
        raise Rejected("bad_setup", key="turn", seen=turn)
    series = _series(state, turn, setup["series"]) if setup.get("series") is not None else None
    return State(
        state.players,
        state.options,
        state.board,
        "racing",
        turn,
        state.horses,
        series,
        state.finish_order,
        (),
        state.winner,
    )


def _placed_horses(state: State, placed: Mapping[str, Any]) -> tuple[tuple[Horse, ...], tuple[int, ...]]:
    horses = {horse.number: horse for horse in state.horses}
    numbers = {str(number): number for number in horses}
    ranked: dict[int, int] = {}
    for key, where in placed.items():
        number = numbers.get(key, 0)
        if not number or not isinstance(where, Mapping) or not set(where) <= {"square", "rank"}:
            raise Rejected("bad_setup", key=f"horses.{key}")
        owner, rank = horses[number].owner, where.get("rank")
        if rank is not None:
            if not is_count(rank) or rank < 1 or rank in ranked:
                raise Rejected("bad_setup", key=f"horses.{key}", seen=rank)
            ranked[rank] = number
            horses[number] = Horse(number, owner, state.board.finish, rank)
        elif "square" in where:
            horses[number] = Horse(number, owner, _square(state, where["square"], key))
    if sorted(ranked) != list(range(1, len(ranked) + 1)):
        raise Rejected("bad_setup", key="horses", seen=sorted(ranked))
    return tuple(horses.values()), tuple(ranked[rank] for rank in sorted(ranked))


def _square(state: State, square: object, key: str) -> int:
    """PD-12: nobody stands on an obstacle. Two pawns laid on one square are taken as they lie."""
    if not isinstance(square, int) or not is_count(square) or square > state.board.length:
        raise Rejected("bad_setup", key=f"horses.{key}", seen=square)
    if state.board.zones[square] == "blue":
        raise Rejected("bad_setup", key=f"horses.{key}", seen=square)
    return square


def _series(state: State, turn: str, laid: object) -> Series:
    """The running series; its total is counted from the rolls (section 3)."""
    if not isinstance(laid, Mapping) or set(laid) != {"horse", "rolls"} or not laid["rolls"]:
        raise Rejected("bad_setup", key="series")
    number, rolls = laid["horse"], laid["rolls"]
    runners = [horse.number for horse in state.running(turn)]
    if isinstance(number, bool) or number not in runners or not isinstance(rolls, list | tuple):
        raise Rejected("bad_setup", key="series.horse", seen=number)
    square, total, counted = state.horse(number).square, 0, list[tuple[Face, ...]]()
    for roll in rolls:
        figures = _figures(state, roll)
        if not figures or len(roll) != state.board.dice_at(square + total):
            raise Rejected("bad_setup", key="series.rolls", seen=roll)
        total += figures
        counted.append(tuple(roll))
    if square + total >= state.board.finish:
        raise Rejected("bad_setup", key="series.rolls", seen=square + total)
    return Series(number, tuple(counted), total)


def _figures(state: State, roll: object) -> int:
    if not isinstance(roll, list | tuple):
        return 0
    valid = all(not isinstance(f, bool) and isinstance(f, str | int) and f in state.faces for f in roll)
    return sum(face in state.figures for face in roll) if valid else 0
