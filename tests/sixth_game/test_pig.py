"""The rules of the sixth game, as its own tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.action import Rejected
from companion.games import load
from companion.playing_cards import PACK
from tests.playing import Play, refused_game
from tests.sixth_game.seated import seated


@pytest.fixture(autouse=True)
def among_the_games() -> Iterator[None]:
    with seated():
        yield


def pig(*cards: str, **options: Any) -> Play:
    """A game of two in which Ada has turned up these."""
    game = Play("pig", options=options)
    for card in cards:
        game.do("Ada", "turn_up", card=card)
    return game


def test_PG_1_two_to_four_players_take_turns_and_the_first_begins() -> None:
    assert pig().view["turn"] == "Ada"
    assert pig("KS").view["turn"] == "Bea"
    for players in (["Ada"], list("abcde"), ["Ada", "Ada"], ["Ada", "table"]):
        assert refused_game("pig", players) == "bad_players"
    assert refused_game("pig", ["Ada", "Bea"], options={"target": 5}) == "bad_option"
    assert refused_game("pig", ["Ada", "Bea"], setup={"points": 3}) == "bad_setup"


def test_PG_2_what_is_turned_up_adds_up() -> None:
    pig("2S", "QH").happened("turned_up", player="Ada", card="QH").shows(points=12, scores={"Ada": 0})
    pig("AS", "10H").shows(points=11, pile=["AS", "10H"])
    for card in ("2S", "1S", 7, True, None):
        assert pig("2S").refused("Ada", "turn_up", card=card) == "bad_card"
    assert pig().refused("Bea", "turn_up", card="3C") == "not_your_turn"
    assert pig().refused("Zoe", "turn_up", card="3C") == "unknown_player"
    assert pig().refused("Ada", "jump") == "unknown_action"


def test_PG_3_a_king_loses_the_points_of_the_turn() -> None:
    pig("5D", "KD").happened("points_lost", points=5).shows(points=0, turn="Bea", scores={"Ada": 0})


def test_PG_4_stopping_writes_the_points_down() -> None:
    pig("5D", "4D").do("Ada", "stop").happened("points_written", score=9).shows(scores={"Ada": 9}, turn="Bea")
    assert pig().refused("Ada", "stop") == "nothing_to_write"


def test_PG_5_who_reaches_the_target_has_won_and_with_the_last_card_whoever_has_most() -> None:
    game = (
        pig("6D", "5D", target=11).do("Ada", "stop").happened("game_over", winner="Ada").shows(winner="Ada")
    )
    assert game.refused("Bea", "turn_up", card="2S") == "game_over"
    last = pig("5D", target=200).do("Ada", "stop")
    for card in (card for card in PACK if card != "5D"):
        last.do(last.view["turn"], "turn_up", card=card)
    last.happened("game_over", winner="Ada").shows(winner="Ada", turn=None)


def test_a_new_game_is_refused_with_an_exception_of_ours_only() -> None:
    with pytest.raises(Rejected, match="bad_players"):
        load("pig").new_game(None)
