"""How often a picture is looked at, and which look counts: the network is a stand-in."""

import numpy as np
import pytest

from vision.printed.cut_out import Outline
from vision.printed.enrolment import of_box
from vision.printed.finding import CardFinder
from vision.printed.found_card import FoundCard

PICTURE = np.full((1000, 1600, 3), 90, np.uint8)


class Seen:
    """What one look shows."""

    def __init__(self, cards: list[FoundCard]) -> None:
        self._cards = cards

    def cards(self) -> list[FoundCard]:
        return self._cards


class Looking(CardFinder):
    """Sees at each size of the picture what a test says, and keeps in mind at which sizes it looked."""

    def __init__(self, at: dict[int, list[FoundCard]]) -> None:
        self._at, self.looks = at, list[int]()

    def _look(self, image: object, long_px: int) -> Seen:  # type: ignore[override]
        self.looks.append(long_px)
        return Seen(self._at.get(long_px, []))


def lying(count: int, short: float, round_ones: bool = False) -> list[FoundCard]:
    boxes = [of_box((20 + 150 * at, 300, 20 + 150 * at + short, 300 + 1.5 * short)) for at in range(count)]
    return [
        FoundCard(Outline(one.corners, "round" if round_ones else "rectangle"), 0.99, 0.97, False)
        for one in boxes
    ]


@pytest.mark.parametrize(("count", "short"), [(10, 90), (10, 40), (2, 120)])
def test_cards_that_are_alike_or_large_are_not_looked_at_again(count: int, short: float) -> None:
    finder = Looking({640: lying(count, short)})
    assert len(finder.find(PICTURE)) == count
    assert finder.looks == [320, 640]


def test_round_cards_have_no_size_to_differ_in() -> None:
    finder = Looking({640: lying(8, 90, round_ones=True)})
    assert len(finder.find(PICTURE)) == 8
    assert finder.looks == [320, 640]


@pytest.mark.parametrize("near", [0, 1, 2, 5])
def test_a_few_small_cards_are_looked_at_from_nearby_and_none_is_lost(near: int) -> None:
    finder = Looking({640: lying(2, 50), 1280: lying(near, 50)})
    assert len(finder.find(PICTURE)) == max(2, near)
    assert finder.looks == [320, 640, 1280]


def test_where_nothing_was_found_it_is_looked_for_from_nearby() -> None:
    assert len(Looking({1280: lying(3, 40)}).find(PICTURE)) == 3


def test_a_small_picture_is_not_enlarged() -> None:
    finder = Looking({640: lying(2, 20)})
    finder.find(np.ascontiguousarray(PICTURE[:400, :640]))
    assert finder.looks == [320, 640]
