"""Figures on a card: which of them make one number, which way up it stands, and what the places say together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision.network import FloatArray
from vision.printed.figures import NONE, TOLD, WAYS
from vision.printed.marks import CROP, Box, Mark
from vision.printed.number_places import NumberPlace, lying_box, places_of, upright_box
from vision.printed.numbers import evidence, gathered

SIZE = (160, 256)
UPSIDE_DOWN = {0: 0, 8: 8, 6: 9, 9: 6}
HIGH = 40


def mark(box: Box) -> Mark:
    return Mark(box, np.zeros((2, CROP, CROP), np.uint8))


def seen(*figures: tuple[str, Box], way: int = 0) -> tuple[list[Mark], FloatArray]:
    """Marks of a card, each a figure that stands turned by ``way`` quarters, or anything else (""), and what a
    network that is never wrong says of them.
    """
    shares = np.zeros((len(figures), WAYS, TOLD), np.float32)
    shares[:, :, NONE] = 1.0
    for at, (figure, _) in enumerate(figures):
        ways = {} if not figure else {way: int(figure)}
        if figure and int(figure) in UPSIDE_DOWN:
            ways[(way + 2) % WAYS] = UPSIDE_DOWN[int(figure)]
        for turned, told in ways.items():
            shares[at, turned, NONE], shares[at, turned, told] = 0.02, 0.98
    return [mark(lying_box(box, SIZE, way)) for _, box in figures], shares


def number(text: str, left: int, top: int, high: int = HIGH) -> list[tuple[str, Box]]:
    wide = round(0.6 * high)
    return [(figure, (left + at * round(0.75 * high), top, wide, high)) for at, figure in enumerate(text)]


def bar(left: int, top: int, wide: int) -> tuple[str, Box]:
    return ("", (left, top, wide, 4))


def told(marks: tuple[list[Mark], FloatArray], numbers: Sequence[int] | None = None) -> dict[int, float]:
    found: list[NumberPlace] = places_of(*marks, SIZE)
    shares = evidence(gathered(found, SIZE), numbers).shares
    return {int(at): float(shares[at]) for at in np.argsort(-shares)[:4] if shares[at] > 0.05}


def likeliest(marks: tuple[list[Mark], FloatArray], numbers: Sequence[int] | None = None) -> int | None:
    found = told(marks, numbers)
    return max(found, key=lambda one: found[one]) if found else None


@pytest.mark.parametrize("way", range(WAYS))
def test_a_box_turned_back_and_again_is_the_same(way: int) -> None:
    box = (10, 30, 20, 44)
    assert lying_box(upright_box(box, SIZE, way), SIZE, way) == box


@pytest.mark.parametrize("way", range(WAYS))
def test_two_figures_on_one_line_are_one_number_whichever_way_the_card_lies(way: int) -> None:
    assert likeliest(seen(*number("27", 40, 60), way=way)) == 27


def test_figures_that_stand_far_apart_or_differ_in_height_are_numbers_of_their_own() -> None:
    places = places_of(*seen(*number("2", 10, 60), *number("7", 110, 60)), SIZE)
    assert sorted(int(one.shares.argmax()) for one in places) == [2, 7]
    places = places_of(*seen(*number("2", 40, 60), *number("7", 72, 72, high=20)), SIZE)
    assert {one.figures for one in places} == {1}


def test_two_numbers_in_a_row_are_not_taken_for_another_one() -> None:
    places = places_of(*seen(*number("38", 10, 60, 30), *number("38", 66, 60, 30)), SIZE)
    assert [int(one.shares.argmax()) for one in places if one.way == 0] == [38, 38]


def test_a_figure_beside_a_number_is_no_number() -> None:
    places = places_of(*seen(*number("245", 20, 60)), SIZE)
    assert all(one.figures == 2 for one in places)


def test_a_six_and_a_nine_are_told_apart_by_the_bar() -> None:
    both = told(seen(*number("6", 60, 60)))
    assert set(both) == {6, 9} and both[6] == pytest.approx(both[9])
    assert likeliest(seen(*number("6", 60, 60), bar(58, 106, 28))) == 6
    assert likeliest(seen(*number("6", 60, 60), bar(58, 50, 28))) == 9


def test_what_the_box_has_tells_which_way_up() -> None:
    assert set(told(seen(*number("19", 40, 60)))) >= {19}
    marks = seen(*number("68", 40, 60))
    assert set(told(marks)) == {68, 89}
    assert likeliest(marks, range(1, 70)) == 68


def test_several_places_outvote_one_that_was_misread() -> None:
    marks, shares = seen(*number("35", 20, 20), *number("35", 90, 90), *number("38", 20, 180))
    assert likeliest((marks, shares)) == 35


def test_a_figure_whose_neighbour_was_not_found_does_not_speak_against_the_number() -> None:
    assert likeliest(seen(*number("35", 20, 20), *number("5", 90, 180))) == 35


def test_a_card_without_figures_tells_no_number() -> None:
    found = evidence([])
    assert found.shares.sum() == 0.0 and found.way is None
