"""Crapette followed by a camera on a stand: frames in, the journal out, through the program as it runs."""

from __future__ import annotations

import argparse
import random
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from calibration.kept_enrolment import FamilyEnrolment, save_enrolment
from calibration.stand import Stand, save_stand
from calibration.zones import read_plan
from companion.cli.play import add_arguments
from companion.domains import pick
from companion.evening import cameras as cameras_module
from companion.evening import game_readers
from companion.evening import seeing as seeing_module
from companion.evening.cameras import Camera
from companion.evening.data_folder import DataFolder
from companion.evening.game_watch import GameWatch
from companion.evening.seeing import Seeing
from companion.evening.wanted import Wanted
from companion.filmed.filmed_table import FilmedTable, Room
from companion.filmed.watched_zones import watched_zones
from companion.games import load, zone_plan
from companion.journal import Journal
from companion.readers import Reader
from companion.sighting import EMPTY, UNREADABLE, Disturbance, EyeStatus, Sighting, Slot, ZoneReading
from companion.simulated.physical import Touch
from companion.table import Table
from hardware.frame_source import Frame
from hardware.recorder import Recorder
from hardware.recording import RecordingSource
from tests.companion.evening.test_family_readers import enrolled
from vision.cards.reader import CardReader
from vision.eyes.eyes import Eyes as TheEyes
from vision.scene.table_light import STEADY
from vision.stillness.seats import NO_SEATS, Seats
from vision.watched_zone import WatchedZone

PLAYERS = ("Ada", "Bea")
DEAL = {
    "deal": {
        "Ada": {"cases": ["KH", "9S", "4D", "6C"], "reserve_top": "QS"},
        "Bea": {"cases": ["KC", "8H", "4C", "7S"], "reserve_top": "3D"},
    }
}


class FilmedEvening:
    """A camera over a table at which Ada moves cards; it takes stills."""

    description = "a filmed table"

    def __init__(self, table: Table, moves: list[tuple[str, str]], trouble: str | None = None) -> None:
        plan = read_plan(zone_plan("crapette") or {}).for_players(PLAYERS)
        self.film = FilmedTable(plan, PLAYERS, Room(42, STEADY, "english"))
        self._table = table
        self._moves = moves
        self._trouble = trouble
        self._is_covered = False
        self.stills = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def still(self) -> Frame:
        self.stills += 1
        still = self.film.picture()
        return Frame(self.film.frames, self.film.clock_ms, still // 60 if self._is_covered else still)

    def __iter__(self) -> Iterator[Frame]:
        game = self._table.game
        assert game is not None
        lying = dict(game.visible_table(self._table.state))
        self.film.lay(lying)
        yield from self._frames(1500)
        for source, target in self._moves:
            *rest, card = lying[source]
            lying |= {source: tuple(rest), target: (*lying.get(target, ()), card)}
            start = self.film.clock_ms + 600
            touches = [
                Touch(source, start, start + 700, "south"),
                Touch(target, start + 800, start + 1500, "south"),
            ]
            self.film.gestures = tuple(self.film.hands.reaches(touches))
            yield from self._troubled()
            for touch in touches:
                yield from self._frames((touch.start_ms + touch.end_ms) // 2 - self.film.clock_ms)
                self.film.lay({touch.zone: lying[touch.zone]})
            yield from self._frames(2500)

    def _troubled(self) -> Iterator[Frame]:
        """For a minute nothing is seen: when the camera sees again the hands have gone."""
        if self._trouble is None:
            return
        self._is_covered = self._trouble == "covered"
        for _ in range(600):
            frame = self.film.frame()
            assert frame.image is not None
            if self._is_covered:
                yield Frame(frame.seq, frame.monotonic_ms, frame.image // 60)
            else:
                yield Frame(frame.seq, frame.monotonic_ms, None, fault="unplugged")
        self._is_covered = False

    def _frames(self, ms: int) -> Iterator[Frame]:
        for _ in range(ms // 100):
            yield self.film.frame()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table(journal)
    table.open_game("crapette", PLAYERS, setup=DEAL)
    yield table
    journal.close()


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(list(words))


def seeing(table: Table, folder: Path, camera: str) -> Seeing:
    given = arguments("--game", "crapette", "--camera", camera, "--data", str(folder))
    return Seeing(given, Wanted.of(given), DataFolder(folder), table)


def set_up(folder: Path, evening: FilmedEvening) -> None:
    save_stand(folder, Stand("a camera", evening.film.view))


def test_a_card_that_is_moved_before_the_camera_is_in_the_journal(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = FilmedEvening(table, [("T6", "T2")])
    set_up(tmp_path, evening)
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(evening, None))
    with seeing(table, tmp_path, "usb:0") as watching:
        assert isinstance(watching.eyes, TheEyes)
        assert watching.description == "watching a filmed table"
        done = threading.Event()
        table.subscribe(lambda _: done.set() if table.moves() else None)
        watching.start()
        assert done.wait(60)
    (move,) = table.moves()
    assert move.action == {"by": "Ada", "do": "move", "from": "T6", "to": "T2", "card": "8H"}
    assert evening.stills >= 2


def test_a_recorded_evening_is_followed_as_it_was_played(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = FilmedEvening(table, [("T6", "T2")])
    folder = tmp_path / "evening"
    with Recorder(folder) as recorder:
        for number, frame in enumerate(evening):
            recorder.frame(frame)
            if number % 20 == 10:
                recorder.still(evening.still())
    save_stand(folder, Stand("a camera", evening.film.view))
    monkeypatch.setattr(cameras_module, "RecordingSource", partial(RecordingSource, sleep=lambda _: None))
    with seeing(table, tmp_path, f"recording:{folder}") as watching:
        assert watching.description.startswith("watching the recording")
        assert not watching.watches_live
        done = threading.Event()
        table.subscribe(lambda _: done.set() if table.moves() else None)
        watching.start()
        assert done.wait(60)
    (move,) = table.moves()
    assert (move.action["from"], move.action["to"]) == ("T6", "T2")


@pytest.mark.parametrize("trouble", ["unplugged", "covered"])
def test_after_a_minute_without_pictures_the_move_is_still_found(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    evening = FilmedEvening(table, [("T6", "T2")], trouble)
    set_up(tmp_path, evening)
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(evening, None))
    with seeing(table, tmp_path, "usb:0") as watching:
        assert watching.eyes is not None
        heard: list[EyeStatus] = []
        watching.eyes.subscribe(heard.append)
        done = threading.Event()
        table.subscribe(lambda _: done.set() if table.moves() else None)
        watching.start()
        assert done.wait(60)
    (move,) = table.moves()
    assert (move.action["from"], move.action["to"]) == ("T6", "T2")
    assert {"unplugged": "unplugged", "covered": "too_dark"}[trouble] in {status.code for status in heard}
    assert table.snapshot().as_json()["question"] is None


@pytest.mark.parametrize("kept", [None, "a simulated table with markers"])
def test_without_a_stand_of_its_own_camera_the_greeting_says_what_to_do(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str | None
) -> None:
    evening = FilmedEvening(table, [])
    if kept is not None:
        save_stand(tmp_path, Stand(kept, evening.film.view))
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(evening, None))
    with seeing(table, tmp_path, "usb:0") as nobody:
        assert nobody.eyes is not None and nobody.eyes.status() == EyeStatus("off", "no_stand")
        assert "set the stand up for Crapette first, at /stand" in nobody.description


class Eyes:
    """Eyes that only listen."""

    is_placed = True

    def __init__(self) -> None:
        self.zones: tuple[str, ...] = ()
        self.seats = NO_SEATS
        self.again = 0
        self.closely: list[set[str]] = []
        self.bare: set[str] = set()
        self.agreements = 0
        self.expected: Mapping[str, Sequence[str]] = {}

    def lay_out(self, zones: tuple[WatchedZone, ...], seats: Seats = NO_SEATS) -> None:
        self.zones, self.seats = tuple(zone.id for zone in zones), seats

    def look_again(self, zones: Iterable[str] | None = None) -> None:
        self.again += 1
        if zones is not None:
            self.closely.append(set(zones))

    def expect(self, table: Mapping[str, Sequence[str]]) -> None:
        self.expected = table

    def known_bare(self, zones: Iterator[str]) -> None:
        self.bare |= set(zones)

    def agreed(self, table: Mapping[str, Sequence[str]]) -> None:
        self.agreements += 1


def sighting(table: Table, seq: int, **other: tuple[str, ...]) -> Sighting:
    game = table.game
    assert game is not None
    lying = {**game.visible_table(table.state), **other}
    zones = {}
    for zone, faces in lying.items():
        shown = tuple(faces) if zone[0] == "T" else (tuple(faces[-1:]) or (EMPTY,))
        zones[zone] = ZoneReading(tuple(Slot({face: 1.0}) for face in shown))
    return Sighting(seq, 1000 * seq, zones)


def test_zones_are_those_of_the_players_and_bare_places_those_of_the_journal(table: Table) -> None:
    eyes = Eyes()
    watch = GameWatch(table, eyes, lambda: read_plan(zone_plan("crapette") or {}))
    frames = [Frame(1, 100, None), Frame(2, 200, None)]
    assert list(watch.watched(frames)) == frames
    assert "reserve:Bea" in eyes.zones and len(eyes.zones) == 24
    assert eyes.seats.taken == {"south", "north"} == eyes.seats.places.keys()
    assert table.game is not None
    assert eyes.expected == table.game.visible_table(table.state), "by it pieces are told apart"
    assert watch.see(sighting(table, 1)).kind == "same"
    assert {"F1", "F8", "waste:Ada", "waste:Bea"} <= eyes.bare
    assert not {"T1", "stock:Ada", "reserve:Ada"} & eyes.bare


def test_zones_are_laid_out_anew_for_whoever_changes_places_and_an_older_look_tells_nothing(
    table: Table,
) -> None:
    eyes, plan = Eyes(), read_plan(zone_plan("crapette") or {})
    watch = GameWatch(table, eyes, lambda: plan)
    frames = watch.watched([Frame(number, 100 * number, None) for number in range(2)])
    next(frames)
    first = eyes.zones
    table.sit({"Ada": "north", "Bea": "south"})
    assert watch.see(sighting(table, 1)).kind == "nothing"
    next(frames)
    at = {zone.id: number for number, zone in enumerate(plan.zones)}["reserve:1"]
    assert (first[at], eyes.zones[at]) == ("reserve:Ada", "reserve:Bea")
    assert watch.see(sighting(table, 2)).kind == "same"


def test_what_people_tap_the_eyes_know_before_the_next_picture(table: Table) -> None:
    eyes = Eyes()
    watch = GameWatch(table, eyes, lambda: read_plan(zone_plan("crapette") or {}))
    frames = watch.watched([Frame(number, 100 * number, None) for number in range(3)])
    next(frames)
    eyes.expected = {}
    next(frames)
    assert eyes.expected == {}, "nothing was tapped"
    assert table.game is not None
    table.act(pick(table.game.legal_actions(table.state)[0], random.Random(1).choice))
    next(frames)
    assert eyes.expected == table.game.visible_table(table.state)


def test_what_looks_like_a_fault_is_looked_at_again_and_teaches_nothing(table: Table) -> None:
    """Whose arm it was is not quite sure."""
    eyes = Eyes()
    watch = GameWatch(table, eyes, lambda: read_plan(zone_plan("crapette") or {}))
    watch.see(sighting(table, 1))
    eyes.bare.clear()
    touched = tuple(Disturbance(zone, 1500, 1600, "south", 0.75) for zone in ("T5", "T6", "F2"))
    seen = replace(sighting(table, 2, T6=(), T5=("KC", "8H")), disturbances=touched)
    assert watch.see(seen).kind == "look_again"
    assert "F2" not in eyes.bare
    assert (eyes.again, eyes.agreements) == (1, 1)
    assert "F1" in eyes.bare
    assert not {"T5", "T6"} & eyes.bare, "hands were there, and it is not settled what they did"


def test_a_card_that_cannot_be_read_is_looked_at_closely_once_each_time_that_hands_were_there(
    table: Table,
) -> None:
    eyes = Eyes()
    watch = GameWatch(table, eyes, lambda: read_plan(zone_plan("crapette") or {}))
    watch.see(sighting(table, 1))
    unread = {"hand:Ada": (UNREADABLE,)}
    hands = tuple(Disturbance(zone, 1500, 1600, "south") for zone in ("stock:Ada", "hand:Ada"))
    for number in (2, 4):
        assert watch.see(replace(sighting(table, number, **unread), disturbances=hands)).kind == "unfinished"
        assert watch.see(sighting(table, number + 1, **unread)).kind == "unfinished"
    assert eyes.closely == [{"hand:Ada"}, {"hand:Ada"}]


def test_what_lies_otherwise_though_no_hand_was_there_is_looked_at_once_more(table: Table) -> None:
    """An arm that passed may look like a card, or hide one."""
    eyes = Eyes()
    watch = GameWatch(table, eyes, lambda: read_plan(zone_plan("crapette") or {}))
    watch.see(sighting(table, 1))
    for number in (2, 3):
        assert watch.see(sighting(table, number, T5=("2S", "KC"))).kind == "unfinished"
    assert eyes.closely == [{"T5"}]


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("poker_dice_race", {"tray": Reader.DICE, "track": Reader.PIECES}),
        ("change_horses", {"front:1": Reader.NUMBERS, "carrots:2": Reader.PRINTED_CARDS}),
        ("crapette", {"F1": Reader.PLAYING_CARDS, "waste:1": Reader.PLAYING_CARDS}),
    ],
)
def test_what_lies_in_a_zone_is_what_the_manifest_says(game: str, kinds: dict[str, Reader]) -> None:
    zones = watched_zones(load(game), read_plan(zone_plan(game) or {}))
    assert kinds.items() <= {zone.id: zone.kind for zone in zones}.items()


def test_what_is_found_anywhere_is_looked_for_without_a_plan_and_in_its_zone_once_the_table_is_placed(
    tmp_path: Path,
) -> None:
    journal = Journal(tmp_path / "dice.sqlite")
    dice, eyes = Table(journal), Eyes()
    eyes.is_placed = False
    plan = read_plan(zone_plan("poker_dice_race") or {})
    watch = GameWatch(dice, eyes, lambda: plan, anywhere=True)
    frame = Frame(1, 100, None)
    dice.open_game("poker_dice_race", ("Ada", "Bea"))
    assert list(watch.watched([frame])) == [frame]
    assert eyes.zones == ()
    eyes.is_placed = True
    assert list(watch.watched([frame])) == [frame]
    assert set(eyes.zones) == {"tray", "track"}
    eyes.zones = ()
    dice.open_game("poker_dice_race", ("Cleo", "Dan"))
    assert list(watch.watched([frame])) == [frame]
    assert eyes.zones == (), "a throw goes on while another game is opened"
    journal.close()


def test_without_a_plan_or_a_game_no_frame_is_looked_at(table: Table, tmp_path: Path) -> None:
    assert list(GameWatch(table, Eyes(), lambda: None).watched([Frame(1, 100, None)])) == []
    journal = Journal(tmp_path / "other.sqlite")
    plan = read_plan(zone_plan("crapette") or {})
    assert list(GameWatch(Table(journal), Eyes(), lambda: plan).watched([Frame(1, 100, None)])) == []
    journal.close()


@pytest.mark.parametrize(
    ("settings", "deck", "learns"),
    [
        ("", True, False),
        ("learn_from_answers = true", True, True),
        ("learn_from_answers = true", False, False),
    ],
)
def test_an_evening_is_learnt_from_only_where_the_family_wants_it_and_has_enrolled_a_deck(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str, deck: bool, learns: bool
) -> None:
    evening = FilmedEvening(table, [])
    set_up(tmp_path, evening)
    (tmp_path / "settings.toml").write_text(settings, encoding="utf-8")
    if deck:
        save_enrolment(tmp_path, FamilyEnrolment((enrolled("ours", CardReader().network),)))
    made: list[object] = []
    monkeypatch.setattr(game_readers, "Learner", lambda *given: made.append(given))
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(evening, None))
    with seeing(table, tmp_path, "usb:0"):
        assert bool(made) == learns
