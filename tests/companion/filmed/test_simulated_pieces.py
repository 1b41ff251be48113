"""A board and its pieces on the simulated table: what a page asks for, where it does, in another light each time."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from calibration.optics import CameraModel
from calibration.zones import read_plan
from companion.filmed import simulated_stand
from companion.filmed.asked import LIES_S, AskedBoard, AskedBoards, AskedPiece
from companion.filmed.game_pieces import COLOURS, games_with_pieces, pieces_of
from companion.filmed.simulated_board import printed_squares
from companion.filmed.simulated_pieces import camera_of, colours_of, has_print
from companion.filmed.simulated_stand import SimulatedStand
from companion.games import zone_plan

GAME = "poker_dice_race"
PLAN = read_plan(zone_plan(GAME) or {})
ZONE = PLAN.zone("track")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    full = simulated_stand.CAMERA
    smaller = CameraModel("small", "small", full.width // 4, full.height // 4, full.focal_px / 4)
    monkeypatch.setattr(simulated_stand, "CAMERA", smaller)


def test_what_is_asked_for_is_forgotten_when_nobody_asks() -> None:
    clock = [0.0]
    asked = AskedBoards(lambda: clock[0])
    assert asked.now() is None
    asked.ask_bare(GAME, ZONE)
    clock[0] = LIES_S - 0.1
    assert asked.now() == AskedBoard(GAME, ZONE.left, ZONE.top)
    clock[0] = LIES_S
    assert asked.now() is None


def test_the_simulated_family_owns_the_pieces_that_the_page_begins_with() -> None:
    for game in games_with_pieces():
        assert has_print(game) and set(colours_of(game)) == set(pieces_of(game).colours)
    assert not has_print("racko") and colours_of("racko") == ()


def test_pieces_stand_on_the_squares_that_are_asked_for_and_go_again() -> None:
    squares = printed_squares(GAME, ZONE)
    pieces = tuple(
        AskedPiece(its, squares[at].x + 3, squares[at].y - 2) for its, at in (("blue", 1), ("red", 25))
    )
    boards = [AskedBoard(GAME, ZONE.left, ZONE.top, asked) for asked in ((), pieces, ())]
    wanted: list[AskedBoard | None] = [None, *boards, None]
    asking = iter(wanted)
    source = SimulatedStand(PLAN, sleep=lambda _: None, board=lambda: next(asking))
    frames = []
    with source as opened:
        for frame in itertools.islice(opened, len(wanted)):
            assert frame.image is not None
            frames.append(frame.image.astype(float))
    assert np.abs(frames[0] - frames[4]).mean() < 5, "the table as it was"
    places = np.round(source.view.to_px(np.array([(one.x, one.y) for one in squares]))).astype(int)
    # Each light is another one: what changes in relation to the rest of the board is a piece.
    bare, with_pieces = (frame / frame.mean(axis=(0, 1)) for frame in frames[1:3])
    changed = [
        float(np.abs(with_pieces[y - 3 : y + 4, x - 3 : x + 4] - bare[y - 3 : y + 4, x - 3 : x + 4]).mean())
        for x, y in places
    ]
    assert set(np.argsort(changed)[-2:].tolist()) == {1, 25}
    light = [frame.mean() for frame in frames[1:4]]
    assert len({round(float(one)) for one in light}) == 3, "each time in another light"
    blue, red = (with_pieces[places[at][1], places[at][0]] for at in (1, 25))
    assert blue.argmax() == 0 and red.argmax() == 2


def test_the_camera_is_that_of_the_view() -> None:
    view = SimulatedStand(PLAN).view
    assert view.lens is not None
    places = np.array([(100.0, 100.0), (500.0, 300.0)])
    straight = camera_of(view).project(np.column_stack([places, np.zeros(2)]))
    assert view.lens.bent(straight) == pytest.approx(view.to_px(places), abs=1e-6)
    assert set(colours_of(GAME)) <= set(COLOURS)
