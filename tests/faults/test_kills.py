"""A program that is killed at any moment has lost nothing that it acknowledged, and is soon there again.

The program is a table with its data folder, in a process of its own: what comes down its pipe it has acknowledged.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median

import pytest

from companion.evening.data_folder import DataFolder
from companion.evening.troubles import Troubles
from companion.table import Table
from tests.fakes import fake_games

LONG = bool(os.environ.get("COMPANION_LONG"))
KILLS = 500 if LONG else 12
SEED = 29
LONGEST_START_S = 2.0


@pytest.fixture(autouse=True)
def whispers() -> Iterator[None]:
    with fake_games():
        yield


def play_until_killed(folder: Path, pipe: int, begins_anew: bool) -> None:
    """Plays on; the number of the last entry goes into the pipe at the start and whenever one is acknowledged."""
    held = DataFolder(folder)
    held.hold()
    table = Table(held.journal(Troubles()))
    os.write(pipe, f"{table.seq}\n".encode())
    if begins_anew or table.game is None:
        table.open_game("whispers", ["Ada", "Bea"], setup={"numbers": {"Ada": 3, "Bea": 5}})
    for turn in range(10_000):
        if turn % 7 == 3:
            table.undo()
        elif turn % 11 == 5:
            table.rest()
        else:
            table.act({"by": "Ada", "do": "clap"})
        os.write(pipe, f"{table.seq}\n".encode())


def killed(folder: Path, chance: random.Random) -> tuple[list[int], float]:
    """The numbers that were acknowledged before the kill, the start's first, and how long the start took, s."""
    read, write = os.pipe()
    begun = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            play_until_killed(folder, write, chance.random() < 0.1)
        finally:
            os._exit(1)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        told = [int(pipe.readline())]
        started = time.monotonic() - begun
        told += [int(pipe.readline()) for _ in range(chance.randint(0, 30))]
        time.sleep(chance.random() * 0.01)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        told += [int(line) for line in pipe.read().split(b"\n")[:-1]]
    return told, started


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    acknowledged, starts, last = 0, [], 0
    for _ in range(KILLS):
        told, started = killed(tmp_path, chance)
        assert told[0] >= last, "entries are missing"
        acknowledged += len(set(told[1:]) - {told[0]})
        last = told[-1]
        starts.append(started)
        with closing(
            sqlite3.connect(f"{(tmp_path / 'journal.sqlite').as_uri()}?mode=ro", uri=True)
        ) as database:
            assert database.execute("SELECT COUNT(*) FROM entry").fetchone()[0] >= last
    print(
        f"{KILLS} kills, {acknowledged} acknowledged, start p50 {median(starts):.3f} s, at most {max(starts):.3f} s"
    )
    assert acknowledged > 4 * KILLS
    assert median(starts) <= LONGEST_START_S
    troubles = Troubles()
    journal = DataFolder(tmp_path).journal(troubles)
    assert journal.seq >= last and troubles() == ()
    journal.close()
