"""A sixth game among the five: its folder, outside the program, joins those where games are looked for.

As a plugin of pytest (``-p tests.sixth_game.seated``) it is there before the tests are collected, so that the kit
finds it like any other.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import companion.games

FOLDER = Path(__file__).parent / "games"
ASKED = "COMPANION_SIXTH_GAME"
"""Set where the game shall join as soon as this module is loaded."""


def _look_again() -> None:
    companion.games.game_ids.cache_clear()
    companion.games.load.cache_clear()


def seat() -> None:
    """From here on the sixth game is found."""
    companion.games.__path__.append(str(FOLDER))
    _look_again()


@contextmanager
def seated() -> Iterator[None]:
    """For as long as this lasts the sixth game is found."""
    seat()
    try:
        yield
    finally:
        companion.games.__path__.remove(str(FOLDER))
        _look_again()


@contextmanager
def seated_without(left_out: str, folder: Path) -> Iterator[None]:
    """The same of a copy in ``folder`` that lacks one of its files."""
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns(left_out, "__pycache__"))
    _forget()
    companion.games.__path__.append(str(folder))
    _look_again()
    try:
        yield
    finally:
        companion.games.__path__.remove(str(folder))
        _look_again()
        _forget()


def _forget() -> None:
    """Nobody has read the sixth game's folder yet."""
    package = f"{companion.games.__name__}.pig"
    for name in [one for one in sys.modules if one == package or one.startswith(f"{package}.")]:
        del sys.modules[name]


if os.environ.get(ASKED):
    seat()
