"""Sections 3 and 5: every field of the view, every event with its fields, and what is legal now."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.domains import instances

from .race import GAME, THREE, TWO, Race, racing

FIELDS = {
    "game",
    "phase",
    "players",
    "turn",
    "horses",
    "series",
    "dice_expected",
    "can_stop",
    "finish_order",
    "awaiting",
    "winner",
    "ranking",
}

EVENT_FIELDS = {
    "race_started": {"first"},
    "turn_started": {"player"},
    "rolled": {"player", "horse", "dice", "figures"},
    "series_grew": {"player", "total", "virtual", "zone"},
    "series_lost": {"player", "horse", "lost"},
    "must_reroll": {"player", "horse", "square"},
    "one_die_from_now": {"horse"},
    "horse_moved": {"horse", "square_from", "square_to"},
    "horses_swapped": {"horse", "displaced", "displaced_to"},
    "horse_finished": {"horse", "rank", "owner"},
    "position_confirmed": {"horse", "square"},
    "game_over": {"winner"},
}


def over() -> Race:
    return racing({1: 28, 2: 22}, players=TWO, stable="single").roll("K")


def moments() -> dict[str, Race]:
    """One race of every kind of moment."""
    return {
        "draw": Race(),
        "draw of stables": Race(TWO),
        "turn begins": racing(),
        "horse to choose": racing(players=TWO),
        "series": racing().roll("K", "9"),
        "on an obstacle": racing({1: 9}).roll("K", "9"),
        "straight": racing({1: 24}).roll("K"),
        "swapped": racing({1: 4, 2: 6}).roll("K", "K").stop(),
        "strict": racing({1: 4, 2: 6}, strict_placement=True).roll("K", "K").stop(),
        "one home": racing({1: 28}).roll("K"),
        "numbers": racing(dice="numbers").roll(4, 1),
        "over": over(),
    }


@pytest.mark.parametrize("moment", list(moments()))
def test_every_field_of_section_3_is_always_there(moment: str) -> None:
    view = moments()[moment].view
    assert set(view) >= FIELDS
    assert view["game"] == "poker_dice_race"
    assert json.loads(json.dumps(view)) == view
    for horse in view["horses"].values():
        assert set(horse) == {"owner", "square", "rank", "zone"}
    if view["series"] is not None:
        assert set(view["series"]) == {"horse", "rolls", "total", "virtual", "zone", "must_reroll"}


@pytest.mark.parametrize("moment", list(moments()))
def test_there_is_no_secret(moment: str) -> None:
    race = moments()[moment]
    for seat in (None, *race.view["players"]):
        shown = GAME.view(race.state, seat)
        assert dict(shown.public) == race.view and not shown.private
    assert GAME.view(race.state).complete == race.view


def test_phases() -> None:
    assert Race().view["phase"] == "draw_first"
    assert racing().view["phase"] == "racing"
    assert over().view["phase"] == "over"
    assert [GAME.is_over(race.state) for race in (Race(), racing(), over())] == [False, False, True]


def test_before_any_roll_there_is_no_series() -> None:
    view = racing().view
    assert (view["series"], view["can_stop"], view["dice_expected"]) == (None, False, 2)


def test_the_series_shows_the_dice_as_they_fell() -> None:
    race = racing().roll("K", "9").roll("10", "Q")
    assert race.view["series"] == {
        "horse": 1,
        "rolls": [["K", "9"], ["10", "Q"]],
        "total": 2,
        "virtual": 2,
        "zone": "green",
        "must_reroll": False,
    }


def test_ordinary_dice_are_shown_as_numbers() -> None:
    race = racing(dice="numbers").roll(4, 1)
    assert race.view["series"]["rolls"] == [[4, 1]]
    assert race.event("rolled")["dice"] == [4, 1]


def test_dice_expected_is_null_where_no_roll_is_due_or_the_horse_is_open() -> None:
    assert Race().view["dice_expected"] is None
    assert racing(players=TWO).view["dice_expected"] is None
    assert over().view["dice_expected"] is None


def test_after_the_end_nobody_has_the_turn() -> None:
    view = over().view
    assert (view["turn"], view["series"], view["can_stop"]) == (None, None, False)


def test_awaiting_holds_the_newest_square_of_a_pawn_that_moved_twice() -> None:
    race = racing({1: 4, 2: 6}).roll("K", "K").stop()
    race.roll("K", "K").roll("K", "9").stop()
    assert race.view["awaiting"] == [{"horse": 1, "square": 6}, {"horse": 2, "square": 7}]
    race.confirm(2, 7)
    assert race.view["awaiting"] == [{"horse": 1, "square": 6}]


def test_awaiting_is_in_the_order_moved() -> None:
    race = racing({1: 4, 2: 6, 3: 1}).roll("K", "9").stop()
    race.roll("K", "9").stop().roll("K", "9").stop().roll("K", "K").stop()
    assert race.squares == {"1": 7, "2": 5, "3": 2}
    assert race.view["awaiting"] == [
        {"horse": 3, "square": 2},
        {"horse": 1, "square": 7},
        {"horse": 2, "square": 5},
    ]


def test_a_lost_series_awaits_no_pawn() -> None:
    assert racing({1: 4}).roll("K", "K").roll("9", "9").view["awaiting"] == []


def test_confirming_a_pawn_that_nobody_awaits_changes_nothing() -> None:
    race = racing({1: 4})
    before = race.state
    race.confirm(1, 4)
    assert race.state == before
    assert race.event("position_confirmed") == {"event": "position_confirmed", "horse": 1, "square": 4}


def test_a_pawn_may_be_confirmed_before_the_draw_during_a_series_and_after_the_end() -> None:
    assert Race().confirm(3, 0).names == ["position_confirmed"]
    race = racing({1: 4}).roll("K", "K").confirm(1, 4)
    assert race.view["series"]["total"] == 2
    ended = over()
    assert ended.view["awaiting"] == [{"horse": 1, "square": 29}]
    assert ended.confirm(1, 29).view["awaiting"] == []


def test_the_winner_is_set_at_the_deciding_arrival() -> None:
    race = racing({1: 28}).roll("K")
    assert race.view["winner"] == "Ada" and race.view["phase"] == "racing"


@pytest.mark.parametrize(
    ("race", "expected"),
    [
        (
            lambda: Race().first("Bea"),
            [("race_started", {"first": "Bea"}), ("turn_started", {"player": "Bea"})],
        ),
        (
            lambda: racing().roll("K", "9"),
            [
                ("rolled", {"player": "Ada", "horse": 1, "dice": ["K", "9"], "figures": 1}),
                ("series_grew", {"player": "Ada", "total": 1, "virtual": 1, "zone": "green"}),
            ],
        ),
        (
            lambda: racing({1: 9}).roll("K", "J"),
            [
                ("rolled", {"figures": 2}),
                ("series_grew", {"total": 2, "virtual": 11, "zone": "blue"}),
                ("must_reroll", {"player": "Ada", "horse": 1, "square": 11}),
            ],
        ),
        (
            lambda: racing({1: 4}).roll("K", "J").roll("9", "A"),
            [
                ("rolled", {"dice": ["9", "A"], "figures": 0}),
                ("series_lost", {"player": "Ada", "horse": 1, "lost": 2}),
                ("turn_started", {"player": "Bea"}),
            ],
        ),
        (
            lambda: racing({1: 4, 2: 6}).roll("K", "J").stop(),
            [
                ("horse_moved", {"horse": 1, "square_from": 4, "square_to": 6}),
                ("horses_swapped", {"horse": 1, "displaced": 2, "displaced_to": 4}),
                ("turn_started", {"player": "Bea"}),
            ],
        ),
        (
            lambda: racing({1: 28}).roll("K"),
            [
                ("rolled", {"dice": ["K"], "figures": 1}),
                ("horse_finished", {"horse": 1, "rank": 1, "owner": "Ada"}),
                ("turn_started", {"player": "Bea"}),
            ],
        ),
        (
            over,
            [
                ("rolled", {"dice": ["K"], "figures": 1}),
                ("horse_finished", {"horse": 1, "rank": 1, "owner": "Ada"}),
                ("game_over", {"winner": "Ada"}),
            ],
        ),
        (lambda: racing({1: 4}).confirm(1, 4), [("position_confirmed", {"horse": 1, "square": 4})]),
    ],
)
def test_events_come_in_the_order_they_happened(
    race: Any, expected: list[tuple[str, dict[str, Any]]]
) -> None:
    events = race().events
    places = []
    for name, fields in expected:
        place = next(i for i, e in enumerate(events) if e["event"] == name and fields.items() <= e.items())
        places.append(place)
    assert places == sorted(places) and len(set(places)) == len(places)


@pytest.mark.parametrize("moment", list(moments()))
def test_every_event_has_exactly_its_fields(moment: str) -> None:
    for event in moments()[moment].events:
        assert set(event) - {"event"} == EVENT_FIELDS[event["event"]]


def test_no_event_announces_the_arrival_of_the_last_horse() -> None:
    race = racing({2: 28}, home={1: 1}, turn="Bea").roll("K")
    assert [e["horse"] for e in race.events if e["event"] == "horse_finished"] == [2]


def test_after_the_end_no_turn_starts() -> None:
    assert "turn_started" not in over().names


def test_what_is_legal_at_the_draw_is_the_draw() -> None:
    actions = [action for template in GAME.legal_actions(Race().state) for action in instances(template)]
    assert actions == [{"by": "table", "do": "first_player", "player": player} for player in THREE]


@pytest.mark.parametrize("moment", list(moments()))
def test_stopping_is_offered_exactly_where_one_can_stop(moment: str) -> None:
    race = moments()[moment]
    offered = [t for t in GAME.legal_actions(race.state) if t["do"] == "stop"]
    assert bool(offered) == race.view["can_stop"]
    assert all(dict(template) == {"by": race.turn, "do": "stop"} for template in offered)


@pytest.mark.parametrize("moment", list(moments()))
def test_awaited_pawns_are_offered_for_confirmation(moment: str) -> None:
    race = moments()[moment]
    templates = [t for t in GAME.legal_actions(race.state) if t["do"] == "confirm_position"]
    offered = {(a["horse"], a["square"]) for template in templates for a in instances(template)}
    assert offered == {(pawn["horse"], pawn["square"]) for pawn in race.view["awaiting"]}


def test_every_throw_of_the_dice_is_offered() -> None:
    def throws(race: Race) -> set[tuple[Any, ...]]:
        rolls = [t for t in GAME.legal_actions(race.state) if t["do"] == "roll"]
        return {(a.get("horse"), *a["dice"]) for template in rolls for a in instances(template)}

    faces = ("9", "10", "J", "Q", "K", "A")
    assert throws(racing()) == {(None, one, two) for one in faces for two in faces}
    assert throws(racing({1: 22})) == {(None, face) for face in faces}
    assert throws(racing({1: 22, 2: 3}, players=TWO)) == {(1, face) for face in faces} | {
        (2, one, two) for one in faces for two in faces
    }
    assert throws(racing({1: 22}, dice="numbers")) == {(None, face) for face in range(1, 7)}
    assert throws(over()) == set()
    strict = racing({1: 4}, strict_placement=True).roll("K", "K").stop()
    assert throws(strict) == set()
