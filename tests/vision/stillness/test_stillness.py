"""The stillness gate on drawn sequences: throws count, light does not, a hand is not a still table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.stillness.gate import (
    DICE_STILL_MS,
    PATIENCE_MS,
    GateZone,
    Image,
    Settled,
    StillnessGate,
    ZoneOutsidePicture,
    ZoneState,
)

WIDTH, HEIGHT, BEYOND = 480, 360, 100
TRAY = ((60.0, 50.0), (420.0, 50.0), (430.0, 310.0), (50.0, 310.0))
DIE_PX = 24.0
FRAME_MS = 100
Place = tuple[float, float, float]


@cache
def grain() -> NDArray[np.float32]:
    """A camera's noise, of which every frame shows another part."""
    rng = np.random.default_rng(6)
    return rng.standard_normal((HEIGHT + BEYOND, WIDTH + BEYOND), dtype=np.float32)


class Table:
    """A drawn table in front of a gate: every ``show`` is one frame, 100 ms after the one before."""

    def __init__(self, *, noise: float = 2.0, zones: Sequence[GateZone] | None = None) -> None:
        rng = np.random.default_rng(5)
        grain = cv2.GaussianBlur(rng.normal(0, 30, (HEIGHT, WIDTH)).astype(np.float32), (0, 0), 3)
        self.wood = np.clip(110 + grain, 0, 255).astype(np.float32)
        cv2.fillPoly(self.wood, [np.array(TRAY, np.int32)], 70.0)
        self.rng = rng
        self.noise = noise
        self.gate = StillnessGate(zones or [GateZone("tray", TRAY, DICE_STILL_MS, DIE_PX)])
        self.now = 1000
        self.settled: list[Settled] = []
        self.states: list[ZoneState] = []

    def picture(self, dice: Iterable[Place] = (), hand: float | None = None, light: float = 1.0) -> Image:
        drawn = self.wood.copy()
        for x, y, turn in dice:
            box = cv2.boxPoints(((x, y), (DIE_PX, DIE_PX), turn))
            cv2.fillPoly(drawn, [np.round(box).astype(np.int32)], 215.0)
            cv2.circle(drawn, (round(x), round(y)), 4, 25.0, -1)
        if hand is not None:
            top = round(HEIGHT - hand * 300)
            cv2.rectangle(drawn, (190, top), (270, HEIGHT), 165.0, -1)
            cv2.circle(drawn, (230, top), 50, 165.0, -1)
        y, x = (int(value) for value in self.rng.integers(0, BEYOND, 2))
        noisy = drawn * light + self.noise * grain()[y : y + HEIGHT, x : x + WIDTH]
        grey = np.clip(noisy, 0, 255).astype(np.uint8)
        return np.asarray(cv2.merge([grey, grey, grey]), dtype=np.uint8)

    def feed(self, picture: Image) -> None:
        told = self.gate.feed(picture, self.now)
        self.now += FRAME_MS
        self.settled.extend(told.settled)
        self.states.append(next(iter(told.states.values())))

    def show(self, seconds: float, dice: Iterable[Place] = (), hand: float | None = None) -> None:
        places = tuple(dice)
        for _ in range(round(seconds * 1000 / FRAME_MS)):
            self.feed(self.picture(places, hand))

    def reach(self, before: Sequence[Place], after: Sequence[Place]) -> None:
        """A hand comes, changes the dice while it covers them, and goes."""
        for step in range(11):
            self.feed(self.picture(before if step < 6 else after, 1 - abs(step - 5) / 5))

    def throw(self, before: Sequence[Place], after: Sequence[Place]) -> None:
        """A hand takes the dice, and dice roll in."""
        self.reach(before, ())
        for step in range(5):
            share = (step + 1) / 6
            self.feed(self.picture([(x, 300 - (300 - y) * share, turn + 60 * step) for x, y, turn in after]))
        self.show(1.4, after)


HERE = [(150.0, 120.0, 10.0), (260.0, 220.0, 40.0)]
THERE = [(320.0, 100.0, 70.0), (180.0, 200.0, 25.0)]


def test_the_first_still_picture_is_no_throw() -> None:
    table = Table()
    table.show(2.0, HERE)
    assert table.settled == []
    assert table.states[-1] is ZoneState.STILL


def test_the_same_faces_twice_are_two_throws() -> None:
    table = Table()
    table.show(1.5)
    table.throw((), HERE)
    table.throw(HERE, THERE)
    assert len(table.settled) == 2
    assert all(one.changed for one in table.settled)
    first, second = (one.disturbance for one in table.settled)
    assert first.zone == second.zone == "tray"
    assert first.start_ms < first.end_ms < second.start_ms < second.end_ms
    assert first.side == "south"


def test_the_side_is_the_trays_where_the_camera_hangs_upside_down() -> None:
    table = Table()
    table.gate = StillnessGate([GateZone("tray", TRAY, DICE_STILL_MS, DIE_PX)], (*TRAY[2:], *TRAY[:2]))
    table.show(1.5)
    table.reach((), HERE)
    table.show(1.4, HERE)
    assert [one.disturbance.side for one in table.settled] == ["north"]


def test_a_throw_settles_once_and_not_before_it_lay_still_long_enough() -> None:
    table = Table()
    table.show(1.5)
    table.throw((), HERE)
    thrown = table.now
    table.show(5.0, HERE)
    assert len(table.settled) == 1
    end = table.settled[0].disturbance.end_ms
    settled_at = 1000 + FRAME_MS * (table.states.index(ZoneState.STILL, 20))
    assert settled_at - end >= DICE_STILL_MS
    assert end < thrown


def test_a_hand_that_only_passes_disturbs_but_changes_nothing() -> None:
    table = Table()
    table.show(1.5, HERE)
    table.reach(HERE, HERE)
    table.show(1.5, HERE)
    assert [one.changed for one in table.settled] == [False]


def test_a_nudged_die_is_a_disturbance_that_changes_something() -> None:
    table = Table()
    table.show(1.5, HERE)
    nudged = [(HERE[0][0] + 4, HERE[0][1] + 1, HERE[0][2] + 5), HERE[1]]
    table.show(1.5, nudged)
    assert [one.changed for one in table.settled] == [True]


def test_a_resting_hand_is_unseen_and_not_still() -> None:
    table = Table()
    table.show(1.5, HERE)
    for step in range(6):
        table.feed(table.picture(HERE, step / 5))
    table.states.clear()
    table.show(PATIENCE_MS / 1000 - 1.0, HERE, hand=1.0)
    assert set(table.states) == {ZoneState.HAND}
    told = table.gate.feed(table.picture(HERE, 1.0), table.now)
    assert told.unseen == {"tray"}
    assert table.settled == []
    for step in range(6):
        table.now += FRAME_MS
        table.feed(table.picture(HERE, 1 - step / 5))
    table.show(1.5, HERE)
    assert [one.changed for one in table.settled] == [False]


def test_a_large_thing_put_down_is_part_of_the_table_after_a_while() -> None:
    table = Table()
    table.show(1.5)
    table.show(PATIENCE_MS / 1000 + 1.0, hand=1.0)
    assert [one.changed for one in table.settled] == [True]


@pytest.mark.parametrize("noise", [0.0, 2.0, 6.0])
def test_noise_and_slow_drift_are_no_disturbance(noise: float) -> None:
    table = Table(noise=noise)
    table.show(1.5, HERE)
    for frame in range(200):
        light = 1.0 + 0.3 * np.sin(frame / 60)
        table.feed(table.picture(HERE, light=float(light)))
    assert table.settled == []
    assert set(table.states[30:]) == {ZoneState.STILL}


def test_flicker_and_a_lamp_switched_on_are_no_disturbance() -> None:
    table = Table()
    table.show(1.5, HERE)
    for frame in range(40):
        table.feed(table.picture(HERE, light=1.0 + 0.06 * (-1) ** frame))
    for _ in range(20):
        table.feed(table.picture(HERE, light=1.35))
    assert table.settled == []
    assert set(table.states[20:]) == {ZoneState.STILL}


def test_a_single_broken_frame_is_no_disturbance() -> None:
    table = Table()
    table.show(1.5, HERE)
    table.feed(np.full((HEIGHT, WIDTH, 3), 255, np.uint8))
    table.show(1.5, HERE)
    assert table.settled == []


def test_a_soft_shadow_and_what_happens_outside_are_no_disturbance() -> None:
    table = Table()
    table.show(1.5, HERE)
    _, xs = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    for frame in range(40):
        picture = table.picture(HERE).astype(np.float32)
        edge = 120.0 + 4.0 * frame
        shade = 1.0 - 0.25 / (1.0 + np.exp((xs - edge) / 45.0))
        picture *= shade[..., None]
        # An elbow beside the tray, moving.
        cv2.circle(picture, (20 + frame % 10, 60 + 5 * frame), 22, (40.0, 40.0, 40.0), -1)
        table.feed(np.clip(picture, 0, 255).astype(np.uint8))
    assert table.settled == []
    assert set(table.states[20:]) == {ZoneState.STILL}


def test_dice_thrown_while_no_pictures_came_are_noticed() -> None:
    table = Table()
    table.show(1.5, HERE)
    table.now += 20_000
    table.show(1.5, THERE)
    assert [one.changed for one in table.settled] == [True]


def test_every_photograph_is_disturbed_then_still_by_itself() -> None:
    table = Table()
    for number in range(3):
        told = table.gate.feed(table.picture(HERE), 1000 * number, settled=True)
        assert [(one.disturbance.zone, one.changed) for one in told.settled] == [("tray", True)]
        assert told.at_rest == {"tray"}
        assert told.settled[0].disturbance.end_ms == 1000 * number


def test_a_photograph_of_another_size_begins_anew() -> None:
    table = Table()
    table.show(1.5, HERE)
    whole = StillnessGate([GateZone("tray")])
    for size in ((200, 300), (900, 700), (64, 64)):
        picture = np.full((*size, 3), 90, np.uint8)
        assert len(whole.feed(picture, 0, settled=True).settled) == 1


def test_zones_are_judged_one_by_one() -> None:
    left = ((20.0, 20.0), (220.0, 20.0), (220.0, 340.0), (20.0, 340.0))
    right = ((260.0, 20.0), (460.0, 20.0), (460.0, 340.0), (260.0, 340.0))
    table = Table(zones=[GateZone("left", left, 600, DIE_PX), GateZone("right", right, 600, DIE_PX)])
    table.show(1.5, [(100.0, 100.0, 0.0)])
    for step in range(10):
        picture = table.picture([(100.0, 100.0, 0.0), (300.0 + 10 * step, 150.0, 20.0 * step)])
        told = table.gate.feed(picture, table.now)
        table.now += FRAME_MS
    assert told.states == {"left": ZoneState.STILL, "right": ZoneState.MOVING}


def test_a_zone_outside_the_picture_is_an_error_every_time() -> None:
    gate = StillnessGate([GateZone("tray", ((900.0, 900.0), (1000.0, 900.0), (950.0, 990.0)))])
    for _ in range(2):
        with pytest.raises(ZoneOutsidePicture):
            gate.feed(np.zeros((HEIGHT, WIDTH, 3), np.uint8), 0)


events = st.lists(st.sampled_from(["throw", "pass", "wait", "drift"]), min_size=1, max_size=5)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(events, st.integers(0, 1000))
def test_there_are_as_many_changes_as_throws(plan: list[str], seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = Table()
    dice: list[Place] = []
    table.show(1.2)
    for event in plan:
        if event == "throw":
            x, y = float(rng.uniform(110, 370)), float(rng.uniform(90, 270))
            while any(abs(x - place[0]) + abs(y - place[1]) < DIE_PX for place in dice):
                x, y = float(rng.uniform(110, 370)), float(rng.uniform(90, 270))
            fallen = [(x, y, float(rng.uniform(0, 90)))]
            table.throw(dice, fallen)
            dice = fallen
        elif event == "pass":
            table.reach(dice, dice)
            table.show(1.2, dice)
        elif event == "wait":
            table.show(1.0, dice)
        else:
            for frame in range(15):
                table.feed(table.picture(dice, light=1.0 + 0.01 * frame))
            table.show(0.5, dice)
    assert sum(one.changed for one in table.settled) == plan.count("throw")
