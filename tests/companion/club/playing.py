"""Tables whose people play by themselves, for the tests of a club."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.club.message import chained
from companion.games import load
from companion.journal import Journal
from companion.simulated.players import opened, played
from companion.table import Table

WAIT_S = 20.0
CHAIN = "00112233445566ff"


class PlayedTable:
    """A table with its journal in a folder, at which a game is played move by move."""

    def __init__(self, folder: Path, game: str = "crapette", seed: int = 1) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.journal = Journal(folder / "journal.sqlite")
        self.table = Table(self.journal)
        self._chance = random.Random(seed)
        self._game = game
        self._moves: Iterator[Any] = iter(())

    def open(self) -> PlayedTable:
        """Begins a game."""
        opening = opened(load(self._game), self._chance, plain=True)
        self.table.open_game(
            opening.game.id, opening.players, options=dict(opening.options), setup=dict(opening.setup)
        )
        self._moves = (step.action for step in played(opening, self._chance, most=10_000))
        return self

    def play(self, moves: int) -> PlayedTable:
        """Plays on, as many moves as there are."""
        for _, action in zip(range(moves), self._moves, strict=False):
            self.table.act(action)
        return self


def wait_until(true: Callable[[], bool], what: str) -> None:
    """Waits for something that comes soon; fails, saying what did not come."""
    deadline = time.monotonic() + WAIT_S
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


def entry(seq: int, previous: str, **changed: Any) -> dict[str, Any]:
    """A public entry of a table by the window, without contents."""
    body = {
        **{"version": 1, "table": "window", "chain": CHAIN, "seq": seq, "at": 1_795_000_000_000, "game": 1},
        **{
            "kind": "action",
            "over": False,
            "winners": [],
            "line": {},
            "events": [],
            "moves": seq,
            "opened": None,
        },
    }
    return chained({**body, **changed}, previous)
