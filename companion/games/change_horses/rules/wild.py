"""The four uses of a wild horse card (CH-40 to CH-48)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.action import Action, Event, Rejected
from companion.games.change_horses.rules.certificates import exchange
from companion.games.change_horses.rules.laps import end_race
from companion.games.change_horses.rules.moving import move_events, moved, moves
from companion.games.change_horses.rules.state import (
    HORSES,
    NUMBER,
    USES,
    Events,
    Field,
    Placed,
    State,
    replaced,
    with_seat,
)
from companion.games.change_horses.rules.turns import require_turn

SIDEWAYS: Mapping[str, int] = {"in": -1, "out": 1}
FAST = 2
"""CH-45: how many fields the fast track is good for, and how many of the rearmost rows it moves."""


def play_wild(state: State, by: int, action: Action) -> tuple[State, Events]:
    """CH-40: on one's own turn before the movement card, one a turn; the use is announced."""
    require_turn(state, by)
    if not state.seats[by].wild_left:
        raise Rejected("no_wild_left", player=state.name(by))
    if state.wild_played:
        raise Rejected("one_wild_per_turn", player=state.name(by))
    use = action.get("use")
    if not isinstance(use, str) or use not in USES:
        raise Rejected("unknown_wild_use", seen=use if isinstance(use, str) else None)
    told = Event("wild_played", {"player": state.name(by), "use": use})
    match use:
        case "stumble":
            played, events = _stumble(state, by, action.get("owner"), action.get("card"))
        case "slippery":
            played, events = _slippery(state, action.get("moves"))
        case "fast_track":
            played, events = _fast_track(state)
        case _:
            played, events = exchange(state, by, action.get("gives"), action.get("takes"))
    seat = played.seats[by]
    spent = replaced(
        played,
        seats=with_seat(played.seats, by, seat._replace(wild_left=seat.wild_left - 1)),
        wild_played=played.phase == "play",
    )
    return spent, (told, *events)


def _stumble(state: State, by: int, owner: object, card: object) -> tuple[State, Events]:
    """CH-41, CH-42: the wild card covers a card on the board until that is cleared."""
    number = state.house.seat(owner)
    lying = [place for place, one in enumerate(state.board) if one.by == number and one.card == card]
    if not lying:
        known = card if isinstance(card, str) else None
        raise Rejected("card_not_on_board", seen=known, owner=state.name(number))
    place = next((place for place in lying if state.board[place].covered_by is None), lying[0])
    placed = state.board[place]
    if placed.covered_by is not None:
        raise Rejected("already_covered", seen=placed.card, owner=state.name(number))
    covered = Placed(placed.by, placed.card, by)
    return replaced(state, board=(*state.board[:place], covered, *state.board[place + 1 :])), ()


# ---------------------------------------------------------------- slippery track


def _slippery(state: State, shifts: object) -> tuple[State, Events]:
    """CH-44: two different horses go one lane sideways, one after the other; no horse leaves the track."""
    if not isinstance(shifts, list | tuple) or len(shifts) != 2:
        seen = len(shifts) if isinstance(shifts, list | tuple) else 0
        raise Rejected("wrong_horse_count", expected=2, seen=seen)
    named = [shift.get("horse") if isinstance(shift, Mapping) else None for shift in shifts]
    if isinstance(named[0], str) and named[0] == named[1]:
        raise Rejected("same_horse", horse=named[0] if named[0] in NUMBER else None)
    horses, events = state.horses, []
    for shift in shifts:
        horses, number = _shifted(horses, state.house.lanes, shift)
        fields = {"horse": HORSES[number], "lane": horses[number][0]}
        events.append(Event("horse_shifted", fields))
    return replaced(state, horses=horses), tuple(events)


def _shifted(horses: tuple[Field, ...], lanes: int, shift: object) -> tuple[tuple[Field, ...], int]:
    horse = shift.get("horse") if isinstance(shift, Mapping) else None
    number = NUMBER.get(horse) if isinstance(horse, str) else None
    if number is None:
        raise Rejected("unknown_horse", seen=horse if isinstance(horse, str) else None)
    direction = shift.get("dir") if isinstance(shift, Mapping) else None
    if not isinstance(direction, str) or direction not in SIDEWAYS:
        raise Rejected("bad_direction", horse=horse)
    lane, row = horses[number]
    lane += SIDEWAYS[direction]
    if not 1 <= lane <= lanes:
        raise Rejected("off_track", horse=horse, expected=[1, lanes])
    if (lane, row) in horses:
        raise Rejected("cell_taken", horse=horse, lane=lane, row=row)
    return (*horses[:number], (lane, row), *horses[number + 1 :]), number


_SHIFTS: tuple[tuple[int, int, Mapping[str, str]], ...] = tuple(
    (number, step, {"horse": letter, "dir": direction})
    for number, letter in enumerate(HORSES)
    for direction, step in SIDEWAYS.items()
)


@lru_cache(maxsize=1024)
def possible_shifts(horses: tuple[Field, ...], lanes: int) -> tuple[list[Mapping[str, str]], ...]:
    """Every pair of shifts that the slippery track allows (CH-44), the first one made before the second.

    Kept for some positions: pieces move much more seldom than somebody asks what may be played.
    """
    pairs: list[list[Mapping[str, str]]] = []
    occupied = set(horses)
    for first, step, shift in _SHIFTS:
        lane, row = horses[first]
        entered = (lane + step, row)
        if entered in occupied or not 1 <= lane + step <= lanes:
            continue
        now = (occupied - {(lane, row)}) | {entered}
        for second, step_2, shift_2 in _SHIFTS:
            lane_2, row_2 = horses[second]
            possible = second != first and 1 <= lane_2 + step_2 <= lanes
            if possible and (lane_2 + step_2, row_2) not in now:
                pairs.append([shift, shift_2])
    return tuple(pairs)


# ---------------------------------------------------------------- fast track


def _fast_track(state: State) -> tuple[State, Events]:
    """CH-45, CH-46: all horses on the two rearmost rows with horses move two fields; crossing ends the race."""
    made, blocked = moves(state.horses, fast_track_steps(state.horses))
    after = replaced(state, horses=moved(state.horses, made))
    events = [*move_events(state.house, made), *blocked]
    crossed = any(event.name == "finish_line_crossed" for event in events)
    if not crossed or state.house.option("fast_track_finish") == "finish_lap":
        return after, tuple(events)
    over, more = end_race(after, "finish_line")
    return over, (*events, *more)


def fast_track_steps(horses: tuple[Field, ...]) -> list[int]:
    """How far each horse would go on the fast track if nothing stood in its way (CH-45)."""
    rearmost = sorted({row for _, row in horses})[:FAST]
    return [FAST if row in rearmost else 0 for _, row in horses]
