"""Cards of which only bands were found: what lies between them is as dark, or as light, as the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.printed.cut_out import Float64Array, Outline
from vision.printed.found_card import FoundCard

_FEWEST, _MOST = 2, 3
"""So many bands make a card."""
_MOST_FOUND = 12
"""Of more parts than so nobody can tell which belong together."""
_ACROSS = 0.92
"""A band reaches over such a share of the card."""
_OVER_ALL = 0.4
"""The bands are such a share of the card, at least."""
_IN_COMMON = 0.1
"""Bands of one card have no more of the smaller in common."""


def put_together(found: Sequence[FoundCard], is_card: Callable[[Outline], bool]) -> list[FoundCard]:
    """Return the cards that found parts make: bands one beside the other, as wide as their card, whose common outline
    ``is_card``; the one with most bands of those that share any.
    """
    parts = [one for one in found if one.outline.shape == "rectangle"]
    if len(parts) > _MOST_FOUND:
        return []
    whole: list[FoundCard] = []
    used: list[FoundCard] = []
    for bands in _sets_of(parts):
        card = None if any(band in used for band in bands) else _card_of(bands)
        if card is not None and is_card(card.outline):
            whole.append(card)
            used += bands
    return whole


def _sets_of(parts: Sequence[FoundCard]) -> Iterator[tuple[FoundCard, ...]]:
    for count in reversed(range(_FEWEST, _MOST + 1)):
        yield from combinations(parts, count)


def _card_of(bands: Sequence[FoundCard]) -> FoundCard | None:
    """The rectangle about these parts, if they are bands of it."""
    corners = [np.asarray(one.outline.corners, np.float32) for one in bands]
    areas = [float(cv2.contourArea(one)) for one in corners]
    for (one, area), (other, its) in combinations(zip(corners, areas, strict=True), 2):
        common, _ = cv2.intersectConvexConvex(one, other)
        if common > _IN_COMMON * min(area, its):
            return None
    around = _from_a_short_side(cv2.boxPoints(cv2.minAreaRect(np.concatenate(corners))))
    if sum(areas) < _OVER_ALL * float(cv2.contourArea(around.astype(np.float32))):
        return None
    if not any(all(_reach(one, side) > _ACROSS for one in corners) for side in (around[:2], around[1:3])):
        return None
    middle: Float64Array = around.mean(axis=0)
    return FoundCard(
        Outline(around),
        min(one.presence for one in bands),
        min(one.agreement for one in bands),
        any(one.cut_off for one in bands),
        middle,
    )


def _from_a_short_side(corners: NDArray[Any]) -> Float64Array:
    """Corners of a rectangle, clockwise, as those of an outline."""
    first, second = np.hypot(*(corners[1:3] - corners[:2]).T)
    return np.asarray(np.roll(corners, -1 if first > second else 0, axis=0), np.float64)


def _reach(corners: NDArray[Any], side: Float64Array) -> float:
    """How much of a side, px (2, 2), lies along a part."""
    along = side[1] - side[0]
    return float(np.ptp(corners @ along)) / max(1e-6, float(along @ along))
