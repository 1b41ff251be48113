"""Which pieces explain what is seen: each pixel belongs to one piece, the plainest piece comes first."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.boards.silhouettes import Silhouettes
from vision.boards.squares import Floats
from vision.quantiles import quantiles

_STRAY = 0.14
"""How far from its square's centre a foot may stand before it is looked for elsewhere, in spacings."""
_CLIP = 3.0
CLAIMS = 0.35
"""The evidence from which on a piece claims the pixels that it hides."""
_COLOURED = 0.15
_STRANGE = -4.0
"""A pixel with less than this logarithm of density as bare board shows something else."""
_CORE = 0.6
_RING = 1.6
"""How far the surroundings of a piece reach, in its own radii."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What pixels speak for.

    ``plain`` and ``shining`` float32 (colours, h, w) are logarithms of likelihood ratios of a piece against the bare
    board, as enrolled and with a lamp's reflection on it; ``board`` float32 (h, w) the logarithm of how likely the
    bare board looks like that; ``alike`` float32 (h, w) how much its print is seen; ``known`` bool (h, w) where
    anything is; ``brighter`` float32 (h, w) how much brighter it is than print close by (a logarithm).
    """

    plain: NDArray[np.float32]
    shining: NDArray[np.float32]
    board: NDArray[np.float32]
    alike: NDArray[np.float32]
    known: NDArray[np.bool_]
    brighter: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """What speaks for a piece on a square.

    ``evidence`` (colours,) is the mean evidence for each colour, ``free`` what of it no other piece hides (a share),
    ``offset`` how far the foot stands from the centre, px of the straightened picture; ``signs`` (SIGNS,) tell a
    piece from a shadow, a hand and a misplaced print.
    """

    square: int
    evidence: Floats
    free: float
    offset: Floats
    signs: Floats


SIGNS = (
    "evidence",
    "plain",
    "plain_low",
    "plain_high",
    "coloured",
    "board",
    "board_low",
    "strange",
    "alike",
    "core",
    "lead",
    "free",
    "around",
    "around_evidence",
    "apart",
    "uneven",
)
"""What is known of a square besides the colours, in the order of ``Standing.signs``."""
_BOARD, _APART = SIGNS.index("board"), SIGNS.index("apart")
_UNEVEN = (0.1, 0.9)
"""What of its brightness beside that of the print says how uneven a piece is: a shadow is even."""
_BARE = (0.75, 0.5)
_LEAST_MOST_ROOM = (0.3, 1.5)
_FARTHEST_APART = 12.0


def offsets_of(spacing_px: float) -> Floats:
    """Where around the centre a foot is looked for, float64 (n, 2) px."""
    far = _STRAY * spacing_px
    ring = [(0.0, 0.0)]
    for share in (0.55, 1.0):
        ring += [(share * far * np.cos(a), share * far * np.sin(a)) for a in np.arange(8) * np.pi / 4]
    return np.array(ring)


def clipped(ratios: NDArray[np.float32]) -> NDArray[np.float32]:
    """Logarithms of likelihood ratios, float32 (colours, n), of which no single pixel says too much.

    What a pixel says for one colour against another stays: it is the same however strange the pixel is to the board.
    """
    over = np.maximum(ratios.max(axis=0) - _CLIP, 0.0)
    return np.asarray(np.maximum(ratios - over, -_CLIP), np.float32)


def standings(
    evidence: Evidence, silhouettes: Silhouettes, spacing_px: float, least: float
) -> list[Standing]:
    """Weigh a piece on every square.

    Pieces whose evidence reaches ``least`` claim their pixels, the plainest first; what is left must speak for the
    others. One ``Standing`` a square, in the squares' order.
    """
    offsets = offsets_of(spacing_px)
    # Where each stands is only looked for here: what speaks for it is weighed as fine as it was seen.
    best = np.array([silhouettes.means(one, offsets, coarsely=True) for one in evidence.shining]).max(axis=0)
    # A foot out of the middle needs a reason.
    best = best - 0.02 * np.linalg.norm(offsets, axis=1)[None] / max(1.0, spacing_px * _STRAY)
    chosen = offsets[best.argmax(axis=1)]
    free = np.ones(evidence.board.shape, bool)
    found: dict[int, Standing] = {}
    heap = [(-float(strength), square) for square, strength in enumerate(best.max(axis=1))]
    heapq.heapify(heap)
    while heap:
        _, square = heapq.heappop(heap)
        one = weigh(evidence, free, silhouettes, square, chosen[square])
        strength = float(one.evidence.max())
        again = bool(heap) and strength < -heap[0][0] - 1e-6 and square not in found
        found[square] = one
        if again:
            heapq.heappush(heap, (-strength, square))
        elif strength >= least:
            claim(free, silhouettes, one)
    signed = [with_surroundings(evidence, free, silhouettes, found[square]) for square in range(len(chosen))]
    comparison = Comparison.of(signed)
    for one in signed:
        comparison.note(one)
    return signed


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the squares of a photograph look that look most like bare board: the likelihood of that, and how far it
    strays.

    A photograph that lies badly over the print makes all squares strange, a sharp one none: what counts is how
    strange one is beside the others.
    """

    bare: float
    room: float

    @classmethod
    def of(cls, found: Sequence[Standing]) -> Comparison:
        """Compare all squares of a photograph."""
        board = np.array([one.signs[_BOARD] for one in found])
        bare, less_bare = np.quantile(board, _BARE)
        return cls(float(bare), float(np.clip(bare - less_bare, *_LEAST_MOST_ROOM)))

    def note(self, one: Standing) -> None:
        """Say in the signs of a piece how far it stands apart from bare board."""
        one.signs[_APART] = float(np.clip((self.bare - one.signs[_BOARD]) / self.room, 0.0, _FARTHEST_APART))


def claim(free: NDArray[np.bool_], silhouettes: Silhouettes, one: Standing) -> None:
    """Take the pixels that a piece hides from those that are ``free``, bool (h, w)."""
    rows, columns, mask = silhouettes.cover(one.square, one.offset, free.shape)
    free[rows, columns] &= ~mask


def weigh(
    evidence: Evidence, free: NDArray[np.bool_], silhouettes: Silhouettes, square: int, offset: Floats
) -> Standing:
    """What speaks for a piece with its foot there; of its pixels those count that are ``free``, bool (h, w), of other
    pieces.
    """
    rows, columns, mask = silhouettes.cover(square, offset, free.shape, silhouettes.core)
    whole = int(mask.sum())
    signs = np.zeros(len(SIGNS))
    if whole == 0:
        return Standing(square, np.full(len(evidence.plain), -_CLIP), 0.0, offset, signs)
    own = mask & free[rows, columns]
    plain = evidence.plain[:, rows, columns][:, own]
    shining = evidence.shining[:, rows, columns][:, own].sum(axis=1) / whole
    # A reflection is believed of what shows its own colour, too.
    coloured = np.clip((plain > 1.0).sum(axis=1) / whole / _COLOURED, 0.0, 1.0)
    dull = plain.sum(axis=1) / whole
    total = np.asarray(dull + coloured * (shining - dull), np.float64)
    share = float(own.sum()) / whole
    best = int(total.argmax())
    if share > 0:
        board = evidence.board[rows, columns][own]
        low, high = quantiles(plain[best], (0.25, 0.75))
        darkest, brightest = quantiles(evidence.brighter[rows, columns][own], _UNEVEN)
        second = np.sort(total)[-2] if len(total) > 1 else -_CLIP
        signs[:] = (
            total[best],
            dull[best],
            low,
            high,
            float((plain[best] > 1.0).mean()),
            float(np.clip(board, -8.0, 6.0).mean()),
            min(max(quantiles(board, (0.25,))[0], -8.0), 6.0),
            float((board < _STRANGE).mean()),
            float(evidence.alike[rows, columns][own].mean()),
            0.0,
            float(total[best] - second),
            share,
            0.0,
            0.0,
            0.0,
            float(brightest - darkest),
        )
    return Standing(square, total, share, offset, signs)


def with_surroundings(
    evidence: Evidence, free: NDArray[np.bool_], silhouettes: Silhouettes, one: Standing
) -> Standing:
    """The same piece, with what can be said of its middle and surroundings once all have claimed what is theirs."""
    best = evidence.plain[int(one.evidence.argmax())]
    rows, columns, core = silhouettes.cover(one.square, one.offset, free.shape, _CORE)
    if core.any():
        one.signs[9] = float(best[rows, columns][core].mean())
    rows, columns, ring = silhouettes.cover(one.square, one.offset, free.shape, _RING)
    ring &= free[rows, columns] & evidence.known[rows, columns]
    if ring.any():
        one.signs[12] = float((evidence.board[rows, columns][ring] < _STRANGE).mean())
        one.signs[13] = float(best[rows, columns][ring].mean())
    return one
