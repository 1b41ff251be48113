"""Printed cards on the simulated table: those that the page asks for, laid in rows by a somewhat careless hand.

Each time they are laid, they lie otherwise and in another light.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np

from calibration.view import TableView
from companion.filmed.asked import Asked
from companion.filmed.drawn_boxes import drawn_box
from companion.filmed.filmable import printed_games
from hardware.frame_source import Image
from vision.scene.arrays import Float64Array
from vision.scene.deck import KeptDrawings
from vision.scene.game_box import BoxArt

PRINT = 1
"""The number of the print that the simulated family owns."""
_ACROSS = 6
_GAP_MM = 14.0
_PX_PER_MM = 6.0
_LIGHTS = ((1.0, 1.0, 1.0), (0.62, 0.72, 0.8), (0.85, 0.84, 0.8), (0.5, 0.62, 0.74))
"""Day, a warm lamp, a grey day, a lamp far away: blue, green, red."""


def lay_printed_cards(image: Image, view: TableView, asked: Asked, number: int) -> list[Float64Array]:
    """Lay cards on the table of a picture, uint8 (h, w, 3) BGR, in place; ``number``: the how manieth time it is.
    Return the corners of each, px (4, 2).
    """
    game, labels = asked
    if game not in printed_games() or not labels:
        return []
    rng = np.random.default_rng((number, 91))
    art = _art(game)
    width, height = art.size_mm
    across = min(_ACROSS, math.ceil(len(labels) / math.ceil(len(labels) / _ACROSS)))
    rows = math.ceil(len(labels) / across)
    middle = view.to_mm(np.array([[view.width / 2, view.height / 2]]))[0]
    whole = math.radians(float(rng.normal(0, 2)))
    laid = []
    for place, label in enumerate(labels):
        row, column = divmod(place, across)
        x = (column - (across - 1) / 2) * (width + _GAP_MM) + float(rng.normal(0, 1.5))
        y = (row - (rows - 1) / 2) * (height + _GAP_MM) + float(rng.normal(0, 1.5))
        turn = whole + math.radians(float(rng.normal(0, 2.5)))
        at = _turned(np.array([[x, y]]), whole)[0] + middle
        corners = _turned(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2), turn) + at
        laid.append(view.to_px(corners))
        _lay(image, laid[-1], art, label)
    for channel, share in enumerate(_LIGHTS[(number - 1) % len(_LIGHTS)]):
        image[..., channel] = cv2.convertScaleAbs(image[..., channel], alpha=share)
    return laid


def _lay(image: Image, corners_px: Float64Array, art: KeptDrawings, label: str) -> None:
    picture = art.draw(label, _PX_PER_MM).picture
    rows, columns = picture.shape[:2]
    left, top = np.maximum(np.floor(corners_px.min(axis=0)).astype(int) - 2, 0)
    right, bottom = np.ceil(corners_px.max(axis=0)).astype(int) + 3
    patch = image[top:bottom, left:right]
    if patch.size == 0:
        return
    # Drawn at about the size at which it is seen, so that no line falls between two pixels.
    seen = float(np.hypot(*(corners_px[1] - corners_px[0])))
    scale = min(1.0, 1.5 * seen / columns)
    size = (max(1, round(columns * scale)), max(1, round(rows * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    flat = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(flat, (corners_px - (left, top)).astype(np.float32))
    laid = cv2.warpPerspective(small, matrix, (patch.shape[1], patch.shape[0]), flags=cv2.INTER_LINEAR)
    ground = patch.astype(np.float32) * (1.0 - laid[..., 3:].astype(np.float32) / 255.0)
    patch[:] = np.clip(ground + laid[..., :3] + 0.5, 0, 255).astype(np.uint8)


@lru_cache(maxsize=2)
def _art(game: str) -> KeptDrawings:
    box = drawn_box(game, PRINT)
    return KeptDrawings(BoxArt(box), len(box.labels) + 1)


def _turned(places: Float64Array, angle: float) -> Float64Array:
    cos, sin = math.cos(angle), math.sin(angle)
    return np.asarray(places @ np.array([[cos, sin], [-sin, cos]]), np.float64)
