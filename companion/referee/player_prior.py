"""How often each player has slipped so far: of whoever plays well a fault is less likely than that eyes erred."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from companion.action import Action
from companion.referee.weights import Weights


class PlayerPrior:
    """Counts the actions and the faults that were entered of each player."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._actions = Counter[str]()
        self._faults = Counter[str]()
        self._last: Collection[str] = ()

    def note(self, actions: Sequence[Action], faulty: Collection[str]) -> None:
        """These actions were entered, with a fault of each ``faulty`` player among them."""
        self._actions.update(str(action["by"]) for action in actions)
        self._faults.update(faulty)
        self._last = faulty

    def forgive(self) -> None:
        """People took the last entry back: its faults were none."""
        self._faults.subtract(self._last)
        self._last = ()

    def slip_ratio(self, player: str) -> float:
        """How much more (above 1) or less often than usual a player makes a fault."""
        expected = (self._actions[player] + self._weights.actions_before) * self._weights.usual_slips
        return (self._faults[player] + self._weights.faults_before) / expected
