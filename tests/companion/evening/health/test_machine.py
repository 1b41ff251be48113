"""The machine's checks, each with a machine that is well and with what can be wrong."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from companion.evening.health import machine
from companion.evening.health.finding import State, carried_out, ok

PI = "Raspberry Pi 5 Model B Rev 1.0"


def only_one() -> dict[str, list[str]]:
    return {"cv2": ["opencv-python", "opencv-python"], "numpy": ["numpy"]}


def test_one_opencv_is_well_however_often_it_lists_its_files():
    found = machine.check_packages(only_one, lambda: "4.11.0")
    assert found.state is State.OK and "OpenCV 4.11.0 by opencv-python alone" in found.text


def test_two_distributions_of_opencv_overwrite_each_other():
    found = machine.check_packages(
        lambda: {"cv2": ["opencv-python", "opencv-contrib-python"]}, lambda: "4.11.0"
    )
    assert found.state is State.TO_DO
    assert "opencv-contrib-python and opencv-python both provide cv2" in found.line


def test_no_opencv_and_an_old_one_are_told():
    assert machine.check_packages(dict).state is State.TO_DO
    old = machine.check_packages(only_one, lambda: "4.6.0")
    assert old.state is State.TO_DO and "4.6.0 is too old" in old.text
    assert machine.check_packages(only_one, lambda: "5.0.0-pre").state is State.OK


def test_this_environment_is_well():
    assert machine.check_packages().state is State.OK
    assert machine.check_models().state is State.OK


@pytest.mark.parametrize("error", [FileNotFoundError("dice.onnx"), RuntimeError("bad protobuf")])
def test_models_that_do_not_load_are_told(error):
    def fail() -> str:
        raise error

    found = machine.check_models(fail)
    assert found.state is State.TO_DO and str(error) in found.text


def test_sound_needs_a_voice_and_a_device():
    assert machine.check_sound(lambda: "/usr/bin/espeak-ng", lambda: True).state is State.OK
    silent = machine.check_sound(lambda: None, lambda: True)
    assert silent.state is State.NOT_HERE and silent.advice == "apt install espeak-ng"
    assert machine.check_sound(lambda: "/usr/bin/espeak-ng", lambda: False).state is State.NOT_HERE


def test_the_disk_has_room_and_can_be_written(tmp_path: Path):
    found = machine.check_disk(tmp_path / "not" / "yet", lambda path: 12_345_000_000)
    assert found.state is State.OK and "12.3 GB are free" in found.text
    assert not list(tmp_path.iterdir()), "the doctor leaves nothing behind"
    full = machine.check_disk(tmp_path, lambda path: 499_000_000)
    assert full.state is State.TO_DO and "499 MB" in full.text


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def read_only(**_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(machine.tempfile, "TemporaryFile", read_only)
    found = machine.check_disk(tmp_path)
    assert found.state is State.TO_DO and "Read-only file system" in found.text


def test_a_file_instead_of_the_folder_is_told(tmp_path: Path):
    (tmp_path / "data").write_text("no folder")
    assert "is not a folder" in machine.check_disk(tmp_path / "data").text


def at(year: int) -> float:
    return time.mktime((year, 6, 1, 12, 0, 0, 0, 0, -1))


def test_the_clock_is_set_and_after_the_journal(tmp_path: Path):
    assert machine.check_clock(tmp_path, lambda: at(2027)).state is State.OK
    journal = tmp_path / "journal.sqlite"
    journal.touch()
    os.utime(journal, (at(2030), at(2030)))
    behind = machine.check_clock(tmp_path, lambda: at(2027))
    assert behind.state is State.TO_DO and "before the last entry" in behind.text
    assert machine.check_clock(tmp_path, lambda: at(2030) - 3600).state is State.OK


@pytest.mark.parametrize("year", [1970, 2025, 2101])
def test_a_year_that_cannot_be_is_told(tmp_path: Path, year: int):
    assert f"the year {year}" in machine.check_clock(tmp_path, lambda: at(year)).text


def test_time_that_runs_backwards_is_told(tmp_path: Path):
    ticks = iter([3.0, 2.0, 4.0])
    found = machine.check_clock(tmp_path, lambda: at(2027), lambda: next(ticks))
    assert "runs backwards" in found.text


def test_the_network_address_is_told():
    assert machine.check_network(lambda: "http://192.168.1.7:8080/").text == "this machine is 192.168.1.7"
    assert machine.check_network(lambda: "http://localhost:8080/").state is State.NOT_HERE


def test_only_a_pi_is_a_pi(tmp_path: Path):
    model = tmp_path / "model"
    assert machine.raspberry_pi(model) is None
    model.write_bytes(PI.encode() + b"\0")
    assert machine.raspberry_pi(model) == PI
    model.write_text("Some other board")
    assert machine.raspberry_pi(model) is None


def test_pins_are_of_a_pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    absent = machine.check_pins(PI, tmp_path)
    assert absent.state is State.NOT_HERE and absent.text == "no pins here: buttons on the page"
    (tmp_path / "gpiochip0").touch()
    assert machine.check_pins(None, tmp_path).state is State.NOT_HERE
    assert machine.check_pins(PI, tmp_path).state is State.OK
    monkeypatch.setattr(machine.os, "access", lambda *_: False)
    assert "gpio" in (machine.check_pins(PI, tmp_path).advice or "")


def test_the_pi_camera_is_driven_by_the_systems_python():
    asked = []

    def run(command):
        asked.append(command)
        return 0, ""

    assert machine.check_pi_camera(PI, Path("/usr/bin/python3"), run).state is State.OK
    assert asked[0][0] == "/usr/bin/python3" and "picamera2" in asked[0][2]
    told = "Traceback\nValueError: numpy.dtype size changed"
    broken = machine.check_pi_camera(PI, run=lambda command: (1, told))
    assert broken.state is State.TO_DO and "numpy.dtype size changed" in broken.line
    assert "\n" not in broken.line
    assert machine.check_pi_camera(None, run=run).state is State.NOT_HERE and len(asked) == 1


def not_there(command):
    raise FileNotFoundError(2, "No such file")


def test_a_pi_without_the_systems_python_is_told():
    assert machine.check_pi_camera(PI, run=not_there).state is State.TO_DO


@pytest.mark.parametrize(
    ("told", "state", "word"),
    [
        ("throttled=0x0", State.OK, "good"),
        ("throttled=0x1", State.TO_DO, "now"),
        ("throttled=0x50005", State.TO_DO, "now"),
        ("throttled=0x10000", State.TO_DO, "since it started"),
        ("throttled=0x8", State.TO_DO, "hot"),
        ("throttled=0x20000", State.TO_DO, "hot"),
        ("something else", State.NOT_HERE, "does not answer"),
    ],
)
def test_the_supply_is_judged_by_vcgencmd(told, state, word):
    found = machine.check_power(PI, lambda command: (0, told))
    assert found.state is state and word in found.text


def test_without_vcgencmd_the_supply_is_not_judged():
    assert machine.check_power(PI, not_there).state is State.NOT_HERE
    assert machine.check_power(PI, lambda command: (255, "VCHI failed")).state is State.NOT_HERE
    assert machine.check_power(None, not_there).state is State.NOT_HERE


def test_a_command_that_hangs_is_a_failure(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(machine, "ANSWER_S", 0.05)
    assert machine.run_command(["sleep", "5"])[0] == 1
    assert machine.run_command(["echo", "yes"]) == (0, "yes")


def test_a_check_that_breaks_down_hides_no_other():
    def broken():
        raise RuntimeError("two\nlines")

    found = carried_out("pins", broken)
    assert (found.check, found.state) == ("pins", State.TO_DO)
    assert "RuntimeError: two lines" in found.line
    assert carried_out("pins", lambda: ok("pins", "fine")).state is State.OK
