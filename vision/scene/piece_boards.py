"""Drawn boards with coloured pieces, and photographs of them from anywhere, in any light.

Boards are chequered, tracks of discs, some printed in the pieces' own colours, or lanes of long squares; those of
games come from ``game_boards``. Pieces stand up, hide what is behind them and throw shadows; their feet are rarely in
the middle of a square.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.arrays import ByteArray, Float64Array, FloatArray
from vision.scene.camera import PinholeCamera
from vision.scene.jpeg import as_jpeg
from vision.scene.standing_pieces import PieceForm, Placed, shadows, stand

Ink: TypeAlias = tuple[int, int, int]
"""A colour: blue, green, red."""
Part: TypeAlias = tuple[slice, slice]
"""Rows and columns of a picture."""
KINDS = ("chequered", "track", "lanes")
PX_PER_MM = 3.0
_SQUARE_MM = 30.0
_COLOURS: dict[str, Ink] = {
    "red": (45, 45, 190),
    "blue": (180, 100, 40),
    "green": (70, 130, 45),
    "yellow": (50, 190, 225),
    "black": (45, 42, 40),
    "white": (215, 225, 228),
}
_OUTLINE = 40
_CONTACT, _CONTACT_DARK = 0.16, 0.55
"""How far around a foot no light comes in from the side, in radii, and how dark it is there."""
_BLUR_REACH = 3.0
"""A blurred mask of bytes reaches so many standard deviations beyond what is in it."""
_FARTHEST = 0.28
"""Pieces touch one another where their feet need not move farther, as a share of the way between squares."""
_STRAYS = 0.1
"""How far a foot stands from the middle of its square, in squares."""
_ROWS = 16
"""So many rows of a picture are lit at once: what they need stays near the processor."""


@dataclass(frozen=True, eq=False)
class PieceBoard:
    """A printed board, uint8 (h, w, 3) BGR of PX_PER_MM, its ``size`` (mm), where its squares are, by name (mm), and
    how far close ones are apart (``pitch``, mm); the ``colours`` of its pieces (BGR) and their ``form``.

    ``box`` names the colour of each piece that there is, and what is printed on it (uint8 coverage, or None); an
    empty one holds as many of each colour as one likes. ``seen`` is the size of a photograph (px).
    """

    kind: str
    picture: ByteArray
    size: tuple[float, float]
    squares: dict[str, tuple[float, float]]
    pitch: float
    colours: dict[str, Ink]
    form: PieceForm
    box: tuple[tuple[str, ByteArray | None], ...] = ()
    seen: tuple[int, int] = (1280, 960)


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
    colours = {name: near_ink(_COLOURS[name], rng, 12) for name in names}
    places = _places(kind)
    width, height = (float(side) + _SQUARE_MM for side in np.array(list(places.values())).max(axis=0))
    paper = near_ink((170, 205, 220), rng, 25)
    picture = np.full((round(height * PX_PER_MM), round(width * PX_PER_MM), 3), paper, np.uint8)
    inks = [near_ink(colour, rng, 30) for colour in colours.values()] + [near_ink((225, 230, 232), rng, 8)]
    for at, (x, y) in enumerate(places.values()):
        ink = inks[int(rng.integers(len(inks)))]
        if kind == "chequered":
            ink = near_ink((60, 62, 66) if (at + at // 8) % 2 else (190, 205, 212), rng, 3)
        _print(picture, kind, (x, y), ink)
    picture = grained(picture, rng)
    radius = _SQUARE_MM * float(rng.uniform(0.26, 0.38))
    turned = "draughtsman" if kind == "chequered" else str(rng.choice(["draughtsman", "pawn"]))
    # A pawn is slim: a low one would be none.
    high = radius * float(rng.uniform(1.6, 2.8) if turned == "pawn" else rng.uniform(0.5, 2.6))
    form = PieceForm(turned, radius, high, float(rng.uniform(0.0, 0.6)))
    return PieceBoard(kind, picture, (width, height), places, _SQUARE_MM, colours, form)


def grained(picture: ByteArray, rng: np.random.Generator) -> ByteArray:
    """A print, uint8 (h, w, 3), on cardboard that is not quite even."""
    grain = rng.normal(0, 3, (picture.shape[0] // 4, picture.shape[1] // 4)).astype(np.float32)
    wide = cv2.resize(grain, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(picture + wide[..., None], 0, 255), np.uint8)


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


def _print(picture: ByteArray, kind: str, at: tuple[float, float], ink: Ink) -> None:
    scale, dark = PX_PER_MM, (_OUTLINE,) * 3
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


def photograph(
    board: PieceBoard, share: float, rng: np.random.Generator, wanted: Collection[str] = ()
) -> BoardPhotograph:
    """Set pieces on a share of a board's squares, two of them touching at the foot, and photograph it; 0: bare.

    Of a box of pieces at least two are set, and no more than there are, first one of each colour that is ``wanted``.
    """
    count = round(share * len(board.squares))
    if board.box:
        count = min(count, len(board.box) - 2)
    pair = _neighbours(board, rng) if share else ()
    others = [str(name) for name in rng.permutation(list(board.squares)) if name not in pair]
    chosen = others[: max(0, count)]
    feet = {name: _foot(board, name, rng) for name in dict.fromkeys([*chosen, *pair])}
    touching = {} if not pair else _touching(board, (pair[0], pair[1]))
    feet |= touching
    placed = dict(zip(feet, chosen_pieces(board, list(feet.values()), rng, wanted), strict=True))
    pieces = {name: colour for name, (colour, _) in placed.items()}
    picture, corners = photographed(board, [piece for _, piece in placed.values()], rng)
    return BoardPhotograph(picture, corners, pieces, frozenset(touching))


def photographed(
    board: PieceBoard, standing: Sequence[Placed], rng: np.random.Generator
) -> tuple[ByteArray, tuple[tuple[float, float], ...]]:
    """Photograph a board with the pieces that stand on it: uint8 (h, w, 3) BGR, and its corners (px)."""
    camera = _camera(board, rng)
    sun = _turned(float(rng.uniform(0, 2 * math.pi))) * float(rng.uniform(0.2, 0.9))
    printed = shaded(board, standing, sun, rng)
    wide, high = board.seen
    ground = np.full((high, wide, 3), near_ink((100, 125, 150), rng, 60), np.uint8)
    scale = np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1.0])
    matrix = camera.table_homography() @ scale
    picture = cv2.warpPerspective(
        printed, matrix, board.seen, ground, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT
    )
    away = [float(np.hypot(*(piece.foot - camera.position_mm[:2]))) for piece in standing]
    for at in sorted(range(len(standing)), key=away.__getitem__, reverse=True):
        stand(picture, board.form, standing[at], camera, sun)
    width, height = board.size
    edges = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], np.float64)
    corners = tuple((float(x), float(y)) for x, y in camera.project(edges))
    return _seen(np.asarray(picture, np.uint8), rng), corners


def chosen_pieces(
    board: PieceBoard, feet: Sequence[Float64Array], rng: np.random.Generator, wanted: Collection[str]
) -> list[tuple[str, Placed]]:
    """A piece of the box for each foot, with the name of its colour."""
    if board.box:
        taken = [board.box[at] for at in rng.permutation(len(board.box))]
        first = {colour: at for at, (colour, _) in enumerate(taken) if colour in wanted}
        order = [*first.values(), *(at for at in range(len(taken)) if at not in first.values())]
        taken = [taken[at] for at in order[: len(feet)]]
    else:
        taken = [(str(rng.choice(list(board.colours))), None) for _ in feet]
    return [
        (colour, Placed(foot, float(rng.uniform(0, 2 * math.pi)), board.colours[colour], mark))
        for foot, (colour, mark) in zip(feet, taken, strict=True)
    ]


def _camera(board: PieceBoard, rng: np.random.Generator) -> PinholeCamera:
    width, height = board.size
    view = max(width, height * board.seen[0] / board.seen[1]) * float(rng.uniform(1.2, 1.5))
    return PinholeCamera.over_table(
        *board.seen,
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
    off = _turned(float(rng.uniform(0, 2 * math.pi))) * float(rng.uniform(0, _STRAYS)) * board.pitch
    return np.asarray(np.array(board.squares[name]) + off, np.float64)


def _touching(board: PieceBoard, pair: tuple[str, str]) -> dict[str, Float64Array]:
    """The feet of two pieces moved towards one another until they touch; none where that is too far."""
    first, second = (np.array(board.squares[name]) for name in pair)
    apart = float(np.linalg.norm(second - first))
    far = max(0.0, apart / 2 - board.form.radius)
    if far > _FARTHEST * apart:
        return {}
    move = (second - first) / apart * far
    return {pair[0]: first + move, pair[1]: second - move}


def _turned(angle: float) -> Float64Array:
    return np.array([math.cos(angle), math.sin(angle)])


def shaded(
    board: PieceBoard, pieces: Sequence[Placed], sun: Float64Array, rng: np.random.Generator
) -> ByteArray:
    """The print below the shadows of pieces; ``sun`` is how far a shadow falls for each mm of height (mm)."""
    printed = board.picture.copy()
    for part, light in light_beneath(board, pieces, sun, rng):
        printed[part] = np.clip(board.picture[part] * light, 0, 255).astype(np.uint8)
    return printed


def light_beneath(
    board: PieceBoard, pieces: Sequence[Placed], sun: Float64Array, rng: np.random.Generator
) -> Iterator[tuple[Part, FloatArray]]:
    """The parts of the print on which shadows of pieces fall, each with how much light these leave to it, float32
    (h, w, 3); as ``shaded``. Parts may overlap, and are alike where they do.
    """
    shade, contact = np.zeros((2, *board.picture.shape[:2]), np.uint8)
    near = list[NDArray[np.int_]]()
    for piece in pieces:
        foot, radius = np.round(piece.foot * PX_PER_MM).astype(int), board.form.radius * PX_PER_MM
        if not piece.fallen:
            cv2.circle(contact, (int(foot[0]), int(foot[1])), round(radius), 255, -1, cv2.LINE_AA)
        outlines = list(shadows(board.form, piece, sun))
        for outline in outlines:
            _cover(shade, outline)
        reached = [foot - radius, foot + radius, *(outline * PX_PER_MM for outline in outlines)]
        near.append(np.round(np.vstack(reached)).astype(int))
    soft, close = float(rng.uniform(1.0, 14.0)), _CONTACT * board.form.radius * PX_PER_MM
    dark = float(rng.uniform(0.15, 0.55)) * np.array([0.85, 1.0, 1.05])
    # Shadows are small: where none falls, nothing need be worked out.
    for points in near:
        part = _about(points, round(_BLUR_REACH * max(soft, close)) + 2, shade.shape)
        lit = 1 - _blurred(shade, part, soft)[..., None] * dark
        yield part, (lit * (1 - _CONTACT_DARK * _blurred(contact, part, close)[..., None])).astype(np.float32)


def _about(points: NDArray[np.int_], far: int, shape: tuple[int, ...]) -> Part:
    """The part of a picture of this shape that lies no farther than so from any of these points, px (n, 2)."""
    (left, top), (right, bottom) = points.min(axis=0) - far, points.max(axis=0) + far + 1
    rows = slice(max(0, top), max(0, min(shape[0], bottom)))
    return rows, slice(max(0, left), max(0, min(shape[1], right)))


def _cover(mask: ByteArray, outline: Float64Array) -> None:
    """Fill an outline, float64 (n, 2) mm, in a mask of the print."""
    cv2.fillPoly(mask, [np.round(outline * PX_PER_MM * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)


def _blurred(mask: ByteArray, part: Part, sigma: float) -> FloatArray:
    """A part of a mask as it is when the whole of it is blurred."""
    far = round(_BLUR_REACH * sigma) + 2
    rows, columns = (slice(max(0, one.start - far), one.stop + far) for one in part)
    blurred = cv2.GaussianBlur(mask[rows, columns], (0, 0), sigma)
    down, across = (
        slice(own.start - wide.start, own.stop - wide.start)
        for own, wide in zip(part, (rows, columns), strict=True)
    )
    return np.asarray(blurred[down, across].astype(np.float32) / 255, np.float32)


def _seen(picture: ByteArray, rng: np.random.Generator) -> ByteArray:
    """What a camera makes of it, in the light of some room."""
    height, width = picture.shape[:2]
    gains = rng.uniform(0.75, 1.1) * rng.uniform(0.9, 1.1, 3)
    slope = 1 + float(rng.uniform(-0.2, 0.2)) * np.linspace(-1, 1, width)[None, :, None]
    slope = slope * (1 + float(rng.uniform(-0.2, 0.2)) * np.linspace(-1, 1, height)[:, None, None])
    soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.5, 1.2)))
    seen = np.empty_like(picture)
    for top in range(0, height, _ROWS):
        rows = slice(top, top + _ROWS)
        lit = soft[rows] * gains
        lit *= slope[rows]
        lit += rng.normal(0, 2.0, lit.shape)
        seen[rows] = np.clip(lit, 0, 255, out=lit)
    return as_jpeg(seen, int(rng.integers(80, 96)))


def near_ink(colour: Ink, rng: np.random.Generator, far: float) -> Ink:
    """A colour (BGR) that differs from another by at most so much in each channel."""
    blue, green, red = (int(np.clip(one + rng.uniform(-far, far), 0, 255)) for one in colour)
    return blue, green, red
