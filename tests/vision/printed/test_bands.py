"""Cards of which only bands are found: their middle is as dark as the table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.geometry import Point
from vision.printed.bands import put_together
from vision.printed.cut_out import Outline
from vision.printed.finding import CardFinder
from vision.printed.found_card import FoundCard
from vision.printed.known_size import KnownSize
from vision.printed.zone_search import ZoneSearch
from vision.rectify import RectifiedZone

_MM = (62.0, 100.0)


def band(left: float, top: float, right: float, bottom: float) -> FoundCard:
    """A part with its short side first, clockwise."""
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if right - left > bottom - top:
        corners = [*corners[1:], corners[0]]
    return FoundCard(Outline(np.array(corners, np.float64)), 0.9, 0.95, cut_off=False)


def is_card(outline: Outline) -> bool:
    return KnownSize(0.62).may_be(outline, 1.0, 0.1)


@pytest.mark.parametrize("middle", [True, False])
def test_bands_that_make_the_shape_of_a_card_are_one(middle: bool) -> None:
    ends = [band(10, 10, 72, 34), band(10, 86, 72, 110)]
    found = [*ends, band(10, 34, 72, 86)] if middle else ends
    (card,) = put_together(found, is_card)
    assert card.outline.box == pytest.approx((10, 10, 72, 110), abs=0.5)
    short, long = np.hypot(*(card.outline.corners[1:3] - card.outline.corners[:2]).T)
    assert (short, long) == pytest.approx(_MM, abs=0.5)


@pytest.mark.parametrize(
    "found",
    [
        [band(10, 10, 72, 34), band(40, 86, 102, 110)],
        [band(10, 10, 72, 34), band(10, 36, 72, 60)],
        [band(10, 10, 72, 70), band(10, 50, 72, 110)],
    ],
    ids=["beside one another", "too short", "over one another"],
)
def test_what_makes_no_card_stays_parts(found: list[FoundCard]) -> None:
    assert put_together(found, is_card) == []


def test_a_card_with_a_black_middle_is_found_on_a_black_table() -> None:
    """Film 331: its white ends were found, and nothing of it was told until others had told the size."""
    picture = np.full((480, 432, 3), 26, np.uint8)
    cv2.rectangle(picture, (120, 96), (305, 396), (170, 175, 178), -1)
    cv2.rectangle(picture, (120, 169), (305, 323), (16, 14, 15), -1)
    for at in ((190, 150), (190, 375)):
        cv2.putText(picture, "34", at, cv2.FONT_HERSHEY_DUPLEX, 1.4, (20, 20, 20), 3, cv2.LINE_AA)
    cv2.putText(picture, "34", (160, 280), cv2.FONT_HERSHEY_DUPLEX, 2.6, (170, 175, 178), 5, cv2.LINE_AA)
    search = ZoneSearch(CardFinder())
    cut = RectifiedZone(picture, Point(0.0, 0.0), 3.0)
    cards = [card for way in search.ways(cut, KnownSize(0.62)) for card in way]
    assert cards
    for card in cards:
        assert card.outline.box == pytest.approx((120, 96, 305, 396), abs=6)
