"""Which version of Companion runs: the new one beside the old one, kept when its page answers, else taken back.

Runs as root on the system's Python, with the standard library only. In ``/opt/companion`` lie a folder for each
version and ``current``, a link to the one that runs. A small file ``switch.json`` says what is under way:
``{"next": "2"}`` a version to begin with the next start; ``{"trying": "2", "before": "1", "starts": 1}`` one that has
begun and whose page has not answered yet; ``{"back": "1", "failed": "2"}`` one that is being taken back. Everything
is written whole and to the disk, so that the power may fail at any moment: a version that was begun twice without an
answer is taken back with the third start.

``installed VERSION``, ``begin``, ``healthy`` and ``may-restart`` are called by the package and its service.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

HOME = Path("/opt/companion")
DATA = Path("/var/lib/companion")
PAGE = "http://localhost/api/v1/state"
MOST_STARTS = 2
WHOLE = ".whole"
"""The package puts it into the links that it keeps of a version, when all are there."""
ANSWER_S = 20.0
IDLE_S = 2 * 3600
"""A game in which nobody has done anything for so long is not being played."""
MOST_COPIED = 64_000_000
"""Bytes; larger files of the data folder are pictures, which no version changes."""


class Versions:
    """The versions of a folder, and the data that they share."""

    def __init__(self, home: Path = HOME, data: Path = DATA) -> None:
        self._home, self._data = home, data
        self._file = home / "switch.json"

    @property
    def current(self) -> str | None:
        """The version that runs, None before the first."""
        link = self._home / "current"
        return link.readlink().name if link.is_symlink() else None

    def installed(self, version: str) -> None:
        """A version has been unpacked: it begins with the next start. The one before is kept, older ones go."""
        for kept in self._home.glob(".kept-*"):
            name = kept.name.removeprefix(".kept-")
            if name != version and (kept / WHOLE).exists():
                shutil.rmtree(self._home / name, ignore_errors=True)
                (kept / WHOLE).unlink()
                kept.replace(self._home / name)
            else:
                shutil.rmtree(kept)
        now = self.current
        if now is None or not (self._home / now).is_dir():
            self._point(version)
            self._write({})
        elif now != version:
            self._write({"next": version})
        for old in self._home.iterdir():
            if old.is_dir() and not old.is_symlink() and old.name not in (version, self.current):
                shutil.rmtree(old, ignore_errors=True)

    def begin(self) -> str | None:
        """A start is about to happen: settles which version it is; returns it."""
        self._mend()
        told = self._read()
        trying, coming = told.get("trying"), told.get("next")
        if self._is_there(told.get("back")):
            self._take_back(str(told["back"]), str(told.get("failed")))
        elif self._is_there(trying):
            if trying != self.current:
                self._point(str(trying))
            if told.get("starts", 0) >= MOST_STARTS and self._is_there(told.get("before")):
                self._take_back(str(told["before"]), str(trying))
            else:
                self._write({**told, "starts": told.get("starts", 0) + 1})
        elif coming is not None and self._is_there(coming) and coming != self.current:
            self._switch(str(coming))
        return self.current

    def healthy(self) -> None:
        """The version that runs has answered: it stays."""
        told = self._read()
        if "trying" in told:
            self._write({key: value for key, value in told.items() if key == "next"})

    def _mend(self) -> None:
        """Where the power failed while a package was unpacked, the version that runs may have lost files: its links,
        which the package kept before, are laid out again. They stay: the package may still be taking files away.
        """
        kept = self._home / f".kept-{self.current}"
        if not (kept / WHOLE).exists():
            return
        again = self._home / ".again"
        shutil.rmtree(again, ignore_errors=True)
        shutil.copytree(kept, again, symlinks=True, copy_function=os.link)
        shutil.rmtree(self._home / str(self.current), ignore_errors=True)
        again.replace(self._home / str(self.current))
        _sync(self._home)

    def _switch(self, version: str) -> None:
        before = self.current
        self._copy_data(version)
        # First the note, then the link: where the power fails between, the next start points there.
        self._write({"trying": version, "before": before, "starts": 1})
        self._point(version)

    def _take_back(self, before: str, failed: str) -> None:
        self._write({"back": before, "failed": failed})
        self._point(before)
        self._put_data_back(failed)
        self._write({"failed": failed})

    def _copy_data(self, version: str) -> None:
        """Keeps what a family has written, as it is before a new version touches it."""
        copy = self._data / f"before-{version}"
        fresh = self._data / f".before-{version}.new"
        shutil.rmtree(fresh, ignore_errors=True)
        if not self._data.is_dir():
            return
        fresh.mkdir(mode=0o700)
        for one in self._data.iterdir():
            if one.is_file() and not one.is_symlink() and one.stat().st_size <= MOST_COPIED:
                shutil.copy2(one, fresh / one.name)
                _own_as(one, fresh / one.name)
        _own_as(self._data, fresh)
        for old in self._data.glob("before-*"):
            shutil.rmtree(old, ignore_errors=True)
        fresh.replace(copy)
        _sync(self._data)

    def _put_data_back(self, failed: str) -> None:
        """What the failed version wrote is none of the family's: its page never answered."""
        copy = self._data / f"before-{failed}"
        if not copy.is_dir():
            return
        names = {one.name for one in copy.iterdir()}
        for one in copy.iterdir():
            fresh = self._data / f".{one.name}.back"
            shutil.copy2(one, fresh)
            _own_as(one, fresh)
            fresh.replace(self._data / one.name)
        for log in ("journal.sqlite-wal", "journal.sqlite-shm"):
            if log not in names:
                (self._data / log).unlink(missing_ok=True)
        _sync(self._data)

    def _is_there(self, version: object) -> bool:
        return isinstance(version, str) and (self._home / version / "bin" / "companion").is_file()

    def _point(self, version: str) -> None:
        fresh = self._home / ".current.new"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(version)
        fresh.replace(self._home / "current")
        _sync(self._home)

    def _read(self) -> dict[str, Any]:
        try:
            told = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return told if isinstance(told, dict) else {}

    def _write(self, told: dict[str, Any]) -> None:
        fresh = self._file.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(told, file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._file)
        _sync(self._home)


def page_answers(seconds: float = ANSWER_S, page: str = PAGE) -> bool:
    """Whether the page answers within so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError), urllib.request.urlopen(page, timeout=5) as answer:  # noqa: S310
            if answer.status == 200 and isinstance(json.load(answer), dict):
                return True
        time.sleep(0.3)
    return False


def is_playing(data: Path = DATA, page: str = PAGE) -> bool:
    """Whether a game is being played that a restart would interrupt; where nothing answers, none is."""
    try:
        with urllib.request.urlopen(page, timeout=5) as answer:  # noqa: S310 - this machine's own page
            state = json.load(answer)
    except (OSError, ValueError):
        return False
    if not state.get("game") or state.get("over"):
        return False
    files = (data / "journal.sqlite", data / "journal.sqlite-wal")
    last = max((one.stat().st_mtime for one in files if one.exists()), default=0.0)
    return time.time() - last < IDLE_S


def main(arguments: list[str]) -> int:
    """One of the four commands; returns the exit status."""
    versions = Versions()
    match arguments:
        case ["installed", version]:
            versions.installed(version)
        case ["begin"]:
            print(f"Companion {versions.begin()}")
        case ["healthy"]:
            if not page_answers():
                print("The page does not answer.", file=sys.stderr)
                return 1
            versions.healthy()
        case ["may-restart"]:
            return 1 if is_playing() else 0
        case _:
            print("versions.py installed VERSION | begin | healthy | may-restart", file=sys.stderr)
            return 2
    return 0


def _own_as(pattern: Path, file: Path) -> None:
    status = pattern.stat()
    with contextlib.suppress(PermissionError):
        os.chown(file, status.st_uid, status.st_gid)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
