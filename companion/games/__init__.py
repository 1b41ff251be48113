"""The games, one package each. A game is found by its folder: nothing else lists it."""

from __future__ import annotations

import importlib
import json
import pkgutil
import traceback
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from companion.game import Game
from companion.languages import HOUSE
from companion.wrong_use import WrongUse


class BrokenGame(WrongUse):
    """A folder among the games is no whole game; the message says which one and what is wrong with it."""

    def __init__(self, game_id: str, wrong: str) -> None:
        super().__init__(f"the game in the folder {game_id!r} cannot be loaded: {wrong}")


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
    """The manifest of one game; raises KeyError when there is no such game, BrokenGame when it cannot be used."""
    if game_id not in game_ids():
        raise KeyError(game_id)
    name = f"{__name__}.{game_id}.manifest"
    try:
        game = getattr(importlib.import_module(name), "GAME", None)
    except Exception as error:  # whatever a game under construction raises
        if isinstance(error, ModuleNotFoundError) and error.name == name:
            raise BrokenGame(
                game_id, "it has no manifest.py (docs/adding-a-game.md says what belongs there)"
            ) from error
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}, line {last.lineno}"
        raise BrokenGame(game_id, f"{type(error).__name__} in {place}: {error}") from error
    if not isinstance(game, Game):
        raise BrokenGame(game_id, "its manifest.py must say GAME = Game(…)")
    if game.id != game_id:
        raise BrokenGame(game_id, f"its manifest.py says id={game.id!r}; the id is the name of the folder")
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
