"""Which pieces explain what is seen: each pixel belongs to one piece, the plainest piece comes first."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.boards.silhouettes import Silhouettes
from vision.boards.squares import Floats

_STRAY = 0.14
"""How far from its square's centre a foot may stand before it is looked for elsewhere, in spacings."""
_CLIP = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """What speaks for a piece on a square: the mean evidence for each colour (colours,), what of it is seen (a
    share), and how far the foot stands from the centre, px of the straightened picture.
    """

    square: int
    evidence: Floats
    free: float
    offset: Floats


def offsets_of(spacing_px: float) -> Floats:
    """Where around the centre a foot is looked for, float64 (n, 2) px."""
    far = _STRAY * spacing_px
    ring = [(0.0, 0.0)]
    for share in (0.55, 1.0):
        ring += [(share * far * np.cos(a), share * far * np.sin(a)) for a in np.arange(8) * np.pi / 4]
    return np.array(ring)


def clipped(ratios: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Logarithms of likelihood ratios, float32 (colours, h, w), of which no single pixel says too much."""
    return np.clip(np.array(ratios), -_CLIP, _CLIP)


def standings(
    ratios: NDArray[np.float32], silhouettes: Silhouettes, spacing_px: float, least: float
) -> list[Standing]:
    """Weigh a piece on every square, given ``ratios`` float32 (colours, h, w) of piece against bare board.

    Pieces whose evidence reaches ``least`` claim their pixels, the plainest first; what is left must speak for the
    others. One ``Standing`` a square, in the squares' order.
    """
    offsets = offsets_of(spacing_px)
    means = np.array([silhouettes.means(one, offsets) for one in ratios])
    best = means.max(axis=0)
    # A foot out of the middle needs a reason.
    best = best - 0.02 * np.linalg.norm(offsets, axis=1)[None] / max(1.0, spacing_px * _STRAY)
    chosen = best.argmax(axis=1)
    count = best.shape[0]
    free = np.ones(ratios.shape[1:], bool)
    found: list[Standing | None] = [None] * count
    heap = [(-float(best[square, chosen[square]]), square) for square in range(count)]
    heapq.heapify(heap)
    while heap:
        _, square = heapq.heappop(heap)
        one, cells = _weighed(ratios, free, silhouettes, square, offsets[chosen[square]])
        strength = float(one.evidence.max())
        if heap and strength < -heap[0][0] - 1e-6 and found[square] is None:
            found[square] = one
            heapq.heappush(heap, (-strength, square))
            continue
        found[square] = one
        if strength >= least:
            rows, columns, mask = cells
            free[rows, columns] &= ~mask
    return [one for one in found if one is not None]


def _weighed(
    ratios: NDArray[np.float32], free: NDArray[np.bool_], silhouettes: Silhouettes, square: int, offset: Floats
) -> tuple[Standing, tuple[slice, slice, NDArray[np.bool_]]]:
    rows, columns, mask = silhouettes.cover(square, offset)
    top, left = max(0, rows.start), max(0, columns.start)
    bottom, right = min(free.shape[0], rows.stop), min(free.shape[1], columns.stop)
    if bottom <= top or right <= left:
        empty = np.zeros((0, 0), bool)
        return Standing(square, np.full(len(ratios), -_CLIP), 0.0, offset), (slice(0, 0), slice(0, 0), empty)
    mask = mask[top - rows.start : bottom - rows.start, left - columns.start : right - columns.start]
    rows, columns = slice(top, bottom), slice(left, right)
    whole = max(1, int(mask.sum()))
    own = mask & free[rows, columns]
    evidence = ratios[:, rows, columns][:, own].sum(axis=1) / whole
    share = float(own.sum()) / whole
    return Standing(square, np.asarray(evidence, np.float64), share, offset), (rows, columns, mask)
