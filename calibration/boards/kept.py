"""The boards of a family, kept in the data folder: ``boards/GAME.json``, and beside it the drawing under way.

A kept board is its profile, where its squares lie, and the drawing that it was made from, for correcting it later.
The one before is kept as ``.bak``. A drawing (``GAME.drawing.json``) is written with every tap and never takes the
place of a board.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from calibration.boards.squares import BadSquares, SquareMap, read_squares, write_squares
from calibration.boards.tapped import BoardDrawing, BoardForm, BoardRefused, read_drawing, write_drawing
from calibration.whole_file import BACKUP_SUFFIX, write_whole

FOLDER = "boards"


class BadBoard(ValueError):
    """A board or a drawing of the data folder cannot be used; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class KeptBoard:
    """A family's board: the game's profile, the squares on the table (mm), and the drawing it was made from.

    ``simulated``: it was tapped on the simulated table, to try it out.
    """

    profile: Mapping[str, Any]
    squares: SquareMap
    drawing: BoardDrawing
    simulated: bool = False


class _BoardFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: Literal[1]
    simulated: bool
    profile: dict[str, Any]
    squares: dict[str, Any]
    drawing: dict[str, Any]


def board_path(folder: Path, game: str) -> Path:
    """Where the board of a game is kept in the data folder."""
    return folder / FOLDER / f"{game}.json"


def load_board(folder: Path, form: BoardForm) -> KeptBoard | None:
    """Read a game's kept board; None where there is none. Raises BadBoard."""
    path = board_path(folder, form.game)
    text = _text(path)
    if text is None:
        return None
    try:
        return _board(text, form)
    except (ValidationError, BadSquares, BoardRefused) as error:
        raise BadBoard(f"{path} is no kept board: tap the squares again, or move the file away.") from error


def _board(text: str, form: BoardForm) -> KeptBoard:
    file = _BoardFile.model_validate_json(text)
    squares, drawing = read_squares(file.squares), read_drawing(file.drawing, form)
    if squares.game != form.game:
        raise BadSquares("The squares are those of another game: tap them again.")
    return KeptBoard(file.profile, squares, drawing, file.simulated)


def save_board(folder: Path, board: KeptBoard) -> None:
    """Keep a board, whole or not at all; the one before stays as ``.bak``. Raises OSError."""
    form = board.drawing.form
    written = {
        "version": 1,
        "simulated": board.simulated,
        "profile": dict(board.profile),
        "squares": write_squares(board.squares),
        "drawing": write_drawing(board.drawing),
    }
    text = json.dumps(written, indent=1, ensure_ascii=False) + "\n"
    # What cannot be read again must never take the place of what can.
    _board(text, form)
    path = board_path(folder, form.game)
    path.parent.mkdir(exist_ok=True)
    write_whole(path, text, keep_before=lambda: _is_good(folder, form))


def forget_board(folder: Path, game: str) -> None:
    """Take a game's kept board out of use; it stays as ``.bak``. Raises OSError."""
    path = board_path(folder, game)
    path.replace(path.with_name(path.name + BACKUP_SUFFIX))


def load_drawing(folder: Path, form: BoardForm) -> BoardDrawing | None:
    """Read the drawing that is under way; None where there is none. Raises BadBoard."""
    path = _drawing_path(folder, form.game)
    text = _text(path)
    if text is None:
        return None
    try:
        return read_drawing(json.loads(text), form)
    except (ValueError, RecursionError) as error:
        raise BadBoard(f"{path} is no drawing of a board: tap the squares again.") from error


def save_drawing(folder: Path, drawing: BoardDrawing) -> None:
    """Keep what is tapped so far. Raises OSError."""
    path = _drawing_path(folder, drawing.form.game)
    path.parent.mkdir(exist_ok=True)
    write_whole(path, json.dumps(write_drawing(drawing)) + "\n")


def _drawing_path(folder: Path, game: str) -> Path:
    return folder / FOLDER / f"{game}.drawing.json"


def _is_good(folder: Path, form: BoardForm) -> bool:
    try:
        return load_board(folder, form) is not None
    except BadBoard:
        return False


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadBoard(f"Cannot read {path}: tap the squares again, or move the file away.") from error
