"""Section 8: the worked examples of the sale, the handicap and the bets, by row."""

from __future__ import annotations

import pytest

from .tables import FIVE, FOUR, THREE, TWO, cash, entries, handicap, laid, market, opening, settling, square

SECOND_MARKET = {1: "Ada", 2: "Ada", 3: "Bea", 9: "Cyd"}
HANDICAP = {2: "Ada", 9: "Ada", 5: "Bea", 13: "Bea"}


def test_row_001_opening_money() -> None:
    play = opening().do("bank", "deal_money")
    play.shows(accounts={"Ada": 20_000, "Bea": 20_000, "bank": -40_000}, ledger_total=0)


def test_row_002_five_purchases() -> None:
    play = market(cash={"Ada": 30_000, "Bea": 0})
    for number, price in ((1, 2000), (2, 4000), (5, 2000), (3, 6000), (4, 10_000)):
        play.do("Ada", "buy_horse", number=number).happened("horse_bought", number=number, price=price)
    play.shows(cash={"Ada": 6000})


def test_row_003_the_third_blue_is_too_dear() -> None:
    play = market({**dict.fromkeys((1, 2, 3, 4, 5), "Ada")}, cash={"Ada": 6000, "Bea": 0})
    play.shows(market={"prices": {"Ada": {"blue": 4000, "red": None}}})
    play.do("Ada", "buy_horse", number=6).shows(cash={"Ada": 2000})
    assert play.refused("Ada", "buy_horse", number=7) == "not_enough_cash"
    play.shows(market={"prices": {"Ada": {"blue": 6000}}})


def test_row_004_purchase_by_best_roll_with_tie() -> None:
    play = market(players=THREE, cash=20_000)
    for player, value in (("Ada", 5), ("Bea", 5), ("Cyd", 2)):
        play.do(player, "buy_roll", value=value)
    play.happened("roll_tie", players=["Ada", "Bea"])
    play.do("Ada", "buy_roll", value=1).do("Bea", "buy_roll", value=4).happened("buy_right", player="Bea")
    play.do("Bea", "buy_horse", number=9).shows(stables={"Bea": [9]})


def test_row_005_no_roll_while_a_right_is_pending() -> None:
    play = market(cash=20_000).do("Ada", "buy_roll", value=1).do("Bea", "buy_roll", value=4)
    assert play.refused("Ada", "buy_roll", value=6) == "purchase_pending"


def test_row_006_ranking_round() -> None:
    play = market(players=THREE, cash=20_000, options={"buy_order": "ranking_round"})
    for player, value in (("Ada", 2), ("Bea", 6), ("Cyd", 6)):
        play.do(player, "buy_roll", value=value)
    order = []
    for number in (1, 5, 9):
        order.append(play.view["market"]["right"])
        play.do(order[-1], "buy_horse", number=number)
    assert order == ["Bea", "Cyd", "Ada"]
    play.shows(market={"to_roll": list(THREE)})


def test_row_007_two_horses_are_too_few() -> None:
    play = market({1: "Ada", 5: "Bea"}, cash=9000).do("Ada", "leave_sale").do("Bea", "leave_sale")
    assert play.refused("bank", "close_market") == "too_few_horses"
    play.do("Ada", "rejoin_sale").do("Ada", "buy_horse", number=2).do("Ada", "leave_sale")
    play.do("bank", "close_market").shows(phase="handicap")
    market({1: "Ada", 5: "Bea"}, cash=0).do("table", "end_game").shows(phase="over")


def test_row_008_a_missing_colour() -> None:
    stables = {1: "Ada", 5: "Bea", 9: "Bea"}
    market(stables, cash=0).do("bank", "close_market").happened("colours_missing", colours=["green"])
    strict = market(stables, cash=0, options={"require_four_colours": True})
    assert strict.refused("bank", "close_market") == "colours_missing"


def test_row_009_blue_cards_add_up() -> None:
    play = handicap(HANDICAP, {"Ada": ["back_own_4", "back_own_2"], "Bea": []})
    play.do("Ada", "play_card", card="back_own_4", horse=2).do("Ada", "play_card", card="back_own_2", horse=2)
    assert square(play, 2) == -6
    play.do("Ada", "handicap_done").do("Bea", "handicap_done")
    play.happened("fee_charged", player="Ada", horse=2, squares=6, amount=600)


def test_row_010_one_square_is_lost() -> None:
    play = handicap({**HANDICAP, 13: ("Bea", -3)}, {"Ada": [], "Bea": ["advance_4"]}, cash=1000)
    play.do("Bea", "play_card", card="advance_4", horse=13)
    assert square(play, 13) == 0
    play.do("Ada", "handicap_done").do("Bea", "handicap_done").did_not_happen("fee_charged")
    assert cash(play, "Bea") == (1000,)


def test_row_011_no_handicap_to_reduce() -> None:
    play = handicap(HANDICAP, {"Ada": ["advance_2"], "Bea": []})
    assert play.refused("Ada", "play_card", card="advance_2", horse=2) == "no_handicap"


def test_row_012_blue_cards_to_play() -> None:
    play = handicap(HANDICAP, {"Ada": ["back_own_2"], "Bea": []})
    assert play.refused("Ada", "handicap_done") == "blue_cards_to_play"


def test_row_013_the_end_of_the_red_zone() -> None:
    horses = {**HANDICAP, 2: ("Ada", -6)}
    play = handicap(horses, {"Ada": [], "Bea": ["back_any_5"]}, board={"red_zone": 8})
    play.do("Bea", "play_card", card="back_any_5", horse=2)
    assert square(play, 2) == -8
    play.do("Ada", "handicap_done").do("Bea", "handicap_done").happened("fee_charged", horse=2, amount=800)


def test_row_014_a_fee_can_make_a_debt() -> None:
    horses = {2: ("Ada", -6), 5: "Bea", 9: "Bea"}
    play = handicap(horses, {"Ada": [], "Bea": []}, cash={"Ada": 300, "Bea": 0})
    play.do("Ada", "handicap_done").do("Bea", "handicap_done")
    play.shows(accounts={"Ada": -300}, debt={"Ada": 300}, cash={"Ada": 0}, phase="betting")
    assert play.refused("Ada", "bet", tokens=["red"] * 3) == "not_enough_cash"


def test_row_015_no_sprint_in_the_handicap() -> None:
    play = handicap(HANDICAP, {"Ada": ["sprint"], "Bea": []})
    assert play.refused("Ada", "play_card", card="sprint", horse=2) == "not_in_handicap"


def test_row_016_the_prices_of_bets() -> None:
    play = laid("betting", {1: "Eve", 5: "Eve", 9: "Eve"}, players=FIVE, cash=2000)
    yellow, blue, green = "yellow", "blue", "green"
    bets = {
        "Ada": ([yellow, blue, yellow], 200),
        "Bea": ([yellow, yellow, blue, green], 500),
        "Cyd": ([yellow] * 5, 1000),
        "Dan": ([yellow, blue, green] * 2, 2000),
    }
    for player, (tokens, price) in bets.items():
        play.do(player, "bet", tokens=tokens).happened("bet_placed", player=player, stake=price)
        assert entries(play) == [(player, "bank", price, "bet")]


def test_row_017_two_or_seven_tokens_or_a_second_bet() -> None:
    play = laid("betting", {1: "Ada", 5: "Bea", 9: "Bea"})
    assert play.refused("Ada", "bet", tokens=["red"] * 2) == "bet_size"
    assert play.refused("Ada", "bet", tokens=["red"] * 7) == "bet_size"
    play.do("Ada", "bet", tokens=["red"] * 3)
    assert play.refused("Ada", "bet", tokens=["red"] * 3) == "already_bet"


def test_row_050_bankruptcy() -> None:
    play = market(SECOND_MARKET, players=THREE, cash={"Ada": -2500, "Bea": 9000, "Cyd": 4000}, race=2)
    play.do("Ada", "declare_bankrupt")
    assert entries(play) == [("bank", "Ada", 2500, "write_off")]
    play.shows(bankrupt=["Ada"], stables={"Ada": []}, horses={"1": {"owner": None}}, accounts={"Ada": 0})


def test_row_051_debt_repaid_by_auction() -> None:
    play = market(SECOND_MARKET, players=THREE, cash={"Ada": -2500, "Bea": 9000, "Cyd": 4000}, race=2)
    play.do("Ada", "auction_open", number=2).do("Bea", "auction_bid", amount=2600).do("Cyd", "auction_pass")
    play.shows(cash={"Ada": 100}, debt={"Ada": 0}, stables={"Ada": [1], "Bea": [2, 3]})


def test_row_052_a_bid_equal_to_the_last() -> None:
    play = market(SECOND_MARKET, players=THREE, cash=9000, race=2).do("Ada", "auction_open", number=1)
    play.do("Bea", "auction_bid", amount=500)
    assert play.refused("Cyd", "auction_bid", amount=500) == "bid_too_low"


def test_row_060_colours_of_a_family_box() -> None:
    colours = ("red", "blue", "yellow", "green")
    box = {str(number): colours[(number - 1) % 4] for number in range(1, 17)}
    play = market(cash={"Ada": 20_000, "Bea": 0}, owner_cards=box)
    for number, price in ((2, 2000), (6, 4000), (9, 2000)):
        play.do("Ada", "buy_horse", number=number).happened("horse_bought", price=price)


def test_row_061_the_deck_is_too_small_for_the_deal() -> None:
    play = handicap(HANDICAP, deck={"joker": 4, "advance_1": 3})
    hands = {"Ada": [None] * 4, "Bea": [None] * 4}
    assert play.refused("bank", "deal_cards", hands=hands) == "deck_too_small"
    eight = handicap(HANDICAP, deck={"joker": 4, "advance_1": 4}).do("bank", "deal_cards", hands=hands)
    eight.shows(deck={"count": 0})


def test_row_066_the_last_solvent_player() -> None:
    play = market({1: "Ada", 5: "Bea"}, cash={"Ada": -100, "Bea": 500}).do("Ada", "declare_bankrupt")
    play.happened("game_over", winners=["Bea"], why="last_player").shows(phase="over")


def test_row_068_only_one_owner() -> None:
    play = laid("betting", {1: "Ada", 5: "Ada"}, cash=500)
    play.do("Ada", "no_bet").do("Bea", "no_bet").shows(phase="racing", turn="Ada", to_roll=[1, 5])
    for value in (1, 2, 3):
        play.do("Ada", "roll", value=value)
    assert square(play, 1) == 4


def test_row_069_blue_cards_free() -> None:
    play = handicap(
        {1: "Ada", 5: "Ada", 9: "Ada"}, {"Ada": ["back_own_3"]}, options={"blue_cards": "free"}, cash=0
    )
    for player in TWO:
        play.do(player, "handicap_done")
    for player in TWO:
        play.do(player, "no_bet")
    play.do("Ada", "play_card", card="back_own_3", horse=1).shows(accounts={"Ada": 0})
    assert square(play, 1) == -3


def test_row_077_required_colours() -> None:
    play = market({1: "Ada", 5: "Ada", 9: "Bea"}, cash=0, options={"require_four_colours": True})
    assert play.refused("bank", "close_market") == "colours_missing"


def test_row_082_a_private_sale() -> None:
    play = market(SECOND_MARKET, players=THREE, cash={"Ada": 1000, "Bea": 9000, "Cyd": 4000}, race=2)
    bank = cash(play, "bank")
    play.do("Ada", "offer_horse", number=1, to="Bea", price=5500).do("Bea", "accept_offer")
    assert cash(play, "Ada", "Bea") == (6500, 3500) and cash(play, "bank") == bank


def test_row_090_no_purchase_during_an_auction() -> None:
    money = {"Ada": 9000, "Bea": 1000, "Cyd": 1000}
    play = market({1: "Ada", 5: "Bea", 9: "Cyd"}, players=THREE, cash=money).shows(market={"right": "Ada"})
    play.do("Bea", "auction_open", number=5)
    assert play.refused("Ada", "buy_horse", number=13) == "sale_in_progress"
    play.do("Ada", "auction_bid", amount=100).do("Cyd", "auction_pass").happened(
        "horse_transferred", buyer="Ada"
    )
    play.do("Ada", "buy_horse", number=13)


def test_row_091_the_last_bidder_spends_his_last_money() -> None:
    play = market({1: "Ada", 5: "Ada"}, cash={"Ada": 2000, "Bea": 0}).do("Ada", "buy_horse", number=9)
    play.happened("sale_over").do("bank", "close_market")


def test_row_092_four_colours_only_matter_in_the_first_race() -> None:
    play = market({1: "Ada", 5: "Ada", 6: "Bea"}, cash=0, race=2, options={"require_four_colours": True})
    play.do("bank", "close_market").shows(phase="handicap")


def test_row_093_cards_per_race() -> None:
    play = handicap(HANDICAP, options={"cards_per_race": 2})
    four = {"Ada": [None] * 4, "Bea": [None] * 4}
    assert play.refused("bank", "deal_cards", hands=four) == "wrong_card_count"
    play.do("bank", "deal_cards", hands={"Ada": [None] * 2, "Bea": [None] * 2})


@pytest.mark.parametrize("by", ["bank", "table"])
def test_row_095_bank_and_table_are_interchangeable(by: str) -> None:
    play = opening(FOUR)
    assert play.refused("Ada", "deal_money") == "bank_only"
    assert play.refused(by, "leave_sale") == "unknown_player"
    play.do(by, "deal_money").shows(phase="market")


def test_row_096_left_over_cards_in_any_order() -> None:
    for first in ("advance_1", "joker"):
        horses = {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Bea", 0)}
        hands = {"Ada": ["advance_1"], "Bea": ["joker"]}
        deck = {"advance_1": 1, "joker": 1}
        play = settling([1, 5, 9], horses, hands, deck=deck, cash=0, options={"cards_per_race": 1})
        play.do("bank", "settle").do("Ada", "leave_sale").do("Bea", "leave_sale").do("bank", "close_market")
        play.do("bank", "deal_cards", hands={"Ada": [first], "Bea": [None]})


def test_row_099_red_and_green_cards_are_kept() -> None:
    play = handicap({1: ("Ada", -2), 5: "Bea", 6: "Bea"}, {"Ada": ["back_any_2", "advance_1"], "Bea": []})
    for do in ("handicap_done", "no_bet"):
        for player in TWO:
            play.do(player, do)
    play.do("Ada", "start_roll", value=6).do("Bea", "start_roll", value=2)
    play.do("Ada", "play_card", card="advance_1", horse=1).do("Ada", "play_card", card="back_any_2", horse=6)
    assert (square(play, 1), square(play, 6)) == (-1, -2)


def test_row_101_price_steps_count_every_horse_owned() -> None:
    play = market({1: "Ada", 2: "Ada", 3: "Bea"}, cash={"Ada": 13_000, "Bea": 0}, race=2)
    play.do("Bea", "offer_horse", number=3, to="Ada", price=100).do("Ada", "accept_offer")
    play.do("Ada", "buy_horse", number=4).happened("horse_bought", price=10_000).shows(cash={"Ada": 2900})
