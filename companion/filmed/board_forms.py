"""The boards of the games, as those who draw and keep tapped boards want them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from calibration.boards.tapped import BoardDrawing, BoardFault, BoardForm
from companion.drawing import boxes
from companion.games import first_game, game_ids, load


def games_with_boards() -> tuple[str, ...]:
    """The games that have a board: the one that opens an evening, then the others as they stand on the shelf."""
    found = [game for game in boxes.in_order(game_ids()) if load(game).board is not None]
    return tuple(sorted(found, key=lambda game: game != first_game()))


@cache
def board_form(game: str) -> BoardForm | None:
    """The form of a game's board; None for a game without one."""
    board = load(game).board
    if board is None:
        return None

    def check(drawing: BoardDrawing) -> Iterator[BoardFault]:
        for fault in board.check(drawing):
            yield BoardFault(fault.code, fault.squares, fault.question)

    return BoardForm(
        game, board.zone, board.kinds, board.names, check, board.profile, board.groups, board.one_place
    )


def form_of(game: str) -> BoardForm:
    """The form of a game that has a board; raises KeyError for another."""
    form = board_form(game)
    if form is None:
        raise KeyError(game)
    return form
