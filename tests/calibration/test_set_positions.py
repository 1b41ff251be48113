"""Positions in which pieces are set for being learnt: spread, on other ground each time, as far as there is any."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

from calibration.boards.set_positions import Ground, positions
from calibration.geometry import Point

KINDS = ("green", "blue", "plain", "plain")
ROUND = {
    f"square_{number}": Ground(
        Point(
            200 + 150 * math.cos(number / 24 * 2 * math.pi), 200 + 150 * math.sin(number / 24 * 2 * math.pi)
        ),
        KINDS[number // 6],
    )
    for number in range(24)
}
PIECES = ("red", "green", "blue", "blue")


def test_every_piece_stands_somewhere_else_each_time_and_apart_from_the_others() -> None:
    several = positions(ROUND, PIECES, 4)
    assert [sorted(one.values()) for one in several] == [sorted(PIECES)] * 4
    for one, other in combinations(several, 2):
        assert not set(one) & set(other)
    for position in several:
        places = [ROUND[name].at for name in position]
        apart = [math.hypot(a.x - b.x, a.y - b.y) for a, b in combinations(places, 2)]
        assert min(apart) > 60, "never on neighbouring squares, 39 mm apart"
        assert all(ROUND[name].kind != colour for name, colour in position.items())


def test_a_piece_stands_on_other_ground_than_before() -> None:
    several = positions(ROUND, ("red",), 3)
    grounds = [ROUND[next(iter(one))].kind for one in several]
    assert len(set(grounds)) == 3
    assert all(one != other for one, other in pairwise(grounds))


def test_the_same_is_asked_for_every_time() -> None:
    assert positions(ROUND, PIECES, 2) == positions(ROUND, PIECES, 3)[:2]


def test_squares_come_again_where_there_are_too_few() -> None:
    few = {name: ROUND[name] for name in ("square_0", "square_8", "square_16")}
    several = positions(few, ("red", "blue"), 3)
    assert [len(one) for one in several] == [2, 2, 2]
    assert len(positions(few, ("red",) * 5, 1)[0]) == 3, "one on a square"
    assert positions({}, ("red",), 1) == [{}]
    same = dict.fromkeys(("square_1", "square_2"), Ground(Point(0, 0), "red"))
    assert list(positions(same, ("red",), 1)[0].values()) == ["red"], "print of its own colour, where all is"
