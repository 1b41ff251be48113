"""A printed board on a drawn table on which every piece has a lane of its own over the same squares: several stand
on one square, side by side.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from vision.scene.arrays import Float64Array
from vision.scene.piece_boards import PieceBoard
from vision.scene.played_board import Place, PlayedBoard, StandingPiece
from vision.scene.standing_pieces import Placed

_STRAYS_MM = 0.5
_ROOM = 1.08
"""Pieces that share a square stand so much farther apart than they are wide."""
_RINGS = 12
_OF_THE_WAY, _OUTWARDS_MM = 0.38, 18.0
"""So far towards the next square, as a share of the way, and so far beyond the track a piece stands beside others."""


class PlayedLanes(PlayedBoard):
    """The board ``art`` with its top left corner at ``corner`` (mm); the zones are its ``lanes``, each with the piece
    of the box that comes at the same place, and what lies there is called as the square on which that stands.
    """

    def __init__(
        self,
        art: PieceBoard,
        corner: Place,
        squares: Mapping[str, Place],
        lanes: Sequence[str],
        rng: np.random.Generator,
    ) -> None:
        super().__init__(art, corner, squares, {lane: tuple(squares) for lane in lanes}, {}, rng)
        self._box = dict(zip(lanes, art.box, strict=True))

    def _set(self, zone: str, face: str, strays: float, before: StandingPiece | None = None) -> StandingPiece:
        """A piece that is put down on the square ``face``, where there is room beside those that stand there."""
        middle = np.array(self._squares[face]) - self._corner
        others = [
            piece.placed.foot for pieces in self._pieces.values() for piece in pieces if piece.square == face
        ]
        foot = middle + self._free_spot(face, others)
        # A piece that is put down badly stands out of the middle; where it has neighbours there is no room for that.
        spread = strays * self.art.pitch / math.sqrt(2) if not others else _STRAYS_MM
        foot = foot + self._rng.normal(0, spread, 2)
        facing = float(self._rng.uniform(0, math.tau)) if before is None else before.placed.facing
        colour, mark = self._box[zone]
        return StandingPiece(face, face, Placed(foot, facing, self.art.colours[colour], mark))

    def _free_spot(self, square: str, others: Sequence[Float64Array]) -> Float64Array:
        """The free spot nearest to the middle of a square, from there; not so near to the next square that a piece
        would stand between them.
        """
        middle = np.array(self._squares[square])
        apart = 2 * _ROOM * self.art.form.radius
        away = {name: np.array(place) - middle for name, place in self._squares.items() if name != square}
        nearest = min(away.values(), key=lambda way: float(np.hypot(*way)))
        far = float(np.hypot(*nearest))
        along = nearest / far
        inwards = np.array(self.art.size) / 2 + self._corner - middle
        turn = float(self._rng.uniform(0, math.tau))
        spots = [np.zeros(2)]
        for ring in range(2, _RINGS):
            angles = turn + math.tau * np.arange(3 * ring) / (3 * ring)
            ways = np.column_stack([np.cos(angles), np.sin(angles)])
            spots += list(0.5 * ring * apart * ways)
        free = [
            spot
            for spot in spots
            if abs(float(spot @ along)) <= _OF_THE_WAY * far
            and (float(spot @ inwards) >= 0 or float(np.hypot(*spot)) <= _OUTWARDS_MM)
            and all(float(np.hypot(*(middle - self._corner + spot - other))) >= apart for other in others)
        ]
        return np.asarray(free[0] if free else spots[-1], np.float64)
