"""A card that lies alone, or among few, on its photograph: no other card there says how large it is, but the other
cards of its box tell how wide it is for its length, and a box that somebody drew around it where it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import cv2
import numpy as np

from vision.printed.boxed_cards import common_share, edges_along
from vision.printed.cut_out import ByteArray, Outline
from vision.printed.found_card import FoundCard
from vision.printed.labelled import Box
from vision.printed.outlines import sharpened

LEAST_ALIKE = 4
"""So many cards tell the ratio of a box at least."""
_AGREE, _MOST = 0.05, 0.6
_LONG_PX, _BESIDE, _SAME_PLACE = (70, 100, 140, 190), 1.0, 0.55
"""Of a card that fills its picture the network tells parts, for it learnt from cards as long as these: each is looked
at with so much beside it, in lengths of the card, and counts that has so much in common with the box.
"""
_REACH = 0.03
"""The sides of an outline are drawn to the edges so near, as a share of its short side."""
_FRAMES = np.arange(0.02, 0.125, 0.01)
"""So far within the edge of a card a frame is printed, as shares of the short side."""
_RATIO_OFF, _BOX_OFF = 0.07, 0.06
"""By how much the ratio is off on a photograph taken at a slant, and all sides of a drawn box together, as a share of
its short side.
"""
_NOISE = 5.0
"""So many levels of an edge are noise."""
_STRONG, _OUTERMOST = 0.5, 2.0
"""A printed frame is often a stronger edge than the card's own: where no box was drawn an edge half as strong as the
strongest counts as much, and the larger one of two more.
"""


class Looks(Protocol):
    """Finds cards in a picture, uint8 BGR (h, w, 3), made so many px long."""

    def look(self, image: ByteArray, long_px: int) -> Sequence[FoundCard]:
        """Return the cards, outlines in px of the picture."""


def agreed_ratio(outlines: Sequence[Outline]) -> float | None:
    """Return the short side of a box's cards by the long one, if most of these outlines of its cards agree on it."""
    ratios = np.array([min(one.ratio, 1 / one.ratio) for one in outlines if one.shape == "rectangle"])
    usual = float(np.median(ratios)) if len(ratios) else 1.0
    alike = np.count_nonzero(np.abs(ratios / usual - 1.0) < _AGREE)
    return usual if alike >= max(LEAST_ALIKE, _MOST * len(outlines)) else None


def in_its_box(picture: ByteArray, told: Outline, box: Box, ratio: float, finder: Looks) -> Outline:
    """Return where a card of this ratio lies in a picture, uint8 BGR, around which a box was drawn: as ``told``, or
    as looks from farther away show it, these also stretched to the box; whichever has strong edges, nearly that
    ratio, and fills the box. What reaches the picture's edge stays as it is.
    """
    height, width = picture.shape[:2]
    if told.shape == "round" or min(box[0], box[1], width - 1 - box[2], height - 1 - box[3]) <= 0:
        return told
    soft = _soft(picture)
    short = min(box[2] - box[0], box[3] - box[1])

    def likely(outline: Outline) -> float:
        apart = float(np.hypot.reduce(np.array(outline.box) - np.array(box))) / short
        edge = np.log(edges_along(soft, outline) + _NOISE)
        return float(edge) - _off(outline, ratio) - (apart / _BOX_OFF) ** 2 / 2

    tried = [told]
    for one in (told, *_from_farther(picture, box, finder)):
        stretched = into(one, box)
        tried += [one, stretched, _drawn_to_edges(picture, stretched)]
    return max(tried, key=likely)


def of_ratio(picture: ByteArray, told: Outline, ratio: float) -> Outline:
    """Return where a card of this ratio lies in a picture, uint8 BGR, of which nothing else is known than what was
    found: the largest outline about it that has strong edges and nearly that ratio.
    """
    if told.shape == "round":
        return told
    soft = _soft(picture)
    tried = [told, *(_drawn_to_edges(picture, one) for one in _larger(told, ratio))]
    strength = np.array([edges_along(soft, one) for one in tried])
    edge = np.log(np.minimum(strength, _STRONG * strength.max()) + _NOISE)
    areas = np.array([cv2.contourArea(one.corners.astype(np.float32)) for one in tried])
    off = np.array([_off(one, ratio) for one in tried])
    return tried[int(np.argmax(edge - off + _OUTERMOST * np.log(areas)))]


def _soft(picture: ByteArray) -> ByteArray:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)


def _off(outline: Outline, ratio: float) -> float:
    """How unlikely an outline is that of a card of this ratio: the negative logarithm of its chance."""
    return float((np.log(outline.ratio / ratio) / _RATIO_OFF) ** 2 / 2)


def _from_farther(picture: ByteArray, box: Box, finder: Looks) -> Iterator[Outline]:
    """What looks from farther away show in a box."""
    x0, y0, x1, y1 = box
    long = max(x1 - x0, y1 - y0)
    beside = _BESIDE * long
    left, top = max(0, int(x0 - beside)), max(0, int(y0 - beside))
    near = picture[top : int(y1 + beside) + 1, left : int(x1 + beside) + 1]
    for long_px in _LONG_PX:
        for one in finder.look(near, round(max(near.shape[:2]) * long_px / long)):
            outline = Outline(one.outline.corners + np.array([left, top]), one.outline.shape)
            if outline.shape == "rectangle" and common_share(outline.box, box) > _SAME_PLACE:
                yield outline


def _larger(outline: Outline, ratio: float) -> Iterator[Outline]:
    """An outline with more on every side, where it is a printed frame; or longer or wider so that its sides have this
    ratio, where two of its sides are right, or three.
    """
    corners = outline.corners
    across = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    along = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    wide, high = float(np.hypot(*across)), float(np.hypot(*along))

    def with_more(left: float, top: float, right: float, bottom: float) -> Outline:
        at = np.array([(-left, -top), (right, -top), (right, bottom), (-left, bottom)])
        return Outline(corners + at @ np.stack([across / wide, along / high]))

    for share in _FRAMES:
        yield with_more(*(share * wide,) * 4)
    longer, wider = wide / ratio - high, ratio * high - wide
    for share in (0.0, 0.5, 1.0):
        yield with_more(0.0, share * longer, 0.0, (1 - share) * longer)
        yield with_more(share * wider, 0.0, (1 - share) * wider, 0.0)


def _drawn_to_edges(picture: ByteArray, outline: Outline) -> Outline:
    sides = np.hypot(*(outline.corners[1:3] - outline.corners[:2]).T)
    return sharpened(picture, outline, _REACH * float(sides.min()))


def into(outline: Outline, box: Box) -> Outline:
    """Return an outline stretched so that it fills a box: a printed frame was taken for the edge, or it ran off the
    card.
    """
    x0, y0, x1, y1 = outline.box
    scale = np.array([(box[2] - box[0]) / (x1 - x0), (box[3] - box[1]) / (y1 - y0)])
    return Outline((outline.corners - (x0, y0)) * scale + (box[0], box[1]), outline.shape)
