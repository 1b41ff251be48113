"""Why a camera gives no picture, or none that is good: the codes, and what to do about each.

Only the standard library is used: the cameras' own processes import this, too, on the system's Python.
"""

from __future__ import annotations

from types import MappingProxyType

NO_FRAMES = "no_frames"
"""No picture comes, and nothing more is known (yet)."""
NOT_FOUND = "not_found"
NOT_INSTALLED = "not_installed"
BUSY = "busy"
NO_PERMISSION = "no_permission"
TIMED_OUT = "timed_out"
UNPLUGGED = "unplugged"
NO_MEMORY = "no_memory"
TOO_DARK = "too_dark"
OVEREXPOSED = "overexposed"
BLURRED = "blurred"
COLOURS_SWAPPED = "colours_swapped"
MOVED = "moved"
"""Judged elsewhere, by the markers of the table; the code is part of the vocabulary."""

FAULTS = frozenset(
    {
        NO_FRAMES,
        NOT_FOUND,
        NOT_INSTALLED,
        BUSY,
        NO_PERMISSION,
        TIMED_OUT,
        UNPLUGGED,
        NO_MEMORY,
        COLOURS_SWAPPED,
    }
)
"""Causes with which no picture comes (colours swapped: the camera refuses the one format that is right)."""
WARNINGS = frozenset({TOO_DARK, OVEREXPOSED, BLURRED, COLOURS_SWAPPED, MOVED})
"""What may be wrong with a picture that comes."""

_ADVICE = MappingProxyType(
    {
        NO_FRAMES: "The camera gives no picture: it is being started again.",
        NOT_FOUND: "No camera is found: plug it in.",
        NOT_INSTALLED: "The camera's software is missing: sudo apt install python3-picamera2.",
        BUSY: "Another program uses the camera: close that program.",
        NO_PERMISSION: "This user may not use the camera: sudo usermod -aG video $USER, then log in again.",
        TIMED_OUT: "The camera has stopped answering: check its cable; it is being started again.",
        UNPLUGGED: "The camera has been unplugged: plug it in again.",
        NO_MEMORY: "The camera does not get enough memory: close other programs.",
        TOO_DARK: "The picture is too dark: take the cap off the lens, or switch a lamp on.",
        OVEREXPOSED: "The picture is too bright: turn the lamp away from the table.",
        BLURRED: "The picture is blurred: clean the lens and focus it anew.",
        COLOURS_SWAPPED: "Red and blue are swapped in the picture: bring the camera's software up to date.",
        MOVED: "The camera or the table has been moved: calibrate it anew.",
    }
)

_TOLD_BY = (
    ("no module named", NOT_INSTALLED),
    ("cannot allocate memory", NO_MEMORY),
    ("permission denied", NO_PERMISSION),
    ("operation not permitted", NO_PERMISSION),
    ("resource busy", BUSY),
    ("in use by another process", BUSY),
    # Releases of picamera2 before 2023 give the number alone.
    ("acquire() returned unexpected code: -16", BUSY),
    ("failed to acquire camera", BUSY),
    ("requiring state available", BUSY),
    ("no cameras available", NOT_FOUND),
    ("camera(s) not found", NOT_FOUND),
    ("no such device", NOT_FOUND),
    ("no such file or directory", NOT_FOUND),
    ("list index out of range", NOT_FOUND),
    ("has timed out", TIMED_OUT),
    ("dequeue timer", TIMED_OUT),
)


def advice(code: str) -> str:
    """Return one English sentence that says what is wrong and what to do; an unknown code counts as no_frames."""
    return _ADVICE.get(code, _ADVICE[NO_FRAMES])


def cause_in(text: str) -> str | None:
    """Return the cause that an error message or the lines of a log tell of; None if they tell nothing known."""
    lower = text.lower()
    return next((cause for words, cause in _TOLD_BY if words in lower), None)


def cause_of(error: BaseException) -> str | None:
    """Return the cause that an exception, or one that led to it, tells of; None if none does.

    picamera2 replaces what libcamera raised by "Camera __init__ sequence did not complete": the first error
    says why.
    """
    seen: list[BaseException] = []
    one: BaseException | None = error
    while one is not None and one not in seen:
        seen.append(one)
        one = one.__cause__ or one.__context__
    for one in reversed(seen):
        if isinstance(one, TimeoutError):
            return TIMED_OUT
        if isinstance(one, MemoryError):
            return NO_MEMORY
        if isinstance(one, ImportError):
            return NOT_INSTALLED
        cause = cause_in(f"{one}")
        if cause is not None:
            return cause
    return None
