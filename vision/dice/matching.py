"""Pairs what was read with what was labelled."""

from __future__ import annotations

import math
from collections.abc import Sequence

Box = tuple[float, float, float, float]

_FARTHEST = 0.5
"""How far apart two centres may lie, as a share of the labelled box's side."""


def pair_boxes(labelled: Sequence[Box], found: Sequence[Box]) -> dict[int, int]:
    """Return the found box (index) of each labelled box (index), nearest centres first; boxes (x0, y0, x1,
    y1) in px.
    """
    pairs = []
    for index, wanted in enumerate(labelled):
        side = math.sqrt(max(1.0, (wanted[2] - wanted[0]) * (wanted[3] - wanted[1])))
        for other, box in enumerate(found):
            dx = (box[0] + box[2] - wanted[0] - wanted[2]) / 2
            dy = (box[1] + box[3] - wanted[1] - wanted[3]) / 2
            distance = math.hypot(dx, dy) / side
            if distance < _FARTHEST:
                pairs.append((distance, index, other))
    chosen: dict[int, int] = {}
    taken: set[int] = set()
    for _, index, other in sorted(pairs):
        if index not in chosen and other not in taken:
            chosen[index] = other
            taken.add(other)
    return chosen
