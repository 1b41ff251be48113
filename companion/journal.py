"""The journal: every entry of every game of a data folder, in one SQLite file, on disk before anybody is told.

An entry is never changed and never deleted: undo, amendment and answers are entries too. Each entry carries a hash
over itself and the one before, so that damage is noticed rather than played on.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from companion.journal_copies import JournalCopies
from companion.journal_log import is_damaged
from companion.journal_place import JournalPlace

KINDS = ("opened", "action", "undo", "amend", "question", "answer", "note")

VERSION = 1
"""Of the layout of the file (``PRAGMA user_version``); one that is raised needs its step in ``_MIGRATIONS``."""
LAYOUT = """
CREATE TABLE IF NOT EXISTS entry (
    seq INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    wall_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    hash TEXT NOT NULL
)
"""


_MIGRATIONS: Mapping[int, str] = {0: ""}
"""What makes of a file of each earlier version one of the next (SQL); before 1 the version was not written down."""
_NOT_DAMAGED = frozenset(
    {
        *(sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY),
        *(sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM),
    }
)
"""What SQLite says of the folder, the disk or another program, rather than of what the file holds."""
_NO_ROOM = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
)
"""What SQLite says of a disk that takes nothing: then the evening goes on in memory."""
_LAST_MOMENT_MS = 4_102_444_800_000
"""The year 2100: no machine's clock has told a later time."""
_IN_MEMORY = ":memory:"
"""SQLite's name for a journal without a file."""
LOCKED_S = 1.0
"""How long a tap waits for another program that holds the file."""
CHECKPOINT_EVERY = 16
"""After so many entries they are moved from the write-ahead log into the file: no more hang on the log alone."""

Row = tuple[int, int, int, str, str, str]
"""An entry as it lies in the file: seq, game, wall_ms, kind, body (JSON), hash."""
_ROWS = "SELECT seq, game, wall_ms, kind, body, hash FROM entry"


class JournalError(Exception):
    """The journal cannot be used; the message is one line that says what to do. Nothing was changed."""

    code = "journal_failed"
    """The sentence for whoever tapped."""


class JournalLocked(JournalError):
    """Another program holds the file just now."""

    code = "journal_locked"


class JournalUnreadable(JournalError):
    """What lies in the file cannot be read now; the game in play goes on without."""

    code = "journal_unreadable"


class DamagedJournal(JournalError):
    """What lies there is not what was written; ``written`` entries are known to have been there."""

    def __init__(self, message: str, written: int = 0) -> None:
        super().__init__(message)
        self.written = written


class NewerJournal(JournalError):
    """A newer version of this program wrote the journal."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal. ``seq`` grows by one through the whole file; ``game`` numbers the games from 1.

    ``wall_ms`` is when it was written, by this machine's clock (ms since 1970, UTC); it is no part of what happened.
    """

    seq: int
    game: int
    kind: str
    body: Mapping[str, Any] = field(hash=False)
    wall_ms: int = field(default=0, compare=False)


class _Run(NamedTuple):
    """Entries of one game that follow each other, by the first and the last of them: so the file is asked for it."""

    game: int
    first: int
    last: int


def wall_clock() -> int:
    """The machine's clock, ms since 1970."""
    return time.time_ns() // 1_000_000


class Journal:
    """The entries of a data folder in ``journal.sqlite``, oldest first.

    In memory are those of the game in play and those that wait; all others are read when they are asked for, since a
    program runs for days. WAL with ``synchronous=FULL``: what ``append`` returned survives a power cut (SQLite
    documentation). Not thread-safe by itself: the table serialises access.
    """

    def __init__(
        self, path: Path, clock: Callable[[], int] = wall_clock, copies: JournalCopies | None = None
    ) -> None:
        """Opens or creates the file; raises ``JournalError``: ``DamagedJournal``, ``NewerJournal``, or another one
        when it cannot be written.

        ``clock`` tells when an entry is written, ms. ``copies`` are kept beside it.
        """
        self.path = path
        self._clock = clock
        self._last_hash = ""
        self._runs: list[_Run] = []
        self._games = 0
        self._in_play: list[Entry] = []
        self._copies = copies
        self._since_checkpoint = 0
        self._collected: list[Row] | None = None
        self._waiting: list[Row] = []
        self._mark = _Mark(path)
        self._place = JournalPlace(path, in_memory=path.name.startswith(_IN_MEMORY))
        is_new = not path.exists()
        log = Path(f"{path}-wal")
        self.log_is_gone = self._mark.was_open and not is_new and (not log.exists() or is_damaged(log))
        """Whether the write-ahead log of a program that was cut off is gone, or damaged before its end."""
        if is_new:
            self._mark.put(0, is_open=False)
        self._only_reads = False
        try:
            try:
                self._database = self._opened()
            except sqlite3.OperationalError as error:
                if is_new or getattr(error, "sqlite_errorcode", 0) & 0xFF not in _NO_ROOM:
                    raise
                self._database = self._opened_to_read()
            self._check()
            self._look_through()
            self._in_play = self._found(self.game)
            self._require_all_written()
            self._place.remember()
        except (sqlite3.Error, ValueError, KeyError) as error:
            with suppress(AttributeError):  # what could not be connected
                self._database.close()
            raise _told(path, error, self._mark.seq) from error
        except NewerJournal:
            with suppress(AttributeError):
                self._database.close()
            raise
        self._mark.put(self.seq, is_open=True)
        if copies is not None and self._runs:
            copies.of_day(self._database, self._clock())

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, oldest first; raises ``JournalUnreadable``."""
        return self.entries_after(0)

    @property
    def seq(self) -> int:
        """The number of the last entry, 0 when there is none."""
        return self._runs[-1].last if self._runs else 0

    @property
    def game(self) -> int:
        """The number of the game in play, which the last entry belongs to; 0 when there is none."""
        return self._runs[-1].game if self._runs else 0

    @property
    def games(self) -> int:
        """How many games there are; the newest has this number."""
        return self._games

    def last_entries(self) -> dict[int, int]:
        """The number of the last entry of every game, by the game's number."""
        return {run.game: run.last for run in self._runs}

    def of_game(self, number: int) -> tuple[Entry, ...]:
        """The entries of one game, oldest first; raises ``JournalUnreadable`` for one that is not in play."""
        if number == self.game:
            return tuple(self._in_play)
        with self._readable():
            return tuple(self._found(number))

    def entries_after(self, seq: int) -> tuple[Entry, ...]:
        """The entries after this one, of all games, oldest first; raises ``JournalUnreadable``.

        Those that were played last are at hand.
        """
        if seq >= self.seq:
            return ()
        if seq + 1 >= self._runs[-1].first:
            return tuple(self._in_play[seq - self.seq :])
        with self._readable():
            return tuple(self._between(seq + 1, self.seq))

    def entry(self, seq: int) -> Entry | None:
        """One entry, None where there is none; raises ``JournalUnreadable``."""
        if not 1 <= seq <= self.seq:
            return None
        if seq >= self._runs[-1].first:
            return self._in_play[seq - self.seq - 1]
        with self._readable():
            return self._between(seq, seq)[0]

    def append(
        self, kind: str, body: Mapping[str, Any], *, new_game: bool = False, game: int | None = None
    ) -> Entry:
        """Writes one entry and returns once it is on disk; raises ``JournalError`` when it could not be.

        While the disk takes nothing the entry waits in memory (``waiting``). It belongs to the game in play, to a new
        one, or to an earlier ``game``, which is in play from then on.
        """
        if kind not in KINDS:
            raise ValueError(f"unknown kind of entry: {kind}")
        if game is not None and not 1 <= game <= self._games:
            raise ValueError(f"unknown game: {game}")
        number = self._games + 1 if new_game else self.game if game is None else game
        in_play = [] if new_game else self._in_play if number == self.game else list(self.of_game(number))
        entry = Entry(self.seq + 1, number, kind, dict(body), self._clock())
        text = json.dumps(entry.body, ensure_ascii=False)
        digest = _hash(self._last_hash, entry, text)
        row = (entry.seq, entry.game, entry.wall_ms, kind, text, digest)
        if self._collected is None:
            self._store([row])
        else:
            self._collected.append(row)
        self._last_hash = digest
        in_play.append(entry)
        self._in_play = in_play
        self._counts(entry.seq, number)
        return entry

    @property
    def waiting(self) -> int:
        """How many entries the disk has not taken: they are lost if the machine is switched off now."""
        return len(self._waiting)

    def write_waiting(self) -> None:
        """Tries again to write what waits in memory."""
        if self._waiting:
            self._store([])

    @contextmanager
    def together(self) -> Iterator[None]:
        """All entries appended inside are on disk together when it ends, or none of them is kept."""
        runs, last_run, last_hash, games = len(self._runs), self._runs[-1:], self._last_hash, self._games
        in_play, entries = self._in_play, len(self._in_play)
        self._collected = []
        try:
            yield
            collected, self._collected = self._collected, None
            self._store(collected)
        except BaseException:
            self._collected = None
            del in_play[entries:]
            self._in_play = in_play
            self._runs[max(runs - 1, 0) :] = last_run
            self._last_hash, self._games = last_hash, games
            raise

    def _store(self, rows: list[Row]) -> None:
        """Writes rows and all that wait, together; where there is no room they wait. Raises ``JournalError``."""
        wanted = [*self._waiting, *rows]
        try:
            self._write_again()
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", wanted)
            self._database.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            told = (
                sqlite3.SQLITE_IOERR if isinstance(error, OSError) else getattr(error, "sqlite_errorcode", 0)
            )
            code = told & 0xFF
            if code in _NO_ROOM:
                # SQLite may have opened the file to be read without a word: then it stays so until it is opened anew.
                is_moved = told == sqlite3.SQLITE_READONLY_DBMOVED
                self._only_reads = self._only_reads or (code == sqlite3.SQLITE_READONLY and not is_moved)
                self._waiting = wanted
                return
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise JournalLocked(f"The journal {self.path} is held by another program: end it.") from error
            raise JournalError(f"The journal {self.path} cannot be written ({error}).") from error
        self._waiting = []
        self._since_checkpoint += len(wanted)
        self._pass_on()

    def game_over(self) -> None:
        """A game has ended, or was begun: everything goes into the file, and a copy is kept."""
        self._checkpoint("TRUNCATE")
        if self._copies is not None:
            self._copies.after_game(self._database, self.game)

    def close(self) -> None:
        """Closes the file; further use raises. What waits is written if there is room now."""
        with suppress(JournalError, sqlite3.ProgrammingError):
            self.write_waiting()
        self.rest()
        self._database.close()
        self._mark.put(self.seq - self.waiting, is_open=False)

    def _opened(self) -> sqlite3.Connection:
        """The file, ready to be written; what cannot be opened is closed again."""
        database = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None, timeout=LOCKED_S)
        try:
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            self._migrate(database)
        except (sqlite3.Error, NewerJournal):
            database.close()
            raise
        return database

    def _opened_to_read(self) -> sqlite3.Connection:
        """The file as it is, while the disk has not even room for a log: all that is played waits."""
        log = Path(f"{self.path}-wal")
        is_logged = log.exists() and log.stat().st_size > 0
        address = f"{self.path.absolute().as_uri()}?mode=ro{'' if is_logged else '&immutable=1'}"
        database = sqlite3.connect(address, uri=True, check_same_thread=False, isolation_level=None)
        if database.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            database.close()
            raise sqlite3.OperationalError("it is of another version and the disk is full")
        self._only_reads = True
        return database

    def _write_again(self) -> None:
        """Opens the file anew where it could only be read until now, or was taken away: then it is laid back first.

        Raises sqlite3.Error and OSError.
        """
        if self._place.is_taken:
            self._place.lay_back(self._database)
            self._since_checkpoint += 1  # the mark of the file is to be written, too
            self._only_reads = True
        if not self._only_reads:
            return
        self._database.close()  # first: what SQLite has opened to be read it would open so again beside it
        try:
            self._database = self._opened()
        except sqlite3.Error:
            with suppress(sqlite3.Error):
                self._database = self._opened_to_read()
            raise
        self._only_reads = False
        self._place.remember()

    def rest(self) -> None:
        """In a pause: the file lies where it belongs, and what stands in the write-ahead log goes into it."""
        if self._place.is_taken and self._collected is None:
            with suppress(sqlite3.Error, OSError):  # the next entry waits, and so it is told
                self._write_again()
        if self._since_checkpoint and not self._waiting and self._collected is None:
            self._checkpoint("PASSIVE")

    def _pass_on(self) -> None:
        """Moves what stands in the write-ahead log into the file, now and then."""
        if self._since_checkpoint >= CHECKPOINT_EVERY:
            self._checkpoint("PASSIVE")

    def _checkpoint(self, how: str) -> None:
        # Whatever hinders it, the entries are safe in the log.
        with suppress(sqlite3.Error):
            busy, pages, moved = self._database.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
            self._since_checkpoint = 0
            if not busy and pages == moved:
                self._mark.put(self.seq - self.waiting, is_open=True)

    def _migrate(self, database: sqlite3.Connection) -> None:
        """Brings a file of an earlier version to this one; raises ``NewerJournal`` for one of a later."""
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        if version > VERSION:
            raise newer(self.path)
        if version == VERSION:
            return
        database.execute("BEGIN IMMEDIATE")
        database.execute(LAYOUT)
        for step in range(version, VERSION):
            if statement := _MIGRATIONS[step]:
                database.execute(statement)
        database.execute(f"PRAGMA user_version={VERSION}")
        database.execute("COMMIT")

    def _require_all_written(self) -> None:
        """Raises ValueError where entries are missing that were in the file, or a log is gone that was not empty."""
        if self.seq < self._mark.seq:
            raise ValueError(f"{self._mark.seq - self.seq} entries at least are missing at its end")

    def _check(self) -> None:
        verdict = self._database.execute("PRAGMA quick_check").fetchone()[0]
        if verdict != "ok":
            raise ValueError(str(verdict))

    def _look_through(self) -> None:
        """Reads the whole file once, entry by entry, for where each game lies and whether all of it is sound."""
        found = self._database.execute(f"{_ROWS} ORDER BY seq")
        there = self._database.execute("SELECT COUNT(*) FROM entry").fetchone()[0]
        is_newer = False
        for seq, game, _, kind, _, digest in chained(found):
            is_newer = is_newer or kind not in KINDS
            self._counts(seq, game)
            self._last_hash = digest
        if self.seq != there:
            raise ValueError(f"entry {self.seq + 1} does not fit the one before")
        if is_newer:
            raise newer(self.path)  # sound, and of a kind that somebody after us has made up

    def _counts(self, seq: int, game: int) -> None:
        """One entry more."""
        if self.game == game and self._runs:
            self._runs[-1] = self._runs[-1]._replace(last=seq)
        else:
            self._runs.append(_Run(game, seq, seq))
        self._games = max(self._games, game)

    def _found(self, number: int) -> list[Entry]:
        """The entries of one game, read anew."""
        runs = [run for run in self._runs if run.game == number]
        return [entry for run in runs for entry in self._between(run.first, run.last)]

    def _between(self, first: int, last: int) -> list[Entry]:
        """The entries from one to another, of the file and of what is not written yet.

        Raises sqlite3.Error, and ValueError where they are not what was written.
        """
        before = max(first - 1, 1)
        found = self._database.execute(f"{_ROWS} WHERE seq BETWEEN ? AND ? ORDER BY seq", (before, last))
        rows: list[Row] = found.fetchall()
        rows += [row for row in (*self._waiting, *(self._collected or ())) if before <= row[0] <= last]
        previous = rows.pop(0)[5] if first > 1 and rows else ""
        sound = chained(rows, first, previous)
        entries = [
            Entry(seq, game, kind, json.loads(text), wall_ms) for seq, game, wall_ms, kind, text, _ in sound
        ]
        if len(entries) != last + 1 - first:
            raise ValueError(f"entry {first + len(entries)} does not fit the one before")
        return entries

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Tells in one line why something cannot be read."""
        try:
            yield
        except (sqlite3.Error, ValueError) as error:
            raise JournalUnreadable(
                f"The journal {self.path} cannot be read ({error}): run companion doctor."
            ) from error


class _Mark:
    """How far the journal's file was written at least, in a small file of its own: an end that is gone is noticed."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f"{path.name}.mark")
        try:
            kept = json.loads(self._path.read_text(encoding="ascii"))
            self.seq, self.was_open = int(kept["seq"]), bool(kept["open"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            self.seq, self.was_open = 0, False

    def put(self, seq: int, *, is_open: bool) -> None:
        """Remembers it; a mark that cannot be written says less, and nothing wrong."""
        self.seq, self.was_open = seq, is_open
        if self._path.name.startswith(_IN_MEMORY):
            return
        fresh = self._path.with_name(f"{self._path.name}.new")
        with suppress(OSError):
            fresh.write_text(json.dumps({"seq": seq, "open": is_open}), encoding="ascii")
            fresh.replace(self._path)


def chained(rows: Iterable[Row], first: int = 1, before: str = "") -> Iterator[Row]:
    """The rows from the ``first`` as far as each fits the one before, whose hash is ``before``.

    A time that no clock tells becomes 1970: hashes leave times out, so that damage to one loses no move.
    """
    for number, row in enumerate(rows, start=first):
        seq, game, wall_ms, kind, text, digest = row
        try:
            entry = Entry(seq, game, kind, json.loads(text), wall_ms)
        except (TypeError, ValueError):
            return
        if seq != number or digest != _hash(before, entry, text):
            return
        before = digest
        told = isinstance(wall_ms, int) and 0 <= wall_ms <= _LAST_MOMENT_MS
        yield row if told else (seq, game, 0, kind, text, digest)


def newer(path: Path) -> NewerJournal:
    """A journal that this version does not understand, in one line."""
    return NewerJournal(
        f"The journal {path} was written by a newer version and was left as it is: use that version, "
        "or choose another folder with --data."
    )


def _told(path: Path, error: Exception, written: int) -> JournalError:
    """What SQLite or a check says, in one line."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF in _NOT_DAMAGED and code != sqlite3.SQLITE_IOERR_SHORT_READ:
        return JournalError(
            f"The journal {path} cannot be opened ({error}): check that the folder can be written, "
            "or choose another with --data."
        )
    return DamagedJournal(
        f"The journal {path} is damaged ({error}) and was left as it is: move it aside to begin anew, "
        "or choose another folder with --data.",
        written,
    )


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
