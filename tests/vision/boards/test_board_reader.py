"""Boards learnt from drawn photographs, and read in others: from elsewhere, in other light."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.boards.kept_pieces import read_learnt, save_learnt
from calibration.geometry import Point
from tests.vision.boards.drawn_board import (
    FIRST,
    SECOND,
    SLANTED,
    STRAIGHT,
    THIRD,
    as_corners,
    photograph,
    set_board,
    squares,
)
from vision.boards import reader as reader_of_boards
from vision.boards.enrolment import learn
from vision.boards.learnt_board import LearntBoard
from vision.boards.reader import PieceReader
from vision.boards.squares import BadSquares, BoardSquares, SetBoard
from vision.boards.turning import turned_corners
from vision.readings import PieceReading


@pytest.fixture(scope="module")
def learnt() -> LearntBoard:
    return learn([set_board({}), set_board(FIRST), set_board(SECOND, SLANTED)])


def by_square(readings: list[PieceReading]) -> dict[str, str]:
    return {one.square: one.colour for one in readings}


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.7, 0.85, 1.0), (0.5, 0.5, 0.5)])
def test_pieces_are_read_in_other_light_from_elsewhere(
    learnt: LearntBoard, light: tuple[float, float, float]
) -> None:
    picture = photograph(THIRD, SLANTED, light, seed=9)
    readings = PieceReader(learnt).read(picture, as_corners(SLANTED))
    assert by_square(readings) == THIRD
    for one in readings:
        assert 0.5 <= one.presence <= 1.0 and one.score <= one.presence


def test_a_board_printed_in_the_colours_of_its_pieces_is_empty(learnt: LearntBoard) -> None:
    assert PieceReader(learnt).read(photograph({}, SLANTED, seed=3), as_corners(SLANTED)) == []


def test_corners_may_be_some_pixels_off(learnt: LearntBoard) -> None:
    readings = PieceReader(learnt).read(photograph(THIRD, seed=4), as_corners(STRAIGHT, off=5.0))
    assert by_square(readings) == THIRD
    foot = next(one.foot for one in readings if one.square == "c4")
    assert np.hypot(foot[0] - (60 + 2.5 * 500 / 6), foot[1] - (40 + 3.5 * 500 / 6)) < 8


def test_a_board_that_lies_where_it_lay_is_not_laid_anew(
    learnt: LearntBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid: list[object] = []
    anew = reader_of_boards.laid_over
    monkeypatch.setattr(reader_of_boards, "laid_over", lambda *told: laid.append(told) or anew(*told))
    reader, corners = PieceReader(learnt), as_corners(SLANTED, off=3.0)
    assert by_square(reader.read(photograph(FIRST, SLANTED, seed=1), corners)) == FIRST
    assert by_square(reader.read(photograph(THIRD, SLANTED, seed=2), corners)) == THIRD
    assert len(laid) == 1
    # The same corners, but the board was knocked against.
    knocked = np.roll(photograph(THIRD, SLANTED, seed=3), 6, axis=1)
    assert by_square(reader.read(knocked, corners)) == THIRD
    assert len(laid) == 2


def test_the_bare_board_is_put_together_from_two_positions() -> None:
    reader = PieceReader(learn([set_board(FIRST), set_board(SECOND)]))
    assert by_square(reader.read(photograph(THIRD, SLANTED, seed=6), as_corners(SLANTED))) == THIRD


def test_a_board_tapped_from_another_side_keeps_the_names_of_that_side(learnt: LearntBoard) -> None:
    known = squares()
    corners = turned_corners(as_corners(STRAIGHT), 3)
    upright, turned = known.plane(as_corners(STRAIGHT)), known.plane(corners)
    expected = {}
    for square, colour in THIRD.items():
        x, y = known.centres[known.index[square]]
        seen = turned.to_mm(upright.to_px(Point(float(x), float(y))))
        at = int(np.linalg.norm(known.centres - (seen.x, seen.y), axis=1).argmin())
        expected[known.names[at]] = colour
    assert expected != THIRD
    assert by_square(PieceReader(learnt).read(photograph(THIRD, seed=7), corners)) == expected


def test_slim_pieces_are_looked_at_closer_and_their_kept_file_says_so(tmp_path: Path) -> None:
    shown = [
        SetBoard(photograph(pieces, radius=9), as_corners(STRAIGHT), squares(), pieces)
        for pieces in ({}, FIRST, SECOND)
    ]
    slim, broad = learn(shown), learn([set_board(FIRST), set_board(SECOND)])
    assert slim.frame.px_per_unit > broad.frame.px_per_unit
    save_learnt(tmp_path / "board.json", slim)
    readings = PieceReader(read_learnt(tmp_path / "board.json")).read(
        photograph(THIRD, SLANTED, seed=8, radius=9), as_corners(SLANTED)
    )
    assert by_square(readings) == THIRD


def test_slim_pieces_are_told_surely_though_their_outline_is_off_by_a_pixel() -> None:
    """Each once: what is asked of a piece is its core, but all that it hides is its own."""
    shown = [
        SetBoard(photograph(pieces, radius=8), as_corners(STRAIGHT), squares(), pieces)
        for pieces in ({}, FIRST, SECOND)
    ]
    readings = PieceReader(learn(shown)).read(
        photograph(THIRD, SLANTED, seed=8, radius=8), as_corners(SLANTED)
    )
    assert sorted(one.square for one in readings) == sorted(THIRD) and by_square(readings) == THIRD
    assert min(one.presence for one in readings) > 0.98


def test_squares_never_seen_empty_are_told() -> None:
    told: list[str] = []
    learn([set_board(FIRST), set_board(FIRST | {"c1": "red"})], told.append)
    assert len(told) == 1 and "a1" in told[0] and "c1" not in told[0]


def test_what_cannot_be_learnt_is_said() -> None:
    with pytest.raises(BadSquares, match="no photograph shows a piece"):
        learn([set_board({})])
    other = BoardSquares((480.0, 480.0), ("x", "y"), np.array([[100.0, 100.0], [300.0, 300.0]]))
    first = set_board(FIRST)
    with pytest.raises(BadSquares, match="different squares"):
        learn([first, SetBoard(first.image, first.corners, other, {"x": "red"})])
    with pytest.raises(BadSquares, match="corners cannot be used"):
        PieceReader(learn([first, set_board(SECOND)])).read(first.image, ((0, 0), (5, 5), (9, 9), (0, 3)))


@pytest.mark.parametrize(
    ("size", "names", "centres", "message"),
    [
        ((0.0, 5.0), ("a", "b"), [[0, 0], [1, 1]], "size"),
        ((5.0, 5.0), ("a", "a"), [[0, 0], [1, 1]], "two squares"),
        ((5.0, 5.0), ("a", "b"), [[0, 0], [9, 1]], "outside"),
        ((5.0, 5.0), ("a", "b"), [[1, 1], [1, 1]], "another square"),
        ((5.0, 5.0), ("a",), [[1, 1]], "2 to"),
    ],
)
def test_squares_that_are_none(
    size: tuple[float, float], names: tuple[str, ...], centres: list[list[float]], message: str
) -> None:
    with pytest.raises(BadSquares, match=message):
        BoardSquares(size, names, np.array(centres, np.float64))
