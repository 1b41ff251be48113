"""Whose an arm is: the edge tells where one sits at it, the line of the arm where two do."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry import Homography, rectangle
from calibration.geometry import Zone as TableZone
from calibration.view import TableView
from calibration.zones import read_plan
from companion.games import zone_plan
from companion.hands import SIDES
from vision.scene.reaching_arm import ArmDrawing, Gesture, random_look
from vision.stillness.seats import Seats
from vision.stillness.table_gate import TableGate

BODIES = read_plan(zone_plan("super_crack") or {}).bodies()
EVERYBODY = Seats(SIDES, frozenset(SIDES), BODIES)
NEEDED_TO_CALL = 0.9
"""So surely a hand has to be told for somebody to be called for playing out of turn (``whose_hands``)."""
PX_PER_MM = 0.3
FRAME_MS = 100


def arm_to(place: tuple[float, float], seat: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """An arm that leads straight from a body at a seat to a place, as it comes in over the edge in y = 0."""
    (x, y), (body_x, body_y) = place, BODIES[seat]
    share = -body_y / (y - body_y)
    return (body_x + share * (x - body_x), 0.0), place


@pytest.mark.parametrize("seat", ["north", "north-west"])
def test_two_at_one_edge_are_told_apart_by_where_their_arms_lead_back_to(seat: str) -> None:
    for place in ((300.0, 350.0), (640.0, 400.0), (900.0, 300.0)):
        told, chance = EVERYBODY.seated("north", arm_to(place, seat))
        assert told == seat and chance > 0.75, place


def test_a_line_alone_never_tells_enough_to_call_anybody() -> None:
    for place in ((300.0, 350.0), (640.0, 700.0), (900.0, 300.0)):
        assert EVERYBODY.seated("north", arm_to(place, "north"))[1] < NEEDED_TO_CALL


def test_an_arm_from_between_two_people_has_no_seat() -> None:
    middle = (BODIES["north"][0] + BODIES["north-west"][0]) / 2
    assert EVERYBODY.seated("north", ((middle, 0.0), (middle, 300.0))) == (None, 0.0)


def test_a_short_arm_tells_less_than_a_long_one() -> None:
    x = BODIES["north"][0]
    long, short = (EVERYBODY.seated("north", ((x, 0.0), (x, deep)))[1] for deep in (400.0, 15.0))
    assert long > short


def test_whoever_sits_alone_at_an_edge_is_told_by_the_edge() -> None:
    four = Seats(SIDES, frozenset(SIDES[:4]), BODIES)
    assert {edge: four.seated(edge) for edge in SIDES[:4]} == {edge: (edge, 1.0) for edge in SIDES[:4]}


def test_an_edge_at_which_nobody_is_known_to_sit_tells_who_came_there() -> None:
    """So a family that sits otherwise than is usual can be learnt."""
    two = Seats(SIDES, frozenset(SIDES[:2]), BODIES)
    y = BODIES["west"][1]
    assert two.seated("west", ((0.0, y), (300.0, y)))[0] == "west"


@pytest.mark.parametrize(("seat", "x"), [("north", 913.0), ("north-west", 438.0)])
def test_hands_of_two_at_one_edge_are_told_apart_in_pictures(seat: str, x: float) -> None:
    """The camera hangs upside down; the hand comes in at one half of the edge and reaches for the middle."""
    width, height = round(1180 * PX_PER_MM), round(864 * PX_PER_MM)
    down = np.array([[-1 / PX_PER_MM, 0, 1180], [0, -1 / PX_PER_MM, 864], [0, 0, 1]])
    zones = [
        TableZone("middle", rectangle(600, 330, 130, 130)),
        TableZone("corner", rectangle(20, 20, 60, 60)),
        TableZone("other", rectangle(1090, 780, 60, 60)),
    ]
    gate = TableGate(TableView(width, height, Homography(down)), zones, seats=EVERYBODY)
    table = np.full((height, width, 3), (70, 110, 60), np.uint8)
    arms = ArmDrawing((height, width), PX_PER_MM, lambda mm: (mm[0] * PX_PER_MM, mm[1] * PX_PER_MM))
    at, beyond = (665.0, 365.0), (x, -200.0)
    way = ((1500.0, beyond), (2000.0, at), (2500.0, at), (3000.0, beyond))
    reach = Gesture("north", (x, -330.0), way, random_look(np.random.default_rng(4)))
    for now in range(0, 4500, FRAME_MS):
        shown = table.copy()
        if 1500 <= now <= 3000:
            arms.draw(shown, reach, now, None)
        gate.feed(np.ascontiguousarray(shown[::-1, ::-1]), now)
    (told,) = (one for one in gate.sighting(1, 4500, {}).disturbances if one.zone == "middle")
    assert told.side == seat
    assert told.side_chance is not None and 0.6 < told.side_chance < NEEDED_TO_CALL
