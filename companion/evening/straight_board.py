"""The stand's picture of a board, as those who enrol and read its pieces take it."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.zones import PlannedZone
from companion.evening.stand import WholePicture
from vision.boards.straight_board import StraightBoard
from vision.boards.straight_board import straight_board as straightened


@dataclass(frozen=True, slots=True, eq=False)
class BoardPicture(StraightBoard):
    """A board in the stand's picture of this ``number``."""

    number: int


def straight_board(picture: WholePicture, zone: PlannedZone) -> BoardPicture | None:
    """A board's zone as a pinhole would show it; None before the table is measured."""
    if picture.view is None:
        return None
    board = straightened(picture.image, picture.view, zone.area)
    return None if board is None else BoardPicture(board.image, board.corners, picture.number)
