"""Which of the cards that were found lie there, where cards lie in no order."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry import Point
from vision.eyes.bare_places import EDGES_PX_PER_MM, LOOKED_AT_PX_PER_MM
from vision.printed.cut_out import Outline
from vision.printed.enrolled_box import Comparison
from vision.printed.found_card import FoundCard
from vision.printed.reader import PrintedReading
from vision.printed.spread import LaidThere
from vision.printed.told_card import ToldCard
from vision.rectify import RectifiedZone
from vision.watched_zone import WatchedZone

BOARD = WatchedZone("board", 0.0, 0.0, 200.0, 150.0, "east", spread=True)
CUT = RectifiedZone(np.zeros((150, 200, 3), np.uint8), Point(0.0, 0.0), 1.0)
OUTLINE = Outline(np.array([(60, 30), (116, 30), (116, 117), (60, 117)], np.float64))


def card(presence: float, score: float) -> ToldCard:
    one = np.zeros(2, np.float32)
    reading = PrintedReading("AB", score, (("AB", score),), presence, OUTLINE)
    return ToldCard(
        FoundCard(OUTLINE, 1.0, 1.0, False), Comparison(one, one, one, 0.0, OUTLINE, None), 1.0, reading
    )


def laid(edged: bool) -> LaidThere:
    """All of the board looks otherwise than bare, as in a shadow; with or without the edges of a card."""
    differs = np.ones((round(150 * LOOKED_AT_PX_PER_MM), round(200 * LOOKED_AT_PX_PER_MM)), np.uint8)
    edges = np.zeros((round(150 * EDGES_PX_PER_MM), round(200 * EDGES_PX_PER_MM)), np.uint8)
    if edged:
        edges[:] = 1
    return LaidThere(differs, CUT, BOARD, edges)


@pytest.mark.parametrize(
    ("presence", "score", "edged", "is_there"),
    [(0.94, 0.4, True, True), (0.94, 0.4, False, False), (1.0, 0.99, False, True)],
)
def test_without_edges_of_its_own_only_what_is_told_surely_is_a_card(
    presence: float, score: float, edged: bool, is_there: bool
) -> None:
    """Film 444 of Change Horses: in a shadow the letters of the board's name were nameless cards."""
    assert bool(laid(edged).spread_out([card(presence, score)])) is is_there
