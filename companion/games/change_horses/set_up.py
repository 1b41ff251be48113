"""How a Change Horses table lies before the first lap (CH-1 to CH-3)."""

from __future__ import annotations

from companion.games.change_horses.rules.state import CARDS, HORSES, State
from companion.games.change_horses.table import BACK, cell_zone
from companion.laying_out import LaidOut, Spread

START = "start"
POSITIONS = "positions"


def laid_out(state: State) -> LaidOut | None:
    """A horse in each lane on the start line, a position card before each player; of what lies in no order only its
    place is known before it is told.

    Cards that players have chosen may lie face down before them; until all else is laid out all fifteen may lie open
    there, to be counted.
    """
    house = state.house
    if (state.round, state.lap) != (1, 1) or any(seat.front for seat in state.seats) or state.board:
        return None
    if state.phase not in ("place_horses", "positions", "select"):
        return None
    spreads = []
    if state.phase == "place_horses":
        lanes = tuple(cell_zone(house, lane, 0) for lane in range(1, house.lanes + 1))
        spreads.append(Spread(START, lanes, tuple(f"horse_{letter}" for letter in HORSES)))
    if state.phase != "select" and not house.two:
        places = tuple(f"position:{name}" for name in house.players)
        numbers = tuple(str(number) for number, _ in enumerate(places, start=1))
        spreads.append(Spread(POSITIONS, places, numbers))
    face_down = tuple((BACK,) * count for count in range(house.visible_cards + 1))
    ways = face_down if state.phase == "select" else (*face_down, CARDS)
    return LaidOut({f"front:{name}": ways for name in house.players}, tuple(spreads))
