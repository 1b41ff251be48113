"""Codes that let one phone in to choose its seat.

A code is good for one browser and for ten minutes; the moment it is used another stands in its place.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

CODE_LASTS_S = 600.0
PASS_LASTS_S = 1800.0
"""How long a browser that was let in may take to choose its seat."""
MOST_PASSES = 64

_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_LENGTH = 8


@dataclass(frozen=True, slots=True)
class _Lent:
    """A code or a pass: for which game, until when."""

    word: str
    game: int
    until: float


class Codes:
    """What lets browsers in to the seats of a game. Games are the numbers of the journal's."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock`` counts seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._code: _Lent | None = None
        self._passes: dict[str, _Lent] = {}

    # ------------------------------------------------------------ being let in

    def code(self, game: int) -> str:
        """The code that lets the next browser in."""
        with self._lock:
            if self._code is None or not self._holds(self._code, game):
                self._code = self._draw(game)
            return self._code.word

    def enter(self, code: str, game: int) -> str | None:
        """Uses a code up: a pass for the browser that showed it, None when it is used, too old or none of ours."""
        given = code.upper().replace("-", "").encode()
        with self._lock:
            known = self._code
            if known is None or not self._holds(known, game):
                return None
            if not hmac.compare_digest(known.word.encode(), given):
                return None
            self._code = self._draw(game)
            lent = _Lent(secrets.token_urlsafe(12), game, self._clock() + PASS_LASTS_S)
            self._passes[lent.word] = lent
            while len(self._passes) > MOST_PASSES:
                self._passes.pop(next(iter(self._passes)))
            return lent.word

    def lets_in(self, word: str, game: int) -> bool:
        """Whether a pass still opens this game's seats."""
        with self._lock:
            lent = self._passes.get(word)
            return lent is not None and self._holds(lent, game)

    def spend(self, word: str) -> None:
        """A pass has served."""
        with self._lock:
            self._passes.pop(word, None)

    def renew(self) -> None:
        """No code and no pass that was lent opens anything any more."""
        with self._lock:
            self._code = None
            self._passes.clear()

    # ------------------------------------------------------------ inside

    def _holds(self, lent: _Lent, game: int) -> bool:
        return lent.game == game and self._clock() < lent.until

    def _draw(self, game: int) -> _Lent:
        word = "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
        return _Lent(word, game, self._clock() + CODE_LASTS_S)
