"""Buttons and lamps of an evening: from settings to pins, from presses to the table, from the table to lamps."""

from __future__ import annotations

import logging
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from calibration.pins import BUTTONS, BUZZER, HELD, LAMPS, USABLE, Kind, Wiring, wired
from calibration.settings import BadSettings, Settings, change_pin, change_setting, load_settings
from companion.evening.lamps import Shown, shown_of
from companion.evening.presses import Press, Presses
from companion.showing import Snapshot
from companion.table import Table
from hardware.contact import News
from hardware.pin_board import PinBoard
from hardware.pin_words import ButtonNews, PinPlan, Signal

POWER_OFF = ("systemctl", "--no-ask-password", "poweroff")
SHOWN_S = 8.0
"""How long the page tells what a press did."""
LIT_S = 4.0
"""How long a lamp that is looked for shines."""
_log = logging.getLogger("companion.pins")


def power_off() -> bool:
    """Switch the machine off; returns whether this user may."""
    try:
        done = subprocess.run(POWER_OFF, capture_output=True, timeout=10, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


class TablePins:
    """The pins of the table, as the page knows them too (``web.outside.PinService``). A context manager.

    ``changed`` is called when the page has something else to show; ``quiet`` says whether nothing may sound now.
    """

    def __init__(
        self,
        folder: Path,
        table: Table,
        *,
        look: Callable[[], bool],
        off: Callable[[], bool] = power_off,
        board: Callable[[PinPlan, Callable[[ButtonNews], None]], PinBoard] = PinBoard,
    ) -> None:
        self.changed: Callable[[], None] = lambda: None
        self.quiet: Callable[[], bool] = lambda: False
        self._folder = folder
        self._table = table
        self._make = board
        self._lock = threading.RLock()
        self._last: Press | None = None
        self._lamps = Shown()
        self._lit: threading.Timer | None = None
        self._presses = Presses(table, look=look, power_off=off, told=self._done)
        self._wiring, self._low = self._read()
        self._board = board(self._plan(), self._hear)
        self._unsubscribe: Callable[[], None] = lambda: None

    def __enter__(self) -> Self:
        self._presses.start()
        self._board.start()
        self._unsubscribe = self._table.subscribe(self._on_snapshot)
        self._on_snapshot(self._table.snapshot())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._unsubscribe()
        self._presses.close()
        with self._lock:
            if self._lit is not None:
                self._lit.cancel()
            self._board.close()

    # ------------------------------------------------------------ what the page shows and sets

    def state(self) -> Mapping[str, Any]:
        """All that the page shows; times are seconds that have passed."""
        with self._lock:
            state, wiring, low = self._board.state, self._wiring, self._low
        now_ms = time.monotonic() * 1000
        pressed = {name: max(0.0, (now_ms - at) / 1000) for name, at in state.pressed_ms.items()}
        rows = [
            {
                "kind": kind,
                "name": name,
                "pins": list(pins),
                "fault": state.faults.get(name),
                "down": kind == "buttons" and name in state.down,
                "pressed_s": pressed.get(name) if kind == "buttons" else None,
            }
            for kind, name, pins in self._wires(wiring)
        ]
        return {
            "works": state.works,
            "fault": state.fault,
            "rows": rows,
            "faults": [
                {"kind": one.kind, "name": one.name, "code": one.code, "pin": one.pin, "other": one.other}
                for one in wiring.faults
            ],
            "low": low,
            "last": self.last(),
        }

    def last(self) -> Mapping[str, Any] | None:
        """What the last press did, while it is news: ``button``, ``player`` and ``code``."""
        press = self._last
        if press is None or time.monotonic() - press.at_s > SHOWN_S:
            return None
        return {"button": press.button, "player": press.player, "code": press.code}

    def set_pins(self, kind: Kind, name: str, pins: Sequence[int]) -> bool:
        """Put a button or a lamp on other pins, on none, at once; False where that could not be written."""
        if name not in (BUTTONS if kind == "buttons" else LAMPS) or not set(pins) <= set(USABLE):
            return False
        return self._written(lambda: change_pin(self._folder, kind, name, pins))

    def set_low(self, low: bool) -> bool:
        """Whether lamps are lit by a low level; False where that could not be written."""
        return self._written(lambda: change_setting(self._folder, "lamps_lit_by_low", low))

    def test(self, name: str) -> None:
        """Let a lamp shine, or the buzzer sound, so that somebody finds it."""
        with self._lock:
            if name == BUZZER:
                self._board.show({}, "press")
            elif name in self._wiring.lamps:
                if self._lit is not None:
                    self._lit.cancel()
                self._board.show({**self._lamps.lamps, name: Signal.TEST})
                self._lit = threading.Timer(LIT_S, self._as_usual)
                self._lit.daemon = True
                self._lit.start()

    # ------------------------------------------------------------ inside

    def _written(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except (OSError, BadSettings) as error:
            _log.warning("The pins could not be written down: %s", error)
            return False
        with self._lock:
            self._board.close()
            self._wiring, self._low = self._read()
            self._board = self._make(self._plan(), self._hear)
            self._board.start()
            self._board.show(self._lamps.lamps)
        return True

    def _read(self) -> tuple[Wiring, bool]:
        try:
            settings = load_settings(self._folder)
        except BadSettings:  # told where the evening reads them
            settings = Settings()
        wiring = wired(settings.buttons, settings.lamps)
        for one in wiring.faults:
            _log.warning(
                "%s.%s = %s is left out: %s %s", one.kind, one.name, one.pin, one.code, one.other or ""
            )
        return wiring, settings.lamps_lit_by_low

    def _plan(self) -> PinPlan:
        lamps = dict(self._wiring.lamps)
        buzzer = lamps.pop(BUZZER, None)
        return PinPlan(self._wiring.buttons, lamps, None if buzzer is None else buzzer[0], HELD, self._low)

    @staticmethod
    def _wires(wiring: Wiring) -> list[tuple[Kind, str, tuple[int, ...]]]:
        buttons: list[tuple[Kind, str, tuple[int, ...]]] = [
            ("buttons", name, (wiring.buttons[name],) if name in wiring.buttons else ()) for name in BUTTONS
        ]
        return [*buttons, *(("lamps", name, wiring.lamps.get(name, ())) for name in LAMPS)]

    def _hear(self, told: ButtonNews) -> None:
        if told.news is (News.HELD if told.name in HELD else News.PRESSED):
            self._presses.put(told.name)

    def _done(self, press: Press) -> None:
        self._last = press
        self.changed()
        # Once more when it is news no longer.
        timer = threading.Timer(SHOWN_S, self.changed)
        timer.daemon = True
        timer.start()

    def _on_snapshot(self, snapshot: Snapshot) -> None:
        if snapshot.quiet:
            return
        shown = shown_of(snapshot)
        with self._lock:
            before, self._lamps = self._lamps, shown
            if shown.lamps == before.lamps and shown.beep is None:
                return
            beep = None if shown.beep is None or shown == before or self.quiet() else shown.beep
            self._board.show(shown.lamps, beep)

    def _as_usual(self) -> None:
        with self._lock:
            self._board.show(self._lamps.lamps)
