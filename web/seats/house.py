"""What the page remembers beside the journal, in one small file: the owner's hashed PIN, what browsers were given."""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from calibration.whole_file import BACKUP_SUFFIX, set_aside, write_whole

TRY_EVERY_S = 2.0
PIN = "pin"
"""The name under which the owner's PIN is kept: its ``mark``, ``salt`` and ``hash``."""
_DIGEST = "digest"
"""The name under which the digest of all values stands in the file; earlier versions wrote none."""
_HEX = frozenset("0123456789abcdef")


class House:
    """Named values in a file that is replaced whole or not at all; without a file they end with the process."""

    def __init__(self, file: Path | None = None) -> None:
        """Reads the file if there is one. A damaged one is set aside; what stood there before counts."""
        self._file = file
        self._lock = threading.Lock()
        self._values: dict[str, Any] = {}
        self._unwritten = False
        self._tried_at = -TRY_EVERY_S
        self._is_sound = False
        """Whether what lies on the disk is worth keeping beside what comes next."""
        self.fault: str | None = None
        """What was wrong at the start: "house_before" (the backup counts) or "house_lost"."""
        if file is not None:
            self._begin(file)

    def _begin(self, file: Path) -> None:
        """Reads what is kept; nothing counts as kept where nothing can be read."""
        if not file.exists():
            return
        values = _read(file)
        self._is_sound = values is not None
        if values is None:
            values = _read(file.with_name(file.name + BACKUP_SUFFIX))
            self.fault = "house_lost" if values is None else "house_before"
            with contextlib.suppress(OSError):
                set_aside(file)
        self._values = values or {}
        backup = file.with_name(file.name + BACKUP_SUFFIX)
        if self._is_sound and not backup.exists():
            with contextlib.suppress(OSError):
                write_whole(backup, file.read_text(encoding="utf-8"), private=True)

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

    def write_waiting(self) -> None:
        """Tries again to write what is held, every other second at most."""
        with self._lock:
            now = time.monotonic()
            if self._unwritten and now - self._tried_at >= TRY_EVERY_S:
                self._tried_at = now
                with contextlib.suppress(OSError):
                    self._write(self._values)

    @property
    def unwritten(self) -> bool:
        """Whether something is held that the disk has not taken."""
        with self._lock:
            return self._unwritten

    def _write(self, values: Mapping[str, Any]) -> None:
        if self._file is not None:
            text = json.dumps({**values, _DIGEST: _digest_of(values)}, ensure_ascii=False)
            write_whole(self._file, text, private=True, keep_before=lambda: self._is_sound)
            self._is_sound = True
        self._unwritten = False


def _read(file: Path) -> dict[str, Any] | None:
    """What a file keeps; None where it is not what the page wrote."""
    try:
        values = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(values, dict):
        return None
    told = values.pop(_DIGEST, None)
    if not all(isinstance(value, dict) for value in values.values()):
        return None
    if told is not None and told != _digest_of(values):
        return None
    return values if _is_pin(values.get(PIN, {})) else None


def _digest_of(values: Mapping[str, Any]) -> str:
    """The same for the same values in any order. A letter that the disk changed could else take the PIN away."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def _is_pin(kept: Mapping[str, Any]) -> bool:
    """Whether this is no PIN, or one that can be given: of another the owner would be kept out for ever."""
    if not kept:
        return True
    mark, digits = kept.get("mark"), (kept.get("salt"), kept.get("hash"))
    if not isinstance(mark, str) or not mark or not mark.isascii():
        return False
    return all(isinstance(text, str) and text and set(text) <= _HEX and len(text) % 2 == 0 for text in digits)
