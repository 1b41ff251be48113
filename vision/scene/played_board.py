"""A printed board on a drawn table through a whole game: pieces that stay to the pixel where nobody touches them.

World: mm on the table, x right, y down as the camera sees it, z into the table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array, FloatArray
from vision.scene.camera import PinholeCamera
from vision.scene.piece_boards import PX_PER_MM, Part, PieceBoard, light_beneath
from vision.scene.standing_pieces import FALLING, Placed, stand

_STRAYS, _STRAYS_CROOKED = 0.08, 0.3
"""How far from the middle of its square a piece stands, and one that was put down badly, in ways between squares."""
_ROOM = 1.15
"""So far, in radii, pieces that share a square stand to the side of its middle."""
_AROUND_MM = 25.0
"""So far beyond the board pieces and their shadows reach."""
_LOWEST_SUN, _HIGHEST_SUN = 0.2, 0.8
_HELD, _HELD_FINE = 1.7, 4
"""A piece in a hand is drawn in a square of so many radii to each side, so many times larger at first."""
_SEEN_FROM_MM = 700.0
_TILE_PX = 128
"""Shadows are drawn in tiles of so many px: where they lie they are the same whichever others are drawn."""

Place = tuple[float, float]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom of a part of a picture, px."""


@dataclass(frozen=True, slots=True, eq=False)
class StandingPiece:
    """A piece on the table: what the game calls it, its square, and how it stands."""

    face: str
    square: str
    placed: Placed


class PlayedBoard:
    """The board ``art`` with its top left corner at ``corner`` (mm), and the pieces on it.

    ``squares`` tell where the middle of each is (mm), ``zones`` the squares of each zone of the game; pieces of a
    zone of several stand on the first that is free. ``colours`` say which piece has which of the board's colours; any
    other gets one that is left. The same seed of ``rng`` and the same calls give the same pixels.
    """

    def __init__(
        self,
        art: PieceBoard,
        corner: Place,
        squares: Mapping[str, Place],
        zones: Mapping[str, Sequence[str]],
        colours: Mapping[str, str],
        rng: np.random.Generator,
    ) -> None:
        self.art = art
        self.zones: Mapping[str, Sequence[str]] = {name: tuple(own) for name, own in zones.items()}
        self._corner = np.array(corner, np.float64)
        self._squares = squares
        self._colours = dict(colours)
        self._rng = rng
        angle, low = float(rng.uniform(0, math.tau)), float(rng.uniform(_LOWEST_SUN, _HIGHEST_SUN))
        self._sun = np.array([math.cos(angle), math.sin(angle)]) * low
        self._shadows = int(rng.integers(1 << 30))
        self._pieces: dict[str, list[StandingPiece]] = {name: [] for name in zones}

    # ------------------------------------------------------------ what stands there

    def faces(self, zone: str) -> tuple[str, ...]:
        """The pieces of a zone. Raises KeyError on a zone that the board has not."""
        return tuple(piece.face for piece in self._pieces[zone])

    def lay(self, faces: Mapping[str, Sequence[str]]) -> bool:
        """Put the pieces of these zones as told, those of all others stay; returns whether any were moved."""
        moved = False
        for zone, wanted in faces.items():
            left = list(wanted)
            kept = []
            for piece in self._pieces[zone]:
                if piece.face in left:
                    left.remove(piece.face)
                    kept.append(piece)
            moved |= bool(left) or len(kept) < len(self._pieces[zone])
            self._pieces[zone] = kept
            for face in left:
                kept.append(self._set(zone, face, _STRAYS))
        return moved

    def skew(self, zone: str) -> None:
        """Let the last piece of a zone stand beside the middle of its square, until the zone is touched again."""
        self._again(zone, _STRAYS_CROOKED)

    def straighten(self, zone: str) -> None:
        """Put the pieces of a zone into the middle of their squares, as careful hands do."""
        self._again(zone, 0.3 * _STRAYS)

    @property
    def may_fall(self) -> bool:
        """Whether its pieces stand so high that a hand knocks them over."""
        return self.art.form.kind in FALLING

    def knock_over(self, zone: str) -> None:
        """Let the last piece of a zone lie on its side where it stood, until somebody puts it straight."""
        last = self._pieces[zone].pop()
        facing = float(self._rng.uniform(0, math.tau))
        self._pieces[zone].append(
            replace(last, placed=replace(last.placed, facing=facing, fallen=True)),
        )

    def throw_again(self, zone: str) -> bool:
        """Pieces are not thrown."""
        return False

    def roll(self, share: float) -> bool:
        """Pieces do not roll."""
        return False

    def place(self, zone: str) -> Place:
        """Where a hand goes that takes a piece of a zone or puts one there, mm."""
        pieces = self._pieces[zone]
        if pieces:
            x, y = pieces[-1].placed.foot + self._corner
            return float(x), float(y)
        return self._squares[self.zones[zone][0]]

    def between(self, source: str, target: str) -> tuple[Place, ...]:
        """The middles (mm) of the squares that a hand counts on the way of a piece forward from one zone to another:
        they are called by numbers; from any other zone a piece comes to the first.
        """
        (line, last), (before, number) = (_numbered(zone) for zone in (target, source))
        first = number + 1 if before == line else 1
        ways = (self.zones.get(f"{line}{square}") for square in range(first, last))
        return tuple(self._squares[names[0]] for names in ways if names)

    def held(self, zone: str) -> Callable[[float], ByteArray] | None:
        """The last piece of a zone as it is seen from above in a hand, at so many px/mm: uint8 BGRA, colours
        multiplied by coverage; None where there is none.
        """
        if not self._pieces[zone]:
            return None
        piece = replace(self._pieces[zone][-1].placed, foot=np.zeros(2))
        side = 2 * _HELD * self.art.form.radius

        @cache
        def drawn(px_per_mm: float) -> ByteArray:
            size = max(2, math.ceil(side * px_per_mm))
            fine = _HELD_FINE * size
            camera = PinholeCamera.over_table(fine, fine, view_width_mm=side, distance_mm=_SEEN_FROM_MM)
            on_black, on_white = (np.full((fine, fine, 3), ground, np.uint8) for ground in (0, 255))
            for picture in (on_black, on_white):
                stand(picture, self.art.form, piece, camera, self._sun)
            cover = 255 - cv2.subtract(on_white, on_black).max(axis=2)
            held = np.dstack([np.minimum(on_black, cover[..., None]), cover])
            return np.asarray(cv2.resize(held, (size, size), interpolation=cv2.INTER_AREA), np.uint8)

        return drawn

    def _again(self, zone: str, strays: float) -> None:
        pieces = self._pieces[zone]
        if pieces:
            last = pieces.pop()
            pieces.append(self._set(zone, last.face, strays, last))

    def _set(self, zone: str, face: str, strays: float, before: StandingPiece | None = None) -> StandingPiece:
        """A piece that is put down; it keeps how it is turned where it only stands otherwise than ``before``."""
        standing = [piece for pieces in self._pieces.values() for piece in pieces]
        taken = {piece.square for piece in standing}
        squares = self.zones[zone]
        square = next((one for one in squares if one not in taken), squares[-1])
        foot = np.array(self._squares[square]) - self._corner
        sharing = [piece for piece in standing if piece.square == square]
        if sharing:
            other = sharing[0].placed.foot
            turn = float(self._rng.uniform(0, math.tau))
            foot = other + 2 * _ROOM * self.art.form.radius * np.array([math.cos(turn), math.sin(turn)])
        foot = foot + self._rng.normal(0, strays * self.art.pitch / math.sqrt(2), 2)
        facing = float(self._rng.uniform(0, math.tau)) if before is None else before.placed.facing
        return StandingPiece(
            face, square, Placed(foot, facing, self.art.colours[self._colour(face)], self._mark(face))
        )

    def _colour(self, face: str) -> str:
        if face not in self._colours:
            free = [name for name in self.art.colours if name not in self._colours.values()]
            self._colours[face] = free[0]
        return self._colours[face]

    def _mark(self, face: str) -> ByteArray | None:
        colour = self._colour(face)
        return next((mark for name, mark in self.art.box if name == colour), None)

    # ------------------------------------------------------------ drawing

    def print_on(self, picture: ByteArray, camera: PinholeCamera) -> None:
        """Print the bare board into a picture, uint8 (h, w, 3) BGR, in place."""
        matrix = self._to_px(camera)
        size = (picture.shape[1], picture.shape[0])
        printed = cv2.warpPerspective(self.art.picture, matrix, size, flags=cv2.INTER_AREA)
        covered = cv2.warpPerspective(np.full(self.art.picture.shape[:2], 255, np.uint8), matrix, size)
        picture[covered > 127] = printed[covered > 127]

    def box(self, shape: tuple[int, ...], camera: PinholeCamera) -> Box:
        """The part of a picture of this shape in which pieces and their shadows may be seen."""
        low, high = self._corner - _AROUND_MM, self._corner + np.array(self.art.size) + _AROUND_MM
        corners = np.array(
            [(low[0], low[1], 0), (high[0], low[1], 0), (high[0], high[1], 0), (low[0], high[1], 0)],
            np.float64,
        )
        px = camera.project(corners)
        left, top = np.maximum(np.floor(px.min(axis=0)), 0).astype(int)
        right, bottom = np.minimum(np.ceil(px.max(axis=0)), (shape[1], shape[0])).astype(int)
        return int(left), int(top), int(right), int(bottom)

    def draw(self, picture: ByteArray, camera: PinholeCamera) -> None:
        """Draw shadows and pieces over what the table shows within ``box``, uint8 (h, w, 3) BGR, in place."""
        pieces = [piece.placed for own in self._pieces.values() for piece in own]
        if not pieces:
            return
        self._shade(picture, camera, pieces)
        here = replace(camera, position_mm=camera.position_mm - np.array([*self._corner, 0.0]))
        for piece in _farthest_first(pieces, here):
            stand(picture, self.art.form, piece, here, self._sun)

    def _shade(self, picture: ByteArray, camera: PinholeCamera, pieces: Sequence[Placed]) -> None:
        """Darken what lies in the shadows of pieces, tile by tile: a tile in which none falls stays as it is."""
        matrix = self._to_px(camera)
        shaded = list(light_beneath(self.art, pieces, self._sun, np.random.default_rng(self._shadows)))
        for part, light in shaded:
            self._light[part] = light
        left, top, right, bottom = self.box(picture.shape, camera)
        due = {
            (x, y)
            for part, _ in shaded
            for x, y in _tiles(_seen_in(part, matrix), (left, top, right, bottom))
        }
        for x, y in due:
            size = (min(_TILE_PX, right - x), min(_TILE_PX, bottom - y))
            shift = np.array([[1.0, 0.0, -x], [0.0, 1.0, -y], [0.0, 0.0, 1.0]])
            seen = cv2.warpPerspective(
                self._light,
                shift @ matrix,
                size,
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=(1.0, 1.0, 1.0),
            )
            tile = picture[y : y + size[1], x : x + size[0]]
            tile[:] = np.clip(tile * seen + 0.5, 0, 255).astype(np.uint8)
        for part, _ in shaded:
            self._light[part] = 1.0

    @cached_property
    def _light(self) -> FloatArray:
        """How much light falls on the print, float32 (h, w, 3): all of it, but while shadows are drawn."""
        return np.ones(self.art.picture.shape, np.float32)

    def _to_px(self, camera: PinholeCamera) -> Float64Array:
        """The map from the print's px to those of the picture."""
        scale = 1 / PX_PER_MM
        to_table = np.array([[scale, 0.0, self._corner[0]], [0.0, scale, self._corner[1]], [0.0, 0.0, 1.0]])
        return np.asarray(camera.table_homography() @ to_table, np.float64)


def _seen_in(part: Part, matrix: Float64Array) -> Float64Array:
    """The corners of a part of the print as a camera sees them, px (4, 2)."""
    rows, columns = part
    corners = [(x, y) for x in (columns.start, columns.stop) for y in (rows.start, rows.stop)]
    return np.asarray(cv2.perspectiveTransform(np.array([corners], np.float64), matrix)[0], np.float64)


def _tiles(corners: Float64Array, box: Box) -> Iterator[tuple[int, int]]:
    """Where the tiles of a box of a picture begin, px, in which anything between these corners may be seen."""
    low, high = corners.min(axis=0) - 2, corners.max(axis=0) + 2
    left, top, right, bottom = box
    for x in range(left, right, _TILE_PX):
        for y in range(top, bottom, _TILE_PX):
            if x < high[0] and y < high[1] and x + _TILE_PX > low[0] and y + _TILE_PX > low[1]:
                yield x, y


def _farthest_first(pieces: Iterable[Placed], camera: PinholeCamera) -> list[Placed]:
    eye = camera.position_mm[:2]
    return sorted(pieces, key=lambda piece: -float(np.hypot(*(piece.foot - eye))))


def _numbered(zone: str) -> tuple[str, int]:
    """What the zones of a line are called, and which of them this is; 0 for one without a number."""
    line = zone.rstrip("0123456789")
    return line, int(zone[len(line) :] or 0)
