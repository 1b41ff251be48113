"""A learnt board kept in one file: its squares, how it looks bare, the colours and the shape of its pieces.

The file is JSON with the pictures in it, so that it can be handed on: who has the same edition need not enrol.
"""

from __future__ import annotations

import base64
import binascii
import json
from pathlib import Path
from typing import Annotated, Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.whole_file import write_whole
from vision.boards.empty_look import EmptyLook
from vision.boards.learnt_board import LearntBoard
from vision.boards.piece_colours import PieceColour
from vision.boards.silhouettes import PieceShape
from vision.boards.squares import BadSquares, BoardSquares

_MOST_BYTES = 40_000_000
_QUALITY = 95

_Number = Annotated[float, Field(allow_inf_nan=False)]


class BadLearntBoard(ValueError):
    """A file that holds no learnt board; the message is one sentence that says what to do."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Square(_Strict):
    name: str
    centre: tuple[_Number, _Number]


class _Colour(_Strict):
    name: Annotated[str, Field(min_length=1)]
    samples: Annotated[list[tuple[_Number, _Number, _Number]], Field(min_length=1)]


class _Shape(_Strict):
    radius: Annotated[float, Field(gt=0, le=2)]
    height: Annotated[float, Field(ge=0, le=5)]
    length: Annotated[float, Field(ge=0, le=5)] = 0.0


class _File(_Strict):
    kind: Literal["board"]
    version: Literal[1]
    size: tuple[_Number, _Number]
    squares: list[_Square]
    looks: Annotated[list[str], Field(min_length=1, max_length=4)]
    known: str
    colours: Annotated[list[_Colour], Field(min_length=1)]
    shape: _Shape
    usual: Annotated[float, Field(ge=0, le=1)]
    closer: Annotated[int, Field(ge=1, le=4)] = 1


def save_learnt(path: Path, board: LearntBoard) -> None:
    """Write a learnt board, whole or not at all; raises OSError, and the file before stays."""
    squares, shape = board.squares, board.shape
    written = _File(
        kind="board",
        version=1,
        size=squares.size,
        squares=[
            _Square(name=name, centre=(float(x), float(y)))
            for name, (x, y) in zip(squares.names, squares.centres, strict=True)
        ],
        looks=[_encoded(image, ".jpg") for image in board.look.images],
        known=_encoded(board.look.known.astype(np.uint8) * 255, ".png"),
        colours=[
            _Colour(
                name=one.name, samples=[(float(u), float(v), float(w)) for u, v, w in one.samples.round(3)]
            )
            for one in board.colours
        ],
        shape=_Shape(radius=shape.radius, height=shape.height, length=shape.length),
        usual=board.usual,
        closer=squares.closer,
    )
    write_whole(path, json.dumps(written.model_dump(), ensure_ascii=False) + "\n")


def read_learnt(path: Path) -> LearntBoard:
    """Read a learnt board; raises BadLearntBoard where the file is damaged, or something else."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise BadLearntBoard(f"{path} is too large for a learnt board: enrol the board anew.")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadLearntBoard(f"{path} cannot be read ({error.strerror}): enrol the board first.") from error
    except UnicodeDecodeError as error:
        raise BadLearntBoard(f"{path} is no learnt board: companion enrol board makes one.") from error
    try:
        return _board(_File.model_validate_json(text))
    except (ValidationError, BadSquares, binascii.Error, ValueError) as error:
        raise BadLearntBoard(f"{path} is no learnt board, or damaged: enrol the board anew.") from error


def _board(file: _File) -> LearntBoard:
    names = tuple(square.name for square in file.squares)
    centres = np.array([square.centre for square in file.squares], np.float64).reshape(-1, 2)
    squares = BoardSquares(file.size, names, centres, file.closer)
    looks = tuple(_decoded(text, cv2.IMREAD_COLOR) for text in file.looks)
    known = _decoded(file.known, cv2.IMREAD_GRAYSCALE)
    look = EmptyLook.of(looks, known > 127, squares)
    colours = tuple(PieceColour(one.name, np.array(one.samples, np.float32)) for one in file.colours)
    shape = PieceShape(file.shape.radius, file.shape.height, file.shape.length)
    return LearntBoard(squares, look, colours, shape, file.usual)


def _encoded(image: NDArray[np.uint8], kind: str) -> str:
    done, data = cv2.imencode(kind, image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY] if kind == ".jpg" else [])
    if not done:
        raise ValueError("a picture could not be encoded")
    return base64.b64encode(data.tobytes()).decode("ascii")


def _decoded(text: str, how: int) -> NDArray[np.uint8]:
    data = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
    try:
        image = None if data.size == 0 else cv2.imdecode(data, how)
    except cv2.error as error:
        raise ValueError("a picture in it cannot be decoded") from error
    if image is None:
        raise ValueError("a picture in it cannot be decoded")
    return np.asarray(image, np.uint8)
