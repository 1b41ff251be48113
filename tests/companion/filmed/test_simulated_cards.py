"""Printed cards on the simulated table: those that a page asks for, as long as it does."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from calibration.optics import CameraModel
from calibration.zones import read_plan
from companion.evening.family_boxes import games_with_printed_cards
from companion.evening.laid_cards import laid_cards
from companion.filmed import simulated_stand
from companion.filmed.asked import LIES_S, Asked, AskedCards
from companion.filmed.drawn_boxes import drawn_box
from companion.filmed.filmable import printed_games
from companion.filmed.simulated_cards import PRINT
from companion.filmed.simulated_stand import SimulatedStand
from companion.games import zone_plan
from hardware.frame_source import Image
from tests.plain_prints import PlainFinder

GAME = "racko"
TEN = tuple(str(number) for number in range(11, 21))


@pytest.fixture
def half(monkeypatch: pytest.MonkeyPatch) -> None:
    full = simulated_stand.CAMERA
    smaller = CameraModel("half", "half", full.width // 2, full.height // 2, full.focal_px / 2)
    monkeypatch.setattr(simulated_stand, "CAMERA", smaller)


def test_what_is_asked_for_is_forgotten_when_nobody_asks() -> None:
    clock = [0.0]
    asked = AskedCards(lambda: clock[0])
    assert asked.now() is None
    asked.ask(GAME, TEN)
    clock[0] = LIES_S - 0.1
    assert asked.now() == (GAME, TEN)
    clock[0] = LIES_S
    assert asked.now() is None


def test_the_cards_asked_for_lie_in_rows_and_go_again(half: None) -> None:
    wanted: list[Asked | None] = [None, (GAME, TEN), (GAME, TEN), (GAME, TEN[:4]), None]
    frames: list[Image] = []
    plan = read_plan(zone_plan(GAME) or {})
    asking = iter(wanted)
    source = SimulatedStand(plan, sleep=lambda _: None, cards=lambda: next(asking))
    with source as opened:
        for frame in itertools.islice(opened, len(wanted)):
            assert frame.image is not None
            frames.append(frame.image)
    corners = [source.view.to_px(one).mean(axis=0) for one in source.layout.corners.values()]
    markers = [(float(x), float(y)) for x, y in corners]
    counts = [len(laid_cards(PlainFinder().find(frame), markers)) for frame in frames[1:4]]
    assert counts == [10, 10, 4]
    assert np.abs(frames[0].astype(int) - frames[4]).mean() < 5, "the table as it was"
    light = [float(frame.mean()) for frame in frames[1:4]]
    assert abs(light[0] - light[1]) < 1 < abs(light[1] - light[2]), "each time in another light"


@pytest.mark.parametrize("game", printed_games())
def test_the_simulated_family_owns_a_whole_box(game: str) -> None:
    box = drawn_box(game, PRINT)
    assert {*box.labels, "back"} == set(games_with_printed_cards()[game].labels)
