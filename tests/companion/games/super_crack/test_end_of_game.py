"""SC-60 to SC-64 and section 6: the title, the last solvent player, and the ranking."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import Play

from .tables import FOUR, THREE, TWO, cash, entries, market, racing, settling

REDS: dict[int, tuple[str, int]] = {number: ("Ada", 0) for number in range(1, 5)}
BLUES: dict[int, tuple[str, int]] = {number: ("Bea", 0) for number in range(5, 9)}


def settled(arrivals: list[int], horses: dict[int, tuple[str, int]], **given: Any) -> Play:
    """A race settled by the bank."""
    return settling(arrivals, horses, **given).do("bank", "settle")


def ranked(*ranks: tuple[str, int]) -> list[dict[str, object]]:
    """A ranking as the view shows it."""
    return [{"player": player, "rank": rank} for player, rank in ranks]


# ---------------------------------------------------------------- the title


@pytest.mark.parametrize(("before", "titled"), [(69_900, False), (70_000, True), (80_000, True)])
def test_SC_60_a_hundred_thousand_and_four_of_a_colour(before: int, titled: bool) -> None:
    """Four reds in the three places bring 30 000."""
    play = settled([1, 2, 3], REDS, cash={"Ada": before, "Bea": 500})
    play.shows(phase="over" if titled else "market", winners=["Ada"] if titled else [])
    if titled:
        play.happened("game_over", winners=["Ada"], why="super_crack")
        play.shows(ranking=ranked(("Ada", 1), ("Bea", 2)))
    else:
        assert play.view["ranking"] == []


def test_SC_60_three_of_a_colour_are_not_enough() -> None:
    horses = {1: ("Ada", 0), 2: ("Ada", 0), 3: ("Ada", 0), **{n: ("Ada", 0) for n in (5, 9, 13)}}
    settled([1, 2, 3], horses, cash={"Ada": 500_000, "Bea": 0}).shows(phase="market", winners=[])


def test_SC_60_extra_horses_do_not_matter() -> None:
    settled([1, 2, 5], {**REDS, 5: ("Ada", 0)}, cash={"Ada": 90_000, "Bea": 0}).shows(winners=["Ada"])


def test_SC_60_what_is_owed_counts_against_the_title() -> None:
    deferred = {"deferred_money": "end_of_game"}
    given = {"cash": {"Ada": 75_000, "Bea": 0}, "options": deferred}
    settled([1, 2, 3], REDS, owed={"Ada": 6000}, **given).shows(phase="market", owed={"Ada": 6000})
    play = settled([1, 2, 3], REDS, owed={"Ada": 5000}, **given).shows(phase="over", winners=["Ada"])
    play.shows(owed={"Ada": 0}, accounts={"Ada": 100_000})
    assert entries(play)[-1] == ("Ada", "bank", 5000, "pay_card")


def test_SC_61_tested_after_a_purchase() -> None:
    play = market({1: "Ada", 2: "Ada", 3: "Ada"}, cash={"Ada": 110_000, "Bea": 0})
    play.do("Ada", "buy_horse", number=4).happened("game_over", winners=["Ada"], why="super_crack")
    poor = market({1: "Ada", 2: "Ada", 3: "Ada"}, cash={"Ada": 109_900, "Bea": 0})
    poor.do("Ada", "buy_horse", number=4).shows(phase="market")


@pytest.mark.parametrize("how", ["private_sale", "auction"])
def test_SC_61_tested_after_a_sale_or_an_auction(how: str) -> None:
    play = market({1: "Ada", 2: "Ada", 3: "Ada", 4: "Bea"}, cash={"Ada": 100_500, "Bea": 0})
    if how == "private_sale":
        play.do("Bea", "offer_horse", number=4, to="Ada", price=500).do("Ada", "accept_offer")
    else:
        play.do("Bea", "auction_open", number=4).do("Ada", "auction_bid", amount=500)
    play.happened("horse_transferred", how=how).happened("game_over", winners=["Ada"], why="super_crack")


def test_SC_61_the_seller_may_win_by_his_sale() -> None:
    stables = {**{n: "Ada" for n in (1, 2, 3, 4, 5)}, 9: "Bea"}
    play = market(stables, cash={"Ada": 99_000, "Bea": 1000})
    play.do("Ada", "offer_horse", number=5, to="Bea", price=1000).do("Bea", "accept_offer")
    play.shows(phase="over", winners=["Ada"])


def test_SC_61_not_in_the_middle_of_a_race() -> None:
    play = racing(
        {**{n: ("Ada", 3) for n in range(1, 5)}, 5: ("Bea", 3)}, {"Ada": ["receive_2000"]}, cash=99_000
    )
    play.do("Ada", "play_card", card="receive_2000").shows(phase="racing", cash={"Ada": 101_000}, winners=[])


def test_SC_62_two_qualify_and_the_richer_wins() -> None:
    play = settled([5, 1, 6], {**REDS, **BLUES}, cash={"Ada": 99_000, "Bea": 98_000})
    play.shows(winners=["Bea"], ranking=ranked(("Bea", 1), ("Ada", 2)))
    assert cash(play, *TWO) == (109_000, 118_000)


def test_SC_62_equal_in_all_three_share_the_title() -> None:
    play = settled([1, 5, 6], {**REDS, **BLUES}, cash=100_000)
    play.happened("game_over", winners=["Ada", "Bea"]).shows(ranking=ranked(("Ada", 1), ("Bea", 1)))


def test_SC_62_then_the_number_of_horses_decides() -> None:
    """15 000 against 10 000 + 5000 for the same balance; Bea has a fifth horse."""
    horses = {**REDS, **BLUES, 9: ("Bea", 0)}
    play = settled([1, 5, 6], horses, cash=100_000).shows(winners=["Bea"])
    play.shows(ranking=ranked(("Bea", 1), ("Ada", 2)))


def test_SC_62_the_largest_stable_of_one_colour_comes_before_the_number_of_horses() -> None:
    """With stables of three enough: Ada four reds (15 000), Bea three blues and two more (7000 + 3000)."""
    horses = {**REDS, **{n: ("Bea", 0) for n in (5, 6, 7, 9, 13)}}
    money = {"Ada": 100_000, "Bea": 105_000}
    play = settled([1, 5, 6], horses, cash=money, options={"stable_required": 3})
    assert cash(play, *TWO) == (115_000, 115_000)
    play.shows(winners=["Ada"], ranking=ranked(("Ada", 1), ("Bea", 2)))


def test_SC_62_a_richer_player_without_the_stable_comes_second() -> None:
    play = settled([1, 2, 3], {**REDS, 5: ("Bea", 0)}, cash={"Ada": 90_000, "Bea": 900_000})
    play.shows(winners=["Ada"], ranking=ranked(("Ada", 1), ("Bea", 2)))


# ---------------------------------------------------------------- bankruptcy and the other ends


def test_SC_63_the_last_solvent_player_wins() -> None:
    play = market({1: "Ada", 5: "Bea"}, cash={"Ada": -100, "Bea": 500}, race=3).do("Ada", "declare_bankrupt")
    play.happened("player_bankrupt", player="Ada").happened("game_over", winners=["Bea"], why="last_player")
    play.shows(phase="over", ranking=ranked(("Bea", 1), ("Ada", 2)))
    assert play.refused("bank", "close_market") == "game_over"


def test_SC_63_the_last_to_go_bankrupt_ranks_highest_among_them() -> None:
    money = {"Ada": -100, "Bea": 500, "Cyd": -200, "Dan": -300}
    play = market({1: "Ada", 5: "Bea"}, players=FOUR, cash=money, race=2)
    play.do("Cyd", "declare_bankrupt").do("Ada", "declare_bankrupt").shows(
        bankrupt=["Cyd", "Ada"], phase="market"
    )
    play.do("Dan", "declare_bankrupt").shows(bankrupt=["Cyd", "Ada", "Dan"], winners=["Bea"])
    play.shows(ranking=ranked(("Bea", 1), ("Dan", 2), ("Ada", 3), ("Cyd", 4)))


def test_SC_64_after_the_agreed_number_of_races() -> None:
    horses = {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Cyd", 0)}
    given = {"players": THREE, "cash": {"Ada": 9000, "Bea": 20_000, "Cyd": 7000}, "options": {"max_races": 3}}
    settled([9, 1, 5], horses, race=2, **given).shows(phase="market", race=3)
    play = settled([9, 1, 5], horses, race=3, **given).happened("game_over", winners=["Bea"], why="max_races")
    play.shows(phase="over", ranking=ranked(("Bea", 1), ("Ada", 2), ("Cyd", 2)))
    play.happened("race_settled", race=3)


def test_SC_64_the_title_in_the_last_race_is_the_title() -> None:
    play = settled([1, 2, 3], REDS, cash={"Ada": 90_000, "Bea": 900_000}, options={"max_races": 1})
    play.happened("game_over", winners=["Ada"], why="super_crack")


def test_SC_64_the_table_stops_the_game_in_the_market() -> None:
    play = market({1: "Ada", 2: "Ada", 5: "Bea"}, players=THREE, cash={"Ada": 3000, "Bea": 6000, "Cyd": 3000})
    assert play.refused("Ada", "end_game") == "table_only"
    play.do("Ada", "offer_horse", number=1, to="Bea", price=100)
    assert play.refused("table", "end_game") == "sale_in_progress"
    play.do("Ada", "decline_offer").do("table", "end_game")
    play.happened("game_over", winners=["Bea"], why="stopped")
    play.shows(phase="over", winners=["Bea"], ranking=ranked(("Bea", 1), ("Ada", 2), ("Cyd", 3)))


def test_SC_64_equal_players_share_the_first_rank() -> None:
    play = market({1: "Ada", 5: "Cyd"}, players=FOUR, cash={"Ada": 500, "Bea": 100, "Cyd": 500, "Dan": -100})
    play.do("bank", "end_game").shows(winners=["Ada", "Cyd"])
    play.shows(ranking=ranked(("Ada", 1), ("Cyd", 1), ("Bea", 3), ("Dan", 4)))


def test_ranking_by_balance_less_what_is_owed() -> None:
    given = {"cash": {"Ada": 5000, "Bea": 4000}, "options": {"deferred_money": "end_of_game"}}
    play = market({1: "Ada", 5: "Bea"}, owed={"Ada": 2000}, **given).do("bank", "end_game")
    play.shows(winners=["Bea"], accounts={"Ada": 3000, "Bea": 4000}, owed={"Ada": 0}, ledger_total=0)
    assert entries(play) == [("Ada", "bank", 2000, "pay_card")]


def test_after_the_end_everything_is_refused() -> None:
    play = market({1: "Ada"}).do("table", "end_game")
    for by, do in (
        ("Ada", "buy_roll"),
        ("bank", "close_market"),
        ("Zoe", "dance"),
        ("Ada", "identify_cards"),
    ):
        assert play.refused(by, do) == "game_over"
    assert play.refused("table", "confirm_position", horse=1, square=0) == "game_over"
    assert play.game.is_over(play.state) and not play.game.legal_actions(play.state)
