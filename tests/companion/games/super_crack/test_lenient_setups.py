"""Section 3.3: a table laid out without care is still a table where no rule forbids it; nothing gets stuck."""

from __future__ import annotations

import random

import pytest

from companion.domains import pick
from tests.playing import Play, refused_game

from .tables import GAME_ID, THREE, TWO, hand, handicap, laid, market, racing, settling, square


def test_betting_on_a_table_without_horses() -> None:
    """``horses`` is optional in every phase: prices and refusals of a bet need none."""
    play = laid("betting").do("Ada", "bet", tokens=["yellow", "blue", "yellow"])
    play.shows(cash={"Ada": 4800}).do("Bea", "no_bet")
    play.shows(phase="racing", turn="Ada", to_roll=[])
    assert play.refused("Ada", "roll", value=3) == "nothing_to_roll"
    play.do("Ada", "end_turn").shows(turn="Bea").do("table", "abandon_race").do("bank", "settle")
    play.shows(cash={"Ada": 5000})


@pytest.mark.parametrize("phase", ["handicap", "betting", "racing", "settling"])
@pytest.mark.parametrize("seed", range(3))
def test_a_race_without_horses_comes_to_an_end(phase: str, seed: int) -> None:
    chance = random.Random(seed)
    play = laid(phase, cash=100)
    for _ in range(2000):
        templates = play.game.legal_actions(play.state)
        assert templates
        action = pick(chance.choice(templates), chance.choice)
        play.state, _ = play.game.apply(play.state, action)
        if play.game.is_over(play.state):
            return
    raise AssertionError("the game goes on and on")


def test_horses_of_a_market_leave_the_track() -> None:
    """SC-59: a square given for the market says nothing; the race starts from the line."""
    play = market({1: ("Ada", 0), 2: ("Bea", 7), 5: ("Ada", 3)}, cash=0)
    assert square(play, 2) is None
    play.do("bank", "close_market")
    assert [square(play, number) for number in (1, 2, 5)] == [0, 0, 0]
    wrong = {"phase": "market", "horses": {"1": {"owner": "Ada", "square": 51}}}
    assert refused_game(GAME_ID, TWO, setup=wrong) == "bad_setup"


def test_a_turn_outside_the_race_and_sellers_outside_the_market_do_not_matter() -> None:
    play = settling([5, 6, 1], {1: "Ada", 5: "Bea", 6: "Bea"}, turn="Ada", to_roll=[])
    play.shows(turn=None, to_roll=[]).do("bank", "settle").shows(phase="market")
    handicap({1: "Ada", 5: "Bea"}, left=["Ada"]).shows(market=None)
    for setup in ({"turn": "Zoe"}, {"phase": "handicap", "left": ["Zoe"]}):
        assert refused_game(GAME_ID, TWO, setup=setup) == "bad_setup"


def test_horses_to_roll_in_any_order() -> None:
    """SC-31: the order is that of the numbers, however they were written down."""
    play = racing({1: "Ada", 2: "Ada", 3: "Ada", 5: "Bea"}, to_roll=[3, 1])
    play.shows(to_roll=[1, 3]).do("Ada", "roll", value=3, horse=1)
    setup = {"phase": "racing", "turn": "Ada", "horses": {"1": {"owner": "Ada"}}, "to_roll": [1, 1]}
    assert refused_game(GAME_ID, TWO, setup=setup) == "bad_setup"


def test_cards_in_a_hand_of_which_the_box_has_too_few() -> None:
    """SC-49 refuses what the camera reads, not what the family says lies on the table."""
    hands = {"Ada": ["sprint", "advance_3"], "Bea": ["sprint"]}
    play = racing({1: "Ada", 5: "Bea"}, hands, deck={"sprint": 1, "joker": 4})
    play.shows(deck={"count": 2}).do("Ada", "play_card", card="advance_3", horse=1)
    play.shows(deck={"count": 3, "returned": 1}, horses={"1": {"square": 3}})
    play.do("Ada", "roll", value=2)
    assert play.refused("Ada", "draw_card", card="sprint") == "card_not_possible"
    assert play.refused("Ada", "draw_card", card="advance_3") == "card_not_possible"
    play.do("Ada", "draw_card", card="joker")
    assert hand(play, "Ada") == ["sprint", "joker"]


def test_a_card_that_is_in_no_box_is_unknown() -> None:
    """A green 7 or a tax of 300 F is no card; a sprint is one also where this box has none."""
    play = racing({1: ("Ada", 3), 5: "Bea"}, deck={"joker": 2}).do("Ada", "roll", value=2)
    for card in ("advance_7", "back_own_1", "pay_300", "receive_100"):
        assert play.refused("Ada", "draw_card", card=card) == "unknown_card"
    assert play.refused("Ada", "draw_card", card="sprint") == "card_not_possible"
    family = racing({1: ("Ada", 3), 5: "Bea"}, deck={"advance_7": 1}).do("Ada", "roll", value=2)
    family.do("Ada", "draw_card", card="advance_7").do("Ada", "play_card", card="advance_7", horse=1)
    assert square(family, 1) == 12


def test_nobody_need_be_named_who_gets_no_card() -> None:
    horses = {1: "Ada", 5: "Cyd"}
    none = handicap(horses, players=THREE, options={"cards_per_race": 0})
    none.do("bank", "deal_cards", hands={}).happened("cards_dealt", count=0).do("Ada", "handicap_done")
    play = handicap(horses, players=THREE, bankrupt=["Bea"])
    four = [None] * 4
    for hands in (
        {"Ada": four},
        {"Ada": four, "Bea": four, "Cyd": four},
        {"Ada": four, "Cyd": four, "Zoe": []},
        {"Ada": four, "Cyd": four, "Bea": None},
    ):
        assert play.refused("bank", "deal_cards", hands=hands) == "wrong_card_count"
    play.do("bank", "deal_cards", hands={"Ada": four, "Bea": [], "Cyd": four})
    play.shows(hand_counts={"Ada": 4, "Bea": 0, "Cyd": 4})


def test_the_money_of_some_players_only() -> None:
    Play(GAME_ID, setup={"phase": "market", "cash": {"Ada": 700}}).shows(cash={"Ada": 700, "Bea": 0})
