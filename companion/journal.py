"""The journal: every entry of every game of a data folder, in one SQLite file, on disk before anybody is told.

An entry is never changed and never deleted: undo, amendment and answers are entries too. Each entry carries a hash
over itself and the one before, so that damage is noticed rather than played on.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

KINDS = ("opened", "action", "undo", "amend", "question", "answer", "note")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS entry (
    seq INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    wall_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    hash TEXT NOT NULL
)
"""


class JournalError(Exception):
    """The journal cannot be used; the message is one line that says what to do. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal. ``seq`` grows by one through the whole file; ``game`` numbers the games from 1.

    ``wall_ms`` is when it was written, by this machine's clock (ms since 1970, UTC); it is no part of what happened.
    """

    seq: int
    game: int
    kind: str
    body: Mapping[str, Any]
    wall_ms: int = field(default=0, compare=False)


def wall_clock() -> int:
    """The machine's clock, ms since 1970."""
    return time.time_ns() // 1_000_000


class Journal:
    """The entries of a data folder, oldest first, kept in memory and in ``journal.sqlite``.

    WAL with ``synchronous=FULL``: what ``append`` returned survives a power cut (SQLite documentation).
    Not thread-safe by itself: the table serialises access.
    """

    def __init__(self, path: Path, clock: Callable[[], int] = wall_clock) -> None:
        """Opens or creates the file; raises ``JournalError`` when it is damaged or cannot be written.

        ``clock`` tells when an entry is written, ms.
        """
        self.path = path
        self._clock = clock
        self._last_hash = ""
        self._games = 0
        try:
            self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=FULL")
            self._database.execute(_SCHEMA)
            self._check()
            self._entries = self._read()
            self._games = max((entry.game for entry in self._entries), default=0)
        except sqlite3.OperationalError as error:
            raise JournalError(
                f"The journal {path} cannot be opened ({error}): check that the folder can be written, "
                "or choose another with --data."
            ) from error
        except (sqlite3.DatabaseError, ValueError, KeyError) as error:
            raise JournalError(
                f"The journal {path} is damaged ({error}) and was left as it is: move it aside to begin anew, "
                "or choose another folder with --data."
            ) from error

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, oldest first."""
        return tuple(self._entries)

    @property
    def seq(self) -> int:
        """The number of the last entry, 0 when there is none."""
        return self._entries[-1].seq if self._entries else 0

    @property
    def game(self) -> int:
        """The number of the game in play, which the last entry belongs to; 0 when there is none."""
        return self._entries[-1].game if self._entries else 0

    @property
    def games(self) -> int:
        """How many games there are; the newest has this number."""
        return self._games

    def of_game(self, number: int) -> tuple[Entry, ...]:
        """The entries of one game, oldest first."""
        return tuple(entry for entry in self._entries if entry.game == number)

    def append(
        self, kind: str, body: Mapping[str, Any], *, new_game: bool = False, game: int | None = None
    ) -> Entry:
        """Writes one entry and returns once it is on disk; raises ``JournalError`` when it could not be.

        It belongs to the game in play, to a new one, or to an earlier ``game``, which is in play from then on.
        """
        if kind not in KINDS:
            raise ValueError(f"unknown kind of entry: {kind}")
        if game is not None and not 1 <= game <= self._games:
            raise ValueError(f"unknown game: {game}")
        number = self._games + 1 if new_game else self.game if game is None else game
        entry = Entry(self.seq + 1, number, kind, dict(body), self._clock())
        text = json.dumps(entry.body, ensure_ascii=False, sort_keys=True)
        digest = _hash(self._last_hash, entry, text)
        row = (entry.seq, entry.game, entry.wall_ms, kind, text, digest)
        self._execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", row)
        self._last_hash = digest
        self._entries.append(entry)
        self._games = max(self._games, number)
        return entry

    @contextmanager
    def together(self) -> Iterator[None]:
        """All entries appended inside are on disk together when it ends, or none of them is kept."""
        kept, last_hash, games = len(self._entries), self._last_hash, self._games
        self._execute("BEGIN")
        try:
            yield
            self._execute("COMMIT")
        except BaseException:
            del self._entries[kept:]
            self._last_hash, self._games = last_hash, games
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise

    def _execute(self, statement: str, values: tuple[Any, ...] = ()) -> None:
        try:
            self._database.execute(statement, values)
        except sqlite3.Error as error:
            raise JournalError(
                f"The journal {self.path} cannot be written ({error}): free some space on the disk."
            ) from error

    def close(self) -> None:
        """Closes the file; further use raises."""
        self._database.close()

    def _check(self) -> None:
        verdict = self._database.execute("PRAGMA quick_check").fetchone()[0]
        if verdict != "ok":
            raise ValueError(str(verdict))

    def _read(self) -> list[Entry]:
        entries: list[Entry] = []
        self._last_hash = ""
        rows = self._database.execute("SELECT seq, game, wall_ms, kind, body, hash FROM entry ORDER BY seq")
        for number, (seq, game, wall_ms, kind, text, digest) in enumerate(rows, start=1):
            entry = Entry(seq, game, kind, json.loads(text), wall_ms)
            if seq != number or kind not in KINDS or digest != _hash(self._last_hash, entry, text):
                raise ValueError(f"entry {number} does not fit the one before")
            self._last_hash = digest
            entries.append(entry)
        return entries


def _hash(previous: str, entry: Entry, text: str) -> str:
    content = f"{previous}\n{entry.seq}\n{entry.game}\n{entry.kind}\n{text}"
    return hashlib.sha256(content.encode()).hexdigest()


def players_of_games(path: Path) -> list[list[str]]:
    """Who played each game of the journal at ``path``, oldest first; none without a journal.

    Only reads, also while a game is played; raises ``JournalError`` for a file that cannot be read.
    """
    if not path.exists():
        return []
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            rows = database.execute("SELECT body FROM entry WHERE kind = 'opened' ORDER BY seq").fetchall()
        return [[str(player) for player in json.loads(body)["players"]] for (body,) in rows]
    except (sqlite3.Error, ValueError, KeyError) as error:
        raise JournalError(f"The journal {path} cannot be read ({error}): run companion doctor.") from error
