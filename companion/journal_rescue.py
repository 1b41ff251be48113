"""A damaged journal: it is set aside as it is, and what is sound of it, or of a copy, becomes the journal.

The hash of each entry over the one before says how far a journal is what was written.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.journal import LAYOUT, VERSION, Entry, Row, chained

_PARTS = ("", "-wal", "-shm")
"""SQLite's files of one database, the write-ahead log among them."""
_MOST_LEGIBLE = 400
"""So many of the lost entries are looked for."""


@dataclass(frozen=True, slots=True)
class Rescued:
    """What became of a damaged journal: the entries that are kept, how many at least are lost, where it lies now.

    ``legible`` are those of the lost ones that can still be read, though nothing proves them: the oldest first.
    """

    kept: int
    lost: int
    aside: Path
    legible: tuple[Entry, ...] = ()


def rescue(path: Path, copies: Iterable[Path] = (), written: int = 0) -> Rescued:
    """Set a damaged journal aside and put the longest sound beginning in its place, its own or a copy's.

    ``written`` entries are known to have been there. Raises OSError, and then leaves everything as it is.
    """
    rows, seen = sound_rows(path)
    for copy in copies:
        others, _ = sound_rows(copy)
        rows = max(rows, others, key=len)
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(fresh)) as database, database:
            database.execute(LAYOUT)
            database.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", rows)
            database.execute(f"PRAGMA user_version={VERSION}")
    except sqlite3.Error as error:
        fresh.unlink(missing_ok=True)
        raise OSError(str(error)) from error
    legible = _legible_rows(path, len(rows))
    aside = _set_aside(path)
    fresh.replace(path)
    return Rescued(len(rows), max(seen, written) - len(rows), aside, legible)


def sound_rows(path: Path) -> tuple[list[Row], int]:
    """The entries of a file from the first as far as each fits the one before; and how many it holds at least.

    The file is not touched: SQLite looks at a copy of it.
    """
    rows: list[Row] = []
    seen = 0
    # What SQLite says of a damaged file may itself be no text.
    with suppress(sqlite3.Error, UnicodeDecodeError), _copy_of(path) as database:
        with suppress(sqlite3.Error, UnicodeDecodeError):
            seen = int(database.execute("SELECT MAX(seq) FROM entry").fetchone()[0] or 0)
        found = database.execute("SELECT seq, game, wall_ms, kind, body, hash FROM entry ORDER BY seq")
        for row in chained(found):
            rows.append(row)
    return rows, max(seen, len(rows))


def _legible_rows(path: Path, sound: int) -> tuple[Entry, ...]:
    """The entries after the sound ones as far as they can be read one by one, the newest ``_MOST_LEGIBLE``."""
    found: list[Entry] = []
    with suppress(sqlite3.Error, UnicodeDecodeError), _copy_of(path) as database:
        last = int(database.execute("SELECT MAX(seq) FROM entry").fetchone()[0] or 0)
        for seq in range(last, max(sound, last - _MOST_LEGIBLE), -1):
            with suppress(sqlite3.Error, ValueError, TypeError):
                row = database.execute(
                    "SELECT seq, game, wall_ms, kind, body FROM entry WHERE seq = ?", (seq,)
                )
                number, game, wall_ms, kind, text = row.fetchone()
                found.append(Entry(number, game, kind, dict(json.loads(text)), wall_ms))
    return tuple(reversed(found))


@contextmanager
def _copy_of(path: Path) -> Iterator[sqlite3.Connection]:
    """A copy of a file with its log, which SQLite may look at and mend."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "journal.sqlite"
        for part in _PARTS[:2]:
            with suppress(OSError):
                shutil.copyfile(f"{path}{part}", f"{copy}{part}")
        with closing(sqlite3.connect(copy)) as database:
            yield database


def _set_aside(path: Path) -> Path:
    for number in range(1, 1000):
        aside = path.with_name(f"{path.name}.damaged-{number}")
        if not aside.exists():
            for part in (".mark", *reversed(_PARTS)):
                with suppress(FileNotFoundError):
                    Path(f"{path}{part}").rename(f"{aside}{part}")
            return aside
    raise FileExistsError(f"too many damaged journals beside {path}")
