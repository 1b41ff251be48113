"""Which of the cards that were found lie there, where cards lie in no order on a board that is printed itself."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from calibration.geometry import Point
from vision.eyes.bare_places import BarePlaces
from vision.printed.cut_out import Outline
from vision.printed.enrolled_box import Comparison
from vision.printed.found_card import FoundCard
from vision.printed.reader import PrintedReading
from vision.printed.spread import LaidThere
from vision.printed.told_card import ToldCard
from vision.rectify import RectifiedZone
from vision.watched_zone import WatchedZone

PX_PER_MM, MARGIN_MM = 3.0, 30.0
BOARD = WatchedZone("board", 0.0, 0.0, 240.0, 150.0, "east", spread=True)
CARD_MM = (56.0, 87.0)
LETTER, CARD = (20.0, 30.0), (90.0, 30.0)
"""Where the upper left corner of a letter's place lies, and of a card, mm."""


def px(x_mm: float, y_mm: float) -> tuple[int, int]:
    return round((x_mm + MARGIN_MM) * PX_PER_MM), round((y_mm + MARGIN_MM) * PX_PER_MM)


def board(*cards: tuple[float, float], shadow: float = 1.0, light: float = 1.0) -> RectifiedZone:
    """A board with a large letter, as it is cut out; cards that lie there, and a soft shadow on its left half."""
    size = (round((240 + 2 * MARGIN_MM) * PX_PER_MM), round((150 + 2 * MARGIN_MM) * PX_PER_MM))
    picture = np.full((size[1], size[0], 3), (100, 115, 120), np.uint8)
    cv2.putText(picture, "C", px(LETTER[0], LETTER[1] + 80), cv2.FONT_HERSHEY_DUPLEX, 10.0, (25, 30, 20), 30)
    for x, y in cards:
        cv2.rectangle(picture, px(x, y), px(x + CARD_MM[0], y + CARD_MM[1]), (205, 215, 220), -1)
    across = np.arange(size[0]) / PX_PER_MM - MARGIN_MM
    shade = 1.0 - (1.0 - shadow) / (1.0 + np.exp((across - 85.0) / 12.0))
    noise = np.random.default_rng(1).normal(0.0, 1.5, picture.shape)
    seen = picture * light * shade[None, :, None] + noise
    return RectifiedZone(np.clip(seen, 0, 255).astype(np.uint8), Point(-MARGIN_MM, -MARGIN_MM), PX_PER_MM)


def card(at: tuple[float, float], score: float = 0.4, presence: float = 0.94, same: float = -6.0) -> ToldCard:
    corners = np.array(
        [px(at[0] + x, at[1] + y) for x, y in ((0, 0), (56, 0), (56, 87), (0, 87))], np.float64
    )
    outline, one = Outline(corners), np.zeros(2, np.float32)
    reading = PrintedReading("AB", score, (("AB", score),), presence, outline)
    return ToldCard(
        FoundCard(outline, 1.0, 1.0, False), Comparison(one, one, one, same, outline, None), 1.0, reading
    )


def laid(cut: RectifiedZone) -> LaidThere:
    """What lies on the board, of which it is known how it looks when it is bare."""
    places = BarePlaces(MARGIN_MM)
    places.lay_out([BOARD])
    places.remember({"board": board()})
    return LaidThere.seen(places, cut, BOARD)


def there(cut: RectifiedZone, found: Sequence[ToldCard]) -> list[bool]:
    """Which of the cards that were found lie there."""
    told = laid(cut).spread_out(found)
    return [any(one is other for other in told) for one in found]


def test_a_letter_of_the_board_in_a_shadow_is_no_nameless_card() -> None:
    """Film 444 of Change Horses."""
    found = [card(LETTER), card(CARD)]
    assert there(board(CARD, shadow=0.7), found) == [False, True]


ROW = [(CARD[0] - CARD_MM[0], CARD[1]), CARD, (CARD[0] + CARD_MM[0], CARD[1])]


@pytest.mark.parametrize("light", [1.0, 0.3])
def test_nameless_cards_that_touch_each_other_are_there(light: float) -> None:
    assert there(board(*ROW, light=light), [card(at) for at in ROW]) == [True] * 3


def test_cards_beside_those_that_were_told_are_looked_for_and_a_shadow_is_not() -> None:
    """Film 264 of Racko: one card of a rack laid flat was told surely, and nobody looked for the other nine."""
    whole = [card(at, 0.99, 1.0) for at in ROW]
    assert laid(board(*ROW)).shows_more(whole[1:2], CARD_MM)
    assert not laid(board(*ROW)).shows_more(whole, CARD_MM)
    assert not laid(board(CARD, shadow=0.7)).shows_more(whole[1:2], CARD_MM)


def test_a_card_that_is_told_surely_needs_no_edges() -> None:
    assert there(board(shadow=0.7), [card(LETTER, 0.99, 1.0)]) == [True]


def test_a_pale_card_on_a_pale_table_is_there_where_its_print_is_that_of_its_name() -> None:
    """Film 496: white cards on white, almost without an edge, were told with 0.93 and left out."""
    assert there(board(shadow=0.7), [card(LETTER, 0.7, 1.0, same=4.6)]) == [True]
