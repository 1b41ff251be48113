"""The family's own board in an evening: its squares were tapped and its pieces shown, and it lies on the stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from calibration.boards.kept import KeptBoard
from calibration.boards.squares import SquareMap
from calibration.zones import PlannedZone, TablePlan
from companion.evening.boards import FamilyBoards
from companion.evening.family_pieces import FamilyPieces
from companion.filmed.watched_zones import read_board
from companion.game import Game
from companion.readers import Reader
from vision.boards.learnt_board import LearntBoard
from vision.boards.zones import BoardZones, ReadBoard

SQUARES_PAGE, PIECES_PAGE = "/stand/board", "/stand/pieces"
"""Where a family taps the squares of a board, and shows its pieces."""


@dataclass(frozen=True, slots=True, eq=False)
class _Opened:
    """A board as it was when it was opened, and where."""

    game: str
    kept: KeptBoard
    learnt: LearntBoard
    zone: PlannedZone
    read: ReadBoard


class FamilyBoard:
    """Opens the board of the game in play as ``folder`` keeps it; ``plan`` tells where it lies on the table now."""

    def __init__(
        self, folder: Path, game: Callable[[], Game | None], plan: Callable[[], TablePlan | None]
    ) -> None:
        self._boards, self._pieces = FamilyBoards(folder), FamilyPieces(folder)
        self._game, self._plan = game, plan
        self._opened: _Opened | None = None

    def zones(self, expected: Callable[[str], int | None] = lambda zone: None) -> BoardZones:
        """Who reads the squares of the board; ``expected`` tells how many things are due in a zone."""
        return BoardZones(self.opened, expected)

    def squares(self, game: str) -> SquareMap | None:
        """Where the squares of a game's board lie; None before they are tapped and its pieces are shown."""
        kept = self._boards.kept(game)
        return None if kept is None or self._pieces.learnt(game) is None else kept.squares

    def opened(self) -> ReadBoard | None:
        """The board of the game in play; None where it was never shown, or the game has none."""
        game, plan = self._game(), self._plan()
        if game is None or plan is None or game.board is None:
            return None
        kept, learnt = self._boards.kept(game.id), self._pieces.learnt(game.id)
        if kept is None or learnt is None:
            return None
        zone, known = plan.zone(game.board.zone), self._opened
        if known is None or (known.game, known.zone) != (game.id, zone) or known.learnt is not learnt:
            read = read_board(game, kept.squares, zone, learnt)
            self._opened = known = _Opened(game.id, kept, learnt, zone, read)
        return known.read


def has_pieces(game: Game) -> bool:
    """Whether pieces stand on a board of this game, for a camera to follow them."""
    return game.board is not None and Reader.PIECES in game.zones.values()


def not_enrolled(folder: Path, game: Game) -> str | None:
    """What has to be done before a camera can follow the pieces of a game, in one sentence; None: nothing."""
    if not has_pieces(game):
        return None
    if FamilyBoards(folder).kept(game.id) is None:
        return f"tap the squares of {game.title}'s board first, at {SQUARES_PAGE}, then start again"
    if FamilyPieces(folder).learnt(game.id) is None:
        return f"show the pieces of {game.title} first, at {PIECES_PAGE}, then start again"
    return None
