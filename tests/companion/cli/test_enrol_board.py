"""``companion enrol board`` and ``companion read --only pieces``, end to end on drawn photographs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from calibration.boards.kept_pieces import BadLearntBoard, read_learnt, save_learnt
from companion.cli.main import DONE, WRONG_USE, main
from tests.vision.boards.drawn_board import FIRST, SECOND, SLANTED, STRAIGHT, THIRD, photograph, squares

POSITIONS = {
    "bare": ({}, STRAIGHT),
    "first": (FIRST, STRAIGHT),
    "second": (SECOND, SLANTED),
    "third": (THIRD, SLANTED),
}


def line(name: str, **changed: Any) -> dict[str, Any]:
    pieces, corners = POSITIONS[name]
    known = squares()
    listed = [
        {"name": square, "centre": [float(x), float(y)]}
        for square, (x, y) in zip(known.names, known.centres, strict=True)
    ]
    return {
        "image": f"{name}.png",
        "board_corners": [list(corner) for corner in corners],
        "squares": {"size": list(known.size), "squares": listed},
        "pieces": [{"colour": colour, "square": square} for square, colour in pieces.items()],
    } | changed


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("boards")
    for number, (name, (pieces, corners)) in enumerate(POSITIONS.items()):
        cv2.imwrite(str(folder / f"{name}.png"), photograph(pieces, corners, seed=number))
    lines = [json.dumps(line(name)) for name in ("bare", "first", "second")]
    (folder / "labels.jsonl").write_text("\n".join(lines))
    corners = {key: line("third")[key] for key in ("image", "board_corners")}
    (folder / "corners.jsonl").write_text(json.dumps(corners))
    named = [str(folder / f"{name}.png") for name in ("bare", "first", "second")]
    labels = ["--labels", str(folder / "labels.jsonl"), "--out", str(folder / "board.json")]
    assert main(["enrol", "board", *named, *labels]) == DONE
    return folder


def read(folder: Path, *more: str, enrolment: str = "board.json", image: str = "third.png") -> int:
    given = [
        "--only",
        "pieces",
        "--enrolment",
        str(folder / enrolment),
        "--corners",
        str(folder / "corners.jsonl"),
    ]
    return main(["read", str(folder / image), *given, *more])


def test_an_enrolled_board_is_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert read(folder, "--json") == DONE
    told = json.loads(capsys.readouterr().out)
    assert (told["width"], told["height"]) == (640, 600) and told["ms"] > 0
    assert {one["square"]: one["colour"] for one in told["objects"]} == THIRD
    for one in told["objects"]:
        assert one["kind"] == "piece" and len(one["foot"]) == 2 and 0 <= one["score"] <= 1
    assert read(folder) == DONE
    assert "c1:green" in capsys.readouterr().out


def test_two_pieces_on_a_square_are_two_objects_and_between_squares_is_said(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    beside = [("c3", (-0.29, 0.0), "red"), ("c3", (0.29, 0.0), "green"), ("e5", (0.5, 0.0), "blue")]
    cv2.imwrite(str(tmp_path / "crowd.png"), photograph({"a1": "red"}, STRAIGHT, seed=4, beside=beside))
    corners = {"image": "crowd.png", "board_corners": [list(corner) for corner in STRAIGHT]}
    (tmp_path / "corners.jsonl").write_text(json.dumps(corners))
    given = ["--enrolment", str(folder / "board.json"), "--corners", str(tmp_path / "corners.jsonl")]
    command = ["read", str(tmp_path / "crowd.png"), "--only", "pieces", *given]
    assert main([*command, "--json"]) == DONE
    objects = json.loads(capsys.readouterr().out)["objects"]
    places = [(one["square"], one["colour"]) for one in objects if one["square"] is not None]
    assert sorted(places) == [("a1", "red"), ("c3", "green"), ("c3", "red")]
    (between,) = (one for one in objects if one["square"] is None)
    assert sorted(between["between"]) == ["e5", "f5"] and between["colour"] == "blue"
    assert not any("between" in one for one in objects if one["square"] is not None)
    assert main(command) == DONE
    assert "/".join(between["between"]) + ":blue" in capsys.readouterr().out


def test_what_was_kept_is_what_was_learnt(folder: Path, tmp_path: Path) -> None:
    board = read_learnt(folder / "board.json")
    assert [one.name for one in board.colours] == ["blue", "green", "red"]
    save_learnt(tmp_path / "again.json", board)
    again = read_learnt(tmp_path / "again.json")
    assert again.squares.names == board.squares.names and again.shape == board.shape
    assert (again.colours[0].samples == board.colours[0].samples).all()


def test_a_damaged_file_is_one_sentence(folder: Path, tmp_path: Path) -> None:
    kept = json.loads((folder / "board.json").read_text())
    broken = [
        "",
        "[]",
        json.dumps(kept | {"version": 2}),
        json.dumps(kept | {"looks": ["AAAA"]}),
        json.dumps(kept | {"size": [960, 480]}),
        json.dumps(kept | {"squares": kept["squares"][:1]}),
        json.dumps(kept)[:-40],
    ]
    for text in broken:
        (tmp_path / "broken.json").write_text(text)
        with pytest.raises(BadLearntBoard, match="enrol the board anew"):
            read_learnt(tmp_path / "broken.json")
    with pytest.raises(BadLearntBoard, match="cannot be read"):
        read_learnt(tmp_path / "none.json")


def test_one_image_that_cannot_be_read_does_not_keep_the_others(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [
        "--only",
        "pieces",
        "--enrolment",
        str(folder / "board.json"),
        "--corners",
        str(folder / "corners.jsonl"),
    ]
    assert main(["read", str(folder / "none.png"), str(folder / "third.png"), *given, "--json"]) == WRONG_USE
    told = capsys.readouterr()
    assert "no corners for" in told.err and len(told.out.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["enrol", "board", "bare.png"], "--labels"),
        (["enrol", "board", "--labels", "labels.jsonl", "--out", "x.json"], "Name a photograph"),
        (["enrol", "board", "third.png", "--labels", "labels.jsonl", "--out", "x.json"], "no line for"),
        (
            ["enrol", "board", "bare.png", "--labels", "labels.jsonl", "--out", "x.json"],
            "no photograph shows a piece",
        ),
        (["enrol", "board", "first.png", "--labels", "none.jsonl", "--out", "x.json"], "cannot be read"),
        (
            ["enrol", "board", "bare.png", "first.png", "--labels", "labels.jsonl", "--out", "none/x.json"],
            "cannot be written",
        ),
        (["enrol", "board", "first.png", "--pack", "52", "--labels", "a", "--out", "b"], "not of a board"),
        (["read", "third.png", "--only", "pieces"], "--enrolment"),
        (["read", "third.png", "--only", "dice", "--corners", "corners.jsonl"], "--only pieces"),
        (
            [
                "read",
                "third.png",
                "--only",
                "pieces",
                "--enrolment",
                "labels.jsonl",
                "--corners",
                "corners.jsonl",
            ],
            "anew",
        ),
        (
            ["read", "third.png", "--only", "pieces", "--enrolment", "board.json", "--corners", "none.jsonl"],
            "read",
        ),
    ],
)
def test_wrong_use_is_one_clear_line(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(folder)
    assert main(arguments) == WRONG_USE
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1 and told[0].startswith("companion: ") and message in told[0]


def test_another_boards_squares_are_refused_and_what_was_enrolled_stays(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = {"size": [10, 10], "squares": [{"name": "x", "centre": [2, 2]}, {"name": "y", "centre": [8, 8]}]}
    labels = tmp_path / "labels.jsonl"
    second = line("second", squares=other, pieces=[{"colour": "red", "square": "x"}])
    labels.write_text("\n".join(map(json.dumps, (line("first"), second))))
    before = (folder / "board.json").read_text()
    named = [str(folder / "first.png"), str(folder / "second.png")]
    assert (
        main(["enrol", "board", *named, "--labels", str(labels), "--out", str(folder / "board.json")])
        == WRONG_USE
    )
    assert "different squares" in capsys.readouterr().err
    assert (folder / "board.json").read_text() == before
