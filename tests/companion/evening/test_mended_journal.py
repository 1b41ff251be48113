"""A damaged, foreign or older journal: what is sound of it plays on, nothing is lost in silence, the page says so."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from companion.evening.data_folder import DataFolder
from companion.evening.troubles import Troubles
from companion.journal import CHECKPOINT_EVERY, VERSION, Entry, Journal, NewerJournal, _hash
from companion.journal_copies import DAYS_KEPT, GAMES_KEPT, JournalCopies
from companion.table import Table
from companion.wrong_use import WrongUse
from tests.page_app import page_app
from tests.web.conftest import Tablet

LONG = bool(os.environ.get("COMPANION_LONG"))
FLIPS = 2000 if LONG else 40
ENTRIES = 60
DAY_MS = 86_400_000


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which a game was played and the program ended; no copies."""
    folder = tmp_path_factory.mktemp("kept")
    journal = Journal(folder / "journal.sqlite")
    table = Table(journal)
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, first="Ada")
    with journal.together():
        for turn in range(ENTRIES - table.seq):
            body = {"action": {"by": ("Ada", "Bea")[turn % 2], "do": "roll", "dice": ["9", "9"]}}
            journal.append("action", body)
    journal.close()
    return folder


def copied(kept: Path, to: Path) -> Path:
    to.mkdir()
    for path in kept.iterdir():
        if path.is_file():
            shutil.copy(path, to)
    return to


def whole(folder: Path) -> tuple[Entry, ...]:
    journal = Journal(folder / "journal.sqlite")
    entries = journal.entries
    journal.close()
    return entries


def opened(folder: Path) -> tuple[tuple[Entry, ...], list[str]]:
    """The entries that the evening begins with, and what the page tells; the table must be playable."""
    troubles = Troubles()
    journal = DataFolder(folder).journal(troubles)
    table = Table(journal)
    if table.game is None:
        table.open_game("poker_dice_race", ["Ada", "Bea"])
    entries = journal.entries
    journal.close()
    return entries, [one.code for one in troubles()]


# ---------------------------------------------------------------- damaged


def test_one_flipped_bit_loses_nothing_in_silence(kept: Path, tmp_path: Path) -> None:
    entries = whole(kept)
    data = (kept / "journal.sqlite").read_bytes()
    chance = random.Random(29)
    cut = 0
    for number in range(FLIPS):
        folder = copied(kept, tmp_path / str(number))
        spoilt = bytearray(data)
        spoilt[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        (folder / "journal.sqlite").write_bytes(spoilt)
        found, told = opened(folder)
        same = sum(1 for one, other in zip(found, entries, strict=False) if one == other)
        assert same == len(entries) or told, number
        assert found[:same] == entries[:same]
        if told and told != ["journal_whole"]:
            cut += 1
            assert (folder / "journal.sqlite.damaged-1").read_bytes() == spoilt
        shutil.rmtree(folder)
    assert cut > 5


@pytest.mark.parametrize("seq", [1, 60])
@pytest.mark.parametrize(
    "spoilt", ["wall_ms - (1 << 47)", "9223372036854775807", "'soon'", "x'ff00'", "1e300"]
)
def test_a_time_that_no_clock_tells_costs_no_page(kept: Path, tmp_path: Path, spoilt: str, seq: int) -> None:
    """No hash knows when something was played; one flipped bit is four thousand years before Christ."""
    folder = copied(kept, tmp_path / "timeless")
    with closing(sqlite3.connect(folder / "journal.sqlite")) as database, database:
        database.execute(f"UPDATE entry SET wall_ms = {spoilt} WHERE seq = ?", (seq,))
    journal = DataFolder(folder).journal(Troubles())
    client = page_app(Table(journal)).test_client()
    for path in ("/home", "/games", "/games/1", "/api/v1/games", "/api/v1/games/1", "/league", "/?panel=new"):
        assert client.get(path).status_code == 200, path
    journal.close()


@pytest.mark.parametrize("left", [0, 1, 100, 4096, 5000, 8192])
def test_a_file_that_is_cut_off_plays_on_with_what_is_left(kept: Path, tmp_path: Path, left: int) -> None:
    folder = copied(kept, tmp_path / "cut")
    spoilt = (kept / "journal.sqlite").read_bytes()[:left]
    (folder / "journal.sqlite").write_bytes(spoilt)
    _, told = opened(folder)
    assert told and told[0] in ("journal_lost", "journal_cut")
    again, told = opened(folder)
    assert told == [] and again


def test_the_page_says_how_much_is_missing(kept: Path, tmp_path: Path) -> None:
    folder = copied(kept, tmp_path / "cut")
    with closing(sqlite3.connect(folder / "journal.sqlite")) as database, database:
        database.execute("UPDATE entry SET body = '{}' WHERE seq = 50")
    troubles = Troubles()
    journal = DataFolder(folder).journal(troubles)
    page = Tablet(page_app(Table(journal), troubles=troubles).test_client()).client.get("/")
    said = page.get_data(as_text=True)
    assert journal.seq == 49 and "49" in said and "11" in said and "journal.sqlite.damaged-1" in said
    readable = "On peut encore en lire ceux-ci"
    assert (
        readable in said and said[said.index(readable) :].count("Bea") >= 4
    )  # every other throw of the last eight
    journal.close()


def test_a_copy_brings_back_what_the_file_has_lost(kept: Path, tmp_path: Path) -> None:
    folder = copied(kept, tmp_path / "copied")
    opened(folder)  # the first start of a day makes a copy
    assert len(list((folder / "backups").iterdir())) == 1
    (folder / "journal.sqlite").write_bytes(b"\0" * 3000)
    found, told = opened(folder)
    assert found == whole(kept) and told == ["journal_whole"]


def test_a_log_that_is_gone_after_a_kill_is_told_and_costs_few_entries(tmp_path: Path) -> None:
    running = Journal(tmp_path / "journal.sqlite")
    table = Table(running)
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, first="Ada")
    for turn in range(40):
        running.append("action", {"action": {"by": ("Ada", "Bea")[turn % 2], "do": "roll", "dice": ["9"]}})
    killed = tmp_path / "killed"
    killed.mkdir()
    for name in ("journal.sqlite", "journal.sqlite.mark"):
        shutil.copy(tmp_path / name, killed)
    found, told = opened(killed)
    assert running.seq - CHECKPOINT_EVERY <= len(found) < running.seq
    assert told == ["journal_log_gone"]
    running.close()


def test_what_stands_in_the_log_behind_a_damage_is_told(tmp_path: Path) -> None:
    """SQLite takes it for leavings of an earlier log; the last entry alone may have been cut off in the writing."""
    running = Journal(tmp_path / "journal.sqlite")
    table = Table(running)
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, first="Ada")
    running.game_over()
    for turn in range(6):
        table.act({"by": ("Ada", "Bea")[turn % 2], "do": "roll", "dice": ["9", "9"]})
    entries = running.entries
    data = (tmp_path / "journal.sqlite-wal").read_bytes()
    chance = random.Random(29)
    silent = 0
    for number in range(FLIPS):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name in ("journal.sqlite", "journal.sqlite.mark"):
            shutil.copy(tmp_path / name, folder)
        spoilt = bytearray(data)
        spoilt[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        (folder / "journal.sqlite-wal").write_bytes(spoilt)
        found, told = opened(folder)
        assert found == entries[: len(found)]
        assert len(found) >= len(entries) - 1 or told == ["journal_log_gone"], number
        silent += not told
    assert silent < FLIPS / 3
    for name in ("journal.sqlite", "journal.sqlite-wal", "journal.sqlite.mark"):
        shutil.copy(tmp_path / name, tmp_path / "0")
    assert opened(tmp_path / "0") == (entries, [])
    running.close()


def test_after_a_pause_nothing_hangs_on_the_log_alone(tmp_path: Path) -> None:
    running = Journal(tmp_path / "journal.sqlite")
    table = Table(running)
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, first="Ada")
    table.rest()
    killed = tmp_path / "killed"
    killed.mkdir()
    for name in ("journal.sqlite", "journal.sqlite.mark"):
        shutil.copy(tmp_path / name, killed)
    found, told = opened(killed)
    assert found == running.entries and told == ["journal_log_gone"]
    running.close()


def test_a_mark_as_deep_as_a_well_is_none(kept: Path, tmp_path: Path) -> None:
    folder = copied(kept, tmp_path / "deep")
    (folder / "journal.sqlite.mark").write_text("[" * 100_000)
    assert opened(folder) == (whole(kept), [])


def test_who_moves_the_journal_away_begins_anew_and_is_told_nothing(kept: Path, tmp_path: Path) -> None:
    folder = copied(kept, tmp_path / "moved")
    (folder / "journal.sqlite").unlink()
    found, told = opened(folder)
    assert told == [] and found[0].kind == "opened" and len(found) < ENTRIES


def test_without_somebody_to_tell_a_damaged_journal_is_refused_and_left(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"\0garbage" * 999)
    with pytest.raises(WrongUse, match="move it aside"):
        DataFolder(tmp_path).journal()
    assert (tmp_path / "journal.sqlite").read_bytes() == b"\0garbage" * 999


# ---------------------------------------------------------------- foreign, newer, older


def append_raw(path: Path, entries: Iterable[tuple[str, dict[str, object]]]) -> None:
    """Writes entries as another version would, in the chain."""
    with closing(sqlite3.connect(path)) as database, database:
        seq, before = database.execute("SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
        for kind, body in entries:
            seq += 1
            text = json.dumps(body, sort_keys=True)
            before = _hash(before, Entry(seq, 2, kind, body), text)
            row = (seq, 2, 0, kind, text, before)
            database.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", row)


@pytest.mark.parametrize("how", ["version", "kind"])
def test_a_newer_versions_journal_is_kept_as_it_is_and_the_evening_is_played_in_memory(
    kept: Path, tmp_path: Path, how: str
) -> None:
    folder = copied(kept, tmp_path / "newer")
    path = folder / "journal.sqlite"
    if how == "version":
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(f"PRAGMA user_version={VERSION + 1}")
    else:
        append_raw(path, [("gossip", {})])
    before = path.read_bytes()
    with pytest.raises(WrongUse, match="newer version") as refused:
        DataFolder(folder).journal()
    assert "\n" not in str(refused.value)
    with pytest.raises(NewerJournal):
        Journal(path)
    found, told = opened(folder)
    assert told == ["journal_newer"] and len(found) < ENTRIES
    assert path.read_bytes() == before


@pytest.mark.parametrize("how", ["a folder", "not to be read"])
def test_a_journal_that_cannot_be_opened_is_left_and_the_page_says_so(tmp_path: Path, how: str) -> None:
    path = tmp_path / "journal.sqlite"
    if how == "a folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "nowhere" / "journal.sqlite")
    _, told = opened(tmp_path)
    assert told == ["journal_unusable"]
    with pytest.raises(WrongUse):
        DataFolder(tmp_path).journal()


@pytest.mark.parametrize(
    "header",
    [
        {"game": "canasta", "players": ["Ada", "Bea"]},
        {"game": "poker_dice_race", "players": ["Ada", "Bea"], "options": {"moon": 1}, "setup": {}},
    ],
)
def test_a_game_that_this_version_does_not_know_stays_and_another_is_begun(
    kept: Path, tmp_path: Path, header: dict[str, object]
) -> None:
    folder = copied(kept, tmp_path / "unknown")
    append_raw(folder / "journal.sqlite", [("opened", header)])
    journal = DataFolder(folder).journal(Troubles())
    table = Table(journal)
    assert table.game is None and table.unplayable == header["game"]
    tablet = Tablet(page_app(table).test_client())
    for path in ("/", "/home", "/games", "/games/2", "/?panel=new", "/league", "/api/v1/games"):
        assert tablet.client.get(path).status_code in (200, 404), path
    assert tablet.open("Ada", "Bea").status_code == 200
    journal.close()
    assert whole(folder)[ENTRIES].body == header


def test_a_journal_of_before_the_versions_is_brought_to_this_one(kept: Path, tmp_path: Path) -> None:
    folder = copied(kept, tmp_path / "old")
    with closing(sqlite3.connect(folder / "journal.sqlite")) as database, database:
        database.execute("PRAGMA user_version=0")
    (folder / "journal.sqlite.mark").unlink()
    found, told = opened(folder)
    assert found == whole(kept) and told == []
    with closing(sqlite3.connect(folder / "journal.sqlite")) as database, database:
        assert database.execute("PRAGMA user_version").fetchone() == (VERSION,)


# ---------------------------------------------------------------- copies


def test_copies_of_two_days_and_of_the_last_three_games_are_kept(tmp_path: Path) -> None:
    copies = JournalCopies(tmp_path / "backups")
    now = [1_764_000_000_000]
    for number in range(1, 6):
        now[0] += DAY_MS
        journal = Journal(tmp_path / "journal.sqlite", lambda: now[0], copies)
        journal.append("opened", {"game": "canasta", "number": number}, new_game=True)
        journal.game_over()
        journal.close()
    names = [path.name for path in copies]
    assert sum(name.startswith("day-") for name in names) == DAYS_KEPT
    assert [name for name in names if name.startswith("game-")] == [
        f"game-{number:06}.sqlite" for number in range(6 - GAMES_KEPT, 6)
    ]
    newest = Journal(tmp_path / "backups" / "game-000005.sqlite")
    assert newest.seq == 5
    newest.close()


def test_a_copy_that_cannot_be_made_hinders_nobody(tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("a file in its place")
    journal = Journal(tmp_path / "journal.sqlite", copies=JournalCopies(tmp_path / "backups"))
    journal.append("opened", {"game": "canasta"}, new_game=True)
    journal.game_over()
    assert journal.seq == 1
    journal.close()
