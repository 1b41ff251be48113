"""The games, one package each. A game is found by its folder: nothing else lists it."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from companion.game import Game


@cache
def game_ids() -> tuple[str, ...]:
    """The ids of all games there are, in alphabetical order."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def load(game_id: str) -> Game:
    """The manifest of one game; raises KeyError when there is no such game."""
    if game_id not in game_ids():
        raise KeyError(game_id)
    manifest = importlib.import_module(f"{__name__}.{game_id}.manifest")
    game: Game = manifest.GAME
    return game


def all_games() -> tuple[Game, ...]:
    """The manifests of all games, by id."""
    return tuple(load(game_id) for game_id in game_ids())
