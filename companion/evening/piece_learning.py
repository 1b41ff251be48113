"""Learning boards from photographs, in a thread of its own: large boards take half a minute."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

from companion.evening.shown_board import read_right
from companion.evening.straight_board import BoardPicture
from vision.boards.enrolment import learn
from vision.boards.learnt_board import LearntBoard
from vision.boards.squares import BadSquares, SetBoard

Learn = Callable[[Sequence[SetBoard]], LearntBoard]
_log = logging.getLogger("companion.pieces")


@dataclass(frozen=True, slots=True)
class Helped:
    """What a photograph brought: of so many ``squares`` of it ``before`` were read right by what was known, and
    ``after`` with it on another picture of the same position; None where that could not be measured.
    """

    squares: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """A picture with what stands on it, whether it is ``another`` one than was kept, and what was known before."""

    picture: BoardPicture
    pieces: Mapping[str, str]
    another: bool
    before: LearntBoard | None

    def helped(self, board: LearntBoard) -> Helped:
        """How much better a board that was learnt now is than what was known before."""
        before = None if self.before is None else read_right(self.picture, self.before, self.pieces)
        after = read_right(self.picture, board, self.pieces) if self.another else None
        return Helped(len(board.squares.names), before, after)


class PieceLearning:
    """Learns one board after the other; of a game only what was asked for last is told.

    ``executor`` runs it: a thread that begins with the first board and ends with ``close``.
    """

    def __init__(self, executor: Executor | None = None, learn_board: Learn = learn) -> None:
        self._executor = executor or ThreadPoolExecutor(1, thread_name_prefix="pieces")
        self._learn = learn_board
        self._lock = threading.RLock()
        self._closed = False
        self._wanted: dict[str, int] = {}
        self._under_way: set[str] = set()
        self._count = 0

    def begin(
        self,
        game: str,
        photographs: Callable[[], Sequence[SetBoard]],
        done: Callable[[LearntBoard | None], None],
    ) -> None:
        """Learn a game's board from photographs; ``done`` is told of it in the thread, None where it cannot be."""
        with self._lock:
            if self._closed:
                return
            self._count += 1
            self._wanted[game] = self._count
            self._under_way.add(game)
            number = self._count
        self._executor.submit(self._learn_board, game, number, photographs, done)

    def is_busy(self, game: str) -> bool:
        """Whether a game's board is being learnt, or waits for it."""
        with self._lock:
            return game in self._under_way

    def stop(self, game: str) -> None:
        """What is being learnt of a game is not wanted any more."""
        with self._lock:
            self._wanted.pop(game, None)
            self._under_way.discard(game)

    def close(self) -> None:
        """Learn no more; the board in hand is finished, and told nobody."""
        with self._lock:
            self._closed = True
            self._wanted.clear()
            self._under_way.clear()
        self._executor.shutdown(cancel_futures=True)

    def _is_wanted(self, game: str, number: int) -> bool:
        with self._lock:
            return self._wanted.get(game) == number

    def _learn_board(
        self,
        game: str,
        number: int,
        photographs: Callable[[], Sequence[SetBoard]],
        done: Callable[[LearntBoard | None], None],
    ) -> None:
        board = None
        try:
            if not self._is_wanted(game, number):
                return
            board = self._learn(photographs())
        except (BadSquares, ValueError) as error:
            _log.warning("%s could not be learnt: %s.", game, error)
        except Exception as error:  # one board must not end the evening
            _log.error("%s could not be learnt (%s: %s).", game, type(error).__name__, error)
        if self._is_wanted(game, number):
            try:
                done(board)
            finally:
                with self._lock:
                    if self._wanted.get(game) == number:
                        self._under_way.discard(game)
