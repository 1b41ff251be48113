"""The printed boards that lie on the simulated table, to try out how squares are tapped.

They are shorter or longer than the boards that the games bring: a board that was tapped can be told from those.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from calibration.geometry import Point
from calibration.view import TableView
from calibration.zones import PlannedZone
from companion.board import PrintedSquare
from companion.games import load
from hardware.frame_source import Image

Colour = tuple[int, int, int]
"""Blue, green, red."""
_PAPER: Colour = (198, 226, 236)
_LINE: Colour = (52, 56, 60)
_COLOURS: Mapping[str, Colour] = {
    "start": (240, 244, 246),
    "green": (69, 122, 46),
    "blue": (180, 95, 31),
    "yellow": (61, 197, 242),
    "arrival": (48, 56, 190),
    "start_line": (240, 244, 246),
    "square": (214, 236, 240),
    "dot": (112, 116, 118),
    "river": (180, 95, 31),
    "hedge": (69, 122, 46),
    "finish": (40, 40, 44),
    "red": (48, 56, 190),
}
_LANES: tuple[Colour, Colour] = ((150, 196, 160), (186, 216, 190))


def printed_squares(game: str, area: PlannedZone, edition: int | None = None) -> tuple[PrintedSquare, ...]:
    """The squares of a game's board in its zone, each line in its order; none for a game without a board.

    Each ``edition`` is laid out otherwise; None: the one on the simulated table.
    """
    board = load(game).board
    return () if board is None else tuple(board.printed(area, edition))


def draw_board(image: Image, view: TableView, game: str, board: PlannedZone) -> None:
    """Draw a game's board into a picture, uint8 (h, w, 3) BGR, in place."""
    _fill(image, view, board.area.polygon, _PAPER)
    for square in printed_squares(game, board):
        half = square.width / 2
        corners = tuple(
            Point(square.x + x * half, square.y + y * half) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )
        lane = square.kind.removeprefix("lane_")
        _fill(image, view, corners, _LANES[int(lane) % 2] if lane.isdecimal() else _COLOURS[square.kind])


def _fill(image: Image, view: TableView, corners: tuple[Point, ...], colour: Colour) -> None:
    pixels = np.round(np.array(view.polygon_px(corners)) * 16).astype(np.int32)
    cv2.fillPoly(image, [pixels], colour, cv2.LINE_AA, 4)
    cv2.polylines(image, [pixels], True, _LINE, 3, cv2.LINE_AA, 4)
