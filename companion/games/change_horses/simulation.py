"""How a simulated family plays Change Horses: its pages know more than its hands show."""

from __future__ import annotations

import random
from typing import Any

from companion.action import Action
from companion.game import Game
from companion.sighting import BACK, EMPTY
from companion.simulation import Simulation

_NOTED = 0.2
"""How often somebody notes on the own page what only he knows, of those times when it is offered."""


def _shown(state: Any, action: Action, chance: random.Random) -> Action | None:
    match action["do"]:
        case "check_horses":
            return None
        case "note_certificate" if action.get("correct") or chance.random() >= _NOTED:
            return None
        case "play_wild" if action.get("use") == "change_horse":
            return {"by": action["by"], "do": "play_wild", "use": "change_horse"}
        case "show_certificate":
            return {name: value for name, value in action.items() if name != "correct"}
        case _:
            return action


def _any_wild_card(game: Game, state: Any, chance: random.Random) -> dict[str, Any]:
    """A wild card out of turn or on the wrong thing, a certificate claimed, a bid out of reach."""
    by = chance.choice(game.view(state).public["players"])
    letter, other = (chance.choice("ABCDEF") for _ in range(2))
    moves = [{"horse": horse, "dir": chance.choice(("in", "out"))} for horse in (letter, other)]
    return chance.choice(
        (
            {"by": by, "do": "play_wild", "use": "fast_track"},
            {"by": by, "do": "play_wild", "use": "slippery", "moves": moves},
            {"by": by, "do": "play_wild", "use": "stumble", "owner": by, "card": letter + other},
            {"by": by, "do": "play_wild", "use": "change_horse", "gives": letter, "takes": other},
            {"by": by, "do": "note_certificate", "horses": [letter]},
            {"by": by, "do": "bid", "amount": chance.randint(0, 60)},
            {"by": by, "do": "move_horse", "horse": letter, "row": chance.randint(0, 14)},
        )
    )


SIMULATION = Simulation(
    slip=_any_wild_card,
    shown=_shown,
    # Pairs of horses (AC) are no playing cards, though they are spelt like some; pairs are taken for pairs.
    faces=frozenset((*map(str, range(1, 31)), EMPTY, BACK)),
)
