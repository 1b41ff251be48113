"""What light and cameras do to print: the same to all that is printed alike."""

from __future__ import annotations

import numpy as np

from vision.boards.board_light import printed_alike, shifted_prints
from vision.boards.piece_colours import PieceColour

SIZE = (60, 80)


def two_prints() -> np.ndarray:
    """A board, float32 (60, 80, 3) (u, v, l): grey on the left, green on the right."""
    board = np.zeros((*SIZE, 3), np.float32)
    board[:, :40] = (0.0, 0.0, 5.0)
    board[:, 40:] = (-0.8, 0.2, 4.6)
    return board + np.random.default_rng(1).normal(0, 0.01, board.shape).astype(np.float32)


def test_a_print_that_a_camera_sees_otherwise_is_shifted_where_nothing_tells_it_too() -> None:
    board = two_prints()
    strange = np.random.default_rng(2).normal(0, 0.02, board.shape).astype(np.float32)
    strange[:, 40:] += (-0.5, 0.2, -0.3)
    strange[20:40, 50:70] = (1.5, 0.0, 0.0)
    free = np.ones(SIZE, bool)
    free[15:45, 45:75] = False
    shift = shifted_prints(strange, printed_alike(board), free)
    assert np.abs(shift[30, 60] - (-0.5, 0.2, -0.3)).max() < 0.08
    assert np.abs(shift[30, 10]).max() < 0.05


def test_a_print_that_is_nowhere_free_is_left_as_it_was() -> None:
    board = two_prints()
    strange = np.full(board.shape, 0.4, np.float32)
    free = np.zeros(SIZE, bool)
    free[:, :40] = True
    shift = shifted_prints(strange, printed_alike(board), free)
    assert np.abs(shift[:, 41:]).max() == 0.0 and shift[5, 5].min() > 0.3
    assert np.abs(shifted_prints(strange, printed_alike(board), np.zeros(SIZE, bool))).max() == 0.0


def test_board_among_the_pixels_of_a_piece_is_left_out() -> None:
    rng = np.random.default_rng(4)
    own = rng.normal((1.2, -0.3, 4.5), 0.08, (900, 3))
    board = rng.normal((0.0, 0.0, 5.2), 0.05, (4000, 3))
    mixed = np.concatenate([own, board[:60]]).astype(np.float32)
    kept = PieceColour.of("red", mixed, board.astype(np.float32)).samples
    assert len(kept) > 500 and kept[:, 0].min() > 0.5
    alike = PieceColour.of("wood", board[:800].astype(np.float32), board.astype(np.float32)).samples
    assert len(alike) >= 590
