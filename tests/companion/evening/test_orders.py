"""Home Assistant turns the voice off and begins the next game; it never ends one, and nonsense changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.evening.orders import TableOrders
from tests.companion.club.playing import PlayedTable


@pytest.fixture
def played(tmp_path: Path) -> PlayedTable:
    return PlayedTable(tmp_path / "table", "racko", seed=4).open()


def test_the_voice_is_turned_off_and_on(played: PlayedTable) -> None:
    orders = TableOrders(played.table, lambda game: None)
    assert (orders.voice, orders.is_hushed) == ("ON", False)
    orders.obey("voice_off")
    assert (orders.voice, orders.is_hushed) == ("OFF", True)
    orders.obey("open the door")
    orders.obey("voice_on")
    assert orders.voice == "ON"


def test_a_press_begins_the_same_game_again_when_the_one_before_is_over(played: PlayedTable) -> None:
    orders = TableOrders(played.table, lambda game: None)
    before = played.play(3).table.snapshot()
    orders.obey("new_game")
    assert played.table.snapshot().game == before.game
    played.play(10_000)
    assert played.table.snapshot().over
    orders.obey("new_game")
    after = played.table.snapshot()
    assert after.game is not None and before.game is not None and not after.over
    assert after.game.number == before.game.number + 1
    assert (after.game.id, after.game.players) == (before.game.id, before.game.players)
