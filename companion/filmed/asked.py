"""What a page asks the simulated table to show now: cards of a box, or a board with pieces."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from calibration.zones import PlannedZone

Asked = tuple[str, tuple[str, ...]]
"""A game's id, and the labels of the cards in the order in which they are laid."""
SIMULATED_STAND = "a simulated table with markers"
"""The camera in whose name a set-up of the simulated table is kept."""
LIES_S = 6.0
"""So long cards stay after nobody asks for them any more."""
Thing = TypeVar("Thing")


class _AskedFor(Generic[Thing]):
    """What a page asks for now, from the thread that serves it to the one that draws the table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._asked: Thing | None = None
        self._at = -math.inf

    def _keep(self, asked: Thing) -> None:
        with self._lock:
            self._asked, self._at = asked, self._clock()

    def now(self) -> Thing | None:
        """What is asked for; None where no page is open."""
        with self._lock:
            return self._asked if self._clock() - self._at < LIES_S else None


class AskedCards(_AskedFor[Asked]):
    """Which cards a page asks for now."""

    def ask(self, game: str, labels: tuple[str, ...]) -> None:
        """The page of a game asks for these cards."""
        self._keep((game, labels))


@dataclass(frozen=True, slots=True)
class AskedPiece:
    """A piece: its colour, and where on the table its square is, mm."""

    colour: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class AskedBoard:
    """A game's board: where its corner lies on the table (mm), and the pieces on it, none for a bare one.

    ``light`` is raised to ask for the same once more, in other light.
    """

    game: str
    left: float
    top: float
    pieces: tuple[AskedPiece, ...] = ()
    light: int = 0


class AskedBoards(_AskedFor[AskedBoard]):
    """Which board a page asks for now."""

    def ask(self, board: AskedBoard) -> None:
        """A page asks for this board."""
        self._keep(board)

    def ask_bare(self, game: str, board: PlannedZone) -> None:
        """A page asks for a game's bare board, where its zone lies."""
        self.ask(AskedBoard(game, board.left, board.top))
