"""The printed boards that lie on the simulated table, to try out how squares are tapped.

They are shorter or longer than the boards that the games bring: a board that was tapped can be told from those.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.geometry import Point
from calibration.view import TableView
from calibration.zones import PlannedZone
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
_ACROSS, _DOWN = 8, 4
"""The track of Dadamax: so many squares along the long sides, and between them on the short ones."""
_OBSTACLES = (7, 8, 15, 16)
_FIRST_YELLOW = 17
_ROWS, _LANE_COUNT = 14, 6
_SQUARES, _RED_ZONE = 40, 8


@dataclass(frozen=True, slots=True)
class PrintedSquare:
    """A square of a printed board: its kind (as in ``calibration.boards.games``), its middle and its width (mm)."""

    kind: str
    middle: Point
    width: float


def printed_squares(game: str, board: PlannedZone) -> tuple[PrintedSquare, ...]:
    """The squares of a game's board in its zone, each line in its order; none for a game without a board."""
    draw = {"poker_dice_race": _dadamax, "super_crack": _super_crack, "change_horses": _change_horses}.get(
        game
    )
    return () if draw is None else tuple(draw(board))


def draw_board(image: Image, view: TableView, game: str, board: PlannedZone) -> None:
    """Draw a game's board into a picture, uint8 (h, w, 3) BGR, in place."""
    _fill(image, view, board.area.polygon, _PAPER)
    for square in printed_squares(game, board):
        half, middle = square.width / 2, square.middle
        corners = tuple(
            Point(middle.x + x * half, middle.y + y * half) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )
        lane = square.kind.removeprefix("lane_")
        _fill(image, view, corners, _LANES[int(lane) % 2] if lane.isdecimal() else _COLOURS[square.kind])


def _dadamax(board: PlannedZone) -> Iterator[PrintedSquare]:
    left, top, right, bottom = _inside(board, 40.0)
    across, down = (right - left) / (_ACROSS - 1), (bottom - top) / (_DOWN + 1)
    loop = [Point(left + step * across, bottom) for step in range(_ACROSS)]
    loop += [Point(right, bottom - step * down) for step in range(1, _DOWN + 1)]
    loop += [Point(right - step * across, top) for step in range(_ACROSS)]
    loop += [Point(left, top + step * down) for step in range(1, _DOWN + 1)]
    for horse in range(4):
        yield PrintedSquare("start", Point(left + (1 + horse) * across, bottom - 1.5 * down), 26.0)
    for number, place in enumerate(loop, start=1):
        kind = "blue" if number in _OBSTACLES else "green" if number < _FIRST_YELLOW else "yellow"
        yield PrintedSquare(kind, place, 36.0)
    for rank in range(4):
        yield PrintedSquare("arrival", Point(left + (1 + rank) * across, top + 1.5 * down), 26.0)


def _super_crack(board: PlannedZone) -> Iterator[PrintedSquare]:
    places = _oval(board, 1 + _SQUARES + _RED_ZONE, 25.0)
    yield PrintedSquare("start_line", places[0], 18.0)
    special = {_SQUARES: "finish", 15: "river", 26: "hedge"} | dict.fromkeys((4, 9, 20, 31, 36), "dot")
    for number in range(1, _SQUARES + 1):
        yield PrintedSquare(special.get(number, "square"), places[number], 18.0)
    for back in range(1, _RED_ZONE + 1):
        yield PrintedSquare("red", places[-back], 18.0)


def _change_horses(board: PlannedZone) -> Iterator[PrintedSquare]:
    for lane in range(1, _LANE_COUNT + 1):
        for place in _oval(board, _ROWS, 18.0 + 15.0 * (_LANE_COUNT - lane)):
            yield PrintedSquare(f"lane_{lane}", place, 13.0)


def _inside(board: PlannedZone, margin: float) -> tuple[float, float, float, float]:
    right, bottom = board.left + board.width, board.top + board.height
    return board.left + margin, board.top + margin, right - margin, bottom - margin


def _oval(board: PlannedZone, count: int, margin: float) -> list[Point]:
    """``count`` places round the board, anticlockwise from its right-hand end."""
    left, top, right, bottom = _inside(board, margin)
    angles = [2 * math.pi * step / count for step in range(count)]
    return [
        Point(
            (left + right) / 2 + (right - left) / 2 * math.cos(angle),
            (top + bottom) / 2 - (bottom - top) / 2 * math.sin(angle),
        )
        for angle in angles
    ]


def _fill(image: Image, view: TableView, corners: tuple[Point, ...], colour: Colour) -> None:
    pixels = np.round(np.array(view.polygon_px(corners)) * 16).astype(np.int32)
    cv2.fillPoly(image, [pixels], colour, cv2.LINE_AA, 4)
    cv2.polylines(image, [pixels], True, _LINE, 3, cv2.LINE_AA, 4)
