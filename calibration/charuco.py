"""Measuring a lens: ten pictures of the printed board, held anywhere and at any angle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens, Points
from calibration.printed import BOARD_COLUMNS, BOARD_ROWS, lens_board

Image: TypeAlias = NDArray[np.uint8]

LEAST_VIEWS = 6
LEAST_CORNERS = 12
"""Fewer inner corners of the board do not fix its pose well."""
LEAST_SPREAD = 0.6
"""The boards of all pictures together must span this share of the picture's width and height."""
LEAST_TILT_DEG = 8.0
"""Boards all seen straight from above leave the focal length open."""
WORST_RESIDUAL_PX = 1.0
_INNER = (BOARD_COLUMNS - 1) * (BOARD_ROWS - 1)


class BadBoards(ValueError):
    """A lens cannot be measured from these pictures; ``code`` says why.

    ``too_few`` boards found, ``too_narrow`` (they lie in one part of the picture only), ``too_flat`` (none was
    tilted), ``unsteady`` (blurred, or the sheet was bent: what was found does not fit one lens).
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """The board in one picture: its inner corners float64 (n, 2) px and where they are on the board, (n, 3) mm."""

    pixels: Points
    points: Points

    @property
    def share(self) -> float:
        """The share of the board's corners that were found."""
        return len(self.pixels) / _INNER


def find_board(image: Image) -> BoardView | None:
    """Find the board in a picture, uint8 (h, w, 3) BGR or (h, w); None if too little of it is there."""
    board = lens_board()
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(image)
    if corners is None or len(corners) < LEAST_CORNERS:
        return None
    points, pixels = board.matchImagePoints(list(corners), np.asarray(numbers))
    return BoardView(
        np.asarray(pixels, np.float64).reshape(-1, 2), np.asarray(points, np.float64).reshape(-1, 3)
    )


def measure_lens(views: Sequence[BoardView], width: int, height: int) -> Lens:
    """Measure the lens from boards found in pictures of ``width`` x ``height`` px. Raises BadBoards."""
    if len(views) < LEAST_VIEWS:
        raise BadBoards("too_few")
    spread = np.ptp(np.concatenate([view.pixels for view in views]), axis=0) / (width, height)
    if np.any(spread < LEAST_SPREAD):
        raise BadBoards("too_narrow")
    residual, matrix, distortion, turns, _ = cv2.calibrateCamera(
        [view.points.astype(np.float32) for view in views],
        [view.pixels.astype(np.float32) for view in views],
        (width, height),
        np.eye(3),
        np.zeros(5),
    )
    if not np.isfinite(residual) or residual > WORST_RESIDUAL_PX:
        raise BadBoards("unsteady")
    if max(_tilt_deg(np.asarray(turn, np.float64)) for turn in turns) < LEAST_TILT_DEG:
        raise BadBoards("too_flat")
    return Lens(
        width,
        height,
        np.asarray(matrix, np.float64),
        np.asarray(distortion, np.float64).ravel()[:5],
        float(residual),
    )


def _tilt_deg(turn: Points) -> float:
    rotation = np.asarray(cv2.Rodrigues(turn)[0])
    return float(np.degrees(np.arccos(min(1.0, abs(float(rotation[2, 2]))))))
