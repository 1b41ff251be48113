"""A sixth game among the five: its folder, outside the program, joins those where games are looked for.

As a plugin of pytest (``-p tests.sixth_game.seated``) it is there before the tests are collected, so that the kit
finds it like any other.
"""

from __future__ import annotations

import os
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


if os.environ.get(ASKED):
    seat()
