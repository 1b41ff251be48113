"""Pictures of a pinhole as a lens that bends lines shows them; such lenses, and what a family measures of them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from vision.scene.arrays import BoolArray, ByteArray

_STEP_PX = 16
_MEASURED_K1, _MEASURED_CENTRE_PX = 0.001, 0.5
"""How exactly a lens is measured with the printed board: standard deviations."""


def random_bent_lens(width: int, height: int, focal_px: float, rng: np.random.Generator) -> Lens:
    """Draw a lens that bends lines as cheap ones do: mostly outwards like a barrel, and a little crooked."""
    k1, k2 = float(rng.uniform(-0.12, 0.02)), float(rng.uniform(-0.01, 0.02))
    p1, p2 = (float(value) for value in rng.normal(0, 3e-4, 2))
    straight = Lens.pinhole(width, height, focal_px)
    return Lens(width, height, straight.matrix, np.array([k1, k2, p1, p2, 0.0]))


def measured(lens: Lens, rng: np.random.Generator) -> Lens:
    """What a family's measurement says of a lens: nearly the same."""
    matrix, bending = lens.matrix.copy(), lens.distortion.copy()
    matrix[:2, 2] += rng.normal(0, _MEASURED_CENTRE_PX, 2)
    bending[0] += float(rng.normal(0, _MEASURED_K1))
    return Lens(lens.width, lens.height, matrix, bending)


class BentPicture:
    """Bends pictures of the size of ``lens`` as it does."""

    def __init__(self, lens: Lens) -> None:
        xs, ys = (_STEP_PX * np.arange(side // _STEP_PX + 2.0) for side in (lens.width, lens.height))
        nodes = np.stack(np.meshgrid(xs, ys), axis=-1)
        straight = lens.straight(nodes.reshape(-1, 2)).reshape(nodes.shape).astype(np.float32)
        # Between the nodes a lens is straight to a hundredth of a pixel.
        across, down = np.meshgrid(
            np.arange(lens.width, dtype=np.float32) / _STEP_PX,
            np.arange(lens.height, dtype=np.float32) / _STEP_PX,
        )
        x, y = cv2.split(cv2.remap(straight, across, down, cv2.INTER_LINEAR))
        self._whole, self._parts = cv2.convertMaps(x, y, cv2.CV_16SC2)
        columns = np.clip(self._whole[..., 0], 0, lens.width - 1)
        rows = np.clip(self._whole[..., 1], 0, lens.height - 1)
        # The picture's columns, and rows, of which each of the bent one is made: from the first up to the second.
        self._from, self._to = columns.min(axis=0), np.minimum(columns.max(axis=0) + 2, lens.width)
        self._from_row, self._to_row = rows.min(axis=1), np.minimum(rows.max(axis=1) + 2, lens.height)
        self._straight: ByteArray | None = None
        self._bent = np.empty((lens.height, lens.width, 3), np.uint8)

    def of(self, picture: ByteArray) -> ByteArray:
        """The bent picture, uint8 (height, width, 3) BGR; the table goes on beyond the edge.

        Only columns in which the picture differs from the one before are bent anew, from the first row in which it
        does to the last. What is returned is not to be changed, and is the bent picture until the next call.
        """
        differs, rows_differ = (np.ones(side, np.bool_) for side in picture.shape[1::-1])
        if self._straight is None:
            self._straight = picture.copy()
        else:
            bits = cv2.bitwise_xor(picture, self._straight).reshape(len(picture), -1)
            differs = np.bitwise_or.reduce(bits, axis=0).reshape(-1, 3).any(axis=1)
            rows_differ = np.bitwise_or.reduce(bits, axis=1) > 0
        rows = _all_runs(_touched(rows_differ, self._from_row, self._to_row))
        for left, right in _runs(_touched(differs, self._from, self._to)):
            place = (rows, slice(left, right))
            cv2.remap(
                picture,
                self._whole[place],
                self._parts[place],
                cv2.INTER_LINEAR,
                self._bent[place],
                cv2.BORDER_REPLICATE,
            )
        rows = _all_runs(rows_differ)
        for left, right in _runs(differs):
            self._straight[rows, left:right] = picture[rows, left:right]
        return self._bent


def _touched(differs: BoolArray, first: NDArray[np.int16], upto: NDArray[np.int16]) -> BoolArray:
    """Whether anything differs from the first up to the second, for each of these."""
    count = np.concatenate([[0], np.cumsum(differs)])
    return np.asarray(count[upto] > count[first], np.bool_)


def _all_runs(flags: BoolArray) -> slice:
    """From the first up to the last that is set."""
    at = np.flatnonzero(flags)
    return slice(int(at[0]), int(at[-1]) + 1) if len(at) else slice(0, 0)


def _runs(flags: BoolArray) -> list[tuple[int, int]]:
    """Where flags in a row are set: from the first up to the second."""
    ends = np.flatnonzero(np.diff(flags, prepend=False, append=False))
    return [(int(left), int(right)) for left, right in ends.reshape(-1, 2)]
