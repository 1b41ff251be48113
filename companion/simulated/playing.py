"""Who plays what: for each game the people who know how, and whatever they can do wrong."""

from __future__ import annotations

import random
from typing import Any, Protocol

from companion.game import Action, Game, Rejected
from companion.simulated.crapette import CrapettePlayer
from companion.simulated.players import CarelessPlayer, careful_player, legal
from companion.simulated.truth import infractions

_ATTEMPTS = 6


class Player(Protocol):
    """Somebody who plays all seats of a game."""

    def next(self, state: Any, chance: random.Random) -> Action:
        """A faultless action; the game must not be over."""

    def slip(self, state: Any, chance: random.Random) -> Action | None:
        """An action that may be a fault."""


class AnyPlayer:
    """Plays any game by what its pages offer."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._careless = CarelessPlayer(1.0)

    def next(self, state: Any, chance: random.Random) -> Action:
        """What a seat's own page offers, or anything else that is legal."""
        for action in careful_player(self._game, state, chance):
            if _allowed(self._game, state, action) is not None:
                return action
        return legal(self._game, state, chance)

    def slip(self, state: Any, chance: random.Random) -> Action | None:
        """Whatever else hands or tongues may do here."""
        return next(iter(self._careless(self._game, state, chance)), None)


def player_of(game: Game, optional: float) -> Player:
    """Somebody who knows how to play this game."""
    return CrapettePlayer(game, optional) if game.id == "crapette" else AnyPlayer(game)


def slipped(game: Game, player: Player, state: Any, chance: random.Random) -> Action | None:
    """An action that the rules accept and call a fault; where a game knows no faults, one that they only accept."""
    for _ in range(_ATTEMPTS):
        action = player.slip(state, chance)
        if action is None:
            continue
        faulty = _allowed(game, state, action)
        if faulty is not None and (faulty or not game.codes.infractions):
            return action
    return None


def _allowed(game: Game, state: Any, action: Action) -> bool | None:
    """Whether an accepted action is a fault; None when the rules refuse it."""
    try:
        _, events = game.apply(state, action)
    except Rejected:
        return None
    return bool(infractions(events))
