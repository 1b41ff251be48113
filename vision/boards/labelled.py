"""Labels of photographs of boards: where the corners lie, which squares there are, what stands on them."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.boards.squares import BadSquares, BoardSquares, Corners
from vision.photograph_names import meant


class BadLabels(ValueError):
    """A file of labels that cannot be used; the message is one sentence that says where and why."""


@dataclass(frozen=True, eq=False)
class BoardLabel:
    """What a line of a labels file says of one photograph.

    ``corners`` are px in the board's own order, ``squares`` None where the line names none (a corners file),
    ``pieces`` the colour on each occupied square, None where nobody said what stands there, ``unsure`` squares of
    which the label says nothing reliable (hidden, in a hand, or with several pieces). ``source`` is whose photograph
    it is, where told; ``film`` and ``frame`` say of which film it is which picture.
    """

    image: Path
    corners: Corners | None
    squares: BoardSquares | None
    pieces: dict[str, str] | None
    unsure: frozenset[str]
    source: str
    film: str = ""
    frame: int = 0


def read_labels(path: Path) -> list[BoardLabel]:
    """Read a labels or corners file, a JSON line a photograph; raises BadLabels.

    Pictures lie where ``image`` says, from the folder of the file on. ``squares`` are given in the line, or the name
    of a JSON file beside it.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadLabels(f"{path}: cannot be read ({why})") from error
    known: dict[str, BoardSquares] = {}
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(_label(json.loads(line), path.parent, known))
        except BadSquares as error:
            raise BadLabels(f"{path}, line {number}: {error}") from error
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise BadLabels(f"{path}, line {number}: is no label of a board") from error
    if not found:
        raise BadLabels(f"{path}: holds no labels")
    return found


def label_of(image: str | os.PathLike[str], labels: Sequence[BoardLabel]) -> BoardLabel | None:
    """The label of a picture: the same file, else the one whose path ends alike; None where there is none."""
    number = meant(image, [label.image for label in labels])
    return None if number is None else labels[number]


def _label(line: dict[str, Any], folder: Path, known: dict[str, BoardSquares]) -> BoardLabel:
    corners = line.get("board_corners")
    squares = None if line.get("squares") is None else _squares(line["squares"], folder, known)
    listed = line.get("pieces")
    pieces = None
    hidden: set[str] = set()
    if listed is not None:
        if squares is None:
            raise BadSquares("pieces without squares: say which squares the board has")
        pieces = _pieces([piece for piece in listed if piece["square"] is not None], squares)
        hidden = {str(piece["square"]) for piece in listed if piece.get("occluded")}
        crowded = _crowded(listed, squares)
        hidden |= crowded
        pieces = {square: colour for square, colour in pieces.items() if square not in crowded}
    return BoardLabel(
        folder / str(line["image"]),
        None if corners is None else _corners(corners),
        squares,
        pieces,
        frozenset(hidden | set(line.get("uncertain_squares") or ())),
        str(line.get("source", "")),
        str(line.get("film") or ""),
        int(line.get("frame") or 0),
    )


def _corners(given: Any) -> Corners:
    if not isinstance(given, list) or len(given) != 4:
        raise BadSquares("board_corners must be the board's four corners, each [x, y] in px")
    points = np.array(given, np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise BadSquares("board_corners must be the board's four corners, each [x, y] in px")
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _squares(given: Any, folder: Path, known: dict[str, BoardSquares]) -> BoardSquares:
    key = given if isinstance(given, str) else json.dumps(given, sort_keys=True)
    if key not in known:
        if isinstance(given, str):
            try:
                given = json.loads((folder / given).read_text(encoding="utf-8"))
            except OSError as error:
                raise BadSquares(f"the squares in {given} cannot be read ({error.strerror})") from error
        width, height = (float(side) for side in given["size"])
        names = tuple(str(square["name"]) for square in given["squares"])
        centres = np.array([square["centre"] for square in given["squares"]], np.float64)
        if centres.shape != (len(names), 2) or not np.isfinite(centres).all():
            raise BadSquares("every square needs a centre [x, y]")
        known[key] = BoardSquares((width, height), names, centres)
    return known[key]


def _crowded(listed: Any, squares: BoardSquares) -> set[str]:
    """The squares that teach nothing: on which several pieces stand, or beside which one stands between two."""
    counted = Counter(str(piece["square"]) for piece in listed if piece["square"] is not None)
    beside = {str(name) for piece in listed for name in piece.get("between") or ()}
    unknown = sorted(beside - set(squares.index))
    if unknown:
        raise BadSquares(f"a piece stands beside {unknown[0]!r}, which is none of the board's squares")
    return beside | {name for name, many in counted.items() if many > 1}


def _pieces(listed: Any, squares: BoardSquares) -> dict[str, str]:
    pieces: dict[str, str] = {}
    for piece in listed:
        square, colour = str(piece["square"]), piece["colour"]
        if square not in squares.index:
            raise BadSquares(f"a piece stands on {square!r}, which is none of the board's squares")
        if not isinstance(colour, str) or not colour.strip():
            raise BadSquares(f"the piece on {square!r} has no colour")
        pieces[square] = colour
    return pieces
