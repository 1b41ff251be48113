"""What stands on a card of a box of numbers, weighed with what its print is like; of prints that no training saw."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.filmed.drawn_boxes import drawn_box, shown_box
from companion.sighting import BACK
from tests.vision.printed.test_numbers import lying, plain
from vision.printed.cut_out import ByteArray, Float64Array
from vision.printed.enrolled_box import LOOK_SIZE, CardLook, EnrolledBox
from vision.printed.finding import CardFinder
from vision.printed.number_places import NUMBERS
from vision.printed.numbers import NumberReader
from vision.printed.reader import PrintedReader
from vision.printed.standing_number import StandingNumber, numbers_of
from vision.scene.printed_table import table_photograph

LABELS = (*map(str, range(1, 61)), BACK)
PRINT = 104


@pytest.fixture(scope="module")
def standing() -> StandingNumber:
    shown = numbers_of(LABELS)
    assert shown is not None
    return StandingNumber(shown, NumberReader())


def says(standing: StandingNumber, card: ByteArray) -> Float64Array:
    image, (found,) = lying(card)
    return standing.says(image, found.outline)


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (("7", BACK, "60"), (7, NUMBERS, 60)),
        (("7", "red 7"), None),
        (("7", "100"), None),
        (("7", "²"), None),
        ((BACK,), None),
    ],
)
def test_a_box_of_numbers_has_numbers_and_backs_only(
    labels: tuple[str, ...], shown: tuple[int, ...] | None
) -> None:
    assert numbers_of(labels) == shown


@pytest.mark.parametrize("label", ["8", "34", "57", BACK])
def test_what_stands_on_a_card_speaks_for_it_against_every_other(
    standing: StandingNumber, label: str
) -> None:
    box = drawn_box("racko", 1)
    told = says(standing, box.back if label == BACK else box.cards[label])
    right = LABELS.index(label)
    others = np.delete(told[:-1], right)
    assert told[right] > 2 * others.max() and told[right] > told[-1]


def box_of(**shown: ByteArray) -> EnrolledBox:
    looks = tuple(
        CardLook(label.removeprefix("n"), 1, np.asarray(cv2.resize(card, LOOK_SIZE), np.uint8))
        for label, card in shown.items()
    )
    return EnrolledBox("box", "2026-01-01", "rectangle", 0.67, looks)


def test_what_stands_on_cards_counts_where_their_names_are_read_on_them() -> None:
    cards = drawn_box("racko", 1).cards
    reader = NumberReader()
    named = box_of(n34=cards["34"], n57=cards["57"], n21=cards["21"])
    numbered = box_of(n1=cards["34"], n2=cards["57"], n3=cards["21"])
    assert StandingNumber.of(named, lambda: reader) is not None
    assert StandingNumber.of(numbered, lambda: reader) is None


def test_a_number_that_the_box_has_not_speaks_for_a_stranger(standing: StandingNumber) -> None:
    told = says(standing, drawn_box("racko", 1).cards["34"])
    partly = StandingNumber(tuple(range(1, 34)), NumberReader())
    seen = says(partly, drawn_box("racko", 1).cards["34"])
    assert seen[-1] > seen[:-1].max()
    assert told[-1] < 0.1 * told[33]


def test_a_six_that_may_be_a_nine_speaks_for_both(standing: StandingNumber) -> None:
    told = says(standing, plain("6"))
    six, nine = told[5], told[8]
    assert 0.1 < six / nine < 10 and min(six, nine) > 2 * np.delete(told[:60], [5, 8]).max()


def test_a_card_on_which_nothing_can_be_read_speaks_hardly_for_its_back(standing: StandingNumber) -> None:
    told = says(standing, np.full((300, 200, 3), 180, np.uint8))
    numbers = told[:60]
    assert numbers.max() < 1.5 * numbers.min()
    assert told[60] < 10 * numbers.min()


def test_numbers_that_are_nearly_alike_are_told_more_surely_than_by_their_print_alone() -> None:
    box = drawn_box("racko", PRINT)
    known = ["6", "9", "16", "19", "60", "46", "48", "18", "13", "8", "3", "38"]
    finder = CardFinder()
    reader = PrintedReader(shown_box(box, PRINT, finder, [*known, BACK]), finder=finder)
    photograph = table_photograph(box, known, 7)
    noise = np.random.default_rng(5).normal(0, 3, photograph.picture.shape)
    noisy = np.clip(photograph.picture + noise, 0, 255).astype(np.uint8)

    def scores() -> list[float]:
        told = {one.label: one.score for one in reader.read(noisy)}
        return [told.get(label, 0.0) for label in known]

    both = scores()
    reader._number = None
    alone = scores()
    assert sum(score >= 0.97 for score in both) > sum(score >= 0.97 for score in alone)
    assert sum(both) > sum(alone)


def test_dim_cards_are_told_surely() -> None:
    """With the certainty before 1 December five of these twelve were, by their print alone three."""
    box = drawn_box("racko", PRINT)
    known = [str(number) for number in range(31, 43)]
    finder = CardFinder()
    reader = PrintedReader(shown_box(box, PRINT, finder, [*known, BACK]), finder=finder)
    photograph = table_photograph(box, known, 7)
    noise = np.random.default_rng(5).normal(0, 6, photograph.picture.shape)
    dim = np.clip(photograph.picture * 0.3 + noise, 0, 255).astype(np.uint8)
    told = {one.label: one.score for one in reader.read(dim)}
    assert sum(told.get(label, 0.0) >= 0.97 for label in known) >= 10
