"""``companion doctor`` as people run it: with the simulated stand, without a camera, with a photograph."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.stand import FILE_NAME, Stand, save_stand
from companion.cli.main import main
from companion.evening.cameras import CameraChoice
from companion.evening.health import all_checks
from companion.evening.health.finding import State
from companion.evening.health.pictures import Pictures
from tests.calibration import drawn

CHECKS = ["camera", "focus", "light", "markers", "stand", "px/mm"]
MACHINE = [
    *("pins", "sound", "disk", "clock", "network"),
    *("packages", "models", "pi_camera", "power", "settings", "enrolled"),
]


Says = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def doctor_says(capsys: pytest.CaptureFixture[str]) -> Says:
    """The exit status of the doctor, and its lines."""

    def says(*arguments: str) -> tuple[int, list[str]]:
        status = main(["doctor", *arguments])
        said = capsys.readouterr()
        assert said.err == ""
        return status, said.out.splitlines()

    return says


def test_without_a_camera_everything_is_told_and_nothing_is_wrong(tmp_path: Path) -> None:
    """As people start it: by its command."""
    given = ["--camera", "none", "--data", str(tmp_path / "data"), "--json"]
    command = [sys.executable, "-m", "companion", "doctor", *given]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.stderr == ""
    status, found = done.returncode, [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["check"] for one in found] == CHECKS + MACHINE
    assert all(set(one) == {"check", "state", "text", "advice"} for one in found)
    assert status == 0, [one for one in found if one["state"] == "to_do"]
    assert not (tmp_path / "data").exists(), "the doctor looks and touches nothing"


def test_the_simulated_stand_can_read_crapette(tmp_path: Path, doctor_says: Says) -> None:
    status, lines = doctor_says("--camera", "simulated", "--data", str(tmp_path))
    assert status == 0, lines
    assert any(line.startswith("OK ") and "every index can be read (3.0 px/mm)" in line for line in lines)
    assert sum("game " in line for line in lines) >= 5


def test_a_photograph_of_a_table_is_measured_and_found_too_coarse(tmp_path: Path, doctor_says: Says) -> None:
    photographs, data = tmp_path / "photographs", tmp_path / "data"
    photographs.mkdir()
    data.mkdir()
    view = drawn.view()
    cv2.imwrite(str(photographs / "table.png"), drawn.picture(view))
    camera = f"folder:{photographs}"
    status, lines = doctor_says("--camera", camera, "--data", str(data), "--json")
    found = {one["check"]: one for one in map(json.loads, lines)}
    assert status == 1
    assert found["markers"]["state"] == found["focus"]["state"] == "ok"
    assert found["px/mm"]["state"] == "to_do" and "where 2 are needed" in found["px/mm"]["text"]
    assert "too coarse" in found["game crapette"]["text"]
    # Set up with another view, the camera was moved since.
    save_stand(data, Stand("photographs", drawn.view(right=30.0), "board", drawn.MAT))
    status, lines = doctor_says("--camera", camera, "--data", str(data))
    assert status == 1 and any("the camera was moved since it was set up" in line for line in lines)


def test_each_line_is_one_line_and_begins_with_its_mark(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / FILE_NAME).write_text("no stand")
    (tmp_path / "settings.toml").write_text("tray = 3")
    assert main(["doctor", "--camera", "none", "--data", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    marks = {"OK", "--", "NOTE", "TO DO"}
    assert all(line[:6].strip() in marks for line in lines)
    wrong = [line for line in lines if line.startswith("TO DO")]
    assert len(wrong) == 2 and FILE_NAME in wrong[0] and "settings.toml" in wrong[1]


def test_wrong_use_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--camera", "webcam"]) == 2
    assert main(["doctor", "--camera", "none", "--game", "chess"]) == 2
    assert "choose change_horses, crapette" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_the_cameras_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--camera", f"folder:{tmp_path / 'none'}", "--data", str(tmp_path)]) == 1
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("TO DO  camera") and "is not a folder" in first


def test_each_camera_that_gives_nothing_is_told_as_what_it_is() -> None:
    usb = CameraChoice("usb")
    hanging = all_checks.check_camera(usb, Pictures("USB camera 0", hangs=True))
    assert hanging.state is State.TO_DO and "no picture in 15 s" in hanging.text
    assert all_checks.check_camera(CameraChoice("auto"), Pictures()).state is State.NOT_HERE
    broken = all_checks.check_camera(CameraChoice("folder"), Pictures("photographs"))
    assert broken.state is State.TO_DO and "not one picture" in broken.text
    image = np.zeros((20, 30, 3), np.uint8)
    assert all_checks.check_camera(usb, Pictures("USB camera 0", [image])).text == "USB camera 0, 30 x 20 px"


def test_a_stand_for_one_game_must_read_that_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    save_stand(tmp_path, Stand("photographs", drawn.view(), "board", drawn.MAT))
    arguments = ["doctor", "--camera", "none", "--data", str(tmp_path)]
    assert main([*arguments, "--game", "crapette"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any("games" in line and "crapette cannot be read" in line for line in lines)
    assert sum("game " in line for line in lines) == 1
