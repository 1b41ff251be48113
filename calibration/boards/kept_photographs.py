"""The photographs from which a family's board was learnt, kept in one file: more of them make it better later.

Only the board and what is close to it is in them; the rest of the table is grey.
"""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import cv2
import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.whole_file import write_whole
from vision.boards.squares import BadSquares, BoardSquares, Corners, Image, SetBoard

MOST_PHOTOGRAPHS = 12
_LARGEST = 4_000_000
_QUALITY = 93

_Number = Annotated[float, Field(allow_inf_nan=False)]
_Name = Annotated[str, Field(min_length=1, max_length=60)]


class BadPhotographs(ValueError):
    """A file that holds no photographs of a board; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class KeptPhotograph:
    """A photograph of a set board as a JPEG, the board's four corners in it (px), and the colour on each square."""

    jpeg: bytes
    corners: Corners
    pieces: dict[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class BoardPhotographs:
    """All photographs of one game's board, in their order, and of which squares and colours of pieces they are.

    ``simulated``: they show the simulated table; ``brought``: what is known of the board came from another family,
    ``unchecked``: and was not held against the family's own yet.
    """

    game: str
    colours: tuple[str, ...]
    squares: BoardSquares | None = None
    photographs: tuple[KeptPhotograph, ...] = ()
    simulated: bool = False
    brought: bool = False
    unchecked: bool = False

    def set_boards(self) -> list[SetBoard]:
        """The photographs as they are learnt from. Raises ValueError where one cannot be decoded."""
        if self.squares is None:
            return []
        return [
            SetBoard(_decoded(one.jpeg), one.corners, self.squares, dict(one.pieces))
            for one in self.photographs
        ]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _SquareFile(_Strict):
    name: _Name
    centre: tuple[_Number, _Number]


class _SquaresFile(_Strict):
    size: tuple[_Number, _Number]
    squares: Annotated[list[_SquareFile], Field(min_length=1, max_length=2000)]


class _PhotographFile(_Strict):
    picture: Annotated[str, Field(max_length=_LARGEST)]
    corners: tuple[tuple[_Number, _Number], ...]
    pieces: dict[_Name, _Name]


class _File(_Strict):
    version: Literal[1]
    kind: Literal["board_photographs"]
    game: _Name
    simulated: bool
    brought: bool
    unchecked: bool
    colours: Annotated[tuple[_Name, ...], Field(min_length=1, max_length=20)]
    squares: _SquaresFile | None
    photographs: Annotated[list[_PhotographFile], Field(max_length=MOST_PHOTOGRAPHS)]


def read_photographs(path: Path) -> BoardPhotographs:
    """Read the photographs of a board. Raises BadPhotographs."""
    try:
        return _read(_File.model_validate_json(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise BadPhotographs(f"{path} cannot be read: photograph the board anew.") from error
    except (ValidationError, BadSquares, binascii.Error, ValueError) as error:
        raise BadPhotographs(f"{path} holds no photographs of a board: photograph it anew.") from error


def write_photographs(path: Path, kept: BoardPhotographs) -> None:
    """Write the photographs of a board, whole or not at all. Raises OSError."""
    squares = kept.squares
    written = {
        "version": 1,
        "kind": "board_photographs",
        "game": kept.game,
        "simulated": kept.simulated,
        "brought": kept.brought,
        "unchecked": kept.unchecked,
        "colours": list(kept.colours),
        "squares": None
        if squares is None
        else {
            "size": list(squares.size),
            "squares": [
                {"name": name, "centre": [round(float(x), 3), round(float(y), 3)]}
                for name, (x, y) in zip(squares.names, squares.centres, strict=True)
            ],
        },
        "photographs": [
            {
                "picture": base64.b64encode(one.jpeg).decode("ascii"),
                "corners": [list(corner) for corner in one.corners],
                "pieces": one.pieces,
            }
            for one in kept.photographs
        ],
    }
    write_whole(path, json.dumps(written, ensure_ascii=False) + "\n")


def packed(image: Image) -> bytes:
    """A picture, uint8 (h, w, 3) BGR, as it is kept."""
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1])


def _read(file: _File) -> BoardPhotographs:
    squares = None
    if file.squares is not None:
        centres = np.array([one.centre for one in file.squares.squares], np.float64).reshape(-1, 2)
        squares = BoardSquares(file.squares.size, tuple(one.name for one in file.squares.squares), centres)
    elif file.photographs:
        raise ValueError("photographs without squares")
    photographs = []
    for one in file.photographs:
        if len(one.corners) != 4 or (squares is not None and not set(one.pieces) <= set(squares.names)):
            raise ValueError("a photograph that says something impossible")
        a, b, c, d = one.corners
        photographs.append(
            KeptPhotograph(base64.b64decode(one.picture, validate=True), (a, b, c, d), one.pieces)
        )
    return BoardPhotographs(
        file.game, file.colours, squares, tuple(photographs), file.simulated, file.brought, file.unchecked
    )


def _decoded(jpeg: bytes) -> Image:
    try:
        image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    except cv2.error as error:
        raise ValueError("a photograph that cannot be decoded") from error
    if image is None:
        raise ValueError("a photograph that cannot be decoded")
    return np.asarray(image, np.uint8)
