"""A journal whose file is taken away while it is used lies there again, whole."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.journal_place import JournalPlace
from tests.companion.test_journal import filled


def emptied(path: Path) -> None:
    shutil.rmtree(path.parent)


def moved_away(path: Path) -> None:
    path.rename(path.with_name("mine"))


def without_its_log(path: Path) -> None:
    Path(f"{path}-wal").unlink()


def folder_in_its_place(path: Path) -> None:
    moved_away(path)
    path.mkdir()


def copy_in_its_place(path: Path) -> None:
    copy = path.with_name("copy")
    shutil.copyfile(path, copy)
    copy.replace(path)


def other_journal_in_its_place(path: Path) -> None:
    filled(path.with_name("other"), 9).close()
    path.with_name("other").replace(path)


TAKEN = [
    *(emptied, moved_away, without_its_log),
    *(folder_in_its_place, copy_in_its_place, other_journal_in_its_place),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "journal.sqlite"


@pytest.mark.parametrize("away", TAKEN)
@pytest.mark.parametrize("looks", ["at an entry", "in a pause", "at the end"])
def test_all_that_was_written_is_there(path: Path, away: Callable[[Path], None], looks: str) -> None:
    journal = filled(path)
    away(path)
    if looks == "at an entry":
        with journal.together():
            journal.append("note", {"text": "afterwards"})
            journal.append("note", {"text": "and once more"})
    elif looks == "in a pause":
        journal.rest()
    else:
        journal.close()
    left = cut_off(path)
    assert left.seq == journal.seq == (7 if looks == "at an entry" else 5)
    left.close()
    journal.close()


def cut_off(path: Path) -> Journal:
    """What a program finds that starts after this one was killed."""
    there = path.parent.with_name("after")
    shutil.copytree(path.parent, there)
    return Journal(there / path.name)


def test_what_somebody_laid_in_its_place_is_kept(path: Path) -> None:
    journal = filled(path)
    other_journal_in_its_place(path)
    journal.append("note", {"text": "afterwards"})
    journal.close()
    kept = Journal(path.with_name("journal.sqlite.other-1"))
    assert kept.seq == 9 and Journal(path).seq == 6
    kept.close()


def test_it_is_laid_back_once_and_then_written_as_before(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid, lay_back = [], JournalPlace.lay_back
    monkeypatch.setattr(
        JournalPlace, "lay_back", lambda place, file: (laid.append(file), lay_back(place, file))
    )
    journal = filled(path)
    for _ in range(3):
        journal.append("note", {})
        journal.rest()
    assert not laid
    emptied(path)
    for _ in range(40):
        journal.append("note", {})
        journal.rest()
    journal.game_over()
    assert len(laid) == 1
    journal.close()
    assert Journal(path).seq == 48


def test_where_it_cannot_be_laid_back_the_evening_goes_on_in_memory(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = filled(path)
    emptied(path)

    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))

    with monkeypatch.context() as locked:
        locked.setattr(Path, "mkdir", refused)
        journal.rest()
        journal.append("note", {"text": "afterwards"})
        assert journal.waiting == 1
    journal.write_waiting()
    assert not journal.waiting
    journal.close()
    assert Journal(path).seq == 6


def test_a_journal_in_memory_has_no_place() -> None:
    journal = filled(Path(":memory:"))
    journal.append("note", {})
    journal.rest()
    assert journal.seq == 6 and not Path(":memory:").exists()
    journal.close()
