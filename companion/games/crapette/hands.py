"""What hands do in Crapette: the zones they touch, what lies there when nobody judges, and how often hands slip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.action import Action, Event
from companion.games.crapette.doubts import CrapetteDoubts
from companion.games.crapette.rules.state import Draft, House, State
from companion.hands import Hands

TAPPED = frozenset(
    {"pass", "call", "accept", "take_back", "agree_draw", "show_under", "choose_first", "correct"}
)
"""What no picture shows: it is said or decided, or (``show_under``) shown and put back at once."""

SLIPS: Mapping[str, float] = {
    "out_of_turn": 0.003,
    "own_waste_played": 0.005,
    "opponent_pile_played": 0.003,
    "foundation_card_moved": 0.003,
    "covered_card_moved": 0.002,
    "own_pile_loaded": 0.003,
    "several_cards_moved": 0.01,
    "wrong_foundation": 0.01,
    "wrong_series": 0.01,
    "wrong_load": 0.01,
    "early_recycle": 0.01,
}
"""How likely a placement fault (section 4.2) is beside a faultless move of the same kind
(probability ratios, chosen)."""
OMISSION = 0.05
"""The same for a move that only comes too early (section 4.3): it happens to everybody
(probability ratio, chosen)."""
FROM_ANOTHER_SIDE = 0.004
"""A card of a case, which belongs to nobody, moved out of turn: about as likely as that the side of a hand was seen
wrongly, so that it is asked first: section 7, "Who moved it?" (probability ratio, chosen)."""
OUT_OF_ANOTHERS_HAND = 0.0002
"""A card that the other has drawn is played by the other: far more likely the side of a hand was seen wrongly
(probability ratio, chosen)."""


def touched(state: State, action: Action) -> tuple[str, ...]:
    """The zones of an action, source first; none for what is said and not done."""
    by = action["by"]
    match action["do"]:
        case "move":
            return (action["from"], action["to"])
        case "draw":
            return (f"stock:{by}", f"hand:{by}")
        case "discard":
            return (f"hand:{by}", f"waste:{by}")
        case "turn_reserve":
            return (f"reserve:{by}",)
        case "recycle":
            return (f"waste:{by}", f"stock:{by}")
        case _:
            return ()


def unjudged(state: State) -> State:
    """The same moment with a referee who waits to be called: nothing is put back and no turn is lost (4.5)."""
    if state.house.referee == "on_call":
        return state
    silent = Draft(state)
    silent.house, silent.awaits_decision = _silent(state.house), False
    return silent.state()


@lru_cache(maxsize=2)
def _silent(house: House) -> House:
    return replace(house, referee="on_call")


def accuses(events: Sequence[Event]) -> bool:
    """Whether a fault is told to everybody: called by the referee, or warned of by the coach."""
    return any(event.name == "infraction" and event.audience is None for event in events)


def habit(state: State, action: Action, events: Sequence[Event]) -> float:
    """How likely the action is beside a faultless one: the worst of its faults decides, and whose turn it is."""
    likely = out_of_turn = 1.0
    for event in events:
        if event.name == "infraction" and event.fields["code"] == "out_of_turn":
            out_of_turn = _taken_out_of_turn(action)
        elif event.name == "infraction":
            likely = min(likely, SLIPS.get(event.fields["code"], OMISSION))
    if out_of_turn < 1.0 and action.get("count", 1) > 1:
        likely *= SLIPS["several_cards_moved"]
    return likely * out_of_turn


def _taken_out_of_turn(action: Action) -> float:
    source = action["from"] if action["do"] == "move" else ""
    if source.startswith("hand:") and source != f"hand:{action['by']}":
        return OUT_OF_ANOTHERS_HAND
    return FROM_ANOTHER_SIDE if source[:1] == "T" else SLIPS["out_of_turn"]


def called(options: Mapping[str, Any], player: str) -> Action | None:
    """A player's call "Crapette!", where the players call (``on_call``)."""
    return {"by": player, "do": "call"} if options["referee"] == "on_call" else None


HANDS = Hands(
    touched=touched,
    tapped=TAPPED,
    unjudged=unjudged,
    accuses=accuses,
    habit=habit,
    doubts=CrapetteDoubts(),
)
