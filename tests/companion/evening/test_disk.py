"""A disk that is full: the page says so before a tap fails, the evening goes on in memory, and is written later."""

from __future__ import annotations

import html
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.evening.disk import LEAST_FREE_MB, LOOK_EVERY_S, Disk
from companion.evening.family import FamilyFolder
from companion.journal import Journal
from companion.table import Table
from tests.page_app import page_app
from tests.web.conftest import Tablet
from web.outside import Trouble
from web.services import keep_house

CLAP = {"by": "Ada", "do": "roll", "dice": ["9", "9"]}


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "journal.sqlite")


@pytest.fixture
def table(journal: Journal) -> Table:
    made = Table(journal)
    made.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, first="Ada")
    return made


def fill(journal: Journal) -> None:
    """No page more fits into the file."""
    pages = journal._database.execute("PRAGMA page_count").fetchone()[0]
    journal._database.execute(f"PRAGMA max_page_count={pages}")


def make_room(journal: Journal) -> None:
    journal._database.execute("PRAGMA max_page_count=1000000")


def play(table: Table, turns: int) -> None:
    for turn in range(turns):
        table.act({**CLAP, "by": ("Ada", "Bea")[turn % 2]})


def on_disk(path: Path) -> int:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
        return int(database.execute("SELECT COUNT(*) FROM entry").fetchone()[0])


def test_an_evening_goes_on_in_memory_and_is_written_when_there_is_room(
    journal: Journal, table: Table, tmp_path: Path
) -> None:
    fill(journal)
    play(table, 60)
    assert journal.waiting > 10 and table.snapshot().seq == journal.seq > 60
    assert on_disk(journal.path) == journal.seq - journal.waiting
    table.undo()
    make_room(journal)
    table.write_waiting()
    assert journal.waiting == 0 and on_disk(journal.path) == journal.seq
    entries = journal.entries
    journal.close()
    again = Journal(journal.path)
    assert again.entries == entries
    again.close()


def test_what_waits_is_written_with_the_next_tap_in_order(journal: Journal, table: Table) -> None:
    fill(journal)
    play(table, 40)
    waiting = journal.waiting
    make_room(journal)
    play(table, 2)
    assert waiting and journal.waiting == 0
    entries = journal.entries
    journal.close()
    assert Journal(journal.path).entries == entries


def test_a_tap_that_is_refused_leaves_nothing_waiting(journal: Journal, table: Table) -> None:
    fill(journal)
    play(table, 40)
    waiting, seq = journal.waiting, journal.seq
    with pytest.raises(RuntimeError), journal.together():
        journal.append("note", {"code": "one"})
        raise RuntimeError
    assert (journal.waiting, journal.seq) == (waiting, seq)


def test_an_evening_that_begins_on_a_full_disk_goes_on_from_what_is_there(
    journal: Journal, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(table, 10)
    entries = journal.entries
    journal.close()
    opened = Journal._opened

    def full(self: Journal) -> sqlite3.Connection:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    monkeypatch.setattr(Journal, "_opened", full)
    again = Journal(journal.path)
    evening = Table(again)
    assert again.entries == entries
    play(evening, 4)
    assert again.waiting == 4 and on_disk(journal.path) == again.seq - 4
    monkeypatch.setattr(Journal, "_opened", opened)
    evening.write_waiting()
    assert again.waiting == 0 and on_disk(journal.path) == again.seq
    again.close()


def test_a_file_that_sqlite_opened_to_be_read_without_a_word_is_written_when_it_can_be(
    journal: Journal, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a kill, where the write-ahead log lies beside it, on a disk that can only be read."""
    play(table, 10)
    journal.close()
    opened = Journal._opened

    def to_read(self: Journal) -> sqlite3.Connection:
        database = opened(self)
        database.execute("PRAGMA query_only=ON")
        return database

    monkeypatch.setattr(Journal, "_opened", to_read)
    again = Journal(journal.path)
    evening = Table(again)
    play(evening, 4)
    assert again.waiting == 4 and on_disk(journal.path) == again.seq - 4
    monkeypatch.setattr(Journal, "_opened", opened)
    evening.write_waiting()
    assert again.waiting == 0 and on_disk(journal.path) == again.seq
    again.close()


def test_the_page_says_so_and_stops_saying_so(journal: Journal, table: Table, tmp_path: Path) -> None:
    left, now = [LEAST_FREE_MB * 1_000_000 + 1], [0.0]
    family = FamilyFolder(tmp_path)
    disk = Disk(tmp_path, table, family, lambda folder: left[0], lambda: now[0])
    tablet = Tablet(page_app(table, troubles=disk.troubles, family=family).test_client())

    def shown() -> str:
        disk.look()
        now[0] += LOOK_EVERY_S
        return html.unescape(tablet.client.get("/").get_data(as_text=True))

    assert 'id="troubles"' not in shown()
    left[0] -= 2
    assert "presque plein" in shown()
    fill(journal)
    play(table, 40)
    assert "seulement en mémoire" in shown()
    assert tablet.form("/diagnostics/read", {}).status_code == 303
    assert "seulement en mémoire" in shown()
    make_room(journal)
    left[0] += 2
    assert 'id="troubles"' not in shown() and journal.waiting == 0


def test_what_the_family_chose_counts_and_is_written_later(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    family = FamilyFolder(tmp_path)
    disk = Disk(tmp_path, table, family, lambda folder: 10**12, iter(range(0, 1000, 10)).__next__)
    app = page_app(table, house_file=tmp_path / "house.json", family=family, troubles=disk.troubles)
    tablet = Tablet(app.test_client())
    with monkeypatch.context() as patched:
        patched.setattr("web.seats.house.write_whole", full)
        patched.setattr("companion.evening.family.write_whole", full)
        tablet.form("/settings/quiet", {"begin": "21:30", "end": "07:30"})
        tablet.form("/settings/player", {"player": "Ada", "level": "child"})
        page = html.unescape(tablet.client.get("/settings").get_data(as_text=True))
        assert "21:30" in page and family.level("Ada") == "child"
        assert app.extensions["companion"].troubles() == (Trouble("disk_full", lasts=True),)
        assert keep_house(app) and not keep_house(app)
    monkeypatch.setattr("web.seats.house.TRY_EVERY_S", 0.0)
    disk.look()
    assert keep_house(app), "no page has to be asked for that"
    assert app.extensions["companion"].troubles() == ()
    assert "21:30" in (tmp_path / "house.json").read_text() and FamilyFolder(tmp_path).level("Ada") == "child"


def test_another_program_that_holds_the_journal_is_told_as_that_and_soon(
    journal: Journal, table: Table
) -> None:
    tablet = Tablet(page_app(table).test_client())
    other = sqlite3.connect(journal.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    begun = time.monotonic()
    refused = tablet.roll("Ada", "9", "9")
    assert time.monotonic() - begun < 3
    assert (refused.status_code, refused.json["error"]["code"]) == (507, "journal_locked")
    assert "autre programme" in refused.json["error"]["message"]
    other.execute("ROLLBACK")
    other.close()
    assert tablet.roll("Ada", "9", "9").status_code == 200
