"""What hands that slip do wrongly though no rule calls it a fault: things put down elsewhere, refused actions."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from companion.simulated.parameters import Habits
from companion.simulated.truth import Deed
from companion.simulation import Refused, Simulation


class Slips:
    """The slips of a family at a game, as the game says that they are made."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation

    def put_down_wrongly(
        self, deed: Deed, habit: Habits, chance: random.Random
    ) -> Mapping[str, Sequence[str]]:
        """What lies otherwise than it should after a deed; empty where the hand did not slip."""
        misplaced = self._simulation.misplaced
        if misplaced is None or not habit.faults or chance.random() >= habit.faults:
            return {}
        return misplaced(deed.before, deed.action, deed.after, chance)

    def refused(self, state: Any, kinds: Mapping[str, Habits], chance: random.Random) -> Refused | None:
        """What a hand that slips does now though the rules refuse it; None where none slips."""
        refused = self._simulation.refused
        wrong = None if refused is None else refused(state, chance)
        if wrong is None or chance.random() >= kinds[wrong.by].faults:
            return None
        return wrong
