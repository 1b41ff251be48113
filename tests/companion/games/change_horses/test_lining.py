"""Horses and players lined up by taps: what an address tells, and what each tap leads to."""

from __future__ import annotations

import pytest

from companion.games import load
from companion.games.change_horses.lining import LineUp, line_up

GAME = load("change_horses")
PLAYERS = ("Ada", "Bea", "Cyd", "Dan", "Eve")


def horses(*told: str, lanes: int = 6) -> LineUp:
    (template,) = GAME.legal_actions(GAME.new_game(PLAYERS, {"lanes": lanes}, None, None))
    return line_up(template, told)


def test_a_horse_is_told_for_the_lane_that_is_asked_for() -> None:
    line = horses("5")
    assert line.asked == 5
    assert dict(line.steps)["C"] == ("5-C",)
    assert dict(horses("5-C").places) == {1: None, 2: None, 3: None, 4: None, 5: "C", 6: None}
    assert horses("5-C").asked == 1


def test_a_tap_on_a_lane_asks_for_it_or_takes_its_horse_off() -> None:
    line = horses("5-C", "1-A")
    assert line.taps[3] == ("5-C", "1-A", "3")
    assert line.taps[5] == ("1-A",)
    assert line.back == ("5-C",)


def test_what_is_told_later_holds() -> None:
    assert dict(horses("1-A", "2-B", "2-A").places) == {1: None, 2: "A", 3: None, 4: None, 5: None, 6: None}


def test_after_the_first_horse_two_are_told_at_once_and_then_the_last_three() -> None:
    line = horses("1-F")
    assert (line.asked, line.paired, len(line.pairs)) == (2, 3, 5)
    assert dict(dict(line.pairs)["E"])["C"] == ("1-F", "2-E", "3-C")
    last = horses("1-F", "2-E", "3-C")
    assert last.open == (4, 5, 6)
    assert dict(last.wholes)["D", "A", "B"]["lanes"] == {"F": 1, "E": 2, "C": 3, "D": 4, "A": 5, "B": 6}
    assert len(last.wholes) == 6


def test_the_last_horse_stands_on_the_lane_that_is_left() -> None:
    line = horses("6-A", "3-B", "1-E", "4-C", "2-D")
    assert (line.steps, [order for order, _ in line.wholes]) == ((), [("F",)])
    assert line.wholes[0][1]["lanes"] == {"A": 6, "B": 3, "E": 1, "C": 4, "D": 2, "F": 5}


@pytest.mark.parametrize("told", [("x-A",), ("9-A",), ("0",), ("-",), ("1-Z",), ("1-",), ("²-A",), ("",)])
def test_what_makes_no_sense_is_passed_over(told: tuple[str, ...]) -> None:
    assert horses(*told) == horses()


def test_one_horse_is_always_left_to_be_told() -> None:
    assert len(horses(*(f"{lane}-{horse}" for lane, horse in enumerate("ABCDEF", start=1))).wholes) == 1


def test_a_lane_may_stay_empty_where_there_are_more_than_horses() -> None:
    assert horses("1-", lanes=7).asked == 2
    assert horses("1-", lanes=7).empty is None
    assert horses(lanes=7).empty == ("1-",)
