"""The games, one package each. A game is found by its folder: nothing else lists it."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from companion.game import Game
from companion.languages import HOUSE


@cache
def game_ids() -> tuple[str, ...]:
    """The ids of all games there are, in alphabetical order."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def named(text: str) -> str:
    """The id of the game that somebody calls so, by its id or by its title; what no game is called stays as it is."""
    titles = {load(game_id).title.casefold(): game_id for game_id in game_ids()}
    return text if text in game_ids() else titles.get(text.casefold(), text)


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


def catalogue_homes() -> tuple[str, ...]:
    """The packages that have sentences of their own: the house, and every game."""
    return (HOUSE, *(f"{__name__}.{game_id}" for game_id in game_ids()))


@cache
def first_game() -> str:
    """The game of an evening that names none: the one whose manifest says that it ``opens``."""
    return next(game.id for game in all_games() if game.opens)


def zone_plan(game_id: str) -> Mapping[str, Any] | None:
    """Where the game's zones lie on a table, as data (``zones.json`` in its folder); None where it brings no plan."""
    plan = brought(game_id, "zones.json")
    return None if plan is None else json.loads(plan)


def brought(game_id: str, name: str) -> str | None:
    """A text file that a game brings in its folder ("page/style.css"); None where it brings none."""
    if game_id not in game_ids():
        return None
    file = resources.files(f"{__name__}.{game_id}").joinpath(*name.split("/"))
    return file.read_text(encoding="utf-8") if file.is_file() else None
