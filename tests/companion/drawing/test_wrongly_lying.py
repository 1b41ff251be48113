"""Marks of what lies wrongly on a drawn board: arrows to where it belongs, rings where that is unknown."""

from __future__ import annotations

import re
from typing import Any

from companion.drawing.wrongly_lying import Sheet, Spot, found, marked, strange

SHEET = Sheet(400, 200, 4, 20)


def where(zone: str, face: str) -> Spot | None:
    """Squares along a line, and a lane whose faces are the same squares."""
    kind, _, place = zone.partition("_")
    square = face.removeprefix("square_") if kind == "lane" else place
    return Spot(20.0 * int(square), 100, 20, 20, int(square)) if square.isdecimal() else None


def seen(*differences: tuple[str, tuple[str, ...], tuple[str, ...]], zones: tuple[str, ...] = ()) -> Any:
    told = [{"zone": zone, "should": should, "shows": shows} for zone, should, shows in differences]
    return {"differences": told, "zones": [*(one["zone"] for one in told), *zones]}


def told(sight: Any) -> tuple[list[tuple[float, float, str]], list[tuple[float, str]]]:
    ways, rings = found(sight, where)
    return [(one.seen.x, one.due.x, one.squares) for one in ways], [(one.spot.x, one.sign) for one in rings]


def test_a_thing_that_stands_elsewhere_has_a_way_to_where_it_belongs() -> None:
    assert told(seen(("s_3", ("horse",), ()), ("s_5", (), ("horse",)))) == ([(100, 60, "−2")], [])


def test_a_thing_in_its_own_lane_has_a_way_along_it() -> None:
    assert told(seen(("lane_1", ("square_9",), ("square_7",)))) == ([(140, 180, "+2")], [])


def test_two_that_were_exchanged_have_a_way_each() -> None:
    assert told(seen(("s_3", ("a",), ("b",)), ("s_4", ("b",), ("a",)))) == (
        [(60, 80, "+1"), (80, 60, "−1")],
        [],
    )


def test_what_cannot_be_read_and_what_is_not_there_have_a_ring_each_with_a_sign_of_its_own() -> None:
    sight = seen(("s_3", ("a",), ("unreadable",)), ("s_6", ("b",), ()), zones=("s_8",))
    assert told(sight) == ([], [(60, "?"), (120, "!"), (160, "!")])


def test_a_thing_on_a_square_too_many_leaves_the_other_one_unmarked() -> None:
    assert told(seen(("s_3", ("a",), ("a", "b")), ("s_1", ("b",), ()))) == ([(60, 20, "−2")], [])


def test_what_no_sheet_shows_is_left_out() -> None:
    assert told(seen(("hand_x", (), ("a",)))) == ([], [])
    assert told(seen(("hand_x", (), ("a",)), ("s_2", ("a",), ()))) == ([], [(40, "!")])


def test_where_all_lies_right_nothing_is_drawn() -> None:
    for sight in (
        None,
        {},
        seen(),
        {"differences": [{"zone": "s_1", "should": ("a",), "shows": ()}], "zones": []},
    ):
        assert marked(sight, where, SHEET) == ""


def test_a_way_round_a_course_is_counted_the_short_way() -> None:
    def around(zone: str, face: str) -> Spot | None:
        spot = where(zone, face)
        return None if spot is None else Spot(spot.x, spot.y, 20, 20, spot.square, 12)

    ways, _ = found(seen(("s_1", ("a",), ()), ("s_11", (), ("a",))), around)
    assert ways[0].squares == "+2"


def test_signs_stay_on_the_sheet_and_a_short_arrow_has_length_enough_to_be_seen() -> None:
    drawn = marked(seen(("lane_1", ("square_19",), ("square_20",))), where, SHEET)
    places = [float(x) for x in re.findall(r'<text x="([\d.]+)"', drawn)]
    assert places and all(0 < x < SHEET.width for x in places)
    shaft = re.search(r'<path d="M([\d.]+) [\d.]+Q[\d. ]+ ([\d.]+) [\d.]+"', drawn)
    assert shaft is not None and abs(float(shaft[1]) - float(shaft[2])) > 10
    assert ">−1</text>" in drawn, "the direction is told in signs, not in colours alone"


def test_what_is_no_drawn_square_is_ringed_on_the_page() -> None:
    sight = seen(("tray", (), ("K",)), ("bet_2", (), ("unreadable",)))
    assert strange(sight, "tray") == "strange"
    assert strange(sight, "stable_2", "bet_2") == "strange unread"
    assert strange(sight, "bet_1") == strange(None, "tray") == ""
