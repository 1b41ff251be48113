"""The squares of a board in its own plane, and photographs that say which piece stands where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import DegenerateCorners, Homography, Pixel, Point

Image: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float64]
Corners: TypeAlias = tuple[Pixel, Pixel, Pixel, Pixel]

MOST_SQUARES = 2_000
_LEAST_SQUARES = 2
_CLOSE = 0.1
"""Which of the distances to the nearest other square counts as the spacing: a quantile, since pieces must fit the
closest squares, too."""


class BadSquares(ValueError):
    """Squares or corners that are none of a board; the message is one sentence that says which and why."""


@dataclass(frozen=True, eq=False)
class BoardSquares:
    """Names and centres of the squares of a board.

    ``size`` is the width and height of the board in units of its own; ``centres`` float64 (n, 2) are in these units,
    x to the right and y down from the board's first corner; the board is looked at ``closer`` times as large as usual
    where pieces are small beside the way between squares. Raises BadSquares on doubled names, squares outside of the
    board, two squares in one place, or a number of squares that no board has.
    """

    size: tuple[float, float]
    names: tuple[str, ...]
    centres: Floats
    closer: int = 1

    def __post_init__(self) -> None:
        if not all(np.isfinite(side) and side > 0 for side in self.size):
            raise BadSquares("the size of the board must be two numbers above 0")
        if not _LEAST_SQUARES <= len(self.names) <= MOST_SQUARES:
            raise BadSquares(f"a board has {_LEAST_SQUARES} to {MOST_SQUARES} squares, not {len(self.names)}")
        doubled = next((name for at, name in enumerate(self.names) if name in self.names[:at]), None)
        if doubled is not None:
            raise BadSquares(f"two squares have the name {doubled!r}")
        for name, (x, y) in zip(self.names, self.centres, strict=True):
            if not (0 <= x <= self.size[0] and 0 <= y <= self.size[1]):
                raise BadSquares(f"square {name!r} lies outside of the board")
        if self.nearest.min() <= 1e-3 * max(self.size):
            at = int(self.nearest.argmin())
            raise BadSquares(f"another square lies in the place of {self.names[at]!r}")

    @cached_property
    def nearest(self) -> Floats:
        """How far the nearest other square is from each, float64 (n,), in the board's units."""
        apart = np.linalg.norm(self.centres[:, None] - self.centres[None], axis=2)
        np.fill_diagonal(apart, np.inf)
        return np.asarray(apart.min(axis=1), np.float64)

    @cached_property
    def spacing(self) -> float:
        """How far close squares are apart, in the board's units: the measure of all that is learnt."""
        return float(np.quantile(self.nearest, _CLOSE))

    @cached_property
    def index(self) -> dict[str, int]:
        """The place of each name."""
        return {name: at for at, name in enumerate(self.names)}

    def same_as(self, other: BoardSquares) -> bool:
        """Whether these are the squares of the same board: names alike, places alike to a tenth of the spacing."""
        if set(self.names) != set(other.names):
            return False
        scale = np.array(self.size) / np.array(other.size)
        moved = np.array([other.centres[other.index[name]] for name in self.names]) * scale
        return bool(np.abs(moved - self.centres).max() <= 0.1 * self.spacing)

    def plane(self, corners: Sequence[Pixel]) -> Homography:
        """The map from picture (px) to board (its units), of the four corners in the board's order.

        Raises BadSquares where the corners span no such board.
        """
        width, height = self.size
        points = (Point(0.0, 0.0), Point(width, 0.0), Point(width, height), Point(0.0, height))
        try:
            return Homography.from_corners(corners, points)
        except DegenerateCorners as error:
            raise BadSquares(f"the board's corners cannot be used: {error}") from error


@dataclass(frozen=True, eq=False)
class SetBoard:
    """A photograph of a board whose pieces are known.

    ``image`` is uint8 (h, w, 3) BGR, ``corners`` the board's four corners (px) in its own order, ``pieces`` the
    colour of the piece on each occupied square (by the square's name), ``unsure`` the squares of which nothing is
    known: hidden, or in a hand.
    """

    image: Image
    corners: Corners
    squares: BoardSquares
    pieces: dict[str, str]
    unsure: frozenset[str] = frozenset()
