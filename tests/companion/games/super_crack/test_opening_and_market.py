"""SC-1 to SC-10: the opening, the money and the purchase of horses from the bank."""

from __future__ import annotations

import pytest

from tests.playing import refused_game

from .tables import (
    COLOURS,
    FIVE,
    FOUR,
    GAME_ID,
    SIX,
    THREE,
    TWO,
    cash,
    entries,
    laid,
    market,
    names,
    opening,
    racing,
)

ALTERNATING = {str(number): COLOURS[(number - 1) % 4] for number in range(1, 17)}


@pytest.mark.parametrize("players", [TWO, THREE, FOUR, FIVE, SIX], ids=len)
def test_SC_1_two_to_six_players(players: tuple[str, ...]) -> None:
    opening(players).shows(phase="opening", players=list(players), accounts={p: 0 for p in players})


@pytest.mark.parametrize(
    "players",
    [
        (),
        ("Ada",),
        (*SIX, "Gus"),
        ("Ada", "Ada"),
        ("Ada", "bank"),
        ("table", "Bea"),
        ("Ada", ""),
        ("Ada", 2),
        ("Ada", None),
        ("Ada", ["Bea"]),
    ],
)
def test_SC_1_other_players_are_refused(players: tuple[str, ...]) -> None:
    assert refused_game(GAME_ID, players) == "bad_players"


def test_SC_1_actions_of_the_bank_come_from_the_bank() -> None:
    play = opening()
    assert play.refused("Ada", "deal_money") == "bank_only"
    play.do("bank", "deal_money").shows(phase="market")


def test_SC_2_each_player_receives_20_000_francs_once_in_fifteen_notes() -> None:
    notes = {"10000": 1, "2000": 2, "1000": 4, "500": 3, "100": 5}
    assert sum(int(note) * count for note, count in notes.items()) == 20_000
    assert sum(notes.values()) == 15
    play = opening(THREE).do("bank", "deal_money")
    for player in THREE:
        play.happened("money_dealt", player=player, amount=20_000, notes=notes)
        play.happened("money_moved", from_="bank", to=player, amount=20_000, reason="opening_deal")
    play.happened("market_opened", race=1)
    assert cash(play, *THREE) == (20_000,) * 3
    assert play.refused("bank", "deal_money") == "wrong_phase"


def test_SC_3_the_ledger_always_adds_up_and_the_bank_never_runs_out() -> None:
    play = opening(SIX)
    play.shows(accounts={"bank": 0}, ledger_total=0, ledger_last=None)
    play.do("bank", "deal_money").shows(accounts={"bank": -120_000}, ledger_total=0)
    last = {"from": "bank", "to": "Fay", "amount": 20_000, "reason": "opening_deal", "race": 1}
    play.shows(ledger_last=last)
    rich = market({1: "Ada"}, cash={"Ada": 10_000_000, "Bea": -3000})
    rich.shows(accounts={"bank": -9_997_000}, ledger_total=0)


def test_SC_4_a_balance_below_zero_is_a_debt() -> None:
    play = market({1: "Ada", 5: "Bea"}, cash={"Ada": -2500, "Bea": 300})
    play.shows(cash={"Ada": 0, "Bea": 300}, debt={"Ada": 2500, "Bea": 0}, accounts={"Ada": -2500})


def test_SC_4_every_voluntary_payment_needs_the_cash() -> None:
    short = {"Ada": 999, "Bea": 0}
    horse = market({1: "Ada"}, cash={"Ada": 3999, "Bea": 0}).shows(market={"right": "Ada"})
    assert horse.refused("Ada", "buy_horse", number=2) == "not_enough_cash"
    offer = market({1: "Bea"}, cash=short).do("Bea", "offer_horse", number=1, to="Ada", price=1000)
    assert offer.refused("Ada", "accept_offer") == "not_enough_cash"
    auction = market({1: "Bea"}, cash=short).do("Bea", "auction_open", number=1)
    assert auction.refused("Ada", "auction_bid", amount=1000) == "not_enough_cash"
    bets = laid("betting", {1: "Ada", 2: "Ada", 5: "Bea"}, cash={"Ada": 199, "Bea": 0})
    assert bets.refused("Ada", "bet", tokens=["red"] * 3) == "not_enough_cash"
    card = racing({1: ("Ada", 3), 5: ("Bea", 3)}, {"Ada": ["pay_1000"], "Bea": []}, cash=999)
    assert card.refused("Ada", "play_card", card="pay_1000") == "not_enough_cash"


def test_SC_4_forced_payments_may_cause_a_debt() -> None:
    fee = laid("handicap", {1: ("Ada", -3), 5: "Bea", 9: "Bea"}, cash=100, cards_dealt=True)
    fee.do("Ada", "handicap_done").do("Bea", "handicap_done").shows(debt={"Ada": 200})
    horses = {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Bea", 0), 13: ("Bea", 0)}
    poor = laid("settling", horses, cash=100, arrivals=[5, 9, 13], hands={"Ada": ["pay_500"], "Bea": []})
    poor.do("bank", "settle").shows(debt={"Ada": 400}, ledger_total=0)


# ---------------------------------------------------------------- who may buy


def test_SC_5_the_best_roll_buys_one_horse_then_all_roll_again() -> None:
    play = opening(THREE).do("bank", "deal_money")
    play.shows(market={"bidders": list(THREE), "to_roll": list(THREE), "rolls": {}, "right": None})
    play.do("Bea", "buy_roll", value=2).happened("buy_rolled", player="Bea", value=2)
    play.shows(market={"to_roll": ["Ada", "Cyd"], "rolls": {"Bea": 2}, "right": None})
    play.do("Ada", "buy_roll", value=3).did_not_happen("buy_right")
    play.do("Cyd", "buy_roll", value=6).happened("buy_right", player="Cyd")
    play.shows(market={"right": "Cyd", "to_roll": []})
    assert play.refused("Ada", "buy_horse", number=9) == "no_buy_right"
    play.do("Cyd", "buy_horse", number=9)
    play.happened("horse_bought", player="Cyd", number=9, colour="yellow", price=2000)
    assert entries(play) == [("Cyd", "bank", 2000, "horse_purchase")]
    play.shows(market={"right": None, "to_roll": list(THREE), "rolls": {}}, stables={"Cyd": [9], "Ada": []})
    assert play.refused("Cyd", "buy_horse", number=10) == "no_buy_right"


def test_SC_5_every_die_counts_from_one_to_six() -> None:
    for value in range(2, 7):
        play = market(cash=20_000).do("Ada", "buy_roll", value=value).do("Bea", "buy_roll", value=value - 1)
        play.shows(market={"right": "Ada"})


def test_SC_6_tied_players_roll_again_among_themselves() -> None:
    play = market(players=THREE, cash=20_000)
    play.do("Ada", "buy_roll", value=5).do("Cyd", "buy_roll", value=2).do("Bea", "buy_roll", value=5)
    play.happened("roll_tie", players=["Ada", "Bea"]).did_not_happen("buy_right")
    play.shows(market={"to_roll": ["Ada", "Bea"], "right": None})
    assert play.refused("Cyd", "buy_roll", value=6) in {"already_rolled", "not_a_bidder"}
    play.do("Bea", "buy_roll", value=3).do("Ada", "buy_roll", value=3)
    play.happened("roll_tie", players=["Ada", "Bea"])
    play.do("Ada", "buy_roll", value=1).do("Bea", "buy_roll", value=4)
    play.happened("buy_right", player="Bea").shows(market={"right": "Bea"})
    play.do("Bea", "buy_horse", number=1).shows(market={"to_roll": list(THREE)})


def test_SC_6_a_tie_below_the_best_roll_is_no_tie() -> None:
    play = market(players=THREE, cash=20_000)
    for player, value in (("Ada", 2), ("Bea", 2), ("Cyd", 3)):
        play.do(player, "buy_roll", value=value)
    play.did_not_happen("roll_tie").shows(market={"right": "Cyd"})


def test_SC_7_leaving_the_sale_and_the_last_bidder_buys_without_rolling() -> None:
    play = market({1: "Ada"}, players=THREE, cash=20_000)
    play.do("Ada", "leave_sale").happened("left_sale", player="Ada")
    play.shows(market={"left": ["Ada"], "bidders": ["Bea", "Cyd"], "to_roll": ["Bea", "Cyd"], "right": None})
    assert play.refused("Ada", "buy_roll", value=3) == "not_a_bidder"
    play.do("Cyd", "leave_sale").happened("buy_right", player="Bea")
    play.shows(market={"left": ["Ada", "Cyd"], "bidders": ["Bea"], "to_roll": [], "right": "Bea"})
    play.do("Bea", "buy_horse", number=5).do("Bea", "buy_horse", number=9)
    play.shows(stables={"Bea": [5, 9]}, market={"right": "Bea"})
    play.do("Bea", "leave_sale").happened("sale_over").shows(market={"bidders": [], "right": None})


def test_SC_7_rejoining_while_the_market_is_open() -> None:
    play = market({1: "Ada"}, cash=20_000)
    assert play.refused("Ada", "rejoin_sale") == "not_left"
    play.do("Ada", "leave_sale").do("Bea", "leave_sale")
    assert play.refused("Ada", "leave_sale") == "already_left"
    play.do("Bea", "rejoin_sale").happened("rejoined_sale", player="Bea").happened("buy_right", player="Bea")
    play.do("Ada", "rejoin_sale").shows(market={"bidders": list(TWO), "left": []})


def test_SC_7_rejoining_is_possible_while_another_holds_the_right() -> None:
    play = market(cash=20_000).do("Ada", "leave_sale").shows(market={"right": "Bea"})
    play.do("Ada", "rejoin_sale").shows(market={"bidders": list(TWO)})
    if play.view["market"]["right"] == "Bea":
        play.do("Bea", "buy_horse", number=1)
    play.shows(market={"right": None, "to_roll": list(TWO)})


def test_SC_7_one_who_cannot_afford_any_horse_left_is_no_bidder() -> None:
    others = {number: "Bea" for number in range(5, 17)}
    play = market({1: "Ada", **others}, players=THREE, cash={"Ada": 3900, "Bea": 1900, "Cyd": 2000})
    play.shows(market={"bidders": ["Cyd"], "right": "Cyd"})
    assert play.refused("Ada", "buy_roll", value=6) == "purchase_pending"
    three = market({1: "Ada", **others}, players=THREE, cash={"Ada": 4000, "Bea": 1999, "Cyd": 2000})
    three.shows(market={"bidders": ["Ada", "Cyd"], "right": None})
    assert three.refused("Bea", "buy_roll", value=6) == "not_a_bidder"


def test_SC_7_when_the_last_one_expected_leaves_the_rolls_decide() -> None:
    play = market(players=THREE, cash=20_000)
    play.do("Ada", "buy_roll", value=4).do("Bea", "buy_roll", value=2)
    play.do("Cyd", "leave_sale").happened("buy_right", player="Ada").shows(market={"right": "Ada"})


def test_SC_7_the_holder_of_the_right_may_leave() -> None:
    play = market(players=THREE, cash=20_000)
    for player, value in (("Ada", 6), ("Bea", 2), ("Cyd", 3)):
        play.do(player, "buy_roll", value=value)
    play.do("Ada", "leave_sale").shows(market={"bidders": ["Bea", "Cyd"]})
    assert play.view["market"]["right"] != "Ada"
    assert play.refused("Ada", "buy_horse", number=1) == "no_buy_right"


@pytest.mark.parametrize("opened", ["offer", "auction"])
def test_SC_7_nobody_buys_from_the_bank_while_a_sale_is_open(opened: str) -> None:
    play = market({1: "Ada", 5: "Bea"}, cash={"Ada": 9000, "Bea": 500}).shows(market={"right": "Ada"})
    if opened == "offer":
        play.do("Bea", "offer_horse", number=5, to="Ada", price=100)
    else:
        play.do("Bea", "auction_open", number=5)
    assert play.refused("Ada", "buy_horse", number=9) == "sale_in_progress"
    assert play.refused("Ada", "buy_roll", value=2) == "sale_in_progress"
    play.do("Ada", *(("decline_offer",) if opened == "offer" else ("auction_pass",)))
    play.do("Ada", "buy_horse", number=9).shows(stables={"Ada": [1, 9]})


def test_SC_7_giving_up_a_right_keeps_the_player_in_the_sale() -> None:
    play = market(cash=20_000).do("Ada", "buy_roll", value=6).do("Bea", "buy_roll", value=1)
    assert play.refused("Bea", "skip_buy") == "no_buy_right"
    play.do("Ada", "skip_buy").happened("buy_skipped", player="Ada")
    play.shows(market={"bidders": list(TWO), "right": None, "to_roll": list(TWO), "rolls": {}})


def test_SC_7_the_only_bidder_leaves_the_sale_instead_of_skipping() -> None:
    play = market(cash={"Ada": 9000, "Bea": 0}).shows(market={"right": "Ada"})
    assert play.refused("Ada", "skip_buy") == "use_leave_sale"


# ---------------------------------------------------------------- prices and owner cards


def test_SC_8_the_price_grows_with_the_horses_of_that_colour() -> None:
    play = market(cash={"Ada": 30_000, "Bea": 0})
    paid = []
    for number in (3, 1, 4, 2, 9):
        before = play.view["cash"]["Ada"]
        paid.append(before - play.do("Ada", "buy_horse", number=number).view["cash"]["Ada"])
    assert paid == [2000, 4000, 6000, 10_000, 2000]
    prices = {"red": None, "blue": 2000, "yellow": 4000, "green": 2000}
    play.shows(market={"prices": {"Ada": prices}})


def test_SC_8_horses_of_rivals_do_not_count() -> None:
    play = market({1: "Bea", 2: "Bea", 3: "Bea"}, cash={"Ada": 9000, "Bea": 0})
    play.shows(market={"prices": {"Ada": {"red": 2000}, "Bea": {"red": 10_000, "blue": 2000}}})
    play.do("Ada", "buy_horse", number=4).happened("horse_bought", price=2000)


@pytest.mark.parametrize(("owned", "price"), [(0, 2000), (1, 4000), (2, 6000), (3, 10_000)])
def test_SC_8_one_franc_too_few_is_not_enough(owned: int, price: int) -> None:
    stable = {number: "Ada" for number in range(1, owned + 1)}
    rest = {number: "Bea" for number in range(5, 17)}
    play = market({**stable, **rest}, cash={"Ada": price, "Bea": 0}).shows(market={"right": "Ada"})
    play.do("Ada", "buy_horse", number=4).shows(accounts={"Ada": 0})
    poor = market({**stable, **rest}, cash={"Ada": price - 1, "Bea": 0}).shows(market={"right": None})
    assert poor.refused("Ada", "buy_horse", number=4) == "no_buy_right"


def test_SC_9_number_and_colour_are_tied_by_the_owner_card() -> None:
    view = opening().view
    assert [view["horses"][str(number)]["colour"] for number in range(1, 17)] == [
        colour for colour in COLOURS for _ in range(4)
    ]
    family = market(cash={"Ada": 20_000, "Bea": 0}, owner_cards=ALTERNATING)
    family.do("Ada", "buy_horse", number=14).happened("horse_bought", number=14, colour="blue", price=2000)
    family.do("Ada", "buy_horse", number=2).happened("horse_bought", number=2, colour="blue", price=4000)
    family.shows(stables={"Ada": [2, 14]}, horses={"2": {"colour": "blue", "owner": "Ada", "square": None}})


def test_SC_9_an_owner_card_is_sold_once() -> None:
    play = market({1: "Bea"}, cash={"Ada": 9000, "Bea": 0})
    assert play.refused("Ada", "buy_horse", number=1) == "horse_sold"
    for nonsense in (0, 17, -1, "2", True, None, 2.0, [2]):
        assert play.refused("Ada", "buy_horse", number=nonsense) == "unknown_horse"


@pytest.mark.parametrize("owned", [0, 1, 2, 3, 4])
def test_SC_10_three_owned_horses_start_a_race(owned: int) -> None:
    play = market({number: TWO[number % 2] for number in range(1, owned + 1)}, cash=0)
    if owned < 3:
        assert play.refused("bank", "close_market") == "too_few_horses"
    else:
        play.do("bank", "close_market").shows(phase="handicap")
        assert names(play).count("handicap_started") == 1
