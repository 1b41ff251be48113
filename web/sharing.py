"""The machine's work, shared between addresses: whoever asks without end is refused, and nobody waits for it.

Seats, and whoever looks after the table, go first: what is drawn for others stands still meanwhile.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterable

from flask import Flask, Response, g, request

from web.doors import network_of
from web.seats.viewer import has_charge, seat_of_browser

MOST_AT_ONCE = 6
"""Requests of one address that are worked on at the same time: as many as a browser sends."""
MOST_TURNS = 2
"""Of them all, whatever their addresses, so many are worked on at the same time: more would be no sooner done, and a
seat's request would share the processor with each of them."""
LONGEST_WAIT_S = 2.0
"""Whoever would wait longer is refused."""
STANDS_STILL_S = 0.5
"""How long somebody else's request stands still for seats at most: a seat that asks without end does not stop it."""
CROWDED = 16
"""While so many are worked on or wait, an address has no second one."""
RETRY_AFTER_S = 1
REST = "companion.rest"
"""What the server puts beside a request: to be called where nothing more of its connection is to be read for now."""
HAND_OVER = "companion.hand_over"
"""Beside a request, too: to be called with what takes its connection over, and answers on it."""
FREE = frozenset({"live.events"})
"""What has a place of its own."""
FILES = frozenset({"static", "made"})
"""What costs little, and what a page asks for many of: it waits for its turn, and is not counted."""


class Sharing:
    """Counts what is being worked on. Seats, and whoever looks after the table, are never counted."""

    def __init__(self, most: int = MOST_AT_ONCE, turns: int = MOST_TURNS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._asking: Counter[str] = Counter()
        self._turns = threading.Semaphore(turns)
        self._file_turns = threading.Semaphore(turns)
        self._going_first = 0
        self._nobody_first = threading.Event()
        self._nobody_first.set()
        self._give_way_until: dict[int, float] = {}
        """By the threads that work for others: until when they stand still for whoever goes first."""

    def begin(self) -> Response | None:
        """Lets a request in when its turn comes; 429 where its address has too many."""
        g.shared, g.takes_file_turn, g.goes_first = None, False, False
        if request.endpoint in FREE:
            return None
        if seat_of_browser() is not None or has_charge():
            g.goes_first = True
            self._first(1)
            return None
        if request.endpoint in FILES:
            g.takes_file_turn = self._file_turns.acquire(timeout=LONGEST_WAIT_S)
            return None if g.takes_file_turn else _refusal()
        network = network_of((request.remote_addr,))
        with self._lock:
            most = 1 if self._asking.total() >= CROWDED else self._most
            if self._asking[network] >= most:
                return _refusal()
            self._asking[network] += 1
        if not self._turns.acquire(timeout=LONGEST_WAIT_S):
            self._gone(network)
            return _refusal()
        g.shared = network
        self._give_way_until[threading.get_ident()] = time.monotonic() + STANDS_STILL_S
        self._give_way()
        return None

    def joined(self, parts: Iterable[str]) -> str:
        """The parts of a page that is drawn, as Jinja puts them together; between two of them others may go first."""
        drawn: list[str] = []
        for part in parts:
            drawn.append(part)
            if self._going_first:
                self._give_way()
        return "".join(drawn)

    def _give_way(self) -> None:
        until = self._give_way_until.get(threading.get_ident())
        if until is not None and self._going_first:
            self._nobody_first.wait(max(0.0, until - time.monotonic()))

    def _first(self, more: int) -> None:
        with self._lock:
            self._going_first += more
            if self._going_first:
                self._nobody_first.clear()
            else:
                self._nobody_first.set()

    def end(self, error: BaseException | None = None) -> None:
        """A request is answered."""
        if g.pop("goes_first", False):
            self._first(-1)
        if g.pop("takes_file_turn", False):
            self._file_turns.release()
        network, g.shared = g.get("shared"), None
        if network is not None:
            self._give_way_until.pop(threading.get_ident(), None)
            self._turns.release()
            self._gone(network)

    def _gone(self, network: str) -> None:
        with self._lock:
            self._asking[network] -= 1
            if self._asking[network] <= 0:
                del self._asking[network]


def _refusal() -> Response:
    request.environ.get(REST, lambda: None)()
    answer = Response("too many at once\n", 429, mimetype="text/plain")
    answer.headers["Retry-After"] = str(RETRY_AFTER_S)
    return answer


def share(app: Flask) -> None:
    """Shares an app's work."""
    sharing = Sharing()
    app.before_request(sharing.begin)
    app.teardown_request(sharing.end)
    app.jinja_env.concat = sharing.joined  # type: ignore[method-assign]
