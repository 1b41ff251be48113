"""How a simulated family plays Racko: its pages know more than its hands show."""

from __future__ import annotations

import random
from typing import Any

from companion.action import Action
from companion.game import Game
from companion.games.racko.rules.state import State
from companion.games.racko.table import DISCARD
from companion.sighting import BACK, EMPTY
from companion.simulation import Refused, Simulation

_EARLY = 0.1
"""How often a rack is announced of those times when the page would let anybody do it."""
_NOTED = 0.2
"""How often somebody notes on the own page what only he knows, of those times when it is offered."""
_LAID_BACK = 0.5
"""How often a hand that slips lays the face-up card back rather than a card that is none of the game."""
_MOST_CARDS = 60
"""The cards of the box; with two or three players not all of them are in the game (RK-1)."""


def _shown(state: Any, action: Action, chance: random.Random) -> Action | None:
    by = action["by"]
    match action["do"]:
        case "draw_stock":
            return {"by": by, "do": "draw_stock"}
        case "exchange" | "discard" | "discard_drawn":
            card = action.get("discarded") or action.get("card")
            if card is None:
                return None
            taken = state.held is not None and state.held.source == "discard"
            return {"by": by, "do": "exchange", "discarded": card} if taken else _laid_off(by, card)
        case "deal":
            return {**action, "one_by_one": False}
        case "racko" | "racko_eclair" if chance.random() >= _EARLY:
            return None
        case "note_slot" if action.get("correct") or chance.random() >= _NOTED:
            return None
        case "show_rack" if action.get("rack") is None:
            return None
        case "racko" | "racko_eclair" | "show_rack":
            return {name: value for name, value in action.items() if name != "correct"}
        case _:
            return action


def _laid_off(by: str, card: object) -> Action:
    return {"by": by, "do": "discard", "card": card}


def _at_once(before: Any, done: Action, action: Action) -> bool:
    """Nobody takes or exchanges a card before he has looked at it; a hand at the stock waits for nobody."""
    if action["do"] == "draw_stock":
        return done["do"] in ("exchange", "discard")
    return action["do"] in ("turn_up", "show_rack")


def _refused(state: State, chance: random.Random) -> Refused | None:
    """A card that is none of the game, the face-up card laid back unchanged (RK-11), or one taken out of turn.

    Whoever takes up the card that he has just laid there takes it back.
    """
    held, pile = state.held, state.pile.cards
    if state.turn is None or state.phase not in ("draw", "place"):
        return None
    below = tuple(str(card) for card in pile[-2:-1])
    if state.phase == "draw" or held is None:
        others = [player for player in state.in_round if player not in (state.turn, state.last_player)]
        return Refused(chance.choice(others), {DISCARD: below}) if others and pile else None
    foreign = range(state.deck_max + 1, _MOST_CARDS + 1)
    if held.source == "discard" and held.card is not None and chance.random() < _LAID_BACK:
        return Refused(held.player, {DISCARD: (str(held.card),)})
    return Refused(held.player, {DISCARD: (str(chance.choice(foreign)),)}) if foreign else None


def _rack_shown_too_early(game: Game, state: Any, chance: random.Random) -> dict[str, Any]:
    """A rack is announced that agrees with what is known of it but need not ascend."""
    view = game.view(state)
    by = chance.choice(view.public["players"])
    rack = list(view.private.get(by, {}).get("rack") or [None] * 10)
    free = [number for number in range(1, view.public["deck_max"] + 1) if number not in rack]
    told = [chance.choice(free) if card is None else card for card in rack]
    return {"by": by, "do": chance.choice(("racko", "racko_eclair", "show_rack")), "rack": told}


SIMULATION = Simulation(
    slip=_rack_shown_too_early,
    refused=_refused,
    shown=_shown,
    seen_as="printed",
    most_questions=4,
    at_once=_at_once,
    faces=frozenset((*map(str, range(1, 61)), EMPTY, BACK)),
    film={"target": 100},
)
