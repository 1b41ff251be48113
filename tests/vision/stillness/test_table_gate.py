"""The gate over a table in millimetres: sides are the table's, however the camera hangs; sightings are whole."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from calibration.geometry import Homography, Zone, rectangle
from calibration.view import TableView
from companion.hands import SIDES
from companion.sighting import EMPTY, Disturbance, Sighting, Slot, ZoneReading, sane
from vision.scene.card_table import CardTable, LyingCard
from vision.scene.reaching_arm import Gesture
from vision.scene.table_film import TableFilm, off_table
from vision.scene.table_light import STEADY, TableLight
from vision.scene.table_script import random_table
from vision.stillness import hands as reaching_hands
from vision.stillness.gate import CARD_CROSSED_MS, CARD_STILL_MS, Settled
from vision.stillness.seats import Seats, side_chance
from vision.stillness.table_gate import TableGate

SHAPE = (240, 320)
CANVAS = 400
FRAME_MS = 100
BARE = ZoneReading((Slot({EMPTY: 1.0}),))
FOUR = SIDES[:4]


def card_table() -> CardTable:
    table = random_table(SHAPE, 3, np.full((*SHAPE, 3), (60, 95, 40), np.uint8))
    for number in range(len(table.zones)):
        table.cards[number] = [LyingCard(5 * number % 50)]
        table.draw(number)
    return table


class Camera:
    """A camera that hangs turned by so many degrees over a card table, and the gate that is fed by it."""

    def __init__(
        self, gesture: Gesture | None = None, turned: float = 0.0, seats: tuple[str, ...] = FOUR
    ) -> None:
        table = card_table()
        self._turn = cv2.getRotationMatrix2D((SHAPE[1] / 2, SHAPE[0] / 2), turned, 1.0)
        self._turn[:, 2] += (CANVAS - SHAPE[1]) / 2, (CANVAS - SHAPE[0]) / 2
        film = TableFilm(table, TableLight(SHAPE, STEADY, 1), [gesture] if gesture else [])
        self._film = film
        (left, top), scale = table.px((0.0, 0.0)), 1 / table.px_per_mm
        to_mm = np.array([[scale, 0, -left * scale], [0, scale, -top * scale], [0, 0, 1]])
        to_upright = np.linalg.inv(np.vstack([self._turn, (0, 0, 1)]))
        self.view = TableView(CANVAS, CANVAS, Homography(to_mm @ to_upright))
        zones = [zone.area for zone in table.zones]
        self.names = {zone.id for zone in zones}
        self.gate = TableGate(self.view, zones, seats=Seats(seats))
        self.now = 0

    def until(self, ms: int) -> Camera:
        for frame in self._film.frames(self.now, ms, FRAME_MS):
            size = (CANVAS, CANVAS)
            image = cv2.warpAffine(frame.image, self._turn, size, borderMode=cv2.BORDER_REPLICATE)
            self.gate.feed(np.asarray(image, np.uint8), frame.ms)
            self.now = frame.ms
        return self

    def read(self) -> Sighting:
        return self.gate.sighting(1, self.now, dict.fromkeys(self.gate.to_read, BARE))


def carry(side: str, source: str, target: str) -> Gesture:
    """A hand takes the card of one zone from 1500 ms on, lays it on another and has gone after 3500 ms."""
    table = card_table()
    names = [zone.id for zone in table.zones]
    near = {"north": (0, -45), "south": (0, 45), "west": (-45, 0), "east": (45, 0)}[side]
    (x0, y0), (x1, y1) = (table.zones[names.index(zone)].middle for zone in (source, target))
    first, then = (x0 + near[0], y0 + near[1]), (x1 + near[0], y1 + near[1])
    along = x0 if side in ("north", "south") else y0
    home = off_table(side, along, 170)
    way = ((1500.0, home), (2000.0, first), (2200.0, first), (2800.0, then), (3000.0, then), (3500.0, home))
    return Gesture(
        side,
        off_table(side, along, 300),
        way,
        picks=2150.0,
        drops=2950.0,
        source=names.index(source),
        target=names.index(target),
    )


def of(sighting: Sighting, zone: str) -> Disturbance:
    (one,) = (one for one in sighting.disturbances if one.zone == zone)
    return one


def test_the_sides_have_the_names_that_referees_know() -> None:
    assert set(reaching_hands.SIDES) == set(FOUR)


@pytest.mark.parametrize(
    ("turned", "side"),
    [
        (180, "south"),
        (90, "west"),
        (35, "east"),
        (-60, "north"),
    ],
)
def test_the_side_is_the_tables_however_the_camera_hangs(turned: float, side: str) -> None:
    camera = Camera(carry(side, "foundation_3", "foundation_6"), turned).until(1400)
    camera.read()
    sighting = camera.until(4500).read()
    left, laid = of(sighting, "foundation_3"), of(sighting, "foundation_6")
    assert left.side == laid.side == side
    assert left.side_chance is not None and left.side_chance > 0.999, "no other hand was there"
    assert {"foundation_3", "foundation_6"} <= sighting.zones.keys()
    assert sane(sighting, camera.names.__contains__) == sighting


def test_a_table_that_lies_still_is_read_once() -> None:
    camera = Camera().until(CARD_STILL_MS - FRAME_MS)
    assert camera.gate.to_read == frozenset() and camera.gate.unseen == camera.names
    camera.until(1000)
    assert camera.gate.to_read == camera.names
    sighting = camera.read()
    assert sighting.zones.keys() == camera.names
    assert sighting.disturbances == () and sighting.unseen == frozenset()
    assert camera.gate.to_read == frozenset()


def test_what_a_hand_is_over_is_unseen_and_read_when_it_has_gone() -> None:
    camera = Camera(carry("south", "case_3", "foundation_1")).until(1400)
    camera.read()
    camera.until(2500)
    meanwhile = camera.gate.sighting(2, 2500, {"case_3": BARE, "hand_top": BARE})
    assert "case_3" in meanwhile.unseen
    assert meanwhile.zones.keys() == {"hand_top"} and meanwhile.disturbances == ()
    after = camera.until(4500).read()
    assert {"case_3", "foundation_1"} <= after.zones.keys() and after.unseen == frozenset()
    starts = [one.start_ms for one in after.disturbances]
    assert starts == sorted(starts)
    assert camera.read().disturbances == ()


def test_a_picture_from_before_the_disturbance_is_no_reading() -> None:
    camera = Camera(carry("south", "case_3", "foundation_1")).until(1400)
    camera.read()
    camera.until(4500)
    late = camera.gate.sighting(2, 1400, {"case_3": BARE, "hand_top": BARE, "elsewhere": BARE})
    assert late.zones.keys() == {"hand_top"}
    assert "case_3" in camera.gate.to_read
    assert of(late, "case_3").side == "south"


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        (SIDES[:2], {"south": "south", "north": "north", "west": None, "east": None}),
        (SIDES[:4], {side: side for side in FOUR}),
        (SIDES[:5], {"south": "south", "north": None, "west": None, "east": "east"}),
        (SIDES, dict.fromkeys(FOUR)),
        ((), {side: side for side in FOUR}),
    ],
)
def test_a_hand_from_where_nobody_or_two_sit_has_no_side(
    seats: tuple[str, ...], told: dict[str, str]
) -> None:
    assert {side: Seats(seats).seated(side)[0] for side in FOUR} == told


def test_a_side_is_the_less_likely_the_more_another_seats_side_is_reached_over() -> None:
    def told(over: set[str], beside: set[str], seats: Sequence[str] = SIDES[:2]) -> float:
        hand = Disturbance("case_3", 0, 400, "south")
        return side_chance(Settled(hand, True, None, frozenset(over), frozenset(beside)), seats)

    alone, another = told({"south"}, {"south"}), told({"south"}, {"south", "north"})
    assert 1.0 > alone > another > told({"south", "north"}, {"south", "north"}) > 0.5
    assert told(set(), {"south"}) == told({"south", "north"}, {"south"}), "no hand was seen over the zone"
    assert told({"south", "east"}, {"south", "east"}) == alone, "nobody sits in the east"
    assert told({"south", "east"}, {"south", "east"}, SIDES[:4]) < another


def test_a_hand_that_came_from_nowhere_has_no_side() -> None:
    assert Seats(FOUR).seated(None)[0] is None


def test_a_photograph_is_one_settled_picture_of_a_table_that_was_disturbed() -> None:
    camera = Camera()
    image = np.zeros((CANVAS, CANVAS, 3), np.uint8)
    camera.gate.feed(image, 700, settled=True)
    camera.now = 700
    sighting = camera.read()
    assert sighting.zones.keys() == camera.names
    assert {one.zone for one in sighting.disturbances} == camera.names


def test_dice_are_waited_for_longer_than_cards() -> None:
    view = TableView(320, 240, Homography(np.diag([2.0, 2.0, 1.0])))
    zones = [Zone("cards", rectangle(40, 40, 200, 300)), Zone("tray", rectangle(300, 40, 250, 300))]
    gate = TableGate(view, zones, thrown={"tray": 16.0})
    table = np.full((240, 320, 3), 90, np.uint8)
    rested: dict[str, int] = {}
    for now in range(0, 1500, FRAME_MS):
        for zone in gate.feed(table, now).at_rest:
            rested[zone] = now
    assert rested == {"cards": 400, "tray": 600}


@pytest.mark.parametrize(("left", "after_ms"), [(90, CARD_CROSSED_MS), (200, CARD_STILL_MS)])
def test_cards_that_lie_as_before_are_waited_for_less_long(left: int, after_ms: int) -> None:
    """A thing lies there for a while, and then what was there before, or something else."""
    view = TableView(320, 240, Homography(np.diag([2.0, 2.0, 1.0])))
    zones = [Zone("near", rectangle(40, 40, 200, 300)), Zone("far", rectangle(300, 40, 250, 300))]
    gate = TableGate(view, zones)
    table = np.full((240, 320, 3), 90, np.uint8)
    rested = None
    for now in range(0, 2500, FRAME_MS):
        shown = table.copy()
        if now >= 1000:
            down = 10 * (now // 100 % 3) if now < 1500 else 0
            shown[60 + down : 110 + down, 40:80] = 200 if now < 1500 else left
        if "near" in gate.feed(shown, now).at_rest and now > 1000:
            rested = now
    assert rested == 1500 + after_ms


def test_a_throw_that_was_not_read_yet_is_not_told_with_other_zones() -> None:
    view = TableView(320, 240, Homography(np.diag([2.0, 2.0, 1.0])))
    zones = [Zone("cards", rectangle(40, 40, 200, 300)), Zone("tray", rectangle(300, 40, 250, 300))]
    gate = TableGate(view, zones, thrown={"tray": 16.0})
    table = np.full((240, 320, 3), 90, np.uint8)
    thrown = table.copy()
    thrown[60:80, 200:220] = thrown[60:80, 50:70] = 250
    for now in range(0, 4000, FRAME_MS):
        gate.feed(table if now < 1500 else thrown, now)
    cards = gate.sighting(1, 4000, {"cards": ZoneReading(())})
    assert [one.zone for one in cards.disturbances] == ["cards"]
    assert gate.disturbed == gate.to_read == {"tray"}
    assert [one.zone for one in gate.sighting(2, 4000, {"tray": ZoneReading(())}).disturbances] == ["tray"]


def test_zones_too_small_to_be_watched_are_read_together_and_told_where_they_show_something_else() -> None:
    view = TableView(320, 240, Homography(np.diag([2.0, 2.0, 1.0])))
    zones = [Zone("cards", rectangle(40, 40, 200, 300)), Zone("row_1", rectangle(300, 40, 250, 300))]
    gate = TableGate(view, zones, parts={"row_1": ("cell_1_1", "cell_2_1")})
    table = np.full((240, 320, 3), 90, np.uint8)
    for now in range(0, 1000, FRAME_MS):
        gate.feed(table, now)
    assert gate.to_read == {"cards", "cell_1_1", "cell_2_1"}
    first = {
        "cards": ZoneReading(()),
        "cell_1_1": ZoneReading((Slot({"A": 1.0}),)),
        "cell_2_1": ZoneReading(()),
    }
    assert gate.sighting(1, 1000, first).zones.keys() == first.keys()
    moved = table.copy()
    moved[60:80, 200:220] = 250
    for now in range(1000, 3000, FRAME_MS):
        gate.feed(moved, now)
    assert gate.disturbed == gate.to_read == {"cell_1_1", "cell_2_1"}
    then = {"cell_1_1": ZoneReading((Slot({"A": 1.0}),)), "cell_2_1": ZoneReading((Slot({"B": 1.0}),))}
    assert [one.zone for one in gate.sighting(2, 3000, then).disturbances] == ["cell_2_1"]
    gate.read_again(["cell_1_1"])
    assert gate.to_read == gate.waiting == {"cell_1_1"}
    gate.dismiss(["cell_1_1"])
    assert not gate.waiting


def test_hands_over_parts_that_could_not_be_read_yet_are_told_once_they_are() -> None:
    """Film 432: a horse that went while the page read another zone was thought to have gone without hands."""
    view = TableView(320, 240, Homography(np.diag([2.0, 2.0, 1.0])))
    zones = [Zone("cards", rectangle(40, 40, 200, 300)), Zone("row_1", rectangle(300, 40, 250, 300))]
    gate = TableGate(view, zones, parts={"row_1": ("cell_1_1", "cell_2_1")})
    table = np.full((240, 320, 3), 90, np.uint8)
    moved = table.copy()
    moved[60:80, 200:220] = 250
    for now in range(0, 1000, FRAME_MS):
        gate.feed(table, now)
    bare = {"cell_1_1": ZoneReading(()), "cell_2_1": ZoneReading(())}
    gate.sighting(1, 1000, bare)
    for now in range(1000, 3000, FRAME_MS):
        gate.feed(moved, now)
    assert gate.sighting(2, 3000, {"cards": ZoneReading(())}).disturbances == ()
    read = {**bare, "cell_1_1": ZoneReading((Slot({"A": 1.0}),))}
    assert [one.zone for one in gate.sighting(3, 3000, read).disturbances] == ["cell_1_1"]
    assert gate.sighting(4, 3000, read).disturbances == ()


def test_a_throw_without_a_hand_was_made_at_some_time_since_the_throw_before() -> None:
    """Film 747: dice lay elsewhere, and no hand had been seen."""
    tray = Zone("tray", rectangle(0.0, 0.0, 100.0, 100.0))
    gate = TableGate(None, [tray], {"tray": 16.0})
    picture = np.full((*SHAPE, 3), 90, np.uint8)
    dice = ZoneReading((Slot({"J": 1.0}),))
    gate.feed(picture, 1_000, settled=True)
    assert [one.zone for one in gate.sighting(1, 1_000, {"tray": dice}).disturbances] == ["tray"]
    for now in range(1_100, 3_000, FRAME_MS):
        gate.feed(picture, now)
    gate.read_again()
    told = gate.sighting(2, 3_000, {"tray": dice})
    assert told.zones == {"tray": dice} and told.disturbances == (Disturbance("tray", 1_000, 3_000),)
