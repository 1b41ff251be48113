"""How a Racko table lies before the first turn of a round (RK-3 to RK-6)."""

from __future__ import annotations

from companion.games.racko.rules.state import SLOTS, State
from companion.games.racko.table import DISCARD, RACKS
from companion.laying_out import ANY, LaidOut

_DEALING = frozenset({"draw_for_deal", "ready_to_deal", "dealing", "turn_up"})


def laid_out(state: State) -> LaidOut | None:
    """The stock, and a card that begins the face-up pile; a rack stands, or all ten cards of it lie open."""
    if state.phase not in _DEALING and (state.phase != "draw" or state.last_player is not None):
        return None
    racks = {zone: ((), (ANY,) * len(SLOTS)) for zone, _ in zip(RACKS, state.house.seats, strict=False)}
    if state.phase == "draw":
        return LaidOut(racks)
    turned_up = ((ANY,),) if state.phase == "turn_up" else ((), (ANY,))
    return LaidOut({**racks, DISCARD: turned_up})
