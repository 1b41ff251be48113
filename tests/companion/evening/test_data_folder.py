"""The data folder: who may read it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.evening import data_folder
from companion.evening.data_folder import DataFolder
from companion.evening.troubles import Troubles, mended_stand, settings_or_before, signing_key
from companion.table import Table
from companion.wrong_use import WrongUse
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


def test_a_pipe_in_the_place_of_a_file_stops_no_start(tmp_path: Path) -> None:
    names = ("lock", "settings.toml", "house.json", "family.json", "stand.json", "secret", "journal.sqlite")
    for name in names:
        os.mkfifo(tmp_path / name)
    folder, troubles = DataFolder(tmp_path), Troubles()
    folder.hold(troubles)
    settings_or_before(folder.path, troubles)
    mended_stand(folder.path, troubles)
    assert signing_key(folder.path, troubles) and House(folder.path / "house.json").fault is None
    with contextlib.closing(folder.journal(troubles)):
        folder.release()
        folder.hold(troubles)
        assert {f"{name}.damaged-1" for name in names} <= {path.name for path in tmp_path.iterdir()}
    folder.release()


@pytest.mark.parametrize("how", ["a file in its place", "a file above it", "a link to nowhere", "endless"])
def test_a_folder_that_cannot_be_made_is_told_and_the_evening_is_played_in_memory(
    tmp_path: Path, how: str
) -> None:
    path = tmp_path / "data"
    match how:
        case "a file in its place":
            path.write_text("a file")
        case "a file above it":
            path.write_text("a file")
            path = path / "data"
        case "a link to nowhere":
            path.symlink_to(tmp_path / "loop")
            (tmp_path / "loop").symlink_to(path)
        case _:
            path = tmp_path / ("x" * 300)
    with pytest.raises(WrongUse, match="cannot be written"):
        DataFolder(path).hold()
    folder, troubles = DataFolder(path), Troubles()
    folder.hold(troubles)
    assert [(one.code, one.lasts) for one in troubles()] == [("folder_unusable", True)]
    table = Table(folder.journal(troubles))
    table.open_game("poker_dice_race", ["Ada", "Bea"])
    House(folder.path / "house.json").put("pin", {"hash": "x"})
    assert others_read(folder.path) == []
    used = folder.path
    folder.release()
    assert not used.exists() and len(troubles()) == 1


def test_a_folder_that_can_only_be_read_is_gone_on_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = DataFolder(tmp_path / "data")
    first.hold()
    journal = first.journal()
    Table(journal).open_game("poker_dice_race", ["Ada", "Bea"])
    entries = journal.entries
    journal.close()
    first.release()
    real = Path.open

    def refused(path: Path, mode: str = "r", *others: object, **named: object) -> object:
        if path.name == "lock" and mode == "w":
            raise OSError(30, "Read-only file system")
        return real(path, mode, *others, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", refused)
    folder, troubles = DataFolder(tmp_path / "data"), Troubles()
    folder.hold(troubles)
    journal = folder.journal(troubles)
    assert journal.entries == entries and troubles() == ()
    with pytest.raises(WrongUse, match="already running"):
        DataFolder(tmp_path / "data").hold(troubles)
    journal.close()
    folder.release()
