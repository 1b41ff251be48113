"""SC-11 to SC-16: private sales, auctions, debts, bankruptcy and the end of the market."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.playing import Play

from .tables import FOUR, THREE, cash, entries, market, names, square

MONEY = {"Ada": 1000, "Bea": 9000, "Cyd": 4000}


def between_races(money: Mapping[str, int] = MONEY) -> Play:
    """Ada has 1 and 2, Bea 3, Cyd 9; the second market."""
    return market({1: "Ada", 2: "Ada", 3: "Bea", 9: "Cyd"}, players=THREE, cash=money, race=2)


# ---------------------------------------------------------------- four colours


def test_SC_11_a_missing_colour_is_only_mentioned() -> None:
    play = market({1: "Ada", 2: "Ada", 9: "Bea"}, cash=0)
    play.do("bank", "close_market").happened("colours_missing", colours=["blue", "green"])
    play.shows(phase="handicap")
    four = market({1: "Ada", 5: "Ada", 9: "Bea", 13: "Bea"}, cash=0)
    four.do("bank", "close_market").did_not_happen("colours_missing")


def test_SC_11_the_option_refuses_a_missing_colour_in_the_first_race_only() -> None:
    strict = {"require_four_colours": True}
    stables = {1: "Ada", 5: "Ada", 9: "Bea"}
    assert market(stables, cash=0, options=strict).refused("bank", "close_market") == "colours_missing"
    market({**stables, 13: "Bea"}, cash=0, options=strict).do("bank", "close_market").shows(phase="handicap")
    later = market(stables, cash=0, options=strict, race=2).do("bank", "close_market")
    later.shows(phase="handicap").did_not_happen("colours_missing")


# ---------------------------------------------------------------- private sale


def test_SC_12_owners_sell_a_horse_at_any_agreed_price() -> None:
    play = between_races()
    play.do("Ada", "offer_horse", number=1, to="Bea", price=5500)
    play.happened("horse_offered", number=1, seller="Ada", to="Bea", price=5500)
    play.shows(market={"offer": {"number": 1, "seller": "Ada", "to": "Bea", "price": 5500}})
    bank = play.view["accounts"]["bank"]
    play.do("Bea", "accept_offer")
    transfer = {"number": 1, "seller": "Ada", "buyer": "Bea", "price": 5500, "how": "private_sale"}
    play.happened("horse_transferred", **transfer)
    assert entries(play) == [("Bea", "Ada", 5500, "private_sale")]
    assert cash(play, "Ada", "Bea", "bank") == (6500, 3500, bank)
    play.shows(stables={"Ada": [2], "Bea": [1, 3]}, market={"offer": None})


def test_SC_12_a_gift_makes_no_entry() -> None:
    play = between_races().do("Ada", "offer_horse", number=2, to="Cyd", price=0).do("Cyd", "accept_offer")
    assert entries(play) == []
    play.shows(stables={"Ada": [1], "Cyd": [2, 9]}, ledger_last=None)


@pytest.mark.parametrize("price", [50, 550, -100, True, "500", None, 1.5, [500]])
def test_SC_12_a_price_is_a_multiple_of_a_hundred(price: object) -> None:
    play = between_races()
    assert play.refused("Ada", "offer_horse", number=1, to="Bea", price=price) == "bad_amount"


def test_SC_12_buyer_or_seller_may_decline() -> None:
    for by in ("Ada", "Bea"):
        play = between_races().do("Ada", "offer_horse", number=1, to="Bea", price=500)
        assert play.refused("Cyd", "decline_offer") == "not_for_you"
        assert play.refused("Cyd", "accept_offer") == "not_for_you"
        assert play.refused("Ada", "accept_offer") == "not_for_you"
        play.do(by, "decline_offer").happened("offer_closed", number=1, by_=by)
        play.shows(market={"offer": None}, stables={"Ada": [1, 2]})
        assert play.refused(by, "decline_offer") == "no_offer"
        assert play.refused("Bea", "accept_offer") == "no_offer"


# ---------------------------------------------------------------- auction


def test_SC_13_the_hammer_falls_when_all_others_have_passed() -> None:
    play = between_races().do("Ada", "auction_open", number=2, min=1000)
    play.happened("auction_opened", number=2, seller="Ada", min=1000)
    play.shows(market={"auction": {"number": 2, "seller": "Ada", "min": 1000, "bid": None, "bidder": None}})
    assert play.refused("Bea", "auction_bid", amount=900) == "bid_too_low"
    play.do("Bea", "auction_bid", amount=1000).happened("auction_bid", player="Bea", amount=1000)
    assert play.refused("Cyd", "auction_bid", amount=1000) == "bid_too_low"
    assert play.refused("Cyd", "auction_bid", amount=4100) == "not_enough_cash"
    play.do("Cyd", "auction_bid", amount=4000)
    play.shows(market={"auction": {"bid": 4000, "bidder": "Cyd", "passed": []}})
    play.do("Bea", "auction_pass").happened("auction_passed", player="Bea")
    transfer = {"number": 2, "seller": "Ada", "buyer": "Cyd", "price": 4000, "how": "auction"}
    play.happened("horse_transferred", **transfer)
    assert entries(play) == [("Cyd", "Ada", 4000, "auction")]
    play.shows(market={"auction": None}, stables={"Ada": [1], "Cyd": [2, 9]})


def test_SC_13_a_pass_is_final() -> None:
    stables = {1: "Ada", 2: "Bea", 3: "Cyd", 4: "Dan"}
    play = market(stables, players=FOUR, cash=9000, race=2).do("Ada", "auction_open", number=1)
    play.do("Bea", "auction_pass").shows(market={"auction": {"passed": ["Bea"], "min": 100}})
    assert play.refused("Bea", "auction_bid", amount=500) == "cannot_bid"
    assert play.refused("Bea", "auction_pass") == "cannot_bid"
    play.do("Dan", "auction_pass").shows(market={"auction": {"passed": ["Bea", "Dan"]}})
    play.do("Cyd", "auction_bid", amount=100).happened("horse_transferred", buyer="Cyd", price=100)


def test_SC_13_without_a_bid_the_horse_is_unsold() -> None:
    play = between_races().do("Ada", "auction_open", number=1).do("Cyd", "auction_pass")
    play.do("Bea", "auction_pass").happened("auction_unsold", number=1).did_not_happen("horse_transferred")
    play.shows(stables={"Ada": [1, 2]}, market={"auction": None})
    assert play.refused("Bea", "auction_bid", amount=500) == "no_auction"
    assert play.refused("Bea", "auction_pass") == "no_auction"


def test_SC_13_neither_seller_nor_highest_bidder_bids() -> None:
    play = between_races().do("Ada", "auction_open", number=1)
    assert play.refused("Ada", "auction_bid", amount=500) == "cannot_bid"
    assert play.refused("Ada", "auction_pass") == "cannot_bid"
    play.do("Bea", "auction_bid", amount=500)
    assert play.refused("Bea", "auction_bid", amount=600) == "cannot_bid"
    assert play.refused("Bea", "auction_pass") == "cannot_bid"


def test_SC_13_between_two_players_the_first_bid_takes_the_horse() -> None:
    play = market({1: "Ada", 5: "Bea"}, cash=9000, race=2).do("Ada", "auction_open", number=1)
    play.do("Bea", "auction_bid", amount=700).happened("horse_transferred", buyer="Bea", price=700)


@pytest.mark.parametrize("amount", [0, 50, -100, True, "500", 1.5, [100]])
def test_SC_13_the_minimum_is_at_least_a_hundred(amount: object) -> None:
    assert between_races().refused("Ada", "auction_open", number=1, min=amount) == "bad_amount"


@pytest.mark.parametrize("amount", [1050, 1, True, "1000", None, 1000.5])
def test_SC_13_bids_are_in_hundreds(amount: object) -> None:
    play = between_races().do("Ada", "auction_open", number=1)
    assert play.refused("Bea", "auction_bid", amount=amount) == "bad_amount"


def test_SC_14_the_bank_buys_nothing_back() -> None:
    play = between_races()
    for bank in ("bank", "table"):
        assert play.refused("Ada", "offer_horse", number=1, to=bank, price=100) == "unknown_player"


def test_SC_14_price_steps_count_every_horse_however_acquired() -> None:
    play = market({1: "Ada", 2: "Ada", 3: "Bea"}, cash={"Ada": 20_000, "Bea": 0}, race=2)
    play.shows(market={"prices": {"Ada": {"red": 6000}}})
    play.do("Bea", "auction_open", number=3).do("Ada", "auction_bid", amount=100)
    play.shows(market={"prices": {"Ada": {"red": 10_000}, "Bea": {"red": 2000}}})
    play.do("Ada", "buy_horse", number=4).happened("horse_bought", price=10_000)


# ---------------------------------------------------------------- debts


def test_SC_15_a_sale_pays_the_debt_back() -> None:
    play = between_races({"Ada": -2500, "Bea": 9000, "Cyd": 4000})
    play.do("Bea", "leave_sale").do("Cyd", "leave_sale")
    assert play.refused("bank", "close_market") == "debt_unsettled"
    play.do("Ada", "offer_horse", number=2, to="Bea", price=2500).do("Bea", "accept_offer")
    play.shows(debt={"Ada": 0}, accounts={"Ada": 0})
    play.do("bank", "close_market").shows(phase="handicap")


def test_SC_15_bankruptcy_returns_the_horses_and_writes_the_debt_off() -> None:
    play = between_races({"Ada": -2500, "Bea": 9000, "Cyd": 4000})
    assert play.refused("Bea", "declare_bankrupt") == "not_in_debt"
    play.do("Ada", "declare_bankrupt").happened("player_bankrupt", player="Ada")
    assert entries(play) == [("bank", "Ada", 2500, "write_off")]
    play.shows(bankrupt=["Ada"], accounts={"Ada": 0, "bank": -13_000}, ledger_total=0, stables={"Ada": []})
    play.shows(horses={"1": {"owner": None}, "2": {"owner": None}}, market={"bidders": ["Bea", "Cyd"]})
    for do in ("leave_sale", "rejoin_sale", "declare_bankrupt", "buy_roll"):
        assert play.refused("Ada", do) == "player_out"
    play.do("Cyd", "leave_sale").do("Bea", "buy_horse", number=1).shows(stables={"Bea": [1, 3]})


def test_SC_15_no_bankruptcy_while_a_sale_is_open() -> None:
    play = between_races({"Ada": -2500, "Bea": 9000, "Cyd": 4000}).do("Ada", "auction_open", number=1)
    assert play.refused("Ada", "declare_bankrupt") == "sale_in_progress"
    assert play.refused("Bea", "declare_bankrupt") == "not_in_debt"


def test_SC_15_a_player_who_went_bankrupt_takes_no_part_in_the_next_race() -> None:
    stables = {1: "Bea", 2: "Bea", 9: "Cyd"}
    play = market(stables, players=THREE, cash={"Ada": -1, "Bea": 0, "Cyd": 0}, race=2)
    play.do("Ada", "declare_bankrupt").do("bank", "close_market")
    hands = {"Bea": [None] * 4, "Cyd": [None] * 4}
    play.do("bank", "deal_cards", hands=hands).shows(hand_counts={"Ada": 0, "Bea": 4, "Cyd": 4})
    play.do("Bea", "handicap_done").do("Cyd", "handicap_done").shows(phase="betting")
    assert play.refused("Ada", "no_bet") == "player_out"
    play.do("Bea", "no_bet").do("Cyd", "no_bet").shows(phase="start_roll")


# ---------------------------------------------------------------- the market closes


def test_SC_16_the_market_closes_when_nothing_is_left_to_do() -> None:
    stables = {1: "Ada", 2: "Ada", 3: "Bea", 9: "Bea"}
    play = market(stables, cash={"Ada": -100, "Bea": 9000}, race=2)
    play.do("Ada", "auction_open", number=1)
    assert play.refused("bank", "close_market") == "sale_in_progress"
    play.do("Bea", "auction_pass")
    assert play.refused("bank", "close_market") == "debt_unsettled"
    play.do("Ada", "offer_horse", number=1, to="Bea", price=100).do("Bea", "accept_offer")
    assert play.refused("bank", "close_market") == "sale_still_open"
    play.do("Bea", "leave_sale").do("bank", "close_market")
    play.shows(phase="handicap", race=2, market=None).happened("handicap_started", race=2)
    assert [square(play, number) for number in (1, 2, 3, 9, 4)] == [0, 0, 0, 0, None]
    assert play.refused("bank", "close_market") == "wrong_phase"


def test_SC_16_only_the_bank_closes() -> None:
    play = market({1: "Ada", 5: "Ada", 9: "Bea"}, cash=0)
    assert play.refused("Ada", "close_market") == "bank_only"
    play.do("table", "close_market").shows(phase="handicap")


def test_SC_16_what_is_refused_first_at_the_close() -> None:
    """Several things wrong at once: open sale, debt, bidders, horses, colours, in the order of the table."""
    play = market({1: "Ada"}, cash={"Ada": -100, "Bea": 9000}, options={"require_four_colours": True})
    play.do("Ada", "offer_horse", number=1, to="Bea", price=100)
    assert play.refused("bank", "close_market") == "sale_in_progress"
    play.do("Ada", "decline_offer")
    assert play.refused("bank", "close_market") == "debt_unsettled"
    play.do("Ada", "offer_horse", number=1, to="Bea", price=100).do("Bea", "accept_offer")
    assert play.refused("bank", "close_market") == "sale_still_open"
    play.do("Bea", "leave_sale")
    assert play.refused("bank", "close_market") == "too_few_horses"
    play.do("Bea", "rejoin_sale").do("Bea", "buy_horse", number=5).do("Bea", "buy_horse", number=9)
    play.do("Bea", "leave_sale")
    assert play.refused("bank", "close_market") == "colours_missing"


def test_SC_16_the_sale_is_over_when_nobody_bids_any_more() -> None:
    play = market({1: "Ada", 5: "Ada"}, cash={"Ada": 2000, "Bea": 0})
    play.do("Ada", "buy_horse", number=9).happened("sale_over").shows(market={"bidders": [], "right": None})
    assert "buy_right" not in names(play)
    play.do("bank", "close_market").shows(phase="handicap")


def test_SC_15_what_a_bankrupt_player_owed_is_never_paid() -> None:
    money = {"Ada": -100, "Bea": 500, "Cyd": 500}
    options = {"deferred_money": "end_of_game"}
    play = market({5: "Bea"}, players=THREE, cash=money, race=2, owed={"Ada": 2000}, options=options)
    play.do("Ada", "declare_bankrupt").do("table", "end_game")
    assert entries(play) == [] and cash(play, *THREE) == (0, 500, 500)
