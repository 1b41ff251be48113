"""The family's boards in the data folder: whole or not at all, the one before as backup, drawings that go on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from calibration.boards.kept import (
    BadBoard,
    KeptBoard,
    board_path,
    forget_board,
    load_board,
    load_drawing,
    save_board,
    save_drawing,
)
from calibration.boards.tapped import BoardDrawing, squares_of
from calibration.geometry import Point
from tests.calibration.boards import BOARDS, DADAMAX, SHIPPED, board_of, dadamax


def kept(drawing: BoardDrawing, **profile: Any) -> KeptBoard:
    return KeptBoard(profile, squares_of(drawing, board_of(drawing.form.game)), drawing)


@pytest.mark.parametrize("game", BOARDS)
def test_a_board_is_kept_with_its_squares_and_its_drawing(tmp_path: Path, game: str) -> None:
    board = kept(SHIPPED[game](), board={"length": 3})
    save_board(tmp_path, board)
    again = load_board(tmp_path, BOARDS[game])
    assert again is not None
    assert again.profile == {"board": {"length": 3}}
    assert again.drawing == board.drawing and not again.simulated
    assert again.squares.groups == board.squares.groups
    for name, square in board.squares.squares.items():
        assert again.squares.squares[name].centre.x == pytest.approx(square.centre.x, abs=0.01)


def test_there_is_nothing_before_the_first(tmp_path: Path) -> None:
    assert load_board(tmp_path, BOARDS["poker_dice_race"]) is None
    assert load_drawing(tmp_path, BOARDS["poker_dice_race"]) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        '{"version": 2}',
        '{"version": 1, "simulated": false, "profile": {}, "squares": {}, "drawing": {}}',
    ],
)
def test_what_is_no_board_is_refused_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    path = board_path(tmp_path, "poker_dice_race")
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(BadBoard, match="tap the squares again"):
        load_board(tmp_path, BOARDS["poker_dice_race"])
    assert path.read_text() == text


def test_the_board_of_another_game_is_refused(tmp_path: Path) -> None:
    save_board(tmp_path, kept(dadamax()))
    text = board_path(tmp_path, "poker_dice_race").read_text()
    board_path(tmp_path, "super_crack").write_text(text)
    with pytest.raises(BadBoard):
        load_board(tmp_path, BOARDS["super_crack"])


def test_the_one_before_stays_as_a_backup_and_a_damaged_one_never_takes_its_place(tmp_path: Path) -> None:
    for length in (1, 2):
        save_board(tmp_path, kept(dadamax(), length=length))
    path = board_path(tmp_path, "poker_dice_race")
    backup = path.with_name(path.name + ".bak")
    assert json.loads(backup.read_text())["profile"] == {"length": 1}
    path.write_text("{")
    save_board(tmp_path, kept(dadamax(), length=3))
    assert json.loads(backup.read_text())["profile"] == {"length": 1}
    forget_board(tmp_path, "poker_dice_race")
    assert load_board(tmp_path, BOARDS["poker_dice_race"]) is None
    assert json.loads(backup.read_text())["profile"] == {"length": 3}


def test_a_full_disk_leaves_the_old_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_board(tmp_path, kept(dadamax(), length=1))

    def fails(*arguments: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="No space"):
        save_board(tmp_path, kept(dadamax(), length=2))
    monkeypatch.undo()
    board = load_board(tmp_path, BOARDS["poker_dice_race"])
    assert board is not None and board.profile == {"length": 1}
    assert [path.name for path in board_path(tmp_path, "poker_dice_race").parent.iterdir()] == [
        "poker_dice_race.json"
    ]


def test_a_drawing_goes_on_and_its_taps_can_be_taken_back(tmp_path: Path) -> None:
    drawing = BoardDrawing.begin(DADAMAX).tap(Point(60, 70)).choose("green").tap(Point(90, 70))
    save_drawing(tmp_path, drawing)
    again = load_drawing(tmp_path, BOARDS["poker_dice_race"])
    assert again == drawing
    assert again is not None and [tap.kind for tap in again.undo().taps] == ["start"]
    assert again.undo().undo().taps == ()
    assert load_board(tmp_path, BOARDS["poker_dice_race"]) is None, "a drawing is no board"


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "[" * 100_000, '{"game": "racko", "kind": "a", "taps": []}']
)
def test_a_damaged_drawing_is_refused(tmp_path: Path, text: str) -> None:
    save_drawing(tmp_path, BoardDrawing.begin(DADAMAX))
    (tmp_path / "boards" / "poker_dice_race.drawing.json").write_text(text)
    with pytest.raises(BadBoard):
        load_drawing(tmp_path, BOARDS["poker_dice_race"])
