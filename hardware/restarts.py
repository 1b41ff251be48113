"""When a camera's process may be started again, and how long such a start may take."""

from __future__ import annotations

from collections.abc import Sequence

BACKOFF_S = (1.0, 2.0, 4.0, 8.0)
"""No longer, so that a camera that is well again is in use within ten seconds."""
HEALTHY_S = 30.0
START_S = 15.0
_LEAST_REST_S = 4.0


class Restarts:
    """Tells how long (s) to wait before the next start, and how long it may rest; the caller tells the time.

    From one start to the next 1, 2, 4, 8, 8 ... s, and never less than the first of these after a failure; what gave
    frames for ``healthy_s`` begins with the shortest wait again. A start that uses no processor for longer than the
    last good one took altogether is given up: it hangs, perhaps on what was there when it began. One that works has
    the whole ``start_s``, since the machine may be busier than it was.
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
        """How long a start may use no processor."""
        return self._start_s if self._took_s is None else min(self._start_s, max(_LEAST_REST_S, self._took_s))

    def pause_s(self, now_s: float) -> float:
        """The camera has failed: return how long to wait."""
        between = self._backoff_s[min(self._failures, len(self._backoff_s) - 1)]
        self._failures += 1
        passed = 0.0 if self._started_s is None else now_s - self._started_s
        return max(self._backoff_s[0], between - passed)

    def started(self, now_s: float) -> None:
        """The camera is started again."""
        self._started_s = now_s
