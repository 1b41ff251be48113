"""Where a board's squares lie: discs that do not overlap, kept as JSON, zones for the pieces."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.boards.squares import (
    BadSquares,
    SquareMap,
    piece_zones,
    read_squares,
    with_radii,
    write_squares,
)
from calibration.boards.tapped import squares_of
from calibration.geometry import Point
from calibration.zones import Holds
from companion.games import load
from tests.calibration.boards import SHIPPED, board_of

GAMES = sorted(SHIPPED)


def map_of(game: str) -> SquareMap:
    return squares_of(SHIPPED[game](), board_of(game))


def way(one: Point, other: Point) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


@pytest.mark.parametrize("game", GAMES)
def test_squares_written_are_read_again(game: str):
    squares = map_of(game)
    text = json.dumps(write_squares(squares))
    again = read_squares(json.loads(text))
    assert again.game == game and again.groups == squares.groups
    assert json.dumps(write_squares(again)) == text
    for name, square in squares.squares.items():
        assert way(again.squares[name].centre, square.centre) < 0.01
        assert 0 <= square.radius - again.squares[name].radius < 0.011


@given(
    st.dictionaries(
        st.integers(0, 300).map(lambda number: f"square_{number}"),
        st.builds(Point, st.floats(-500, 5000), st.floats(-500, 5000)),
        min_size=1,
        max_size=20,
    )
)
def test_discs_never_overlap_and_any_map_is_kept(centres):
    squares = SquareMap("poker_dice_race", Point(0, 0), with_radii(centres, same_place_mm=8.0))
    for one, other in combinations(squares.squares.values(), 2):
        apart = way(one.centre, other.centre)
        assert apart < 8.0 or one.radius + other.radius <= apart + 1e-9
    assert set(read_squares(json.loads(json.dumps(write_squares(squares)))).squares) == set(centres)


def test_a_pawn_stands_on_the_square_it_is_nearest_to():
    squares = map_of("poker_dice_race")
    square = squares.squares["square_7"]
    assert squares.at(square.centre) == "square_7"
    beside = Point(square.centre.x + 0.6 * square.radius, square.centre.y)
    assert squares.at(beside) == "square_7"
    assert squares.at(Point(2000, 2000)) is None
    assert SquareMap("racko", Point(0, 0), {}).at(Point(0, 0)) is None


def test_the_zones_are_those_of_the_rules():
    dadamax = {zone.id for zone in map_of("poker_dice_race").zones}
    assert dadamax == {f"square_{n}" for n in range(1, 30)} | {f"start_{n}" for n in range(1, 5)}
    race = load("poker_dice_race")
    state = race.new_game(("Ada", "Bea"), {}, {}, race.default_profile())
    assert set(race.further_zones(state)) == dadamax
    assert {zone.id for zone in map_of("super_crack").zones} == {f"lane_{n}" for n in range(1, 17)}
    assert {zone.id for zone in map_of("super_crack").zones} <= set(load("super_crack").zones)
    horses = load("change_horses")
    course = horses.new_game(("Ada", "Bea", "Cleo"), {}, {}, horses.default_profile())
    cells = [zone.id for zone in map_of("change_horses").zones]
    assert len(cells) == 72
    assert set(horses.further_zones(course)) == set(cells)


def test_the_arrival_is_one_zone_around_its_squares():
    squares = map_of("poker_dice_race")
    arrival = next(zone for zone in squares.zones if zone.id == "square_29")
    low, high = arrival.bounds
    for number in range(1, 5):
        centre = squares.squares[f"arrival_{number}"].centre
        assert low.x < centre.x < high.x and low.y < centre.y < high.y


@pytest.mark.parametrize("game", GAMES)
def test_a_board_zone_and_its_squares_give_the_pieces_zones(game: str):
    board = board_of(game)
    zones = piece_zones(board, map_of(game))
    assert all(zone.holds is Holds.BOARD and zone.least_px_per_mm == 2.0 for zone in zones)
    assert len({zone.id for zone in zones}) == len(zones)
    if game != "super_crack":  # all its horses run on the same squares
        assert not [pair for pair in combinations(zones, 2) if pair[0].overlaps(pair[1])]


def test_a_board_that_lies_elsewhere_takes_its_squares_along():
    board, squares = board_of("poker_dice_race"), map_of("poker_dice_race")
    moved = replace(board, left=board.left + 35, top=board.top - 10)
    before = {zone.id: zone for zone in piece_zones(board, squares)}
    for zone in piece_zones(moved, squares):
        assert zone.left - before[zone.id].left == pytest.approx(35)
        assert zone.top - before[zone.id].top == pytest.approx(-10)
    with pytest.raises(BadSquares, match="lies outside of track"):
        piece_zones(replace(board, width=100.0), squares)


GOOD = write_squares(map_of("poker_dice_race"))


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"game": ""},
        {"colour": "green"},
        {"squares": {}},
        {"squares": {"square 1": {"x": 0, "y": 0, "radius": 5}}},
        {"squares": {"square_1": {"x": 0, "y": 0, "radius": 0}}, "groups": {}},
        {"squares": {"square_1": {"x": 0, "y": float("nan"), "radius": 5}}, "groups": {}},
        {"squares": {"square_1": {"x": 0, "y": 0}}, "groups": {}},
        {"groups": {"square_29": ["arrival_9"]}},
        {"groups": {"square_29": []}},
        {"groups": {"square_3": ["arrival_1"]}},
        {"left": "far"},
    ],
)
def test_a_file_that_cannot_be_is_refused_with_what_to_do(change):
    with pytest.raises(BadSquares, match="tap them again"):
        read_squares({**GOOD, **change})
