"""Games that exist in tests only: found by their folder, as every game is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import companion.games

FOLDER = str(Path(__file__).parent / "fake_games")


@contextmanager
def fake_games() -> Iterator[None]:
    """Whispers is one of the games inside."""
    companion.games.__path__.append(FOLDER)
    _forget()
    try:
        yield
    finally:
        companion.games.__path__.remove(FOLDER)
        _forget()


def _forget() -> None:
    companion.games.game_ids.cache_clear()
    companion.games.load.cache_clear()
