"""What spectators of a link are shown, written once for all of them and sent by the crowd's own process."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass

from companion.club.boards import Board, Boards
from companion.club.crowd import Crowd, event
from companion.club.spectators import LinkEnded, Spectators

LOOK_S = 0.2
"""So often it is looked whether a delay is over; what is told at once is shown at once."""


@dataclass(slots=True)
class _Shown:
    """What the spectators of one link and language were shown last."""

    secret: str
    language: str
    state: object = None
    version: int = 0


class Audience:
    """All spectators; ``draw`` makes a board's part of the page in a language, None of a game that has not begun."""

    def __init__(
        self, boards: Boards, spectators: Spectators, draw: Callable[[Board | None, str], str]
    ) -> None:
        self._boards = boards
        self._spectators = spectators
        self._draw = draw
        self._crowd = Crowd()
        self._lock = threading.Lock()
        self._shown: dict[str, _Shown] = {}
        self._thread: threading.Thread | None = None

    def join(self, secret: str, language: str, spectator: socket.socket) -> None:
        """Somebody watches from now on; raises ``LinkEnded`` and OSError."""
        key = f"{secret}/{language}"
        with self._lock:
            if key not in self._shown:
                one = _Shown(secret, language)
                self._show(key, one)
                self._shown[key] = one
            if self._thread is None:
                self._thread = threading.Thread(target=self._keep_showing, name="audience", daemon=True)
                self._thread.start()
        self._crowd.join(key, spectator)

    def close(self) -> None:
        """Everybody goes home."""
        self._crowd.close()

    def _keep_showing(self) -> None:
        told = -1
        while not self._boards.is_over:
            told = self._boards.announced(told, LOOK_S)
            with self._lock:
                for key, one in list(self._shown.items()):
                    try:
                        self._show(key, one)
                    except LinkEnded:
                        del self._shown[key]
                        self._crowd.end(key)

    def _show(self, key: str, one: _Shown) -> None:
        board, _ = self._spectators.seen(one.secret)
        state = None if board is None else board.state
        if one.version and state is one.state:
            return
        one.state, one.version = state, one.version + 1
        self._crowd.show(key, event(one.version, self._draw(board, one.language)))
