"""Every game's zones lie on its table, apart from each other, for every player."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from calibration.zones import BadPlan, Holds, TablePlan, TableTooSmall, read_plan, write_plan
from companion.games import all_games, zone_plan
from companion.hands import SIDES

GAMES = [game for game in all_games() if zone_plan(game.id) is not None]


def plan_of(game_id: str) -> TablePlan:
    data = zone_plan(game_id)
    assert data is not None
    return read_plan(data)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_zones_lie_on_the_table_and_apart(game):
    plan = plan_of(game.id)
    assert plan.game == game.id
    for zone in plan.zones:
        assert zone.left >= 0 and zone.left + zone.width <= plan.width, zone.id
        assert zone.top >= 0 and zone.top + zone.height <= plan.height, zone.id
    for one, other in combinations(plan.zones, 2):
        # The betting board of Change Horses is printed in the middle of the race course.
        assert not one.overlaps(other) or {one.id, other.id} == {"track", "betting_board"}


def test_people_sit_behind_what_is_theirs():
    plan = plan_of("super_crack")
    bodies = plan.bodies()
    assert bodies.keys() == set(SIDES)
    assert bodies["north-west"][1] == bodies["north"][1] < 0 < plan.height < bodies["south-east"][1]
    assert bodies["north-west"][0] < plan.width / 2 < min(bodies["north"][0], bodies["south-east"][0])
    assert bodies["west"][0] < 0 < plan.width < bodies["east"][0]
    assert plan_of("poker_dice_race").bodies() == {}, "nothing lies before anybody"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_kind_of_zone_of_the_game_is_planned(game):
    planned = {zone.id.partition(":")[0] for zone in plan_of(game.id).zones}
    if game.id == "crapette":
        assert planned == {f"F{n}" for n in range(1, 9)} | {f"T{n}" for n in range(1, 9)} | {
            "reserve", "stock", "waste", "hand",
        }  # fmt: skip
    else:
        on_the_board = {zone for zone in game.zones if zone.startswith("lane_")}
        assert set(game.zones) - on_the_board <= planned


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_player_has_the_same_places(game):
    plan = plan_of(game.id)
    _, most = game.players
    own = [
        sorted(
            zone.id.replace(f":{seat}", "").replace(f"_{seat}", "")
            for zone in plan.zones
            if zone.seat == seat
        )
        for seat in range(1, most + 1)
    ]
    assert all(kinds == own[0] for kinds in own) or game.id == "poker_dice_race"
    assert plan.seats == SIDES[:most]


def test_a_crapette_fan_has_room_for_a_king_down_to_an_ace():
    plan = plan_of("crapette")
    card, cards, strip = 63.0, 13, 18.0
    for number in range(1, 9):
        case = plan.zone(f"T{number}")
        assert case.holds is Holds.FAN
        assert case.width >= card + (cards - 1) * strip
        assert case.towards == ("west" if number <= 4 else "east")


def test_crapette_lies_before_each_player_as_the_rules_say():
    """Section 1: reserve on the right, waste in the middle, stock on the left, seen by the player."""
    plan = plan_of("crapette")
    first = [plan.zone(f"{pile}:1").left for pile in ("stock", "waste", "reserve")]
    second = [plan.zone(f"{pile}:2").left for pile in ("stock", "waste", "reserve")]
    assert first == sorted(first)
    assert second == sorted(second, reverse=True)
    assert plan.zone("stock:1").top > plan.zone("stock:2").top


def test_players_zones_are_named_after_them():
    named = {zone.id for zone in plan_of("crapette").for_players(["Ada", "Bea"]).zones}
    assert {"reserve:Ada", "reserve:Bea", "F1"} <= named
    seats = {zone.id for zone in plan_of("super_crack").for_players(["Ada", "Bea"]).zones}
    assert "stable_2" in seats and "stable_3" not in seats


def test_what_lies_at_a_side_is_whose_who_sits_there():
    sides = {"Ada": "north", "Bea": "west"}
    cards = plan_of("crapette").for_players(["Ada", "Bea"], {"Ada": "north", "Bea": "south"})
    assert cards.zone("reserve:Ada").top == plan_of("crapette").zone("reserve:2").top
    assert cards.zone("reserve:Bea").top == plan_of("crapette").zone("reserve:1").top
    racks = plan_of("racko").for_players(["Ada", "Bea"], sides)
    assert racks.zone("rack_1").area.polygon == plan_of("racko").zone("rack_2").area.polygon
    assert racks.zone("rack_2").area.polygon == plan_of("racko").zone("rack_3").area.polygon
    assert {zone.id for zone in racks.zones} == {"stock", "discard", "rack_1", "rack_2"}
    assert racks.seats == ("north", "west")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_those_who_sit_in_the_order_of_the_seats_need_not_say_so(game):
    plan = plan_of(game.id)
    players = [f"player {number}" for number in range(game.players[1])]
    assert plan.for_players(players, dict(zip(players, plan.seats, strict=False))) == plan.for_players(
        players
    )


def test_left_handed_players_have_their_places_the_other_way_round():
    plan = plan_of("crapette")
    swapped = plan.left_handed([1])
    assert swapped.zone("stock:1").left > swapped.zone("waste:1").left > swapped.zone("reserve:1").left
    assert swapped.zone("stock:2") == plan.zone("stock:2")
    assert swapped.left_handed([1]) == plan


def test_a_larger_table_spreads_the_zones_and_keeps_the_cards_sizes():
    plan = plan_of("crapette")
    wide = plan.fitted(1200, 800)
    assert wide.zone("T5").left - wide.zone("F5").left > plan.zone("T5").left - plan.zone("F5").left
    assert {(zone.width, zone.height) for zone in wide.zones} == {
        (zone.width, zone.height) for zone in plan.zones
    }


def test_a_table_too_small_is_said():
    with pytest.raises(TableTooSmall, match="crapette needs a larger table than 600 x 700 mm"):
        plan_of("crapette").fitted(600, 700)


def test_a_zone_dragged_elsewhere_stays_there():
    plan = plan_of("racko").moved("stock", 100, 120, 90, 110)
    assert (plan.zone("stock").left, plan.zone("stock").height) == (100, 110)
    with pytest.raises(BadPlan, match="stock would be 2 x 110 mm"):
        plan.moved("stock", 100, 120, 2, 110)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_written_plan_reads_the_same(game):
    plan = plan_of(game.id)
    assert read_plan(json.loads(json.dumps(write_plan(plan)))) == plan


@pytest.mark.parametrize(
    "change",
    [
        {"zones": []},
        {"width": 0},
        {"height": float("nan")},
        {"seats": ["below"]},
        {"colour": "green"},
        {"zones": [{"id": "stock", "holds": "cat", "left": 0, "top": 0, "width": 50, "height": 50}]},
    ],
)
def test_a_plan_that_cannot_be_is_refused(change):
    with pytest.raises(BadPlan, match="The plan of zones is wrong at"):
        read_plan({**(zone_plan("racko") or {}), **change})


def test_a_zone_that_comes_twice_is_refused():
    data = zone_plan("racko") or {}
    with pytest.raises(BadPlan, match="has stock twice"):
        read_plan({**data, "zones": [*data["zones"], data["zones"][0]]})


def test_zones_that_are_named_already_keep_their_names_wherever_people_sit() -> None:
    players = ("Ada", "Bea")
    named = read_plan(zone_plan("crapette") or {}).for_players(players)
    again = named.for_players(players, {"Ada": "south", "Bea": "north"})
    assert [zone.id for zone in again.zones] == [zone.id for zone in named.zones]
