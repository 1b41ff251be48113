"""A game of printed cards from drawn pictures: hands, piles and racks are filmed, and the journal follows them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from calibration.zones import read_plan
from companion.bench.end_to_end import film, filmed_games
from companion.filmed.filmed_hands import FilmedHands
from companion.filmed.filmed_table import FilmedTable
from companion.filmed.picture_camera import EVENING_LIGHT, filming
from companion.filmed.printed_room import PrintedRoom
from companion.games import game_ids, load, zone_plan
from companion.hands import SIDES
from companion.simulated.physical import Touch
from companion.simulated.players import Opening

RACKO = load("racko")
PLAYERS = ("Ada", "Bea", "Cyd", "Dan")


def test_every_game_of_the_program_can_be_filmed() -> None:
    assert filmed_games() == game_ids()


@pytest.mark.usefixtures("shown_at_once")
def test_the_beginning_of_an_evening_is_followed_from_its_pictures() -> None:
    filmed = film(104, most_looks=9, game_id="racko")
    assert filmed.outcome.false_accusations == 0
    assert (filmed.outcome.stayed, filmed.outcome.wrong_at_end) == (0, False)
    assert filmed.outcome.actions >= 6
    assert filmed.reading.zones >= 8
    assert filmed.reading.zones_right == filmed.reading.zones
    assert filmed.hands.reported == filmed.hands.touches


@pytest.mark.usefixtures("shown_at_once")
def test_a_simulated_family_gets_a_camera_over_a_box_of_its_own() -> None:
    opening = Opening(RACKO, PLAYERS[:2], {}, {})
    camera = filming(opening)
    assert camera is not None
    made = camera(RACKO, random.Random(3), None)  # type: ignore[arg-type]
    assert {"stock", "discard", "rack_1", "rack_2"} == set(made.film.table.zones)  # type: ignore[attr-defined]


def test_the_cards_of_a_rack_lie_side_by_side_as_their_owner_reads_them() -> None:
    room = PrintedRoom(102, EVENING_LIGHT, "racko")
    assert room.box.size_mm[0] > room.box.size_mm[1], "cards that are printed lying"
    plan = read_plan(zone_plan("racko") or {}).for_players(PLAYERS)
    table = FilmedTable(plan, PLAYERS, room)
    rack = tuple(str(number) for number in range(1, 11))
    table.lay({zone: rack for zone in ("rack_1", "rack_4")})
    south, east = (
        [card for card in table.table._lying[zone] if card.card in rack] for zone in ("rack_1", "rack_4")
    )
    assert [card.card for card in sorted(south, key=lambda one: one.x_mm)] == list(rack)
    assert [card.card for card in sorted(east, key=lambda one: -one.y_mm)] == list(rack)
    steps = np.diff([card.x_mm for card in south])
    assert steps.min() > 0.85 * min(room.box.size_mm), "every number shows"


def test_a_face_up_card_lies_on_those_before_it_and_uncovers_them_when_it_is_taken() -> None:
    room = PrintedRoom(102, EVENING_LIGHT, "racko")
    table = FilmedTable(read_plan(zone_plan("racko") or {}).for_players(PLAYERS), PLAYERS, room)
    for card in ("17", "4", "33"):
        table.lay({"discard": (card,)})
    assert table.lying()["discard"] == ("17", "4", "33")
    table.lay({"discard": ("4",)})
    assert table.lying()["discard"] == ("17", "4")
    table.lay({"discard": ()})
    assert table.lying()["discard"] == ()


@pytest.mark.parametrize("side", SIDES[:4])
def test_an_arm_comes_from_the_side_at_which_its_player_sits(side: str) -> None:
    hands = FilmedHands(
        (900, 700),
        SIDES[:4],
        lambda zone: (450.0, 350.0),
        lambda zone: None,
        lambda *_: (),
        np.random.default_rng(1),
        1,
        frozenset(),
    )
    (reach,) = hands.reaches([Touch("discard", 1000, 1800, side)])
    x, y = reach.gesture.way[0][1]
    outside = {"south": y > 700, "north": y < 0, "west": x < 0, "east": x > 900}
    assert outside[side]
    assert sum(outside.values()) == 1
    (stays,) = hands.stays(["discard"], 2000)
    assert stays.gesture.side in SIDES[:4]


@pytest.mark.parametrize(("left", "right"), [("south", "south-east"), ("north-west", "north")])
def test_two_at_one_edge_sit_beside_each_other(left: str, right: str) -> None:
    hands = FilmedHands(
        (1180, 864),
        SIDES,
        lambda zone: (590.0, 430.0),
        lambda zone: None,
        lambda *_: (),
        np.random.default_rng(1),
        1,
        frozenset(),
    )
    shoulders = [
        next(iter(hands.reaches([Touch("die", 1000, 1800, side)]))).gesture.shoulder for side in (left, right)
    ]
    assert shoulders[0][1] == shoulders[1][1]
    assert shoulders[1][0] - shoulders[0][0] > 400
