"""Links by which one game is watched, later by so long: each for one game at one table, and over when that is over.

What is shown was public when it was told; the delay keeps it from whoever could call it into the room. The links live
in memory: a club that starts anew has none.
"""

from __future__ import annotations

import secrets
import threading
from collections import deque
from dataclasses import dataclass, field

from companion.club.boards import Board, Boards

LONGEST_DELAY_S = 3_600
END_S = 120.0
"""So long the end of a game stays to be seen."""
LONGEST_S = 24 * 3_600.0
"""A link to a game that nobody ends is over after a day."""
MOST_LINKS = 200
MOST_STATES = 4_000
"""Of one game: what would be more is left out at the old end, and nothing is shown the sooner for it."""


class LinkEnded(Exception):
    """There is no such link, or not any more."""


@dataclass(slots=True)
class _Link:
    name: str
    chain: str
    game: int
    delay_s: float
    made: float
    heard: deque[tuple[float, Board]] = field(default_factory=lambda: deque(maxlen=MOST_STATES))
    ended: float | None = None

    def hear(self, now: float, board: Board) -> None:
        """A table told something; of another game nothing is kept."""
        if game_of(board) != self.game:
            self.ended = now if self.ended is None else self.ended
            return
        self.ended = now if bool((board.state or {}).get("over")) else None
        if not self.heard or self.heard[-1][1].state is not board.state:
            self.heard.append((now, board))

    def is_over(self, now: float) -> bool:
        """Whether nothing is shown any more."""
        ended = self.ended is not None and now > self.ended + self.delay_s + END_S
        return ended or now > self.made + LONGEST_S


class Spectators:
    """The links of a club."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._clock = boards.clock
        self._lock = threading.Lock()
        self._links: dict[str, _Link] = {}
        boards.tell(self._hear)

    def open(self, name: str, chain: str, delay_s: float) -> str | None:
        """The secret of a link to the game in play at a table; None where there is none, or too many watch."""
        board = next((one for one in self._boards.shown() if (one.name, one.chain) == (name, chain)), None)
        game = None if board is None or (board.state or {}).get("over") else game_of(board)
        with self._lock:
            self._clear()
            if board is None or game is None or len(self._links) >= MOST_LINKS:
                return None
            secret = secrets.token_urlsafe(18)
            link = _Link(name, chain, game, min(max(delay_s, 0.0), LONGEST_DELAY_S), self._clock())
            link.hear(link.made, board)
            self._links[secret] = link
        return secret

    def seen(self, secret: str) -> tuple[Board | None, float]:
        """What a link shows now, None before its delay is over; and the delay (s). Raises ``LinkEnded``."""
        now = self._clock()
        with self._lock:
            self._clear()
            link = self._links.get(secret)
            if link is None:
                raise LinkEnded
            while len(link.heard) > 1 and link.heard[1][0] <= now - link.delay_s:
                link.heard.popleft()
            due = [board for moment, board in list(link.heard)[:1] if moment <= now - link.delay_s]
            return (due[0] if due else None), link.delay_s

    def end(self, name: str, chain: str) -> None:
        """No link leads to this table any more."""
        with self._lock:
            for secret in [key for key, one in self._links.items() if (one.name, one.chain) == (name, chain)]:
                del self._links[secret]

    def _hear(self, board: Board) -> None:
        with self._lock:
            for link in self._links.values():
                if (link.name, link.chain) == (board.name, board.chain):
                    link.hear(self._clock(), board)

    def _clear(self) -> None:
        now = self._clock()
        for secret in [key for key, one in self._links.items() if one.is_over(now)]:
            del self._links[secret]


def game_of(board: Board) -> int | None:
    """Which of its games a table plays."""
    game = (board.state or {}).get("game")
    return None if game is None else int(game.get("number", 0))
