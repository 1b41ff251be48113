"""What the pins' own process and the program say to each other, and the causes that the process names.

Only the standard library is used: the process imports this on the system's Python. Messages are JSON objects, one a
line. To the program: ``{"message": "opened", "left_out": {name: cause}}`` once, then ``{"message": "button", "name",
"news", "monotonic_ms"}`` (news: see ``hardware.contact``), ``{"message": "alive"}`` every second, ``{"message":
"failed", "reason", "detail"}`` as the last. From the program: ``{"message": "show", "lamps": {name: signal},
"beep": kind}``; the end of stdin means that the program is gone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeAlias

from hardware.contact import News

LONGEST_LINE = 8192

NOT_INSTALLED = "pins_not_installed"
"""gpiozero or lgpio is missing."""
NO_PINS = "no_pins"
"""This machine has no header."""
NO_PERMISSION = "pins_no_permission"
DIED = "pins_died"
HANGS = "pins_hang"
PIN_BUSY = "pin_busy"
PIN_BROKEN = "pin_broken"
"""One pin cannot be used, for a reason that nobody foresaw."""
CAUSES = frozenset({NOT_INSTALLED, NO_PINS, NO_PERMISSION, DIED, HANGS})
PIN_CAUSES = frozenset({PIN_BUSY, PIN_BROKEN})


class Signal(StrEnum):
    """What a lamp shows."""

    OFF = "off"
    TURN = "turn"
    """Steady, green: it is this side's turn."""
    DOUBT = "doubt"
    """Slowly blinking, yellow: a question waits for an answer."""
    FAULT = "fault"
    """Quickly blinking, red."""
    TEST = "test"
    """Steady, white: somebody looks for this lamp."""


BEEPS = ("doubt", "fault", "press")


@dataclass(frozen=True, slots=True)
class PinPlan:
    """What is on the pins, by name, as GPIO numbers; a lamp has one pin, or one each for red, green and blue.

    ``held`` are the buttons that count only when they are held. ``low`` says that lamps are lit by a low level.
    """

    buttons: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    lamps: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    buzzer: int | None = None
    held: frozenset[str] = frozenset()
    low: bool = False

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do."""
        return not self.buttons and not self.lamps and self.buzzer is None

    def as_json(self) -> str:
        """The plan as the argument of the process."""
        return json.dumps(
            {
                "buttons": dict(self.buttons),
                "lamps": {name: list(pins) for name, pins in self.lamps.items()},
                "buzzer": self.buzzer,
                "held": sorted(self.held),
                "low": self.low,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> PinPlan:
        """The plan in the argument of the process."""
        told = json.loads(text)
        lamps = {name: tuple(pins) for name, pins in told["lamps"].items()}
        return cls(told["buttons"], lamps, told["buzzer"], frozenset(told["held"]), bool(told["low"]))


@dataclass(frozen=True, slots=True)
class PinsOpened:
    """The pins are open, but for those left out: name and cause."""

    left_out: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ButtonNews:
    """Something happened to a button at this time (ms, monotonic)."""

    name: str
    news: News
    monotonic_ms: int


@dataclass(frozen=True, slots=True)
class Alive:
    """The process is not stuck."""


@dataclass(frozen=True, slots=True)
class PinsFailed:
    """The process gives up; ``reason`` is a cause, ``detail`` is for the log."""

    reason: str
    detail: str


PinMessage: TypeAlias = PinsOpened | ButtonNews | Alive | PinsFailed


def parse_pins(line: bytes) -> PinMessage | None:
    """Return the message in a line, None if there is none that can be believed. Never raises."""
    if len(line) > LONGEST_LINE:
        return None
    try:
        told: Any = json.loads(line)
        match told["message"]:
            case "opened":
                return PinsOpened({str(name): str(cause) for name, cause in told["left_out"].items()})
            case "button":
                return ButtonNews(str(told["name"]), News(told["news"]), int(told["monotonic_ms"]))
            case "alive":
                return Alive()
            case "failed":
                return PinsFailed(str(told["reason"]), str(told.get("detail", ""))[:500])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        return None
    return None
