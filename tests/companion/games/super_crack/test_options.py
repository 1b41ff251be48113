"""Section 2.3: every house rule, its default, its other values, and what it cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import load
from tests.playing import refused_game

from .tables import (
    GAME_ID,
    THREE,
    TWO,
    cash,
    handicap,
    laid,
    market,
    opening,
    racing,
    settling,
    square,
    trapped,
)

DEFAULTS: dict[str, Any] = {
    **{"stable_table": "examples", "buy_order": "roll_each_purchase", "require_four_colours": False},
    **{"blue_cards": "handicap", "card_timing": "own_turn", "joker_compulsory": False},
    **{"trapped_cards": "back_only", "dots_on_card_moves": True, "race_retreat_floor": "red_zone"},
    **{"deferred_money": "end_of_race", "move_card_penalty": 1000, "cards_per_race": 4},
    **{"target_cash": 100_000, "stable_required": 4, "max_races": None, "strict_placement": False},
}
RIVAL = {5: ("Bea", 2)}


def test_the_defaults_are_those_of_the_rules() -> None:
    assert {name: option.default for name, option in load(GAME_ID).options.items()} == DEFAULTS
    opening().shows(options=DEFAULTS)
    assert opening().state == opening(**DEFAULTS).state


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("stable_table", ["examples", "printed"]),
        ("buy_order", ["roll_each_purchase", "ranking_round"]),
        ("require_four_colours", [True, False]),
        ("blue_cards", ["handicap", "free"]),
        ("card_timing", ["own_turn", "any_time"]),
        ("joker_compulsory", [True, False]),
        ("trapped_cards", ["back_only", "all"]),
        ("dots_on_card_moves", [True, False]),
        ("race_retreat_floor", ["red_zone", "start_line"]),
        ("deferred_money", ["end_of_race", "end_of_game"]),
        ("move_card_penalty", [0, 1, 1000, 100_000]),
        ("cards_per_race", list(range(9))),
        ("target_cash", [1, 100_000, 5_000_000]),
        ("stable_required", [1, 2, 3, 4]),
        ("max_races", [None, 1, 2, 50]),
        ("strict_placement", [True, False]),
    ],
)
def test_every_value_is_accepted(name: str, values: list[Any]) -> None:
    for value in values:
        opening(**{name: value}).shows(options={**DEFAULTS, name: value})


@pytest.mark.parametrize(
    "options",
    [
        {"no_such_option": True},
        {"stable_table": "sheet"},
        {"stable_table": None},
        {"buy_order": "seat"},
        {"require_four_colours": 1},
        {"blue_cards": True},
        {"card_timing": ["own_turn"]},
        {"joker_compulsory": "true"},
        {"trapped_cards": "none"},
        {"dots_on_card_moves": 0},
        {"race_retreat_floor": 0},
        {"deferred_money": "never"},
        {"move_card_penalty": -1},
        {"move_card_penalty": True},
        {"move_card_penalty": 1.5},
        {"cards_per_race": 9},
        {"cards_per_race": -1},
        {"cards_per_race": "4"},
        {"target_cash": "100000"},
        {"target_cash": None},
        {"target_cash": True},
        {"stable_required": 0},
        {"stable_required": 5},
        {"stable_required": False},
        {"max_races": 0},
        {"max_races": -3},
        {"max_races": True},
        {"strict_placement": None},
    ],
    ids=str,
)
def test_other_values_are_refused(options: dict[str, Any]) -> None:
    assert refused_game(GAME_ID, TWO, options=options) == "bad_option"


# ---------------------------------------------------------------- what they do


def test_ranking_round_everybody_buys_in_the_order_of_the_rolls() -> None:
    play = market(players=THREE, cash=20_000, options={"buy_order": "ranking_round"})
    for player, value in (("Cyd", 6), ("Bea", 6), ("Ada", 2)):
        play.do(player, "buy_roll", value=value).did_not_happen("roll_tie")
    for player, number in (("Bea", 5), ("Cyd", 9), ("Ada", 1)):
        play.shows(market={"right": player})
        assert play.refused("Ada" if player != "Ada" else "Bea", "buy_horse", number=16) == "no_buy_right"
        play.do(player, "buy_horse", number=number)
    play.shows(market={"right": None, "to_roll": list(THREE), "rolls": {}})


def test_ranking_round_a_skipped_right_passes_on() -> None:
    play = market(players=THREE, cash=20_000, options={"buy_order": "ranking_round"})
    for player, value in (("Ada", 6), ("Bea", 4), ("Cyd", 2)):
        play.do(player, "buy_roll", value=value)
    play.do("Ada", "skip_buy").shows(market={"right": "Bea", "bidders": list(THREE)})
    play.do("Bea", "leave_sale").shows(market={"right": "Cyd", "bidders": ["Ada", "Cyd"]})
    play.do("Cyd", "buy_horse", number=1).shows(market={"right": None, "to_roll": ["Ada", "Cyd"]})


def test_blue_cards_free_may_be_kept_for_the_race() -> None:
    play = handicap(
        {1: "Ada", 5: "Ada", 9: "Bea"}, {"Ada": ["back_own_3"], "Bea": []}, options={"blue_cards": "free"}
    )
    play.do("Ada", "handicap_done").do("Bea", "handicap_done").shows(phase="betting", cash={"Ada": 5000})
    play.do("Ada", "no_bet").do("Bea", "no_bet").do("Ada", "start_roll", value=6).do(
        "Bea", "start_roll", value=1
    )
    play.do("Ada", "play_card", card="back_own_3", horse=1).did_not_happen("money_moved")
    assert square(play, 1) == -3


def test_any_time_others_play_cards_but_the_joker_needs_ones_own_turn() -> None:
    hands = {"Ada": [], "Bea": ["joker", "back_any_2", "receive_500"]}
    play = racing({1: ("Ada", 6), 5: ("Bea", 19)}, hands, options={"card_timing": "any_time"})
    assert play.refused("Bea", "play_card", card="joker", horse=5) == "not_your_turn"
    play.do("Bea", "play_card", card="back_any_2", horse=1).do("Bea", "play_card", card="receive_500")
    play.shows(turn="Ada", to_roll=[1], horses={"1": {"square": 4}})
    play.do("Ada", "roll", value=2).do("Bea", "play_card", card="joker", horse=5).shows(
        turn="Bea", to_roll=[5]
    )


def test_any_time_is_not_after_the_race_nor_before_it() -> None:
    any_time = {"card_timing": "any_time"}
    bets = laid("betting", {1: "Ada", 5: "Bea", 9: "Bea"}, hands={"Ada": ["receive_500"]}, options=any_time)
    assert bets.refused("Ada", "play_card", card="receive_500") == "wrong_phase"


def test_a_compulsory_joker_comes_before_the_roll() -> None:
    compulsory = {"joker_compulsory": True}
    horses = {1: ("Ada", 19), 2: ("Ada", 3), **RIVAL}
    play = racing(horses, {"Ada": ["joker"], "Bea": ["joker"]}, options=compulsory)
    assert play.refused("Ada", "roll", value=1) == "joker_must_be_played"
    assert play.refused("Ada", "roll", value=7) == "bad_die"
    play.do("Ada", "play_card", card="joker", horse=1).do("Ada", "roll", value=1).do("Ada", "roll", value=1)
    assert squares_of(play, 1, 2) == (20, 4)
    racing(horses, {"Ada": [None], "Bea": []}, options=compulsory).do("Ada", "roll", value=2)


def squares_of(play: Any, *numbers: int) -> tuple[Any, ...]:
    return tuple(square(play, number) for number in numbers)


@pytest.mark.parametrize(("card", "stop"), [("advance_3", 22), ("sprint", 49), ("back_own_2", 17)])
def test_all_cards_free_a_trapped_horse(card: str, stop: int) -> None:
    play = racing({1: ("Ada", 19), **RIVAL}, {"Ada": [card], "Bea": []}, options={"trapped_cards": "all"})
    play.do("Ada", "play_card", card=card, horse=1)
    assert (square(play, 1), trapped(play, 1)) == (stop, None)
    assert play.view["draw_pending"] == ("Ada" if stop == 22 else None)


def test_no_draw_on_card_moves() -> None:
    play = racing(
        {1: ("Ada", 3), 5: ("Bea", 8)},
        {"Ada": ["back_any_3"], "Bea": []},
        options={"dots_on_card_moves": False},
    )
    play.do("Ada", "play_card", card="back_any_3", horse=5).shows(
        draw_pending=None, horses={"5": {"square": 5}}
    )
    play.do("Ada", "roll", value=2).shows(draw_pending="Ada")


@pytest.mark.parametrize(
    ("start", "card", "stop"),
    [(2, "back_any_5", 0), (-4, "back_any_3", -4), (0, "back_any_1", 0), (9, "back_any_2", 7)],
)
def test_retreat_in_the_race_stops_at_the_start_line(start: int, card: str, stop: int) -> None:
    options = {"race_retreat_floor": "start_line"}
    play = racing({1: ("Ada", 3), 5: ("Bea", start)}, {"Ada": [card], "Bea": []}, options=options)
    play.do("Ada", "play_card", card=card, horse=5).shows(hand_counts={"Ada": 0})
    assert square(play, 5) == stop


def test_the_start_line_does_not_stop_the_handicap() -> None:
    options = {"race_retreat_floor": "start_line"}
    play = handicap({1: "Ada", 5: "Bea", 9: "Bea"}, {"Ada": ["back_own_3"], "Bea": []}, options=options)
    assert square(play.do("Ada", "play_card", card="back_own_3", horse=1), 1) == -3


@pytest.mark.parametrize("penalty", [0, 1000, 2500])
def test_the_penalty_for_move_cards(penalty: int) -> None:
    horses = {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Bea", 0)}
    hands = {"Ada": ["advance_2", "back_any_1"], "Bea": []}
    play = settling([1, 5, 9], horses, hands, cash=0, options={"move_card_penalty": penalty}).do(
        "bank", "settle"
    )
    assert cash(play, "Ada") == (5000 - 2 * penalty,)
    assert play.view["last_results"]["penalties"] == ({"Ada": 2 * penalty} if penalty else {})


@pytest.mark.parametrize("count", [1, 2, 8])
def test_cards_per_race(count: int) -> None:
    play = handicap({1: "Ada", 5: "Bea", 9: "Bea"}, options={"cards_per_race": count})
    for wrong in (count - 1, count + 1):
        hands = {"Ada": [None] * wrong, "Bea": [None] * wrong}
        assert play.refused("bank", "deal_cards", hands=hands) == "wrong_card_count"
    play.do("bank", "deal_cards", hands={"Ada": [None] * count, "Bea": [None] * count})
    play.shows(hand_counts={"Ada": count, "Bea": count}, deck={"count": 48 - 2 * count})


def test_no_cards_at_all() -> None:
    play = handicap({1: "Ada", 5: "Bea", 9: "Bea"}, options={"cards_per_race": 0})
    if play.game.legal_actions(play.state)[0]["do"] == "deal_cards":
        play.do("bank", "deal_cards", hands={"Ada": [], "Bea": []})
    play.do("Ada", "handicap_done").do("Bea", "handicap_done").shows(phase="betting", hand_counts={"Ada": 0})


def test_a_smaller_target() -> None:
    options = {"target_cash": 30_000, "stable_required": 2}
    horses = {1: ("Ada", 0), 2: ("Ada", 0), 5: ("Bea", 0), 9: ("Bea", 0)}
    play = settling([5, 1, 9], horses, cash={"Ada": 27_000, "Bea": 0}, options=options).do("bank", "settle")
    play.shows(winners=["Ada"], cash={"Ada": 32_000})
    less = settling([5, 9, 1], horses, cash={"Ada": 27_000, "Bea": 0}, options=options).do("bank", "settle")
    less.shows(phase="market", cash={"Ada": 29_000})


def test_strict_placement_waits_for_the_pawn() -> None:
    hands = {"Ada": ["receive_500"], "Bea": ["advance_1"]}
    play = racing({1: ("Ada", 3), 2: ("Ada", 0), **RIVAL}, hands, options={"strict_placement": True})
    play.do("Ada", "roll", value=4).shows(awaiting=[{"horse": 1, "square": 7}])
    assert play.refused("Ada", "roll", value=4) == "placement_pending"
    assert play.refused("Ada", "play_card", card="receive_500") == "placement_pending"
    assert play.refused("table", "confirm_position", horse=1, square=6) == "wrong_square"
    play.do("table", "confirm_position", horse=1, square=7).happened("position_confirmed", horse=1, square=7)
    play.shows(awaiting=[]).do("Ada", "roll", value=1)


def test_strict_placement_leaves_the_handicap_alone() -> None:
    hands = {"Ada": ["back_own_3", "back_own_2"], "Bea": []}
    play = handicap({1: "Ada", 5: "Bea", 9: "Bea"}, hands, options={"strict_placement": True})
    play.do("Ada", "play_card", card="back_own_3", horse=1).do("Ada", "play_card", card="back_own_2", horse=1)
    play.shows(awaiting=[{"horse": 1, "square": -5}])
    play.do("Ada", "handicap_done").do("Bea", "handicap_done").do("Ada", "no_bet").do("Bea", "no_bet")
    play.do("Ada", "start_roll", value=6).do("Bea", "start_roll", value=1)
    assert play.refused("Ada", "roll", value=4) == "placement_pending"
    play.do("table", "confirm_position", horse=1, square=-5).do("Ada", "roll", value=4)
