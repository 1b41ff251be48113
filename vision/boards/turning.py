"""Boards that may be tapped from another side: the same squares, seen a quarter or half a turn on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Pixel
from vision.boards.squares import BoardSquares

_SAME_PLACE = 0.15
"""Squares that lie on others after a turn do so to this share of the spacing."""


def turns(squares: BoardSquares) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """The turns that lay a board's squares on squares, as quarters, with which square each one comes to lie on.

    The first is none at all.
    """
    yield 0, np.arange(len(squares.names))
    width, height = squares.size
    x, y = squares.centres[:, 0] / width, squares.centres[:, 1] / height
    for quarter, (u, v) in ((1, (1 - y, x)), (2, (1 - x, 1 - y)), (3, (y, 1 - x))):
        if quarter != 2 and abs(width - height) > 0.02 * max(width, height):
            continue
        moved = np.column_stack([u * width, v * height])
        apart = np.linalg.norm(moved[:, None] - squares.centres[None], axis=2)
        onto = apart.argmin(axis=1)
        close = apart.min(axis=1).max() <= _SAME_PLACE * squares.spacing
        if close and len(set(onto.tolist())) == len(onto):
            yield quarter, np.asarray(onto, np.int64)


def turned_corners(corners: Sequence[Pixel], quarters: int) -> tuple[Pixel, ...]:
    """The corners in the order that turns what they name on by ``quarters``, clockwise in the board's plane."""
    return tuple(corners[(at - quarters) % 4] for at in range(4))
