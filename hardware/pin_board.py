"""Buttons and lamps in a process of their own: supervised, started again when it fails, asked to show."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import logging
import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hardware.contact import News
from hardware.pin_words import (
    CAUSES,
    DIED,
    HANGS,
    LONGEST_LINE,
    NOT_INSTALLED,
    Alive,
    ButtonNews,
    PinPlan,
    PinsFailed,
    PinsOpened,
    Signal,
    parse_pins,
)
from hardware.restarts import Restarts

SYSTEM_PYTHON = Path("/usr/bin/python3")
START_S = 30.0
"""Loading gpiozero takes a Pi two seconds."""
SILENT_S = 5.0
"""A process that says nothing for so long hangs: it says every second that it is alive."""
_GONE_S = 1.0
_STEADY_S = 30.0
_BOOT = (
    "import os, sys, types; "
    "package = types.ModuleType('hardware'); package.__path__ = [sys.argv.pop(1)]; "
    "sys.modules['hardware'] = package; "
    "from hardware.pins_process import main; os._exit(main(sys.argv[1:]))"
)
_log = logging.getLogger("hardware.pins")


@dataclass(frozen=True, slots=True)
class PinState:
    """How the pins stand: whether they work, why not, which are left out or faulty, and which buttons are down.

    ``pressed_ms`` is when each button was pressed last (ms, monotonic).
    """

    works: bool = False
    fault: str | None = None
    faults: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    down: frozenset[str] = frozenset()
    pressed_ms: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


class PinBoard:
    """Runs the process of the pins from ``start`` until ``close``. ``heard`` is called in a thread with its news."""

    def __init__(
        self,
        plan: PinPlan,
        heard: Callable[[ButtonNews], None],
        *,
        command: Sequence[str] | None = None,
        restarts: Restarts | None = None,
        silent_s: float = SILENT_S,
    ) -> None:
        """``command`` starts the process; the plan follows as its argument."""
        self._plan = plan
        self._heard = heard
        self._command = tuple(command or _system_command())
        self._restarts = restarts or Restarts()
        self._silent_s = silent_s
        self._lock = threading.Lock()
        self._state = PinState()
        self._shown: dict[str, Signal] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = threading.Event()
        self._last_s = 0.0
        self._reason: str | None = None
        self._told_fault: str | None = None
        self._thread = threading.Thread(target=self._supervise, name="pins", daemon=True)

    @property
    def state(self) -> PinState:
        """How the pins stand now."""
        return self._state

    def start(self) -> None:
        """Begin; nothing is started where nothing hangs on the pins."""
        if not self._plan.empty:
            self._thread.start()

    def close(self) -> None:
        """Switch the lamps off and end the process."""
        self._closed.set()
        process = self._process
        if process is not None:
            _end(process, _GONE_S)
        if self._thread.is_alive():
            self._thread.join(2 * _GONE_S)

    def show(self, lamps: Mapping[str, Signal], beep: str | None = None) -> None:
        """Let lamps show their signals until they are told otherwise, and the buzzer sound once."""
        with self._lock:
            self._shown |= lamps
        self._tell(lamps, beep)

    def _supervise(self) -> None:
        while not self._closed.is_set():
            began = time.monotonic()
            self._restarts.started(began)
            fault = self._run()
            if self._closed.is_set():
                return
            self._fail(fault)
            self._restarts.healthy_for(time.monotonic() - began)
            self._closed.wait(self._restarts.pause_s(time.monotonic()))

    def _run(self) -> str:
        """One life of the process; returns why it ended."""
        self._reason = None
        try:
            process = subprocess.Popen(  # noqa: S603 - our own process
                [*self._command, self._plan.as_json(), *_gpiozero_folder()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                # lgpio keeps a pipe in the folder that it is told, else in the one it was started in.
                env={"LG_WD": tempfile.gettempdir(), **os.environ},
            )
        except OSError:
            return NOT_INSTALLED
        self._process, self._last_s = process, time.monotonic()
        reader = threading.Thread(target=self._listen, args=(process,), name="pin messages", daemon=True)
        reader.start()
        hung = False
        while process.poll() is None and not self._closed.wait(0.1):
            silent = time.monotonic() - self._last_s
            if silent > (self._silent_s if self._state.works else max(START_S, self._silent_s)):
                hung = True
                break
        _end(process, 0.0 if hung else _GONE_S)
        reader.join(_GONE_S)
        self._process = None
        return HANGS if hung else self._reason if self._reason in CAUSES else DIED

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        stdout = process.stdout
        with contextlib.suppress(OSError, ValueError):
            for line in iter(lambda: stdout.readline(LONGEST_LINE) if stdout is not None else b"", b""):
                message = parse_pins(line)
                self._last_s = time.monotonic()
                match message:
                    case PinsOpened(left_out):
                        self._opened(left_out)
                    case ButtonNews(name) if name in self._plan.buttons:
                        self._take(message)
                    case PinsFailed(reason, detail):
                        self._reason = reason
                        _log.info("The pins failed (%s: %s).", reason, detail)
                    case Alive() | None:
                        pass

    def _opened(self, left_out: Mapping[str, str]) -> None:
        with self._lock:
            self._state = PinState(works=True, faults=dict(left_out), pressed_ms=self._state.pressed_ms)
            shown = dict(self._shown)
        self._told_fault = None
        self._tell(shown, None)

    def _take(self, told: ButtonNews) -> None:
        with self._lock:
            state = self._state
            faults, pressed, down = dict(state.faults), dict(state.pressed_ms), set(state.down)
            match told.news:
                case News.PRESSED:
                    down.add(told.name)
                    pressed[told.name] = told.monotonic_ms
                case News.RELEASED:
                    down.discard(told.name)
                case News.STUCK | News.BOUNCING:
                    faults[told.name] = str(told.news)
                    down.discard(told.name)
                case News.WELL:
                    faults.pop(told.name, None)
                case News.HELD:
                    pass
            self._state = PinState(state.works, state.fault, faults, frozenset(down), pressed)
        try:
            self._heard(told)
        except Exception:  # the next press must be heard all the same
            _log.exception("A button's press failed.")

    def _fail(self, fault: str) -> None:
        with self._lock:
            self._state = PinState(fault=fault, pressed_ms=self._state.pressed_ms)
        if fault != self._told_fault:
            _log.warning("The buttons and lamps do not work (%s). The game goes on by taps.", fault)
        self._told_fault = fault

    def _tell(self, lamps: Mapping[str, Signal], beep: str | None) -> None:
        process = self._process
        if process is None or process.stdin is None or not (lamps or beep):
            return
        message: dict[str, Any] = {
            "message": "show",
            "lamps": {name: str(signal) for name, signal in lamps.items()},
            "beep": beep,
        }
        with self._lock, contextlib.suppress(OSError, ValueError):
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()


def _system_command() -> Sequence[str]:
    # -P, -s: neither the folder one stands in nor packages of the user are looked at.
    return (str(SYSTEM_PYTHON), "-P", "-s", "-c", _BOOT, str(Path(__file__).resolve().parent))


def _gpiozero_folder() -> Sequence[str]:
    """Where our own gpiozero lies, for a system whose Python has none; it is pure Python and fits any."""
    found = importlib.util.find_spec("gpiozero")
    return () if found is None or found.origin is None else (str(Path(found.origin).parents[1]),)


def _end(process: subprocess.Popen[bytes], patience_s: float) -> None:
    """Ask the process to go by closing its stdin, and kill it where it does not."""
    if process.stdin is not None:
        with contextlib.suppress(OSError, ValueError):
            process.stdin.close()
    try:
        process.wait(patience_s)
    except subprocess.TimeoutExpired:
        process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GONE_S)
