"""The boards that games bring: drawn with the squares that a family would tap, and with the game's own pieces."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest

from calibration.zones import PlannedZone, read_plan
from companion.bench.filmed_evening import FilmedEvening
from companion.board import PrintedSquare
from companion.filmed.drawn_boards import drawn_board
from companion.filmed.filmable import drawn_games
from companion.filmed.filmed_board import FilmedBoard
from companion.filmed.filmed_game import film_profile
from companion.filmed.simulated_board import printed_squares
from companion.games import all_games, load, zone_plan

EDITIONS = range(700, 710)
WITH_BOARDS = tuple(game for game, name in drawn_games() if name == "track")


def zone_of(game: str, name: str = "track") -> PlannedZone:
    return read_plan(zone_plan(game) or {}).zone(name)


def printed(game: str, edition: int) -> tuple[PrintedSquare, ...]:
    return printed_squares(game, zone_of(game), edition)


def test_every_game_with_a_board_draws_it() -> None:
    assert {game.id for game in all_games() if game.board} == set(WITH_BOARDS)


@pytest.mark.parametrize(("game", "name"), drawn_games())
@pytest.mark.parametrize("edition", [None, 701])
def test_a_board_has_the_squares_that_the_game_prints(game: str, name: str, edition: int | None) -> None:
    board = drawn_board(game, name, 3, edition)
    width, height = board.size
    assert all(0 < x < width and 0 < y < height for x, y in board.squares.values())
    assert set(board.colours) == {colour for colour, _ in board.box}
    if name == "track":
        kinds = Counter(square.kind for square in printed_squares(game, zone_of(game), edition))
        assert kinds == Counter(square.rpartition("_")[0] for square in board.squares)


def test_a_game_that_brings_none_has_none() -> None:
    with pytest.raises(KeyError):
        drawn_board("no such game", "track", 1)


@pytest.mark.parametrize("game", WITH_BOARDS)
def test_every_edition_of_a_board_can_be_played_on_and_is_laid_out_otherwise(game: str) -> None:
    profiles = [film_profile(load(game), edition) for edition in EDITIONS]
    assert all(profiles), "each was tapped square by square, and the game opened on it"
    boards = [str(profile["board"]) for profile in profiles if profile]
    assert len(set(boards)) > 3
    ways = {tuple((round(one.x), round(one.y)) for one in printed(game, edition)) for edition in EDITIONS}
    assert len(ways) == len(EDITIONS)
    assert printed(game, EDITIONS[0]) == printed(game, EDITIONS[0])


@pytest.mark.parametrize("game", WITH_BOARDS)
def test_an_edition_has_every_square_that_the_game_played_on_it_names(game: str) -> None:
    played = load(game)
    for edition in range(700, 730):
        board = FilmedBoard(played, zone_of(game), 0, edition)
        state = played.new_game(("Ada", "Bea", "Cyd"), {}, {}, board.profile)
        squares = board.squares
        assert set(played.further_zones(state)) <= {*squares.squares, *squares.groups}, edition


@pytest.mark.parametrize("game", WITH_BOARDS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_squares_lie_inside_the_board_and_not_on_one_another(game: str, edition: int) -> None:
    zone, squares = zone_of(game), printed(game, edition)
    for one in squares:
        assert zone.left <= one.x - one.width / 2 and one.x + one.width / 2 <= zone.left + zone.width
        assert zone.top <= one.y - one.width / 2 and one.y + one.width / 2 <= zone.top + zone.height
    for one, other in combinations(squares, 2):
        assert math.dist((one.x, one.y), (other.x, other.y)) >= (one.width + other.width) / 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_obstacles_are_two_of_two_squares_with_green_before_and_between_and_yellow_after(
    edition: int,
) -> None:
    track = [one.kind for one in printed("poker_dice_race", edition) if one.kind not in ("start", "arrival")]
    colours = [kind for kind, before in zip(track, [None, *track], strict=False) if kind != before]
    assert colours == ["green", "blue", "green", "blue", "yellow"]
    assert track.count("blue") == 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_track_goes_on_from_each_square_to_a_near_one(edition: int) -> None:
    track = [one for one in printed("super_crack", edition) if one.kind != "red"]
    steps = [math.dist((one.x, one.y), (other.x, other.y)) for one, other in pairwise(track)]
    assert max(steps) < 1.35 * min(steps)
    assert track[0].kind == "start_line" and track[-1].kind == "finish"
    assert {"river", "hedge"} <= {one.kind for one in track[3:-2]}
    assert track[-2].kind not in ("river", "hedge")


@pytest.mark.parametrize("edition", EDITIONS)
def test_horses_run_anticlockwise_round_the_cards_on_an_edition(edition: int) -> None:
    cards, lanes = zone_of("change_horses", "betting_board"), {}
    for one in printed("change_horses", edition):
        beside = max(abs(one.x - cards.left - cards.width / 2) - cards.width / 2, 0.0)
        below = max(abs(one.y - cards.top - cards.height / 2) - cards.height / 2, 0.0)
        assert math.hypot(beside, below) > one.width
        lanes.setdefault(one.kind, []).append((one.x, one.y))
    assert len(lanes) == 6
    for places in lanes.values():
        x, y = np.array(places).T
        # Twice the area that is gone round; y points down.
        assert (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() < 0


@pytest.mark.parametrize("game", WITH_BOARDS)
def test_an_evening_that_is_measured_is_played_on_its_own_edition(game: str) -> None:
    one, other = (FilmedEvening.of("test", game, seed) for seed in (700, 701))
    for evening in (one, other):
        assert evening.filmed.board is not None and evening.opening.profile is not None
        assert evening.opening.profile["board"] == evening.filmed.board.profile["board"]
    assert one.opening.profile != other.opening.profile
