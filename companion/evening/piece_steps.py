"""How far a family is with a board's pieces: what is done next, which position is asked for, what is known then."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from calibration.boards.kept import KeptBoard
from calibration.boards.kept_photographs import BoardPhotographs
from calibration.boards.set_positions import positions
from calibration.zones import PlannedZone
from companion.evening.family_pieces import FamilyPieces
from companion.evening.piece_state import POSITIONED
from companion.filmed.board_forms import form_of
from companion.filmed.game_pieces import pieces_of
from companion.filmed.tapped_squares import TappedSquares, tapped_squares
from vision.boards.bare_board import BareBoard
from vision.boards.learnt_board import LearntBoard
from vision.boards.squares import BadSquares
from web.outside import StandRefused

WANTED = 3
"""The bare board and two positions."""
_MOST_POSITIONS = 8
_log = logging.getLogger("companion.pieces")


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A board whose squares were tapped: its zone on the table, and its squares."""

    zone: PlannedZone
    tapped: TappedSquares


class PieceSteps:
    """The steps of the games' boards. ``tapped`` gives the family's board of a game, ``zone`` where it lies now."""

    def __init__(
        self,
        kept: FamilyPieces,
        tapped: Callable[[str], KeptBoard | None],
        zone: Callable[[str, str], PlannedZone],
    ) -> None:
        self._kept, self._board, self._zone = kept, tapped, zone
        self._bare: dict[str, tuple[object, BareBoard]] = {}
        self._tapped: dict[str, tuple[KeptBoard, Prepared]] = {}

    def photographs(self, game: str) -> BoardPhotographs:
        """What was photographed of a game's board, and whether another family's file stands in for it."""
        kept = self._kept.photographs(game)
        if kept is not None:
            return kept
        learnt = self._kept.learnt(game)
        if learnt is None:
            return BoardPhotographs(game, pieces_of(game).colours)
        # A file that was laid there by hand, as companion enrol board writes it.
        return BoardPhotographs(game, tuple(one.name for one in learnt.colours), brought=True, unchecked=True)

    def prepared(self, game: str) -> Prepared | None:
        """Where the board and its squares lie now; None before they are tapped."""
        kept = self._board(game)
        if kept is None:
            return None
        zone = self._zone(game, form_of(game).zone)
        known = self._tapped.get(game)
        if known is None or known[0] is not kept or known[1].zone != zone:
            try:
                known = self._tapped[game] = (kept, Prepared(zone, tapped_squares(kept, zone)))
            except BadSquares as error:
                _log.warning("The squares of %s cannot be used: %s.", game, error)
                return None
        return known[1]

    def ready(self, game: str) -> Prepared:
        """Where the board and its squares lie now. Raises StandRefused before they are tapped."""
        ready = self.prepared(game)
        if ready is None:
            raise StandRefused("no_squares")
        return ready

    def is_brought(self, kept: BoardPhotographs) -> bool:
        """Whether what is known comes from another family's file, checked on the family's own board."""
        return kept.brought and not kept.unchecked

    def step(self, game: str, again: bool) -> str:
        """What is done now: "squares" (tap them first), "outdated" (they were tapped anew), "bare", "first",
        "second", "check" (of a brought board), "more", "known".
        """
        kept, ready = self.photographs(game), self.prepared(game)
        if ready is None:
            return "squares"
        squares, count = kept.squares, len(kept.photographs)
        if squares is None and kept.brought and (learnt := self._kept.learnt(game)) is not None:
            if set(learnt.squares.names) != set(ready.tapped.squares.names):
                return "outdated"
            if kept.unchecked:
                return "check"
            return "bare" if again else "known"
        if squares is not None and count and not squares.same_as(ready.tapped.squares):
            return "outdated"
        if count < WANTED:
            return ("bare", "first", "second")[count]
        return "more" if again else "known"

    def asked(self, game: str, step: str) -> dict[str, str]:
        """The position that is set for a photograph: the colour on each square."""
        ready, kept = self.prepared(game), self.photographs(game)
        if ready is None or step not in POSITIONED:
            return {}
        count = len(kept.photographs)
        number = {"check": 0, "first": 0, "second": 1}.get(step, 1 + max(0, count - 2) // 2)
        pieces = pieces_of(game).at_once(kept.colours)
        return positions(ready.tapped.grounds, pieces, min(number, _MOST_POSITIONS) + 1)[-1]

    def bare_board(self, game: str) -> BareBoard | None:
        """The bare board of a game; None before it was shown."""
        kept = self.photographs(game)
        source: object = kept.photographs[0] if kept.photographs else self._kept.learnt(game)
        if source is None:
            return None
        known = self._bare.get(game)
        if known is None or known[0] is not source:
            if isinstance(source, LearntBoard):
                known = (source, BareBoard(source.squares, source.look))
            else:
                first = replace(kept, photographs=kept.photographs[:1]).set_boards()[0]
                known = (source, BareBoard.of(first.image, first.corners, first.squares))
            self._bare[game] = known
        return known[1]
