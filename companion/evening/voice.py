"""The voice of an evening: who speaks, and the thread between the table and the machine's own speaker."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from companion.announcer import Announcement, Announcer, Backlog
from companion.showing import Snapshot
from companion.table import Table
from hardware.speaker import EspeakSpeaker, SilentSpeaker, Speaker, find_espeak, has_sound_device

INSTALL = "apt install espeak-ng"
_HEARD = 32
"""How many snapshots may wait for a speaker that hangs."""
_LOOK_S = 0.05
"""How often it is looked whether a sentence has ended."""
_LEAVE_S = 1.5
_log = logging.getLogger("companion.voice")


@dataclass(frozen=True, slots=True)
class Chosen:
    """Who speaks this evening, and that in one line."""

    speaker: Speaker
    tablets: bool
    description: str

    @property
    def machine(self) -> bool:
        """Whether this machine's own speaker speaks."""
        return not isinstance(self.speaker, SilentSpeaker)


def choose(
    wanted: str,
    *,
    espeak: Callable[[], str | None] = find_espeak,
    sound_device: Callable[[], bool] = has_sound_device,
) -> Chosen:
    """Who speaks for "auto", "off", "tablet" or "speaker"; what is missing is said, and is no error."""
    if wanted == "off":
        return Chosen(SilentSpeaker(), False, "off")
    on_tablets = "on a tablet that turns it on"
    if wanted == "tablet":
        return Chosen(SilentSpeaker(), True, on_tablets)
    program = espeak()
    if program is None:
        return Chosen(SilentSpeaker(), True, f"{on_tablets}; for this machine’s own speaker: {INSTALL}")
    if wanted == "speaker":
        return Chosen(EspeakSpeaker(program), False, "on this machine’s speaker")
    if not sound_device():
        return Chosen(SilentSpeaker(), True, f"{on_tablets}; this machine has no sound device")
    return Chosen(EspeakSpeaker(program), True, f"on this machine’s speaker, or {on_tablets}")


class Voice:
    """Says on a speaker what happens at the table, from entering until leaving; the table never waits for it.

    The table only hands its snapshot over. Announcing, speaking, interrupting and waiting are a thread's own.
    """

    def __init__(
        self, table: Table, speaker: Speaker, language: str, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``language`` is one of ``LANGUAGES``; ``clock`` counts seconds."""
        self._table = table
        self._speaker = speaker
        self._clock = clock
        self._language = language
        self._changed = threading.Condition()
        self._heard: deque[Snapshot] = deque(maxlen=_HEARD)
        self._leaving = False
        self.hushed: Callable[[], bool] = lambda: False
        """Whether it must be silent now: a tablet speaks, or it is quiet in this house."""
        self._announcer = Announcer(language)
        self._backlog = Backlog()
        self._current: Announcement | None = None
        self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
        self._unsubscribe: Callable[[], None] = lambda: None

    def __enter__(self) -> Self:
        self._announcer = Announcer.after(self._table.snapshot(), self._language)
        if not isinstance(self._speaker, SilentSpeaker):
            self._unsubscribe = self._table.subscribe(self._on_snapshot)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._unsubscribe()
        with self._changed:
            self._leaving = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(_LEAVE_S)

    def _on_snapshot(self, snapshot: Snapshot) -> None:
        with self._changed:
            self._heard.append(snapshot)
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                pause = None if self._current is None else _LOOK_S
                self._changed.wait_for(lambda: self._leaving or self._heard, pause)
                leaving, heard = self._leaving, tuple(self._heard)
                self._heard.clear()
            try:
                if leaving:
                    self._speaker.stop()
                    return
                for snapshot in heard:
                    self._listen(snapshot)
                self._speak()
            except (
                Exception
            ):  # a sentence that cannot be said is no reason to be silent for the rest of the evening
                _log.exception("The voice failed.")
                self._current = None

    def _listen(self, snapshot: Snapshot) -> None:
        self._backlog.moved_on(snapshot)
        current = self._current
        if current is not None and not snapshot.quiet and current.still(snapshot) is None:
            self._interrupt()
        news = self._announcer.hear(snapshot)
        if self.hushed():
            self._backlog = Backlog()
            if self._current is not None:
                self._interrupt()
            return
        self._backlog.put(news, self._clock())

    def _speak(self) -> None:
        if self._current is not None:
            if self._backlog.overtakes(self._current):
                self._interrupt()
            elif self._speaker.speaking:
                return
        self._current = self._backlog.take(self._clock())
        if self._current is not None:
            self._speaker.say(self._current.text, self._language)

    def _interrupt(self) -> None:
        self._speaker.stop()
        self._current = None
