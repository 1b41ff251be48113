"""A drawn board, printed in the colours of its own pieces, and photographs of it from anywhere in any light."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.squares import BoardSquares, Corners, SetBoard

SIDE, CELLS = 480, 6
COLOURS = {"red": (40, 40, 190), "green": (60, 140, 50), "blue": (190, 110, 40)}
PRINTED = {"red": (70, 70, 205), "green": (90, 165, 80), "blue": (205, 140, 70)}
STRAIGHT = ((60, 40), (560, 40), (560, 540), (60, 540))
SLANTED = ((120, 70), (500, 60), (590, 500), (40, 520))


def squares() -> BoardSquares:
    step = SIDE / CELLS
    names = tuple(f"{'abcdef'[column]}{row + 1}" for row in range(CELLS) for column in range(CELLS))
    centres = [((column + 0.5) * step, (row + 0.5) * step) for row in range(CELLS) for column in range(CELLS)]
    return BoardSquares((float(SIDE), float(SIDE)), names, np.array(centres))


def _print() -> NDArray[np.uint8]:
    chance = np.random.default_rng(5)
    board = np.full((SIDE, SIDE, 3), (150, 195, 220), np.uint8)
    step = SIDE // CELLS
    kinds = [*PRINTED.values(), (230, 235, 235), (70, 60, 60)]
    for row in range(CELLS):
        for column in range(CELLS):
            middle = (round((column + 0.5) * step), round((row + 0.5) * step))
            cv2.circle(board, middle, 30, kinds[int(chance.integers(len(kinds)))], -1, cv2.LINE_AA)
            cv2.circle(board, middle, 30, (40, 40, 40), 2, cv2.LINE_AA)
            cv2.putText(
                board,
                f"{row}{column}",
                (middle[0] - 35, middle[1] - 28),
                0,
                0.35,
                (60, 60, 60),
                1,
                cv2.LINE_AA,
            )
    return board


def photograph(
    pieces: dict[str, str],
    corners: tuple[tuple[int, int], ...] = STRAIGHT,
    light: tuple[float, float, float] = (1.0, 1.0, 1.0),
    seed: int = 1,
    beside: Sequence[tuple[str, tuple[float, float], str]] = (),
    radius: int = 22,
) -> NDArray[np.uint8]:
    """A photograph, uint8 (600, 640, 3) BGR, of the board with pieces (colour by square, radius px) on it.

    More stand ``beside`` the middles of squares: a square, how far to the right and down in squares, the colour.
    """
    board, known, step = _print(), squares(), SIDE / CELLS
    standing = [(name, (0.0, 0.0), colour) for name, colour in pieces.items()]
    for name, (right, down), colour in (*standing, *beside):
        x, y = known.centres[known.index[name]] + np.array([right, down]) * step
        shade = tuple(int(0.75 * value) for value in COLOURS[colour])
        cv2.circle(board, (round(x) + 3, round(y) + 4), radius + 1, shade, -1, cv2.LINE_AA)
        cv2.circle(board, (round(x), round(y)), radius, COLOURS[colour], -1, cv2.LINE_AA)
    flat = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, np.array(corners, np.float32))
    picture = np.full((600, 640, 3), (90, 110, 120), np.uint8)
    cv2.warpPerspective(board, matrix, (640, 600), picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    chance = np.random.default_rng(seed)
    slope = np.linspace(0.85, 1.1, 640)[None, :, None]
    lit = picture * np.array(light) * slope + chance.normal(0, 2.0, picture.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)


def as_corners(points: tuple[tuple[int, int], ...], off: float = 0.0) -> Corners:
    a, b, c, d = ((x + off, y - off) for x, y in points)
    return a, b, c, d


def set_board(
    pieces: dict[str, str],
    corners: tuple[tuple[int, int], ...] = STRAIGHT,
    light: tuple[float, float, float] = (1.0, 1.0, 1.0),
) -> SetBoard:
    return SetBoard(photograph(pieces, corners, light), as_corners(corners), squares(), pieces)


FIRST = {
    "a1": "red",
    "b3": "green",
    "c5": "blue",
    "d2": "red",
    "e6": "green",
    "f4": "blue",
    "d4": "green",
    "a6": "blue",
}
SECOND = {
    "b1": "blue",
    "c3": "red",
    "e5": "red",
    "f2": "green",
    "a4": "green",
    "d6": "blue",
    "b5": "red",
    "f6": "green",
}
THIRD = {
    "c1": "green",
    "d3": "blue",
    "e3": "red",
    "a5": "blue",
    "b6": "red",
    "f5": "green",
    "e1": "blue",
    "c4": "red",
}
