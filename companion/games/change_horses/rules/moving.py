"""How horses move: counting the cards, and what that does on the course (CH-20 to CH-25)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.action import Event
from companion.games.change_horses.rules.state import (
    HORSES,
    HORSES_OF,
    Events,
    Field,
    House,
    Move,
    Placed,
    State,
    replaced,
)


def counts(board: Sequence[Placed]) -> list[int]:
    """How often each horse is visible on the betting board (CH-20); covered cards do not count (CH-41)."""
    found = [0] * len(HORSES)
    for placed in board:
        if placed.covered_by is None:
            first, second = HORSES_OF[placed.card]
            found[first] += 1
            found[second] += 1
    return found


def moves(horses: Sequence[Field], wanted: Sequence[int]) -> tuple[list[Move], list[Event]]:
    """Each horse's move when it should go the given number of fields, in moving order, and ``horse_blocked`` events.

    CH-23: inside lane first, in one lane the leading horse first. CH-24, CH-25: no horse jumps or shares a field; it
    goes as far as the horse before it, already moved, lets it.
    """
    due: list[Move] = []
    blocked: list[Event] = []
    lane_before, free_to = 0, 0
    for lane, back, number in sorted((lane, -row, number) for number, (lane, row) in enumerate(horses)):
        row, steps = -back, wanted[number]
        to = row + steps
        if lane == lane_before and to > free_to:
            to = free_to
        if to > row:
            due.append(Move(number, lane, row, to))
        if to - row < steps:
            fields = {"horse": HORSES[number], "wanted": steps, "moved": to - row}
            blocked.append(Event("horse_blocked", fields))
        lane_before, free_to = lane, to - 1
    return due, blocked


def work_out(state: State) -> tuple[State, Events]:
    """The last card of the lap lies: the moves that are due (CH-12, CH-14, CH-21, CH-22)."""
    found = counts(state.board)
    due, blocked = moves(state.horses, [count if count % 2 else 0 for count in found])
    moving = replaced(state, phase="move", turns=(), wild_played=False, auction=None, due=tuple(due))
    told = Event("move_horses", {"counts": dict(zip(HORSES, found, strict=True))})
    return moving, (told, *blocked)


def moved(horses: tuple[Field, ...], made: Sequence[Move]) -> tuple[Field, ...]:
    """The horses after some moves."""
    places = list(horses)
    for move in made:
        places[move.horse] = (move.lane, move.to)
    return tuple(places)


def move_events(house: House, made: Sequence[Move]) -> list[Event]:
    """What is told of moves: each horse's row, and who crossed the line (CH-26)."""
    events: list[Event] = []
    for move in made:
        letter = HORSES[move.horse]
        events.append(Event("horse_moved", {"horse": letter, "to": move.to}))
        if move.start < house.finish_row <= move.to:
            events.append(Event("finish_line_crossed", {"horse": letter}))
    return events


def someone_crossed(state: State) -> bool:
    """Whether a horse has crossed the line: its row is ``finish_row`` or more (section 1)."""
    return any(row >= state.house.finish_row for _, row in state.horses)
