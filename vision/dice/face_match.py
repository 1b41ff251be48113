"""How like each other faces of dice look, laid over one another in the turn, place and size that fit best.

The quad of a die is found to a tenth or so: without that search a small picture does not lie on itself.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.dice.geometry import CROP_MARGIN, CROP_SIZE

ByteArray = NDArray[np.uint8]
FloatArray = NDArray[np.float32]
Float64Array = NDArray[np.float64]

_PATCH = 20
_SHIFT = 2
_MIDDLE = 0.8
"""Share of a face's side that is compared: the edge is alike on all faces and lies elsewhere in every crop."""
_QUARTERS = 4
_TURNS_DEG = (-9.0, 0.0, 9.0)
_SCALES = (0.85, 0.95, 1.06, 1.18)
_COLOUR = 0.5
_GREY = np.array([0.114, 0.587, 0.299], np.float32)
_DARK = 8.0
"""Grey levels that are added before the logarithm: darker than that is noise."""
_BLUR_PX = 0.8
_LEAST_OWN = 0.05
"""At least so much of a patch's square is taken to be its own: of a blank face nothing but noise is."""
PATCH = _PATCH * _PATCH * 3
"""How many numbers a patch has."""
WAYS = len(_TURNS_DEG) * len(_SCALES) * (2 * _SHIFT + 1) ** 2
"""In how many ways a face is laid over another, quarter turns aside."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceGallery:
    """Faces of the same dice to compare others with: `patches` (n, 4, 1200) in four quarter turns, of length 1 each,
    without what they have in `common` (1200,), of length 1: the die's body, the ground of a sticker.
    """

    patches: FloatArray
    common: FloatArray

    def likeness(self, ways: FloatArray) -> Float64Array:
        """Return how like each face (n,) another is that can be laid in these `laid_ways`: 1 the same, 0 nothing in
        common.
        """
        shared = ways @ self.common
        own = np.sqrt(np.maximum(_LEAST_OWN, 1.0 - shared**2))
        alike = (ways @ self.patches.reshape(-1, PATCH).T) / own[:, None]
        return np.asarray(alike.max(axis=0).reshape(len(self.patches), _QUARTERS).max(axis=1), np.float64)


def face_gallery(crops: Sequence[ByteArray]) -> FaceGallery:
    """Return upright crops, uint8 BGR (64, 64, 3), at least one, as faces to compare with."""
    patches = np.stack([_quarter_turns(crop) for crop in crops])
    common = patches.mean(axis=(0, 1))
    common = common / max(1e-6, float(np.linalg.norm(common)))
    own = patches - (patches @ common)[..., None] * common
    lengths = np.maximum(math.sqrt(_LEAST_OWN), np.linalg.norm(own, axis=-1, keepdims=True))
    return FaceGallery(np.asarray(own / lengths, np.float32), np.asarray(common, np.float32))


def laid_ways(crop: ByteArray) -> FloatArray:
    """Return the patches (300, 1200), of length 1, of an upright crop uint8 BGR (64, 64, 3) a little turned, moved,
    shrunk and grown.
    """
    smooth = cv2.GaussianBlur(crop, (0, 0), _BLUR_PX)
    layers = np.stack(
        [
            _without_light(smooth, turn, scale, _PATCH + 2 * _SHIFT)
            for turn, scale in itertools.product(_TURNS_DEG, _SCALES)
        ]
    )
    windows = sliding_window_view(layers, (_PATCH, _PATCH), axis=(1, 2))
    return _unit(windows.transpose(0, 1, 2, 4, 5, 3).reshape(-1, _PATCH, _PATCH, 3))


def _quarter_turns(crop: ByteArray) -> FloatArray:
    upright = _without_light(cv2.GaussianBlur(crop, (0, 0), _BLUR_PX), 0.0, 1.0, _PATCH)
    return _unit(np.stack([np.rot90(upright, quarter) for quarter in range(_QUARTERS)]))


def _without_light(smooth: NDArray[np.generic], turn_deg: float, scale: float, size: int) -> FloatArray:
    """The middle of a face as brightness and two colours (size, size, 3): logarithms, to which a light adds the same
    everywhere.
    """
    turn = math.radians(turn_deg)
    step = CROP_SIZE / CROP_MARGIN * _MIDDLE * scale / _PATCH
    linear = step * np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    offset = (CROP_SIZE - 1) / 2 - linear @ np.array([(size - 1) / 2, (size - 1) / 2])
    cut = cv2.warpAffine(
        np.asarray(smooth, np.float32),
        np.column_stack([linear, offset]),
        (size, size),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    light = np.log(np.asarray(cut, np.float32) + np.float32(_DARK))
    blue, red = light[..., 0] - light[..., 1], light[..., 2] - light[..., 1]
    return np.stack([light @ _GREY, np.float32(_COLOUR) * blue, np.float32(_COLOUR) * red], axis=-1)


def _unit(patches: FloatArray) -> FloatArray:
    """Patches (n, h, w, 3) as vectors (n, h * w * 3) of length 1, each layer about its mean."""
    flat = (patches - patches.mean(axis=(1, 2), keepdims=True)).reshape(len(patches), -1)
    return np.asarray(flat / np.maximum(1e-3, np.linalg.norm(flat, axis=1, keepdims=True)), np.float32)
