"""Which of several pieces of one colour stands where, lane by lane."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import pytest

from companion.sighting import EMPTY, UNREADABLE, Slot
from vision.boards.lanes import SeenPiece, Spot, told_lanes


def at(square: str, chance: float = 0.99, spot: Spot | None = None) -> SeenPiece:
    return SeenPiece({square: 1.0}, chance, spot)


def slots(
    expected: Mapping[str, str],
    seen: Sequence[SeenPiece],
    crowded: Collection[str],
    due: Collection[str] = (),
    stood: Mapping[str, tuple[str, Spot]] | None = None,
) -> Mapping[str, Slot]:
    return told_lanes(expected, seen, crowded, due, stood).slots


START = {"lane_1": "square_0", "lane_2": "square_5", "lane_3": "square_0"}


def test_who_stands_where_the_journal_says_stays_the_same_and_the_other_one_went() -> None:
    told = slots(START, [at("square_0"), at("square_9"), at("square_0")], {"square_0", "square_9"})
    assert told["lane_2"].best[0] == "square_9" and told["lane_2"].best[1] > 0.9
    assert told["lane_1"].best[0] == told["lane_3"].best[0] == "square_0"


def test_of_two_of_one_colour_from_one_square_either_may_have_gone() -> None:
    told = slots(START, [at("square_0"), at("square_5"), at("square_4")], {"square_0"})
    assert told["lane_1"].faces["square_4"] == pytest.approx(told["lane_3"].faces["square_4"])
    assert told["lane_1"].best[0] == told["lane_3"].best[0] == UNREADABLE, (
        "nobody knows which of them has gone"
    )
    assert told["lane_2"].best[0] == "square_5"


def test_of_three_any_may_have_gone() -> None:
    start = dict.fromkeys(("lane_1", "lane_2", "lane_3"), "square_0")
    told = slots(start, [at("square_0"), at("square_4"), at("square_0")], {"square_0"})
    assert {slot.best[0] for slot in told.values()} == {UNREADABLE}
    assert all(slot.faces["square_0"] > slot.faces["square_4"] > 0.1 for slot in told.values())


def test_the_one_that_is_to_move_is_likelier_the_one_that_went() -> None:
    told = slots(START, [at("square_0"), at("square_5"), at("square_4")], {"square_0"}, {"lane_3"})
    assert told["lane_3"].faces["square_4"] > 2 * told["lane_1"].faces["square_4"]


def test_the_only_one_of_its_colour_that_was_not_to_move_is_told_where_it_is_seen() -> None:
    """Film 525: a hand pushed a horse back beside which another one stands; nobody was told."""
    told = slots({"lane_16": "square_4"}, [at("square_3")], {"square_3", "square_4"}, {"lane_10"})
    faces = told["lane_16"].faces
    assert faces["square_3"] > 150 * faces["square_4"]


@pytest.mark.parametrize("due", [set(), {"lane_4"}, {"lane_10"}])
def test_one_beside_like_ones_is_told_where_it_is_seen_whoever_was_to_move(due: set[str]) -> None:
    """Film 580: a horse pushed a square back was told with 0.91, and nobody said so."""
    told = slots(
        {"lane_3": "square_7", "lane_4": "square_12"},
        [at("square_6"), at("square_12")],
        {"square_6", "square_7", "square_12"},
        due,
    )
    faces = told["lane_3"].faces
    assert faces["square_6"] > 500 * faces["square_7"]
    assert told["lane_4"].best[0] == "square_12"


def test_one_that_is_overlooked_among_others_stands_where_it_stood() -> None:
    told = slots(START, [at("square_0"), at("square_5")], {"square_0", "square_5"})
    assert all(told[lane].best[0] == "square_0" for lane in ("lane_1", "lane_3"))


def test_one_that_is_seen_nowhere_stands_where_nobody_could_see_it_or_was_taken_off() -> None:
    """Film 593: a blue horse on a blue square was told to be nowhere, surely, look after look."""
    told = slots({"lane_1": "square_7"}, [], set())["lane_1"]
    assert told.best[0] == UNREADABLE and told.faces[EMPTY] == pytest.approx(0.1)


def test_a_piece_between_two_squares_stands_on_either() -> None:
    between = SeenPiece({"square_3": 0.5, "square_4": 0.5}, 0.99)
    told = slots({"lane_1": "square_0"}, [between], set())
    assert told["lane_1"].faces["square_3"] == pytest.approx(told["lane_1"].faces["square_4"])


def test_what_is_hardly_there_moves_nobody() -> None:
    told = slots({"lane_1": "square_0"}, [at("square_0"), at("square_8", 0.1)], {"square_0"})
    assert told["lane_1"].best[0] == "square_0" and told["lane_1"].best[1] > 0.98


# ---------------------------------------------------------------- where on its square each one stands

HERE, THERE, BEYOND = (100.0, 50.0), (118.0, 50.0), (300.0, 50.0)
TWO = {"lane_1": "square_0", "lane_3": "square_0"}


def test_of_two_on_one_square_the_one_whose_spot_is_bare_went() -> None:
    stood = {"lane_1": ("square_0", HERE), "lane_3": ("square_0", THERE)}
    seen = [at("square_0", spot=(117.0, 51.0)), at("square_4", spot=BEYOND)]
    told = slots(TWO, seen, {"square_0", "square_4"}, stood=stood)
    assert told["lane_1"].best[0] == "square_4" and told["lane_1"].best[1] > 0.9
    assert told["lane_3"].best[0] == "square_0" and told["lane_3"].best[1] > 0.9


def test_the_spot_of_one_of_them_is_enough() -> None:
    seen = [at("square_0", spot=HERE), at("square_4", spot=BEYOND)]
    told = slots(TWO, seen, {"square_0", "square_4"}, stood={"lane_1": ("square_0", HERE)})
    assert told["lane_1"].best[0] == "square_0" and told["lane_3"].best[0] == "square_4"
    told = slots(TWO, seen, {"square_0", "square_4"}, stood={"lane_1": ("square_0", THERE)})
    assert told["lane_1"].best[0] == "square_4" and told["lane_3"].best[0] == "square_0"


def test_whose_spot_is_not_seen_any_more_went_though_another_is_to_move() -> None:
    stood = {"lane_1": ("square_0", HERE), "lane_3": ("square_0", THERE)}
    seen = [at("square_0", spot=HERE), at("square_4", spot=BEYOND)]
    told = slots(TWO, seen, {"square_0", "square_4"}, {"lane_1"}, stood)
    assert told["lane_3"].best[0] == "square_4"


def test_where_the_one_that_stayed_was_pushed_aside_nobody_knows() -> None:
    stood = {"lane_1": ("square_0", HERE), "lane_3": ("square_0", THERE)}
    seen = [at("square_0", spot=(109.0, 66.0)), at("square_4", spot=BEYOND)]
    told = slots(TWO, seen, {"square_0", "square_4"}, stood=stood)
    assert told["lane_1"].best[0] == told["lane_3"].best[0] == UNREADABLE


def test_a_piece_that_is_pushed_on_its_square_still_stands_there() -> None:
    seen = [at("square_0", spot=THERE)]
    told = slots({"lane_1": "square_0"}, seen, {"square_0"}, stood={"lane_1": ("square_0", HERE)})
    assert told["lane_1"].best[0] == "square_0" and told["lane_1"].best[1] > 0.95


def test_a_spot_on_a_square_that_was_left_since_tells_nothing() -> None:
    stood = {"lane_1": ("square_9", HERE), "lane_3": ("square_9", THERE)}
    seen = [at("square_0", spot=HERE), at("square_4", spot=BEYOND)]
    told = slots(TWO, seen, {"square_0", "square_4"}, stood=stood)
    assert told["lane_1"].best[0] == told["lane_3"].best[0] == UNREADABLE


def test_the_spot_of_a_piece_is_kept_only_where_it_is_known_which_it_is() -> None:
    seen = [at("square_0", spot=HERE), at("square_0", spot=THERE), at("square_5", spot=BEYOND)]
    spots = told_lanes(START, seen, {"square_0", "square_5"}).spots
    assert spots == {"lane_2": ("square_5", BEYOND)}


def test_that_another_one_may_have_gone_instead_is_no_sign_that_nobody_did() -> None:
    """A horse is knocked back a square from beside another of its colour: the journal must not seem likely."""
    stood = {"lane_1": ("square_0", HERE), "lane_3": ("square_0", THERE)}
    seen = [at("square_0", spot=HERE), at("square_1", 0.999, BEYOND)]
    told = slots(TWO, seen, {"square_0", "square_1"}, stood=stood)
    assert told["lane_3"].best[0] == "square_1" and told["lane_3"].best[1] > 0.9
    assert told["lane_3"].faces["square_0"] < 0.001
    assert sum(told["lane_3"].faces.values()) == pytest.approx(1.0)


def test_who_went_beside_a_like_one_that_stands_on_its_spot_still_is_told_surely() -> None:
    """Film 645: the 9 was put down a square short of the 10; that the 10 had been moved there, and the 9 to the very
    spot of the 10, was one in sixty, and nobody was told.
    """
    own, theirs, short = (270.0, 501.0), (390.0, 592.0), (345.0, 560.0)
    expected = {"lane_9": "square_14", "lane_10": "square_17"}
    stood = {"lane_9": ("square_14", own), "lane_10": ("square_17", theirs)}
    seen = [at("square_16", 0.949, short), at("square_17", 0.913, theirs)]
    told = slots(expected, seen, {"square_16", "square_17"}, {"lane_9"}, stood)
    assert told["lane_9"].best[0] == "square_16" and told["lane_9"].faces["square_17"] < 0.001
    assert told["lane_10"].best[0] == "square_17" and told["lane_10"].best[1] > 0.99
