"""What holds at every moment of every evening, whatever the players do: money, cards and horses."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.domains import pick
from companion.games import load

from .second_opinion import rounds, zone_at
from .tables import FOUR, GAME_ID

GAME = load(GAME_ID)
BOARD = {"finish": 14, "red_zone": 6, "rivers": [[4, 5]], "hedges": [[9]], "dots": [3, 7, 11, 12]}
DECK = {
    **{"advance_1": 2, "advance_4": 2, "back_own_2": 2, "back_any_3": 2, "joker": 2, "sprint": 1},
    **{"black_pawn": 1, "pay_1000": 2, "receive_2000": 2, "pay_2000": 1},
}
OPTIONS: dict[str, tuple[Any, ...]] = {
    "buy_order": ("roll_each_purchase", "ranking_round"),
    "blue_cards": ("handicap", "free"),
    "card_timing": ("own_turn", "any_time"),
    "joker_compulsory": (False, True),
    "trapped_cards": ("back_only", "all"),
    "race_retreat_floor": ("red_zone", "start_line"),
    "deferred_money": ("end_of_race", "end_of_game"),
    "cards_per_race": (4, 0, 2),
    "strict_placement": (False, True),
}


def check_money(view: dict[str, Any]) -> None:
    """SC-3, SC-4."""
    accounts = view["accounts"]
    assert view["ledger_total"] == 0 == sum(accounts.values())
    for player in view["players"]:
        assert (view["cash"][player], view["debt"][player]) == (
            max(0, accounts[player]),
            max(0, -accounts[player]),
        )
        assert view["owed"][player] >= 0 and accounts[player] % 100 == 0


def check_cards(view: dict[str, Any]) -> None:
    """SC-24, SC-49, SC-51: no card is lost."""
    hands = view["private"]
    assert view["hand_counts"] == {player: len(hands[player]["hand"]) for player in view["players"]}
    assert view["deck"]["count"] + sum(view["hand_counts"].values()) == sum(DECK.values())
    assert 0 <= view["deck"]["returned"] <= view["deck"]["count"]
    for card, copies in DECK.items():
        assert sum(hands[player]["hand"].count(card) for player in view["players"]) <= copies


def check_horses(view: dict[str, Any]) -> None:
    """SC-22, SC-34, SC-36, SC-47, SC-48."""
    on_track = view["phase"] in {"handicap", "betting", "start_roll", "racing", "settling"}
    for number, horse in view["horses"].items():
        if view["phase"] == "over":
            continue
        assert (horse["square"] is not None) == (on_track and horse["owner"] is not None)
        if horse["square"] is None:
            continue
        assert -BOARD["red_zone"] <= horse["square"] <= BOARD["finish"]
        assert (horse["rank"] is not None) == (horse["square"] == BOARD["finish"])
        assert horse["trapped"] in (None, zone_at(BOARD, horse["square"])[0])
        assert (int(number) in view["arrivals"]) == (horse["rank"] is not None)
        if horse["rank"] is not None:
            assert view["arrivals"][horse["rank"] - 1] == int(number)
    assert len(view["arrivals"]) <= 3 and (len(view["arrivals"]) < 3 or view["phase"] in {"settling", "over"})
    for player, numbers in view["stables"].items():
        mine = [n for n in range(1, 17) if view["horses"][str(n)]["owner"] == player]
        assert numbers == mine and (not mine or player not in view["bankrupt"])


def check_turns(view: dict[str, Any]) -> None:
    """SC-15, SC-31, SC-41, SC-48."""
    assert (view["turn"] is not None) == (view["phase"] == "racing")
    assert view["to_roll"] == sorted(view["to_roll"]) and (view["turn"] is not None or not view["to_roll"])
    for number in view["to_roll"]:
        assert view["horses"][str(number)]["owner"] == view["turn"]
        assert view["horses"][str(number)]["rank"] is None
    assert view["draw_pending"] is None or view["phase"] == "racing"
    assert (view["market"] is not None) == (view["phase"] == "market")
    assert len(set(view["black_pawns"])) == len(view["black_pawns"])
    for player in view["bankrupt"]:
        assert view["turn"] != player and view["bets"][player] is None and not view["hand_counts"][player]


@pytest.mark.parametrize("seed", range(rounds(6)))
def test_random_evenings(seed: int) -> None:
    chance = random.Random(seed)
    options = {name: chance.choice(values) for name, values in OPTIONS.items()}
    state = GAME.new_game(
        FOUR[: 2 + seed % 3], {**options, "max_races": 3}, {"board": BOARD, "deck": DECK}, None
    )
    for _ in range(700):
        if GAME.is_over(state):
            break
        templates = GAME.legal_actions(state)
        quiet = [one for one in templates if one["do"] not in {"offer_horse", "auction_open", "skip_buy"}]
        action = pick(chance.choice(quiet if quiet and chance.random() < 0.9 else templates), chance.choice)
        state, events = GAME.apply(state, action)
        view = GAME.view(state).complete
        check_money(view)
        check_cards(view)
        check_horses(view)
        check_turns(view)
        for event in events:
            assert event.name != "money_moved" or event.fields["amount"] > 0
