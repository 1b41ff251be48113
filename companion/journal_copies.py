"""Copies of the journal beside it, made while it is used: one a day, and one after each of the last games."""

from __future__ import annotations

import logging
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

GAMES_KEPT, DAYS_KEPT = 3, 2
_GAME, _DAY = re.compile(r"game-(\d{6})\.sqlite"), re.compile(r"day-(\d{4}-\d\d-\d\d)\.sqlite")
_log = logging.getLogger("companion.journal")


class JournalCopies:
    """The copies in one folder. What cannot be written is only logged: the journal itself is on the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def after_game(self, database: sqlite3.Connection, number: int) -> None:
        """Keep a copy as the journal is after a game; the oldest of the others goes."""
        self._copy(database, f"game-{number:06}.sqlite")
        self._thin_out(_GAME, GAMES_KEPT)

    def of_day(self, database: sqlite3.Connection, wall_ms: int) -> None:
        """Keep a copy of this day, unless there is one: today's and the one before stay."""
        name = f"day-{datetime.fromtimestamp(wall_ms / 1000, UTC):%Y-%m-%d}.sqlite"
        if not (self.folder / name).exists():
            self._copy(database, name)
            self._thin_out(_DAY, DAYS_KEPT)

    def __iter__(self) -> Iterator[Path]:
        """All copies."""
        if self.folder.is_dir():
            yield from sorted(path for path in self.folder.iterdir() if path.suffix == ".sqlite")

    def _copy(self, database: sqlite3.Connection, name: str) -> None:
        fresh = self.folder / f"{name}.new"
        try:
            self.folder.mkdir(exist_ok=True)
            fresh.unlink(missing_ok=True)
            with closing(sqlite3.connect(fresh)) as copy:
                database.backup(copy)
            with fresh.open("rb") as written:
                os.fsync(written.fileno())
            fresh.replace(self.folder / name)
        except (OSError, sqlite3.Error) as error:
            _log.warning("No copy of the journal could be made (%s).", error)

    def _thin_out(self, kind: re.Pattern[str], kept: int) -> None:
        of_kind = sorted(path for path in self if kind.fullmatch(path.name))
        for path in of_kind[:-kept]:
            path.unlink(missing_ok=True)
