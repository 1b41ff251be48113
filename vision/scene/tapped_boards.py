"""Drawn boards as somebody enrols them: where the squares lie is known, the corners are tapped a little off."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.boards.squares import BoardSquares, Corners, SetBoard
from vision.scene.piece_boards import BoardPhotograph, PieceBoard, photograph

POSITIONS = (0.3, 0.25)
"""The shares of its squares on which pieces stand where a board is enrolled."""
READ_SHARE = (0.1, 0.4)
"""The same, from and to, where it is read."""
_TAPPED_PX = 2.0
"""How far off corners are tapped."""


def squares_of(board: PieceBoard) -> BoardSquares:
    """The squares of a drawn board, in mm."""
    return BoardSquares(board.size, tuple(board.squares), np.array(list(board.squares.values())))


def tapped(shown: BoardPhotograph, squares: BoardSquares, rng: np.random.Generator) -> SetBoard:
    """A photograph whose corners somebody tapped."""
    return SetBoard(shown.picture, with_tapped_corners(shown.corners, rng), squares, shown.pieces)


def with_tapped_corners(corners: Sequence[tuple[float, float]], rng: np.random.Generator) -> Corners:
    """Four corners (px) as somebody taps them."""
    a, b, c, d = ((x + rng.normal(0, _TAPPED_PX), y + rng.normal(0, _TAPPED_PX)) for x, y in corners)
    return a, b, c, d


def enrolled(
    board: PieceBoard, squares: BoardSquares, rng: np.random.Generator, *, bare: bool
) -> list[SetBoard]:
    """Photographs of two positions of a board, and of the bare one, too, or not.

    The second position shows the colours that the first does not, if that many pieces stand there.
    """
    shown = [photograph(board, 0.0, rng)] if bare else []
    for share in POSITIONS:
        seen = {colour for one in shown for colour in one.pieces.values()}
        shown.append(
            photograph(board, share, rng, [colour for colour in board.colours if colour not in seen])
        )
    return [tapped(one, squares, rng) for one in shown]
