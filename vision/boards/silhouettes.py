"""What a piece hides of the board: a disc at its foot, or a bar, drawn out to where its top is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.squares import BoardSquares, Floats
from vision.boards.straightened import Frame, leaning

_LEVELS = 4
_LEAST_COARSE_PX = 6.0
_SMALL, _CORE = 0.16, 0.75
"""Of pieces whose radius is no larger than the first, in spacings, that much of it is asked: their outline is off by
a px or two, a fifth of them, and bare board beside a piece speaks against it. Larger ones on photographs are told
worse by it: 0.84 % of trains wrongly and surely instead of 0.26.
"""


@dataclass(frozen=True, slots=True)
class PieceShape:
    """How wide and tall pieces are, in spacings of the board, and how much longer than wide to either side, along
    what is printed below.
    """

    radius: float
    height: float
    length: float = 0.0


@dataclass(frozen=True, eq=False)
class Silhouettes:
    """Where pieces on each square would be seen: ``middles`` float64 (n, discs, 2) px of discs of ``radius_px``, of
    which the share ``core`` is surely theirs.
    """

    middles: Floats
    radius_px: float
    core: float = 1.0

    @classmethod
    def of(
        cls, shape: PieceShape, squares: BoardSquares, frame: Frame, camera: Floats, along: Floats
    ) -> Silhouettes:
        """Reckon them for a camera at a place (board units); ``along`` float64 (n, 2) says how long pieces lie."""
        heights = np.linspace(0.0, shape.height, _LEVELS) * squares.spacing
        # Discs that lie no further than their radius apart make a bar.
        parts = 1 + 2 * int(np.ceil(shape.length / shape.radius))
        places = [
            leaning(squares.centres + step * squares.spacing * along, heights, camera)
            for step in np.linspace(-shape.length, shape.length, parts)
        ]
        middles = frame.to_px(np.concatenate(places, axis=1))
        core = _CORE if shape.radius <= _SMALL else 1.0
        return cls(middles, max(1.5, shape.radius * squares.spacing * frame.px_per_unit), core)

    def moved(self, offsets: Floats) -> Silhouettes:
        """The same where the foot on each square stands so far from its middle, float64 (n, 2) px."""
        return replace(self, middles=self.middles + offsets[:, None])

    def cover(
        self, square: int, offset: Floats, shape: tuple[int, ...], wider: float = 1.0
    ) -> tuple[slice, slice, NDArray[np.bool_]]:
        """The rows, columns and pixels that a piece on a square hides of a picture of ``shape`` (h, w).

        Its foot stands ``offset`` px from the centre. The pixels of a piece that is ``wider`` hold those around the
        piece as well as its own. Nothing where it lies outside.
        """
        middles = self.middles[square] + offset
        reach = int(wider * self.radius_px + 2)
        left, top = np.maximum(0, np.floor(middles.min(axis=0)) - reach).astype(int)
        right, bottom = np.minimum(np.array(shape[::-1]), np.ceil(middles.max(axis=0)) + reach + 1).astype(
            int
        )
        mask = np.zeros((max(0, bottom - top), max(0, right - left)), np.uint8)
        if mask.size:
            # Sixteenths of a pixel, as OpenCV draws them.
            for x, y in np.round((middles - (left, top)) * 16).astype(int):
                radius = round(wider * self.radius_px * 16)
                cv2.circle(mask, (int(x), int(y)), radius, 1, -1, cv2.LINE_8, 4)
        return slice(top, top + mask.shape[0]), slice(left, left + mask.shape[1]), np.asarray(mask > 0)

    def covered(
        self, squares: Sequence[int], shape: tuple[int, ...], more_px: float = 0.0
    ) -> NDArray[np.bool_]:
        """What pieces on some squares, wider by ``more_px``, hide of a picture, bool of its ``shape`` (h, w)."""
        mask = np.zeros(shape, np.uint8)
        radius = round((self.radius_px + more_px) * 16)
        for x, y in np.round(self.middles[list(squares)].reshape(-1, 2) * 16).astype(int):
            cv2.circle(mask, (int(x), int(y)), radius, 1, -1, cv2.LINE_8, 4)
        return np.asarray(mask > 0)

    def means(self, values: NDArray[np.float32], offsets: Floats, *, coarsely: bool = False) -> Floats:
        """The mean of ``values`` float32 (h, w) over every silhouette, at each offset: float64 (n, offsets).

        ``coarsely``: of a picture half as fine, where silhouettes are not too small for that; a tenth of the time.
        """
        finer = 2 if coarsely and self.radius_px >= _LEAST_COARSE_PX else 1
        if finer > 1:
            high, wide = values.shape
            size = (-(-wide // finer), -(-high // finer))
            more = (0, finer * size[1] - high, 0, finer * size[0] - wide)
            values = np.asarray(cv2.copyMakeBorder(values, *more, cv2.BORDER_REPLICATE), np.float32)
            values = np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), np.float32)
        disc = _disc(self.radius_px / finer, 1 if finer == 1 else 4)
        blurred = cv2.filter2D(values, cv2.CV_32F, disc, borderType=cv2.BORDER_REPLICATE)
        at = self.middles[:, None] + offsets[None, :, None]
        at = ((at + 0.5) / finer - 0.5).astype(np.float32)
        n, m, levels, _ = at.shape
        flat = at.reshape(n * m, levels, 2)
        sampled = cv2.remap(
            blurred, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(sampled.reshape(n, m, levels).mean(axis=2), np.float64)


def _disc(radius_px: float, parts: int) -> NDArray[np.float32]:
    """The pixels of a disc, float32 (side, side) that come to 1: how many of so many ``parts`` by ``parts`` of each
    lie in it.
    """
    reach = int(np.ceil(radius_px))
    across = (np.arange((2 * reach + 1) * parts) + 0.5) / parts - 0.5 - reach
    inside = (across[:, None] ** 2 + across[None] ** 2 <= radius_px**2).astype(np.float32)
    disc = inside.reshape(2 * reach + 1, parts, 2 * reach + 1, parts).sum(axis=(1, 3))
    return np.asarray(disc / disc.sum(), np.float32)
