"""A kept game as a table of moves, and in signs that people read."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.games import game_ids
from companion.journal import Journal
from companion.kept.written_forms import COLUMNS, NoSigns, signs_of, table_of
from companion.table import Table
from tests.companion.club.playing import PlayedTable

MIDNIGHT = 1_795_132_800_000


@pytest.mark.parametrize("game", game_ids())
def test_every_move_that_counts_is_a_line(game: str, tmp_path: Path) -> None:
    played = PlayedTable(tmp_path, game, seed=2).open().play(30)
    played.table.undo()
    rows = list(csv.DictReader(io.StringIO(table_of(played.journal, 1))))
    moves = played.table.moves()
    assert tuple(rows[0]) == COLUMNS
    assert [(row["move"], row["do"]) for row in rows] == [
        (str(count), move.action["do"]) for count, move in enumerate(moves, start=1)
    ]


def test_a_name_is_no_formula(tmp_path: Path) -> None:
    assert ",'=1+1,move," in table_of(laid(tmp_path, "=1+1"), 1)


def test_crapette_is_written_in_signs(tmp_path: Path) -> None:
    journal = laid(tmp_path, 'Ada "A"')
    lines = signs_of(journal, 1).splitlines()
    assert lines[:4] == [
        '[Game "Crapette"]',
        '[Date "2026.11.20"]',
        '[Player1 "Ada \\"A\\""]',
        '[Player2 "Bea"]',
    ]
    assert lines[-1] == '1. Ada "A": 5C r-T5 {wrong_series}'


def test_a_whole_game_is_a_line_a_turn_of_bearable_length(tmp_path: Path) -> None:
    played = PlayedTable(tmp_path).open().play(200)
    text = signs_of(played.journal, 1)
    assert max(map(len, text.splitlines())) < 130
    assert "1. Bea: " in text and "2. Ada: " in text


def test_a_game_without_signs_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = PlayedTable(tmp_path, "racko").open().play(3)
    with pytest.raises(NoSigns):
        signs_of(played.journal, 1)
    played.journal.close()
    assert main(["export", "last", "--data", str(tmp_path), "--format", "signs"]) == 2
    assert "--format csv" in capsys.readouterr().err
    assert main(["export", "last", "--data", str(tmp_path), "--format", "csv"]) == 0
    assert capsys.readouterr().out.startswith(",".join(COLUMNS))
    assert main(["export", "1", "--data", str(tmp_path), "--format", "csv", "--full"]) == 2


def laid(folder: Path, player: str) -> Journal:
    """The journal of one move, which is a fault."""
    journal = Journal(folder / "journal.sqlite", clock=lambda: MIDNIGHT)
    table = Table(journal)
    setup = {
        "turn": player,
        "foundations": {},
        "cases": {
            **{"T1": ["KS"], "T2": ["KH"], "T3": ["10H"], "T4": ["10D"]},
            **{"T5": ["8H"], "T6": ["8D"], "T7": ["6H"], "T8": ["6D"]},
        },
        "reserves": {player: ["5C"], "Bea": {"count": 5, "top": "KC"}},
        "stocks": {player: 0, "Bea": 20},
        "wastes": {},
        "hands": {},
    }
    table.open_game("crapette", (player, "Bea"), options={"referee": "auto"}, setup=setup)
    table.act({"by": player, "do": "move", "from": f"reserve:{player}", "to": "T5", "card": "5C"})
    return journal
