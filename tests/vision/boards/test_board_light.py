"""What light and cameras do to print: the same to all that is printed alike."""

from __future__ import annotations

import numpy as np
import pytest

from vision.boards.board_light import colours, fitted_light, printed_alike, shifted_prints
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


@pytest.mark.parametrize("shaded", [0.4, 0.5, 0.55])
def test_a_shadow_over_half_of_a_pale_board_takes_no_colour_from_the_pieces(shaded: float) -> None:
    """It was taken for a camera of no contrast: an orange horse in the light was surely read as the yellow one."""
    chance = np.random.default_rng(4)
    board = np.full((120, 180, 3), np.log([130.0, 190.0, 205.0]), np.float32)
    for x in range(10, 170, 24):
        board[20:30, x : x + 10] = np.log([60.0, 120.0, 80.0])
        board[90:100, x : x + 10] = np.log([70.0, 110.0, 110.0])
    board += chance.normal(0, 0.02, board.shape).astype(np.float32)
    orange = np.log([45.0, 135.0, 240.0]).astype(np.float32)
    shown = board + chance.normal(0, 0.02, board.shape).astype(np.float32)
    shown[50:58, 8:16] = orange
    shown[:, round(180 * (1 - shaded)) :] -= 0.6
    fitted = fitted_light(shown, board, np.ones(board.shape[:2], bool))
    off = colours(fitted[50:58, 8:16].mean(axis=(0, 1))) - colours(orange)
    assert np.abs(off).max() < 0.2
