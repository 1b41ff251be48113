"""The pins' own process: gpiozero on the system's Python, which has lgpio; buttons in, lamps and a buzzer out.

Started by ``hardware.pin_board``; ``hardware.pin_words`` tells the messages. It needs the standard library and
gpiozero (apt: python3-gpiozero, python3-lgpio). What of gpiozero is relied on, and why:

- ``Button`` without ``bounce_time``: what bounces is sorted out by ``hardware.contact``, which knows a press from a
  broken wire; the level is read again four times a second, so that an edge that the kernel dropped costs no press.
- ``GPIOZERO_PIN_FACTORY`` is lgpio where the environment does not say otherwise: the fallbacks of gpiozero would hide
  that lgpio is missing, and the last of them is experimental. "mock" works without any pins.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from hardware.contact import HOLD_S, Contact, News
from hardware.pin_words import (
    NO_PERMISSION,
    NO_PINS,
    NOT_INSTALLED,
    PIN_BROKEN,
    PIN_BUSY,
    PinPlan,
    Signal,
)

ALIVE_S = 1.0
READ_AGAIN_S = 0.25
_TICK_S = 0.125
"""Blinking is a multiple of it."""
_COLOURS = {
    Signal.OFF: (0, 0, 0),
    Signal.TURN: (0, 1, 0),
    Signal.DOUBT: (1, 1, 0),
    Signal.FAULT: (1, 0, 0),
    Signal.TEST: (1, 1, 1),
}
_BLINKS_S = {Signal.DOUBT: 1.0, Signal.FAULT: 0.25}
"""A period of light and dark: who tells no colours apart sees the difference, and one colour is enough."""
_SOUNDS = {"press": (0.05,), "doubt": (0.08, 0.1, 0.08), "fault": (0.15, 0.1, 0.15, 0.1, 0.15)}
"""Seconds of sound and silence in turn."""


class Pins:
    """The buttons, lamps and buzzer of a plan, opened one by one: what cannot be opened is left out."""

    def __init__(self, plan: PinPlan, gpio: Any) -> None:
        """``gpio`` is the module gpiozero, its pin factory chosen."""
        self.left_out: dict[str, str] = {}
        self._changed = threading.Condition()
        self._edges: list[tuple[str, bool, float]] = []
        self._buttons: dict[str, Any] = {}
        self._contacts: dict[str, Contact] = {}
        self._lamps: dict[str, Any] = {}
        self._signals: dict[str, Signal] = {}
        self._sound: list[tuple[float, bool]] = []
        self._read_at = time.monotonic()
        for name, pin in plan.buttons.items():
            if (button := self._opened(name, lambda pin=pin: gpio.Button(pin, pull_up=True))) is not None:
                self._watch(name, button, HOLD_S if name in plan.held else None)
        for name, pins in plan.lamps.items():
            lamp = self._opened(name, lambda pins=pins: _lamp(gpio, pins, plan.low))
            if lamp is not None:
                self._lamps[name] = lamp
        loud = plan.buzzer
        self._buzzer = None if loud is None else self._opened("buzzer", lambda: gpio.Buzzer(loud))

    def wait(self, seconds: float) -> None:
        """Wait for the next edge, or until a contact is due, at most ``seconds``."""
        now = time.monotonic()
        dues = [due for one in self._contacts.values() if (due := one.due_s()) is not None]
        if self._sound:
            dues.append(self._sound[0][0])
        pause = min([seconds, *(due - now for due in dues)])
        with self._changed:
            self._changed.wait_for(lambda: self._edges, max(pause, 0.0005))

    def look(self) -> list[tuple[str, News, float]]:
        """Return what has happened to the buttons since the last look: name, news, and when (s, monotonic)."""
        with self._changed:
            edges, self._edges = self._edges, []
        told = [
            (name, one, at) for name, closed, at in edges for one in self._contacts[name].changed(closed, at)
        ]
        now = time.monotonic()
        if now - self._read_at >= READ_AGAIN_S:
            self._read_at = now
            for name, button in self._buttons.items():
                told += [
                    (name, one, now) for one in self._contacts[name].changed(bool(button.is_pressed), now)
                ]
        for name, contact in self._contacts.items():
            told += [(name, one, now) for one in contact.look(now)]
        return told

    def show(self, lamps: Mapping[str, str], beep: str | None) -> None:
        """Let lamps show their signals from now on, and the buzzer sound once."""
        for name, signal in lamps.items():
            if name in self._lamps and signal in list(Signal):
                self._signals[name] = Signal(signal)
        if beep in _SOUNDS and self._buzzer is not None:
            at, loud = time.monotonic(), True
            self._sound = []
            for seconds in (*_SOUNDS[beep], 0.0):
                self._sound.append((at, loud))
                at, loud = at + seconds, not loud
        self.drive()

    def drive(self) -> bool:
        """Put lamps and buzzer as they must be now; returns whether anything blinks or sounds."""
        now = time.monotonic()
        for name, signal in self._signals.items():
            period = _BLINKS_S.get(signal)
            lit = period is None or now % period < period / 2
            _light(self._lamps[name], _COLOURS[signal if lit else Signal.OFF])
        while self._sound and self._sound[0][0] <= now:
            _, loud = self._sound.pop(0)
            if self._buzzer is not None:
                self._buzzer.value = loud
        return bool(self._sound) or any(signal in _BLINKS_S for signal in self._signals.values())

    def close(self) -> None:
        """Switch everything off."""
        for device in (*self._lamps.values(), self._buzzer, *self._buttons.values()):
            if device is not None:
                with contextlib.suppress(Exception):
                    device.close()

    def _watch(self, name: str, button: Any, hold_s: float | None) -> None:
        self._buttons[name] = button
        self._contacts[name] = Contact(bool(button.is_pressed), time.monotonic(), hold_s=hold_s)
        button.when_pressed = lambda: self._edge(name, True)
        button.when_released = lambda: self._edge(name, False)

    def _edge(self, name: str, closed: bool) -> None:
        with self._changed:
            self._edges.append((name, closed, time.monotonic()))
            self._changed.notify()

    def _opened(self, name: str, open_device: Any) -> Any:
        try:
            return open_device()
        except Exception as error:  # gpiozero, lgpio and the kernel have errors of their own for every damage
            words = f"{error}".lower()
            self.left_out[name] = PIN_BUSY if "busy" in words or "in use" in words else PIN_BROKEN
            print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
            return None


def serve(pins: Pins, inlet: TextIO, outlet: TextIO) -> None:
    """Tell what the buttons do and show what is wanted, until the program is gone. Raises what gpiozero raises."""
    gone = threading.Event()
    wanted: list[Mapping[str, Any]] = []
    lock = threading.Lock()

    def say(message: str, **details: Any) -> None:
        outlet.write(json.dumps({"message": message, **details}) + "\n")
        outlet.flush()

    def listen() -> None:
        for line in iter(inlet.readline, ""):
            with contextlib.suppress(ValueError, TypeError, AttributeError):
                told = json.loads(line)
                if told.get("message") == "show":
                    with lock:
                        wanted.append(told)
        gone.set()

    say("opened", left_out=pins.left_out)
    threading.Thread(target=listen, name="wishes", daemon=True).start()
    alive_at, busy = time.monotonic(), False
    while not gone.is_set():
        pins.wait(_TICK_S if busy else READ_AGAIN_S / 2)
        for name, news, at in pins.look():
            say("button", name=name, news=str(news), monotonic_ms=round(at * 1000))
        with lock:
            shows = wanted.copy()
            wanted.clear()
        for show in shows:
            lamps = show.get("lamps")
            pins.show(lamps if isinstance(lamps, dict) else {}, show.get("beep"))
        busy = pins.drive()
        if time.monotonic() - alive_at >= ALIVE_S:
            alive_at = time.monotonic()
            say("alive")


def open_gpio(gpiozero: str | None) -> Any:
    """Return the module gpiozero with a pin factory. ``gpiozero``: the folder that has it where this Python has none.

    Raises what importing and opening raise.
    """
    factory = os.environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio")
    if factory == "lgpio":
        import lgpio  # noqa: F401 - first: its absence is what the user is told
    try:
        import gpiozero as gpio
    except ImportError:
        if gpiozero is None:
            raise
        sys.path.append(gpiozero)
        import gpiozero as gpio
    gpio.Device.ensure_pin_factory()
    return gpio


def cause_of(error: BaseException, devices: Path = Path("/dev")) -> str:
    """Return the cause why the pins cannot be opened at all."""
    if isinstance(error, ImportError):
        return NOT_INSTALLED
    chips = list(devices.glob("gpiochip*"))
    if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return NO_PERMISSION
    return NO_PINS


def main(arguments: Sequence[str]) -> int:
    """Run the process with a plan as JSON, and the folder of gpiozero where there is one; returns its exit status."""
    outlet = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    pins: Pins | None = None
    try:
        plan = PinPlan.from_json(arguments[0])
        pins = Pins(plan, open_gpio(arguments[1] if len(arguments) > 1 else None))
        serve(pins, sys.stdin, outlet)
        return 0
    except BrokenPipeError:
        return 0
    except Exception as error:
        failed = {
            "message": "failed",
            "reason": cause_of(error),
            "detail": f"{type(error).__name__}: {error}",
        }
        with contextlib.suppress(OSError):
            outlet.write(json.dumps(failed) + "\n")
            outlet.flush()
        return 1
    finally:
        if pins is not None:
            pins.close()


def _lamp(gpio: Any, pins: Sequence[int], low: bool) -> Any:
    if len(pins) == 1:
        return gpio.LED(pins[0], active_high=not low)
    return gpio.RGBLED(*pins, active_high=not low, pwm=False)


def _light(lamp: Any, colour: tuple[int, int, int]) -> None:
    """A lamp of one colour is on for any colour."""
    value: Any = colour if isinstance(lamp.value, tuple) else int(any(colour))
    if lamp.value != value:
        lamp.value = value
