"""A game of two thousand entries is as quick to play as one of a hundred: counted in lines of Python, not in time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from companion.fold import RECENT
from companion.games import load
from companion.journal import Journal
from companion.table import Table
from tests.fakes import fake_games
from tests.page_app import page_app

CLAP = {"by": "Ada", "do": "clap"}
SHORT, LONG = 100, 2_000


@pytest.fixture(autouse=True)
def whispers() -> Iterator[None]:
    with fake_games():
        yield


def clapped(times: int) -> Table:
    """A game in which Ada has clapped so often, as a start finds it in its journal."""
    journal = Journal(Path(":memory:"))
    header = {"game": "whispers", "players": ["Ada", "Bea"], "options": {}, "setup": {}}
    journal.append("opened", {"record": 1, **header}, new_game=True)
    journal.append("action", {"action": {"by": "table", "do": "deal", "numbers": {"Ada": 3, "Bea": 5}}})
    for _ in range(times):
        journal.append("action", {"action": CLAP})
    return Table(journal)


def lines_of(done: Callable[[], Any]) -> int:
    """How many lines of Python something takes, each turn of a loop among them."""
    counted = 0

    def count(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal counted
        counted += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        done()
    finally:
        sys.settrace(before)
    return counted


def tapped(table: Table) -> None:
    """A tap, and what each of those who look on is shown of it."""
    shown = table.act(CLAP)
    for seat in (None, "Ada", "Bea"):
        shown.of_seat(seat).as_json()


def test_a_tap_late_in_a_long_game_takes_what_an_early_one_takes() -> None:
    short, long = clapped(SHORT), clapped(LONG)
    tapped(short), tapped(long)
    assert lines_of(lambda: tapped(long)) <= 1.05 * lines_of(lambda: tapped(short))


def test_the_page_of_a_long_game_takes_what_that_of_a_short_one_takes() -> None:
    pages = [page_app(clapped(times)).test_client() for times in (SHORT, LONG)]
    short, long = (_fragment_lines(page) for page in pages)
    assert long <= 1.05 * short


def _fragment_lines(page: Any) -> int:
    page.get("/fragment")
    return lines_of(lambda: page.get("/fragment"))


def test_taking_back_plays_only_the_last_moves_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table, game = clapped(LONG), load("whispers")
    played = 0

    def counted(*given: Any) -> Any:
        nonlocal played
        played += 1
        return rules(*given)

    rules = game.apply
    object.__setattr__(game, "apply", counted)
    for undone in range(1, RECENT + 1):
        played = 0
        table.undo()
        assert played <= undone  # what changed is told: those taken back are played once more
    assert table.state.claps == LONG - RECENT
    table.undo()  # what is kept is used up: once from the beginning, and the next ones are quick again
    played = 0
    table.undo()
    assert played <= RECENT + 2
    assert table.state.claps == LONG - RECENT - 2
