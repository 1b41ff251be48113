"""Labels of boards: what is read, and what is said of lines that cannot be used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vision.boards.labelled import BadLabels, label_of, read_labels

SQUARES = {
    "size": [100, 50],
    "squares": [{"name": "a", "centre": [20, 25]}, {"name": "b", "centre": [80, 25]}],
}
GOOD: dict[str, Any] = {
    "image": "one/x.jpg",
    "board_corners": [[0, 0], [99, 0], [99, 49], [0, 49]],
    "squares": SQUARES,
    "pieces": [{"colour": "red", "square": "b"}],
}


def written(folder: Path, *lines: dict[str, Any] | str) -> Path:
    path = folder / "labels.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n")
    return path


def test_a_line_says_corners_squares_and_pieces(tmp_path: Path) -> None:
    (label,) = read_labels(written(tmp_path, GOOD))
    assert label.corners == ((0, 0), (99, 0), (99, 49), (0, 49))
    assert label.squares is not None and label.squares.names == ("a", "b")
    assert label.pieces == {"b": "red"}
    assert label.image == tmp_path / "one" / "x.jpg"


def test_a_corners_file_needs_nothing_else_and_a_bare_board_has_no_pieces(tmp_path: Path) -> None:
    corners = {key: GOOD[key] for key in ("image", "board_corners")}
    bare, only = read_labels(written(tmp_path, GOOD | {"pieces": []}, corners))
    assert bare.pieces == {} and only.pieces is None and only.squares is None


def test_several_pieces_on_a_square_or_one_between_two_teach_nothing_of_them(tmp_path: Path) -> None:
    three = [{"name": name, "centre": [x, 25]} for name, x in (("a", 20), ("b", 50), ("c", 80))]
    line = GOOD | {"squares": {"size": [100, 50], "squares": three}}
    two = [{"colour": colour, "square": "a"} for colour in ("red", "blue")]
    alone = [{"colour": "red", "square": "c"}]
    between = [{"colour": "red", "square": None, "between": ["a", "b"]}]
    shared, beside = read_labels(
        written(tmp_path, line | {"pieces": [*two, *alone]}, line | {"pieces": [*between, *alone]})
    )
    assert shared.pieces == {"c": "red"} and shared.unsure == {"a"}
    assert beside.pieces == {"c": "red"} and beside.unsure == {"a", "b"}


def test_squares_may_lie_in_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "squares.json").write_text(json.dumps(SQUARES))
    (label,) = read_labels(written(tmp_path, GOOD | {"squares": "squares.json"}))
    assert label.squares is not None and label.squares.size == (100, 50)


def test_a_picture_is_found_by_its_file_or_by_how_its_path_ends(tmp_path: Path) -> None:
    labels = read_labels(written(tmp_path, GOOD, GOOD | {"image": "two/x.jpg"}))
    found = label_of(tmp_path / "two" / "x.jpg", labels)
    assert found is labels[1]
    assert label_of("/elsewhere/one/x.jpg", labels) is labels[0]
    assert label_of("x.jpg", labels) is None and label_of("y.jpg", labels) is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "is no label"),
        ({}, "is no label"),
        (GOOD | {"board_corners": [[0, 0], [1, 1]]}, "four corners"),
        (GOOD | {"board_corners": [[0, 0], [1, 1], [2, "x"], [3, 3]]}, "is no label"),
        (GOOD | {"squares": {"size": [1]}}, "is no label"),
        (GOOD | {"squares": "none.json"}, "cannot be read"),
        (GOOD | {"pieces": [{"colour": "red", "square": "z"}]}, "none of the board's squares"),
        (GOOD | {"pieces": [{"colour": "", "square": "a"}]}, "no colour"),
        (GOOD | {"pieces": [{"colour": "red", "square": None, "between": ["a", "z"]}]}, "beside 'z'"),
        ({"image": "x", "pieces": []}, "without squares"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: dict[str, Any] | str, message: str) -> None:
    with pytest.raises(BadLabels, match=f"line 2.*{message}"):
        read_labels(written(tmp_path, GOOD, line))


def test_a_missing_or_empty_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadLabels, match="cannot be read"):
        read_labels(tmp_path / "none.jsonl")
    with pytest.raises(BadLabels, match="holds no labels"):
        read_labels(written(tmp_path, ""))
