"""How people play a game that brings no players of its own: what its pages offer, told as hands do it.

An action may say more than hands show (which slot, which card was drawn): a camera's journal has what was to be seen,
and the rest only when somebody taps it.
"""

from __future__ import annotations

import random
from typing import Any

from companion.action import Action, Rejected
from companion.game import Game
from companion.simulated.players import STOPPING, CarelessPlayer, careful_player, legal
from companion.simulated.truth import infractions

_ATTEMPTS = 40


class PagePlayer:
    """Plays all seats of a game by what its pages offer."""

    needs_to_see = True

    def __init__(self, game: Game) -> None:
        self._game = game
        self._careless = CarelessPlayer(1.0)
        self._shown = game.simulation.shown or _unless_stopping

    def next(self, state: Any, chance: random.Random) -> Action:
        """What a seat's own page offers, or anything else that is legal, as far as hands can show it."""
        for _ in range(_ATTEMPTS):
            for meant in careful_player(self._game, state, chance):
                action = self._shown(state, meant, chance)
                if action is not None and allowed(self._game, state, action) is not None:
                    return action
        return legal(self._game, state, chance)

    def slip(self, state: Any, chance: random.Random) -> Action | None:
        """Whatever else hands or tongues may do here."""
        meant = next(iter(self._careless(self._game, state, chance)), None)
        return None if meant is None else self._shown(state, meant, chance)

    def at_once(self, before: Any, done: Action, action: Action) -> bool:
        """Whether hands may do this before anybody could look at what they have ``done``."""
        return self._game.simulation.at_once(before, done, action)


def allowed(game: Game, state: Any, action: Action) -> bool | None:
    """Whether an accepted action is a fault; None when the rules refuse it."""
    try:
        _, events = game.apply(state, action)
    except Rejected:
        return None
    return bool(infractions(events))


def _unless_stopping(state: Any, action: Action, chance: random.Random) -> Action | None:
    return None if action["do"] in STOPPING else action
