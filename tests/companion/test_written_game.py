"""The game in play as it is written down: the fold keeps up with the entries, and what fails leaves no trace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.action import Rejected
from companion.fold import fold
from companion.games import load
from companion.journal import Journal
from companion.showing import NOTE
from companion.table import Table
from companion.written_game import GONE_ON, WrittenGame

GAME, PLAYERS = "poker_dice_race", ("Ada", "Bea")
THROW = {"action": {"by": "Ada", "do": "roll", "dice": ["9", "9"]}}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with_game = Journal(tmp_path / "journal.sqlite")
    Table(with_game).open_game(GAME, PLAYERS, options={"stable": "single"}, first="Ada")
    yield with_game
    with_game.close()


def test_the_fold_keeps_up_with_what_is_written(journal: Journal) -> None:
    written = WrittenGame(journal)
    written.write("action", THROW)
    assert written.folded == fold(load(GAME), journal.of_game(journal.game))
    assert written.folded is not None and len(written.folded.moves) == 2
    written.take_back(1, None)
    assert written.folded == fold(load(GAME), journal.of_game(journal.game))
    assert len(written.folded.moves) == 1


def test_what_fails_leaves_the_game_as_it_was(journal: Journal) -> None:
    written = WrittenGame(journal)
    before, seq = written.folded, journal.seq
    with pytest.raises(Rejected), written.writing():
        written.write("action", THROW)
        raise Rejected("no_question")
    assert written.folded is before and journal.seq == seq


def test_a_note_is_nothing_to_have_seen_unless_it_puts_another_game_into_play(journal: Journal) -> None:
    written = WrittenGame(journal)
    seen = journal.seq
    written.write(NOTE, {"code": "simulated"})
    assert written.is_up_to_date(seen) and written.is_up_to_date(journal.seq)
    written.write(NOTE, {"code": GONE_ON})
    assert not written.is_up_to_date(seen)


def test_without_a_game_nothing_runs(tmp_path: Path) -> None:
    empty = Journal(tmp_path / "empty.sqlite")
    with pytest.raises(Rejected, match="no_game"):
        WrittenGame(empty).running()
    empty.close()
