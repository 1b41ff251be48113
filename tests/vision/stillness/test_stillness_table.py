"""The stillness gate over a card table of many zones: who touched what, when, and what can be read meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from vision.scene.card_table import CardTable, LyingCard, zones_of_cards
from vision.scene.reaching_arm import Gesture, Look, Waypoint
from vision.scene.table_film import Slide, TableFilm, off_table
from vision.scene.table_light import STEADY, Conditions, TableLight
from vision.scene.table_script import random_table
from vision.stillness.gate import (
    CARD_PATIENCE_MS,
    CARD_STILL_MS,
    GateReading,
    GateZone,
    Settled,
    StillnessGate,
    ZoneOutsidePicture,
    ZoneState,
)
from vision.stillness.hands import SIDES
from vision.watched_zone import WatchedZone

SHAPE = (240, 320)
FRAME_MS = 100.0
GREEN = np.full((*SHAPE, 3), (60, 95, 40), np.uint8)
BACK = 52


class Watched:
    """A green card table in front of a gate, and all that the gate told."""

    def __init__(
        self,
        gestures: Sequence[Gesture] = (),
        slides: Sequence[Slide] = (),
        light: Conditions = STEADY,
        seed: int = 3,
        shape: tuple[int, int] = SHAPE,
        thrown_into: str = "",
    ) -> None:
        green = np.full((*shape, 3), GREEN[0, 0], np.uint8)
        self.table = random_table(shape, seed, green)
        for number in range(len(self.table.zones)):
            self.table.cards[number] = [LyingCard(5 * number % 50), LyingCard(7 * number % 50)]
            self.table.draw(number)
        self.film = TableFilm(self.table, TableLight(shape, light, seed), gestures, slides)
        self.gate = StillnessGate(
            GateZone(
                zone.id, polygon, CARD_STILL_MS, None, CARD_PATIENCE_MS, thrown_into=zone.id == thrown_into
            )
            for zone, polygon in zip(self.table.zones, self.table.polygons(), strict=True)
        )
        self.settled: list[tuple[int, Settled]] = []
        self.readings: list[tuple[int, GateReading]] = []
        self.now = 0.0

    def until(self, ms: float) -> Watched:
        for frame in self.film.frames(self.now, ms, FRAME_MS):
            reading = self.gate.feed(frame.image, frame.ms)
            self.readings.append((frame.ms, reading))
            self.settled.extend((frame.ms, one) for one in reading.settled)
        self.now = ms
        return self

    def of(self, zone: str) -> list[Settled]:
        return [one for _, one in self.settled if one.disturbance.zone == zone]

    def disturbed(self) -> set[str]:
        return {one.disturbance.zone for _, one in self.settled}


def number_of(zone: str) -> int:
    return [one.id for one in zones_of_cards()].index(zone)


def place_of(zone: str) -> tuple[float, float]:
    return zones_of_cards()[number_of(zone)].middle


def reach(
    side: str, *stops: tuple[float, tuple[float, float]], start: float = 1500.0
) -> tuple[Waypoint, ...]:
    """The way of a hand from a side to some places (how long it stays, where) and back, 500 ms each."""
    along = stops[0][1][0] if side in ("north", "south") else stops[0][1][1]
    home = off_table(side, along, 170.0)
    way: list[Waypoint] = [(start, home)]
    for stay, spot in stops:
        arrives = way[-1][0] + 500
        way += [(arrives, spot), (arrives + stay, spot)]
    way.append((way[-1][0] + 500, home))
    return tuple(way)


def gesture(side: str, way: tuple[Waypoint, ...], **more: object) -> Gesture:
    along = way[1][1][0] if side in ("north", "south") else way[1][1][1]
    return replace(Gesture(side, off_table(side, along, 300.0), way, Look()), **more)  # type: ignore[arg-type]


def carry(side: str, source: str, target: str) -> Gesture:
    near = {"north": (0, -45), "south": (0, 45), "west": (-45, 0), "east": (45, 0)}[side]
    (x0, y0), (x1, y1) = place_of(source), place_of(target)
    way = reach(side, (200, (x0 + near[0], y0 + near[1])), (200, (x1 + near[0], y1 + near[1])))
    return gesture(
        side,
        way,
        picks=way[2][0] - 50,
        drops=way[4][0] - 50,
        source=number_of(source),
        target=number_of(target),
    )


def test_a_table_that_lies_still_is_still_and_nothing_happened() -> None:
    watched = Watched().until(2500)
    assert watched.settled == []
    assert set(watched.readings[-1][1].states.values()) == {ZoneState.STILL}
    came_to_rest = [ms for ms, reading in watched.readings if reading.at_rest]
    assert came_to_rest == [CARD_STILL_MS]


@pytest.mark.parametrize("side", SIDES)
def test_a_carried_card_changes_where_it_lay_and_where_it_lies(side: str) -> None:
    watched = Watched([carry(side, "foundation_3", "foundation_6")]).until(5500)
    (left,), (laid,) = watched.of("foundation_3"), watched.of("foundation_6")
    assert left.changed and laid.changed
    assert left.disturbance.side == laid.disturbance.side == side
    others = [
        one for _, one in watched.settled if one.disturbance.zone not in ("foundation_3", "foundation_6")
    ]
    assert others, "an arm lies over other zones on its way"
    assert not any(one.changed for one in others)
    assert {one.disturbance.side for one in others} == {side}


def one_after_the_other(over: str, then: str) -> list[Gesture]:
    """An arm from the east reaches far and leaves; at the same time one from the south reaches in."""
    (far, height), (x, y) = place_of(over), place_of(then)
    leaving = reach("east", (600, (far + 45, height)))
    coming = reach("south", (500, (x, y + 20)), start=leaving[-1][0] - 600)
    return [gesture("east", leaving), gesture("south", coming)]


def test_a_hand_that_comes_where_another_leaves_has_its_own_side() -> None:
    watched = Watched(one_after_the_other("foundation_7", "case_7")).until(6500)
    assert [one.disturbance.side for one in watched.of("case_7")] == ["south"]


def test_what_lies_where_things_are_thrown_the_last_hand_threw_that_stayed_there() -> None:
    """Film 332: an arm lay over the tray on its way to the pawns, and left as the next player's hand came."""
    hands = one_after_the_other("foundation_5", "foundation_8")
    (thrown,) = Watched(hands, thrown_into="foundation_8").until(6500).of("foundation_8")
    assert thrown.disturbance.side == "south"
    assert thrown.over == {"east", "south"}, "which makes its side less sure"
    (moved,) = Watched(hands).until(6500).of("foundation_8")
    assert moved.disturbance.side == "east", "of cards nobody knows which of the two did it"


def test_fingers_that_appear_for_a_moment_threw_nothing() -> None:
    """Whoever threw is told, also where the next hand came at once and only passed."""
    x, y = place_of("foundation_8")
    throwing = reach("south", (500, (x, y + 20)))
    passing = reach("east", (0, (x + 60, y)), start=throwing[-1][0] - 300)
    watched = Watched([gesture("south", throwing), gesture("east", passing)], thrown_into="foundation_8")
    (thrown,) = watched.until(6500).of("foundation_8")
    assert (thrown.disturbance.side, thrown.over) == ("south", {"east", "south"})


@pytest.mark.parametrize(
    ("first", "then"), [("case_2", "case_6"), ("case_6", "case_2"), ("case_8", "hand_top")]
)
def test_the_order_of_touches_is_told_to_a_frame(first: str, then: str) -> None:
    watched = Watched([carry("south" if then != "hand_top" else "east", first, then)])
    touched: dict[str, int] = {}
    for frame in watched.film.frames(0, 6000, FRAME_MS):
        for zone, cover in zip(watched.table.zones, frame.cover, strict=True):
            if cover > 0.03:
                touched.setdefault(zone.id, frame.ms)
        for one in watched.gate.feed(frame.image, frame.ms).settled:
            watched.settled.append((frame.ms, one))
    for zone in (first, then):
        assert abs(watched.of(zone)[0].disturbance.start_ms - touched[zone]) <= FRAME_MS


def test_a_zone_settles_soon_after_the_hand_has_left_it() -> None:
    watched = Watched([carry("south", "waste_bottom", "foundation_8")])
    covered: dict[str, int] = {}
    for frame in watched.film.frames(0, 6000, FRAME_MS):
        for zone, cover, moved in zip(watched.table.zones, frame.cover, frame.moved, strict=True):
            if cover > 0 or moved:
                covered[zone.id] = frame.ms
        for one in watched.gate.feed(frame.image, frame.ms).settled:
            assert frame.ms - covered[one.disturbance.zone] <= 600
            watched.settled.append((frame.ms, one))
    assert {"waste_bottom", "foundation_8"} <= watched.disturbed()


def test_a_resting_hand_hides_its_zones_and_no_others() -> None:
    rests = gesture("west", reach("west", (7000, place_of("case_2"))))
    moves = carry("east", "case_8", "foundation_8")
    later = replace(moves, way=tuple((ms + 2000, spot) for ms, spot in moves.way))
    later = replace(later, picks=(moves.picks or 0) + 2000, drops=(moves.drops or 0) + 2000)
    watched = Watched([rests, later]).until(7500)
    resting = [reading for ms, reading in watched.readings if 2500 < ms <= 7500]
    assert all("case_2" in reading.unseen for reading in resting)
    assert all("case_5" not in reading.unseen and "hand_top" not in reading.unseen for reading in resting)
    assert watched.of("case_2") == []
    assert watched.of("case_8")[0].changed and watched.of("foundation_8")[0].changed
    watched.until(11_000)
    assert [one.changed for one in watched.of("case_2")] == [False]
    assert watched.of("case_2")[0].disturbance.side == "west"


def test_a_hand_that_only_passes_leaves_everything_unchanged() -> None:
    watched = Watched([gesture("north", reach("north", (100, place_of("foundation_6"))))]).until(4500)
    assert {"foundation_2", "foundation_4", "foundation_6"} <= watched.disturbed()
    assert not any(one.changed for _, one in watched.settled)


@pytest.mark.parametrize(("dx", "dy"), [(5.0, 0.0), (0.0, 5.0), (20.0, 3.0)])
def test_a_card_that_slides_by_itself_is_noticed_where_it_lies_and_nowhere_else(dx: float, dy: float) -> None:
    zone = number_of("case_6")
    watched = Watched(slides=[Slide(zone, 2000, 2200, dx, dy)]).until(3500)
    assert [(one.disturbance.zone, one.changed) for _, one in watched.settled] == [("case_6", True)]
    disturbance = watched.settled[0][1].disturbance
    assert 2000 <= disturbance.start_ms <= 2200 and disturbance.side is None


def test_a_card_beside_the_edge_of_the_table_is_no_hand() -> None:
    watched = Watched([carry("north", "foundation_2", "stock_top")]).until(5500)
    (laid,) = watched.of("stock_top")
    assert laid.changed
    assert watched.readings[-1][1].unseen == frozenset()


LIGHTS: dict[str, Conditions] = {
    "lamps": replace(STEADY, daylight=0.4, lamp_switches=20.0, lamp_dims=10.0, automatic_exposure=True),
    "shadows": replace(STEADY, shadow_passes=15.0, shadow_stays=5.0),
    "daylight": replace(STEADY, drift=0.4, clouds=10.0),
    "flicker": replace(STEADY, flicker=0.05),
    "exposure": replace(STEADY, pumping=0.08),
    "noise": replace(STEADY, noise=5.0),
    "compression": replace(STEADY, noise=2.0, jpeg=75),
}


@pytest.mark.parametrize("light", LIGHTS)
def test_light_is_no_hand(light: str) -> None:
    watched = Watched(light=LIGHTS[light], shape=(480, 640)).until(6000)
    assert watched.disturbed() == set()
    assert all(
        set(reading.states.values()) == {ZoneState.STILL} for ms, reading in watched.readings if ms > 900
    )


def test_a_hand_is_found_in_the_light_that_changes() -> None:
    light = replace(LIGHTS["shadows"], flicker=0.03, noise=3.0)
    watched = Watched([carry("south", "case_3", "foundation_1")], light=light).until(6000)
    assert watched.of("case_3")[0].changed and watched.of("foundation_1")[0].changed


@pytest.mark.parametrize("broken", [lambda image: image * 0 + 255, lambda image: np.roll(image, 200, axis=0)])
def test_a_broken_frame_disturbs_nothing(broken: Callable[[np.ndarray], np.ndarray]) -> None:
    watched = Watched().until(1500)
    for frame in watched.film.frames(1500, 3500, FRAME_MS):
        image = broken(frame.image) if frame.ms == 2000 else frame.image
        assert watched.gate.feed(image, frame.ms).settled == ()


def test_a_photograph_settles_every_zone() -> None:
    watched = Watched()
    frame = watched.film.frame(0.0)
    told = watched.gate.feed(frame.image, 0, settled=True)
    assert {one.disturbance.zone for one in told.settled} == {zone.id for zone in watched.table.zones}
    assert told.at_rest == {zone.id for zone in watched.table.zones}


def test_one_zone_outside_the_picture_is_named() -> None:
    inside = ((10.0, 10.0), (100.0, 10.0), (100.0, 100.0), (10.0, 100.0))
    outside = tuple((x + 900, y) for x, y in inside)
    gate = StillnessGate([GateZone("near", inside), GateZone("far", outside)])
    for _ in range(2):
        with pytest.raises(ZoneOutsidePicture, match="far"):
            gate.feed(GREEN, 0)


def test_zones_may_lie_in_one_another() -> None:
    zones = [WatchedZone("all", 0, 0, 900, 700), WatchedZone("part", 400, 300, 100, 100)]
    table = CardTable(GREEN, zones)
    gate = StillnessGate(
        GateZone(zone.id, polygon, CARD_STILL_MS)
        for zone, polygon in zip(zones, table.polygons(), strict=True)
    )
    film = TableFilm(table, TableLight(SHAPE, STEADY, 1))
    settled = [one for frame in film.frames(0, 1500, 100) for one in gate.feed(frame.image, frame.ms).settled]
    table.put(1, LyingCard(BACK))
    for frame in film.frames(1500, 3000, 100):
        settled += gate.feed(frame.image, frame.ms).settled
    assert {(one.disturbance.zone, one.changed) for one in settled} == {("all", True), ("part", True)}


def test_a_table_without_zones_has_nothing_to_tell() -> None:
    assert StillnessGate([]).feed(GREEN, 0) == GateReading({})


def test_a_zone_whose_dark_print_trembles_comes_to_rest_and_tells_what_changes_there() -> None:
    """Film 601: letters on a board flickered in the noise of a dim room, the board never lay still, and a horse that
    a hand moved was told of no hand.
    """
    chance = np.random.default_rng(5)
    square = ((60, 60), (260, 60), (260, 200), (60, 200))
    gate = StillnessGate([GateZone("board", square, CARD_STILL_MS, None, CARD_PATIENCE_MS)])
    letters = [(slice(90, 95), slice(left, left + 5)) for left in range(80, 240, 20)]
    lying: list[tuple[slice, slice]] = []
    settled: list[Settled] = []

    def watch(begin: int, end: int) -> ZoneState:
        for now in range(begin, end, int(FRAME_MS)):
            picture = GREEN + chance.normal(0.0, 1.0, GREEN.shape)
            for letter in letters:
                # Compression moves what is dark and small as a whole.
                picture[letter] = 16 + chance.normal(0.0, 3.5)
            for card in lying:
                picture[card] = 200
            reading = gate.feed(np.clip(picture, 0, 255).astype(np.uint8), now)
            settled.extend(reading.settled)
        return reading.states["board"]

    assert watch(0, 1500) is ZoneState.MOVING
    assert watch(1500, 12_000) is ZoneState.STILL
    assert watch(12_000, 20_000) is ZoneState.STILL
    before = len(settled)
    lying.append((slice(140, 170), slice(100, 124)))
    assert watch(20_000, 22_000) is ZoneState.STILL
    assert [one.changed for one in settled[before:]] == [True]
