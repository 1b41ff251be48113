"""The boards that games bring: drawn with the squares that a family would tap, and with the game's own pieces."""

from __future__ import annotations

from collections import Counter

import pytest

from calibration.zones import read_plan
from companion.filmed.drawn_boards import drawn_board
from companion.filmed.filmable import drawn_games
from companion.filmed.simulated_board import printed_squares
from companion.games import all_games, load, zone_plan


def test_every_game_with_a_board_draws_it() -> None:
    assert {game.id for game in all_games() if game.board} == {
        game for game, name in drawn_games() if name == "track"
    }


@pytest.mark.parametrize(("game", "name"), drawn_games())
def test_a_board_has_the_squares_that_the_game_prints(game: str, name: str) -> None:
    board = drawn_board(game, name, 3)
    width, height = board.size
    assert all(0 < x < width and 0 < y < height for x, y in board.squares.values())
    assert set(board.colours) == {colour for colour, _ in board.box}
    if name == "track":
        board_of_game = load(game).board
        assert board_of_game is not None
        zone = read_plan(zone_plan(game) or {}).zone(board_of_game.zone)
        kinds = Counter(square.kind for square in printed_squares(game, zone))
        assert kinds == Counter(square.rpartition("_")[0] for square in board.squares)


def test_a_game_that_brings_none_has_none() -> None:
    with pytest.raises(KeyError):
        drawn_board("no such game", "track", 1)
