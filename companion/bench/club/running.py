"""A whole club, each part in processes of its own as in life: servers, ``companion club``, tables, open pages."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.bench.club.relay import Relay
from companion.club.broker import PASSWORD
from companion.club.servers import BrokerServer, DatabaseServer, free_port

CLUB = "club"
SHORTEST_MOMENT = 6
"""Digits; a moment that was cut in two is shorter."""
MOST_TABLES = 400
READY_S = 60.0
ENDS_S = 30.0
TABLES_IN_A_PROCESS = 25
_OWN_DISKS = Path("/dev/shm")  # noqa: S108 - the tables' own disks are not the club's: they lie in memory here


class ClubEnded(Exception):
    """A part of the club has ended or does not answer; the message is one line."""


@dataclass(frozen=True, slots=True)
class Servers:
    """The servers and the club's own process; ``passwords`` are the users' at the broker."""

    folder: Path
    broker: BrokerServer
    database: DatabaseServer
    club: subprocess.Popen[bytes]
    port: int
    passwords: Mapping[str, str]


@dataclass(slots=True)
class Tables:
    """Tables that play, in a few processes; by name the process that each is in."""

    folder: Path
    players: dict[str, subprocess.Popen[str]] = field(default_factory=dict)

    @property
    def processes(self) -> list[subprocess.Popen[str]]:
        """Each process once."""
        return list(dict.fromkeys(self.players.values()))

    def tell(self, command: str, table: str) -> None:
        """Tells a table what to do, and waits until that is done."""
        told(self.players[table], f"{command} {table}")

    def tell_all(self, command: str) -> None:
        """The same to all of them, at the same time."""
        for process in self.processes:
            _say(process, command)
        for process in self.processes:
            _hear(process, command)

    def taps(self) -> Iterator[tuple[str, int, int]]:
        """Table, entry, and when the tap began (ns), as far as it was written down."""
        for file in self.folder.glob("taps-*.txt"):
            yield from noted(file)


def table_name(number: int) -> str:
    """What a table is called at the broker."""
    return f"table-{number}"


def noted(file: Path) -> Iterator[tuple[str, int, int]]:
    """The lines of a file of moments: table, entry, ns; a last one that is not whole is left out."""
    for line in file.read_text().splitlines():
        match line.split():
            case [table, seq, moment] if len(moment) > SHORTEST_MOMENT:
                yield table, int(seq), int(moment)


@contextmanager
def servers(disk: Path) -> Iterator[Servers]:
    """Both servers and ``companion club``, whose page answers; the database lies in a folder on the disk.

    Raises ``NoServer`` and ``ClubEnded``.
    """
    with ExitStack() as stack:
        own = Path(stack.enter_context(TemporaryDirectory(prefix="companion-bench-")))
        passwords = {
            name: secrets.token_hex(8) for name in [CLUB, *map(table_name, range(1, 1 + MOST_TABLES))]
        }
        broker = BrokerServer(own / "broker", passwords, CLUB)
        stack.callback(broker.kill)
        database = DatabaseServer(disk / "database")
        stack.callback(database.kill)
        port = free_port()
        command = [sys.executable, "-m", "companion", "club", "--broker", broker.address, "--user", CLUB]
        command += ["--database", database.address, "--port", str(port), "--data", str(own / "club")]
        (own / "club").mkdir()
        with (own / "club.log").open("wb") as log:
            club = subprocess.Popen(  # noqa: S603 - our own program
                command, stdout=log, stderr=log, env={**os.environ, PASSWORD: passwords[CLUB]}
            )
        stack.callback(_end, club)
        _wait_for(port, club)
        yield Servers(own, broker, database, club, port, passwords)


@contextmanager
def tables(
    club: Servers, names: Sequence[str], relay: Relay, pause_s: tuple[float, float], seed: int
) -> Iterator[Tables]:
    """Tables that play from now on; every second one reaches the broker by the relay."""
    memory = _OWN_DISKS if _OWN_DISKS.is_dir() else None
    with TemporaryDirectory(prefix="companion-tables-", dir=memory) as folder:
        made = Tables(Path(folder))
        try:
            for first in range(0, len(names), TABLES_IN_A_PROCESS):
                together = names[first : first + TABLES_IN_A_PROCESS]
                process = subprocess.Popen(
                    [sys.executable, "-m", "companion.bench.club.playing"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=(club.folder / f"tables-{first}.log").open("w"),
                    text=True,
                )
                made.players |= dict.fromkeys(together, process)
                ports = {
                    name: relay.port if number % 2 else club.broker.port
                    for number, name in enumerate(together)
                }
                plan = {
                    "folder": folder,
                    "taps": f"{folder}/taps-{first}.txt",
                    "seed": seed,
                    "pause_s": pause_s,
                    "brokers": {
                        name: [f"mqtt://127.0.0.1:{port}", club.passwords[name]]
                        for name, port in ports.items()
                    },
                }
                _say(process, json.dumps(plan))
            for process in made.processes:
                _hear(process, "play")
            yield made
        finally:
            for process in made.processes:
                _end(process)


@contextmanager
def viewers(club: Servers, count: int) -> Iterator[dict[int, Path]]:
    """Open pages of the club; gives, by their processes, the files in which they write down what they saw."""
    files = [club.folder / f"seen-{number}.txt" for number in range(count)]
    command = [sys.executable, "-m", "companion.bench.club.viewing", str(club.port)]
    looking = [subprocess.Popen([*command, str(file)]) for file in files]  # noqa: S603 - our own program
    try:
        yield {one.pid: file for one, file in zip(looking, files, strict=True)}
    finally:
        for process in looking:
            _end(process)


def told(process: subprocess.Popen[str], line: str) -> None:
    """Tells a process something and waits for its answer; raises ``ClubEnded`` without one."""
    _say(process, line)
    _hear(process, line)


def _say(process: subprocess.Popen[str], line: str) -> None:
    if process.stdin is not None:
        process.stdin.write(f"{line}\n")
        process.stdin.flush()


def _hear(process: subprocess.Popen[str], line: str) -> None:
    if process.stdout is None or not process.stdout.readline():
        raise ClubEnded(f"The tables' process ended at {line.split()[0]!r}.")


def _end(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(ENDS_S)
    if process.poll() is None:
        process.kill()
        process.wait()


def _wait_for(port: int, club: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + READY_S
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1.0):
            return
        if time.monotonic() > until or club.poll() is not None:
            raise ClubEnded("The club's page does not answer.")
        time.sleep(0.1)
