"""The data folder: who may read it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.evening import data_folder
from companion.evening.data_folder import DataFolder
from companion.table import Table
from web.seats.house import House


@pytest.fixture(autouse=True)
def open_to_all() -> Iterator[None]:
    """As most machines are set up: others may read what a user writes."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def others_read(folder: Path) -> list[str]:
    return [path.name for path in (folder, *folder.rglob("*")) if path.stat().st_mode & 0o077]


def test_what_an_evening_writes_is_its_users_alone(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    folder.hold()
    journal = folder.journal()
    Table(journal).open_game("poker_dice_race", ["Ada", "Bea"])
    House(folder.path / "house.json").put("pin", {"hash": "x"})
    assert len(list(folder.path.iterdir())) >= 4 and others_read(folder.path) == []
    journal.close()
    folder.release()


def test_what_an_earlier_version_left_open_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    data.mkdir()
    for name in ("journal.sqlite", "journal.sqlite-wal", "house.json", "family.json"):
        (data / name).write_bytes(b"")
    assert len(others_read(data)) == 5
    monkeypatch.setattr(data_folder, "default_folder", lambda: data)
    folder = DataFolder(data)
    folder.hold()
    assert others_read(data) == []
    folder.release()
