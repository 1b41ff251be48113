"""What the face of a die looks like, as numbers that light and blur change little."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.geometry import CROP_MARGIN, CROP_SIZE

ByteArray = NDArray[np.uint8]
FloatArray = NDArray[np.float32]

_FACE_PX = 48
_CELLS = 6
_DIRECTIONS = 8
_COLOUR_PX = 6
_COLOUR_WEIGHT = 0.6
_QUARTERS = 4
PRINT = _CELLS * _CELLS * _DIRECTIONS + 2 * _COLOUR_PX * _COLOUR_PX
"""How many numbers describe a face."""


def face_print(crop: ByteArray) -> FloatArray:
    """Return the description (360,) of a face, float32 of length 1, from its upright crop uint8 BGR (64, 64, 3).

    Edges by direction in a grid of cells (histograms of oriented gradients, Dalal and Triggs 2005), and a small
    picture of the colours beside those of the die's body.
    """
    edge = round(CROP_SIZE * (1.0 - 1.0 / CROP_MARGIN) / 2)
    face = cv2.resize(crop[edge:-edge, edge:-edge], (_FACE_PX, _FACE_PX), interpolation=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(face.astype(np.float32) / np.float32(255.0), cv2.COLOR_BGR2LAB), np.float32)
    return _joined(_edges(lab[:, :, 0]), _colours(lab[:, :, 1:]))


def turned_prints(crop: ByteArray) -> FloatArray:
    """Return the descriptions (4, 360) of a face in its quarter turns: as it lies, then anticlockwise."""
    return np.stack(
        [face_print(np.ascontiguousarray(np.rot90(crop, quarter))) for quarter in range(_QUARTERS)]
    )


def _edges(lightness: NDArray[np.float32]) -> FloatArray:
    smooth = cv2.GaussianBlur(lightness, (0, 0), 1.0)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    strength = np.hypot(across, down)
    # The direction of an edge without its sign, shared between the two nearest of the directions counted.
    place = (np.arctan2(down, across) % np.pi) / np.pi * _DIRECTIONS
    first = np.floor(place).astype(int) % _DIRECTIONS
    share = (place - np.floor(place)).astype(np.float32)
    side = _FACE_PX // _CELLS
    cells = np.zeros((_CELLS, _CELLS, _DIRECTIONS), np.float32)
    for direction in range(_DIRECTIONS):
        layer = strength * (
            (first == direction) * (1 - share) + ((first + 1) % _DIRECTIONS == direction) * share
        )
        cells[:, :, direction] = layer.reshape(_CELLS, side, _CELLS, side).sum(axis=(1, 3))
    return np.asarray(np.sqrt(cells.ravel()), np.float32)


def _colours(colour: NDArray[np.float32]) -> FloatArray:
    body = np.median(colour.reshape(-1, 2), axis=0)
    small = cv2.resize(colour - body, (_COLOUR_PX, _COLOUR_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(small.ravel(), np.float32)


def _joined(edges: FloatArray, colours: FloatArray) -> FloatArray:
    """Both parts, the edges with length 1 and the colours with a length that a plain die keeps small."""
    edges = edges / np.float32(max(1e-6, float(np.linalg.norm(edges))))
    colours = colours * np.float32(_COLOUR_WEIGHT / max(60.0, float(np.linalg.norm(colours))))
    whole = np.concatenate([edges, colours])
    return np.asarray(whole / max(1e-6, float(np.linalg.norm(whole))), np.float32)
