"""Who plays what: for each game the people who know how, and whatever they can do wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from companion.action import Action
from companion.game import Game
from companion.simulated.page_player import PagePlayer, allowed
from companion.simulated.players import CannotPlay
from companion.simulation import Player

_ATTEMPTS = 6


class Script:
    """Plays a record's actions one after the other; raises ``ScriptEnded`` when there are no more."""

    needs_to_see = True

    def __init__(self, actions: Sequence[Action], played: Callable[[], int]) -> None:
        """``played`` tells how many of the actions count by now."""
        self._actions = tuple(actions)
        self._played = played

    def next(self, state: Any, chance: random.Random) -> Action:
        """The action that follows those that count."""
        done = self._played()
        if done >= len(self._actions):
            raise ScriptEnded("the record has no more actions")
        return self._actions[done]

    def slip(self, state: Any, chance: random.Random) -> Action | None:
        """What is a fault in a record is done without slipping."""
        return None

    def at_once(self, before: Any, done: Action, action: Action) -> bool:
        """A record knows of no haste."""
        return False


class ScriptEnded(CannotPlay):
    """Everything that was written down has been played."""


def player_of(game: Game, optional: float) -> Player:
    """Somebody who knows how to play this game."""
    own = game.simulation.player
    return PagePlayer(game) if own is None else own(game, optional)


def slipped(game: Game, player: Player, state: Any, chance: random.Random) -> Action | None:
    """An action that the rules accept and call a fault; where a game knows no faults, one that they only accept."""
    for _ in range(_ATTEMPTS):
        action = player.slip(state, chance)
        if action is None:
            continue
        faulty = allowed(game, state, action)
        if faulty is not None and (faulty or not game.codes.infractions):
            return action
    return None
