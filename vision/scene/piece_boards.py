"""Drawn boards with coloured pieces, and photographs of them from anywhere, in any light.

Boards are chequered, tracks of discs, some printed in the pieces' own colours, or lanes of long squares. Pieces are
round: they stand up, hide what is behind them and throw shadows; their feet are rarely in the middle of a square.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.camera import PinholeCamera
from vision.scene.jpeg import as_jpeg

KINDS = ("chequered", "track", "lanes")
_PX_PER_MM = 3.0
_SQUARE_MM = 30.0
_SIZE = (1280, 960)
_COLOURS = {
    "red": (45, 45, 190),
    "blue": (180, 100, 40),
    "green": (70, 130, 45),
    "yellow": (50, 190, 225),
    "black": (45, 42, 40),
    "white": (215, 225, 228),
}
_OUTLINE = 40
_RING = 36
_STRAYS = 0.1
"""How far a foot stands from the middle of its square, in squares."""


@dataclass(frozen=True, eq=False)
class PieceBoard:
    """A printed board, uint8 (h, w, 3) BGR of ``_PX_PER_MM``, its ``size`` (mm), where its squares are, by name (mm),
    the ``colours`` of its pieces (BGR), and how wide and high these are (mm).
    """

    kind: str
    picture: ByteArray
    size: tuple[float, float]
    squares: dict[str, tuple[float, float]]
    colours: dict[str, tuple[int, int, int]]
    radius: float
    height: float


@dataclass(frozen=True, eq=False)
class BoardPhotograph:
    """A photograph, uint8 (h, w, 3) BGR, of a board: its corners (px) from the first square on, the colour of the
    piece on each occupied square, and the squares whose pieces touch at the foot.
    """

    picture: ByteArray
    corners: tuple[tuple[float, float], ...]
    pieces: dict[str, str]
    touching: frozenset[str]


def draw_board(kind: str, rng: np.random.Generator) -> PieceBoard:
    """Draw a board of one of KINDS, and choose its pieces."""
    names = rng.permutation(list(_COLOURS))[: int(rng.integers(2, 5))].tolist()
    colours = {name: _near(_COLOURS[name], rng, 12) for name in names}
    places = _places(kind)
    width, height = (float(side) + _SQUARE_MM for side in np.array(list(places.values())).max(axis=0))
    paper = _near((170, 205, 220), rng, 25)
    picture = np.full((round(height * _PX_PER_MM), round(width * _PX_PER_MM), 3), paper, np.uint8)
    inks = [_near(colour, rng, 30) for colour in colours.values()] + [_near((225, 230, 232), rng, 8)]
    for at, (x, y) in enumerate(places.values()):
        ink = inks[int(rng.integers(len(inks)))]
        if kind == "chequered":
            ink = _near((60, 62, 66) if (at + at // 8) % 2 else (190, 205, 212), rng, 3)
        _print(picture, kind, (x, y), ink)
    grain = rng.normal(0, 3, (picture.shape[0] // 4, picture.shape[1] // 4)).astype(np.float32)
    wide = cv2.resize(grain, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    picture = np.clip(picture + wide[..., None], 0, 255).astype(np.uint8)
    radius = _SQUARE_MM * float(rng.uniform(0.26, 0.38))
    return PieceBoard(
        kind, picture, (width, height), places, colours, radius, radius * float(rng.uniform(0.5, 2.6))
    )


def _places(kind: str) -> dict[str, tuple[float, float]]:
    """Where squares are, mm, by name, in the order in which a board is printed."""
    step = _SQUARE_MM
    if kind == "chequered":
        cells = [(column, row) for row in range(8) for column in range(8)]
        return {f"{'abcdefgh'[x]}{y + 1}": ((x + 1) * step, (y + 1) * step) for x, y in cells}
    if kind == "lanes":
        long = 1.6 * step
        return {f"{lane}-{at}": ((at + 1) * long, (lane + 1) * step) for lane in range(6) for at in range(6)}
    side = range(9)
    ring = [(x, 0) for x in side] + [(8, y) for y in side[1:]]
    ring += [(x, 8) for x in reversed(side[:-1])] + [(0, y) for y in reversed(side[1:-1])]
    inner = [(x, 4) for x in range(2, 7)] + [(4, y) for y in (2, 3, 5, 6)]
    return {f"t{at}": ((x + 1) * step, (y + 1) * step) for at, (x, y) in enumerate(ring + inner)}


def _print(picture: ByteArray, kind: str, at: tuple[float, float], ink: tuple[int, int, int]) -> None:
    scale, dark = _PX_PER_MM, (_OUTLINE,) * 3
    middle = round(at[0] * scale), round(at[1] * scale)
    if kind == "track":
        radius = round(0.42 * _SQUARE_MM * scale)
        cv2.circle(picture, middle, radius, ink, -1, cv2.LINE_AA)
        cv2.circle(picture, middle, radius, dark, 3, cv2.LINE_AA)
        return
    wide, high = (0.5, 0.5) if kind == "chequered" else (0.74, 0.42)
    half = round(wide * _SQUARE_MM * scale), round(high * _SQUARE_MM * scale)
    first = middle[0] - half[0], middle[1] - half[1]
    last = middle[0] + half[0], middle[1] + half[1]
    cv2.rectangle(picture, first, last, ink, -1)
    if kind == "lanes":
        cv2.rectangle(picture, first, last, dark, 3)


def photograph(board: PieceBoard, share: float, rng: np.random.Generator) -> BoardPhotograph:
    """Set pieces on a share of a board's squares, two of them touching at the foot, and photograph it; 0: bare."""
    names = list(board.squares)
    chosen = [str(name) for name in rng.permutation(names)[: round(share * len(names))]]
    pair = _neighbours(board, rng) if chosen else ()
    feet = {name: _foot(board, name, rng) for name in dict.fromkeys([*chosen, *pair])}
    if pair:
        feet |= _touching(board, pair)
    pieces = {name: str(rng.choice(list(board.colours))) for name in feet}
    camera = _camera(board, rng)
    sun = _turned(float(rng.uniform(0, 2 * math.pi))) * float(rng.uniform(0.2, 0.9))
    printed = _shaded(board, feet, sun, rng)
    ground = np.full((_SIZE[1], _SIZE[0], 3), _near((100, 125, 150), rng, 60), np.uint8)
    scale = np.diag([1 / _PX_PER_MM, 1 / _PX_PER_MM, 1.0])
    matrix = camera.table_homography() @ scale
    picture = cv2.warpPerspective(printed, matrix, _SIZE, ground, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    away = {name: float(np.hypot(*(foot - camera.position_mm[:2]))) for name, foot in feet.items()}
    for name in sorted(feet, key=away.__getitem__, reverse=True):
        _stand(picture, board, camera, feet[name], board.colours[pieces[name]], sun)
    width, height = board.size
    edges = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], np.float64)
    corners = tuple((float(x), float(y)) for x, y in camera.project(edges))
    return BoardPhotograph(_seen(np.asarray(picture, np.uint8), rng), corners, pieces, frozenset(pair))


def _camera(board: PieceBoard, rng: np.random.Generator) -> PinholeCamera:
    width, height = board.size
    view = max(width, height * _SIZE[0] / _SIZE[1]) * float(rng.uniform(1.2, 1.5))
    return PinholeCamera.over_table(
        *_SIZE,
        view_width_mm=view,
        distance_mm=view * float(rng.uniform(0.9, 1.4)),
        tilt_deg=float(rng.uniform(2, 40)),
        heading_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.uniform(-20, 20)),
        target_mm=(width / 2, height / 2),
    )


def _neighbours(board: PieceBoard, rng: np.random.Generator) -> tuple[str, str]:
    """A square and the one beside it."""
    names = list(board.squares)
    first = str(names[int(rng.integers(len(names)))])
    x, y = board.squares[first]
    others = [name for name in names if name != first]
    return first, min(others, key=lambda name: math.dist((x, y), board.squares[name]))


def _foot(board: PieceBoard, name: str, rng: np.random.Generator) -> Float64Array:
    off = _turned(float(rng.uniform(0, 2 * math.pi))) * float(rng.uniform(0, _STRAYS)) * _SQUARE_MM
    return np.asarray(np.array(board.squares[name]) + off, np.float64)


def _touching(board: PieceBoard, pair: tuple[str, str]) -> dict[str, Float64Array]:
    """The feet of two pieces moved towards one another until they touch."""
    first, second = (np.array(board.squares[name]) for name in pair)
    apart = float(np.linalg.norm(second - first))
    move = (second - first) / apart * max(0.0, apart / 2 - board.radius)
    return {pair[0]: first + move, pair[1]: second - move}


def _turned(angle: float) -> Float64Array:
    return np.array([math.cos(angle), math.sin(angle)])


def _ring(foot: Float64Array, radius: float, height: float) -> Float64Array:
    """Points around a piece so high above the table, float64 (n, 3) mm."""
    angles = np.linspace(0, 2 * math.pi, _RING, endpoint=False)
    rim = foot + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    return np.column_stack([rim, np.full(_RING, -height)])


def _shaded(
    board: PieceBoard, feet: Mapping[str, Float64Array], sun: Float64Array, rng: np.random.Generator
) -> ByteArray:
    """The print below the shadows of pieces; ``sun`` is how far a shadow falls for each mm of height (mm)."""
    shade = np.zeros(board.picture.shape[:2], np.uint8)
    for foot in feet.values():
        base = _ring(foot, board.radius, 0.0)[:, :2]
        outline = cv2.convexHull(np.concatenate([base, base + sun * board.height]).astype(np.float32))
        cv2.fillPoly(shade, [np.round(outline * _PX_PER_MM).astype(np.int32)], 255, cv2.LINE_AA)
    soft = cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(1.0, 14.0))).astype(np.float32) / 255
    dark = float(rng.uniform(0.15, 0.55)) * np.array([0.85, 1.0, 1.05])
    return np.clip(board.picture * (1 - soft[..., None] * dark), 0, 255).astype(np.uint8)


def _stand(
    picture: cv2.typing.MatLike,
    board: PieceBoard,
    camera: PinholeCamera,
    foot: Float64Array,
    colour: tuple[int, int, int],
    sun: Float64Array,
) -> None:
    """Draw a piece over what is behind it: its side in strips, then its top."""
    base, top = (camera.project(_ring(foot, board.radius, height)) for height in (0.0, board.height))
    towards = camera.position_mm[:2] - foot
    lit = -sun / max(1e-6, float(np.linalg.norm(sun)))
    for at in range(_RING):
        normal = _turned(2 * math.pi * (at + 0.5) / _RING)
        if float(normal @ towards) < board.radius:
            continue
        after = (at + 1) % _RING
        strip = np.array([base[at], base[after], top[after], top[at]])
        _fill(picture, strip, colour, 0.5 + 0.4 * max(0.0, float(normal @ lit)))
    _fill(picture, top, colour, 1.0)


def _fill(
    picture: cv2.typing.MatLike, outline: Float64Array, colour: tuple[int, int, int], light: float
) -> None:
    shade = tuple(light * one for one in colour)
    cv2.fillPoly(picture, [np.round(outline * 16).astype(np.int32)], shade, cv2.LINE_AA, 4)


def _seen(picture: ByteArray, rng: np.random.Generator) -> ByteArray:
    """What a camera makes of it, in the light of some room."""
    height, width = picture.shape[:2]
    gains = rng.uniform(0.75, 1.1) * rng.uniform(0.9, 1.1, 3)
    slope = 1 + float(rng.uniform(-0.2, 0.2)) * np.linspace(-1, 1, width)[None, :, None]
    slope = slope * (1 + float(rng.uniform(-0.2, 0.2)) * np.linspace(-1, 1, height)[:, None, None])
    soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.5, 1.2)))
    lit = soft * gains * slope + rng.normal(0, 2.0, picture.shape)
    return as_jpeg(np.clip(lit, 0, 255).astype(np.uint8), int(rng.integers(80, 96)))


def _near(colour: tuple[int, int, int], rng: np.random.Generator, far: float) -> tuple[int, int, int]:
    blue, green, red = (int(np.clip(one + rng.uniform(-far, far), 0, 255)) for one in colour)
    return blue, green, red
