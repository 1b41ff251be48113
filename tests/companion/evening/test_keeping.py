"""An evening's pictures are kept on their way to the eyes; a still of whatever lies otherwise than before."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from calibration.geometry import Zone, rectangle
from calibration.view import TableView
from companion.evening.keeping import MOST_OFTEN_MS, Keeping
from hardware.frame_source import Frame, Image
from tests.calibration.drawn import view
from vision.stillness.gate import CARD_STILL_MS

FRAME_MS = 100
SHAPE = (360, 640)


class Album:
    """Keeps in memory."""

    def __init__(self) -> None:
        self.frames: list[int] = []
        self.stills: list[Frame] = []

    def frame(self, frame: Frame) -> None:
        self.frames.append(frame.seq)

    def still(self, frame: Frame) -> None:
        self.stills.append(frame)


class FullDisk:
    """Keeps nothing: every picture fails."""

    def frame(self, frame: Frame) -> None:
        raise OSError("no room")

    def still(self, frame: Frame) -> None:
        raise OSError("no room")


class Camera:
    """Takes stills of twice the size."""

    def still(self) -> Frame | None:
        return Frame(0, 0, np.zeros((2 * SHAPE[0], 2 * SHAPE[1], 3), np.uint8))


@cache
def table(card_at: int | None) -> Image:
    """A cloth, and on it a card whose left edge is at so many px."""
    picture = np.random.default_rng(3).normal(90.0, 2.0, (*SHAPE, 3))
    if card_at is not None:
        picture[120:220, card_at : card_at + 70] = 235.0
    return np.clip(picture, 0, 255).astype(np.uint8)


def film(*seconds: tuple[int | None, float]) -> Iterator[Frame]:
    """Each picture for so many seconds."""
    seq = 0
    for card_at, long in seconds:
        for _ in range(round(long * 1000 / FRAME_MS)):
            seq += 1
            yield Frame(seq, seq * FRAME_MS, table(card_at))


def test_one_still_of_a_card_that_was_laid_down_and_none_while_nothing_happens() -> None:
    album = Album()
    passed = list(Keeping(album, Camera()).kept(film((None, 2.0), (300, 4.0))))
    assert album.frames == [frame.seq for frame in passed] == list(range(1, 61))
    assert [still.image.shape[:2] for still in album.stills if still.image is not None] == [(720, 1280)]


def test_what_comes_to_rest_together_is_kept_in_one_still() -> None:
    album = Album()
    short = MOST_OFTEN_MS / 2000
    list(Keeping(album, Camera()).kept(film((None, 2.0), (300, short), (320, short), (340, 4.0))))
    assert len(album.stills) == 1


def test_a_table_that_is_never_quiet_for_long_is_kept_all_the_same() -> None:
    """Cards come to rest more often than stills are taken: the still is not put off each time."""
    where: TableView = view().scaled(640, 360)
    zone = Zone("case", rectangle(0.0, 0.0, 900.0, 700.0))
    album = Album()
    moves = [(250 + 20 * number, CARD_STILL_MS / 1000 + 0.3) for number in range(10)]
    keeping = Keeping(album, Camera(), lambda frame: (where, (zone,)))
    list(keeping.kept(film((None, 2.0), *moves)))
    assert len(album.stills) >= 3


def test_a_camera_without_stills_gives_the_picture_of_its_stream() -> None:
    album = Album()
    list(Keeping(album, object()).kept(film((None, 2.0), (300, 4.0))))
    assert [still.image.shape[:2] for still in album.stills if still.image is not None] == [SHAPE]


def test_of_a_table_with_zones_what_lies_beside_them_is_no_reason_for_a_still() -> None:
    where: TableView = view().scaled(640, 360)
    zone = Zone("tray", rectangle(100.0, 100.0, 120.0, 120.0))
    album = Album()
    keeping = Keeping(album, Camera(), lambda frame: (where, (zone,)))
    list(keeping.kept(film((None, 2.0), (500, 4.0))))
    assert album.stills == []


def test_every_photograph_is_kept_whole() -> None:
    album = Album()
    photographs = [Frame(n, n * FRAME_MS, table(100 * n), settled=True, name=f"{n}.jpg") for n in (1, 2, 3)]
    list(Keeping(album, object()).kept(photographs))
    assert [still.seq for still in album.stills] == [1, 2, 3]


def test_a_recording_that_fails_costs_no_picture(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        passed = list(Keeping(FullDisk(), Camera()).kept(film((None, 1.0), (300, 1.0))))
    assert len(passed) == 20
    assert caplog.messages == ["The recording failed (OSError: no room); going on."] * 10


def test_the_still_that_the_eyes_have_read_is_kept_instead_of_a_later_one() -> None:
    album = Album()
    keeping = Keeping(album, Camera())
    for frame in keeping.kept(film((None, 2.0), (300, 4.0))):
        if frame.monotonic_ms == 3300:
            keeping.seen(Frame(33, 3300, np.zeros((SHAPE[0] * 3, SHAPE[1] * 3, 3), np.uint8)))
    assert [still.seq for still in album.stills] == [33]
