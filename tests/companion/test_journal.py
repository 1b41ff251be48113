"""The journal: nothing acknowledged is lost, and damage is noticed."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError


def filled(path: Path, entries: int = 5) -> Journal:
    journal = Journal(path)
    journal.append("opened", {"game": "poker_dice_race"}, new_game=True)
    for number in range(1, entries):
        journal.append("action", {"action": {"by": "Ada", "do": "roll", "number": number}})
    return journal


def test_entries_are_numbered_from_one_and_games_too(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j")
    journal.append("opened", {}, new_game=True)
    assert [entry.seq for entry in journal.entries] == [1, 2, 3, 4, 5, 6]
    assert [entry.game for entry in journal.entries] == [1, 1, 1, 1, 1, 2]
    assert [entry.seq for entry in journal.of_game(2)] == [6]
    journal.close()


def test_what_is_not_in_play_is_put_away_and_says_the_same(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j")
    before = [dict(entry.body) for entry in journal.entries]
    journal.append("opened", {}, new_game=True)
    with pytest.raises(RuntimeError), journal.together():
        journal.append("note", {"code": "gone_on"}, game=1)
        raise RuntimeError
    away = [entry._body is None for entry in journal.entries]
    assert away == [True] * 5 + [False] and [entry.body for entry in journal.of_game(1)] == before
    journal.append("note", {"code": "gone_on"}, game=1)
    away = [entry._body is None for entry in journal.entries]
    assert away == [False] * 5 + [True, False]
    journal.close()


def test_a_second_reader_sees_what_append_returned(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j")
    other = Journal(tmp_path / "j")
    assert other.entries == journal.entries
    other.close()
    journal.close()


def test_it_is_written_through_to_the_disk(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j")
    assert journal._database.execute("PRAGMA synchronous").fetchone() == (2,)
    assert journal._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    journal.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entry SET body = '{\"action\": {}}' WHERE seq = 3",
        "DELETE FROM entry WHERE seq = 2",
        "UPDATE entry SET kind = 'undo' WHERE seq = 4",
        "UPDATE entry SET body = '{' WHERE seq = 5",
    ],
)
def test_an_altered_journal_is_refused_and_left_alone(tmp_path: Path, damage: str) -> None:
    filled(tmp_path / "j").close()
    database = sqlite3.connect(tmp_path / "j")
    database.execute(damage)
    database.commit()
    database.close()
    before = (tmp_path / "j").read_bytes()
    with pytest.raises(JournalError, match=r"damaged.*move it aside"):
        Journal(tmp_path / "j")
    assert (tmp_path / "j").read_bytes() == before


def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "j").write_bytes(b"not a database at all" * 100)
    with pytest.raises(JournalError, match="damaged"):
        Journal(tmp_path / "j")
    assert (tmp_path / "j").read_bytes() == b"not a database at all" * 100


def test_a_power_cut_at_any_byte_of_the_log_leaves_a_prefix(tmp_path: Path) -> None:
    """The write-ahead log cut at every 512 bytes: it opens, and holds the first entries, unaltered."""
    journal = filled(tmp_path / "j", entries=12)
    entries = journal.entries
    log = (tmp_path / "j-wal").read_bytes()
    assert log
    lengths = set()
    for cut in (*range(0, len(log), 512), len(log)):
        folder = tmp_path / f"cut-{cut}"
        folder.mkdir()
        shutil.copy(tmp_path / "j", folder / "j")
        (folder / "j-wal").write_bytes(log[:cut])
        again = Journal(folder / "j")
        assert again.entries == entries[: len(again.entries)]
        lengths.add(len(again.entries))
        again.close()
    assert len(entries) in lengths and len(lengths) > 2
    journal.close()


def test_a_folder_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="--data"):
        Journal(tmp_path / "missing" / "j")


def test_unknown_kinds_are_a_programming_error(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    with pytest.raises(ValueError, match="unknown kind"):
        journal.append("gossip", {})
    journal.close()


def test_entries_written_together_are_all_kept_or_none(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j")
    with pytest.raises(RuntimeError), journal.together():
        journal.append("note", {"code": "one"})
        raise RuntimeError
    assert journal.seq == 5
    with journal.together():
        journal.append("note", {"code": "one"})
        journal.append("note", {"code": "two"})
        other = Journal(tmp_path / "j")
        assert other.seq == 5
        other.close()
    again = Journal(tmp_path / "j")
    assert again.entries == journal.entries and again.seq == 7
    again.close()
    journal.close()
