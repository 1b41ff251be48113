"""When a camera's process may be started again, and how long such a start may take."""

from __future__ import annotations

from collections.abc import Sequence

BACKOFF_S = (1.0, 2.0, 4.0, 8.0)
"""No longer, so that a camera that is well again is in use within ten seconds, but where a long start still hangs."""
HEALTHY_S = 30.0
START_S = 15.0
_LEAST_START_S = 4.0
_TIMES_AS_LONG = 3
_EVERY = 3


class Restarts:
    """Tells how long (s) to wait before the next start, and how long for it; the caller tells the time.

    From one start to the next 1, 2, 4, 8, 8 ... s, and never less than the first of these after a failure; what gave
    frames for ``healthy_s`` begins with the shortest wait again. A start that hangs is given up after three times as
    long as the last good one took: it may hang on what was there when it began. Each third one has the whole
    ``start_s``, since the machine may be busier than it was.
    """

    def __init__(
        self,
        backoff_s: Sequence[float] = BACKOFF_S,
        healthy_s: float = HEALTHY_S,
        start_s: float = START_S,
    ) -> None:
        self._backoff_s = tuple(backoff_s)
        self._healthy_s, self._start_s = healthy_s, start_s
        self._failures = 0
        self._started_s: float | None = None
        self._took_s: float | None = None

    def healthy_for(self, seconds: float) -> None:
        """The camera has given frames for this long since it was started."""
        if seconds > self._healthy_s:
            self._failures = 0

    def was_there_after(self, seconds: float) -> None:
        """A start has taken this long."""
        self._took_s = seconds

    @property
    def patience_s(self) -> float:
        """How long the start that has begun may take."""
        if self._took_s is None or (self._failures and self._failures % _EVERY == 0):
            return self._start_s
        return min(self._start_s, max(_LEAST_START_S, _TIMES_AS_LONG * self._took_s))

    def pause_s(self, now_s: float) -> float:
        """The camera has failed: return how long to wait."""
        between = self._backoff_s[min(self._failures, len(self._backoff_s) - 1)]
        self._failures += 1
        passed = 0.0 if self._started_s is None else now_s - self._started_s
        return max(self._backoff_s[0], between - passed)

    def started(self, now_s: float) -> None:
        """The camera is started again."""
        self._started_s = now_s
