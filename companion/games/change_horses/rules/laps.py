"""The pieces are moved, the lap is closed, and what comes then (CH-12 to CH-16, CH-22 to CH-26, CH-50, CH-74)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.action import Event, Rejected
from companion.games.change_horses.rules.auction import open_auction
from companion.games.change_horses.rules.moving import counts, move_events, moved, someone_crossed
from companion.games.change_horses.rules.state import (
    HORSES,
    MOST_ROUNDS,
    NUMBER,
    Events,
    Field,
    Move,
    Placed,
    State,
    order_set,
    replaced,
)
from companion.games.change_horses.rules.turns import begin_lap


def move_horse(state: State, horse: object, row: object) -> tuple[State, Events]:
    """CH-22 to CH-24: one piece is moved as due; between lanes in any order, in a lane the leading one first."""
    number = NUMBER.get(horse) if isinstance(horse, str) else None
    move = next((due for due in state.due if due.horse == number), None)
    if move is None:
        told = HORSES[number] if number is not None else None
        raise Rejected("horse_does_not_move", horse=told, **_why(state, number))
    ahead = next(due for due in state.due if due.lane == move.lane)
    if ahead is not move:
        raise Rejected("horse_ahead_first", horse=HORSES[move.horse], expected=HORSES[ahead.horse])
    if type(row) is not int or row != move.to:
        seen = row if type(row) is int else None
        raise Rejected(
            "wrong_distance",
            horse=HORSES[move.horse],
            lane=move.lane,
            expected=move.to,
            seen=seen,
            **_why(state, move.horse),
        )
    return _make(state, (move,))


def horses_moved(state: State, horses: object) -> tuple[State, Events]:
    """The rest of the moves is made; pieces that are named must stand where they should."""
    if horses is not None:
        compare(state, moved(state.horses, state.due), horses)
    return _make(state, state.due)


def check_horses(state: State, horses: object) -> tuple[State, Events]:
    """The pieces are compared with the engine's rows, as many as are named."""
    compare(state, state.horses, horses)
    return state, (Event("horses_ok", {}),)


def compare(state: State, places: tuple[Field, ...], horses: object) -> None:
    """Raises ``wrong_horse_position`` with every piece that stands elsewhere, where it belongs, and why."""
    if not isinstance(horses, Mapping):
        raise Rejected("wrong_horse_position", horse=None, wrong=[])
    wrong = []
    for letter in sorted(horses, key=str):
        number = NUMBER.get(letter) if isinstance(letter, str) else None
        if number is None:
            raise Rejected("wrong_horse_position", horse=None, wrong=[])
        seen = _field(horses[letter])
        lane, row = places[number]
        if seen != (lane, row):
            wrong.append(
                {
                    "horse": letter,
                    "expected": {"lane": lane, "row": row},
                    "seen": None if seen is None else {"lane": seen[0], "row": seen[1]},
                    **_why(state, number),
                }
            )
    if wrong:
        lane, row = places[NUMBER[wrong[0]["horse"]]]
        first = {"horse": wrong[0]["horse"], "lane": lane, "row": row}
        why = {key: wrong[0][key] for key in ("reason", "count", "behind")}
        raise Rejected("wrong_horse_position", wrong=wrong, **first, **why)


def _field(place: object) -> Field | None:
    if not isinstance(place, Mapping):
        return None
    lane, row = place.get("lane"), place.get("row")
    return (lane, row) if type(lane) is int and type(row) is int else None


def _why(state: State, number: int | None) -> dict[str, Any]:
    """Why a piece goes where it goes (section 7): "odd", "even", "blocked" or, outside a move, None."""
    if number is None or state.phase != "move":
        return {"reason": None, "count": None, "behind": None}
    count = counts(state.board)[number]
    if count % 2 == 0:
        return {"reason": "even", "count": count, "behind": None}
    behind = _behind(moved(state.horses, state.due), number)
    due = next((move for move in state.due if move.horse == number), None)
    if behind is not None and (due is None or due.to - due.start < count):
        return {"reason": "blocked", "count": count, "behind": behind}
    return {"reason": "odd", "count": count, "behind": None}


def _behind(places: tuple[Field, ...], number: int) -> str | None:
    """The horse on the field before a horse's."""
    lane, row = places[number]
    return next((HORSES[other] for other, place in enumerate(places) if place == (lane, row + 1)), None)


# ---------------------------------------------------------------- the lap is closed


def _make(state: State, made: tuple[Move, ...]) -> tuple[State, Events]:
    left = tuple(move for move in state.due if move not in made)
    after = replaced(state, horses=moved(state.horses, made), due=left)
    events = move_events(state.house, made)
    if left:
        return after, tuple(events)
    closed, more = _close_lap(after)
    return closed, (*events, *more)


def _close_lap(state: State) -> tuple[State, Events]:
    """Line crossed: the end (CH-26, CH-50 a); else after lap 2 the board is cleared (CH-15), and so on."""
    if someone_crossed(state):
        return end_race(state, "finish_line")
    second = state.lap == 2
    board = () if second else state.board
    events = (Event("board_cleared", {}),) if second else ()
    seven_played = state.round >= MOST_ROUNDS and (second or state.house.two)
    if seven_played or all(seat.cards_left <= 1 for seat in state.seats):
        over, more = end_race(replaced(state, board=board), "last_card")
    else:
        over, more = _next_lap(state, board)
    return over, (*events, *more)


def _next_lap(state: State, board: tuple[Placed, ...]) -> tuple[State, Events]:
    """CH-13, CH-16, CH-60, CH-73, CH-74: the next counting, and how its order is found."""
    second = state.lap == 1
    house = state.house
    following = replaced(
        state,
        phase="auction" if house.derby else "select" if house.two else "positions",
        round=state.round + 1 if house.two or not second else state.round,
        lap=2 if second else 1,
        board=board,
    )
    if house.two:
        return _same_or_last_first(following, second, state.board)
    return open_auction(following) if house.derby else (following, ())


def _same_or_last_first(state: State, second: bool, played: tuple[Placed, ...]) -> tuple[State, Events]:
    """CH-73, CH-74: the same player begins; after clearing the one who played last."""
    if second:
        return begin_lap(state)
    last = played[-1].by if played else state.order[-1]
    turned = replaced(state, order=(last, 1 - last))
    begun, events = begin_lap(turned)
    return begun, (order_set(turned), *events)


def end_race(state: State, reason: str) -> tuple[State, Events]:
    """CH-50, CH-51: the race is over and the certificates are awaited."""
    over = replaced(
        state, phase="certificates", turns=(), wild_played=False, due=(), auction=None, end_reason=reason
    )
    return over, (Event("race_over", {"reason": reason}),)
