"""The family's own board in an evening: its squares were tapped and its pieces shown, and it lies on the stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.boards.kept import KeptBoard
from calibration.boards.squares import SquareMap
from calibration.zones import PlannedZone, TablePlan
from companion.evening.boards import FamilyBoards
from companion.evening.family_pieces import FamilyPieces
from companion.evening.wanting import Wanting
from companion.filmed.watched_zones import read_board
from companion.game import Game
from companion.games import load
from companion.readers import Reader
from companion.showing import Snapshot
from companion.table import Table
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
        self._judged: tuple[int, KeptBoard, bool] | None = None

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
        is_as_it_was = known is not None and known.kept is kept and known.learnt is learnt
        if known is None or not is_as_it_was or (known.game, known.zone) != (game.id, zone):
            read = read_board(game, kept.squares, zone, learnt)
            self._opened = known = _Opened(game.id, kept, learnt, zone, read)
        return known.read

    def wanting(self, table: Table) -> Wanting | None:
        """What has to be done before a camera can follow the pieces of the game in play; None: nothing, or it has
        none.
        """
        game = self._game()
        if game is None or not has_pieces(game):
            return None
        kept = self._boards.kept(game.id)
        if kept is None:
            return Wanting("no_squares", f"tap the squares of {game.title}'s board first, at {SQUARES_PAGE}")
        if self._pieces.learnt(game.id) is None:
            return Wanting("no_pieces", f"show the pieces of {game.title} first, at {PIECES_PAGE}")
        shown = table.snapshot()
        if shown.game is not None and shown.game.id == game.id and not self._is_played_on(shown, kept):
            said = f"this game of {game.title} began on another board: the next one is seen"
            return Wanting("other_board", said)
        return None

    def _is_played_on(self, shown: Snapshot, kept: KeptBoard) -> bool:
        """Whether the game in play is played on the kept board: squares that are tapped meanwhile are the next
        one's.
        """
        judged = (0 if shown.game is None else shown.game.number, kept)
        if self._judged is None or self._judged[:2] != judged:
            self._judged = (*judged, is_played_on(shown, kept.profile))
        return self._judged[2]


def is_played_on(shown: Snapshot, profile: Mapping[str, Any]) -> bool:
    """Whether the game in play is played on the board of a profile; a game without any board is."""
    view = shown.view
    if shown.game is None or view is None or "board" not in view:
        return True
    game = load(shown.game.id)
    players = tuple(f"Player {number}" for number in range(1, game.players[0] + 1))
    fresh = game.view(game.new_game(players, {}, {}, profile)).public
    if isinstance(fresh["board"], Mapping):
        return bool(view["board"] == fresh["board"])
    # Where what is called the board is another one, the rules of the house say how long the course is.
    told = fresh["options"]
    return all(view["options"].get(name) == told[name] for name in profile["board"] if name in told)


def has_pieces(game: Game) -> bool:
    """Whether pieces stand on a board of this game, for a camera to follow them."""
    return game.board is not None and Reader.PIECES in game.zones.values()
