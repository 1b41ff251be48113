"""A board of black and white print, enrolled on one table and read on others, whose colours say nothing of it."""

from __future__ import annotations

import numpy as np

from vision.boards.enrolment import learn
from vision.boards.reader import PieceReader
from vision.boards.squares import BoardSquares, SetBoard
from vision.boards.straightened import Frame
from vision.scene.piece_boards import draw_board, photograph


def test_a_chequered_board_is_read_on_other_tables() -> None:
    rng = np.random.default_rng([101, 0, 71])
    board = draw_board("chequered", rng)
    squares = BoardSquares(board.size, tuple(board.squares), np.array(list(board.squares.values())))

    def taken(share: float) -> SetBoard:
        shown = photograph(board, share, rng)
        a, b, c, d = shown.corners
        return SetBoard(shown.picture, (a, b, c, d), squares, shown.pieces)

    reader = PieceReader(learn([taken(share) for share in (0.0, 0.3, 0.25)]))
    wrong = pieces = 0
    for _ in range(3):
        known = taken(0.25)
        read = {one.square: one.colour for one in reader.read(known.image, known.corners)}
        wrong += sum(read.get(name) != known.pieces.get(name) for name in squares.names)
        pieces += len(known.pieces)
    assert pieces > 40 and wrong <= 4


def test_what_is_around_a_board_is_not_known() -> None:
    squares = BoardSquares((200.0, 100.0), ("a", "b"), np.array([(50.0, 50.0), (150.0, 50.0)]))
    frame = Frame.of(squares)
    inside = frame.on_board
    assert inside.shape == frame.shape
    left, top = np.ceil(frame.to_px(np.array([0.0, 0.0]))).astype(int)
    assert inside[top + 1, left + 1] and not inside[top - 2, left + 1] and not inside[top + 1, left - 2]
    right, bottom = np.floor(frame.to_px(np.array([200.0, 100.0]))).astype(int)
    assert inside[bottom - 1, right - 1] and not inside[bottom + 3, right - 1]
