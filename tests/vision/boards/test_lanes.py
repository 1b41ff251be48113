"""Which of several pieces of one colour stands where, lane by lane."""

from __future__ import annotations

import pytest

from companion.sighting import EMPTY, UNREADABLE
from vision.boards.lanes import SeenPiece, told_lanes


def at(square: str, chance: float = 0.99) -> SeenPiece:
    return SeenPiece({square: 1.0}, chance)


START = {"lane_1": "square_0", "lane_2": "square_5", "lane_3": "square_0"}


def test_who_stands_where_the_journal_says_stays_the_same_and_the_other_one_went() -> None:
    told = told_lanes(START, [at("square_0"), at("square_9"), at("square_0")], {"square_0", "square_9"})
    assert told["lane_2"].best[0] == "square_9" and told["lane_2"].best[1] > 0.9
    assert told["lane_1"].best[0] == told["lane_3"].best[0] == "square_0"


def test_of_two_of_one_colour_from_one_square_either_may_have_gone() -> None:
    told = told_lanes(START, [at("square_0"), at("square_5"), at("square_4")], {"square_0"})
    assert told["lane_1"].faces["square_4"] == pytest.approx(told["lane_3"].faces["square_4"])
    assert told["lane_1"].best[0] == told["lane_3"].best[0] == UNREADABLE, (
        "nobody knows which of them has gone"
    )
    assert told["lane_2"].best[0] == "square_5"


def test_of_three_any_may_have_gone() -> None:
    start = dict.fromkeys(("lane_1", "lane_2", "lane_3"), "square_0")
    told = told_lanes(start, [at("square_0"), at("square_4"), at("square_0")], {"square_0"})
    assert {slot.best[0] for slot in told.values()} == {UNREADABLE}
    assert all(slot.faces["square_0"] > slot.faces["square_4"] > 0.1 for slot in told.values())


def test_the_one_that_is_to_move_is_likelier_the_one_that_went() -> None:
    told = told_lanes(START, [at("square_0"), at("square_5"), at("square_4")], {"square_0"}, {"lane_3"})
    assert told["lane_3"].faces["square_4"] > 2 * told["lane_1"].faces["square_4"]


def test_one_that_is_overlooked_among_others_stands_where_it_stood() -> None:
    told = told_lanes(START, [at("square_0"), at("square_5")], {"square_0", "square_5"})
    assert all(told[lane].best[0] == "square_0" for lane in ("lane_1", "lane_3"))


def test_one_that_is_seen_nowhere_and_had_nobody_beside_it_is_gone() -> None:
    told = told_lanes({"lane_1": "square_7"}, [], set())
    assert told["lane_1"].best[0] == EMPTY


def test_a_piece_between_two_squares_stands_on_either() -> None:
    between = SeenPiece({"square_3": 0.5, "square_4": 0.5}, 0.99)
    told = told_lanes({"lane_1": "square_0"}, [between], set())
    assert told["lane_1"].faces["square_3"] == pytest.approx(told["lane_1"].faces["square_4"])


def test_what_is_hardly_there_moves_nobody() -> None:
    told = told_lanes({"lane_1": "square_0"}, [at("square_0"), at("square_8", 0.1)], {"square_0"})
    assert told["lane_1"].best[0] == "square_0" and told["lane_1"].best[1] > 0.98
