"""The machine's work, shared between addresses: whoever asks without end is refused, and nobody waits for it."""

from __future__ import annotations

import threading
from collections import Counter

from flask import Flask, Response, g, request

from web.doors import network_of
from web.seats.viewer import has_charge, seat_of_browser

MOST_AT_ONCE = 6
"""Requests of one address that are worked on at the same time: as many as a browser sends."""
RETRY_AFTER_S = 1
FREE = frozenset({"static", "made", "live.events"})
"""What costs nearly nothing, or has a place of its own."""


class Sharing:
    """Counts what is being worked on. Seats, and whoever looks after the table, are never counted."""

    def __init__(self, most: int = MOST_AT_ONCE) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._working: Counter[str] = Counter()

    def begin(self) -> Response | None:
        """Lets a request in; 429 where its address has too many."""
        g.shared = None
        if request.endpoint in FREE or seat_of_browser() is not None or has_charge():
            return None
        network = network_of((request.remote_addr,))
        with self._lock:
            if self._working[network] >= self._most:
                answer = Response("too many at once\n", 429, mimetype="text/plain")
                answer.headers["Retry-After"] = str(RETRY_AFTER_S)
                return answer
            self._working[network] += 1
        g.shared = network
        return None

    def end(self, error: BaseException | None = None) -> None:
        """A request is answered."""
        network, g.shared = g.get("shared"), None
        if network is None:
            return
        with self._lock:
            self._working[network] -= 1
            if self._working[network] <= 0:
                del self._working[network]


def share(app: Flask) -> None:
    """Shares an app's work."""
    sharing = Sharing()
    app.before_request(sharing.begin)
    app.teardown_request(sharing.end)
