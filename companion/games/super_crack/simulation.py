"""How a simulated family plays Super-Crack: one race an evening, and any card in any hand."""

from __future__ import annotations

import random
from typing import Any

from companion.action import Action
from companion.game import Game
from companion.simulated.players import STOPPING
from companion.simulation import Simulation


def _shown(state: Any, action: Action, chance: random.Random) -> Action | None:
    match action["do"]:
        case "confirm_position":
            return None
        case "draw_card":
            return {**action, "card": None}
        case _:
            return None if action["do"] in STOPPING else action


def _any_special_card(game: Game, state: Any, chance: random.Random) -> dict[str, Any]:
    """Any special card on any horse, or any sum in the market, by anybody."""
    by = chance.choice(game.view(state).public["players"])
    cards = sorted(game.default_profile()["deck"])
    horse = chance.randint(1, 16)
    match chance.randrange(4):
        case 0:
            return {"by": by, "do": "play_card", "card": chance.choice(cards)}
        case 1:
            return {"by": by, "do": "auction_bid", "amount": chance.randrange(-100, 3000, 50)}
        case 2:
            return {"by": by, "do": "identify_cards", "cards": [chance.choice(cards)]}
        case _:
            return {"by": by, "do": "play_card", "card": chance.choice(cards), "horse": horse}


SIMULATION = Simulation(slip=_any_special_card, shown=_shown, evening={"max_races": 1})
