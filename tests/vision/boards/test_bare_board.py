"""A photograph held against the bare board: where it is not bare, whether it is this board, whether it was moved."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.evening.straight_board import BoardPicture, straight_board
from companion.filmed.asked import AskedBoard, AskedPiece
from companion.filmed.tapped_squares import tapped_squares
from tests.set_table import SetTable, board_zone, printed_board
from vision.boards.bare_board import BareBoard

GAME = "poker_dice_race"
ZONE = board_zone(GAME)
TAPPED = tapped_squares(printed_board(GAME), ZONE)
BARE = AskedBoard(GAME, ZONE.left, ZONE.top)


def seen(table: SetTable, board: AskedBoard | None) -> BoardPicture:
    table.puts(board)
    picture = table.whole_picture(None)
    straight = None if picture is None else straight_board(picture, ZONE)
    assert straight is not None
    return straight


@pytest.fixture(scope="module")
def table() -> SetTable:
    return SetTable(GAME)


@pytest.fixture(scope="module")
def bare(table: SetTable) -> BareBoard:
    first = seen(table, BARE)
    return BareBoard.of(first.image, first.corners, TAPPED.squares)


def test_pieces_are_seen_before_any_is_known_in_any_light(table: SetTable, bare: BareBoard) -> None:
    where = {"square_2": "red", "square_20": "blue", "start_3": "green"}
    pieces = tuple(
        AskedPiece(its, TAPPED.grounds[at].at.x, TAPPED.grounds[at].at.y) for at, its in where.items()
    )
    for _ in range(3):
        picture = seen(table, replace(BARE, pieces=pieces))
        told = bare.compared(picture.image, picture.corners)
        occupied = {
            name for name, share in zip(TAPPED.squares.names, told.unlike, strict=True) if share > 0.2
        }
        assert occupied == set(where) and told.alike > 0.95 and told.moved < 6
        blue = told.shows[TAPPED.squares.index["square_20"]]
        assert blue.argmax() == 0


def test_a_moved_board_is_told_by_how_far(table: SetTable, bare: BareBoard) -> None:
    picture = seen(table, replace(BARE, left=BARE.left + 20.0))
    told = bare.compared(picture.image, picture.corners)
    assert told.moved == pytest.approx(20, abs=4) and told.alike > 0.95


def test_a_table_without_the_board_is_not_alike(table: SetTable, bare: BareBoard) -> None:
    picture = seen(table, None)
    assert bare.compared(picture.image, picture.corners).alike < 0.5


def test_what_is_around_the_board_is_grey(table: SetTable) -> None:
    picture = seen(table, BARE)
    corners = np.array(picture.corners)
    low = corners.min(axis=0).astype(int)
    assert (picture.image[: max(1, low[1] - 80), :] == 128).all()
    assert not (picture.image[low[1] + 5 : low[1] + 50, low[0] + 20 : low[0] + 60] == 128).all()
