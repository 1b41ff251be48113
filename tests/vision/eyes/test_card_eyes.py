"""The eyes over a card table: hands are waited for, what they touched is read, what they only crossed is not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.geometry import Homography, Zone, rectangle
from calibration.view import TableView
from calibration.zones import Holds, PlannedZone, TablePlan
from companion.filmed.filmed_table import FilmedTable, Room
from companion.sighting import BACK, EMPTY, EyeStatus, Sighting, Slot
from companion.simulated.physical import Touch
from hardware.frame_source import Frame, Image
from vision.cards.exposures import EV_STEPS
from vision.cards.fusion import JoinedCard
from vision.cards.reader import CardReader
from vision.cards.reading import ReadIndex
from vision.cards.table_reader import CardTableReader, CardZones
from vision.eyes.evidence import EvidenceStore
from vision.eyes.eyes import WAITS_FOR_HANDS_MS, Eyes
from vision.eyes.pace import Pace
from vision.eyes.photograph import photograph
from vision.scene.table_light import STEADY
from vision.stillness.gate import GateReading, StillnessGate
from vision.stillness.seats import Seats

PLAN = TablePlan(
    "crapette",
    900.0,
    700.0,
    (
        PlannedZone("far", Holds.PILE, 300.0, 40.0, 74.0, 98.0),
        PlannedZone("fan", Holds.FAN, 480.0, 200.0, 300.0, 98.0, towards="east"),
        PlannedZone("middle", Holds.PILE, 300.0, 300.0, 74.0, 98.0),
        PlannedZone("near", Holds.PILE, 300.0, 560.0, 74.0, 98.0),
        PlannedZone("aside", Holds.PILE, 600.0, 560.0, 74.0, 98.0, secret=True),
        PlannedZone("corner", Holds.PILE, 60.0, 30.0, 74.0, 98.0),
    ),
    ("south", "north"),
)


@dataclass
class Watched:
    """A film of a table and the eyes that look at it."""

    film: FilmedTable
    eyes: Eyes
    stills: int = 0

    def until(self, ms: int) -> list[Sighting]:
        """Film for so long; what the eyes said."""
        told = []
        until_ms = self.film.clock_ms + ms
        while self.film.clock_ms < until_ms:
            sighting = self.eyes.look(self.film.frame())
            if sighting is not None:
                told.append(sighting)
        return told

    def reach(self, *steps: tuple[str, Sequence[str]]) -> int:
        """Hands of the player in the south go from zone to zone, 700 ms each, and leave it so; when they are gone."""
        start = self.film.clock_ms + 600
        touches = [
            Touch(zone, start + 800 * n, start + 800 * n + 700, "south") for n, (zone, _) in enumerate(steps)
        ]
        self.film.gestures = tuple(self.film.hands.reaches(touches))
        for touch, (zone, faces) in zip(touches, steps, strict=True):
            assert self.until((touch.start_ms + touch.end_ms) // 2 - self.film.clock_ms) == []
            self.film.lay({zone: faces})
        return touches[-1].end_ms


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    film = FilmedTable(PLAN, ("Ada", "Bea"), Room(42, STEADY, "english"))
    zones = film.table.zones.values()
    evidence = EvidenceStore(tmp_path)
    found = Watched(
        film, Eyes([CardZones(CardReader(language="english"))], zones, evidence, seats=Seats(PLAN.seats))
    )

    def still() -> Frame:
        found.stills += 1
        return film.still()

    found.eyes = Eyes(
        [CardZones(CardReader(language="english"))], zones, evidence, seats=Seats(PLAN.seats), still=still
    )
    found.eyes.place(film.view)
    found.eyes.remember_bare(film.bare())
    film.lay({"near": ["9S"], "far": ["KH"], "aside": [BACK]})
    return found


def faces(sighting: Sighting) -> dict[str, tuple[str, ...]]:
    return {zone: tuple(slot.best[0] for slot in one.slots) for zone, one in sighting.zones.items()}


def test_the_first_still_look_reads_every_zone(watched: Watched) -> None:
    (first,) = watched.until(1500)
    assert faces(first) == {
        "near": ("9S",),
        "far": ("KH",),
        "aside": (BACK,),
        "middle": (EMPTY,),
        "fan": (),
        "corner": (EMPTY,),
    }
    assert watched.eyes.status() == EyeStatus("sees", "still")
    assert watched.eyes.waiting == frozenset()


def test_a_moved_card_is_told_with_its_places_its_side_and_its_picture(watched: Watched) -> None:
    watched.until(1500)
    watched.reach(("near", ()), ("fan", ["9S"]))
    told = watched.until(2500)
    assert len(told) == 1
    assert faces(told[0])["near"] == (EMPTY,)
    assert faces(told[0])["fan"] == ("9S",)
    touched = {one.zone: one for one in told[0].disturbances}
    assert touched["near"].start_ms < touched["fan"].start_ms
    assert {touched["near"].side, touched["fan"].side} == {"south"}
    evidence = told[0].zones["fan"].slots[0].evidence
    assert evidence is not None
    assert (watched.eyes.picture(evidence) or b"").startswith(b"\xff\xd8")


def test_a_photograph_of_places_is_kept_but_not_of_what_is_secret(watched: Watched) -> None:
    assert watched.eyes.photograph(["near"]) is None
    (first,) = watched.until(1500)
    kept = watched.eyes.photograph(["near", "far", "aside"])
    assert kept is not None and (watched.eyes.picture(kept) or b"").startswith(b"\xff\xd8")
    assert watched.eyes.photograph(["aside", "nowhere"]) is None
    assert first.zones["aside"].evidence is None is not first.zones["near"].evidence


def test_of_a_row_only_the_things_that_are_meant_are_framed(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    framed: list[list[Zone]] = []

    def framing(picture: Any, view: Any, zones: Sequence[Zone], secret: Sequence[Zone]) -> Any:
        framed.append(list(zones))
        return photograph(picture, view, zones, secret)

    monkeypatch.setattr("vision.eyes.eyes.photograph", framing)
    watched.until(1500)
    cards = [Zone("card", rectangle(at, 20, 50, 70)) for at in (0, 60, 120)]
    monkeypatch.setattr(CardZones, "places", lambda self, zone: (*cards, None) if zone == "near" else ())
    assert watched.eyes.photograph(["near"], {"near": [1, 2]}) is not None
    assert framed[-1] == cards[1:]
    for unknown in (dict[str, list[int]](), {"near": [2, 3]}, {"near": [7]}):
        watched.eyes.photograph(["near"], unknown)
        assert [one.id for one in framed[-1]] == ["near"], "else the whole place"
    assert watched.eyes.photograph(["aside"], {"aside": [0]}) is None


def test_what_an_arm_only_crosses_is_neither_read_nor_told(watched: Watched) -> None:
    watched.until(1500)
    watched.reach(("far", ["KH", "2C"]))
    (told,) = watched.until(2500)
    assert faces(told)["far"] == ("2C",)
    assert "far" in {one.zone for one in told.disturbances}
    crossed = {"near", "middle"}
    assert not crossed & told.zones.keys()
    assert not crossed & {one.zone for one in told.disturbances}


def test_what_is_changed_under_an_arm_that_seemed_only_to_cross_it_is_read_and_told(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Film 713: a 31 came to lie just where a 21 had lain, and the small picture of the gate showed no difference."""
    seen = StillnessGate.feed

    def short_sighted(gate: StillnessGate, *frame: Any, **given: Any) -> GateReading:
        told = seen(gate, *frame, **given)
        return replace(told, settled=tuple(replace(one, changed=False, reached=None) for one in told.settled))

    watched.until(1500)
    monkeypatch.setattr(StillnessGate, "feed", short_sighted)
    watched.reach(("near", ["9S", "4D"]))
    (told,) = watched.until(2500)
    assert faces(told) == {"near": ("4D",)}
    assert [(one.zone, one.side) for one in told.disturbances] == [("near", "south")]
    stills = watched.stills
    watched.reach(("near", ["9S", "4D"]))
    assert watched.until(2500) == [], "it lies as it lay"
    assert watched.stills == stills + 1 and watched.eyes.status() == EyeStatus("sees", "still")


def test_hands_elsewhere_are_waited_for_but_not_for_ever(watched: Watched) -> None:
    watched.until(1500)
    gone_ms = watched.reach(("near", ["9S", "4D"]))
    stays = tuple(watched.film.hands.stays(["aside"], watched.film.clock_ms))
    watched.film.gestures = (*watched.film.gestures, *stays)
    (told,) = watched.until(5000)
    assert faces(told)["near"] == ("4D",)
    assert "aside" in told.unseen
    assert told.monotonic_ms >= gone_ms + WAITS_FOR_HANDS_MS
    assert "aside" in watched.eyes.waiting


def test_a_still_table_is_read_once_and_again_when_asked(watched: Watched) -> None:
    watched.until(1500)
    assert (watched.until(1500), watched.stills) == ([], 1)
    watched.eyes.look_again(["near"])
    (again,) = watched.until(500)
    assert faces(again) == {"near": ("9S",)}


def test_what_looks_as_it_did_is_told_again_without_being_read(watched: Watched) -> None:
    (first,) = watched.until(1500)
    watched.eyes.agreed(
        {zone: [face for face in shown if face != EMPTY] for zone, shown in faces(first).items()}
    )
    watched.reach(("near", ["9S", "4D"]))
    watched.until(2500)
    watched.eyes.look_again()
    (again,) = watched.until(500)
    assert faces(again)["near"] == ("4D",)
    assert again.zones.keys() == watched.film.table.zones.keys()
    newly = {name for name, one in watched.eyes.seen(again.zones).items() if one.at_ms == again.monotonic_ms}
    assert "near" in newly, "nobody has agreed with that"
    assert not newly & {"far", "corner"}
    kept = again.zones["far"].evidence
    assert kept is not None and watched.eyes.picture(kept) is not None
    watched.film.lay({"near": ["9S", "4D"], "far": ["QH"]})  # no frame shows whose hand that was
    watched.eyes.look_again(["far"])
    (changed,) = watched.until(100)
    assert faces(changed) == {"far": ("QH",)}


def test_a_place_never_seen_bare_is_left_out_until_somebody_says_that_it_is_empty(watched: Watched) -> None:
    zones = watched.film.table.zones.values()
    watched.eyes = Eyes([CardZones(CardReader(language="english"))], zones, still=watched.film.still)
    watched.eyes.place(watched.film.view)
    (first,) = watched.until(1500)
    assert {"middle", "corner"}.isdisjoint(first.zones)
    watched.eyes.look_again(["near"])
    watched.until(500)  # what has been seen since then is another place
    watched.eyes.known_bare(["middle", "near"])
    watched.eyes.look_again()
    (second,) = watched.until(500)
    assert faces(second)["middle"] == (EMPTY,)
    assert faces(second)["near"] == ("9S",)
    assert "corner" not in second.zones


def test_lost_pictures_and_a_camera_that_moves_are_said(watched: Watched) -> None:
    watched.until(1500)
    heard: list[EyeStatus] = []
    stop = watched.eyes.subscribe(heard.append)
    assert watched.eyes.look(Frame(900, 90_000, None, fault="unplugged")) is None
    watched.eyes.moving()
    watched.eyes.finished()
    stop()
    watched.eyes.failed()
    assert [status.code for status in heard] == ["unplugged", "moving_camera", "end_of_pictures"]
    assert {status.state for status in heard} == {"lost"}


def test_nothing_is_seen_before_it_is_known_where_the_table_lies(watched: Watched) -> None:
    watched.eyes = Eyes([CardZones(CardReader(language="english"))], watched.film.table.zones.values())
    assert watched.until(1500) == []


def test_after_other_players_sat_down_their_zones_are_read(watched: Watched) -> None:
    watched.until(1500)
    watched.eyes.lay_out([watched.film.table.zones["near"]], PLAN.seats)
    (told,) = watched.until(1500)
    assert faces(told) == {"near": ("9S",)}


def test_after_the_camera_was_moved_every_zone_is_read_where_it_lies_now(watched: Watched) -> None:
    watched.until(1500)
    film = watched.film
    pushed_px = 40
    view = film.view
    moved = np.array([[1.0, 0.0, -pushed_px], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    pushed = TableView(view.width, view.height, Homography(view.homography.matrix @ moved))

    def seen(image: Image) -> Image:
        by = round(pushed_px * image.shape[1] / view.width)
        return np.roll(image, by, axis=1)

    eyes = Eyes(
        [CardZones(CardReader(language="english"))],
        film.table.zones.values(),
        still=lambda: replace(film.still(), image=seen(film.picture())),
    )
    eyes.place(view)
    eyes.remember_bare(film.bare())
    eyes.moving()
    eyes.place(pushed)
    told = []
    for _ in range(15):
        frame = film.frame()
        assert frame.image is not None
        told.append(eyes.look(replace(frame, image=seen(frame.image))))
    (read,) = [one for one in told if one is not None]
    assert faces(read)["near"] == ("9S",)
    assert faces(read)["aside"] == (BACK,)
    assert faces(read)["middle"] == (EMPTY,)


def test_a_covered_lens_is_said_and_nothing_is_called_empty(watched: Watched) -> None:
    watched.until(1500)
    view = watched.film.view
    eyes = Eyes([CardZones(CardReader())], watched.film.table.zones.values())
    eyes.place(view)
    for number in range(1, 12):
        shown = np.zeros((round(640 * view.height / view.width), 640, 3), np.uint8)
        assert eyes.look(Frame(number, 100 * number, shown)) is None
    assert eyes.status() == EyeStatus("lost", "too_dark")


def in_light(watched: Watched, ev: float, reader: CardReader) -> list[float]:
    """Let the table be lit so much more strongly than when the camera was locked; which exposures are taken."""
    film, taken = watched.film, list[float]()

    def still(step: float = 0.0) -> Frame:
        taken.append(step)
        return film.still(ev + step)

    watched.eyes = Eyes(
        [CardZones(reader)],
        film.table.zones.values(),
        still=still,
        bracket=lambda: [still(step) for step in EV_STEPS],
    )
    watched.eyes.place(film.view)
    watched.eyes.remember_bare(film.bare())
    return taken


def lit(film: FilmedTable, ev: float) -> Frame:
    frame = film.frame()
    assert frame.image is not None
    image = np.clip(frame.image.astype(np.float32) * 2.0**ev, 0, 255).astype(np.uint8)
    return replace(frame, image=image)


def test_where_a_lamp_blinds_the_usual_picture_a_darker_one_is_read(watched: Watched) -> None:
    ev = 3.0
    watched.film.lay({"near": ["9D"], "far": ["KH"], "middle": ["5D"]})
    taken = in_light(watched, ev, CardReader(language="english"))
    told = [seen for _ in range(15) if (seen := watched.eyes.look(lit(watched.film, ev))) is not None]
    expected = {"near": ("9D",), "far": ("KH",), "middle": ("5D",)}
    assert {zone: shown for zone, shown in faces(told[0]).items() if zone in expected} == expected
    assert taken == list(EV_STEPS)
    usual = CardTableReader(
        CardReader(language="english"), watched.film.view, watched.film.table.zones.values()
    )
    read = usual.read(watched.film.picture(ev), only=expected)
    assert {zone: one.slots[0].best[0] for zone, one in read.items()} != {
        z: f[0] for z, f in expected.items()
    }


def test_in_good_light_other_exposures_are_taken_only_where_something_is_not_sure(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = in_light(watched, 0.0, CardReader(language="english"))
    assert (len(watched.until(1500)), taken) == (1, [0.0])
    watched.eyes.look_again(["near"])
    (again,) = watched.until(600)
    assert (faces(again), taken) == ({"near": ("9S",)}, [0.0, 0.0])
    monkeypatch.setattr("vision.eyes.lasting._SURE", 1.0)
    watched.eyes.look_again(["near"])
    (closely,) = watched.until(600)
    assert (faces(closely), taken) == ({"near": ("9S",)}, [0.0, 0.0, *EV_STEPS])


def test_while_a_row_is_looked_at_more_closely_it_is_said_how_much_of_it_is_read(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.until(1500)
    sure, doubtful = Slot({"9S": 0.99}), Slot({"4D": 0.6, "4H": 0.4})
    seen = watched.eyes._seen["near"]
    row = replace(seen, slots=(sure, doubtful, sure), row=True)
    states: list[EyeStatus] = []
    watched.eyes.subscribe(states.append)
    watched.eyes._seen["near"] = row
    watched.eyes.look_again(["near"])
    watched.until(600)
    assert states[0].row is None, "what was read surely needs no closer look"
    states.clear()
    monkeypatch.setattr("vision.eyes.lasting._SURE", 1.0)
    watched.eyes._seen["near"] = row
    watched.eyes.look_again(["near"])
    watched.until(600)
    assert [(one.code, one.row) for one in states] == [("reading", (2, 3)), ("still", None)]


def first_look(watched: Watched) -> Sighting:
    """Film until the eyes say something."""
    while True:
        sighting = watched.eyes.look(watched.film.frame())
        if sighting is not None:
            return sighting


def test_a_look_is_kept_until_hands_come_and_known_as_covered_where_they_came_at_once(
    watched: Watched,
) -> None:
    first_look(watched)
    looks = watched.eyes.seen(["near", "far", "nowhere"])
    assert looks.keys() == {"near", "far"}
    assert [len(look.looks) for look in looks.values()] == [1, 1]
    assert looks["near"].slots[0].best[0] == "9S" and not looks["near"].row
    start = watched.film.clock_ms + 300
    watched.film.gestures = tuple(watched.film.hands.reaches([Touch("near", start, start + 1500, "south")]))
    watched.until(1000)
    assert looks["near"].covered and not looks["far"].covered
    assert watched.eyes.seen(["near", "far"]).keys() == {"far"}


def test_hands_that_come_later_do_not_spoil_a_look(watched: Watched) -> None:
    first_look(watched)
    look = watched.eyes.seen(["near"])["near"]
    watched.until(1500)
    start = watched.film.clock_ms + 600
    watched.film.gestures = tuple(watched.film.hands.reaches([Touch("near", start, start + 1500, "south")]))
    watched.until(1000)
    assert not look.covered and watched.eyes.seen(["near"]) == {}


def test_a_hand_that_comes_while_a_still_is_taken_is_not_read_as_a_card(watched: Watched) -> None:
    """The picture that was asked for shows the hand; only the frames after it say so."""
    film = watched.film
    reaches = [Touch("near", 1800, 3300, "south")]
    taken: list[int] = []

    def late() -> Frame:
        taken.append(film.clock_ms)
        film.gestures = tuple(film.hands.reaches(reaches))
        film.clock_ms += 400
        still = film.still()
        assert still.image is not None
        if len(taken) == 2:
            still.image[still.image.shape[0] // 2 :] = 140
        return still

    zones = film.table.zones.values()
    watched.eyes = Eyes(
        [CardZones(CardReader(language="english"))], zones, seats=Seats(PLAN.seats), still=late
    )
    watched.eyes.place(film.view)
    watched.eyes.remember_bare(film.bare())
    watched.until(1500 - film.clock_ms)
    watched.eyes.look_again(["near", "far"])
    (told,) = watched.until(700)
    assert taken[1:] == [1600]
    assert faces(told) == {"far": ("KH",)}
    assert "near" in told.unseen


def test_a_still_of_a_clock_that_runs_ahead_is_read_all_the_same(watched: Watched) -> None:
    film = watched.film
    zones = film.table.zones.values()
    watched.eyes = Eyes(
        [CardZones(CardReader(language="english"))],
        zones,
        seats=Seats(PLAN.seats),
        still=lambda: replace(film.still(), monotonic_ms=10**9),
    )
    watched.eyes.place(film.view)
    watched.eyes.remember_bare(film.bare())
    (told,) = watched.until(5000)
    assert faces(told)["near"] == ("9S",)


class Doubled(CardReader):
    """A reader that finds two cards wherever one lies."""

    def join(self, read: list[ReadIndex], px_per_mm: float | None) -> list[JoinedCard]:
        return 2 * super().join(read, px_per_mm)


def test_of_a_pile_in_which_two_cards_may_be_seen_no_look_is_kept(watched: Watched) -> None:
    zones = watched.film.table.zones.values()
    watched.eyes = Eyes(
        [CardZones(Doubled(language="english"))], zones, seats=Seats(PLAN.seats), still=watched.film.still
    )
    watched.eyes.place(watched.film.view)
    watched.eyes.remember_bare(watched.film.bare())
    first_look(watched)
    look = watched.eyes.seen(["near"])["near"]
    assert look.slots[0].best[0] == "9S" and look.looks == ()


# ---------------------------------------------------------------- a machine that reads slowly


class SlowPace(Pace):
    """As if one zone took all the time there is; while it is ``held`` nothing more is read."""

    held = False

    def part(self, wanted: Collection[str], disturbed: Collection[str]) -> frozenset[str]:
        return frozenset(() if self.held else sorted(wanted)[:1])


@pytest.fixture
def pace() -> SlowPace:
    return SlowPace()


@pytest.fixture
def slowly(watched: Watched, pace: SlowPace) -> Watched:
    watched.eyes = slow = Eyes(
        [CardZones(CardReader(language="english"))],
        watched.film.table.zones.values(),
        seats=Seats(PLAN.seats),
        still=watched.film.still,
        pace=pace,
    )
    slow.place(watched.film.view)
    slow.remember_bare(watched.film.bare())
    watched.until(1500)
    return watched


def test_a_slow_machine_looks_again_in_parts_and_tells_all_of_it_once(slowly: Watched) -> None:
    states: list[EyeStatus] = []
    slowly.eyes.subscribe(states.append)
    slowly.eyes.look_again()
    assert slowly.until(300) == []
    (again,) = slowly.until(1000)
    assert faces(again).keys() == {one.id for one in PLAN.zones}
    assert faces(again)["near"] == ("9S",)
    assert [one.code for one in states] == ["reading", "reading_on", "still"]


def test_what_a_hand_changed_after_its_part_was_read_is_read_anew(slowly: Watched, pace: SlowPace) -> None:
    slowly.eyes.look_again()
    slowly.until(300)
    pace.held = True
    slowly.reach(("corner", ["9S"]))
    assert slowly.until(2500) == []
    pace.held = False
    first, *_, last = slowly.until(3000)
    assert "corner" not in first.zones
    assert faces(first)["far"] == ("KH",)
    assert faces(last)["corner"] == ("9S",)
    assert slowly.eyes.waiting == frozenset()
