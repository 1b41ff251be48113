"""Photographs of a board in one file: written, read again, and refused where they say something impossible."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from calibration.boards.kept_photographs import (
    BadPhotographs,
    BoardPhotographs,
    KeptPhotograph,
    packed,
    read_photographs,
    write_photographs,
)
from vision.boards.squares import BoardSquares

SQUARES = BoardSquares((200.0, 100.0), ("a_1", "a_2"), np.array([(50.0, 50.0), (150.0, 50.0)]))
CORNERS = ((10.0, 10.0), (90.0, 10.0), (90.0, 50.0), (10.0, 50.0))
IMAGE = np.full((60, 100, 3), (40, 90, 160), np.uint8)


def photographs() -> BoardPhotographs:
    pictures = (
        KeptPhotograph(packed(IMAGE), CORNERS, {}),
        KeptPhotograph(packed(IMAGE), CORNERS, {"a_2": "red"}),
    )
    return BoardPhotographs("race", ("red", "blue"), SQUARES, pictures, simulated=True)


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    write_photographs(path, photographs())
    again = read_photographs(path)
    assert (again.game, again.colours, again.simulated, again.brought) == (
        "race",
        ("red", "blue"),
        True,
        False,
    )
    bare, position = again.set_boards()
    assert bare.pieces == {} and position.pieces == {"a_2": "red"} and position.corners == CORNERS
    assert position.squares.same_as(SQUARES) and np.abs(position.image.astype(int) - IMAGE).max() <= 4


def test_a_family_that_only_chose_its_colours_has_no_photographs(tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    write_photographs(path, BoardPhotographs("race", ("white",)))
    assert read_photographs(path).set_boards() == []


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"colours": []},
        {"squares": None},
        {"more": 1},
        {"photographs": [{"picture": "?", "corners": CORNERS, "pieces": {}}]},
        {"photographs": [{"picture": "", "corners": CORNERS[:3], "pieces": {}}]},
        {"photographs": [{"picture": "", "corners": CORNERS, "pieces": {"a_9": "red"}}]},
    ],
)
def test_a_file_that_says_something_impossible_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "race.json"
    write_photographs(path, photographs())
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(BadPhotographs, match="photograph it anew"):
        read_photographs(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPhotographs, match="cannot be read"):
        read_photographs(tmp_path / "race.json")


def test_a_picture_that_cannot_be_decoded_is_told(tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    write_photographs(path, photographs())
    told = json.loads(path.read_text())
    told["photographs"][0]["picture"] = "AAAA"
    path.write_text(json.dumps(told))
    with pytest.raises(ValueError, match="cannot be decoded"):
        read_photographs(path).set_boards()
