"""Where a journal's file lies: whoever takes it away while it is used (empties the folder, lays a copy in its place)
takes everything that is written afterwards, and SQLite says nothing of it. So it is laid there again, whole.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

_LOG_PARTS = ("-wal", "-shm")
"""SQLite's files beside a database: the write-ahead log and its index."""
_log = logging.getLogger("companion.journal")

_Identity = tuple[int, int] | None


class JournalPlace:
    """The place of one journal that is open; one in memory has none."""

    def __init__(self, path: Path, *, in_memory: bool) -> None:
        self._path, self._in_memory = path, in_memory
        self._ours = self._there()

    def remember(self) -> None:
        """The file that lies there now, with its log, is the one that is open."""
        self._ours = self._there()

    @property
    def is_taken(self) -> bool:
        """Whether something else lies there, or nothing."""
        return not self._in_memory and self._there() != self._ours

    def lay_back(self, database: sqlite3.Connection) -> None:
        """Lays all that ``database`` holds in its place and closes it: it has to be opened anew.

        What lay there is kept as ``….other-1``. Raises OSError and sqlite3.Error; ``database`` is open then.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_name(f"{self._path.name}.new")
        fresh.unlink(missing_ok=True)
        try:
            with closing(sqlite3.connect(fresh)) as copy:
                database.backup(copy)
        except sqlite3.Error:
            fresh.unlink(missing_ok=True)
            raise
        with fresh.open("rb") as written:
            os.fsync(written.fileno())
        aside = self._set_aside() if self._path.exists() else None
        database.close()
        for part in _LOG_PARTS:  # of the file that is gone: the copy holds what stood there
            Path(f"{self._path}{part}").unlink(missing_ok=True)
        fresh.replace(self._path)
        self.remember()
        _log.warning(
            "%s was taken away while it was used, and was laid there again%s.",
            self._path,
            "" if aside is None else f"; what lay there is {aside.name} now",
        )

    def _there(self) -> tuple[_Identity, _Identity]:
        """What lies there: the file, and its log."""
        return _identity(self._path), _identity(Path(f"{self._path}{_LOG_PARTS[0]}"))

    def _set_aside(self) -> Path:
        aside = next(
            path
            for number in range(1, 1_000_000)
            if not (path := self._path.with_name(f"{self._path.name}.other-{number}")).exists()
        )
        log_is_ours = self._there()[1] == self._ours[1]  # it would be played into the other one
        for part in ("",) if log_is_ours else ("", *_LOG_PARTS):
            if os.path.lexists(f"{self._path}{part}"):
                Path(f"{self._path}{part}").rename(f"{aside}{part}")
        return aside


def _identity(path: Path) -> _Identity:
    """By what a file is told from any other: its device and its number there; None where there is none."""
    try:
        told = path.stat()
    except OSError:
        return None
    return told.st_dev, told.st_ino
