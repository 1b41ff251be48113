"""Pieces that stand on a board: draughtsmen, pawns, horses and flat counters, drawn as a camera sees them.

The world is the camera's: mm, x right, y down, z into the table. Forms are in shares of a piece's own radius and
height, so that one form makes slim and stout pieces.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.camera import PinholeCamera

FORMS = ("draughtsman", "pawn", "horse", "counter")
FALLING = ("pawn", "horse")
"""Forms so high that they can be knocked over."""
_TURNED: dict[str, tuple[tuple[float, float], ...]] = {
    "draughtsman": ((1.0, 0.0), (1.0, 0.82), (0.88, 1.0)),
    "counter": ((1.0, 0.0), (1.0, 0.7), (0.93, 1.0)),
    "pawn": (
        (1.0, 0.0),
        (1.0, 0.1),
        (0.8, 0.2),
        (0.4, 0.6),
        (0.36, 0.66),
        (0.54, 0.74),
        (0.6, 0.83),
        (0.5, 0.93),
        (0.25, 1.0),
    ),
    "horse": ((1.0, 0.0), (1.0, 0.1), (0.94, 0.14)),
}
"""What a lathe makes of a form: shares of the radius and of the height, from the foot up."""
_HORSE = (
    (-0.7, 0.12),
    (-0.45, 0.12),
    (-0.42, 0.42),
    (0.35, 0.42),
    (0.4, 0.12),
    (0.65, 0.12),
    (0.68, 0.6),
    (0.76, 0.72),
    (0.98, 0.68),
    (1.0, 0.8),
    (0.78, 1.0),
    (0.62, 0.98),
    (0.42, 0.68),
    (-0.55, 0.68),
    (-0.85, 0.6),
    (-0.92, 0.3),
    (-0.8, 0.3),
    (-0.74, 0.5),
)
"""A horse sawn from a board, seen from its side: along and up, in radii and heights."""
_THICK = 0.24
_AROUND = 32
_AMBIENT = 0.5
"""The share of the light that comes from everywhere."""
_POLISH = 24
_ENGRAVED = 0.6
_ENGRAVING = 0.78
_MARK_ON_TOP, _MARK_ON_SIDE = 0.42, 0.3
_NEAR_BLACK = 110
"""A mark is white on pieces that are darker than this, else black."""


@dataclass(frozen=True, slots=True)
class PieceForm:
    """One of FORMS, how wide and high it is (mm), and how much it shines (0 to 1)."""

    kind: str
    radius: float
    height: float
    gloss: float = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A piece on a table: its ``foot`` float64 (2,) mm, where it faces (radians), its colour (BGR), and ``mark``,
    the coverage of what is printed on it, uint8 (h, w), or None. One that has ``fallen`` lies on its side, from where
    it stood to the right of where it faces.
    """

    foot: Float64Array
    facing: float
    colour: tuple[int, int, int]
    mark: ByteArray | None = None
    fallen: bool = False


def shadows(form: PieceForm, piece: Placed, sun: Float64Array) -> Iterator[Float64Array]:
    """Outlines, float64 (n, 2) mm, of what a piece shades; ``sun`` is how far shadows fall for each mm of height."""
    for low, high in pairwise(_rings(form, piece)):
        both = np.concatenate([low, high])
        yield _hull(both[:, :2] - both[:, 2:] * sun)
    if form.kind == "horse":
        near, far = (_plate(form, piece, side) for side in (-1.0, 1.0))
        for side in (near, far):
            yield side[:, :2] - side[:, 2:] * sun
        for at in range(len(near)):
            after = (at + 1) % len(near)
            edge = np.array([near[at], near[after], far[after], far[at]])
            yield _hull(edge[:, :2] - edge[:, 2:] * sun)


def stand(
    picture: cv2.typing.MatLike, form: PieceForm, piece: Placed, camera: PinholeCamera, sun: Float64Array
) -> None:
    """Draw a piece over what is behind it, lit by the sun that throws its shadow."""
    light = _Light(camera, sun, form.gloss)
    if piece.fallen:
        _lying(picture, form, piece, light)
        return
    for face in _lathe(form, piece):
        _show(picture, face, piece.colour, light)
    if form.kind == "draughtsman":
        _groove(picture, form, piece, camera)
    if form.kind == "horse":
        _sawn(picture, form, piece, light)
    elif piece.mark is not None:
        half = _MARK_ON_TOP * form.radius
        along = half * _turned(piece.facing)
        aside = half * _turned(piece.facing + math.pi / 2)
        corners = [
            piece.foot - along - aside,
            piece.foot + along - aside,
            piece.foot + along + aside,
            piece.foot - along + aside,
        ]
        top = np.column_stack([np.array(corners), np.full(4, -form.height)])
        _print_mark(picture, piece.mark, camera.project(top), piece.colour)


@dataclass(frozen=True, slots=True, eq=False)
class _Face:
    """A flat part of a piece: its corners, float64 (n, 3) mm, and which way it looks, float64 (3,)."""

    outline: Float64Array
    normal: Float64Array


@dataclass(frozen=True, slots=True, eq=False)
class _Light:
    """What lights pieces, and from where they are seen."""

    camera: PinholeCamera
    sun: Float64Array
    gloss: float

    def shade(
        self, colour: tuple[int, int, int], normal: Float64Array, at: Float64Array
    ) -> tuple[float, ...]:
        """The colour (BGR) of a face with this normal, a flat top's being its own."""
        towards = np.array([-self.sun[0], -self.sun[1], -1.0])
        towards /= np.linalg.norm(towards)
        lit = _AMBIENT + (1 - _AMBIENT) * max(0.0, float(normal @ towards))
        flat = _AMBIENT - (1 - _AMBIENT) * float(towards[2])
        view = self.camera.position_mm - at
        half = towards + view / np.linalg.norm(view)
        glint = 200 * self.gloss * max(0.0, float(normal @ half) / float(np.linalg.norm(half))) ** _POLISH
        # What lies flat shines as little as the print around it.
        glint *= 1.0 - max(0.0, -float(normal[2])) ** 4
        return tuple(min(255.0, one * lit / flat + glint) for one in colour)

    def seen(self, normal: Float64Array, at: Float64Array) -> bool:
        """Whether a face is turned towards the camera."""
        return float(normal @ (self.camera.position_mm - at)) > 0


def _show(picture: cv2.typing.MatLike, face: _Face, colour: tuple[int, int, int], light: _Light) -> None:
    """Fill a face that is turned towards the camera."""
    if light.seen(face.normal, face.outline[0]):
        shade = light.shade(colour, face.normal, face.outline[0])
        _fill(picture, light.camera.project(face.outline), shade)


def _lathe(form: PieceForm, piece: Placed) -> Iterator[_Face]:
    """What is turned: band for band from the foot up, then the top."""
    angles = np.linspace(0, 2 * math.pi, _AROUND, endpoint=False) + math.pi / _AROUND
    turn = _fallen_by(form, piece)
    rings = _rings(form, piece)
    for (low, high), (wide, narrow) in zip(pairwise(rings), pairwise(_TURNED[form.kind]), strict=True):
        out = (narrow[1] - wide[1]) * form.height
        up = (wide[0] - narrow[0]) * form.radius
        size = math.hypot(out, up)
        for at, angle in enumerate(angles):
            normal = np.array([math.cos(angle) * out, math.sin(angle) * out, -up]) / size
            after = (at + 1) % _AROUND
            yield _Face(np.array([low[at], low[after], high[after], high[at]]), turn @ normal)
    yield _Face(rings[-1], turn @ np.array([0.0, 0.0, -1.0]))


def _groove(picture: cv2.typing.MatLike, form: PieceForm, piece: Placed, camera: PinholeCamera) -> None:
    """A ring in the top of a draughtsman."""
    ring = _ring(piece.foot, _ENGRAVED * form.radius, form.height)
    ink = tuple(_ENGRAVING * one for one in piece.colour)
    thick = max(1, round(0.07 * form.radius * camera.px_per_mm(ring[0])))
    groove = np.round(camera.project(ring) * 16).astype(np.int32)
    cv2.polylines(picture, [groove], True, ink, thick, cv2.LINE_AA, 4)


def _lying(picture: cv2.typing.MatLike, form: PieceForm, piece: Placed, light: _Light) -> None:
    """A piece on its side, the farthest parts first: its foot is seen as well."""
    down = _fallen_by(form, piece) @ np.array([0.0, 0.0, 1.0])
    faces = [*_lathe(form, piece), _Face(_rings(form, piece)[0], down)]
    if form.kind == "horse":
        faces += _edges(form, piece, -1.0)
        near = _plate(form, piece, -1.0)
        faces.append(_Face(near, -_beside(form, piece)))
    eye = light.camera.position_mm
    for face in sorted(faces, key=lambda one: -float(np.linalg.norm(one.outline.mean(axis=0) - eye))):
        _show(picture, face, piece.colour, light)


def _plate(form: PieceForm, piece: Placed, side: float) -> Float64Array:
    """One side of what is sawn, float64 (n, 3) mm."""
    along, aside = _turned(piece.facing), _turned(piece.facing + math.pi / 2)
    shape = np.array(_HORSE)
    flat = piece.foot + form.radius * (shape[:, :1] * along + side * _THICK * aside)
    return _as_it_lies(np.column_stack([flat, -form.height * shape[:, 1]]), form, piece)


def _beside(form: PieceForm, piece: Placed) -> Float64Array:
    """Which way the right side of what is sawn looks, float64 (3,)."""
    return np.asarray(_fallen_by(form, piece) @ np.append(_turned(piece.facing + math.pi / 2), 0.0))


def _edges(form: PieceForm, piece: Placed, side: float) -> Iterator[_Face]:
    """The edge of what is sawn, as it is seen from one side."""
    near, far, aside = _plate(form, piece, side), _plate(form, piece, -side), _beside(form, piece)
    for at in range(len(near)):
        after = (at + 1) % len(near)
        # The outline runs so that what lies to its right is outside.
        normal = side * np.cross(near[after] - near[at], aside)
        normal = normal / max(1e-9, float(np.linalg.norm(normal)))
        yield _Face(np.array([near[at], near[after], far[after], far[at]]), normal)


def _sawn(picture: cv2.typing.MatLike, form: PieceForm, piece: Placed, light: _Light) -> None:
    """What is sawn: its edge, the farthest parts first, then the side that is seen, with its mark."""
    away = light.camera.position_mm[:2] - piece.foot
    aside = _beside(form, piece)
    side = 1.0 if float(aside[:2] @ away) > 0 else -1.0
    near, eye = _plate(form, piece, side), light.camera.position_mm
    edges = [one for one in _edges(form, piece, side) if light.seen(one.normal, one.outline[0])]
    for edge in sorted(edges, key=lambda one: -float(np.linalg.norm(one.outline.mean(axis=0) - eye))):
        _show(picture, edge, piece.colour, light)
    shade = light.shade(piece.colour, side * aside, near[0])
    _fill(picture, light.camera.project(near), shade)
    if piece.mark is not None:
        along = np.append(_turned(piece.facing), 0.0) * side
        middle = near.mean(axis=0) * [1, 1, 0] + [0, 0, -0.55 * form.height]
        wide, high = _MARK_ON_SIDE * form.radius * along, np.array([0, 0, -0.12 * form.height])
        corners = np.array(
            [middle - wide + high, middle + wide + high, middle + wide - high, middle - wide - high]
        )
        _print_mark(picture, piece.mark, light.camera.project(corners), piece.colour)


def _print_mark(
    picture: cv2.typing.MatLike, mark: ByteArray, corners: Float64Array, ground: tuple[float, ...]
) -> None:
    """Print a mark over four px corners, from its top left on, in an ink that shows on the ground's colour."""
    high, wide = mark.shape
    low = np.floor(corners.min(axis=0)).astype(int) - 1
    beyond = np.ceil(corners.max(axis=0)).astype(int) + 2
    if low.min() < 0 or beyond[0] > picture.shape[1] or beyond[1] > picture.shape[0]:
        return
    source = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    size = tuple(int(one) for one in beyond - low)
    cover = cv2.warpPerspective(mark, matrix, size, flags=cv2.INTER_AREA).astype(np.float64)[..., None]
    ink = 235.0 if sum(ground) / 3 < _NEAR_BLACK else 30.0
    patch = picture[low[1] : beyond[1], low[0] : beyond[0]]
    patch[:] = np.round(patch + (ink - patch) * cover / 255).astype(np.uint8)


def _turned(angle: float) -> Float64Array:
    return np.array([math.cos(angle), math.sin(angle)])


def _rings(form: PieceForm, piece: Placed) -> list[Float64Array]:
    """The rings of what is turned, from the foot up, float64 (n, 3) mm each."""
    rings = (_ring(piece.foot, share * form.radius, high * form.height) for share, high in _TURNED[form.kind])
    return [_as_it_lies(ring, form, piece) for ring in rings]


def _ring(foot: Float64Array, radius: float, height: float) -> Float64Array:
    """Points around a piece so high above the table, float64 (n, 3) mm."""
    angles = np.linspace(0, 2 * math.pi, _AROUND, endpoint=False)
    rim = foot + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    return np.column_stack([rim, np.full(_AROUND, -height)])


def _as_it_lies(standing: Float64Array, form: PieceForm, piece: Placed) -> Float64Array:
    """Where points of a piece that stands, float64 (n, 3) mm, are of one that may have fallen."""
    if not piece.fallen:
        return standing
    # It tips over the rim of its foot, which then carries it.
    rim = form.radius * _turned(piece.facing + math.pi / 2)
    foot = np.append(piece.foot + rim, -form.radius * math.cos(_sinks(form)))
    return np.asarray(foot + (standing - np.append(piece.foot, 0.0)) @ _fallen_by(form, piece).T)


def _fallen_by(form: PieceForm, piece: Placed) -> Float64Array:
    """The turn of a piece that may have fallen, float64 (3, 3)."""
    if not piece.fallen:
        return np.eye(3)
    tips = math.pi / 2 + _sinks(form)
    axis = np.append(_turned(piece.facing), 0.0)
    return np.asarray(cv2.Rodrigues(tips * axis)[0], np.float64)


def _sinks(form: PieceForm) -> float:
    """How much lower than its foot the head of a fallen piece lies, radians: both touch the table."""
    outer = [(_THICK, 1.0)] if form.kind == "horse" else _TURNED[form.kind]
    return min(
        math.atan2((1 - share) * form.radius, high * form.height) for share, high in outer if share < 1
    )


def _hull(points: Float64Array) -> Float64Array:
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


def _fill(picture: cv2.typing.MatLike, outline: Float64Array, colour: tuple[float, ...]) -> None:
    cv2.fillPoly(picture, [np.round(outline * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
