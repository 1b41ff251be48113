"""Real boards: little horses on two films of hands, draughts and trains. They lie beside the project, not in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from vision.boards.enrolment import learn
from vision.boards.labelled import BoardLabel, label_of, read_labels
from vision.boards.reader import PieceReader
from vision.boards.squares import Image, SetBoard
from vision.boards.watch import BoardWatch, SquareChange
from vision.picture import load_picture

BOARDS = Path(__file__).parents[3].parent / "shared" / "boards"
HORSES = BOARDS / "shhhQuiettt+dont-get-angry-tracker"
DRAUGHTS = BOARDS / "thiago-vilar+desafio_damas"
FPS = 29.6
HELD = 25
"""The last picture of a film stays for so many frames: people do not stop filming with the hand in the air."""

pytestmark = [
    pytest.mark.skipif(not BOARDS.is_dir(), reason="the real photographs (../shared/boards) are not here"),
    pytest.mark.xdist_group("photographs"),
]


@pytest.fixture(scope="module")
def labels() -> list[BoardLabel]:
    return read_labels(BOARDS / "labels.jsonl")


def labelled(path: Path, labels: list[BoardLabel]) -> tuple[BoardLabel, SetBoard]:
    label = label_of(path, labels)
    assert label is not None and label.corners and label.squares and label.pieces is not None
    return label, SetBoard(load_picture(path), label.corners, label.squares, label.pieces, label.unsure)


@pytest.fixture(scope="module")
def horses(labels: list[BoardLabel]) -> PieceReader:
    enrolled = [labelled(HORSES / f"{name}_f0000.jpg", labels)[1] for name in ("rolling", "entering")]
    return PieceReader(learn(enrolled))


def frames(film: str) -> Iterator[Image]:
    capture = cv2.VideoCapture(str(BOARDS / "films" / f"{film}.mp4"))
    last: Image | None = None
    while True:
        there, picture = capture.read()
        if not there:
            break
        last = picture
        yield picture
    assert last is not None
    for _ in range(HELD):
        yield last


def watched(
    film: str, reader: PieceReader, labels: list[BoardLabel]
) -> tuple[list[SquareChange], BoardWatch, BoardLabel, Image]:
    """What was told of a film, by whom, the label of its first picture, and its last picture."""
    label, board = labelled(HORSES / f"{film}_f0000.jpg", labels)
    larger = 1920 / board.image.shape[1]
    watch = BoardWatch(reader, [(x * larger, y * larger) for x, y in board.corners])
    told: list[SquareChange] = []
    for number, picture in enumerate(frames(film)):
        told += watch.feed(picture, round(number * 1000 / FPS))
        if number == 0:
            assert watch.standing == label.pieces
    return told, watch, label, picture


def test_the_horse_that_a_hand_moves_is_the_only_change_told(
    horses: PieceReader, labels: list[BoardLabel]
) -> None:
    told, watch, label, last = watched("entering", horses, labels)
    assert [(one.square, one.before, one.after) for one in told] == [("green_lane4", None, "green")]
    # The film ends with the arm over the square that the horse left: while it runs that square is unseen, not empty.
    assert "t41" in watch.unseen
    ended = watch.ended(last)
    assert [(one.square, one.before, one.after) for one in ended] == [("t41", "green", None)]
    corners = [(x * 1.2, y * 1.2) for x, y in label.corners or ()]
    standing = {one.square: one.colour for one in horses.read(last, corners)}
    assert "t41" not in standing and standing["green_lane4"] == "green"


def test_a_thrown_die_changes_no_piece(horses: PieceReader, labels: list[BoardLabel]) -> None:
    told, watch, _, last = watched("rolling", horses, labels)
    assert told == []
    assert watch.ended(last) == ()


def test_draughts_are_read_from_a_bare_board_and_two_positions(labels: list[BoardLabel]) -> None:
    names = ("IMG-20240826-WA0091", "IMG-20240827-WA0063", "IMG-20240827-WA0044")
    reader = PieceReader(learn([labelled(DRAUGHTS / f"{name}.jpg", labels)[1] for name in names]))
    label, board = labelled(DRAUGHTS / "captured_image_LB.jpg", labels)
    assert {one.square: one.colour for one in reader.read(board.image, board.corners)} == label.pieces
