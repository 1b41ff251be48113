"""The data folder: where the journal, the settings and the evening's crops lie; one program at a time uses it."""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import json
import logging
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from calibration.whole_file import set_aside
from companion.action import Rejected
from companion.evening.troubles import Troubles
from companion.games import load
from companion.journal import DamagedJournal, Entry, Journal, JournalError, NewerJournal
from companion.journal_copies import JournalCopies
from companion.journal_rescue import Rescued, rescue
from companion.wrong_use import WrongUse


def default_folder() -> Path:
    """``$XDG_DATA_HOME/companion``, or ``~/.local/share/companion``."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "companion"


def shown_default_folder() -> str:
    """The default folder for a help text, in which a per cent sign would be read as a format."""
    folder, home = default_folder(), Path.home()
    shown = f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) else str(folder)
    return shown.replace("%", "%%")


def add_data_folder(parser: argparse.ArgumentParser) -> None:
    """The argument ``--data`` of a command that works on what an evening kept."""
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        help=f"the data folder (default: $XDG_DATA_HOME/companion, here {shown_default_folder()})",
    )


_log = logging.getLogger("companion.data")
_NOBODY_ELSE = 0o077
_MOVES_TOLD = 8
"""Of the moves that are missing."""
_IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made there
_NOT_FOR_OTHERS = (
    *("journal.sqlite*", "backups", "house.json*", "family.json*", "secret", "evidence", "kept"),
    *("club.sqlite*", "club_password"),
)
_FILES = ("lock", "secret", "club_password", "*.toml", "*.json", "*.bak", "*.sqlite", "*.sqlite-*")
"""What is read at a start."""


class DataFolder:
    """A data folder held by this process; raises ``WrongUse`` when it cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[str] | None = None
        self._for_this_evening: Path | None = None

    @property
    def settings(self) -> Path:
        """The family's settings, if they wrote some."""
        return self.path / "settings.toml"

    @property
    def evidence(self) -> Path:
        """Where the crops of the running game lie."""
        return self.path / "evidence"

    @property
    def recordings(self) -> Path:
        """Where the voice's recorded sentences lie."""
        return self.path / "voice"

    def hold(self, troubles: Troubles | None = None) -> None:
        """Creates the folder and keeps other programs out of it until ``release``.

        With ``troubles`` a folder that cannot be used is told, and another one in memory takes its place until then;
        one that can only be read is gone on from. Whatever this process writes from now on is its user's alone: every
        hand of every game lies in the journal.
        """
        os.umask(_NOBODY_ELSE)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._set_aside_what_is_no_file()
            lock = (self.path / "lock").open("w")
        except OSError as error:
            if troubles is None:
                raise WrongUse(
                    f"The data folder {self.path} cannot be written ({error.strerror}): choose another with --data."
                ) from error
            if not os.access(self.path / "journal.sqlite", os.R_OK):
                self._begin_in_memory(error, troubles)
                return
            # What is played waits in memory until it can be written, and the page says so.
            with contextlib.suppress(OSError):
                self._keep_others_out((self.path / "lock").open())
            return
        self._keep_others_out(lock)
        self._close_to_others()

    def _keep_others_out(self, lock: IO[str]) -> None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            raise WrongUse(
                f"Companion is already running with the data folder {self.path}: "
                "stop it, or choose another with --data."
            ) from error
        self._lock = lock

    def _begin_in_memory(self, error: OSError, troubles: Troubles) -> None:
        reason = error.strerror or type(error).__name__
        _log.error(
            "The data folder %s cannot be used (%s): nothing of this evening is kept.", self.path, reason
        )
        troubles.tell("folder_unusable", reason=reason)
        base = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None
        self.path = self._for_this_evening = Path(tempfile.mkdtemp(prefix="companion-", dir=base))

    def _set_aside_what_is_no_file(self) -> None:
        """Takes a pipe that lies in the place of a file of ours out of the way: who opens one waits for ever."""
        for path in [one for name in _FILES for one in self.path.glob(name)]:
            if path.is_fifo():
                _log.error("%s is no file: it lies as %s now.", path, set_aside(path).name)

    def _close_to_others(self) -> None:
        """Takes from other users of this machine what an earlier version had let them read."""
        kept = [path for name in _NOT_FOR_OTHERS for path in self.path.glob(name)]
        for path in [*kept, *([self.path] if self.path == default_folder() else [])]:
            with contextlib.suppress(OSError):  # another user's: whoever mounted it so knows why
                path.chmod(path.stat().st_mode & ~_NOBODY_ELSE)

    def release(self) -> None:
        """Lets other programs use the folder again."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        if self._for_this_evening is not None:
            shutil.rmtree(self._for_this_evening, ignore_errors=True)

    def journal(self, troubles: Troubles | None = None) -> Journal:
        """The journal in this folder, opened or begun.

        With ``troubles`` a damaged one is set aside and what is sound of it is gone on with; one that cannot be used,
        of a newer version among them, is left as it is, and the evening is kept in memory alone; they are told.
        Without, it is refused.
        """
        path, copies = self.path / "journal.sqlite", JournalCopies(self.path / "backups")
        try:
            journal = self._opened(path, copies, troubles)
        except (JournalError, OSError) as error:
            if troubles is None:
                raise WrongUse(str(error)) from error
            _log.error("%s", error)
            troubles.tell("journal_newer" if isinstance(error, NewerJournal) else "journal_unusable")
            return Journal(Path(":memory:"))
        if journal.log_is_gone and troubles is not None:
            troubles.tell("journal_log_gone")
        return journal

    def _opened(self, path: Path, copies: JournalCopies, troubles: Troubles | None) -> Journal:
        try:
            return Journal(path, copies=copies)
        except DamagedJournal as damaged:
            if troubles is None:
                raise
            rescued = rescue(path, copies, damaged.written)
            journal = Journal(path, copies=copies)
            details = {"file": rescued.aside.name, **_missing(journal.entries, rescued.legible)}
            troubles.tell(_told(rescued), kept=rescued.kept, lost=rescued.lost, **details)
            return journal


def _missing(kept: Sequence[Entry], legible: Sequence[Entry]) -> dict[str, str | int]:
    """The last of the missing moves that can be read, of the newest game, as everybody may see them: ``game`` and
    ``moves`` (JSON).
    """
    names = {one.game: one.body.get("game") for one in (*kept, *legible) if one.kind == "opened"}
    moves = [one for one in legible if isinstance(one.body.get("action"), dict)]
    if not moves:
        return {}
    name = str(names.get(moves[-1].game))
    newest = [one.body["action"] for one in moves if one.game == moves[-1].game][-_MOVES_TOLD:]
    try:
        return {"game": name, "moves": json.dumps([dict(load(name).redacted(one, None)) for one in newest])}
    except (KeyError, ValueError, TypeError, Rejected):
        return {}  # damaged where it can be read, too


def _told(rescued: Rescued) -> str:
    if not rescued.kept:
        return "journal_lost"
    return "journal_cut" if rescued.lost else "journal_whole"
