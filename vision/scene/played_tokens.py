"""Places on a drawn table on which flat tokens are laid: each stays where it lies until somebody takes it."""

from __future__ import annotations

import math

import numpy as np

from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.camera import PinholeCamera
from vision.scene.piece_boards import PX_PER_MM, Ink, PieceBoard, near_ink
from vision.scene.played_board import Place, PlayedBoard, StandingPiece
from vision.scene.standing_pieces import PieceForm, Placed

_INKS: dict[str, Ink] = {
    "red": (45, 45, 190),
    "blue": (180, 100, 40),
    "yellow": (50, 195, 228),
    "green": (70, 130, 45),
    "black": (45, 42, 40),
}
_RADIUS_MM = (7.0, 8.2)
_HIGH_MM = (2.0, 4.0)
_ROOM = 1.06
"""Tokens lie at least so much farther apart than they are wide."""
_TRIES = 60


def family_tokens(rng: np.random.Generator) -> tuple[dict[str, Ink], PieceForm]:
    """The tokens of a box: their colours, and their form."""
    radius, high = float(rng.uniform(*_RADIUS_MM)), float(rng.uniform(*_HIGH_MM))
    inks = {name: near_ink(ink, rng, 4 if name == "black" else 12) for name, ink in _INKS.items()}
    return inks, PieceForm("counter", radius, high, float(rng.uniform(0.0, 0.4)))


class PlayedTokens(PlayedBoard):
    """The place ``zone`` with its top left corner at ``corner``, of ``size`` (mm), and the tokens on it, whose faces
    are their colours.
    """

    def __init__(
        self,
        zone: str,
        corner: Place,
        size: tuple[float, float],
        tokens: tuple[dict[str, Ink], PieceForm],
        rng: np.random.Generator,
    ) -> None:
        inks, form = tokens
        wide, high = (round(side * PX_PER_MM) for side in size)
        ground = np.zeros((high, wide, 3), np.uint8)
        middle = (size[0] / 2, size[1] / 2)
        art = PieceBoard("tokens", ground, size, {zone: middle}, 2 * form.radius, inks, form)
        at = {zone: (corner[0] + middle[0], corner[1] + middle[1])}
        super().__init__(art, corner, at, {zone: (zone,)}, {name: name for name in inks}, rng)

    def print_on(self, picture: ByteArray, camera: PinholeCamera) -> None:
        """Nothing is printed there."""

    def _set(self, zone: str, face: str, strays: float, before: StandingPiece | None = None) -> StandingPiece:
        others = [piece.placed.foot for piece in self._pieces[zone]]
        foot = self._free_place(others)
        facing = float(self._rng.uniform(0, math.tau)) if before is None else before.placed.facing
        return StandingPiece(face, zone, Placed(foot, facing, self.art.colours[face], None))

    def _free_place(self, others: list[Float64Array]) -> Float64Array:
        """Where the next token is laid: anywhere, or where the rows of a full place leave room."""
        radius = self.art.form.radius
        low, high = np.full(2, 1.1 * radius), np.array(self.art.size) - 1.1 * radius
        apart = 2 * _ROOM * radius
        for _ in range(_TRIES):
            foot = np.asarray(self._rng.uniform(low, high), np.float64)
            if all(float(np.hypot(*(foot - other))) >= apart for other in others):
                return foot
        rows = np.stack(np.meshgrid(*(np.linspace(low[way], high[way], 13) for way in (0, 1))), axis=-1)
        places = rows.reshape(-1, 2)
        nearest = [
            min((float(np.hypot(*(one - other))) for other in others), default=apart) for one in places
        ]
        return np.asarray(places[int(np.argmax(nearest))], np.float64)
