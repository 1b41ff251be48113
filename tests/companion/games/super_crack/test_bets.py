"""SC-25 to SC-29: bets, payouts and the black pawn."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from .tables import COLOURS, THREE, TWO, entries, laid, racing, settling

STABLES = {1: "Ada", 5: "Ada", 9: "Bea"}
PAYOUTS = {
    "three_different": {3: 50_000, 4: 10_000, 5: 5000, 6: 2000},
    "two_same": {3: 100_000, 4: 50_000, 5: 10_000, 6: 5000},
    "three_same": {3: 200_000, 4: 100_000, 5: 50_000, 6: 10_000},
}
ARRIVALS = {"three_different": (1, 5, 9), "two_same": (9, 5, 10), "three_same": (13, 14, 15)}


def bet_settled(arrivals: Sequence[int], tokens: Sequence[str], *, pawn: bool = False) -> dict[str, Any]:
    """What came of Bea's bet when these horses of Ada's arrived; Ada's stable is not complete."""
    horses = {number: ("Ada", 0) for number in arrivals}
    pawns = ["Bea"] if pawn else []
    play = settling(arrivals, horses, cash=0, bets={"Bea": list(tokens)}, black_pawns=pawns).do(
        "bank", "settle"
    )
    result: dict[str, Any] = play.view["last_results"]["bets"]["Bea"]
    won = [entry for entry in entries(play) if entry[3] == "bet_win"]
    assert won == ([("bank", "Bea", result["paid"], "bet_win")] if result["won"] else [])
    assert play.view["accounts"]["Bea"] == result["paid"]
    return result


# ---------------------------------------------------------------- placing


@pytest.mark.parametrize(("count", "price"), [(3, 200), (4, 500), (5, 1000), (6, 2000)])
def test_SC_25_three_to_six_tokens_of_any_mix(count: int, price: int) -> None:
    for tokens in (["green"] * count, [COLOURS[place % 4] for place in range(count)]):
        play = laid("betting", STABLES, cash=price).do("Bea", "bet", tokens=tokens)
        inorder = [colour for colour in COLOURS for token in tokens if token == colour]
        play.happened("bet_placed", player="Bea", tokens=inorder, stake=price)
        play.shows(bets={"Ada": None, "Bea": {"tokens": inorder, "stake": price}}, accounts={"Bea": 0})
        assert entries(play) == [("Bea", "bank", price, "bet")]
        poor = laid("betting", STABLES, cash=price - 1)
        assert poor.refused("Bea", "bet", tokens=tokens) == "not_enough_cash"


@pytest.mark.parametrize(
    "tokens", [[], ["red"], ["red"] * 2, ["red"] * 7, None, "red", 3, {"red": 3}, [["red"] * 3]], ids=str
)
def test_SC_25_other_numbers_of_tokens(tokens: object) -> None:
    assert laid("betting", STABLES).refused("Ada", "bet", tokens=tokens) == "bet_size"


@pytest.mark.parametrize("colour", ["black", "Red", "", None, 1, True, ["red"]], ids=str)
def test_SC_25_unknown_colours(colour: object) -> None:
    assert laid("betting", STABLES).refused("Ada", "bet", tokens=["red", "red", colour]) == "unknown_colour"


def test_SC_25_one_bet_in_any_order_and_not_compulsory() -> None:
    play = laid("betting", STABLES, players=THREE)
    play.do("Cyd", "bet", tokens=["red"] * 3).do("Ada", "no_bet").happened("no_bet", player="Ada")
    assert play.refused("Cyd", "bet", tokens=["red"] * 3) == "already_bet"
    assert play.refused("Cyd", "no_bet") == "already_bet"
    assert play.refused("Ada", "bet", tokens=["red"] * 3) == "already_bet"
    assert play.refused("Ada", "no_bet") == "already_bet"
    play.shows(phase="betting", bets={"Ada": None, "Bea": None, "Cyd": {"stake": 200}})
    play.do("Bea", "no_bet").happened("start_roll_opened", players=["Ada", "Bea"]).shows(phase="start_roll")


def test_SC_25_what_is_refused_first() -> None:
    play = laid("betting", STABLES, cash=0, bets={"Ada": ["red", "red", "red"]})
    assert play.refused("Ada", "bet", tokens=["black"]) == "already_bet"
    assert play.refused("Bea", "bet", tokens=["black"]) == "bet_size"
    assert play.refused("Bea", "bet", tokens=["black"] * 3) == "unknown_colour"
    assert play.refused("Bea", "bet", tokens=["red"] * 3) == "not_enough_cash"


def test_SC_25_bets_wait_for_the_handicap_and_end_with_the_start() -> None:
    for play in (
        laid("handicap", STABLES, cards_dealt=True),
        laid("start_roll", STABLES),
        racing({1: ("Ada", 0), 5: ("Bea", 0)}),
    ):
        assert play.refused("Ada", "bet", tokens=["red"] * 3) == "wrong_phase"
        assert play.refused("Ada", "no_bet") == "wrong_phase"


# ---------------------------------------------------------------- winning


def test_SC_26_two_yellow_arrivals_need_two_yellow_tokens() -> None:
    assert bet_settled((9, 1, 10), ["yellow", "red", "yellow"])["won"]
    assert bet_settled((9, 1, 10), ["yellow", "red", "blue", "yellow"])["won"]
    assert not bet_settled((9, 1, 10), ["yellow", "red", "red"])["won"]
    assert not bet_settled((9, 1, 10), ["yellow", "red", "red", "blue", "green", "blue"])["won"]
    assert not bet_settled((13, 14, 15), ["green", "green", "red", "blue"])["won"]
    assert bet_settled((13, 14, 15), ["green", "green", "green", "blue"])["won"]


@pytest.mark.parametrize("order", list(itertools.permutations((1, 5, 9))), ids=str)
def test_SC_26_the_order_of_arrival_does_not_matter(order: tuple[int, ...]) -> None:
    assert bet_settled(order, ["yellow", "blue", "red"]) == {
        **{"tokens": ["red", "blue", "yellow"], "black_pawn": False, "won": True, "paid": 50_000}
    }


@pytest.mark.parametrize("count", [3, 4, 5, 6])
@pytest.mark.parametrize("category", list(PAYOUTS))
def test_SC_27_every_cell_of_the_table(category: str, count: int) -> None:
    arrivals = ARRIVALS[category]
    needed = [COLOURS[(number - 1) // 4] for number in arrivals]
    result = bet_settled(arrivals, needed + ["red"] * (count - 3))
    assert (result["won"], result["paid"]) == (True, PAYOUTS[category][count])


def test_SC_27_the_category_is_of_the_arrival_not_of_the_tokens() -> None:
    assert bet_settled((1, 5, 9), ["red", "red", "red", "blue", "yellow"])["paid"] == 5000
    play = settling((9, 5, 10), {9: ("Ada", 0), 5: ("Ada", 0), 10: ("Ada", 0)}, cash=0).do("bank", "settle")
    play.happened("race_settled", race=1, category="two_same").shows(last_results={"category": "two_same"})


def test_SC_28_the_stake_is_never_given_back() -> None:
    play = laid("betting", {1: "Ada", 5: "Ada", 9: "Ada"}, cash=200)
    play.do("Bea", "bet", tokens=["red", "blue", "yellow"]).do("Ada", "no_bet")
    assert play.view["accounts"]["Bea"] == 0
    won = bet_settled((1, 5, 9), ["red", "blue", "yellow"])
    lost = bet_settled((1, 5, 9), ["red", "blue", "green"])
    assert (won["paid"], lost["paid"]) == (50_000, 0), "Bea began at zero: neither includes the 200 francs"


# ---------------------------------------------------------------- the black pawn


def test_SC_29_the_pawn_stands_for_any_one_missing_colour() -> None:
    won = bet_settled((9, 1, 10), ["yellow", "yellow", "blue", "green"], pawn=True)
    assert won == {
        **{"tokens": ["blue", "yellow", "yellow", "green"], "black_pawn": True, "won": True, "paid": 50_000}
    }
    assert not bet_settled((9, 1, 10), ["yellow", "blue", "green"], pawn=True)["won"]
    assert bet_settled((13, 14, 15), ["green", "green", "red"], pawn=True)["paid"] == 200_000


def test_SC_29_the_pawn_is_not_counted_as_a_token() -> None:
    assert bet_settled((1, 5, 9), ["red", "blue", "yellow"], pawn=True)["paid"] == 50_000
    assert bet_settled((1, 5, 9), ["red", "blue", "green"], pawn=True)["paid"] == 50_000


def test_SC_29_playing_the_card_gives_the_pawn_and_it_returns_after_the_race() -> None:
    horses = {1: ("Ada", 49), 5: ("Bea", 12), 6: ("Bea", 0), 7: ("Bea", 0)}
    hands = {"Ada": ["black_pawn"], "Bea": []}
    play = racing(horses, hands, arrivals=[6, 7], bets={"Ada": ["red", "blue", "green"]}, cash=0)
    play.do("Ada", "play_card", card="black_pawn").happened("black_pawn_given", player="Ada")
    assert entries(play) == [], "it has no money value"
    play.shows(black_pawns=["Ada"]).do("Ada", "roll", value=1).do("bank", "settle")
    play.shows(black_pawns=[], last_results={"bets": {"Ada": {"black_pawn": True, "paid": 100_000}}})


def test_SC_29_without_a_bet_the_pawn_does_nothing() -> None:
    horses = {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Bea", 0)}
    play = settling((1, 5, 9), horses, cash=0, black_pawns=["Ada"]).do("bank", "settle")
    play.shows(accounts={"Ada": 5000}, last_results={"bets": {}})


@pytest.mark.parametrize("player", TWO)
def test_SC_29_the_card_still_in_hand_counts_as_joined(player: str) -> None:
    horses = {1: ("Ada", 0), 9: ("Bea", 0), 10: ("Bea", 0)}
    bets = {name: ["yellow", "yellow", "blue", "green"] for name in TWO}
    hands = {name: ["black_pawn"] if name == player else [] for name in TWO}
    play = settling((9, 1, 10), horses, hands, cash=0, bets=bets).do("bank", "settle")
    results = play.view["last_results"]["bets"]
    assert [name for name in TWO if results[name]["won"] and results[name]["black_pawn"]] == [player]
    assert not play.view["last_results"]["penalties"]


def test_SC_29_the_pawn_is_given_once_to_a_player() -> None:
    """The only card of the pile comes round again; a second pawn there is not."""
    board = {"finish": 40, "rivers": [], "hedges": [], "dots": list(range(1, 40))}
    horses = {1: ("Ada", 0), 5: ("Bea", 0)}
    play = racing(horses, {"Ada": ["black_pawn"]}, deck={"black_pawn": 1}, board=board)
    play.do("Ada", "play_card", card="black_pawn").do("Ada", "roll", value=1)
    play.do("Ada", "draw_card", card=None).do("Ada", "play_card", card="black_pawn")
    play.shows(black_pawns=["Ada"], hand_counts={"Ada": 0})
