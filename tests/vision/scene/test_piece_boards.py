"""Drawn boards with pieces: what is drawn is what is said to be there."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.boards.squares import BoardSquares
from vision.boards.straightened import Frame, straighten
from vision.scene.piece_boards import (
    KINDS,
    BoardPhotograph,
    PieceBoard,
    draw_board,
    light_beneath,
    photograph,
)
from vision.scene.standing_pieces import Placed


def squares_of(board: PieceBoard) -> BoardSquares:
    return BoardSquares(board.size, tuple(board.squares), np.array(list(board.squares.values())))


def from_above(board: PieceBoard, shown: BoardPhotograph) -> tuple[np.ndarray, Frame]:
    squares = squares_of(board)
    plane = squares.plane(shown.corners)
    return straighten(shown.picture, plane, squares, Frame.of(squares)).image, Frame.of(squares)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_numbers_draw_the_same_board_and_pieces(kind: str) -> None:
    board = draw_board(kind, np.random.default_rng(3))
    bare, frame = from_above(board, photograph(board, 0.0, np.random.default_rng(5)))
    shown = photograph(board, 0.25, np.random.default_rng(5))
    assert set(shown.pieces) <= set(board.squares) and set(shown.pieces.values()) <= set(board.colours)
    again = photograph(board, 0.25, np.random.default_rng(5))
    assert np.array_equal(again.picture, shown.picture) and again.pieces == shown.pieces
    assert bare.std() > 10 and len(shown.pieces) >= 0.25 * len(board.squares) - 1
    assert frame.shape == bare.shape[:2]


def test_a_piece_has_its_colour_where_its_square_is_seen() -> None:
    rng = np.random.default_rng(8)
    board = draw_board("chequered", rng)
    shown = photograph(board, 0.2, rng)
    flat, frame = from_above(board, shown)
    shades = {name: np.array(colour) / np.linalg.norm(colour) for name, colour in board.colours.items()}
    right = 0
    for name, colour in shown.pieces.items():
        x, y = np.round(frame.to_px(np.array(board.squares[name]))).astype(int)
        seen = flat[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3).mean(axis=0)
        if max(seen) - min(seen) < 40:
            continue
        nearest = max(shades, key=lambda one: float(shades[one] @ seen) / float(np.linalg.norm(seen)))
        assert nearest == colour
        right += 1
    assert right >= 3


@pytest.mark.parametrize("kind", KINDS)
def test_two_pieces_touch_at_the_foot_on_neighbouring_squares(kind: str) -> None:
    rng = np.random.default_rng(4)
    board = draw_board(kind, rng)
    shown = photograph(board, 0.2, rng)
    assert len(shown.touching) == 2 and shown.touching <= set(shown.pieces)
    first, second = (board.squares[name] for name in shown.touching)
    assert math.dist(first, second) == pytest.approx(30.0)
    assert photograph(board, 0.0, rng).touching == frozenset()


def test_the_shadow_of_a_piece_is_the_same_whichever_others_stand_on_the_board() -> None:
    """Only what is near a piece is worked out; parts that overlap tell the same."""
    board = draw_board("chequered", np.random.default_rng(3))
    sun, names = np.array([0.4, 0.3]), list(board.squares)
    pieces = [
        Placed(np.array(board.squares[name]), 0.5, next(iter(board.colours.values())))
        for name in (names[0], names[1], names[-1])
    ]

    def light(*standing: Placed) -> np.ndarray:
        whole = np.ones(board.picture.shape, np.float32)
        for part, left in light_beneath(board, standing, sun, np.random.default_rng(7)):
            whole[part] = left
        return whole

    alone, together = light(pieces[2]), light(*pieces)
    rows, columns = np.nonzero(alone[..., 0] < 1)
    assert len(rows) > 1000
    assert np.array_equal(alone[rows, columns], together[rows, columns])
    assert np.array_equal(light(*pieces[::-1]), together)
    assert (together[..., 0] < 1).sum() > (alone[..., 0] < 1).sum() + 1000
