"""What a table has to tell its club, on disk beside the journal until the club says that it has it, and after.

Nothing is sent before it lies here (WAL, ``synchronous=FULL``): what was told once is told the same again, also after
a power cut. A club that was restored from an old backup is given anew what it lacks.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.club.message import chained, packed
from companion.journal import Entry

FILE_NAME = "club.sqlite"
MOST_KEPT = 100_000
"""So many entries stay for a club that lost some: 80 MB, the evenings of years."""
_LAYOUT = """
CREATE TABLE IF NOT EXISTS message (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    chain TEXT NOT NULL,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    body BLOB NOT NULL,
    UNIQUE (chain, seq)
);
CREATE TABLE IF NOT EXISTS remembered (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class OutboxError(Exception):
    """The outbox cannot be used now; the message is one line."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """One entry to be sent: its place in the outbox, and the message."""

    number: int
    body: bytes


class Outbox:
    """The outbox of one table; used by one thread. Every method may raise ``OutboxError``."""

    def __init__(self, path: Path, table: str) -> None:
        """Opens or begins the file; one that is damaged is set aside and begun anew, in a chain of its own."""
        self._path = path
        self._table = table
        try:
            self._database = _opened(path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise OutboxError(f"The outbox {path} cannot be opened ({error}).") from error
            for left in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
                with suppress(OSError):
                    left.rename(left.with_name(f"{left.name}.damaged"))
            self._database = _opened(path)
        self.chain = self._remembered("chain") or self._begun()
        found = self._database.execute(
            "SELECT seq, hash FROM message WHERE chain = ? ORDER BY number DESC LIMIT 1", (self.chain,)
        ).fetchone()
        self.seq: int = found[0] if found else 0
        """The journal's last entry that lies here."""
        self._hash: str = found[1] if found else ""
        self._last_at = int(self._remembered("last_at") or 0)
        self._last = self._last_number()
        self.taken = self._taken_written = int(self._remembered("taken") or 0)
        """The place of the last entry that the broker has taken."""

    def follows(self, told_last: Entry | None) -> bool:
        """Whether the journal still holds what was told last: ``told_last`` is its entry ``seq``, if it has one.

        If not, it was restored or begun anew.
        """
        return not self.seq or (told_last is not None and told_last.wall_ms == self._last_at)

    def begin_anew(self) -> None:
        """A chain of its own for a journal that is another one: what was told before stays told."""
        self.chain, self.seq, self._hash, self._last_at = self._begun(), 0, "", 0

    def add(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Keeps entries to be sent, in order; all are on disk when it returns, or none is."""
        rows, seq, before, last_at = [], self.seq, self._hash, self._last_at
        for entry in entries:
            whole = chained({**entry, "table": self._table, "chain": self.chain}, before)
            seq, before, last_at = int(whole["seq"]), str(whole["hash"]), int(whole["at"])
            rows.append((self.chain, seq, before, packed(whole)))
        try:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany(
                "INSERT INTO message (chain, seq, hash, body) VALUES (?, ?, ?, ?)", rows
            )
            self._database.execute(
                "DELETE FROM message WHERE number <= (SELECT MAX(number) FROM message) - ?", (MOST_KEPT,)
            )
            self._remember("last_at", str(last_at))
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise OutboxError(f"The outbox {self._path} cannot be written ({error}).") from error
        self.seq, self._hash, self._last_at = seq, before, last_at
        self._last = self._last_number()

    def after(self, number: int, most: int) -> list[Waiting]:
        """What lies here after a place, oldest first."""
        if number >= self._last or not most:
            return []
        rows = self._database.execute(
            "SELECT number, body FROM message WHERE number > ? ORDER BY number LIMIT ?", (number, most)
        )
        return [Waiting(*row) for row in rows]

    def count_after(self, number: int) -> int:
        """How many entries lie here after a place."""
        counted = self._database.execute("SELECT COUNT(*) FROM message WHERE number > ?", (number,))
        return int(counted.fetchone()[0])

    def place_of(self, chain: str, seq: int, digest: str) -> int | None:
        """Where an entry lies; None for one that was never here, or otherwise."""
        found = self._database.execute(
            "SELECT number FROM message WHERE chain = ? AND seq = ? AND hash = ?", (chain, seq, digest)
        ).fetchone()
        return None if found is None else int(found[0])

    def take(self, number: int) -> None:
        """Everything up to a place was taken by the broker."""
        self.taken = max(self.taken, number)

    def remember_taken(self) -> None:
        """Writes it down; what was not is told once more after a crash."""
        if self.taken == self._taken_written:
            return
        try:
            self._remember("taken", str(self.taken))
        except sqlite3.Error as error:
            raise OutboxError(f"The outbox {self._path} cannot be written ({error}).") from error
        self._taken_written = self.taken

    def close(self) -> None:
        """Closes the file."""
        with suppress(OutboxError):
            self.remember_taken()
        self._database.close()

    def _last_number(self) -> int:
        """The place of the last entry that lies here."""
        found = self._database.execute("SELECT MAX(number) FROM message").fetchone()
        return int(found[0] or 0)

    def _begun(self) -> str:
        chain = secrets.token_hex(8)
        try:
            self._remember("chain", chain)
        except sqlite3.Error as error:
            raise OutboxError(f"The outbox {self._path} cannot be written ({error}).") from error
        return chain

    def _remembered(self, name: str) -> str | None:
        found = self._database.execute("SELECT value FROM remembered WHERE name = ?", (name,)).fetchone()
        return None if found is None else str(found[0])

    def _remember(self, name: str, value: str) -> None:
        self._database.execute("INSERT OR REPLACE INTO remembered VALUES (?, ?)", (name, value))


def _opened(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
    try:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.executescript(_LAYOUT)
        with closing(database.execute("PRAGMA quick_check")) as checked:
            if checked.fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("damaged")
    except sqlite3.Error:
        database.close()
        raise
    return database
