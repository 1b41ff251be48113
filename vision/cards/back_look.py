"""Looks again at what may be a back: at another scale, and at its outline.

The detector has seen few whole backs. Two looks at different scales that agree say more than one that is hot, their
mean tells truer where a back lies, and a card that lies free has four straight edges.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import maps
from vision.cards.finding import BackSpot, find_in
from vision.channels import largest
from vision.network import Network

_ZOOM = 0.75
_WORTH_A_LOOK, _UNSEEN = 0.25, 0.05
_MOST_LOOKS = 12
_AROUND = 0.9
"""How much around the middle of a back the detector is shown, in heights of it each way."""
_SAME_BACK = 0.2
_LEAST_EDGE, _WITHOUT_OUTLINE = 0.2, 0.7
"""What the worst of its four edges shows at least; and what a back without loses of its log odds."""
_CARD_RATIO = 63.0 / 88.0
_POINTS, _ALONG = 28, 0.85
_ASTRAY_MM, _STEP_MM, _ACROSS_MM = 5.0, 0.5, 1.0
_LEAST_CHANGE = 12.0
"""What counts as an edge, in grey levels over 2 mm."""

ByteArray = NDArray[np.uint8]


def confirm_backs(
    detector: Network, image: ByteArray, px_per_mm: float, backs: Sequence[BackSpot]
) -> tuple[BackSpot, ...]:
    """Return the backs of a picture (uint8 BGR) that are worth a second look, with the heat and the place that two
    looks and the outline tell together; the hottest first.
    """
    worth = [back for back in backs if back.heat >= _WORTH_A_LOOK][:_MOST_LOOKS]
    return tuple(
        sorted((_confirmed(detector, image, px_per_mm, back) for back in worth), key=lambda back: -back.heat)
    )


def _confirmed(detector: Network, image: ByteArray, px_per_mm: float, back: BackSpot) -> BackSpot:
    (x, y), reach = back.centre, _AROUND * back.height
    height, width = image.shape[:2]
    part = (
        max(0, int(x - reach)),
        max(0, int(y - reach)),
        min(width, int(x + reach) + 1),
        min(height, int(y + reach) + 1),
    )
    scale = maps.USUAL_PX_PER_MM / px_per_mm * _ZOOM
    there = [
        other
        for other in find_in(detector, image, part, scale, _UNSEEN).backs
        if math.dist(other.centre, back.centre) < _SAME_BACK * back.height
    ]
    again = max(there, key=lambda other: other.heat, default=replace(back, heat=_UNSEEN))
    both = replace(
        back,
        centre=((x + again.centre[0]) / 2, (y + again.centre[1]) / 2),
        height=math.sqrt(back.height * again.height),
    )
    odds = (_logit(back.heat) + _logit(again.heat)) / 2
    if outline(image, both, px_per_mm) < _LEAST_EDGE:
        odds -= _WITHOUT_OUTLINE
    return replace(both, heat=1.0 / (1.0 + math.exp(-odds)))


def outline(image: ByteArray, back: BackSpot, px_per_mm: float) -> float:
    """Return how much of the worst of its four edges is seen about where a back is said to lie, 0..1: how many points
    of it show a change of colour, and how alike these changes are.
    """
    up = np.array(back.up)
    right = np.array([-up[1], up[0]])
    long, short = back.height / 2, back.height * _CARD_RATIO / 2
    away = np.arange(-_ASTRAY_MM, _ASTRAY_MM + _STEP_MM / 2, _STEP_MM) * px_per_mm
    across = _ACROSS_MM * px_per_mm
    worst = 1.0
    for out, reach, along, half in (
        (up, long, right, short),
        (-up, long, right, short),
        (right, short, up, long),
        (-right, short, up, long),
    ):
        points = (
            np.array(back.centre)
            + out * reach
            + np.linspace(-_ALONG, _ALONG, _POINTS)[:, None] * half * along
        )
        shifted = np.concatenate([away - across, away + across])[:, None, None] * out + points
        seen = cv2.remap(
            image,
            shifted[..., 0].astype(np.float32),
            shifted[..., 1].astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ).astype(np.float32)
        change = seen[: len(away)] - seen[len(away) :]
        many = (largest(np.abs(change)) > _LEAST_CHANGE).mean(axis=1)
        lengths = np.linalg.norm(change, axis=2).mean(axis=1)
        alike = np.linalg.norm(change.mean(axis=1), axis=1) / (lengths + 4.0)
        worst = min(worst, float((many * alike).max()))
    return worst


def _logit(p: float) -> float:
    p = min(1 - 1e-4, max(1e-4, p))
    return math.log(p / (1 - p))
