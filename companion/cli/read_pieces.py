"""``companion read --only pieces``: which piece stands on which square of an enrolled board."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from calibration.boards.kept_pieces import BadLearntBoard, read_learnt
from companion.wrong_use import WrongUse
from vision.boards.labelled import BadLabels, BoardLabel, label_of, read_labels
from vision.boards.reader import PieceReader
from vision.boards.squares import BadSquares, Corners
from vision.picture import UnreadablePicture, load_picture
from vision.readings import ASKED, SURE, PieceReading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The argument that says where the board lies."""
    parser.add_argument(
        "--corners",
        type=Path,
        metavar="FILE.jsonl",
        help="with --only pieces: a JSON line an image with the board's four corners in it",
    )


def run(arguments: argparse.Namespace) -> int:
    """Reads every image; returns 0, or 2 where one could not be read or has no corners."""
    if arguments.only != "pieces":
        raise WrongUse("--corners goes with --only pieces.")
    if arguments.enrolment is None or arguments.corners is None:
        raise WrongUse(
            "Pieces are read with --enrolment BOARD, of companion enrol board, and --corners FILE.jsonl."
        )
    if arguments.same_table:
        raise WrongUse("--same-table is of cards.")
    try:
        reader = PieceReader(read_learnt(arguments.enrolment))
        labels = read_labels(arguments.corners)
    except (BadLearntBoard, BadLabels) as error:
        raise WrongUse(f"{error}.".replace("..", ".")) from error
    code = 0
    for path in arguments.images:
        try:
            corners = _corners(path, labels, arguments.corners)
            image = load_picture(path)
            started = time.perf_counter()
            pieces = reader.read(image, corners)
        except (UnreadablePicture, BadSquares, BadLabels) as error:
            print(f"companion: {error}", file=sys.stderr)
            code = 2
            continue
        height, width = image.shape[:2]
        milliseconds = (time.perf_counter() - started) * 1000
        if arguments.json:
            line = {
                "image": str(path),
                "width": width,
                "height": height,
                "ms": round(milliseconds, 1),
                "objects": [_as_object(piece) for piece in pieces],
            }
            print(json.dumps(line, ensure_ascii=False), flush=True)
        else:
            words = " ".join(_as_words(piece) for piece in pieces) or "no pieces"
            print(f"{path}: {words}  ({width} x {height} px, {milliseconds:.0f} ms)", flush=True)
    return code


def _corners(path: str, labels: list[BoardLabel], file: Path) -> Corners:
    label = label_of(path, labels)
    if label is None or label.corners is None:
        raise BadLabels(f"{file} has no corners for {path}")
    return label.corners


def _as_object(piece: PieceReading) -> dict[str, Any]:
    between = {"between": list(piece.between)} if piece.between else {}
    return {
        "kind": "piece",
        "colour": piece.colour,
        "square": None if piece.between else piece.square,
        "foot": [round(piece.foot[0], 1), round(piece.foot[1], 1)],
        "score": round(piece.score, 4),
        "presence": round(piece.presence, 4),
        "candidates": [{"colour": name, "p": round(share, 4)} for name, share in piece.candidates[:4]],
        **between,
    }


def _as_words(piece: PieceReading) -> str:
    doubt = "" if piece.score >= SURE else "?" if piece.score >= ASKED else "??"
    return f"{'/'.join(piece.between) or piece.square}:{piece.colour}{doubt}"
