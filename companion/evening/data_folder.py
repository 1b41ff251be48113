"""The data folder: where the journal, the settings and the evening's crops lie; one program at a time uses it."""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
from pathlib import Path
from typing import IO

from companion.evening.troubles import Troubles
from companion.journal import DamagedJournal, Journal, JournalError
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


_NOBODY_ELSE = 0o077
_NOT_FOR_OTHERS = (
    *("journal.sqlite*", "backups", "house.json*", "family.json*", "secret", "evidence", "kept"),
    *("club.sqlite*", "club_password"),
)


class DataFolder:
    """A data folder held by this process; raises ``WrongUse`` when it cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[str] | None = None

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

    def hold(self) -> None:
        """Creates the folder and keeps other programs out of it until ``release``.

        Whatever this process writes from now on is its user's alone: every hand of every game lies in the journal.
        """
        os.umask(_NOBODY_ELSE)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = (self.path / "lock").open("w")
        except OSError as error:
            raise WrongUse(
                f"The data folder {self.path} cannot be written ({error.strerror}): choose another with --data."
            ) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            raise WrongUse(
                f"Companion is already running with the data folder {self.path}: "
                "stop it, or choose another with --data."
            ) from error
        self._lock = lock
        self._close_to_others()

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

    def journal(self, troubles: Troubles | None = None) -> Journal:
        """The journal in this folder, opened or begun.

        With ``troubles`` a damaged one is set aside, what is sound of it is gone on with, and they are told; without,
        it is refused. One of a newer version is always refused, and left as it is.
        """
        path, copies = self.path / "journal.sqlite", JournalCopies(self.path / "backups")
        try:
            try:
                journal = Journal(path, copies=copies)
            except DamagedJournal as damaged:
                if troubles is None:
                    raise
                rescued = rescue(path, copies, damaged.written)
                troubles.tell(_told(rescued), kept=rescued.kept, lost=rescued.lost, file=rescued.aside.name)
                return Journal(path, copies=copies)
        except JournalError as error:
            raise WrongUse(str(error)) from error
        except OSError as error:
            raise WrongUse(
                f"The journal {path} is damaged, and could not be mended ({error.strerror or error})."
            ) from error
        if journal.log_is_gone and troubles is not None:
            troubles.tell("journal_log_gone")
        return journal


def _told(rescued: Rescued) -> str:
    if not rescued.kept:
        return "journal_lost"
    return "journal_cut" if rescued.lost else "journal_whole"
