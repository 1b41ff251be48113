"""What a piece hides of the board: a disc at its foot, drawn out to where its top is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.squares import BoardSquares, Floats
from vision.boards.straightened import Frame, leaning

_LEVELS = 4


@dataclass(frozen=True, slots=True)
class PieceShape:
    """How wide and tall pieces are, in spacings of the board."""

    radius: float
    height: float


@dataclass(frozen=True, eq=False)
class Silhouettes:
    """Where pieces on each square would be seen: ``middles`` float64 (n, levels, 2) px of discs of ``radius_px``."""

    middles: Floats
    radius_px: float

    @classmethod
    def of(cls, shape: PieceShape, squares: BoardSquares, frame: Frame, camera: Floats) -> Silhouettes:
        """Reckon them for a camera at a place (board units)."""
        heights = np.linspace(0.0, shape.height, _LEVELS) * squares.spacing
        middles = frame.to_px(leaning(squares.centres, heights, camera))
        return cls(middles, max(1.5, shape.radius * squares.spacing * frame.px_per_unit))

    def cover(self, square: int, offset: Floats) -> tuple[slice, slice, NDArray[np.bool_]]:
        """The rows, columns and pixels that a piece on a square hides, its foot ``offset`` px from the centre."""
        middles = self.middles[square] + offset
        reach = int(self.radius_px + 2)
        left, top = (np.floor(middles.min(axis=0)) - reach).astype(int)
        right, bottom = (np.ceil(middles.max(axis=0)) + reach).astype(int)
        mask = np.zeros((bottom - top + 1, right - left + 1), np.uint8)
        # Sixteenths of a pixel, as OpenCV draws them.
        points = np.round((middles - (left, top)) * 16).astype(int)
        for x, y in points:
            cv2.circle(mask, (int(x), int(y)), round(self.radius_px * 16), 1, -1, cv2.LINE_8, 4)
        return slice(top, bottom + 1), slice(left, right + 1), np.asarray(mask > 0)

    def covered(self, squares: Sequence[int], shape: tuple[int, int]) -> NDArray[np.bool_]:
        """What pieces on some squares hide of a picture, bool of its ``shape`` (h, w)."""
        mask = np.zeros(shape, np.uint8)
        for x, y in np.round(self.middles[list(squares)].reshape(-1, 2) * 16).astype(int):
            cv2.circle(mask, (int(x), int(y)), round(self.radius_px * 16), 1, -1, cv2.LINE_8, 4)
        return np.asarray(mask > 0)

    def means(self, values: NDArray[np.float32], offsets: Floats) -> Floats:
        """The mean of ``values`` float32 (h, w) over every silhouette, at each offset: float64 (n, offsets)."""
        reach = int(np.ceil(self.radius_px))
        across = np.arange(-reach, reach + 1)
        disc = (across[:, None] ** 2 + across[None] ** 2 <= self.radius_px**2).astype(np.float32)
        blurred = cv2.filter2D(values, cv2.CV_32F, disc / disc.sum(), borderType=cv2.BORDER_REPLICATE)
        at = (self.middles[:, None] + offsets[None, :, None]).astype(np.float32)
        n, m, levels, _ = at.shape
        flat = at.reshape(n * m, levels, 2)
        sampled = cv2.remap(blurred, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(sampled.reshape(n, m, levels).mean(axis=2), np.float64)
