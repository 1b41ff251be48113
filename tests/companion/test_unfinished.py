"""An unfinished game can be gone on with, and every game's journal stays whole."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.action import Rejected
from companion.cli.main import main
from companion.journal import Journal, JournalError
from companion.table import Stale, Table
from companion.unfinished import LOOKED_AT, MOST
from companion.written_game import GONE_ON


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Journal(tmp_path / "journal.sqlite"))


def race(table: Table, *players: str) -> None:
    table.open_game("poker_dice_race", players, options={"stable": "single"}, first=players[0])


def now(table: Table) -> dict[str, Any]:
    return table.snapshot().as_json()


def two_games(table: Table) -> dict[str, Any]:
    """A game of Ada and Bea in mid-throw, then one of Cyd and Dan; how the first one stood."""
    race(table, "Ada", "Bea")
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "9"]})
    before = now(table)
    race(table, "Cyd", "Dan")
    table.act({"by": "Cyd", "do": "roll", "dice": ["K", "Q"]})
    return before


def test_the_game_before_is_offered_with_what_was_played_last(table: Table) -> None:
    assert table.unfinished() == ()
    two_games(table)
    (kept,) = table.unfinished()
    assert (kept.number, kept.id, kept.players, kept.moves) == (1, "poker_dice_race", ("Ada", "Bea"), 2)
    assert kept.last["dice"] == ["K", "9"]


def test_it_goes_on_where_it_stopped_and_back_again(table: Table, tmp_path: Path) -> None:
    before = two_games(table)
    table.go_on(1, expected_seq=table.seq)
    shown = now(table)
    assert shown["game"] == before["game"] and shown["view"] == before["view"]
    table.act({"by": "Ada", "do": "stop"})
    assert [kept.number for kept in table.unfinished()] == [2]
    again = Table(Journal(tmp_path / "journal.sqlite"))
    assert now(again)["view"] == now(table)["view"]
    again.go_on(2)
    assert now(again)["view"]["series"]["rolls"] == [["K", "Q"]]
    assert [kept.moves for kept in again.unfinished()] == [3]


def test_every_game_keeps_its_own_entries(table: Table, tmp_path: Path) -> None:
    two_games(table)
    table.go_on(1)
    table.act({"by": "Ada", "do": "stop"})
    race(table, "Eve", "Fay")
    journal = Journal(tmp_path / "journal.sqlite")
    kinds = {number: [entry.kind for entry in journal.of_game(number)] for number in (1, 2, 3)}
    assert kinds == {
        1: ["opened", "action", "action", "note", "action"],
        2: ["opened", "action", "action"],
        3: ["opened", "action"],
    }
    assert (journal.games, journal.game) == (3, 3)
    assert [entry.seq for entry in journal.entries] == list(range(1, journal.seq + 1))


def test_a_tablet_that_still_showed_the_other_game_is_stale(table: Table) -> None:
    two_games(table)
    seq = table.seq
    table.go_on(1)
    with pytest.raises(Stale):
        table.act({"by": "Ada", "do": "stop"}, expected_seq=seq)
    table.go_on(2)
    with pytest.raises(Stale):
        table.act({"by": "Cyd", "do": "stop"}, expected_seq=seq)
    assert now(table)["view"]["series"]["rolls"] == [["K", "Q"]]


def test_the_remarks_of_one_game_are_not_those_of_another(table: Table) -> None:
    two_games(table)
    table.note("welcome")
    assert table.notes() == {"welcome"}
    table.go_on(1)
    assert table.notes() == {GONE_ON}
    table.go_on(2)
    assert table.notes() == {"welcome", GONE_ON}


def test_a_game_that_cannot_be_read_is_not_gone_on_with_and_the_one_in_play_goes_on(
    table: Table, tmp_path: Path
) -> None:
    two_games(table)
    assert [kept.number for kept in table.unfinished()] == [1]
    before = now(table)
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as other, other:
        other.execute("UPDATE entry SET body = '{}' WHERE seq = 2")
    with pytest.raises(JournalError, match="cannot be read"):
        table.go_on(1)
    assert now(table) == before
    table.act({"by": "Cyd", "do": "stop"})
    assert now(table)["seq"] == before["seq"] + 1 and table.undo().seq == table.seq


@pytest.mark.parametrize("number", [0, 2, 3, 99])
def test_what_cannot_be_gone_on_with_is_refused(table: Table, number: int) -> None:
    two_games(table)
    seq = table.seq
    with pytest.raises(Rejected, match="not_to_go_on"):
        table.go_on(number)
    assert table.seq == seq


def test_a_game_that_is_over_or_never_begun_is_not_offered(table: Table) -> None:
    table.open_game("poker_dice_race", ["Ada", "Bea"])
    race(table, "Cyd", "Dan")
    for _ in range(11):
        table.act({"by": "Cyd", "do": "roll", "dice": ["K", "K"]})
    while not now(table)["over"]:
        table.act({"by": "Cyd", "do": "roll", "dice": ["K"]})
    race(table, "Eve", "Fay")
    assert table.unfinished() == ()
    with pytest.raises(Rejected, match="not_to_go_on"):
        table.go_on(2)


def test_only_the_latest_are_looked_at(table: Table) -> None:
    for number in range(LOOKED_AT + 3):
        race(table, f"Ada{number}", "Bea")
    kept = [game.number for game in table.unfinished()]
    assert kept == list(range(LOOKED_AT + 2, LOOKED_AT + 2 - MOST, -1))


def test_a_full_disk_leaves_the_game_in_play(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    two_games(table)
    before = now(table)

    def full(*_: Any, **__: Any) -> None:
        raise JournalError("no space")

    monkeypatch.setattr(Journal, "append", full)
    with pytest.raises(JournalError):
        table.go_on(1)
    assert now(table) == before and table.game is not None


def test_the_last_game_of_an_export_is_the_one_played_last(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two_games(table)
    table.go_on(1)
    assert GONE_ON in table.notes()
    assert main(["export", "last", "--data", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["players"] == ["Ada", "Bea"]
    assert main(["export", "2", "--data", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["players"] == ["Cyd", "Dan"]
    assert main(["export", "3", "--data", str(tmp_path)]) == 2
