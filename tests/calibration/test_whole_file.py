"""Files of the data folder: whole or not at all, and private where they must be."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.whole_file import write_whole


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    write_whole(path, "before")
    write_whole(path, "après")
    assert path.read_text(encoding="utf-8") == "après" and list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.json"
    write_whole(path, "before")

    def full(handle: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("calibration.whole_file.os.fsync", full)
    with pytest.raises(OSError, match="no space left"):
        write_whole(path, "after")
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]


def test_a_private_file_is_its_owners_alone(tmp_path: Path) -> None:
    write_whole(tmp_path / "pin", "1234", private=True)
    assert (tmp_path / "pin").stat().st_mode & 0o077 == 0
