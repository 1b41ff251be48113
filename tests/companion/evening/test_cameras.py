"""``--camera SOURCE``: every form is understood, everything else is one clear line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.settings import Settings, TraySettings
from companion.evening import cameras
from companion.evening.cameras import CameraChoice, open_camera, parse_camera, read_script, real_camera
from companion.filmed.simulated_tray import SimulatedTable
from companion.wrong_use import WrongUse
from hardware.folder import FolderSource
from hardware.frame_source import CameraError
from hardware.pi import PiSource
from hardware.usb import UsbSource
from hardware.video import VideoSource
from vision.eyes.evidence import photograph_key

SETTINGS = Settings(
    tray=TraySettings(corners=((0, 0), (250, 0), (250, 180), (0, 180)), width_mm=250, height_mm=180)
)


class NoTable:
    """A table that nobody touches."""

    def snapshot(self) -> Any:
        raise AssertionError

    act = answer = open_game = snapshot


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("auto", CameraChoice("auto")),
        ("pi", CameraChoice("pi")),
        ("none", CameraChoice("none")),
        ("usb:0", CameraChoice("usb", number=0)),
        ("usb:12", CameraChoice("usb", number=12)),
        ("folder:/a b/c", CameraChoice("folder", path=Path("/a b/c"))),
        ("video:game:1.mp4", CameraChoice("video", path=Path("game:1.mp4"))),
        ("simulated", CameraChoice("simulated")),
        ("simulated:game.jsonl", CameraChoice("simulated", path=Path("game.jsonl"))),
    ],
)
def test_every_form_is_understood(text: str, choice: CameraChoice) -> None:
    assert parse_camera(text) == choice


@pytest.mark.parametrize(
    "text",
    [
        "",
        "webcam",
        "usb",
        "usb:",
        "usb:x",
        "usb:-1",
        "folder",
        "folder:",
        "video:",
        "simulated:",
        "none:1",
        "AUTO",
    ],
)
def test_an_unknown_camera_lists_what_there_is(text: str) -> None:
    with pytest.raises(WrongUse) as caught:
        parse_camera(text)
    message = str(caught.value)
    assert "\n" not in message
    for kind in ("auto", "pi", "usb:N", "folder:DIR", "video:FILE", "simulated[:RECORD]", "none"):
        assert kind in message


def test_each_choice_builds_its_source(tmp_path: Path) -> None:
    table = NoTable()
    usb = open_camera(CameraChoice("usb", number=3), table, settings=SETTINGS)
    assert usb is not None and isinstance(usb.source, UsbSource)
    assert usb.tray is not None and (usb.tray.width_mm, usb.tray.die_mm) == (250, 16)
    video = open_camera(CameraChoice("video", path=tmp_path / "a.mp4"), table)
    assert video is not None and isinstance(video.source, VideoSource) and video.tray is None
    simulated = open_camera(CameraChoice("simulated"), table, settings=SETTINGS, seed=1)
    assert simulated is not None and isinstance(simulated.source, SimulatedTable)
    assert simulated.tray == simulated.source.tray, "the simulated table knows its own tray"
    assert open_camera(CameraChoice("none"), table) is None


def test_the_pi_camera_says_what_to_install_where_it_cannot_be() -> None:
    camera = open_camera(CameraChoice("pi"), NoTable(), settings=SETTINGS)
    assert camera is not None and isinstance(camera.source, PiSource) and camera.tray is not None
    absent = PiSource(python=Path("/nonexistent/python3"))
    with pytest.raises(CameraError, match="sudo apt install python3-picamera2, or choose"), absent:
        pass


def test_auto_takes_the_pi_camera_first_if_it_opens() -> None:
    class Found(PiSource):
        def find(self) -> bool:
            return True

    class Opens(Found):
        def __enter__(self) -> Opens:
            return self

    class Refuses(Found):
        def __enter__(self) -> Refuses:
            raise CameraError("busy")

    camera = cameras._first_pi(None, Opens)
    assert camera is not None and isinstance(camera.source, Opens)
    assert cameras._first_pi(None, Refuses) is None
    assert cameras._first_pi(None, lambda: PiSource(python=Path("/nonexistent/python3"))) is None


def test_a_folder_goes_on_after_the_photographs_in_the_journal(tmp_path: Path) -> None:
    for number in (1, 2, 10):
        (tmp_path / f"IMG {number}.jpg").write_bytes(b"never decoded here")
    evidence = [photograph_key("IMG 2.jpg") + "~0123abcd", "0123abcd", photograph_key("x.jpg") + "~0123abcd"]
    camera = open_camera(CameraChoice("folder", path=tmp_path), NoTable(), evidence=evidence)
    assert camera is not None and isinstance(camera.source, FolderSource)
    with camera.source as source:
        assert [frame.name for frame in source] == ["IMG 10.jpg"]


def test_a_missing_folder_is_found_out_when_it_opens(tmp_path: Path) -> None:
    camera = open_camera(CameraChoice("folder", path=tmp_path / "none"), NoTable())
    assert camera is not None
    with pytest.raises(CameraError, match="not a folder"), camera.source:
        pass


@pytest.mark.parametrize(
    "content", [b"", b"{}\n", b"no json\n", b"\xff\xfe", b'{"record": 1, "game": "chess"}\n']
)
def test_a_record_that_cannot_be_read_is_one_clear_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "game.jsonl").write_bytes(content)
    with pytest.raises(WrongUse) as caught:
        read_script(parse_camera(f"simulated:{tmp_path / 'game.jsonl'}"))
    assert "game.jsonl" in str(caught.value) and "\n" not in str(caught.value)
    with pytest.raises(WrongUse, match="cannot be read"):
        read_script(parse_camera(f"simulated:{tmp_path / 'none.jsonl'}"))


def test_only_a_simulated_record_is_a_script(tmp_path: Path) -> None:
    assert read_script(CameraChoice("simulated")) is None
    assert read_script(CameraChoice("folder", path=tmp_path)) is None


def test_auto_takes_the_usb_camera_if_it_opens(tmp_path: Path) -> None:
    class Opens(UsbSource):
        def __enter__(self) -> Opens:
            return self

        def __exit__(self, *_: object) -> None:
            return None

    class Refuses(UsbSource):
        def __enter__(self) -> Refuses:
            raise CameraError("busy")

    (tmp_path / "video0").touch()
    camera = cameras._first_usb(None, tmp_path, lambda: Opens(0))
    assert camera is not None and isinstance(camera.source, Opens)
    assert cameras._first_usb(None, tmp_path, lambda: Refuses(0)) is None


def test_auto_without_any_camera_is_the_simulated_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cameras._first_usb(None, tmp_path, lambda: UsbSource(0)) is None
    monkeypatch.setattr(cameras, "_first_pi", lambda tray: None)
    monkeypatch.setattr(cameras, "_first_usb", lambda tray: None)
    camera = open_camera(CameraChoice("auto"), NoTable(), seed=2)
    assert camera is not None and isinstance(camera.source, SimulatedTable)
    assert np.asarray(camera.tray.corners if camera.tray else ()).shape == (4, 2)


def test_a_real_camera_is_what_is_plugged_in_and_never_a_simulated_table(tmp_path: Path) -> None:
    assert real_camera("real", tmp_path, lambda: True) == "pi"
    assert real_camera("real", tmp_path, lambda: False) == "none"
    (tmp_path / "video0").touch()
    assert real_camera("real", tmp_path, lambda: False) == "usb:0"
    assert real_camera("folder:real", tmp_path, lambda: True) == "folder:real"
