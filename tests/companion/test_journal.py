"""The journal: nothing acknowledged is lost, and damage is noticed."""

from __future__ import annotations

import gc
import random
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.journal import Entry, Journal, JournalError, JournalUnreadable


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


def held() -> int:
    """How many entries this process holds."""
    gc.collect()
    return sum(isinstance(one, Entry) for one in gc.get_objects())


def test_only_the_game_in_play_is_held_and_all_others_are_read(tmp_path: Path) -> None:
    before = held()
    journal = filled(tmp_path / "j")
    told = [(entry.kind, dict(entry.body)) for entry in journal.of_game(1)]
    for _ in range(20):
        journal.append("opened", {"game": "racko"}, new_game=True)
        journal.append("action", {"action": {"by": "Ada", "do": "draw"}})
    assert held() - before == 2
    assert [(entry.kind, entry.body) for entry in journal.of_game(1)] == told
    with pytest.raises(RuntimeError), journal.together():
        journal.append("note", {"code": "gone_on"}, game=1)
        raise RuntimeError
    assert held() - before == 2 and journal.game == 21
    journal.append("note", {"code": "gone_on"}, game=1)
    assert held() - before == 6 and len(journal.of_game(21)) == 2
    journal.close()
    again = Journal(tmp_path / "j")
    assert held() - before == 12 and again.game == 1
    again.close()


@pytest.mark.parametrize("name", ["j", ":memory:"])
def test_what_is_read_is_what_was_written_wherever_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """In the file, waiting for a disk that takes nothing, or not written yet, of games that go on after others."""
    monkeypatch.chdir(tmp_path)
    journal, chance, written = Journal(Path(name)), random.Random(29), list[Entry]()

    def append(number: int, count: int = 1) -> None:
        for _ in range(count):
            body = {"action": {"by": "Ada", "do": "roll", "number": len(written)}}
            game = None if number > journal.games else number
            written.append(journal.append("action", body, new_game=number > journal.games, game=game))

    def is_told() -> bool:
        games = range(1, journal.games + 2)
        some = {0, len(written), len(written) + 1, *(chance.randint(0, len(written)) for _ in range(3))}
        return (
            journal.entries == tuple(written)
            and all(journal.of_game(one) == tuple(e for e in written if e.game == one) for one in games)
            and all(journal.entries_after(seq) == tuple(written[seq:]) for seq in some)
            and all(
                journal.entry(seq) == next(iter(written[seq - 1 : seq] if seq else ()), None) for seq in some
            )
            and journal.last_entries() == {entry.game: entry.seq for entry in written}
            and journal.seq == len(written)
        )

    assert is_told()
    waited = 0
    for step in range(60):
        if step % 20 == 5:
            pages = journal._database.execute("PRAGMA page_count").fetchone()[0]
            journal._database.execute(f"PRAGMA max_page_count={pages}")
        elif step % 20 == 15:
            journal._database.execute("PRAGMA max_page_count=1000000")
        number = chance.choice((journal.game, chance.randint(1, journal.games + 1))) or 1
        if chance.random() < 0.5:
            append(number, chance.randint(1, 9))
        else:
            before = len(written)
            with suppress(RuntimeError), journal.together():
                append(number, 3)
                append(chance.randint(1, journal.games), 2)
                assert is_told()
                if chance.random() < 0.5:
                    raise RuntimeError
            del written[max(before, journal.seq) :]
        waited = max(waited, journal.waiting)
        assert is_told()
    assert waited and not journal.waiting and journal.games > 4
    journal.close()


@pytest.mark.parametrize(
    "spoilt", ["UPDATE entry SET body = '{}' WHERE seq = 2", "DELETE FROM entry WHERE seq = 2"]
)
def test_what_is_damaged_after_the_start_is_noticed_when_it_is_read(tmp_path: Path, spoilt: str) -> None:
    journal = filled(tmp_path / "j")
    journal.append("opened", {}, new_game=True)
    with closing(sqlite3.connect(tmp_path / "j")) as other, other:
        other.execute(spoilt)
    with pytest.raises(JournalUnreadable, match="entry 2 does not fit"):
        journal.of_game(1)
    with pytest.raises(JournalUnreadable):
        journal.append("note", {"code": "gone_on"}, game=1)
    assert (journal.game, journal.seq, len(journal.of_game(2))) == (2, 6, 1)
    assert journal.append("action", {}).seq == 7
    journal.close()


def test_a_file_that_cannot_be_read_any_more_leaves_the_game_in_play(tmp_path: Path) -> None:
    journal = filled(tmp_path / "j")
    for number in (1, 2, 3):
        journal.append("opened", {"number": number}, new_game=True)
    journal._database.close()
    for read in (lambda: journal.entries, lambda: journal.of_game(1), lambda: journal.entry(2)):
        with pytest.raises(JournalUnreadable, match="cannot be read"):
            read()
    assert journal.of_game(4) == journal.entries_after(7) == (journal.entry(8),)


def test_what_is_read_is_in_the_order_in_which_it_was_told(tmp_path: Path) -> None:
    """A record is the same text, whether its game is in play or was read."""
    journal = Journal(tmp_path / "j")
    journal.append("opened", {"players": ["Ada"], "game": "racko"}, new_game=True)
    journal.append("opened", {}, new_game=True)
    assert list(journal.of_game(1)[0].body) == ["players", "game"]
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
