"""Looking for printed cards in the camera's pictures, in a thread of its own: no page waits for what is live."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace

from companion.evening.shown_photograph import Finder, LookedAt, look_at, opened
from companion.evening.stand import CLOSES_S, StandService, WholePicture
from web.outside import StandRefused

LOOKS_AGAIN_S = 1.0
_KEPT_JPEGS = 4
"""A page fetches a picture a moment after it was told of it; another one may have been searched meanwhile."""
_log = logging.getLogger("companion.boxes")


class CardSearch:
    """The cards in the stand's pictures, searched one after the other.

    ``open_finder`` makes what finds them, when it is first wanted; ``executor`` runs the searches: a thread that
    begins with the first of them and ends with ``close``.
    """

    def __init__(
        self, stand: StandService, open_finder: Callable[[], Finder], executor: Executor | None = None
    ) -> None:
        self._stand, self._open_finder = stand, open_finder
        self._executor = executor or ThreadPoolExecutor(1, thread_name_prefix="cards")
        self._finder: Finder | None = None
        self._lock = threading.RLock()
        self._closed = False
        self._under_way = self._pictures = 0
        self._asked_at = self._look_at = -math.inf
        self._hidden: str | None = None
        self._expected = 0
        self._live: LookedAt | None = None
        self._jpegs: deque[tuple[int, bytes]] = deque(maxlen=_KEPT_JPEGS)
        self.fault: str | None = None
        """Why no picture can be searched, a code of the page's words; None where one can."""

    def newest(self, hidden: str | None, expected: int, again: bool = True) -> LookedAt | None:
        """The cards in the last picture that was searched; None before there is one, or while no pictures come.

        ``hidden`` is the game whose secret zones are masked, ``expected`` how many cards should lie there. ``again``:
        the next picture is searched, once a second at most, and half of the time.
        """
        now = time.monotonic()
        with self._lock:
            if hidden != self._hidden or now - self._asked_at > CLOSES_S:
                self._live, self._look_at = None, -math.inf
                self._jpegs.clear()
            self._asked_at, self._hidden = now, hidden
            stops = self._closed or self._under_way > 0 or self.fault is not None
            if again and not stops and now >= self._look_at:
                self._under_way += 1
                self._executor.submit(self._look, hidden, expected)
            return self._live

    def jpeg(self, number: int | None = None) -> bytes | None:
        """The live picture of this number as it is shown, else the newest; None before there is one."""
        with self._lock:
            newest = self._jpegs[-1][1] if self._jpegs else None
            return newest if number is None else dict(self._jpegs).get(number, newest)

    def of(self, picture: WholePicture, hidden: str | None, expected: int) -> LookedAt:
        """The cards in one picture, waited for. Raises StandRefused."""
        with self._lock:
            if self._closed:
                raise StandRefused("no_photograph")
            live = self._live
            known = live is not None and live.picture.number == picture.number
            if live is not None and known and (hidden, expected) == (self._hidden, self._expected):
                return replace(
                    live, number=self._next()
                )  # it is shown from nearby: another picture for the page
            self._under_way += 1
            searching = self._executor.submit(self._searched, picture, expected)
        try:
            return searching.result()
        finally:
            with self._lock:
                self._under_way -= 1

    def close(self) -> None:
        """Search no more; what is being searched is waited for."""
        with self._lock:
            self._closed = True
        self._executor.shutdown()

    # ------------------------------------------------------------ in the thread of the searches

    def _look(self, hidden: str | None, expected: int) -> None:
        began = time.monotonic()
        before = seen = self._live
        fault = None
        try:
            picture = self._stand.whole_picture(hidden)
            if picture is None:
                seen = None
            elif seen is None or seen.picture.number != picture.number:
                seen = self._searched(picture, expected)
        except StandRefused as refused:
            seen, fault = None, refused.code
        except Exception as error:  # one picture must not end the page
            _log.error("A picture could not be searched for cards (%s: %s).", type(error).__name__, error)
            seen = None
        now = time.monotonic()
        with self._lock:
            self._under_way -= 1
            self.fault = fault
            if hidden != self._hidden:
                return
            self._look_at = -math.inf if seen is None else max(began + LOOKS_AGAIN_S, 2 * now - began)
            if seen is before:
                return
            self._live, self._expected = seen, expected
            if seen is not None:
                self._jpegs.append((seen.number, seen.jpeg))

    def _searched(self, picture: WholePicture, expected: int) -> LookedAt:
        if self._finder is None:
            self._finder = opened(self._open_finder)
        return look_at(picture, self._finder, self._next(), expected)

    def _next(self) -> int:
        """The number of the next picture that a page is shown."""
        with self._lock:
            self._pictures += 1
            return self._pictures
