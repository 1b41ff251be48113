"""One button's contact over time: of bouncing metal it makes presses, and it tells when the contact is broken.

Pure: levels and times (s, any clock that only goes forward) go in, news come out. Only the standard library is used:
the pins' own process imports this on the system's Python.
"""

from __future__ import annotations

from collections import deque
from enum import StrEnum

SETTLE_S = 0.008
"""A contact must be closed for so long without a break: new switches bounce for 1 to 6 ms."""
RELEASE_S = 0.03
"""It must be open for so long before it may be pressed again: worn ones bounce when they are let go."""
HOLD_S = 3.0
STUCK_S = 20.0
"""Nobody presses longer: the button is jammed, or its wire touches ground."""
CLOSED_AT_START_S = 3.0
MOST_PRESSES = 10
"""In a second. No hand is faster; a loose wire is."""
MOST_EDGES = 400
"""In a second; a hammering child on a worn switch makes a third of it."""
CALM_S = 2.0


class News(StrEnum):
    """What happened to a button."""

    PRESSED = "pressed"
    RELEASED = "released"
    HELD = "held"
    STUCK = "stuck"
    BOUNCING = "bouncing"
    WELL = "well"
    """What was wrong with it is over."""


class Contact:
    """Call ``changed`` with every edge, and ``look`` whenever ``due_s`` has come; both give what is new."""

    def __init__(self, closed: bool, at_s: float, *, hold_s: float | None = None) -> None:
        """A contact that is closed to begin with is no press: it may be a wire in the wrong place.

        ``hold_s``: after how long it counts as held (s), None for a button that is not held.
        """
        self._hold_s = hold_s
        self._closed = closed
        self._since = at_s
        self._down = closed
        self._down_at = at_s
        self._counts = not closed
        """Whether the present press was told, so that its end and its being held are, too."""
        self._was_held = False
        self._is_stuck = False
        self._is_bouncing = False
        self._edges: deque[float] = deque(maxlen=MOST_EDGES)
        self._presses: deque[float] = deque(maxlen=MOST_PRESSES)

    @property
    def down(self) -> bool:
        """Whether it is pressed now, bounces left out."""
        return self._down and self._counts and not self._is_bouncing

    @property
    def fault(self) -> News | None:
        """What is wrong with it now."""
        return News.BOUNCING if self._is_bouncing else News.STUCK if self._is_stuck else None

    def changed(self, closed: bool, at_s: float) -> list[News]:
        """The contact has closed or opened."""
        news = self.look(at_s)
        if closed == self._closed:
            return news
        self._closed, self._since = closed, at_s
        self._edges.append(at_s)
        return news + self._disturbed(at_s)

    def look(self, at_s: float) -> list[News]:
        """Time has passed."""
        # The same sums as in ``due_s``: a difference would be rounded otherwise, and be due for ever.
        if self._is_bouncing:
            return self._calmed() if at_s >= self._since + CALM_S else []
        if self._closed and not self._down and at_s >= self._since + SETTLE_S:
            return self._pressed()
        if not self._closed and self._down and at_s >= self._since + RELEASE_S:
            return self._released()
        return self._kept_down(at_s) if self._down else []

    def due_s(self) -> float | None:
        """When ``look`` may have news next; None when only an edge can bring any."""
        if self._is_bouncing:
            return self._since + CALM_S
        if self._closed != self._down:
            return self._since + (SETTLE_S if self._closed else RELEASE_S)
        if not self._down:
            return None
        times = [] if self._is_stuck else [self._down_at + self._stuck_after_s]
        if self._hold_s is not None and self._counts and not self._was_held:
            times.append(self._down_at + self._hold_s)
        return min(times, default=None)

    @property
    def _stuck_after_s(self) -> float:
        return STUCK_S if self._counts else CLOSED_AT_START_S

    def _pressed(self) -> list[News]:
        self._down, self._down_at = True, self._since
        self._presses.append(self._since)
        many = len(self._presses) == MOST_PRESSES and self._since - self._presses[0] < 1.0
        self._counts, self._was_held = not many, False
        return self._bounces() if many else [News.PRESSED]

    def _released(self) -> list[News]:
        told = [News.RELEASED] if self._counts else []
        if self._is_stuck:
            told.append(News.WELL)
        self._down = self._is_stuck = False
        self._counts = True
        return told

    def _kept_down(self, at_s: float) -> list[News]:
        told: list[News] = []
        waits = self._hold_s is not None and self._counts and not self._was_held
        if waits and at_s >= self._down_at + (self._hold_s or 0.0):
            self._was_held = True
            told.append(News.HELD)
        if not self._is_stuck and at_s >= self._down_at + self._stuck_after_s:
            self._is_stuck = True
            told.append(News.STUCK)
        return told

    def _disturbed(self, at_s: float) -> list[News]:
        flood = len(self._edges) == MOST_EDGES and at_s - self._edges[0] < 1.0
        return self._bounces() if flood and not self._is_bouncing else []

    def _bounces(self) -> list[News]:
        told = [News.RELEASED] if self._down and self._counts else []
        self._is_bouncing, self._is_stuck = True, False
        return [*told, News.BOUNCING]

    def _calmed(self) -> list[News]:
        self._is_bouncing = False
        self._edges.clear()
        self._presses.clear()
        # What has come to rest closed is no press.
        self._down, self._down_at, self._counts = self._closed, self._since, not self._closed
        return [News.WELL]
