"""When a camera's process may be started again: back-off, and never too often."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

BACKOFF_S = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
HEALTHY_S = 30.0
MOST_STARTS = 5
WINDOW_S = 60.0


class Restarts:
    """Tells how long (s) to wait before the next start; the caller tells the time.

    1, 2, 4 ... 30 s; a camera that gave frames for ``healthy_s`` begins with the shortest wait again, and there
    are never more than five starts within a minute (the limits of Frigate's watchdog).
    """

    def __init__(self, backoff_s: Sequence[float] = BACKOFF_S, healthy_s: float = HEALTHY_S) -> None:
        self._backoff_s = tuple(backoff_s)
        self._healthy_s = healthy_s
        self._failures = 0
        self._starts: deque[float] = deque(maxlen=MOST_STARTS)

    def healthy_for(self, seconds: float) -> None:
        """The camera has given frames for this long since it was started."""
        if seconds > self._healthy_s:
            self._failures = 0

    def pause_s(self, now_s: float) -> float:
        """The camera has failed: return how long to wait."""
        pause = self._backoff_s[min(self._failures, len(self._backoff_s) - 1)]
        self._failures += 1
        if len(self._starts) == MOST_STARTS:
            pause = max(pause, self._starts[0] + WINDOW_S - now_s)
        return pause

    def started(self, now_s: float) -> None:
        """The camera is started again."""
        self._starts.append(now_s)
