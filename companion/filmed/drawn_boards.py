"""Boards with pieces as families own them: where the squares lie a game says edition by edition, how it is printed
differs from print to print.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from calibration.zones import read_plan
from companion.board import PrintedSquare
from companion.filmed.filmable import board_prints
from companion.filmed.simulated_board import printed_squares
from companion.games import load, zone_plan
from vision.scene.game_boards import BoardPlace, print_board
from vision.scene.piece_boards import PieceBoard


def drawn_board(game: str, name: str, seed: int, edition: int | None = None) -> PieceBoard:
    """Draw a board of a game as the print with this number shows it, its squares where those of an ``edition`` are
    (None: of the simulated table's); raises KeyError where the game has none.
    """
    plan = board_prints(game)[name]
    size, places = _laid_out(game, plan, edition)
    return print_board(f"{game}.{name}", plan, size, places, seed)


def _laid_out(
    game: str, plan: Mapping[str, Any], edition: int | None
) -> tuple[tuple[float, float], Sequence[BoardPlace]]:
    """How large a board is (mm), and where its squares are: as the game prints them, or in rows and columns."""
    if plan["places"] != "printed":
        columns, rows = plan["places"]
        return _in_rows(int(columns), int(rows), float(plan["apart"]), str(next(iter(plan["inks"]))))
    board, zones = load(game).board, zone_plan(game)
    if board is None or zones is None:
        raise KeyError(game)
    zone = read_plan(zones).zone(board.zone)
    counted: dict[str, int] = {}
    places = []
    squares = printed_squares(game, zone, edition)
    for square in squares:
        counted[square.kind] = counted.get(square.kind, 0) + 1
        name = f"{square.kind}_{counted[square.kind]}"
        turn = 0.0 if edition is None else _turned_to_the_next(square, squares)
        places.append(
            BoardPlace(name, square.kind, square.x - zone.left, square.y - zone.top, square.width, turn)
        )
    return (zone.width, zone.height), places


def _turned_to_the_next(square: PrintedSquare, squares: Sequence[PrintedSquare]) -> float:
    """How far a square is turned that has a side towards the nearest other one, radians."""
    others = (other for other in squares if other is not square)
    near = min(others, key=lambda other: math.hypot(other.x - square.x, other.y - square.y))
    return math.atan2(near.y - square.y, near.x - square.x)


def _in_rows(
    columns: int, rows: int, apart: float, kind: str
) -> tuple[tuple[float, float], Sequence[BoardPlace]]:
    cells = [(column + 1, row + 1) for row in range(rows) for column in range(columns)]
    places = [
        BoardPlace(f"{kind}_{number}", kind, x * apart, y * apart, 0.6 * apart)
        for number, (x, y) in enumerate(cells, start=1)
    ]
    return ((columns + 1) * apart, (rows + 1) * apart), places
