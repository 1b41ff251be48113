"""Who speaks in this house, when nobody may, and which sentences lie recorded.

One tablet speaks at a time; where none does, the machine's own speaker may. In the quiet hours nobody speaks: what
would be said is written only.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, time
from pathlib import Path
from typing import Any

from companion.languages import LANGUAGES
from companion.phrases import FILE_ENDING, phrase_name
from companion.quiet import QuietHours
from web.seats.house import House

_KEPT = "voice"
_DEVICE = re.compile(r"[A-Za-z0-9_-]{8,40}")


def wall_clock() -> time:
    """The time of day in this house."""
    return datetime.now().time()


def is_device(name: str) -> bool:
    """Whether this can be the name that a browser gave itself."""
    return _DEVICE.fullmatch(name) is not None


class Speaking:
    """The one voice of the house, kept in the house file; what cannot be written counts until the process ends."""

    def __init__(
        self, house: House, *, clock: Callable[[], time] = wall_clock, machine: bool = False
    ) -> None:
        """``clock`` tells the time of day; ``machine`` is whether this machine has a speaker that speaks."""
        self._house = house
        self._clock = clock
        self._machine = machine
        self._lock = threading.Lock()
        kept = house.get(_KEPT)
        device = kept.get("device")
        self._device = device if isinstance(device, str) and is_device(device) else None
        self._hours = hours_of(str(kept.get("quiet") or ""))

    # ------------------------------------------------------------ the one that speaks

    @property
    def device(self) -> str | None:
        """The tablet that speaks, by the name it gave itself."""
        return self._device

    def take(self, device: str, *, if_free: bool = False) -> bool:
        """This tablet speaks from now on, instead of any other; with ``if_free`` only where none does. Whether it
        does now."""
        with self._lock:
            if if_free and self._device not in (None, device):
                return False
            self._device = device
            self._keep()
        return True

    def give_back(self, device: str) -> None:
        """This tablet speaks no more; another one that does goes on."""
        with self._lock:
            if self._device == device:
                self._device = None
                self._keep()

    @property
    def machine(self) -> bool:
        """Whether this machine has a speaker that speaks where no tablet does."""
        return self._machine

    # ------------------------------------------------------------ quiet hours

    @property
    def hours(self) -> QuietHours | None:
        """The family's quiet hours."""
        return self._hours

    def set_hours(self, hours: QuietHours | None) -> None:
        """The family's quiet hours from now on; None for none."""
        with self._lock:
            self._hours = hours
            self._keep()

    @property
    def quiet(self) -> bool:
        """Whether nobody may speak now."""
        return self._hours is not None and self._hours.cover(self._clock())

    # ------------------------------------------------------------ what pages are told

    def as_json(self) -> dict[str, Any]:
        """Who speaks now and until when it is quiet, as JSON values."""
        quiet_until = self._hours.end_told if self._hours is not None and self.quiet else None
        return {"speaker": self._device, "machine": self._machine, "quiet_until": quiet_until}

    def _keep(self) -> None:
        told = {"device": self._device, "quiet": str(self._hours) if self._hours else None}
        self._house.hold(_KEPT, told)


def hours_of(text: str) -> QuietHours | None:
    """Quiet hours as they are written; None for none, and for what cannot be read."""
    try:
        return QuietHours.parse(text) if text else None
    except ValueError:
        return None


class Recordings:
    """Sentences recorded by ``companion phrases``: a folder for each language, a file for each sentence.

    What is recorded or deleted later counts at once.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """A folder that is not there yet holds nothing."""
        self._folder = folder
        self._known: dict[str, tuple[int, Mapping[str, Path]]] = {}

    def _files(self, language: str) -> Mapping[str, Path]:
        """What lies recorded in a language, by the name of its file; looked up again when the folder has changed."""
        if self._folder is None:
            return {}
        there = self._folder / language
        try:
            changed = there.stat().st_mtime_ns
        except OSError:
            return {}
        known = self._known.get(language)
        if known is None or known[0] != changed:
            known = changed, {path.name: path for path in there.glob(f"*{FILE_ENDING}")}
            self._known[language] = known
        return known[1]

    def of(self, lines: Iterable[str], language: str) -> Mapping[str, str]:
        """The names of the files of those sentences that lie recorded."""
        files = self._files(language)
        named = ((line, phrase_name(line, language)) for line in lines) if files else ()
        return {line: name for line, name in named if name in files}

    def file(self, language: str, name: str) -> Path | None:
        """Where a recorded sentence lies."""
        if language not in LANGUAGES:
            return None
        return self._files(language).get(name)

    def __bool__(self) -> bool:
        return any(self._files(language) for language in LANGUAGES)
