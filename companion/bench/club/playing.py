"""Tables of a club that play by themselves, in a process of their own, and write down when each tap began.

``python -m companion.bench.club.playing`` reads a plan (JSON) from its first line of input, then commands, each
answered by one line: ``save TABLE``, ``back TABLE`` (to what was saved), ``rest`` (all), ``stop``.
"""

from __future__ import annotations

import gc
import json
import shutil
import sqlite3
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, TextIO

from companion.action import Action
from companion.club.broker import Broker
from companion.club.outbox import FILE_NAME
from companion.club.publisher import Called
from companion.club.trial import PlayingTable

JOURNAL = "journal.sqlite"
LOST = "lost.txt"
"""The hashes of what a table had told and lost when it was set back, one a line."""


class TimedTable(PlayingTable):
    """A table whose taps are written down: table, entry, and when the tap began (ns of the machine's clock)."""

    taps: TextIO
    writing = threading.Lock()

    def tap(self, action: Action) -> None:
        begun = time.monotonic_ns()
        super().tap(action)
        with self.writing:
            self.taps.write(f"{self.called.name} {self.table.seq} {begun}\n")


class Playing:
    """The tables of one plan: ``{"folder", "seed", "pause_s", "title_of": {table: title}, "brokers": {table:
    [address, password]}}``."""

    def __init__(self, plan: Mapping[str, Any]) -> None:
        self._plan = plan
        self._folder = Path(plan["folder"])
        self._tables = {name: self._made(name) for name in plan["brokers"]}

    def start(self) -> None:
        """All begin to play."""
        for table in self._tables.values():
            table.start()

    def save(self, name: str) -> None:
        """Keeps a copy of what a table has on its disk, as a backup does."""
        saved = self._folder / name / "saved"
        saved.mkdir()
        for file in (JOURNAL, FILE_NAME):
            with (
                closing(sqlite3.connect(self._folder / name / file)) as from_,
                closing(sqlite3.connect(saved / file)) as to,
            ):
                from_.backup(to)

    def back(self, name: str) -> None:
        """Sets a table back to its copy, once the broker has what it told since; it plays on from there."""
        table, folder = self._tables[name], self._folder / name
        table.rest()
        while table.waiting:
            time.sleep(0.05)
        table.stop()
        with closing(sqlite3.connect(folder / FILE_NAME)) as outbox, (folder / LOST).open("a") as lost:
            lost.writelines(f"{one}\n" for (one,) in outbox.execute("SELECT hash FROM message"))
        for file in (JOURNAL, FILE_NAME):
            for left in folder.glob(f"{file}*"):
                left.unlink()
            shutil.copy(folder / "saved" / file, folder / file)
        self._tables[name] = self._made(name)
        self._tables[name].start()

    def rest(self) -> None:
        """No more taps; what waits is still told."""
        for table in self._tables.values():
            table.rest()

    def stop(self) -> None:
        """The tables are switched off."""
        for table in self._tables.values():
            table.stop()

    def _made(self, name: str) -> TimedTable:
        address, password = self._plan["brokers"][name]
        return TimedTable(
            self._folder / name,
            Called(name, name.replace("-", " ").title()),
            Broker(address=address, user=name, password=password),
            f"{self._plan['seed']}/{name}",
            tuple(self._plan["pause_s"]),
        )


def main() -> None:
    """Plays until ``stop`` comes, or the end of the input."""
    plan = json.loads(sys.stdin.readline())
    with Path(plan["taps"]).open("w", buffering=1) as TimedTable.taps:
        playing = Playing(plan)
        playing.start()
        gc.freeze()  # a real table is a process of its own: looked through together they would stand still longer
        print("plays", flush=True)
        for line in sys.stdin:
            command, *named = line.split()
            getattr(playing, command)(*named)
            print(command, flush=True)
            if command == "stop":
                return
        playing.stop()


if __name__ == "__main__":
    main()
