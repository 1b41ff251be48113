"""A camera that is unplugged, hangs, gives torn, black or noisy pictures: taps go on, and it comes into use again.

The camera is a process like that of a USB camera; what it does lies in a file. The eyes are those of the program.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.evening.game_watch import GameWatch
from companion.evening.watch import watch
from companion.journal import Journal
from companion.table import Table
from hardware.frame_source import Frame, Image
from hardware.usb import Timing, UsbSource
from tests.page_app import page_app
from tests.web.conftest import Tablet
from vision.dice.dice_zones import WHOLE_PICTURE, DiceZones
from vision.eyes.eyes import Eyes
from vision.readings import TrayReading

LONG = bool(os.environ.get("COMPANION_LONG"))
NOISY_FRAMES = 144_000 if LONG else 60
"""In the long run four hours at ten frames a second."""
TAP_S, BACK_S = 2.0, 10.0
"""How long a tap may take while the camera is away, and until it is in use again once it is back."""
AWAY_S = 31.0 if LONG else 4.0
FAULTS = ("unplugged", "hung", "torn", "black", "noise")
CAMERA = """
import pathlib, sys, time
import numpy as np
from hardware.capture_process import serve
does = pathlib.Path({does!r})
chance = np.random.default_rng(29)
ground = np.full((96, 160, 3), 90, np.uint8)
ground[20:70, 40:120] = 200
class Fake:
    def read(self):
        time.sleep(0.02)
        match does.read_text():
            case "hung":
                while does.read_text() == "hung":
                    time.sleep(0.05)
                time.sleep(3600)
            case "unplugged":
                return False, None
            case "torn":
                return True, ground[: chance.integers(1, 96)]
            case "black":
                return True, np.zeros_like(ground)
            case "noise":
                return True, chance.integers(0, 256, ground.shape, np.uint8)
        return True, ground
sys.exit(serve(Fake() if does.read_text() != "unplugged" else None, sys.stdin, sys.stdout))
"""
QUICK = Timing(start_s=20.0, report_s=0.2)
"""Stalls and pauses are those of the program."""


class NoDice:
    """A reader of dice to which every tray is empty."""

    def read(self, tray: Image, *_: Any, **__: Any) -> tuple[()]:
        return ()

    def read_tray(self, tray: Image, **_: Any) -> TrayReading:
        return TrayReading((), 0.0)


class Camera:
    """What the fake does, and whether its device is there."""

    def __init__(self, folder: Path) -> None:
        self.does, self.devices = folder / "does", folder / "dev"
        self.devices.mkdir()
        self.set("steady")

    def set(self, does: str) -> None:
        """From now on it does this."""
        fresh = self.does.with_suffix(".new")
        fresh.write_text(does)
        fresh.replace(self.does)
        device = self.devices / "video0"
        device.unlink(missing_ok=True) if does == "unplugged" else device.touch()

    def source(self) -> UsbSource:
        command = [sys.executable, "-c", CAMERA.format(does=str(self.does))]
        return UsbSource(0, command=command, timing=QUICK, devices=self.devices)


def until(is_so: Callable[[], bool], seconds: float) -> float:
    """How long it took (s); fails where it took longer."""
    begun = time.monotonic()
    while not is_so():
        assert time.monotonic() - begun < seconds
        time.sleep(0.02)
    return time.monotonic() - begun


@pytest.fixture
def eyes() -> Eyes:
    made = Eyes([DiceZones(NoDice())])  # type: ignore[arg-type]
    made.lay_out([WHOLE_PICTURE])
    return made


@pytest.fixture
def tablet(tmp_path: Path, eyes: Eyes) -> Iterator[Tablet]:
    table = Table(Journal(tmp_path / "journal.sqlite"))
    yield Tablet(page_app(table, eyes).test_client())


@pytest.mark.parametrize("fault", FAULTS)
def test_taps_go_on_and_the_camera_comes_back(tmp_path: Path, eyes: Eyes, tablet: Tablet, fault: str) -> None:
    tablet.open("Ada", "Bea", options={"stable": "single"}, first="Ada")
    camera, stop = Camera(tmp_path), threading.Event()
    table = tablet.client.application.extensions["companion"].table
    game = GameWatch(table, eyes, lambda: None, anywhere=True)
    with camera.source() as source:
        frames = game.watched(source)
        looking = threading.Thread(target=watch, args=(frames, eyes, game, stop), daemon=True)
        looking.start()
        until(lambda: eyes.status().state == "sees", 20)
        camera.set(fault)
        until(lambda: eyes.status().state != "sees", 5)
        begun = time.monotonic()
        assert tablet.state()["eyes"]["state"] != "sees"
        assert tablet.post("undo", {"expected_seq": tablet.seq}).status_code in (200, 422)
        tapped = time.monotonic() - begun
        if fault in ("unplugged", "hung"):
            time.sleep(AWAY_S)  # as long as it takes to be found out, and to be tried in vain
        camera.set("steady")
        back = until(lambda: eyes.status().state == "sees", BACK_S)
        assert tapped < TAP_S
        stop.set()
        looking.join(5)
    print(f"{fault}: a tap {1000 * tapped:.0f} ms, back after {back:.1f} s")


def test_a_camera_that_is_plugged_in_again_is_not_waited_for(tmp_path: Path) -> None:
    camera = Camera(tmp_path)
    patient = Timing(start_s=20.0, report_s=0.1, backoff_s=(60.0,))
    command = [sys.executable, "-c", CAMERA.format(does=str(camera.does))]
    with UsbSource(0, command=command, timing=patient, devices=camera.devices) as source:
        frames = iter(source)
        assert next(frames).image is not None
        camera.set("unplugged")
        while source._process is not None:  # until it is given up
            next(frames)
        camera.set("steady")
        begun = time.monotonic()
        while next(frames).image is None:
            assert time.monotonic() - begun < BACK_S


def test_of_noise_without_end_nothing_is_told_and_it_ends_with_the_noise(eyes: Eyes) -> None:
    chance = np.random.default_rng(29)
    pictures = [chance.integers(0, 256, (96, 160, 3), np.uint8) for _ in range(7)]
    still = np.full((96, 160, 3), 90, np.uint8)
    for number in range(NOISY_FRAMES):
        assert eyes.look(Frame(number, 100 * number, pictures[number % 7])) is None
    for number in range(NOISY_FRAMES, NOISY_FRAMES + 30):
        eyes.look(Frame(number, 100 * number, still))
    assert eyes.status().state == "sees"
