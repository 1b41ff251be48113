"""Looks again where the first look left a doubt: at other scales, only around the doubtful indices.

An index that the detector took in a wrong direction or place, and which the reader therefore rejects, is mostly
found truly a quarter smaller or a third larger; and what is read with a doubt is read better from several crops.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards import maps
from vision.cards.finding import find_in
from vision.cards.reading import ReadIndex, read_indices, set_upright
from vision.network import Network

_ZOOMS = (0.75, 1.33)
_REJECTED, _UNSURE = 0.5, 0.8
"""An index is doubtful from this rejection on, and below this certainty."""
_LEAST_HEAT, _MOST_REJECTED, _LEAST_SURE = 0.2, 0.35, 0.5
"""What another scale shows counts where it is so hot and accepted; in place of a rejected index, if so sure."""
_SAME_PLACE = 0.4
"""How far apart, as a share of their height, two spots of one index lie at most."""
_SAME_DIRECTION = math.cos(math.radians(30))
_AROUND_MM, _AROUND_HEIGHTS = 25.0, 2.0
"""How much around an index the detector is shown."""
_MOST_DOUBTS = 24
_LARGEST_SHARE = 0.6

ByteArray = NDArray[np.uint8]
_Window = tuple[int, int, int, int]


def look_again(
    detector: Network, reader: Network, image: ByteArray, px_per_mm: float, first: Sequence[ReadIndex]
) -> list[ReadIndex]:
    """Return the indices of a picture (uint8 BGR) after a second look at the doubtful ones of the first, the hottest
    first; those without a doubt stay as they are.
    """
    doubtful = [one for one in first if _is_doubtful(one)][:_MOST_DOUBTS]
    if not doubtful:
        return list(first)
    more = _seen_at_other_scales(detector, reader, image, px_per_mm, doubtful)
    certain = [one for one in first if one not in doubtful]
    rejected = [one for one in doubtful if one.rejected > _REJECTED]
    accepted = sorted((one for one in doubtful if one not in rejected), key=lambda one: one.rejected)
    found, left = _read_again(accepted, more)
    # Where something is read already, another scale tells nothing new.
    left = [one for one in left if not any(_in_one_place(one, kept) for kept in (*certain, *found))]
    found += _in_place_of(rejected, left)
    found += [lost for lost in rejected if not any(_in_one_place(lost, kept) for kept in found)]
    return sorted((*certain, *found), key=lambda one: -one.spot.heat)


def _read_again(
    accepted: Sequence[ReadIndex], more: Sequence[ReadIndex]
) -> tuple[list[ReadIndex], list[ReadIndex]]:
    """Read indices that were read with a doubt together with what other scales show of them; returns them, and what
    of the others is left.
    """
    found: list[ReadIndex] = []
    left = list(more)
    for one in accepted:
        there = [other for other in more if _in_one_place(one, other)]
        alike = [other for other in there if _points_alike(one, other)]
        if alike:
            found.append(_read_together(one, [one, *alike]))
        elif there and _quality(there[0]) > _quality(one):
            alike = there[:1]
            found.append(there[0])
        else:
            found.append(one)
        left = [other for other in left if not any(other is each for each in alike)]
    return found, left


def _in_place_of(rejected: Sequence[ReadIndex], left: Sequence[ReadIndex]) -> list[ReadIndex]:
    """What other scales read surely near indices that were rejected, the best at each place."""
    found: list[ReadIndex] = []
    for lost in rejected:
        near = [
            other
            for other in left
            if other.surest >= _LEAST_SURE
            and _apart(other, lost) < max(other.spot.size[1], lost.spot.size[1])
        ]
        for other in near:
            if not any(_in_one_place(other, kept) for kept in found):
                alike = [each for each in near if _in_one_place(each, other) and _points_alike(each, other)]
                found.append(_read_together(other, alike))
    return found


def _is_doubtful(one: ReadIndex) -> bool:
    return one.rejected > _REJECTED or one.surest < _UNSURE


def _seen_at_other_scales(
    detector: Network, reader: Network, image: ByteArray, px_per_mm: float, doubtful: Sequence[ReadIndex]
) -> list[ReadIndex]:
    """What is read well around these indices at other scales, the best first."""
    more: list[ReadIndex] = []
    for zoom in _ZOOMS:
        scale = maps.USUAL_PX_PER_MM / px_per_mm * zoom
        spots = [
            spot
            for window in _windows(image, px_per_mm, doubtful)
            for spot in find_in(detector, image, window, scale, _LEAST_HEAT).indices
        ]
        read = set_upright(reader, image, read_indices(reader, image, spots))
        more += [one for one in read if one.rejected < _MOST_REJECTED]
    return sorted(more, key=lambda one: -_quality(one))


def _windows(image: ByteArray, px_per_mm: float, doubtful: Sequence[ReadIndex]) -> list[_Window]:
    """The parts of a picture around these indices, none of which overlap; the whole where they are most of it."""
    height, width = image.shape[:2]
    left: list[_Window] = []
    for one in doubtful:
        reach = max(_AROUND_MM * px_per_mm, _AROUND_HEIGHTS * one.spot.size[1])
        x, y = one.spot.centre
        window = (
            max(0, int(x - reach)),
            max(0, int(y - reach)),
            min(width, int(x + reach) + 1),
            min(height, int(y + reach) + 1),
        )
        touching = [w for w in left if _overlap(w, window)]
        while touching:
            left = [w for w in left if w not in touching]
            lows, highs = zip(*((w[:2], w[2:]) for w in (*touching, window)), strict=True)
            (x0, y0), (x1, y1) = np.min(lows, axis=0).tolist(), np.max(highs, axis=0).tolist()
            window = (x0, y0, x1, y1)
            touching = [w for w in left if _overlap(w, window)]
        left.append(window)
    area = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in left)
    return [(0, 0, width, height)] if area > _LARGEST_SHARE * width * height else left


def _overlap(a: _Window, b: _Window) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _read_together(one: ReadIndex, seen: Sequence[ReadIndex]) -> ReadIndex:
    """The index as several looks at it read it on average, each as much as it is hot and accepted."""
    if len(seen) < 2:
        return one
    weights = np.array([max(1e-3, (1.0 - each.rejected) * each.spot.heat) for each in seen], np.float32)
    weights /= weights.sum()
    figures = np.tensordot(weights, np.stack([each.figures for each in seen]), 1)
    suits = np.tensordot(weights, np.stack([each.suits for each in seen]), 1)
    return replace(one, figures=np.asarray(figures, np.float32), suits=np.asarray(suits, np.float32))


def _quality(one: ReadIndex) -> float:
    return one.spot.heat * (1.0 - one.rejected) * one.surest


def _apart(a: ReadIndex, b: ReadIndex) -> float:
    return math.dist(a.spot.centre, b.spot.centre)


def _in_one_place(a: ReadIndex, b: ReadIndex) -> bool:
    return _apart(a, b) < _SAME_PLACE * max(a.spot.size[1], b.spot.size[1])


def _points_alike(a: ReadIndex, b: ReadIndex) -> bool:
    return a.spot.up[0] * b.spot.up[0] + a.spot.up[1] * b.spot.up[1] > _SAME_DIRECTION
