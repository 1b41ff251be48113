"""Drawn boards on which several pieces share a square, or stand between two."""

from __future__ import annotations

from collections import Counter

import numpy as np

from vision.scene.crowded_boards import photograph_crowd
from vision.scene.piece_boards import draw_board


def test_pieces_share_squares_and_stand_between_neighbours() -> None:
    rng = np.random.default_rng(3)
    board = draw_board("track", rng)
    crowd = photograph_crowd(board, rng)
    wide, high = board.seen
    assert crowd.picture.shape == (high, wide, 3) and len(crowd.corners) == 4
    on = Counter(piece.squares for piece in crowd.pieces)
    assert max(many for squares, many in on.items() if len(squares) == 1) >= 2
    between = [squares for squares in on if len(squares) == 2]
    assert between
    for first, second in between:
        apart = np.linalg.norm(np.array(board.squares[first]) - np.array(board.squares[second]))
        assert apart <= 1.3 * board.pitch
    assert {piece.colour for piece in crowd.pieces} <= set(board.colours)


def test_the_same_number_sets_the_same_crowd() -> None:
    one, again = (
        photograph_crowd(draw_board("lanes", rng), rng)
        for rng in (np.random.default_rng(8), np.random.default_rng(8))
    )
    assert one.pieces == again.pieces and (one.picture == again.picture).all()
