"""Boards on which pieces stand otherwise than one on a square: several on one, some between two squares."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.piece_boards import PieceBoard, chosen_pieces, photographed

_ON_IT = 0.38
"""So far from its middle does a foot still stand on a square, in pitches: farther, it stands between two."""
_MIDWAY = 0.04
"""How far from the middle between two squares a foot stands that is between them, in pitches."""
_NEXT = 1.3
"""Squares that lie no farther apart, in pitches, can have a piece between them."""
_ROOM = 2.04
"""How far apart feet are, in radii."""
_MOST = 6
_TRIES = 60
_MANY = 14
"""So many pieces are set where a box does not say how many there are."""


@dataclass(frozen=True, slots=True)
class CrowdedPiece:
    """A piece's colour, and the square that it stands on, or the two that it stands between."""

    colour: str
    squares: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class CrowdPhotograph:
    """A photograph, uint8 (h, w, 3) BGR, its corners (px) and the pieces on it."""

    picture: ByteArray
    corners: tuple[tuple[float, float], ...]
    pieces: tuple[CrowdedPiece, ...]


def photograph_crowd(board: PieceBoard, rng: np.random.Generator) -> CrowdPhotograph:
    """Set several pieces on some squares, one or two between squares, others alone, and photograph the board."""
    most = len(board.box) or _MANY
    feet: list[Float64Array] = []
    squares: list[tuple[str, ...]] = []
    for wanted, foot in _wanted(board, rng):
        if len(feet) == most:
            break
        apart = [float(np.linalg.norm(foot - other)) for other in feet]
        if min(apart, default=math.inf) >= _ROOM * board.form.radius:
            feet.append(foot)
            squares.append(wanted)
    placed = chosen_pieces(board, feet, rng, ())
    picture, corners = photographed(board, [piece for _, piece in placed], rng)
    pieces = tuple(CrowdedPiece(colour, on) for (colour, _), on in zip(placed, squares, strict=True))
    return CrowdPhotograph(picture, corners, pieces)


def _wanted(board: PieceBoard, rng: np.random.Generator) -> Iterator[tuple[tuple[str, ...], Float64Array]]:
    """Where pieces are to stand, in the order in which they are set, as far as there is room."""
    names = [str(name) for name in rng.permutation(list(board.squares))]
    shared = 1 if 0 < len(board.box) < _MANY else 2
    for name in names[:shared]:
        middle = np.array(board.squares[name])
        set_there: list[Float64Array] = []
        many = int(rng.integers(2, _MOST + 1))
        for _ in range(_TRIES):
            foot = np.asarray(middle + _ON_IT * board.pitch * _in_disc(rng), np.float64)
            apart = [float(np.linalg.norm(foot - other)) for other in set_there]
            if len(set_there) < many and min(apart, default=math.inf) >= _ROOM * board.form.radius:
                set_there.append(foot)
        yield from (((name,), foot) for foot in set_there)
    between = [pair for name in names[shared:] if (pair := _pair(board, name)) is not None]
    for pair in between[:shared]:
        middle = (np.array(board.squares[pair[0]]) + np.array(board.squares[pair[1]])) / 2
        yield pair, np.asarray(middle + _MIDWAY * board.pitch * _in_disc(rng), np.float64)
    for name in names[shared:]:
        yield (name,), np.asarray(board.squares[name] + 0.1 * board.pitch * _in_disc(rng), np.float64)


def _pair(board: PieceBoard, name: str) -> tuple[str, str] | None:
    """A square and the nearest other one, None where that is far."""
    here = board.squares[name]
    apart = {other: math.dist(here, at) for other, at in board.squares.items() if other != name}
    nearest = min(apart, key=apart.__getitem__)
    return (name, nearest) if apart[nearest] <= _NEXT * board.pitch else None


def _in_disc(rng: np.random.Generator) -> Float64Array:
    """A place in the disc of radius 1, any as likely."""
    angle, away = float(rng.uniform(0, 2 * math.pi)), math.sqrt(float(rng.uniform(0, 1)))
    return np.array([away * math.cos(angle), away * math.sin(angle)])
