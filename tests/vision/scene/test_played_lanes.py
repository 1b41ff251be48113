"""A drawn board on which every piece has a lane of its own, and drawn tokens in a place beside it."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from vision.scene.camera import PinholeCamera
from vision.scene.piece_boards import PieceBoard
from vision.scene.played_lanes import PlayedLanes
from vision.scene.played_tokens import PlayedTokens, family_tokens
from vision.scene.standing_pieces import PieceForm

COLOURS = {"red": (45, 45, 190), "blue": (180, 100, 40)}
SQUARES = {"square_0": (40.0, 40.0), "square_1": (100.0, 40.0)}
LANES = tuple(f"lane_{number}" for number in range(1, 9))
RADIUS = 6.0


def board(seed: int = 1) -> PlayedLanes:
    art = PieceBoard(
        "track",
        np.full((240, 420, 3), 200, np.uint8),
        (140.0, 80.0),
        {name: (x - 10, y - 10) for name, (x, y) in SQUARES.items()},
        60.0,
        COLOURS,
        PieceForm("counter", RADIUS, 3.0, 0.2),
        tuple(("red" if number < 4 else "blue", None) for number in range(len(LANES))),
    )
    return PlayedLanes(art, (10.0, 10.0), SQUARES, LANES, np.random.default_rng(seed))


def test_SC_32_any_number_of_horses_has_room_on_one_square() -> None:
    played = board()
    assert played.lay({lane: ("square_0",) for lane in LANES})
    feet = [piece.placed.foot for own in played._pieces.values() for piece in own]
    assert min(float(np.hypot(*(one - other))) for one, other in combinations(feet, 2)) > 2 * RADIUS
    along = [abs(float(foot[0] + 10.0 - SQUARES["square_0"][0])) for foot in feet]
    assert max(along) < 25.0, "none stands on the next square, nor between the two"


def test_a_piece_that_goes_keeps_its_colour_and_leaves_the_others_where_they_stand() -> None:
    played = board()
    played.lay({lane: ("square_0",) for lane in LANES})
    before = {lane: played.place(lane) for lane in LANES}
    played.lay({"lane_5": ("square_1",)})
    assert played.faces("lane_5") == ("square_1",)
    ((gone,),) = (played._pieces["lane_5"],)
    assert gone.placed.colour == COLOURS["blue"]
    assert {lane: played.place(lane) for lane in LANES if lane != "lane_5"} == {
        lane: place for lane, place in before.items() if lane != "lane_5"
    }


def test_tokens_lie_in_their_place_beside_each_other_and_are_taken_one_by_one() -> None:
    rng = np.random.default_rng(3)
    tokens = family_tokens(rng)
    played = PlayedTokens("bet_1", (50.0, 50.0), (60.0, 60.0), tokens, rng)
    bet = ("red", "red", "blue", "green", "yellow", "green", "black")
    played.lay({"bet_1": bet})
    assert played.faces("bet_1") == bet
    feet = {id(piece): piece.placed.foot for piece in played._pieces["bet_1"]}
    apart = [float(np.hypot(*(one - other))) for one, other in combinations(feet.values(), 2)]
    assert min(apart) > 2 * tokens[1].radius
    played.lay({"bet_1": bet[:3]})
    assert all(feet[id(piece)] is piece.placed.foot for piece in played._pieces["bet_1"])
    camera = PinholeCamera.over_table(
        400,
        400,
        view_width_mm=200.0,
        distance_mm=900.0,
        tilt_deg=0.0,
        heading_deg=90.0,
        target_mm=(80.0, 80.0),
    )
    picture = np.full((400, 400, 3), 180, np.uint8)
    played.print_on(picture, camera)
    assert (picture == 180).all(), "nothing is printed there"
    played.draw(picture, camera)
    assert (picture != 180).any()
