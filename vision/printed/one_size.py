"""Cards of one box are of one size: an outline that took a printed frame for the edge, or ran off a card, is put
right by what the others of the picture say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.printed.cut_out import ByteArray, Float64Array, Outline
from vision.printed.found_card import FoundCard

_LEAST_GOOD = 4
_GOOD_AGREEMENT = 0.92
_MOST_SPREAD = 0.035
"""Sizes that differ by more among themselves say nothing: the cards lie at a slant, each turned otherwise."""
_LEAST_OFF, _MOST_OFF = 0.035, 0.4
_PROBES = 24
_ACROSS_PX = (-2.0, -1.0, 0.0, 1.0, 2.0)


def of_one_size(image: ByteArray, cards: Sequence[FoundCard]) -> list[FoundCard]:
    """Return the cards found in a picture, uint8 BGR, those put right that differ in size from all the others."""
    good = [
        one
        for one in cards
        if one.agreement > _GOOD_AGREEMENT and not one.cut_off and one.outline.shape == "rectangle"
    ]
    if len(good) < _LEAST_GOOD:
        return list(cards)
    sizes = np.array([_size(one.outline) for one in good])
    usual = np.median(sizes, axis=0)
    near = sizes[(np.abs(np.log(sizes / usual)) < 0.25).all(axis=1)]
    if len(near) < max(_LEAST_GOOD, 0.6 * len(good)):
        return list(cards)
    usual = np.median(near, axis=0)
    if float(np.median(np.abs(np.log(near / usual)), axis=0).max()) > _MOST_SPREAD:
        return list(cards)
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), 1.0), np.uint8)
    return [_put_right(soft, one, usual) for one in cards]


def _size(outline: Outline) -> Float64Array:
    """The mean short side and the mean long side, px."""
    sides = np.hypot(*(np.roll(outline.corners, -1, axis=0) - outline.corners).T)
    return np.array([sides[0] + sides[2], sides[1] + sides[3]]) / 2


def _put_right(picture: ByteArray, card: FoundCard, usual: Float64Array) -> FoundCard:
    off = np.abs(np.log(_size(card.outline) / usual))
    if card.cut_off or card.outline.shape == "round" or not _LEAST_OFF < off.max() < _MOST_OFF:
        return card
    corners = card.outline.corners
    across = corners[1] - corners[0] + corners[2] - corners[3]
    along = corners[3] - corners[0] + corners[2] - corners[1]
    across, along = across / np.hypot(*across), along / np.hypot(*along)
    middle = corners.mean(axis=0)
    for axis, other, number in ((across, along, 0), (along, across, 1)):
        have, want = float(_size(card.outline)[number]), float(usual[number])
        if abs(np.log(have / want)) <= _LEAST_OFF:
            continue
        # One side is where it should be, or both are as far off.
        tries = [shift * (want - have) / 2 for shift in (-1.0, 0.0, 1.0)]
        width = float(usual[1 - number])
        middle = middle + axis * max(
            tries,
            key=lambda shift: sum(
                _edge(picture, middle + axis * (shift + side * want / 2), other * width, axis)
                for side in (-1, 1)
            ),
        )
    half, long = across * usual[0] / 2, along * usual[1] / 2
    placed = np.stack(
        [middle - half - long, middle + half - long, middle + half + long, middle - half + long]
    )
    return replace(card, outline=Outline(placed))


def _edge(picture: ByteArray, at: Float64Array, side: Float64Array, normal: Float64Array) -> float:
    """How strong an edge a picture shows along a side whose middle and length are given."""
    shares = np.linspace(-0.38, 0.38, _PROBES)
    points = at + shares[:, None, None] * side + np.array(_ACROSS_PX)[None, :, None] * normal
    strip = cv2.remap(
        picture,
        points[..., 0].astype(np.float32),
        points[..., 1].astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float32)
    return float(np.abs(strip[:, 3:].mean(axis=1) - strip[:, :2].mean(axis=1)).sum(axis=1).mean())
