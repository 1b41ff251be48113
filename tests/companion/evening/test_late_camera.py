"""A camera that is plugged in after the evening has begun comes into use by itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.evening import seeing as seeing_module
from companion.evening.cameras import Camera
from companion.evening.data_folder import DataFolder
from companion.evening.late_camera import CameraSearch, LateEyes
from companion.evening.seeing import Seeing
from companion.evening.troubles import Troubles
from companion.evening.wanted import Wanted
from companion.journal import Journal
from companion.sighting import EyeStatus
from companion.table import Table
from hardware.frame_source import CameraError, Frame
from tests.companion.evening.test_troubles import codes, parsed


class Cable:
    """A camera on a cable: pictures come while it is plugged in."""

    description = "a camera on a cable"

    def __init__(self) -> None:
        self.plugged_in = False
        self.shown = 0

    def __enter__(self) -> Cable:
        if not self.plugged_in:
            raise CameraError("No camera 3: plug it in.")
        return self

    def __exit__(self, *why: object) -> None: ...

    def __iter__(self) -> Iterator[Frame]:
        picture = np.full((48, 64, 3), 128, np.uint8)
        for number in range(3):
            self.shown += 1
            yield Frame(number, 100 * number, picture)


@pytest.fixture
def cable(monkeypatch: pytest.MonkeyPatch) -> Cable:
    camera = Cable()
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(camera, None))  # type: ignore[arg-type]
    return camera


def test_it_is_looked_through_as_soon_as_it_is_plugged_in(tmp_path: Path, cable: Cable) -> None:
    arguments = parsed("--camera", "usb:3")
    troubles, devices = Troubles(), tmp_path / "dev"
    devices.mkdir()
    table = Table(Journal(tmp_path / "journal.sqlite"))
    eyes, found, told = LateEyes(), threading.Event(), list[EyeStatus]()
    eyes.subscribe(told.append)
    with Seeing(arguments, Wanted.of(arguments), DataFolder(tmp_path), table, None, troubles) as looking:
        looking.start()
        assert codes(troubles) == ["camera"] and eyes.status().state == "off"

        def comes() -> None:
            assert looking.eyes is not None
            eyes.become(looking.eyes)
            found.set()

        search = CameraSearch(looking, comes, every_s=0.01, devices=devices)
        search.start()
        try:
            time.sleep(0.1)
            cable.plugged_in = True  # its driver has not made the device yet
            assert not found.wait(0.1) and cable.shown == 0
            (devices / "video3").touch()
            assert found.wait(20)
        finally:
            search.close()
        until = time.monotonic() + 20
        while cable.shown < 3 and time.monotonic() < until:
            time.sleep(0.01)
        assert cable.shown == 3
        assert looking.missing is None and codes(troubles) == []
        assert eyes.status().state != "off" and told


def test_nothing_is_looked_for_while_the_camera_is_there(tmp_path: Path, cable: Cable) -> None:
    cable.plugged_in = True
    arguments = parsed("--camera", "usb:3")
    table = Table(Journal(tmp_path / "journal.sqlite"))
    with Seeing(arguments, Wanted.of(arguments), DataFolder(tmp_path), table) as looking:
        search = CameraSearch(looking, lambda: pytest.fail("found again"), every_s=0.01)
        search.start()
        assert looking.missing is None and not looking.open_missing()
        search.close()


def test_who_subscribed_hears_of_eyes_that_come_later_until_they_leave() -> None:
    class Eyes:
        def __init__(self) -> None:
            self.listening: list[Any] = []

        def status(self) -> EyeStatus:
            return EyeStatus("waits", "reading")

        def picture(self, evidence: str) -> bytes | None:
            return evidence.encode()

        def subscribe(self, callback: Any) -> Any:
            self.listening.append(callback)
            return lambda: self.listening.remove(callback)

    late, come, told = LateEyes(), Eyes(), list[EyeStatus]()
    leave = late.subscribe(told.append)
    assert late.picture("one") is None
    late.become(come)
    assert told == [EyeStatus("waits", "reading")] and len(come.listening) == 1
    assert late.picture("one") == b"one"
    leave()
    leave()
    assert come.listening == []
