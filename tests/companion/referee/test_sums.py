"""Zones in which only the sum of the printed numbers matters."""

from __future__ import annotations

from math import isclose

import pytest

from companion.referee.sums import summed
from companion.sighting import BACK, EMPTY, UNREADABLE, Sighting, Slot, ZoneReading

PURSE = frozenset({"purse"})


def lying(*slots: dict[str, float], zone: str = "purse") -> Sighting:
    return Sighting(1, 1000, {zone: ZoneReading(tuple(map(Slot, slots)), "whole")})


def shown(*slots: dict[str, float]) -> dict[str, float]:
    (slot,) = summed(lying(*slots), PURSE).zones["purse"].slots
    assert isclose(sum(slot.faces.values()), 1.0)
    return dict(slot.faces)


@pytest.mark.parametrize("cards", [("8",), ("5", "3"), ("3", "3", "2"), ("1",) * 8])
def test_things_that_come_to_the_same_show_the_same(cards: tuple[str, ...]) -> None:
    assert shown(*({card: 1.0} for card in cards)) == {"8": 1.0}


def test_a_doubtful_thing_makes_as_doubtful_a_sum() -> None:
    assert shown({"5": 0.9, "15": 0.1}, {"3": 1.0}) == {"8": 0.9, "18": 0.1}
    assert shown({"1": 0.5, "2": 0.5}, {"1": 0.5, "2": 0.5}) == {"2": 0.25, "3": 0.5, "4": 0.25}


@pytest.mark.parametrize("hidden", [UNREADABLE, BACK])
def test_nothing_is_said_of_a_sum_of_which_one_thing_shows_no_number(hidden: str) -> None:
    assert shown({"10": 1.0}, {hidden: 1.0}) == {UNREADABLE: 1.0}
    assert shown({"10": 1.0}, {"5": 0.75, hidden: 0.25}) == {"15": 0.75, UNREADABLE: 0.25}


def test_where_nothing_lies_nothing_is_shown() -> None:
    assert shown({EMPTY: 1.0}) == {EMPTY: 1.0}
    assert shown({EMPTY: 1.0}, {EMPTY: 1.0}) == {EMPTY: 1.0}
    assert shown({EMPTY: 0.25, "5": 0.75}, {"3": 1.0}) == {"3": 0.25, "8": 0.75}
    assert not summed(lying(), PURSE).zones["purse"].slots


def test_the_picture_of_one_thing_shows_that_and_of_several_the_whole_zone() -> None:
    one = Sighting(1, 1000, {"purse": ZoneReading((Slot({"5": 1.0}, "card"),), "whole")})
    assert summed(one, PURSE).zones["purse"].slots[0].evidence == "card"
    assert summed(lying({"5": 1.0}, {"3": 1.0}), PURSE).zones["purse"].slots[0].evidence == "whole"


def test_other_zones_are_left_as_they_are_and_a_sum_stays_what_it_is() -> None:
    elsewhere = lying({"5": 1.0}, {"3": 1.0}, zone="row")
    assert summed(elsewhere, PURSE) is elsewhere
    assert summed(elsewhere, frozenset()) is elsewhere
    once = summed(lying({"5": 0.5, UNREADABLE: 0.5}, {"3": 1.0}), PURSE)
    assert summed(once, PURSE) == once
