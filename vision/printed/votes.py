"""What single pixels of a picture say of the card that they belong to: where its middle is, and its half axes.

That every pixel of a thing tells where the whole of it is comes from readers of text in photographs (Zhou et al.,
"EAST: an efficient and accurate scene text detector", 2017).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import FloatArray
from vision.printed.cut_out import Float64Array

_SPREAD, _LEAST_HEAP, _REACH = 0.1, 0.25, 0.45
"""Votes for one card's middle are spread by this share of its short side; where fewer lie than this share of the heap
beside them, nothing is voted for; a pixel whose vote is farther off than the last share belongs to no card.
"""
_LEAST_VOTES, _STRAY = 6, 1e-3
"""Fewer votes in all, or so few about a place after they were spread, are strays."""
_ASIDE = 0.25
"""Middles may lie outside of the picture, by this share of its size."""

UNIT_PX = 32.0
"""The network tells lengths in this unit, px of the picture that it looks at."""


def votes_for(corners: Float64Array, at: NDArray[np.float32]) -> FloatArray:
    """What pixels at ``at`` (n, 2), px, should say of a card with these corners (4, 2), from its upper left one on:
    float32 (6, n), the way to its middle, its long and its short half axis.

    An axis has no direction: it is told by twice its angle.
    """
    across = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    down = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    ways = (corners.mean(axis=0) - at).T
    axes = np.concatenate([_doubled(down), _doubled(across)])
    told = np.concatenate([ways, np.repeat(axes[:, None], len(at), axis=1)])
    return np.asarray(told / UNIT_PX, np.float32)


def owners(
    card: FloatArray, middle: FloatArray, votes: FloatArray, least: float
) -> tuple[NDArray[np.int32], Float64Array]:
    """Which card each pixel of the network's maps (h, w) belongs to, int32 (h, w), 0 for none, and where the cards'
    middles are, (cards, 2), px of the maps: where the votes (6, h, w) heap up of pixels that are in the middle of a
    card with ``least`` or more.
    """
    height, width = card.shape
    inside = middle > least
    if np.count_nonzero(inside) < _LEAST_VOTES:
        return np.zeros(card.shape, np.int32), np.zeros((0, 2))
    # The maps are half as wide as the picture that lengths are told in.
    rows, columns = np.mgrid[0:height, 0:width]
    across = columns + votes[0] * (UNIT_PX / 2)
    down = rows + votes[1] * (UNIT_PX / 2)
    short = float(np.median(np.hypot(votes[4][inside], votes[5][inside]))) * UNIT_PX
    aside = round(_ASIDE * max(height, width))
    size = (height + 2 * aside, width + 2 * aside)
    x, y = (np.rint(votes).astype(np.intp) + aside for votes in (across, down))
    there = (x >= 0) & (x < size[1]) & (y >= 0) & (y < size[0])
    x, y, inside = np.where(there, x, 0), np.where(there, y, 0), inside & there
    counts = np.bincount(y[inside] * size[1] + x[inside], minlength=size[0] * size[1])
    heaps = cv2.GaussianBlur(counts.reshape(size).astype(np.float32), (0, 0), max(0.7, _SPREAD * short))
    around = 2 * max(1, round(0.5 * short)) + 1
    highest = cv2.dilate(heaps, np.ones((around, around), np.uint8))
    peaks = ((heaps > _LEAST_HEAP * highest) & (heaps > _STRAY)).astype(np.uint8)
    _, labels, _, middles = cv2.connectedComponentsWithStats(peaks, connectivity=8)
    if not peaks.any():
        return np.zeros(card.shape, np.int32), np.zeros((0, 2))
    # Every pixel of a card belongs to the heap that lies nearest to its vote.
    far, nearest = cv2.distanceTransformWithLabels(1 - peaks, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    owner_of = np.zeros(int(nearest.max()) + 1, np.int32)
    owner_of[nearest[peaks > 0]] = labels[peaks > 0]
    owner = owner_of[nearest[y, x]]
    owner[(card < least) | ~there | (far[y, x] > _REACH * short)] = 0
    return owner, np.asarray(middles[1:] - aside, np.float64)


def _doubled(axis: Float64Array) -> Float64Array:
    length = max(1e-6, float(np.hypot(*axis)))
    x, y = axis
    return np.array([(x * x - y * y) / length, 2 * x * y / length])
