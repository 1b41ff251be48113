"""Section 8: the worked examples of the settlement and the end of the game, by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.playing import Play

from .tables import FIVE, THREE, TWO, cash, entries, market, racing, settling

R, B, Y, G = "red", "blue", "yellow", "green"


def settled(arrivals: Sequence[int], owners: Mapping[int, str], **given: object) -> Play:
    """The bank settles a race of these horses."""
    horses = {number: (owner, 0) for number, owner in owners.items()}
    return settling(arrivals, horses, **given).do("bank", "settle")  # type: ignore[arg-type]


def paid(
    arrivals: Sequence[int], bets: Mapping[str, Sequence[str]], pawns: Sequence[str] = ()
) -> dict[str, int]:
    """What the bets bring; Eve owns the horses."""
    given = {"bets": {player: list(tokens) for player, tokens in bets.items()}, "black_pawns": list(pawns)}
    play = settled(arrivals, dict.fromkeys(arrivals, "Eve"), players=FIVE, cash=0, **given)
    results = play.view["last_results"]["bets"]
    assert {player: result["paid"] for player, result in results.items()} == {
        player: cash(play, player)[0] for player in bets
    }
    return {player: result["paid"] for player, result in results.items()}


def four_bets(needed: Sequence[str]) -> dict[str, list[str]]:
    """Bets of 3, 4, 5 and 6 tokens that hold what is needed."""
    more = {"Ada": [], "Bea": [G], "Cyd": [R, B], "Dan": [Y, Y, G]}
    return {player: [*needed, *tokens] for player, tokens in more.items()}


def test_row_018_three_different_colours() -> None:
    assert list(paid([1, 5, 9], four_bets([R, B, Y])).values()) == [50_000, 10_000, 5000, 2000]


def test_row_019_two_the_same() -> None:
    assert list(paid([9, 5, 10], four_bets([Y, B, Y])).values()) == [100_000, 50_000, 10_000, 5000]


def test_row_020_three_the_same() -> None:
    assert list(paid([13, 14, 15], four_bets([G, G, G])).values()) == [200_000, 100_000, 50_000, 10_000]


def test_row_021_only_one_red_token() -> None:
    assert paid([1, 2, 5], {"Ada": [R, B, B]}) == {"Ada": 0}


def test_row_022_the_black_pawn_of_the_sheet() -> None:
    assert paid([9, 1, 10], {"Ada": [Y, Y, B, G]}, ["Ada"]) == {"Ada": 50_000}


def test_row_023_two_colours_are_missing() -> None:
    assert paid([9, 1, 10], {"Ada": [Y, B, G]}, ["Ada"]) == {"Ada": 0}


@pytest.mark.parametrize(("row", "table", "first"), [(24, "examples", 5000), (25, "printed", 8000)])
def test_row_024_and_025_lone_horses(row: int, table: str, first: int) -> None:
    owners = {1: "Ada", 5: "Bea", 9: "Cyd"}
    play = settled([1, 5, 9], owners, players=THREE, cash=0, options={"stable_table": table})
    assert cash(play, *THREE) == (first, 3000, 1000), row


def test_row_026_two_reds_first_and_third() -> None:
    owners = {1: "Ada", 2: "Ada", 5: "Bea", 6: "Bea", 7: "Bea"}
    assert cash(settled([2, 7, 1], owners, cash=0), *TWO) == (7000 + 2000, 7000)


def test_row_027_one_two_three_the_same() -> None:
    owners = {1: "Ada", 5: "Bea", 6: "Bea", 9: "Cyd", 10: "Cyd", 11: "Cyd"}
    assert cash(settled([9, 5, 1], owners, players=THREE, cash=0), *THREE) == (1000, 5000, 10_000)


def test_row_028_a_full_stable_takes_all_three() -> None:
    play = settled([4, 2, 1], dict.fromkeys((1, 2, 3, 4), "Ada"), cash=0)
    assert cash(play, "Ada") == (15_000 + 10_000 + 5000,)


def test_row_029_one_of_three_blues_third() -> None:
    owners = {1: "Ada", 2: "Ada", 5: "Bea", 6: "Bea", 7: "Bea"}
    assert cash(settled([2, 1, 7], owners, cash=0), *TWO) == (7000 + 5000, 3000)


LONE = {1: "Ada", 5: "Bea", 9: "Bea"}


def test_row_047_three_cards_cost_three_thousand() -> None:
    hands = {"Ada": ["advance_2", "back_any_1", "back_own_2", "sprint"], "Bea": []}
    settled([5, 1, 9], LONE, hands=hands).shows(last_results={"penalties": {"Ada": 3000}})


@pytest.mark.parametrize(
    ("deferred", "change", "owed"), [("end_of_race", -1500, 0), ("end_of_game", 500, 2000)]
)
def test_row_048_and_073_money_cards(deferred: str, change: int, owed: int) -> None:
    hands = {"Ada": ["pay_2000", "receive_500"], "Bea": []}
    play = settled([5, 9, 1], LONE, hands=hands, cash=5000, options={"deferred_money": deferred})
    play.shows(accounts={"Ada": 5000 + change + 1000}, owed={"Ada": owed})


def test_row_049_a_debt_after_the_settlement() -> None:
    hands = {"Ada": ["pay_2000", "advance_1", "back_any_1"], "Bea": []}
    settled([5, 9, 1], LONE, hands=hands, cash=0).shows(accounts={"Ada": -3000}, debt={"Ada": 3000})


REDS = dict.fromkeys((1, 2, 3, 4), "Ada")
BLUES = dict.fromkeys((5, 6, 7, 8), "Bea")


def test_row_053_super_crack() -> None:
    play = settled([1, 2, 5], {**REDS, 5: "Bea"}, cash={"Ada": 80_000, "Bea": 0})
    play.shows(accounts={"Ada": 105_000}).happened("game_over", winners=["Ada"], why="super_crack")


def test_row_054_money_without_a_full_stable() -> None:
    play = settled([1, 2, 5], {1: "Ada", 2: "Ada", 3: "Ada", 5: "Bea"}, cash={"Ada": 300_000, "Bea": 0})
    play.shows(phase="market").do("Ada", "buy_horse", number=4).happened("game_over", winners=["Ada"])


def test_row_055_the_richer_wins() -> None:
    play = settled([5, 1, 6], {**REDS, **BLUES}, cash={"Ada": 99_000, "Bea": 98_000}).shows(winners=["Bea"])
    assert cash(play, *TWO) == (109_000, 118_000)


def test_row_056_one_arrival_and_abandoned() -> None:
    horses = {1: ("Ada", 3), 5: ("Bea", 0)}
    play = racing(horses, {}, arrivals=[5], bets={"Ada": [R, R, R]}, cash=0).do("table", "abandon_race")
    play.do("bank", "settle")
    assert entries(play) == [("bank", "Ada", 200, "bet_refund"), ("bank", "Bea", 5000, "prime")]


def test_row_059_a_black_pawn_without_a_bet() -> None:
    horses = {1: ("Ada", 49), 5: ("Bea", 0), 9: ("Bea", 0)}
    play = racing(horses, {"Ada": ["black_pawn"]}, arrivals=[5, 9], cash=0)
    play.do("Ada", "play_card", card="black_pawn").do("Ada", "roll", value=1).do("bank", "settle")
    play.shows(accounts={"Ada": 1000}, last_results={"bets": {}}, black_pawns=[])


def test_row_063_the_title_is_shared() -> None:
    play = settled([1, 5, 6], {**REDS, **BLUES}, cash=100_000).shows(winners=["Ada", "Bea"])
    assert cash(play, *TWO) == (115_000, 115_000)


def test_row_065_four_reds_and_too_little_money() -> None:
    play = settled([1, 2, 3], {**REDS, 5: "Bea"}, cash={"Ada": 68_000, "Bea": 0})
    play.shows(accounts={"Ada": 98_000}, phase="market", winners=[])


def test_row_072_three_races() -> None:
    owners, money = {1: "Ada", 5: "Bea", 9: "Cyd"}, {"Ada": 9000, "Bea": 20_000, "Cyd": 7000}
    play = settled([9, 1, 5], owners, players=THREE, cash=money, race=3, options={"max_races": 3})
    assert cash(play, *THREE) == (12_000, 21_000, 12_000)
    ranking = [{"player": "Bea", "rank": 1}, {"player": "Ada", "rank": 2}, {"player": "Cyd", "rank": 2}]
    play.shows(winners=["Bea"], ranking=ranking)


def test_row_074_owed_counts_against_the_title() -> None:
    money, options = {"Ada": 90_000, "Bea": 0}, {"deferred_money": "end_of_game"}
    play = settled([1, 5, 9], {**REDS, 5: "Bea", 9: "Bea"}, cash=money, owed={"Ada": 6000}, options=options)
    play.shows(accounts={"Ada": 105_000}, owed={"Ada": 6000}, phase="market", winners=[])


def test_row_076_no_penalty_for_move_cards() -> None:
    hands = {"Ada": ["advance_2"], "Bea": []}
    play = settled([5, 9, 1], LONE, hands=hands, cash=0, options={"move_card_penalty": 0})
    play.shows(accounts={"Ada": 1000}, last_results={"penalties": {}})


def test_row_079_a_smaller_target() -> None:
    options = {"target_cash": 30_000, "stable_required": 2}
    play = settled(
        [5, 1, 9], {1: "Ada", 2: "Ada", 5: "Bea", 9: "Bea"}, cash={"Ada": 27_000, "Bea": 0}, options=options
    )
    play.shows(accounts={"Ada": 32_000}, winners=["Ada"])


def test_row_089_a_black_pawn_kept_in_hand() -> None:
    hands, bets = {"Ada": [], "Bea": ["black_pawn"]}, {"Bea": [Y, Y, B, G]}
    play = settled([9, 1, 10], {1: "Ada", 9: "Ada", 10: "Ada"}, hands=hands, bets=bets, cash=0)
    play.shows(accounts={"Bea": 50_000}, last_results={"penalties": {}, "bets": {"Bea": {"won": True}}})


def test_row_102_an_unknown_hand() -> None:
    play = settling([5, 1, 9], {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Bea", 0)}, {"Ada": [None], "Bea": []})
    assert play.refused("bank", "settle") == "hand_unknown"
    play.do("Ada", "identify_cards", cards=["joker"]).do("bank", "settle")


def test_a_market_of_two_ends_with_its_last_horse() -> None:
    """Row 91 seen from the other side: all sixteen sold, nobody can bid."""
    market(dict.fromkeys(range(1, 17), "Ada"), cash=90_000).shows(market={"bidders": [], "right": None})
