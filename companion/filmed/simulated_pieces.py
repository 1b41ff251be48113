"""A printed board with its pieces on the simulated table: what the page asks for, set by a somewhat careless hand.

Each time it is set, pieces stand and face otherwise, the board was nudged, and the light is another.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np

from calibration.lens_maps import lens_maps
from calibration.view import TableView
from calibration.zones import PlannedZone
from companion.filmed.asked import AskedBoard
from companion.filmed.drawn_boards import drawn_board
from companion.filmed.filmable import drawn_games
from hardware.frame_source import Image
from vision.channels import anywhere
from vision.scene.arrays import Float64Array
from vision.scene.camera import PinholeCamera
from vision.scene.piece_boards import PX_PER_MM, PieceBoard, shaded
from vision.scene.standing_pieces import Placed, stand

BOARD, PRINT = "track", 5
"""Which of a game's boards lies there, and the number of the print that the simulated family owns."""
_STRAYS_MM, _NUDGED_MM = 1.2, 0.5
_LIGHTS = ((1.0, 1.0, 1.0), (0.95, 0.95, 0.92), (0.62, 0.74, 0.84), (0.85, 0.84, 0.8))
"""Day, a little later, a warm lamp, a grey day: blue, green, red."""
_AROUND_PX = 90
"""How far pieces reach out of the board."""


def lay_board(image: Image, view: TableView, asked: AskedBoard, number: int) -> None:
    """Lay a board and set its pieces in a picture, uint8 (h, w, 3) BGR, in place.

    ``number`` says the how manieth time it is.
    """
    if has_print(asked.game):
        rng = np.random.default_rng((number, 92))
        lay_pieces(image, view, _board(asked.game), asked, number, rng)


def lay_pieces(
    image: Image,
    view: TableView,
    board: PieceBoard,
    asked: AskedBoard,
    number: int,
    rng: np.random.Generator,
) -> None:
    """The same of any print, strays and shadows being drawn by ``rng``."""
    camera = camera_of(view)
    corner = np.array([asked.left, asked.top]) + rng.normal(0, _NUDGED_MM, 2)
    sun = _turned(float(rng.uniform(0, 2 * math.pi))) * float(rng.uniform(0.2, 0.8))
    placed = [
        Placed(
            _nearest(board, one.x - asked.left, one.y - asked.top) + rng.normal(0, _STRAYS_MM, 2),
            float(rng.uniform(0, 2 * math.pi)),
            board.colours[one.colour],
            mark,
        )
        for one, mark in zip(asked.pieces, _marks(board, asked), strict=True)
        if one.colour in board.colours
    ]
    _draw(image, view, camera, board, placed, corner, sun, rng)
    light = _LIGHTS[number % len(_LIGHTS)]
    for channel, share in enumerate(light):
        image[..., channel] = cv2.convertScaleAbs(image[..., channel], alpha=share)


def draw_bare(image: Image, view: TableView, game: str, zone: PlannedZone) -> None:
    """Draw a game's bare board where its zone lies, in the light of the table, in place."""
    rng = np.random.default_rng(0)
    corner = np.array([zone.left, zone.top])
    _draw(image, view, camera_of(view), _board(game), [], corner, np.zeros(2), rng)


def has_print(game: str) -> bool:
    """Whether a game says how its board is printed."""
    return (game, BOARD) in drawn_games()


def colours_of(game: str) -> tuple[str, ...]:
    """The colours of the pieces that the simulated family owns; none for a game whose board cannot be drawn."""
    return tuple(_board(game).colours) if has_print(game) else ()


def camera_of(view: TableView) -> PinholeCamera:
    """The camera that sees the table so, its lens straightened. Raises ValueError where the lens is not known."""
    if view.lens is None:
        raise ValueError("a view without a lens")
    matrix = view.lens.matrix
    plane = np.linalg.inv(matrix) @ view.homography.inverse
    plane = plane * (np.sign(plane[2, 2]) / np.linalg.norm(plane[:, 0]))
    across, down = plane[:, 0], plane[:, 1]
    rotation = np.column_stack([across, down, np.cross(across, down)])
    principal = (float(matrix[0, 2]), float(matrix[1, 2]))
    return PinholeCamera(view.lens.focal_px, principal, rotation, -rotation.T @ plane[:, 2])


def _draw(
    image: Image,
    view: TableView,
    camera: PinholeCamera,
    board: PieceBoard,
    placed: list[Placed],
    corner: Float64Array,
    sun: Float64Array,
    rng: np.random.Generator,
) -> None:
    """Draw it as a pinhole sees it, and bend it as the lens does."""
    assert view.lens is not None  # noqa: S101 - its camera is known
    width, height = board.size
    edges = corner + np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    left, top, right, bottom = _around(view.to_px(edges), image)
    xs, ys = lens_maps(view.lens.straight, (left, top, right, bottom))
    low = np.floor([xs.min(), ys.min()]).astype(int)
    past = np.ceil([xs.max(), ys.max()]).astype(int) + 1
    size = (int(past[0] - low[0]), int(past[1] - low[1]))
    back = lens_maps(view.lens.bent, (int(low[0]), int(low[1]), int(past[0]), int(past[1])))
    drawn = cv2.remap(image, *back, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    ground = drawn.copy()
    here = PinholeCamera(
        camera.focal_px,
        (camera.principal_px[0] - float(low[0]), camera.principal_px[1] - float(low[1])),
        camera.rotation,
        camera.position_mm - np.array([*corner, 0.0]),
    )
    printed = shaded(board, placed, sun, rng) if placed else board.picture
    matrix = here.table_homography() @ np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1.0])
    cv2.warpPerspective(printed, matrix, size, drawn, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    away = [float(np.hypot(*(piece.foot - here.position_mm[:2]))) for piece in placed]
    for at in sorted(range(len(placed)), key=away.__getitem__, reverse=True):
        stand(drawn, board.form, placed[at], here, sun)
    changed = cv2.dilate(anywhere(drawn != ground).astype(np.uint8), np.ones((3, 3), np.uint8))
    xs, ys = xs - np.float32(low[0]), ys - np.float32(low[1])
    bent = cv2.remap(drawn, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.remap(changed, xs, ys, cv2.INTER_NEAREST)
    image[top:bottom, left:right][mask > 0] = bent[mask > 0]


def _nearest(board: PieceBoard, x: float, y: float) -> Float64Array:
    """The middle (mm) of the printed square that is meant: what was tapped is off by what the view is off."""
    squares = np.array(list(board.squares.values()))
    return np.asarray(squares[int(np.hypot(squares[:, 0] - x, squares[:, 1] - y).argmin())], np.float64)


def _around(corners_px: Float64Array, image: Image) -> tuple[int, int, int, int]:
    high, wide = image.shape[:2]
    left, top = np.maximum(np.floor(corners_px.min(axis=0)).astype(int) - _AROUND_PX, 0)
    right, bottom = np.minimum(np.ceil(corners_px.max(axis=0)).astype(int) + _AROUND_PX, (wide, high))
    return int(left), int(top), int(right), int(bottom)


def _marks(board: PieceBoard, asked: AskedBoard) -> list[Image | None]:
    """What is printed on each piece: of several of one colour each is another one."""
    left = list(board.box)
    marks: list[Image | None] = []
    for one in asked.pieces:
        at = next((at for at, (colour, _) in enumerate(left) if colour == one.colour), None)
        marks.append(None if at is None else left.pop(at)[1])
    return marks


@lru_cache(maxsize=2)
def _board(game: str) -> PieceBoard:
    return drawn_board(game, BOARD, PRINT)


def _turned(angle: float) -> Float64Array:
    return np.array([math.cos(angle), math.sin(angle)])
