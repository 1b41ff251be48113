"""The eyes: a sighting for every throw and for nothing else, with what was read and how surely."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.sighting import COCKED, UNREADABLE, EyeStatus, Sighting
from vision.dice.dice_zones import WHOLE_PICTURE, DiceZones, Image, Only, TrayGeometry, distribution
from vision.dice.leaning import Eye
from vision.eyes.evidence import EvidenceStore
from vision.eyes.eyes import Eyes
from vision.readings import DieReading, TrayReading
from vision.scene import RenderedScene, SceneDie, ScenePicture, SceneRenderer

RENDERER = SceneRenderer(640, 480)
FRAME_MS = 100


@dataclass
class Frame:
    """A frame as the cameras make them."""

    seq: int
    monotonic_ms: int
    image: Image | None
    settled: bool = False
    name: str | None = None
    fault: str | None = None
    warning: str | None = None


class TruthfulReader:
    """Reads what the renderer says it drew last, as surely as it is told to."""

    def __init__(self) -> None:
        self.scene: RenderedScene | None = None
        self.score = 0.97
        self.cocked = 0.0
        self.eye: Eye | None = None
        self.calls: list[tuple[tuple[int, ...], int | None, Only | None, float | None]] = []

    def _dice(self) -> list[DieReading]:
        drawn = () if self.scene is None else self.scene.dice
        return [
            DieReading(
                die.box,
                die.centre,
                30.0,
                ((die.face, self.score), ("6", 0.01)),
                self.score * (1.0 - self.cocked),
                0.99,
                self.cocked,
            )
            for die in drawn
        ]

    def read(
        self,
        image: Image,
        *,
        only: Only | None = None,
        die_px: float | None = None,
        eye: Eye | None = None,
    ) -> tuple[DieReading, ...]:
        self.eye = eye
        self.calls.append((image.shape, None, only, die_px))
        return tuple(self._dice())

    def read_tray(
        self,
        image: Image,
        *,
        expected: int,
        only: Only | None = None,
        die_px: float | None = None,
        eye: Eye | None = None,
    ) -> TrayReading:
        self.eye = eye
        self.calls.append((image.shape, expected, only, die_px))
        dice = self._dice()
        return TrayReading(
            tuple(dice[:expected]), max((die.presence for die in dice[expected:]), default=0.0)
        )


def tray_eyes(dice: DiceZones, tray: TrayGeometry | None, evidence: EvidenceStore) -> Eyes:
    eyes = Eyes([dice], [WHOLE_PICTURE if tray is None else tray.zone], evidence)
    if tray is not None:
        eyes.place(tray.plane)
    return eyes


class Scene:
    """A rendered table before the eyes."""

    def __init__(self, folder: Path, *, tray: bool = True, expected: int | None = 2) -> None:
        self.reader = TruthfulReader()
        corners = tuple((float(x), float(y)) for x, y in RENDERER.tray_corners_px)
        geometry = TrayGeometry(corners, *RENDERER.tray_mm) if tray else None
        self.expected = expected
        dice = DiceZones(self.reader, geometry, lambda zone: self.expected, lambda: "numbers")
        self.eyes = tray_eyes(dice, geometry, EvidenceStore(folder))
        self.statuses: list[EyeStatus] = []
        self.forget = self.eyes.subscribe(self.statuses.append)
        self.seq = 0
        self.sightings: list[Sighting] = []

    def show(self, frames: int, *dice: SceneDie, hand: float | None = None) -> None:
        for _ in range(frames):
            self.seq += 1
            self.reader.scene = RENDERER.render(ScenePicture(dice, hand), self.seq)
            frame = Frame(self.seq, self.seq * FRAME_MS, self.reader.scene.image)
            if (sighting := self.eyes.look(frame)) is not None:
                self.sightings.append(sighting)

    def reach(self, before: tuple[SceneDie, ...], after: tuple[SceneDie, ...]) -> None:
        for step in range(11):
            self.show(1, *(before if step < 6 else after), hand=step / 10)
        self.show(12, *after)


A, B = SceneDie("5", -40, 10, 20), SceneDie("2", 30, -20, 70)
C, D = SceneDie("5", 10, 30, 80), SceneDie("2", -60, -30, 10)


def test_a_throw_is_one_sighting_of_the_tray(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.show(12)
    scene.reach((), (A, B))
    assert len(scene.sightings) == 1
    sighting = scene.sightings[0]
    tray = sighting.zones["tray"]
    assert [slot.best for slot in tray.slots] == [("5", 0.97), ("2", 0.97)]
    for slot in tray.slots:
        assert sum(slot.faces.values()) == pytest.approx(1.0)
        assert slot.faces[UNREADABLE] == pytest.approx(0.02, abs=0.005)
        assert slot.presence == 0.99
        assert slot.evidence is not None and scene.eyes.picture(slot.evidence) is not None
    assert tray.evidence is not None and scene.eyes.picture(tray.evidence) is not None
    (disturbance,) = sighting.disturbances
    assert disturbance.zone == "tray" and disturbance.side == "south"
    assert disturbance.start_ms < disturbance.end_ms < sighting.monotonic_ms
    assert sighting.unseen == frozenset()


def test_the_tray_is_read_straight_at_a_known_scale(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.show(12)
    scene.reach((), (A, B))
    shape, expected, only, die_px = scene.reader.calls[-1]
    width, height = RENDERER.tray_mm
    assert shape == (round((height + 12) * 3), round((width + 12) * 3), 3)
    assert (expected, only, die_px) == (2, "numbers", 48.0)
    assert scene.reader.eye is not None and scene.reader.eye[2] > 0, (
        "a leaning die is told by the camera's place"
    )


def test_the_same_faces_twice_are_two_sightings(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.show(12)
    scene.reach((), (A, B))
    scene.reach((A, B), (C, D))
    assert len(scene.sightings) == 2
    faces = [[slot.best[0] for slot in sighting.zones["tray"].slots] for sighting in scene.sightings]
    assert faces == [["5", "2"], ["5", "2"]]


def test_a_passing_hand_and_a_die_taken_away_are_no_throws(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.show(12)
    scene.reach((), (A, B))
    scene.reach((A, B), (A, B))
    scene.reach((A, B), (A,))
    assert len(scene.sightings) == 1
    assert [face for face, _ in scene.eyes.status().dice] == ["5"]
    scene.expected = 1
    moved = SceneDie("5", A.x_mm + 30, A.y_mm, 45)
    scene.reach((A,), (moved,))
    assert len(scene.sightings) == 2


def test_dice_that_lie_there_at_the_start_are_seen_but_not_thrown(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.show(15, A, B)
    assert scene.sightings == []
    status = scene.eyes.status()
    assert (status.state, status.code) == ("sees", "still")
    assert status.dice == (("5", 0.97), ("2", 0.97))


def test_an_emptied_tray_is_a_sighting_of_nothing(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.show(12, A, B)
    scene.reach((A, B), ())
    assert [sighting.zones["tray"].slots for sighting in scene.sightings] == [()]


def test_the_status_tells_people_what_happens(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.show(12)
    scene.statuses.clear()
    scene.reach((), (A, B))
    codes = [(status.state, status.code) for status in scene.statuses]
    assert ("waits", "hand") in codes and ("waits", "moving") in codes
    assert codes[-2:] == [("waits", "reading"), ("sees", "still")]
    scene.reader.score = 0.6
    scene.reach((A, B), (C, D))
    assert (scene.eyes.status().state, scene.eyes.status().code) == ("doubts", "doubt")
    scene.eyes.look(Frame(9000, 10**6, None, fault="no_frames"))
    assert (scene.eyes.status().state, scene.eyes.status().code) == ("lost", "no_frames")
    scene.show(1, C, D)
    assert scene.eyes.status().state == "doubts"
    scene.eyes.finished()
    assert scene.eyes.status().code == "end_of_pictures"
    scene.forget()
    seen = len(scene.statuses)
    scene.show(1, C, D)
    assert len(scene.statuses) == seen


def test_without_a_tray_the_whole_photograph_is_read_and_the_scale_searched(tmp_path: Path) -> None:
    scene = Scene(tmp_path, tray=False)
    scene.reader.scene = RENDERER.render(ScenePicture((A, B)))
    image = scene.reader.scene.image
    first = scene.eyes.look(Frame(1, 1000, image, settled=True, name="IMG 1.jpg"))
    again = scene.eyes.look(Frame(2, 2000, image, settled=True, name="IMG 2.jpg"))
    assert first is not None and again is not None, "every photograph is a throw, the same picture too"
    assert scene.reader.calls == [((480, 640, 3), 2, "numbers", None)] * 2
    assert scene.reader.eye is None, "a photograph may be taken from anywhere"
    assert first.disturbances[0].zone == "tray"
    evidence = first.zones["tray"].evidence
    assert evidence is not None and evidence.startswith("IMG=20=1.jpg~")


def test_an_unknown_number_of_dice_is_read_without_one(tmp_path: Path) -> None:
    scene = Scene(tmp_path, expected=None)
    scene.reader.scene = RENDERER.render(ScenePicture((A, B, C)))
    sighting = scene.eyes.look(Frame(1, 1000, scene.reader.scene.image, settled=True))
    assert sighting is not None
    assert len(sighting.zones["tray"].slots) == 3
    assert scene.reader.calls[0][1] is None


def test_a_die_too_many_is_the_surplus(tmp_path: Path) -> None:
    scene = Scene(tmp_path, expected=2)
    scene.reader.scene = RENDERER.render(ScenePicture((A, B, C)))
    sighting = scene.eyes.look(Frame(1, 1000, scene.reader.scene.image, settled=True))
    assert sighting is not None
    assert len(sighting.zones["tray"].slots) == 2
    assert sighting.zones["tray"].surplus == 0.99


def test_a_die_too_many_that_reads_surely_is_told_as_the_others_are(tmp_path: Path) -> None:
    """PD-13: the game says that one die is due, and enters none of the two."""

    class Reader(TruthfulReader):
        def read_tray(self, image: Image, **given: Any) -> TrayReading:
            told = super().read_tray(image, **given)
            return TrayReading(told.dice, told.surplus, tuple(self._dice()[given["expected"] :]))

    reader = Reader()
    reader.scene = RENDERER.render(ScenePicture((A, B)))
    corners = tuple((float(x), float(y)) for x, y in RENDERER.tray_corners_px)
    tray = TrayGeometry(corners, *RENDERER.tray_mm)
    eyes = tray_eyes(
        DiceZones(reader, tray, lambda zone: 1, lambda: "numbers"), tray, EvidenceStore(tmp_path)
    )
    sighting = eyes.look(Frame(1, 1000, reader.scene.image, settled=True))
    assert sighting is not None
    assert sorted(slot.best[0] for slot in sighting.zones["tray"].slots) == ["2", "5"]


def test_a_tray_outside_the_picture_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tray = TrayGeometry(((2000.0, 2000.0), (2200.0, 2000.0), (2200.0, 2100.0), (2000.0, 2100.0)), 250, 180)
    eyes = tray_eyes(DiceZones(TruthfulReader(), tray), tray, EvidenceStore(tmp_path))
    with caplog.at_level(logging.WARNING):
        for seq in range(3):
            assert eyes.look(Frame(seq, seq * 100, np.zeros((480, 640, 3), np.uint8))) is None
    assert [record.message for record in caplog.records] == [
        "The tray lies outside the picture of 640 x 480 px: correct [tray] corners in settings.toml."
    ]
    assert eyes.status().code == "bad_picture"


def test_a_zone_outside_the_picture_leaves_the_others_to_be_read(tmp_path: Path) -> None:
    reader = TruthfulReader()
    reader.scene = RENDERER.render(ScenePicture((A, B), None), 1)
    corners = tuple((float(x), float(y)) for x, y in RENDERER.tray_corners_px)
    tray = TrayGeometry(corners, *RENDERER.tray_mm)
    beside = replace(tray.zone, id="beside", left=tray.zone.left + 5000.0)
    dice = DiceZones(reader, tray, lambda zone: 2, lambda: "numbers")
    eyes = Eyes([dice], [tray.zone, beside], EvidenceStore(tmp_path))
    eyes.place(tray.plane)
    sighting = eyes.look(Frame(1, 1000, reader.scene.image, settled=True))
    assert sighting is not None and sighting.zones.keys() == {"tray"}
    assert sighting.unseen == {"beside"}, "it is not empty"


def test_the_distribution_gives_what_is_missing_to_unreadable() -> None:
    die = DieReading((0, 0, 9, 9), (4.5, 4.5), 8.0, (("K", 0.8), ("Q", 0.15)), 0.64, 0.8)
    faces = distribution(die)
    assert faces["K"] == pytest.approx(0.64)
    assert faces["Q"] == pytest.approx(0.12)
    assert faces[UNREADABLE] == pytest.approx(0.24)
    assert distribution(DieReading((0, 0, 9, 9), (4.5, 4.5), 8.0, (), 0.0, 0.4)) == {UNREADABLE: 1.0}


def test_a_die_that_leans_is_told_as_such_and_no_face_of_it_is_sure(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.reader.cocked = 0.9
    scene.show(12)
    scene.reach((), (A, B))
    for slot in scene.sightings[0].zones["tray"].slots:
        assert slot.best == (COCKED, pytest.approx(0.9 * 0.99))
        assert sum(slot.faces.values()) == pytest.approx(1.0)
        assert slot.presence == 0.99
    status = scene.eyes.status()
    assert (status.state, status.code) == ("doubts", "cocked")
    assert [face for face, _ in status.dice] == [COCKED, COCKED]
    scene.reader.cocked = 0.3
    scene.reach((A, B), (C, D))
    assert (scene.eyes.status().state, scene.eyes.status().code) == ("doubts", "doubt")


def test_a_warning_that_is_over_leaves_a_die_that_leans(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.reader.cocked = 0.9
    scene.show(12)
    scene.reach((), (A, B))
    picture = RENDERER.render(ScenePicture((A, B)), noise_seed=1).image
    scene.eyes.look(Frame(8000, 10**6, picture, warning="too_dark"))
    assert scene.eyes.status().code == "too_dark"
    scene.eyes.look(Frame(8001, 10**6 + 100, picture))
    assert (scene.eyes.status().state, scene.eyes.status().code) == ("doubts", "cocked")


def test_what_is_wrong_with_the_light_is_said_as_long_as_it_lasts(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.show(12)
    assert scene.eyes.status().code == "still"
    picture = RENDERER.render(ScenePicture(()), noise_seed=1).image
    scene.eyes.look(Frame(8000, 10**6, picture, warning="too_dark"))
    assert (scene.eyes.status().state, scene.eyes.status().code) == ("doubts", "too_dark")
    scene.eyes.look(Frame(8001, 10**6 + 100, picture))
    assert (scene.eyes.status().state, scene.eyes.status().code) == ("sees", "still")


def test_a_tray_that_is_elsewhere_now_is_read_anew_and_is_no_throw(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.show(12)
    scene.reach((), (A, B))
    assert len(scene.sightings) == 1
    corners = tuple((float(x) + 3.0, float(y)) for x, y in RENDERER.tray_corners_px)
    scene.eyes.place(TrayGeometry(corners, *RENDERER.tray_mm).plane)
    scene.show(20, A, B)
    assert len(scene.sightings) == 1
    assert [face for face, _ in scene.eyes.status().dice] == ["5", "2"]


def test_while_the_camera_is_moved_nothing_is_seen(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.eyes.moving()
    assert (scene.eyes.status().state, scene.eyes.status().code) == ("lost", "moving_camera")
