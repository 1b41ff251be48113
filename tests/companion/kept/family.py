"""A family's journal for the tests: whole games played by chance, entries at known times."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.games import load
from companion.journal import Journal
from companion.record import Header, parse, write
from companion.simulated.players import PLAYERS, Opening, played, table_before
from companion.table import Table

SATURDAY_MS = 1_775_318_400_000
"""4 April 2026, 16:00 UTC."""


@contextmanager
def clock(start_ms: int = SATURDAY_MS, step_ms: int = 4000) -> Iterator[list[int]]:
    """The journal's clock: it goes on by ``step_ms`` with every entry; the list holds what it shows (ms)."""
    now = [start_ms]

    def time_ns() -> int:
        now[0] += step_ms
        return now[0] * 1_000_000

    with patch("companion.journal.time.time_ns", time_ns):
        yield now


def table_in(folder: Path) -> Table:
    """A table with a journal of its own."""
    return Table(Journal(folder / "journal.sqlite"))


def play(
    table: Table,
    game_id: str,
    *players: str,
    seed: int = 0,
    most: int = 100_000,
    options: Mapping[str, Any] | None = None,
    kind: str = "careful",
    as_record: bool = False,
) -> int:
    """Plays a game by chance, to its end or for so many moves; gives its number. A record comes in all at once."""
    game, chance = load(game_id), random.Random(seed)
    setup = table_before(game, players, chance)
    opening = Opening(game, players, options or {}, setup)
    steps = list(played(opening, chance, PLAYERS[kind](), most))
    if as_record:
        header = Header(game_id, players, options or {}, setup)
        return table.take_in(parse(write(header, [step.action for step in steps])))
    table.open_game(game_id, players, options=options, setup=setup)
    for step in steps:
        table.act(step.action)
    return table.number
