"""How long looks take on this machine, and which zones are read first where a whole look would take too long."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Collection

LONGEST_MS = 1500.0
"""While zones are read no frame is looked at: a hand that comes and goes within so much is not seen."""
_REMEMBERED, _WEIGHED = 20, 5
"""So many looks are told of, and of those that tell what a zone takes so many of the last count."""
_MANY = 4
"""Fewer zones tell little of what one takes, for some work is done once a look; they are not cut into parts."""
_log = logging.getLogger("companion.eyes")


class Pace:
    """What the last looks took. The eyes tell it; any thread may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._took_ms: deque[float] = deque(maxlen=_REMEMBERED)
        self._each_ms: deque[float] = deque(maxlen=_WEIGHED)
        self._is_told = False

    def took(self, zones: int, ms: float) -> None:
        """So many zones were read at once, in ``ms`` of the clock on the wall."""
        if not zones:
            return
        with self._lock:
            self._took_ms.append(ms)
            if zones >= _MANY:
                self._each_ms.append(ms / zones)
        if zones > _MANY and ms > LONGEST_MS and not self._is_told:
            self._is_told = True
            _log.warning(
                "To read %d places took %.1f s: many are read in parts from now on, so that no hand is missed.",
                zones,
                ms / 1000,
            )

    @property
    def longest_ms(self) -> float | None:
        """The most that one of the last looks, or of their parts, took, ms; None before the first."""
        with self._lock:
            return max(self._took_ms, default=None)

    def part(self, wanted: Collection[str], disturbed: Collection[str]) -> frozenset[str]:
        """Which of the ``wanted`` zones are read now: all at once where that is quick enough.

        Where hands were is one part, for what happened there belongs together, and it comes first.
        """
        everything = frozenset(wanted)
        with self._lock:
            each_ms = max(self._each_ms, default=0.0)
        if len(everything) * each_ms <= LONGEST_MS:
            return everything
        first = everything.intersection(disturbed)
        return first or frozenset(sorted(everything)[: max(_MANY, int(LONGEST_MS / each_ms))])
