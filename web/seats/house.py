"""What the page remembers beside the journal, in one small file: the owner's hashed PIN, what browsers were given."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from calibration.whole_file import write_whole


class HouseFileError(Exception):
    """The file cannot be read; the message is one line that says what to do."""


class House:
    """Named values in a file that is replaced whole or not at all; without a file they end with the process."""

    def __init__(self, file: Path | None = None) -> None:
        """Reads the file if there is one; raises ``HouseFileError``."""
        self._file = file
        self._lock = threading.Lock()
        self._values: dict[str, Any] = {}
        self._unwritten = False
        if file is not None and file.exists():
            self._values = _read(file)

    def get(self, name: str) -> Mapping[str, Any]:
        """What is kept under a name; empty when nothing is."""
        with self._lock:
            kept: Mapping[str, Any] = self._values.get(name, {})
            return kept

    def put(self, name: str, value: Mapping[str, Any]) -> None:
        """Keeps a value under a name, on disk first; raises ``OSError``."""
        with self._lock:
            values = {**self._values, name: dict(value)}
            self._write(values)
            self._values = values

    def hold(self, name: str, value: Mapping[str, Any]) -> None:
        """Keeps a value under a name even while the disk takes nothing: it is written with whatever comes next."""
        with self._lock:
            self._values, self._unwritten = {**self._values, name: dict(value)}, True
            with contextlib.suppress(OSError):
                self._write(self._values)

    @property
    def unwritten(self) -> bool:
        """Whether something is held that the disk has not taken."""
        with self._lock:
            return self._unwritten

    def _write(self, values: Mapping[str, Any]) -> None:
        if self._file is not None:
            write_whole(self._file, json.dumps(values, ensure_ascii=False), private=True)
        self._unwritten = False


def _read(file: Path) -> dict[str, Any]:
    try:
        values = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise HouseFileError(
            f"{file} cannot be read: delete it, and the table has no PIN any more."
        ) from error
    if not isinstance(values, dict) or not all(isinstance(value, dict) for value in values.values()):
        raise HouseFileError(
            f"{file} is not what the page wrote: delete it, and the table has no PIN any more."
        )
    return values
