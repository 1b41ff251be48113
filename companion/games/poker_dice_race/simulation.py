"""How a simulated family plays the dice race: hands throw and stop, nobody confirms what a look shows."""

from __future__ import annotations

import random
from typing import Any

from companion.action import Action
from companion.simulation import Simulation


def _shown(state: Any, action: Action, chance: random.Random) -> Action | None:
    return None if action["do"] == "confirm_position" else action


SIMULATION = Simulation(shown=_shown, faces=frozenset(("9", "10", "J", "Q", "K", "A")))
