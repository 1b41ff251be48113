"""Cards laid in rows on a photograph: which of what was found are cards, and the order in which one reads them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Pixel
from vision.printed.cut_out import Outline
from vision.printed.found_card import FoundCard
from vision.rows import in_rows

_SMALLEST, _LARGEST = 0.35, 2.8
"""Cards laid together are of one size: what is this much smaller or larger than most of them, in area, is none."""
_ENOUGH = 4
_LEAST_PRESENCE = 0.5
_MOST_SKEW = 0.08
"""A card seen at a slant of 30° from 800 mm is 4 % shorter at one end."""


def laid_cards(found: Sequence[FoundCard], markers: Sequence[Pixel] = ()) -> list[FoundCard]:
    """Return the cards as a person reads them, row by row from the upper left.

    Left out are what the picture's edge cuts off, what a marker of the table lies on (``markers``, px), and what is
    of quite another size than the others.
    """
    cards = [
        card
        for card in found
        if card.presence >= _LEAST_PRESENCE
        and not card.cut_off
        and not any(holds(card.outline, marker) for marker in markers)
    ]
    if len(cards) >= _ENOUGH:
        areas = [_area(card.outline.corners) for card in cards]
        usual = float(np.median(areas))
        cards = [
            card
            for card, area in zip(cards, areas, strict=True)
            if _SMALLEST * usual <= area <= _LARGEST * usual
        ]
    return [cards[number] for number in reading_order([card.outline for card in cards])]


def crooked(outlines: Sequence[Outline]) -> frozenset[int]:
    """Return the numbers of the outlines that cannot be right: opposite sides that differ, or another shape than the
    other cards have.
    """
    flat = {number: outline for number, outline in enumerate(outlines) if outline.shape == "rectangle"}
    if not flat:
        return frozenset()
    usual = float(np.median([outline.ratio for outline in flat.values()]))
    return frozenset(
        number
        for number, outline in flat.items()
        if _skew(outline) > _MOST_SKEW
        or (len(flat) >= _ENOUGH and abs(outline.ratio - usual) > _MOST_SKEW * usual)
    )


def _skew(outline: Outline) -> float:
    """By how much of their length opposite sides differ."""
    sides = np.hypot(*(np.roll(outline.corners, -1, axis=0) - outline.corners).T)
    differ = np.abs(sides[:2] - sides[2:]) / np.maximum(sides[:2], sides[2:])
    return float(differ.max())


def reading_order(outlines: Sequence[Outline]) -> list[int]:
    """Return the numbers of the outlines row by row from the upper left; the rows may be turned by up to 40°."""
    if not outlines:
        return []
    turn = _turn(outlines)
    middles = np.array([outline.corners.mean(axis=0) for outline in outlines])
    straight = middles @ np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    across = [np.hypot(*(outline.corners[1] - outline.corners[0])) for outline in outlines]
    rows = in_rows([(float(x), float(y)) for x, y in straight], float(np.median(across)))
    return [number for row in rows for number in row]


def holds(outline: Outline, at: Pixel) -> bool:
    """Whether a place (px) lies within an outline."""
    corners = outline.corners
    sides, away = np.roll(corners, -1, axis=0) - corners, np.array(at) - corners
    cross = sides[:, 0] * away[:, 1] - sides[:, 1] * away[:, 0]
    return bool(np.all(cross >= 0) or np.all(cross <= 0))


def _turn(outlines: Sequence[Outline]) -> float:
    """By how much the rows are turned, radians: by as much as most of the cards' sides are, modulo a quarter turn."""
    angles = []
    for outline in outlines:
        if outline.shape == "round":
            continue
        side = outline.corners[1] - outline.corners[0]
        angles.append(math.atan2(side[1], side[0]) % (math.pi / 2))
    if not angles:
        return 0.0
    # Four times the angle: a quarter turn is none then, and what lies around zero does not average to 45°.
    fourfold = np.exp(4j * np.array(angles)).sum()
    return float(np.angle(fourfold) / 4)


def _area(corners: NDArray[np.float64]) -> float:
    x, y = corners.T
    return abs(float(0.5 * np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))))
