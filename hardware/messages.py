"""What a camera's process says, checked: nothing that it may say can harm the program that listens.

Messages are JSON objects, one a line. A line that is none of the messages below, in form or in value, is no
message at all.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from hardware.shared_frames import Layout

LONGEST_LINE = 65_536
LARGEST_SIDE = 16_384
LARGEST_PICTURE = 100_000_000
"""Pixels; a camera that claims more than this is not believed."""
_LARGEST_NUMBER = 2**53
_LONGEST_TEXT = 500

Controls: TypeAlias = Mapping[str, Any]
"""Locked controls of a camera, by libcamera's names; see ``checked_controls``."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The camera is open: the size (px) and layout of its stream, and the size of a still.

    ``full_range``: Y goes from 0 to 255 (JPEG), not from 16 to 235.
    """

    width: int
    height: int
    layout: Layout
    full_range: bool
    still_width: int
    still_height: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Frames come from now on."""


@dataclass(frozen=True, slots=True)
class FrameCame:
    """Frame ``seq`` lies in the ring; ``monotonic_ms`` is when it was taken."""

    seq: int
    monotonic_ms: int


@dataclass(frozen=True, slots=True)
class StillCame:
    """The still that was asked for with this number lies in the memory that was given for it."""

    number: int
    monotonic_ms: int


@dataclass(frozen=True, slots=True)
class NoStill:
    """The still that was asked for with this number cannot be taken; ``reason`` is a word for the log."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Locked:
    """Focus, exposure and white balance are locked at these values; ``settled``: they had come to rest before."""

    controls: Controls
    settled: bool


@dataclass(frozen=True, slots=True)
class Failed:
    """The process gives up; ``reason`` is a cause, ``detail`` is for the log."""

    reason: str
    detail: str


Message: TypeAlias = Opened | Ready | FrameCame | StillCame | NoStill | Locked | Failed


def parse(line: bytes) -> Message | None:
    """Return the message in a line, None if there is none that can be believed. Never raises."""
    if len(line) > LONGEST_LINE:
        return None
    try:
        told = json.loads(line)
        if not isinstance(told, dict):
            return None
        return _message(told)
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None


def checked_controls(told: object) -> Controls | None:
    """Return the locked controls among ``told``, every value of the type and in the range it must have.

    ``ExposureTime`` in microseconds, ``AnalogueGain`` a factor, ``ColourGains`` factors of red and blue,
    ``LensPosition`` in dioptres. None unless exposure time and gain are there.
    """
    if not isinstance(told, Mapping):
        return None
    controls: dict[str, Any] = {}
    exposure, gain = _real(told.get("ExposureTime")), _real(told.get("AnalogueGain"))
    if exposure is None or gain is None or not (1 <= exposure <= 1e9 and 0 < gain <= 512):
        return None
    controls["ExposureTime"] = round(exposure)
    controls["AnalogueGain"] = gain
    gains = told.get("ColourGains")
    if isinstance(gains, list | tuple) and len(gains) == 2:
        red, blue = _real(gains[0]), _real(gains[1])
        if red is not None and blue is not None and 0 < red <= 32 and 0 < blue <= 32:
            controls["ColourGains"] = (red, blue)
    lens = _real(told.get("LensPosition"))
    if lens is not None and 0 <= lens <= 32:
        controls["LensPosition"] = lens
    return MappingProxyType(controls)


def _message(told: dict[str, Any]) -> Message | None:
    match told.get("message"):
        case "opened":
            return _opened(told)
        case "ready":
            return Ready()
        case "frame":
            return FrameCame(_whole(told["seq"], 1), _whole(told["monotonic_ms"], 0))
        case "still":
            return StillCame(_whole(told["number"], 1), _whole(told["monotonic_ms"], 0))
        case "no_still":
            return NoStill(_whole(told["number"], 1), _text(told.get("reason")))
        case "locked":
            controls = checked_controls(told.get("controls"))
            return None if controls is None else Locked(controls, told.get("settled") is True)
        case "failed":
            return Failed(_text(told["reason"]), _text(told.get("detail")))
    return None


def _opened(told: dict[str, Any]) -> Opened | None:
    width, height = _size(told["width"], told["height"])
    still_width, still_height = _size(told.get("still_width", width), told.get("still_height", height))
    layout = Layout(told.get("layout", Layout.BGR))
    if layout is Layout.I420 and (width % 2 or height % 2):
        return None
    return Opened(width, height, layout, told.get("range", "full") == "full", still_width, still_height)


def _size(width: object, height: object) -> tuple[int, int]:
    size = _whole(width, 2), _whole(height, 2)
    if max(size) > LARGEST_SIDE or size[0] * size[1] > LARGEST_PICTURE:
        raise ValueError("a picture that large is not believed")
    return size


def _whole(value: object, least: int) -> int:
    # JSON knows NaN, fractions and true; Python takes all of them for numbers.
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value < _LARGEST_NUMBER:
        raise ValueError("not a whole number in range")
    return value


def _real(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _text(value: object) -> str:
    return "".join(letter for letter in str(value)[:_LONGEST_TEXT] if letter.isprintable()) if value else ""
