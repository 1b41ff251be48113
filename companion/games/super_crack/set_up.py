"""How a Super-Crack table lies before the first sale, and before the first race (SC-9, SC-16, SC-17)."""

from __future__ import annotations

from companion.games.super_crack.rules.profile import HORSES
from companion.games.super_crack.rules.state import State, active
from companion.games.super_crack.table import hand_zone, lane_zone
from companion.laying_out import LaidOut, Spread

OWNERS = "owners"
DEALT = 4
"""So many special cards everybody gets before a race (SC-17)."""


def laid_out(state: State) -> LaidOut | None:
    """Before the sale the pawns stand on the start line or beside the track, and the sixteen owners' cards may be
    laid open before the players. Before a race the horses that were bought stand on the line, and before each player
    lie the cards of those and four special cards.
    """
    match state.phase:
        case "opening" | "market" if state.race <= 1 and not any(state.stables):
            stables = tuple(f"stable_{seat}" for seat, _ in enumerate(state.stables, start=1))
            owners = tuple(f"horse_{number}" for number in HORSES)
            return LaidOut(
                {lane_zone(number): ((), ("square_0",)) for number in HORSES},
                (Spread(OWNERS, stables, owners, one_each=False, if_any=True),),
            )
        case "handicap" if not state.handicap_done and not any(state.squares):
            if state.cards.dealt:
                return LaidOut()
            return LaidOut({hand_zone(seat): (("back",) * DEALT,) for seat in active(state)})
        case _:
            return None
