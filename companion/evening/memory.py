"""Memory that was used once and is free again goes back to the machine; what stays is not looked through for it."""

from __future__ import annotations

import ctypes
import gc
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache

EVERY_S = 30.0
"""An evening's pictures take some MB each, and many threads come upon them: what the C library keeps adds up."""

_MOST_PLACES = -8
"""M_ARENA_MAX of <malloc.h>."""


class Memory:
    """Gives back now and then; to be called often."""

    def __init__(
        self, give_back: Callable[[], None] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``clock`` counts seconds."""
        self._give_back, self._clock = give_back or give_memory_back, clock
        self._given_at = clock()

    def look(self) -> None:
        """Gives back where it is time."""
        if self._clock() - self._given_at >= EVERY_S:
            self._given_at = self._clock()
            self._give_back()


def keep_memory_together() -> None:
    """All threads take their memory from two places of the C library's instead of eight for every core: what one has
    given back serves the next. To be called before there are threads; nothing where it cannot (it is not glibc).
    """
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_MOST_PLACES, 2)


def keep_what_is_there() -> None:
    """What was imported and begun stays until the end: Python need not look through it for what nobody holds any more.
    That would stop all pages for a tenth of a second, again and again while much is asked of them.
    """
    gc.freeze()


def give_memory_back() -> None:
    """What is free in the C library's hands goes back; nothing where it cannot (it is not glibc)."""
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
    return found
