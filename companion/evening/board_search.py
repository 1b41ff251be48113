"""Looking at the board that a page shows, in a thread of its own: no page waits for what is live."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace

from companion.evening.shown_board import LookedBoard
from companion.evening.stand import CLOSES_S
from web.outside import StandRefused

LOOKS_AGAIN_S = 1.0
_KEPT_JPEGS = 4
"""A page fetches a picture a moment after it was told of it; another one may have come meanwhile."""
_log = logging.getLogger("companion.pieces")


class BoardSearch:
    """A game's board in the stand's pictures, looked at one after the other.

    ``look`` looks at the newest picture of a game's board, and gives None while there is none; ``executor`` runs it:
    a thread that begins with the first look and ends with ``close``.
    """

    def __init__(self, look: Callable[[str], LookedBoard | None], executor: Executor | None = None) -> None:
        self._look_at_board = look
        self._executor = executor or ThreadPoolExecutor(1, thread_name_prefix="board")
        self._lock = threading.RLock()
        self._closed = self._busy = False
        self._asked_at = self._look_again_at = -math.inf
        self._of: tuple[str, object] | None = None
        self._live: LookedBoard | None = None
        self._jpegs: deque[tuple[int, bytes]] = deque(maxlen=_KEPT_JPEGS)

    def newest(self, game: str, scene: object, again: bool = True) -> LookedBoard | None:
        """The last picture of a game's board that was looked at; None before there is one.

        ``scene`` stands for what it is held against: how it differed from another is told no more. ``again``: the
        next picture is looked at, once a second at most, and half of the time.
        """
        now = time.monotonic()
        with self._lock:
            before, self._of = self._of, (game, scene)
            if before is None or before[0] != game or now - self._asked_at > CLOSES_S:
                self._live, self._look_again_at = None, -math.inf
                self._jpegs.clear()
            elif before[1] != scene:
                # The picture stays to be seen until the next one is looked at.
                self._live = None if self._live is None else replace(self._live, compared=None)
                self._look_again_at = -math.inf
            self._asked_at = now
            if again and not self._closed and not self._busy and now >= self._look_again_at:
                self._busy = True
                self._executor.submit(self._look, game, self._of)
            return self._live

    def jpeg(self, number: int | None = None) -> bytes | None:
        """The live picture of this number as it is shown, else the newest; None before there is one."""
        with self._lock:
            newest = self._jpegs[-1][1] if self._jpegs else None
            return newest if number is None else dict(self._jpegs).get(number, newest)

    def close(self) -> None:
        """Look no more; what is being looked at is waited for."""
        with self._lock:
            self._closed = True
        self._executor.shutdown()

    def _look(self, game: str, of: tuple[str, object]) -> None:
        began = time.monotonic()
        seen = None
        try:
            seen = self._look_at_board(game)
        except StandRefused:
            pass  # what is missing, the page tells by its own state
        except Exception as error:  # one picture must not end the page
            _log.error("A picture of a board could not be looked at (%s: %s).", type(error).__name__, error)
        now = time.monotonic()
        with self._lock:
            self._busy = False
            if of != self._of:
                return
            self._look_again_at = -math.inf if seen is None else max(began + LOOKS_AGAIN_S, 2 * now - began)
            self._live = seen
            if seen is not None:
                self._jpegs.append((seen.number, seen.jpeg))
