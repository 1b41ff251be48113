"""Photographs of printed cards show what their truth says, where it says so."""

import json

import cv2
import numpy as np
import pytest

from companion.games import brought
from vision.scene.game_box import GameBox
from vision.scene.game_prints import print_box
from vision.scene.printed_table import (
    PrintedPhotograph,
    SeenPrint,
    enrolment_photographs,
    rack_photograph,
    table_photograph,
)


@pytest.fixture(scope="module")
def racko() -> GameBox:
    return print_box("racko", json.loads(brought("racko", "prints.json") or ""), 4)


@pytest.fixture(scope="module")
def horses() -> GameBox:
    return print_box("change_horses", json.loads(brought("change_horses", "prints.json") or ""), 2)


def _straight(photograph: PrintedPhotograph, card: SeenPrint, size: tuple[int, int]) -> np.ndarray:
    width, height = size
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(card.corners.astype(np.float32), target)
    return cv2.warpPerspective(photograph.picture, matrix, (width, height), flags=cv2.INTER_AREA)


def _alike(one: np.ndarray, other: np.ndarray) -> float:
    """The correlation of two pictures; light and its colour do not count for much."""
    return float(np.corrcoef(one.ravel().astype(float), other.ravel().astype(float))[0, 1])


def _shows_what_it_says(photograph: PrintedPhotograph, box: GameBox) -> None:
    for card in photograph.cards:
        size = (64, 96) if box.size_mm[0] <= box.size_mm[1] else (96, 64)
        seen = _straight(photograph, card, size)
        likeness = {
            label: _alike(seen, cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
            for label, picture in box.cards.items()
        }
        # Certificates of two reddish horses are nearly alike in a warm light: what is asked is the place.
        assert likeness[card.label] > max(0.7, max(likeness.values()) - 0.04)
        assert likeness[card.label] > _alike(seen[::-1, ::-1], cv2.resize(box.cards[card.label], size))


def test_a_box_is_shown_once_in_rows_of_whole_cards(horses: GameBox) -> None:
    photographs = enrolment_photographs(horses, 1)
    assert len(photographs) == 4
    assert [card.label for one in photographs for card in one.cards] == list(horses.labels)
    for one in photographs:
        assert one.picture.dtype == np.uint8
        for card in one.cards:
            height, width = one.picture.shape[:2]
            x0, y0, x1, y1 = card.box
            assert card.visible == 1.0
            assert 0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height
    _shows_what_it_says(photographs[0], horses)


def test_sixty_cards_take_six_photographs_and_some_of_them_fewer(racko: GameBox) -> None:
    some = enrolment_photographs(racko, 2, racko.labels[:12])
    assert [len(one.cards) for one in some] == [10, 2]


def test_cards_lie_freely_where_the_truth_says(horses: GameBox) -> None:
    labels = ["AB", "DF", "wild", "3", "carrots_10", "C", "back"]
    photograph = table_photograph(horses, labels, 7)
    assert [card.label for card in photograph.cards] == labels
    assert all(card.visible == 1.0 for card in photograph.cards)
    faces = PrintedPhotograph(photograph.picture, photograph.cards[:-1])
    _shows_what_it_says(faces, horses)


def test_heaped_cards_hide_one_another(horses: GameBox) -> None:
    photograph = table_photograph(horses, horses.labels[:12], 5, heaped=True)
    seen = [card.visible for card in photograph.cards]
    assert seen[-1] == 1.0, "the last one lies on top"
    assert min(seen) < 0.95
    assert sum(share > 0.5 for share in seen) >= 9


def test_a_rack_lies_in_its_order_and_hides_hardly_anything(racko: GameBox) -> None:
    labels = [str(number) for number in (3, 6, 9, 17, 24, 31, 38, 45, 52, 60)]
    sides = set()
    for seed in range(6):
        photograph = rack_photograph(racko, labels, seed)
        assert [card.label for card in photograph.cards] == labels
        assert min(card.visible for card in photograph.cards) > 0.85
        middles = np.array([card.middle for card in photograph.cards])
        along = middles[-1] - middles[0]
        steps = np.diff(middles, axis=0) @ along / np.hypot(*along)
        assert (steps > 0).all(), "one after the other"
        sides.add(round(np.degrees(np.arctan2(along[1], along[0])) / 90) % 4)
    assert len(sides) >= 3, "it is seen from every side of the table"


def test_the_same_number_is_the_same_photograph(horses: GameBox) -> None:
    first, again = table_photograph(horses, ["AB", "wild"], 3), table_photograph(horses, ["AB", "wild"], 3)
    assert np.array_equal(first.picture, again.picture)
    other = table_photograph(horses, ["AB", "wild"], 4)
    assert first.picture.shape != other.picture.shape or (first.picture != other.picture).any()


def test_a_card_of_another_box_is_refused(horses: GameBox) -> None:
    with pytest.raises(ValueError, match="has no 17"):
        table_photograph(horses, ["17"], 1)
