"""The hall in a process of its own: what it hears reaches the page in few large pieces.

Python runs one thread at a time. Every message of a broker is some short reads, and each would wait for its turn
behind the drawing of boards: with 200 tables, seconds. ``python -m companion.club.keeping`` is that process.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from companion.club.boards import Boards
from companion.club.broker import Broker
from companion.club.message import Health, PublicState
from companion.club.store import StoreError

_log = logging.getLogger("companion.club")

EVERY_S = 0.02
"""So often the page is told what was heard, if anything was."""
AGAIN_S = 1.0
ENDS_S = 12.0
_KINDS: Mapping[str, type[PublicState | Health]] = {"state": PublicState, "health": Health}


class HeardBoards(Boards):
    """The boards as the hall hears them; what is new of each is gathered for the page."""

    def __init__(self) -> None:
        super().__init__()
        self._fresh: dict[tuple[str, str, str], PublicState | Health] = {}
        self._is_touched = False
        self._gathering = threading.Lock()

    def hear(self, message: PublicState | Health) -> None:
        """A table told how it stands, or that it is there or leaves."""
        super().hear(message)
        kind = "state" if isinstance(message, PublicState) else "health"
        with self._gathering:
            self._fresh[message.table, message.chain, kind] = message

    def touch(self, table: tuple[str, str] | None = None) -> None:
        """Something else that is shown has changed."""
        super().touch(table)
        self._is_touched = True

    def fresh(self) -> tuple[list[tuple[str, dict[str, Any]]], bool]:
        """What was heard since the last time, the last of each table, and whether anything else has changed."""
        with self._gathering:
            fresh, self._fresh = self._fresh, {}
        touched, self._is_touched = self._is_touched, False
        return [(kind, dict(one)) for (_, _, kind), one in fresh.items()], touched


@dataclass(slots=True)
class _Status:
    """What the hall says of itself."""

    said: Sequence[str] = ()
    has_broker: bool = False
    has_database: bool = False


class Keeper:
    """A hall in its own process, started anew should that end; ``boards`` are those of the page."""

    def __init__(self, broker: Broker, database: str, boards: Boards) -> None:
        self._plan = {
            "address": broker.address,
            "user": broker.user,
            "password": broker.password,
            "ca_file": None if broker.ca_file is None else str(broker.ca_file),
            "database": database,
        }
        self._boards = boards
        self._status = _Status()
        self._over = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._listen, name="club heard", daemon=True)

    @property
    def said(self) -> Sequence[str]:
        """What was unusual, one line each, the newest last."""
        return self._status.said

    @property
    def has_broker(self) -> bool:
        """Whether the broker is there."""
        return self._status.has_broker

    @property
    def has_database(self) -> bool:
        """Whether the database is there."""
        return self._status.has_database

    def start(self) -> None:
        """Begins to hear and to keep."""
        self._thread.start()

    def close(self) -> None:
        """Ends; what was heard and not kept is still at the broker."""
        self._over.set()
        process = self._process
        if process is not None and process.stdin is not None:
            process.stdin.close()
            try:
                process.wait(ENDS_S)
            except subprocess.TimeoutExpired:
                process.kill()
        self._thread.join(timeout=5.0)

    def _listen(self) -> None:
        while not self._over.is_set():
            process = self._process = subprocess.Popen(
                [sys.executable, "-m", "companion.club.keeping"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
            if process.stdin is not None and process.stdout is not None:
                process.stdin.write(f"{json.dumps(self._plan)}\n")
                process.stdin.flush()
                for line in process.stdout:
                    try:
                        told = json.loads(line)
                    except ValueError:
                        _log.warning("What hears the tables said what is no whole line.")
                        process.kill()
                        break
                    self._take(told)
            process.wait()
            self._status = _Status(self._status.said)
            if not self._over.wait(AGAIN_S):
                _log.warning("What hears the tables has ended (%s): it is started anew.", process.returncode)

    def _take(self, told: Mapping[str, Any]) -> None:
        if told["status"] is not None:
            self._status = _Status(**told["status"])
        for kind, body in told["heard"]:
            self._boards.hear(_KINDS[kind].model_construct(**body))  # the hall has looked it over
        if told["touched"] or told["status"] is not None:
            self._boards.touch()


def serve(lines: IO[str], out: IO[str]) -> None:
    """Hears and keeps until the lines end; tells the page by ``out``, one JSON line at a time."""
    from companion.club.hall import Hall

    plan = json.loads(lines.readline())
    database, ca_file = plan.pop("database"), plan.pop("ca_file")
    boards = HeardBoards()
    hall = Hall(Broker(**plan, ca_file=None if ca_file is None else Path(ca_file)), database, boards)
    over = threading.Event()

    def listen() -> None:
        lines.read()
        over.set()

    threading.Thread(target=listen, name="end", daemon=True).start()
    hall.start()
    gc.freeze()  # what was imported stays: to look through it again and again takes a twentieth of a second each time
    told: dict[str, Any] | None = None
    try:
        while not over.wait(EVERY_S):
            status = {"said": hall.said, "has_broker": hall.has_broker, "has_database": hall.has_database}
            heard, touched = boards.fresh()
            if heard or touched or status != told:
                whole = {"heard": heard, "touched": touched, "status": None if status == told else status}
                out.write(f"{json.dumps(whole)}\n")
                out.flush()
                told = {**status, "said": list(hall.said)}
    except (BrokenPipeError, StoreError):
        pass  # nobody is there any more
    hall.close()


def main() -> None:
    """The process."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    serve(sys.stdin, sys.stdout)
    os._exit(0)  # a thread may still wait for a line from the page


if __name__ == "__main__":
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops the club stops this by closing the line
    main()
