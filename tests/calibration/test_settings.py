"""The settings are read whole or refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.settings import BadSettings, Settings, load_settings

GOOD = """
[tray]
corners = [[212, 96], [1071, 101], [1090, 700], [195, 694]]
width_mm = 250
height_mm = 180
"""


def write(folder: Path, text: str) -> Path:
    (folder / "settings.toml").write_text(text, encoding="utf-8")
    return folder


def test_no_file_means_no_settings(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == Settings(tray=None)


def test_a_tray_is_read_with_a_die_of_16_mm(tmp_path: Path) -> None:
    tray = load_settings(write(tmp_path, GOOD)).tray
    assert tray is not None
    assert (tray.width_mm, tray.height_mm, tray.die_mm) == (250.0, 180.0, 16.0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[tray", "not valid TOML"),
        (GOOD + "depth_mm = 3\n", "unknown setting tray.depth_mm"),
        ("[table]\nname = 'x'\n", "unknown setting table"),
        (GOOD.replace("250", "-1"), "tray.width_mm"),
        (GOOD.replace("250", '"wide"'), "tray.width_mm"),
        (GOOD.replace("250", "nan"), "tray.width_mm"),
        (GOOD.replace("height_mm = 180\n", ""), "tray.height_mm"),
        (GOOD.replace(", [195, 694]", ""), "tray.corners"),
        (GOOD.replace("[1071, 101]", "[195, 694]"), "tray.corners"),
    ],
)
def test_what_is_wrong_is_named_in_one_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(BadSettings) as caught:
        load_settings(write(tmp_path, text))
    message = str(caught.value)
    assert says in message
    assert "\n" not in message
    assert str(tmp_path / "settings.toml") in message
    assert "move" in message


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadSettings, match="UTF-8"):
        load_settings(tmp_path)


def test_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    with pytest.raises(BadSettings, match="Cannot read"):
        load_settings(tmp_path)


def test_pictures_are_kept_only_when_the_family_says_so(tmp_path: Path) -> None:
    assert load_settings(tmp_path).keep_pictures is False
    (tmp_path / "settings.toml").write_text("keep_pictures = true\n")
    assert load_settings(tmp_path).keep_pictures is True


def test_how_likely_answers_are_is_told_only_when_the_family_says_so(tmp_path: Path) -> None:
    assert load_settings(tmp_path).show_chances is False
    (tmp_path / "settings.toml").write_text("show_chances = true\n")
    assert load_settings(tmp_path).show_chances is True
