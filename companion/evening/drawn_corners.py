"""A card's outline as somebody taps its four corners on the photograph: where the finder fails, or sees no card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.geometry import Pixel
from companion.evening.laid_cards import reading_order
from companion.evening.shown_photograph import TakenPhotograph, alike_pairs, cut_looks
from vision.printed.cut_out import Outline
from vision.printed.embedding import Prints
from vision.printed.found_card import FoundCard

CORNERS = 4
_LEAST_PX = 12.0
"""A side shorter than this shows no card."""


class NoOutline(ValueError):
    """Four places are not the corners of a card."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The corners that were tapped so far, px of the picture, of the card with this number; None: of a new one."""

    card: int | None
    corners: tuple[Pixel, ...] = ()


def outline_through(corners: Sequence[Pixel]) -> Outline:
    """Return the outline through four corners, tapped in any order. Raises NoOutline."""
    hull = cv2.convexHull(np.array(corners, np.float32))[:, 0].astype(np.float64)
    if len(hull) != CORNERS:
        raise NoOutline("one corner lies between the others")
    x, y = hull.T
    if float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) < 0:
        hull = hull[::-1]
    sides = np.hypot(*(np.roll(hull, -1, axis=0) - hull).T)
    if sides.min() < _LEAST_PX:
        raise NoOutline("a side is too short")
    outline = Outline(np.ascontiguousarray(hull))
    return outline if outline.ratio <= 1.0 else outline.turned(1)


def redrawn(taken: TakenPhotograph, card: int | None, outline: Outline, prints: Prints) -> TakenPhotograph:
    """Return the photograph with another outline of a card, or with one more card; what people said of the others
    stays.
    """
    cards = list(taken.seen.cards)
    number = len(cards) if card is None else card
    cards[number : number + 1] = [FoundCard(outline, 1.0, 1.0, False)]
    order = reading_order([one.outline for one in cards])
    seen = replace(taken.seen, cards=tuple(cards[place] for place in order))
    place_of = {old: new for new, old in enumerate(order)}
    told = tuple((place_of[old], label) for old, label in taken.names.told)
    read = taken.names.read
    moved = None if read is None else tuple((place_of[old], label) for old, label in read)
    looks = cut_looks(seen.picture.image, seen.cards)
    return TakenPhotograph(
        seen,
        taken.step,
        replace(taken.names, count=len(cards), told=told, read=moved),
        looks,
        prints.embed(looks),
        alike_pairs(looks, prints),
    )
