"""``companion enrol board``: a board and its pieces, from photographs whose labels say what stands where."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from calibration.boards.kept_pieces import save_learnt
from companion.progress import progress
from companion.wrong_use import WrongUse
from vision.boards.enrolment import learn
from vision.boards.labelled import BadLabels, BoardLabel, label_of, read_labels
from vision.boards.squares import BadSquares, SetBoard
from vision.picture import UnreadablePicture, load_picture


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments that say what is on the photographs, and where the board is kept."""
    parser.add_argument(
        "--labels",
        type=Path,
        metavar="FILE.jsonl",
        help="of printed cards: a JSON line a photograph with the cards on it and their boxes; of a board: with its "
        "corners, its squares and the pieces on them",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="of printed cards and a board: where what was learnt is written",
    )


def run(arguments: argparse.Namespace) -> int:
    """Learns a board and returns 0; wrong use where photographs or labels cannot be used: what was kept stays."""
    if arguments.labels is None or arguments.out is None:
        raise WrongUse("A board is enrolled with --labels FILE.jsonl and --out FILE.")
    if arguments.pack or arguments.letters or arguments.faces or arguments.forget_learnt or arguments.export:
        raise WrongUse("--pack, --letters, --faces, --forget-learnt and --export are not of a board.")
    if not arguments.photographs:
        raise WrongUse("Name a photograph: companion enrol board PHOTOGRAPH… --labels FILE.jsonl --out FILE.")
    try:
        labels = read_labels(arguments.labels)
        named = [
            set_board(path, labels, arguments.labels)
            for path in progress(arguments.photographs, "photographs")
        ]
        board = learn(named, lambda told: print(f"companion: {told}", file=sys.stderr))
    except (BadLabels, BadSquares, UnreadablePicture) as error:
        raise WrongUse(f"{error}.".replace("..", ".")) from error
    try:
        save_learnt(arguments.out, board)
    except OSError as error:
        raise WrongUse(f"{arguments.out} cannot be written ({error.strerror}).") from error
    colours = ", ".join(one.name for one in board.colours)
    print(f"{len(board.squares.names)} squares, pieces in {colours}: {arguments.out}")
    return 0


def set_board(path: str, labels: list[BoardLabel], file: Path) -> SetBoard:
    """A photograph with what its label says. Raises WrongUse where it says too little, UnreadablePicture."""
    label = label_of(path, labels)
    if label is None:
        raise WrongUse(f"{file} has no line for {path}.")
    missing = [
        name
        for name, there in (
            ("board_corners", label.corners),
            ("squares", label.squares),
            ("pieces", label.pieces),
        )
        if there is None
    ]
    if label.corners is None or label.squares is None or label.pieces is None:
        raise WrongUse(f"The line for {path} in {file} says nothing of {' and '.join(missing)}.")
    return SetBoard(load_picture(path), label.corners, label.squares, label.pieces, label.unsure)
