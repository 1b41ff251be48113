"""The camera's own process: frames cross whole, a hanging camera is killed and started again."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from hardware.capture_process import diagnose_usb
from hardware.frame_source import CameraError, Frame, FrameSource
from hardware.shared_frames import SLOTS, Layout, SharedFrames
from hardware.usb import Timing, UsbSource

QUICK = Timing(start_s=20.0, stall_s=1.0, report_s=0.1, backoff_s=(0.1, 0.2), healthy_s=60.0)
PATIENT = Timing(start_s=20.0, stall_s=20.0, report_s=20.0)

FAKE = """
import sys, time, pathlib
import numpy as np
from hardware.capture_process import serve
{body}
sys.exit(serve(Fake(), sys.stdin, sys.stdout))
"""

STEADY = """
class Fake:
    count = 0
    def read(self):
        time.sleep(0.01)
        self.count += 1
        return True, np.full((90, 160, 3), self.count % 250, np.uint8)
"""

HANGS_AT_FIRST = """
class Fake:
    count = 0
    def read(self):
        mark = pathlib.Path({mark!r})
        self.count += 1
        if self.count > 3 and not mark.exists():
            mark.touch()
            time.sleep(3600)
        time.sleep(0.02)
        return True, np.full((90, 160, 3), 7, np.uint8)
"""

BREAKS_OFF = """
class Fake:
    count = 0
    def read(self):
        self.count += 1
        time.sleep(0.02)
        return self.count < 5, np.zeros((90, 160, 3), np.uint8)
"""

GREY = """
class Fake:
    def read(self):
        time.sleep(0.02)
        return True, np.full((90, 160), 50, np.uint8)
"""


def command(body: str) -> list[str]:
    return [sys.executable, "-c", FAKE.format(body=body)]


def until(source: UsbSource, wanted: int, seconds: float = 15.0) -> list[Frame]:
    """The frames up to the ``wanted``-th picture that came after the last fault."""
    seen: list[Frame] = []
    begun = time.monotonic()
    pictures = 0
    for frame in source:
        seen.append(frame)
        pictures = pictures + 1 if frame.image is not None else 0
        if pictures >= wanted or time.monotonic() - begun > seconds:
            return seen
    return seen


def test_pictures_cross_between_the_processes_whole() -> None:
    with UsbSource(0, command=command(STEADY), timing=PATIENT) as source:
        assert isinstance(source, FrameSource)
        seen = until(source, 4)
    assert [frame.seq for frame in seen] == list(range(1, len(seen) + 1))
    for frame in seen:
        assert frame.image is not None
        assert frame.image.shape == (90, 160, 3)
        assert frame.image.min() == frame.image.max()
    stamps = [frame.monotonic_ms for frame in seen]
    assert stamps == sorted(stamps)
    assert abs(stamps[-1] - time.monotonic() * 1000) < 5000


def test_a_grey_camera_gives_colour_pictures() -> None:
    with UsbSource(0, command=command(GREY), timing=PATIENT) as source:
        picture = until(source, 1)[-1].image
    assert picture is not None
    assert picture.shape == (90, 160, 3)


def test_a_camera_that_hangs_is_killed_and_started_again(tmp_path: Path) -> None:
    body = HANGS_AT_FIRST.format(mark=str(tmp_path / "hung"))
    with UsbSource(0, command=command(body), timing=QUICK) as source:
        seen: list[Frame] = []
        for frame in source:
            seen.append(frame)
            recovered = any(one.fault for one in seen) and frame.image is not None
            if recovered or len(seen) > 400:
                break
        # On a busy machine a new process may itself be too slow for the short patience of this test.
        assert source.restarts >= 1
    faults = [frame.fault for frame in seen if frame.image is None]
    assert "timed_out" in faults and set(faults) <= {"no_frames", "timed_out"}
    assert seen[0].image is not None and seen[-1].image is not None
    assert [frame.seq for frame in seen] == list(range(1, len(seen) + 1))


def test_a_camera_that_hangs_is_found_while_stills_are_asked_for_all_the_time(tmp_path: Path) -> None:
    body = HANGS_AT_FIRST.format(mark=str(tmp_path / "hung"))
    timing = Timing(start_s=20.0, stall_s=0.5, report_s=0.1, backoff_s=(0.1,), held_up_s=1.0)
    over = threading.Event()

    def ask() -> None:
        while not over.is_set():
            source.still(0.7)

    with UsbSource(0, command=command(body), timing=timing) as source:
        asking = threading.Thread(target=ask)
        asking.start()
        try:
            begun = time.monotonic()
            for _ in source:
                if source.restarts or time.monotonic() - begun > 8.0:
                    break
        finally:
            over.set()
            asking.join()
        assert source.restarts == 1


def test_a_camera_that_breaks_off_again_and_again_is_said_to_and_retried() -> None:
    with UsbSource(0, command=command(BREAKS_OFF), timing=QUICK) as source:
        seen: list[Frame] = []
        for frame in source:
            seen.append(frame)
            if source.restarts >= 2 or len(seen) > 400:
                break
    assert source.restarts == 2
    assert any(frame.fault == "no_frames" for frame in seen)


@pytest.mark.usefixtures("nothing_left_behind")
def test_leaving_kills_a_hanging_process_at_once(tmp_path: Path) -> None:
    body = HANGS_AT_FIRST.format(mark=str(tmp_path / "hung"))
    with UsbSource(0, command=command(body), timing=QUICK) as source:
        until(source, 1)
        process = source._process
        assert process is not None
        number = process._process.pid
        begun = time.monotonic()
    assert time.monotonic() - begun < 2.0
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_a_camera_that_is_not_there_says_what_to_do() -> None:
    with pytest.raises(CameraError, match="USB camera 97 cannot be opened"), UsbSource(97):
        pass


def test_a_process_that_says_nothing_is_an_error_at_the_start() -> None:
    silent = [sys.executable, "-c", "import time; time.sleep(60)"]
    source = UsbSource(0, command=silent, timing=Timing(start_s=0.5))
    with pytest.raises(CameraError, match="gives no picture"), source:
        pass


def test_a_picture_that_was_overwritten_is_not_handed_out() -> None:
    path = SharedFrames.new_file()
    try:
        writer = SharedFrames(path, 8, 4, create=True)
        reader = SharedFrames(path, 8, 4)
        for seq in range(1, SLOTS + 2):
            writer.write(seq, np.full((4, 8, 3), seq, np.uint8))
        assert reader.read(1) is None
        newest = reader.read(SLOTS + 1)
        assert newest is not None and int(newest[0, 0, 0]) == SLOTS + 1
        assert reader.read(SLOTS + 2) is None
        with pytest.raises(ValueError, match="shape"):
            writer.write(9, np.zeros((5, 8, 3), np.uint8))
        writer.close()
        reader.close()
    finally:
        path.unlink()


WIDE = """
class Fake:
    count = 0
    def grab(self):
        time.sleep(0.01)
        self.count += 1
        return True
    def read(self):
        time.sleep(0.01)
        picture = np.zeros((720, 1280, 3), np.uint8)
        picture[:, 640:] = 200
        return True, picture
"""

GOES_AWAY = """
class Fake:
    count = 0
    def read(self):
        self.count += 1
        time.sleep(0.02)
        return self.count < 5, np.zeros((90, 160, 3), np.uint8)
gone = pathlib.Path({mark!r})
if gone.exists() and len(gone.read_text()) < 3:
    gone.write_text(gone.read_text() + "x")
    sys.exit(serve(None, sys.stdin, sys.stdout, diagnose=lambda: "not_found"))
gone.touch()
"""


@pytest.mark.usefixtures("nothing_left_behind")
def test_a_still_is_whole_where_the_stream_is_small() -> None:
    small = [*command(WIDE)]
    small[-1] = small[-1].replace("sys.stdout))", "sys.stdout, small_width=320))")
    with UsbSource(0, command=small, timing=PATIENT) as source:
        frame = until(source, 2)[-1]
        still = source.still()
        bracket = source.bracket((0.0, 1.0))
    assert frame.image is not None and frame.image.shape == (180, 320, 3)
    assert still is not None and still.image is not None and still.image.shape == (720, 1280, 3)
    assert still.image[0, 0, 0] == 0 and still.image[0, -1, 0] == 200
    assert len(bracket) == 1, "OpenCV cannot expose a USB camera by steps"


def test_a_camera_that_is_pulled_out_is_named_and_found_again(tmp_path: Path) -> None:
    body = GOES_AWAY.format(mark=str(tmp_path / "gone"))
    with UsbSource(0, command=command(body), timing=QUICK) as source:
        seen: list[Frame] = []
        for frame in source:
            seen.append(frame)
            recovered = frame.image is not None and any(one.fault == "unplugged" for one in seen)
            if recovered or len(seen) > 400:
                break
    assert seen[-1].image is not None and seen[-1].warning is None
    assert "unplugged" in {frame.fault for frame in seen}


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("busy", "is used by another program: close it"),
        ("no_permission", "sudo usermod -aG video"),
        ("not_found", "cannot be opened"),
        ("timed_out", "gives no picture"),
    ],
)
def test_each_cause_has_its_sentence(reason: str, sentence: str) -> None:
    script = f"import json; print(json.dumps({{'message': 'failed', 'reason': {reason!r}}}))"
    source = UsbSource(0, command=[sys.executable, "-c", script], timing=QUICK)
    with pytest.raises(CameraError, match=sentence) as caught, source:
        pass
    assert "\n" not in str(caught.value)


def test_the_device_file_tells_why_there_is_no_picture(tmp_path: Path) -> None:
    assert diagnose_usb(0, tmp_path) == "not_found"
    (tmp_path / "video1").write_bytes(b"no device at all")
    assert diagnose_usb(1, tmp_path) == "not_found"
    (tmp_path / "video2").symlink_to("/dev/null")
    assert diagnose_usb(2, tmp_path) == "not_found", "a device, but no camera"
    if os.geteuid() != 0:
        (tmp_path / "video3").touch(mode=0o000)
        assert diagnose_usb(3, tmp_path) == "no_permission"


def test_a_picture_in_parts_has_room_for_all_of_them(tmp_path: Path) -> None:
    path = SharedFrames.new_file()
    try:
        writer = SharedFrames(path, 8, 4, create=True, layout=Layout.I420, slots=1)
        writer.write(7, np.arange(48, dtype=np.uint8).reshape(6, 8))
        read = SharedFrames(path, 8, 4, layout=Layout.I420, slots=1).read(7)
        assert read is not None and read.ravel().tolist() == list(range(48))
        writer.close()
        with pytest.raises(ValueError, match="closed"):
            writer.read(7)
    finally:
        path.unlink()


DEAF = """
import json, sys, time
print(json.dumps({"message": "opened", "width": 8, "height": 4}), flush=True)
sys.stdin.readline()
print(json.dumps({"message": "ready"}), flush=True)
time.sleep(3600)
"""


def test_a_process_that_does_not_hear_that_it_shall_leave_is_killed() -> None:
    with UsbSource(0, command=[sys.executable, "-c", DEAF], timing=QUICK) as source:
        process = source._process
        assert process is not None
        begun = time.monotonic()
    assert time.monotonic() - begun < 2.0
    with pytest.raises(ProcessLookupError):
        os.kill(process._process.pid, 0)
