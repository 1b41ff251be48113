"""A program of its own: game after game before an open page, on a clock that runs ahead; it tells what it holds.

``python -m tests.faults.many_games FOLDER ROUNDS HOURS MOVES`` prints a line of JSON after every round, in which each
game is played once. What a camera follows without pictures is played by hands, all else by taps.
"""

from __future__ import annotations

import gc
import http.client
import json
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.evening.data_folder import DataFolder
from companion.evening.memory import give_memory_back, keep_memory_together
from companion.evening.troubles import Troubles
from companion.game import Game
from companion.games import game_ids, load
from companion.journal import Entry
from companion.simulated.family import can_play
from companion.simulated.film import Film, open_simulated
from companion.simulated.players import opened, played
from companion.table import Table
from tests.page_app import page_app
from web.live.hub import HEARTBEAT_S
from web.server import PageServer

STREAMS = 3
OUR_OWN = ("companion", "web")
PAGES = ("/", "/?panel=history", "/home", "/games", "/league", "/api/v1/state")


class Clock:
    """The machine's clocks, ahead by what has been let pass."""

    def __init__(self) -> None:
        self.ahead_s = 0.0
        for name, unit in (("monotonic", 1), ("time", 1), ("time_ns", 1_000_000_000)):
            setattr(time, name, self._of(getattr(time, name), unit))

    def _of(self, real: Callable[[], Any], unit: int) -> Callable[[], Any]:
        return lambda: real() + type(real())(self.ahead_s * unit)


class Visitors:
    """Browsers: some that listen all the time, and one that looks at every page now and then."""

    def __init__(self, port: int) -> None:
        self._port = port
        for _ in range(STREAMS):
            threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:  # whoever is dropped comes again
            with suppress(OSError, http.client.HTTPException):
                line = http.client.HTTPConnection("127.0.0.1", self._port)
                line.request("GET", "/api/v1/events")
                answer = line.getresponse()
                while answer.read1(65_536):
                    pass
            time.sleep(0.1)

    def look(self, *pages: str) -> None:
        """Each page once."""
        browser = http.client.HTTPConnection("127.0.0.1", self._port)
        for page in pages:
            browser.request("GET", page)
            answer = browser.getresponse()
            answer.read()
            assert answer.status == http.client.OK, page
        browser.close()


def play(table: Table, game: Game, chance: random.Random, moves: int) -> Iterator[None]:
    """One game up to so many moves; yields now and then."""
    opening = opened(game, chance, plain=True)
    if can_play(game):
        yield from play_by_hands(table, game, opening.players, chance, moves)
        return
    table.open_game(game.id, opening.players, options=dict(opening.options), setup=dict(opening.setup))
    for number, step in enumerate(played(opening, chance, most=moves)):
        if table.snapshot().over:
            return
        table.act(step.action)
        if number % 13 == 5:
            table.undo()
            table.act(step.action)
        if number % 30 == 29:
            yield


def play_by_hands(
    table: Table, game: Game, players: Sequence[str], chance: random.Random, moves: int
) -> Iterator[None]:
    """The same before a camera whose pictures are left out."""
    open_simulated(table, game, players, {}, chance)
    stop = threading.Event()
    told = len(table.moves())

    def enough(_: object) -> None:
        if len(table.moves()) - told >= moves or table.snapshot().over:
            stop.set()

    unsubscribe = table.subscribe(enough)
    Film(table, seed=chance.randrange(1000), speed=float("inf"), exit_at_end=True).run(stop)
    unsubscribe()
    yield


def held(table: Table, folder: Path) -> dict[str, Any]:
    """What the program holds now."""
    gc.collect()
    give_memory_back()
    objects = [one for one in gc.get_objects() if type(one).__module__.partition(".")[0] in OUR_OWN]
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "games": table.number,
        "entries": table.seq,
        "entries_held": sum(isinstance(one, Entry) for one in objects),
        "in_play": len(table.entries()),
        "memory_mb": round(pages * 4096 / 1e6, 1),
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "threads": threading.active_count(),
        "files": sum(path.is_file() for path in folder.rglob("*")),
        "own": Counter(type(one).__name__ for one in objects if not isinstance(one, Entry)),
    }


def settled(table: Table, folder: Path) -> dict[str, Any]:
    """What it holds once the lines have told what was played: one that was dropped learns it with its next beat."""
    told = held(table, folder)
    for _ in range(int(3 * HEARTBEAT_S)):
        if told["entries_held"] == told["in_play"]:
            break
        time.sleep(1)
        told = held(table, folder)
    return told


def main(folder: Path, rounds: int, hours: float, moves: int) -> None:
    """Plays so many rounds, in each of them every game, over so many hours."""
    keep_memory_together()
    clock = Clock()
    chance = random.Random(29)
    data = DataFolder(folder)
    data.hold()
    table = Table(data.journal(Troubles()))
    server = PageServer(page_app(table, house_file=folder / "house.json"), "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    visitors = Visitors(server.port)
    for _ in range(rounds):
        for name in game_ids():
            clock.ahead_s += 3600 * hours / rounds / len(game_ids())
            for _ in play(table, load(name), chance, moves):
                visitors.look("/")
            table.rest()
            visitors.look(*PAGES, f"/games/{table.number}")
        time.sleep(0.3)
        print(json.dumps(settled(table, folder)), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))
