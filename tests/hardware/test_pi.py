"""The Pi camera: the real process on a fake picamera2, with all its documented faults."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware import pi_process
from hardware.frame_source import CameraError, Frame, FrameSource
from hardware.messages import Controls
from hardware.pi import PiSource
from hardware.pi_process import packed_i420
from hardware.supervised import Timing

FAKE = Path(__file__).parent / "fake_picamera2"
QUICK = Timing(start_s=20.0, stall_s=5.0, report_s=0.2, backoff_s=(0.1, 0.2), healthy_s=60.0)
WAITS = {"focus": 1.5, "settle": 2.5, "wait": 1.0}
LOCKED = {"ExposureTime": 20_000, "AnalogueGain": 1.0, "ColourGains": (2.0, 1.5), "LensPosition": 4.5}
RED = (30, 40, 170)
"""The patch at the top left of the fake's table: blue, green, red."""

Fake = Callable[..., None]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Fake:
    """Tells the fake picamera2 how its runs go, one after the other; the last goes on for ever."""

    def tell(*runs: Mapping[str, Any]) -> None:
        told = {"runs": list(runs) or [{}], "counter": str(tmp_path / "runs")}
        monkeypatch.setenv("FAKE_PICAMERA2", json.dumps(told))

    monkeypatch.setenv("PYTHONPATH", str(FAKE))
    tell()
    return tell


def camera(**options: Any) -> PiSource:
    """A Pi camera that spends no time on focus and exposure, unless it is told to."""
    options = {"locked": LOCKED, "stills": "stream", "timing": QUICK, "settings": WAITS, **options}
    return PiSource(python=Path(sys.executable), **options)


def until(source: PiSource, enough: Callable[[list[Frame]], bool], seconds: float = 20.0) -> list[Frame]:
    """The frames until there are enough of them."""
    seen: list[Frame] = []
    begun = time.monotonic()
    for frame in source:
        seen.append(frame)
        if enough(seen):
            return seen
        assert time.monotonic() - begun < seconds, [one.fault for one in seen]
    return seen


def pictures(count: int) -> Callable[[list[Frame]], bool]:
    return lambda seen: sum(frame.image is not None for frame in seen) >= count


def recovered(seen: list[Frame]) -> bool:
    """A picture after a fault."""
    return seen[-1].image is not None and any(frame.fault for frame in seen)


def patch_of(frame: Frame | None) -> tuple[int, ...]:
    assert frame is not None and frame.image is not None
    height, width = frame.image.shape[:2]
    return tuple(frame.image[height // 16 : height // 5, width // 16 : width // 5].mean(axis=(0, 1)).round())


def near(given: tuple[int, ...], wanted: tuple[int, ...], slack: float = 4.0) -> bool:
    return all(abs(one - other) <= slack for one, other in zip(given, wanted, strict=True))


def test_small_frames_flow_in_the_right_colours_without_the_padding(fake: Fake) -> None:
    fake({"speed": 1.0})
    # 300 px wide: rows are padded to 320.
    with camera(small_width=300) as source:
        assert isinstance(source, FrameSource)
        # On a busy machine a second may pass without a picture, which a frame says that has none.
        seen = [frame for frame in until(source, pictures(25)) if frame.image is not None]
    assert {frame.image.shape for frame in seen if frame.image is not None} == {(168, 300, 3)}
    assert all(near(patch_of(frame), RED) for frame in seen)
    assert not any(frame.warning for frame in seen)
    stamps = [frame.monotonic_ms for frame in seen]
    assert stamps == sorted(stamps) and abs(stamps[-1] - time.monotonic() * 1000) < 5000
    # Timed by the camera's own clock, so that a busy machine changes nothing.
    assert 1000.0 / float(np.median(np.diff(stamps))) >= 10.0


def test_limited_range_is_stretched(fake: Fake) -> None:
    fake({"range": "Limited"})
    with camera() as source:
        assert near(patch_of(until(source, pictures(1))[-1]), RED)


@pytest.mark.parametrize(
    ("stills", "locked"), [("stream", LOCKED), ("switch", LOCKED), ("stream", None), ("switch", None)]
)
def test_a_still_is_whole_and_changes_nothing_of_the_stream(
    fake: Fake, stills: str, locked: Mapping[str, Any] | None
) -> None:
    with camera(stills=stills, locked=locked) as source:
        before = until(source, pictures(3))[-1]
        still = source.still()
        assert still is not None and still.image is not None
        assert still.image.shape == (648, 1152, 3)
        assert still.monotonic_ms >= before.monotonic_ms
        after = until(source, pictures(6))
    assert near(patch_of(still), RED)
    # A mode switch forgets what is not in the configuration: unlocked, the next frames would come out dark.
    assert all(near(patch_of(frame), RED) for frame in after)
    assert not any(frame.fault for frame in after)
    assert source.restarts == 0


@pytest.mark.parametrize("stills", ["stream", "switch"])
def test_a_bracket_is_exposed_step_by_step_and_the_stream_never_shows_it(fake: Fake, stills: str) -> None:
    with camera(stills=stills) as source:
        until(source, pictures(2))
        bracket = source.bracket((-1.0, 0.0, 0.5))
        after = [frame for frame in until(source, pictures(6)) if frame.image is not None]
        assert source.bracket((-20.0,)) == (), "no camera is that dark"
    reds = [patch_of(frame)[2] for frame in bracket]
    assert len(reds) == 3
    assert reds[0] == pytest.approx(RED[2] / 2, abs=5)
    assert reds[1] == pytest.approx(RED[2], abs=5)
    assert reds[2] == pytest.approx(RED[2] * 2**0.5, abs=8)
    assert all(near(patch_of(frame), RED) for frame in after)


def test_focus_exposure_and_white_balance_are_found_once_and_kept_over_restarts(fake: Fake) -> None:
    fake({"hang_after": 120}, {"settles": False, "focus_hangs": True})
    told: list[Controls] = []
    with camera(locked=None, on_locked=told.append) as source:
        seen = until(source, recovered, 40.0)
        assert source.restarts >= 1
    assert len(told) == 1, "what was given back is no news"
    assert told[0]["ExposureTime"] * told[0]["AnalogueGain"] == pytest.approx(20_000, rel=0.03)
    assert told[0]["ColourGains"] == pytest.approx((2.0, 1.5), rel=0.03)
    assert told[0]["LensPosition"] == pytest.approx(4.5)
    assert source.locked == told[0]
    # The second run cannot settle, and need not.
    assert near(patch_of(seen[-1]), patch_of(seen[0]), 1.0)


def test_exposure_that_never_settles_is_locked_when_the_time_is_over(fake: Fake) -> None:
    fake({"settles": False})
    told: list[Controls] = []
    settings = {**WAITS, "settle": 0.5}
    with camera(locked=None, settings=settings, on_locked=told.append) as source:
        seen = until(source, pictures(8))
        assert source.locked is not None
    assert len({patch_of(frame) for frame in seen}) == 1, "locked: no frame differs from another"
    assert told == [], "that is not worth keeping for another evening"


def test_a_lens_that_finds_no_focus_goes_to_its_usual_place(fake: Fake) -> None:
    fake({"focus_hangs": True})
    settings = {**WAITS, "focus": 0.4}
    with camera(locked=None, settings=settings) as source:
        until(source, pictures(1))
        assert source.locked is not None and source.locked["LensPosition"] == 1.0


def test_a_camera_without_autofocus_is_locked_too(fake: Fake) -> None:
    fake({"autofocus": False})
    with camera(locked=None) as source:
        assert near(patch_of(until(source, pictures(1))[-1]), RED, 8.0)
        assert source.locked is not None and "LensPosition" not in source.locked


@pytest.mark.parametrize(
    "slow",
    [
        {"fastest_us": [180_000, 17_849], "speed": 1.0},
        {"no_memory_beside": True},
    ],
    ids=["a sensor too slow at full resolution", "too little memory for full resolution"],
)
def test_a_camera_that_cannot_run_both_switches_for_a_still(fake: Fake, slow: Mapping[str, Any]) -> None:
    fake(slow)
    with camera(stills="auto") as source:
        seen = until(source, pictures(12))
        assert 1000.0 / float(np.median(np.diff([frame.monotonic_ms for frame in seen]))) >= 10.0
        still = source.still()
        assert still is not None and still.image is not None and still.image.shape == (648, 1152, 3)
        assert near(patch_of(until(source, pictures(3))[-1]), RED)


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (
            {"missing": True},
            "python3-picamera2 is not installed: sudo apt install python3-picamera2, or choose",
        ),
        ({"cameras": []}, "No Pi camera is found"),
        ({"cameras": ["/base/axi/pcie/rp1/usb@200000-1:1.0-046d:0825"]}, "No Pi camera is found"),
        ({"busy": True}, "used by another program"),
        ({"hang_after": 0}, "gives no picture"),
        ({"hang_after": 0, "stop_hangs": True}, "gives no picture"),
        ({"main_format": "BGR888"}, "does not give the colours asked for"),
    ],
)
def test_a_camera_that_cannot_be_used_says_what_to_do(
    fake: Fake, run: Mapping[str, Any], sentence: str
) -> None:
    fake(run)
    with pytest.raises(CameraError, match=sentence) as caught, camera():
        pass
    assert "\n" not in str(caught.value)
    assert "--camera usb:0, folder:DIR or none." in str(caught.value)


def test_without_the_systems_python_nothing_is_started() -> None:
    source = PiSource(python=Path("/nonexistent/python3"))
    assert not source.find()
    with pytest.raises(CameraError, match="sudo apt install python3-picamera2"), source:
        pass


@pytest.mark.parametrize(
    ("run", "found"),
    [({}, True), ({"busy": True}, True), ({"cameras": []}, False), ({"missing": True}, False)],
)
def test_whether_there_is_a_camera_is_found_without_opening_it(
    fake: Fake, run: Mapping[str, Any], *, found: bool
) -> None:
    fake(run)
    assert camera().find() is found


@pytest.mark.parametrize("stop_hangs", [False, True])
def test_a_hanging_camera_is_named_in_time_and_started_again(fake: Fake, *, stop_hangs: bool) -> None:
    fake({"hang_after": 30, "stop_hangs": stop_hangs}, {})
    settings = {**WAITS, "wait": 2.0}
    with camera(settings=settings) as source:
        last_picture = named = 0.0
        for frame in source:
            now = time.monotonic()
            if frame.image is not None and not named:
                last_picture = now
            elif frame.fault == "timed_out":
                named = named or now
            elif frame.image is not None:
                break
        assert 0 < named - last_picture < 3.0
        assert source.restarts == 1
        assert near(patch_of(frame), RED)


def test_a_camera_that_is_pulled_out_is_named_and_found_again(fake: Fake) -> None:
    fake({"hang_after": 30}, {"cameras": []}, {"cameras": []}, {})
    with camera() as source:
        seen = until(source, recovered)
        assert source.restarts == 3
    faults = [frame.fault for frame in seen if frame.fault]
    assert faults[-1] == "unplugged"
    assert set(faults) <= {"no_frames", "timed_out", "unplugged"}
    assert [frame.seq for frame in seen] == list(range(1, len(seen) + 1))


def test_a_camera_that_another_program_took_meanwhile_is_named(fake: Fake) -> None:
    fake({"hang_after": 30}, {"busy": True}, {})
    with camera() as source:
        seen = until(source, recovered)
    assert "busy" in {frame.fault for frame in seen}


@pytest.mark.usefixtures("nothing_left_behind")
def test_leaving_never_waits_for_a_stop_that_hangs(fake: Fake) -> None:
    fake({"stop_hangs": True})
    with camera() as source:
        until(source, pictures(1))
        process = source._process
        assert process is not None
        begun = time.monotonic()
    assert time.monotonic() - begun < 2.0
    assert process._process.returncode is not None


def test_a_still_of_a_hanging_camera_is_none_in_time(fake: Fake) -> None:
    fake({"hang_after": 30})
    with camera() as source:
        until(source, lambda seen: seen[-1].fault is not None)
        begun = time.monotonic()
        assert source.still(0.3) is None
        assert time.monotonic() - begun < 2.0
    assert source.still() is None, "closed"


def test_nonsense_of_the_sensor_is_survived(fake: Fake) -> None:
    fake({"nan": True})
    settings = {**WAITS, "settle": 0.3}
    with camera(locked=None, settings=settings) as source:
        seen = until(source, pictures(5))
        assert source.locked is None
        assert source.bracket((1.0,)) == (), "nobody knows how it is exposed"
        assert source.still() is not None
    assert abs(seen[-1].monotonic_ms - time.monotonic() * 1000) < 5000


def test_darkness_is_said_beside_the_picture(fake: Fake) -> None:
    fake({"light": 0.01})
    with camera() as source:
        seen = until(source, lambda seen: seen[-1].warning is not None)
    assert seen[-1].image is not None and seen[-1].warning == "too_dark"


def test_swapped_colours_are_said_where_a_red_place_is_known(fake: Fake) -> None:
    blue_place = (400, 200, 500, 300)
    with camera(patch=(20, 20, 120, 80)) as source:
        assert not any(frame.warning for frame in until(source, pictures(40)))
    # A grey place is bluer than red when the white balance is wrong that way: the same as swapped.
    wrong = {**LOCKED, "ColourGains": (1.0, 3.0)}
    with camera(locked=wrong, patch=blue_place) as source:
        seen = until(source, lambda seen: seen[-1].warning is not None)
    assert seen[-1].warning == "colours_swapped"


def test_the_process_needs_nothing_but_numpy_and_picamera2(fake: Fake) -> None:
    told = (
        "import sys; import hardware.pi_process;"
        "known = set(sys.stdlib_module_names) | {'numpy', 'hardware'};"
        "print(sorted({name.partition('.')[0] for name in sys.modules} - known - before))"
    )
    command = f"import sys, numpy; before = {{n.partition('.')[0] for n in sys.modules}}; {told}"
    folder = str(Path(pi_process.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, check=True, cwd=folder, env={}
    )
    assert done.stdout.strip() == "[]"


def test_the_process_finds_this_package_and_nothing_beside_it(fake: Fake, tmp_path: Path) -> None:
    command = list(camera()._command())
    boot = command.index("-c") + 1
    probe = (
        "import hardware, sys; print(hardware.__path__, [p for p in sys.path if 'hardware' in p], flush=True)"
    )
    command[boot] = command[boot].replace("from hardware.pi_process import main;", probe + "; main = len;")
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.stdout.strip() == f"{[str(Path(pi_process.__file__).parent)]} {[str(FAKE)]}"


def test_padding_is_cropped_plane_by_plane() -> None:
    width, height, stride = 6, 4, 8
    luma = np.arange(width * height, dtype=np.uint8).reshape(height, width)
    u, v = luma[:2, :3] + 100, luma[:2, :3] + 200
    padded = np.full((height * 3 // 2, stride), 255, np.uint8)
    padded[:height, :width] = luma
    planes = padded[height:].reshape(2, 2, 4)
    planes[0, :, :3], planes[1, :, :3] = u, v
    packed = packed_i420(padded, width, height)
    assert packed.tobytes() == luma.tobytes() + u.tobytes() + v.tobytes()
    with pytest.raises(ValueError, match="cannot have the shape"):
        packed_i420(padded[:-1], width, height)


class Media:
    """A /dev with media devices that nobody may open."""

    def glob(self, _: str) -> Iterator[Path]:
        return iter([Path("/nonexistent/media0")])


def test_media_devices_that_may_not_be_opened_are_a_matter_of_permission(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Nothing:
        @staticmethod
        def global_camera_info() -> list[dict[str, Any]]:
            return []

    class Module:
        Picamera2 = Nothing

    monkeypatch.setitem(sys.modules, "picamera2", Module)  # type: ignore[arg-type]
    with pytest.raises(PermissionError, match="permission denied"):
        pi_process.check_there_is_one(0, Media())  # type: ignore[arg-type]
    with pytest.raises(LookupError, match="no cameras available"), contextlib.suppress(PermissionError):
        pi_process.check_there_is_one(0, Path("/nonexistent"))
