"""The watching loop: it survives every frame, paces photographs, and ends with its source."""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np
import pytest

from companion.evening.watch import watch
from companion.referee import Verdict
from companion.sighting import Sighting
from hardware.folder import FolderSource
from hardware.frame_source import CameraError, Frame
from vision.dice.dice_zones import WHOLE_PICTURE, DiceZones
from vision.eyes.evidence import EvidenceStore
from vision.eyes.eyes import Eyes
from vision.picture import load_picture
from vision.readings import DieReading, TrayReading


class Frames:
    """A live source that gives the frames it is told to; an exception among them is raised."""

    description = "frames"

    def __init__(self, *frames: Frame | Exception) -> None:
        self.frames = frames

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def __iter__(self) -> Iterator[Frame]:
        for frame in self.frames:
            if isinstance(frame, Exception):
                raise frame
            yield frame


class Looks:
    """Eyes that see a sighting in every picture, and break on frames whose name says so."""

    def __init__(self) -> None:
        self.looked: list[int] = []
        self.said: list[str] = []

    def look(self, frame: Frame) -> Sighting | None:
        self.looked.append(frame.seq)
        if frame.name == "breaks":
            raise RuntimeError("a broken frame")
        return None if frame.image is None else Sighting(frame.seq, frame.monotonic_ms, {})

    def failed(self) -> None:
        self.said.append("failed")

    def finished(self) -> None:
        self.said.append("finished")


class Notes:
    """A table that notes what it is told; dice are due when ``due`` is set."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, float]] = []
        self.due = threading.Event()
        self.due.set()

    def see(self, sighting: Sighting) -> Verdict:
        if sighting.seq == 99:
            raise RuntimeError("a broken table")
        self.seen.append((sighting.seq, time.monotonic()))
        return Verdict("played")

    def ready_for_throw(self) -> bool:
        return self.due.is_set()


PICTURE = np.zeros((40, 40, 3), np.uint8)


def test_it_survives_every_frame_and_ends_with_its_source(caplog: pytest.LogCaptureFixture) -> None:
    source = Frames(
        Frame(1, 100, PICTURE),
        Frame(2, 200, None, fault="no_frames"),
        Frame(3, 300, PICTURE, name="breaks"),
        Frame(99, 400, PICTURE),
        Frame(5, 500, PICTURE),
    )
    eyes, table = Looks(), Notes()
    with caplog.at_level(logging.ERROR):
        counts = watch(source, eyes, table, threading.Event())
    assert (counts.frames, counts.faults, counts.sightings, counts.failures) == (5, 1, 3, 2)
    assert [seq for seq, _ in table.seen] == [1, 5]
    assert eyes.said == ["failed", "failed", "finished"]
    assert len(caplog.records) == 2 and all("\n" not in record.message for record in caplog.records)


@pytest.mark.parametrize("error", [CameraError("The camera is gone: plug it in."), RuntimeError("driver")])
def test_a_source_that_breaks_ends_without_taking_the_page_along(error: Exception) -> None:
    eyes, table = Looks(), Notes()
    counts = watch(Frames(Frame(1, 100, PICTURE), error), eyes, table, threading.Event())
    assert (counts.frames, counts.failures) == (1, 1)
    assert eyes.said[-1] == "finished"


def test_many_failures_do_not_flood_the_log(caplog: pytest.LogCaptureFixture) -> None:
    frames = [Frame(seq, seq, PICTURE, name="breaks") for seq in range(1, 251)]
    with caplog.at_level(logging.ERROR):
        counts = watch(Frames(*frames), Looks(), Notes(), threading.Event())
    assert counts.failures == 250
    assert len(caplog.records) == 12


def test_it_stops_when_told(tmp_path: Path) -> None:
    stop = threading.Event()

    def endless() -> Iterator[Frame]:
        seq = 0
        while True:
            seq += 1
            if seq == 5:
                stop.set()
            yield Frame(seq, seq, None, fault="no_frames")

    source = Frames()
    source.__class__ = type("Endless", (Frames,), {"__iter__": lambda self: endless()})
    counts = watch(source, Looks(), Notes(), stop)
    assert counts.frames == 5


def photographs(folder: Path, count: int) -> FolderSource:
    for number in range(1, count + 1):
        assert cv2.imwrite(str(folder / f"{number}.jpg"), PICTURE)
    return FolderSource(folder, load_picture)


def test_photographs_leave_time_for_taps_between_them(tmp_path: Path) -> None:
    table = Notes()
    with photographs(tmp_path, 3) as source:
        counts = watch(source, Looks(), table, threading.Event(), dwell_s=0.2, patient=True)
    times = [moment for _, moment in table.seen]
    assert counts.sightings == 3
    assert all(later - earlier >= 0.19 for earlier, later in itertools.pairwise(times))


def test_photographs_wait_until_dice_are_due(tmp_path: Path) -> None:
    table, eyes = Notes(), Looks()
    table.due.clear()
    stop = threading.Event()
    with photographs(tmp_path, 2) as source:
        patience = {"dwell_s": 0.0, "patient": True}
        thread = threading.Thread(target=watch, args=(source, eyes, table, stop), kwargs=patience)
        thread.start()
        time.sleep(0.3)
        assert eyes.looked == []
        table.due.set()
        thread.join(5.0)
        assert eyes.looked == [1, 2]
        assert not thread.is_alive()


def test_waiting_for_taps_can_be_stopped(tmp_path: Path) -> None:
    table, eyes, stop = Notes(), Looks(), threading.Event()
    table.due.clear()
    with photographs(tmp_path, 2) as source:
        thread = threading.Thread(target=watch, args=(source, eyes, table, stop), kwargs={"patient": True})
        thread.start()
        stop.set()
        thread.join(2.0)
    assert not thread.is_alive()
    assert eyes.looked == [] and eyes.said == []


class EveryPictureIsASix:
    """A reader that needs no models."""

    def read(self, image: object, **_: object) -> tuple[DieReading, ...]:
        return (DieReading((0, 0, 9, 9), (4.5, 4.5), 8.0, (("6", 0.99),), 0.99, 0.99),)

    def read_tray(self, image: object, **_: object) -> TrayReading:
        return TrayReading(self.read(image), 0.0)


def test_a_truncated_photograph_is_said_and_passed_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    source = photographs(folder, 3)
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), dtype=np.uint8)
    assert cv2.imwrite(str(folder / "2.jpg"), noise)
    whole = (folder / "2.jpg").read_bytes()
    (folder / "2.jpg").write_bytes(whole[: len(whole) // 2])
    eyes = Eyes([DiceZones(EveryPictureIsASix())], [WHOLE_PICTURE], EvidenceStore(tmp_path / "evidence"))
    codes: list[str] = []
    eyes.subscribe(lambda status: codes.append(status.code))
    table = Notes()
    with caplog.at_level(logging.WARNING), source:
        counts = watch(source, eyes, table, threading.Event(), dwell_s=0.0, patient=True)
    assert (counts.frames, counts.faults, counts.sightings, counts.failures) == (3, 1, 2, 0)
    assert "bad_picture" in codes and codes[-1] == "end_of_pictures"
    assert [record.message for record in caplog.records] == [
        "Photograph 2.jpg cannot be read (bad_picture): it is passed over."
    ]


def test_what_is_wrong_with_the_camera_is_logged_when_it_begins_and_when_it_is_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    picture = np.zeros((9, 16, 3), np.uint8)
    frames = [
        Frame(1, 100, picture),
        Frame(2, 200, None, fault="unplugged"),
        Frame(3, 300, None, fault="unplugged"),
        Frame(4, 400, picture, warning="too_dark"),
        Frame(5, 500, picture),
        Frame(6, 600, picture),
    ]
    with caplog.at_level(logging.INFO), Frames(*frames) as source:
        watch(source, Looks(), Notes(), threading.Event())
    told = [record.message for record in caplog.records if not record.message.startswith("frame ")]
    assert [message.partition(":")[0] for message in told] == [
        "The camera has been unplugged",
        "The picture is too dark",
        "The camera sees again.",
    ]
