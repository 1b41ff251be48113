"""What lies wrongly is marked on the drawn board of each game, for a tablet and for a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.change_horses import drawing as change_horses
from companion.games.change_horses.standing_wrongly import due_places
from companion.games.poker_dice_race import drawing as dadamax
from companion.games.super_crack import drawing as super_crack
from tests.companion.games.change_horses.course import at, moving
from tests.playing import Play

LABELS = dict.fromkeys(("track", "start", "finish", "finish_note", "river", "straight"), "")
Drawn = Callable[[Any, bool], str]


def seen(*differences: tuple[str, tuple[str, ...], tuple[str, ...]]) -> dict[str, Any]:
    told = [
        {"zone": zone, "should": list(should), "shows": list(shows)} for zone, should, shows in differences
    ]
    return {"verdict": "refused", "differences": told, "zones": [one["zone"] for one in told]}


def race() -> Any:
    horses = {"1": {"square": 5}, "2": {"square": 9}}
    setup = {"phase": "racing", "turn": "Ada", "horses": horses}
    return Play("poker_dice_race", options={"stable": "single"}, setup=setup).view


def track() -> Any:
    horses = {"1": {"owner": "Ada", "square": 18}, "5": {"owner": "Bea", "square": 30}}
    setup = {"phase": "racing", "race": 1, "horses": horses, "turn": "Ada", "to_roll": [1]}
    return Play("super_crack", setup=setup).view


def course() -> Any:
    return moving(["AD"], horses=at(A=1, C=4)).view


GAMES: dict[str, tuple[Drawn, dict[str, Any], str]] = {
    "dadamax": (
        lambda sight, narrow: dadamax.board(race(), LABELS, narrow=narrow, sight=sight),
        seen(("square_5", ("horse_1",), ()), ("square_7", (), ("horse_1",))),
        "−2",
    ),
    "super_crack": (
        lambda sight, narrow: super_crack.track(track(), "en", narrow=narrow, sight=sight),
        seen(("lane_1", ("square_18",), ("square_16",))),
        "+2",
    ),
    "change_horses": (
        lambda sight, narrow: change_horses.course(course(), "en", narrow=narrow, sight=sight),
        seen(("cell_3_4", ("horse_C",), ()), ("cell_3_6", (), ("horse_C",))),
        "−2",
    ),
}


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_an_arrow_leads_to_where_a_piece_belongs_and_goes_once_it_stands_there(
    game: str, narrow: bool
) -> None:
    drawn, sight, squares = GAMES[game]
    marked = drawn(sight, narrow)
    assert marked.count('class="wrongly-lying"') == 1 and f">{squares}</text>" in marked
    assert drawn({**sight, "differences": [], "zones": []}, narrow) == drawn(None, narrow)
    assert "wrongly-lying" not in drawn(None, narrow)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_piece_that_is_not_found_has_a_ring_where_it_should_stand(game: str, narrow: bool) -> None:
    drawn, sight, _ = GAMES[game]
    one = sight["differences"][0]
    told = seen((one["zone"], tuple(one["should"]), ()))
    assert re.search(r">!</text></g></svg>$", drawn(told, narrow))
    unread = seen((one["zone"], tuple(one["should"]), ("unreadable",)))
    assert re.search(r">\?</text></g></svg>$", drawn(unread, narrow))


def test_PD_3_starts_and_the_finish_are_places_too() -> None:
    gone = seen(("start_2", (), ("horse_2",)), ("square_9", ("horse_2",), ()))
    assert ">+9</text>" in dadamax.board(race(), LABELS, sight=gone)
    home = seen(("square_29", (), ("horse_2",)), ("square_9", ("horse_2",), ()))
    assert ">−20</text>" in dadamax.board(race(), LABELS, sight=home)


def test_CH_22_a_horse_on_its_way_belongs_where_the_cards_take_it() -> None:
    view = moving(["AD", "AB", "AC"], horses=at(A=10)).view
    (due,) = [one for one in view["moves_due"] if one["horse"] == "A"]
    assert (due["from"], due["to"]) == (10, 13)
    short = seen(("cell_1_10", ("horse_A",), ()), ("cell_1_0", (), ("horse_A",)))
    told = due_places(short, view)
    assert told is not None
    should = {one["zone"]: one["should"] for one in told["differences"]}
    assert should == {"cell_1_10": [], "cell_1_0": [], "cell_1_1": ["horse_A"]}
    assert ">+1</text>" in change_horses.course(view, "en", sight=short), (
        "over the line, not all the way back"
    )
    stays = seen(("cell_5_0", ("horse_E",), ()))
    assert due_places(stays, view) == stays


def test_CH_26_a_shorter_race_is_run_on_the_same_oval() -> None:
    told = moving(["AD", "AB", "AC"], horses=at(A=10)).view
    view = {**told, "options": {**told["options"], "finish_row": 10}}
    due = due_places(seen(("cell_1_10", ("horse_A",), ()), ("cell_1_0", (), ("horse_A",))), view)
    assert due is not None
    assert {one["zone"]: one["should"] for one in due["differences"]}["cell_1_1"] == ["horse_A"]


def test_the_betting_board_is_ringed_in_the_middle_of_a_course_that_lies() -> None:
    unread = seen(("betting_board", (), ("unreadable",)))
    assert ">?</text>" in change_horses.course(course(), "en", sight=unread)
    assert "wrongly-lying" not in change_horses.course(course(), "en", narrow=True, sight=unread)
