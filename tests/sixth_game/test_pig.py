"""The rules of the sixth game, as its own tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.action import Rejected
from companion.games import load
from tests.playing import Play, refused_game
from tests.sixth_game.seated import seated


@pytest.fixture(autouse=True)
def among_the_games() -> Iterator[None]:
    with seated():
        yield


def pig(*values: int, **options: Any) -> Play:
    """A game of two in which Ada has thrown these."""
    game = Play("pig", options=options)
    for value in values:
        game.do("Ada", "roll", value=value)
    return game


def test_PG_1_two_to_four_players_take_turns_and_the_first_begins() -> None:
    assert pig().view["turn"] == "Ada"
    assert pig(1).view["turn"] == "Bea"
    for players in (["Ada"], list("abcde"), ["Ada", "Ada"], ["Ada", "table"]):
        assert refused_game("pig", players) == "bad_players"
    assert refused_game("pig", ["Ada", "Bea"], options={"target": 5}) == "bad_option"
    assert refused_game("pig", ["Ada", "Bea"], setup={"points": 3}) == "bad_setup"


def test_PG_2_what_is_thrown_adds_up() -> None:
    pig(2, 6).happened("rolled", player="Ada", value=6).shows(points=8, scores={"Ada": 0})
    for value in (0, 7, True, "3", None):
        assert pig().refused("Ada", "roll", value=value) == "bad_die"
    assert pig().refused("Bea", "roll", value=3) == "not_your_turn"
    assert pig().refused("Zoe", "roll", value=3) == "unknown_player"
    assert pig().refused("Ada", "jump") == "unknown_action"


def test_PG_3_a_one_loses_the_points_of_the_turn() -> None:
    pig(5, 1).happened("points_lost", points=5).shows(points=0, turn="Bea", scores={"Ada": 0})


def test_PG_4_stopping_writes_the_points_down() -> None:
    pig(5, 4).do("Ada", "stop").happened("points_written", score=9).shows(scores={"Ada": 9}, turn="Bea")
    assert pig().refused("Ada", "stop") == "nothing_to_write"


def test_PG_5_who_reaches_the_target_has_won() -> None:
    game = pig(6, 5, target=11).do("Ada", "stop").happened("game_over", winner="Ada").shows(winner="Ada")
    assert game.refused("Bea", "roll", value=2) == "game_over"


def test_a_new_game_is_refused_with_an_exception_of_ours_only() -> None:
    with pytest.raises(Rejected, match="bad_players"):
        load("pig").new_game(None)
