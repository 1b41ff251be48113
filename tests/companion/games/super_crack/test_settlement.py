"""SC-50 to SC-59: the settlement after a race, in the sheet's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from .tables import THREE, TWO, cash, entries, hand, names, racing, settling, square

HORSES = {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Bea", 0)}
FIRST_THREE = [5, 1, 9]


def test_SC_50_every_card_must_be_known() -> None:
    play = settling(FIRST_THREE, HORSES, {"Ada": [None, "joker"], "Bea": [None]})
    assert play.refused("Ada", "settle") == "bank_only"
    assert play.refused("bank", "settle") == "hand_unknown"
    play.do("Ada", "identify_cards", cards=["pay_500"])
    assert play.refused("bank", "settle") == "hand_unknown"
    play.do("Bea", "identify_cards", cards=["sprint"]).do("bank", "settle").shows(phase="market")


def test_SC_51_cards_go_back_under_the_pile_together() -> None:
    hands = {"Ada": ["advance_2", "joker"], "Bea": ["pay_500"]}
    play = settling(FIRST_THREE, HORSES, hands, returned=["sprint"]).shows(deck={"count": 45, "returned": 1})
    play.do("bank", "settle").shows(deck={"count": 48, "returned": 4}, hand_counts={"Ada": 0, "Bea": 0})
    assert hand(play, "Ada") == [] and hand(play, "Bea") == []


def test_SC_50_cards_that_change_no_payment_are_told_together() -> None:
    play = settling(FIRST_THREE, HORSES, {"Ada": [None, None, None, "joker"], "Bea": [None]})
    assert (
        play.refused("Bea", "identify_cards", cards=["any_move", "nothing_else", "joker"])
        == "card_not_in_hand"
    )
    play.do("Ada", "identify_cards", cards=["any_move", "nothing_else"]).happened("cards_identified", count=3)
    assert play.refused("Ada", "identify_cards", cards=["nothing_else"]) == "card_not_in_hand"
    play.do("Bea", "identify_cards", cards=["nothing_else"]).do("bank", "settle")
    play.shows(
        last_results={"penalties": {"Ada": 1000}, "money_cards": {}}, deck={"count": 48, "returned": 5}
    )


def test_SC_49_what_is_told_together_stays_unseen() -> None:
    play = settling(FIRST_THREE, HORSES, {"Ada": [None], "Bea": [None]})
    play.do("Ada", "identify_cards", cards=["nothing_else"]).do("Bea", "identify_cards", cards=["sprint"])
    play.do("bank", "settle").shows(hand_counts={"Ada": 0, "Bea": 0})


def test_SC_50_during_the_race_every_card_has_its_own_name() -> None:
    play = racing(HORSES, {"Ada": [None]})
    assert play.refused("Ada", "identify_cards", cards=["any_move"]) == "unknown_card"


def test_SC_52_each_race_is_settled_at_its_own_end() -> None:
    play = settling(FIRST_THREE, HORSES, {"Ada": ["advance_2"], "Bea": []}, race=4).do("bank", "settle")
    play.happened("race_settled", race=4, category="three_different").shows(race=5, last_results={"race": 4})
    assert play.refused("bank", "settle") == "wrong_phase"


@pytest.mark.parametrize(
    ("held", "penalty"),
    [
        ([], 0),
        (["advance_1"], 1000),
        (["back_own_2", "back_any_6"], 2000),
        (["advance_2", "back_any_1", "back_own_2", "sprint"], 3000),
        (["sprint", "joker", "joker"], 0),
        (["black_pawn"], 0),
        (["pay_500", "receive_500"], 0),
    ],
    ids=str,
)
def test_SC_53_unused_move_cards_cost_a_thousand_each(held: Sequence[str], penalty: int) -> None:
    play = settling(FIRST_THREE, HORSES, {"Ada": held, "Bea": []}, cash=0).do("bank", "settle")
    assert play.view["last_results"]["penalties"] == ({"Ada": penalty} if penalty else {})
    paid = [entry for entry in entries(play) if entry[3] == "unused_card_penalty"]
    assert paid == ([("Ada", "bank", penalty, "unused_card_penalty")] if penalty else [])


def test_SC_54_unplayed_money_cards_one_entry_a_card() -> None:
    hands = {"Ada": ["pay_2000", "receive_500"], "Bea": ["receive_2000", "receive_2000", "pay_500"]}
    play = settling(FIRST_THREE, HORSES, hands, cash=0).do("bank", "settle")
    moved = [entry for entry in entries(play) if entry[3] in {"pay_card", "receive_card"}]
    assert moved == [
        ("Ada", "bank", 2000, "pay_card"),
        ("bank", "Ada", 500, "receive_card"),
        ("bank", "Bea", 2000, "receive_card"),
        ("bank", "Bea", 2000, "receive_card"),
        ("Bea", "bank", 500, "pay_card"),
    ]
    play.shows(last_results={"money_cards": {"Ada": -1500, "Bea": 3500}}, owed={"Ada": 0, "Bea": 0})


def test_SC_54_a_balance_of_zero_is_not_listed() -> None:
    hands = {"Ada": ["pay_500", "receive_500"], "Bea": []}
    play = settling(FIRST_THREE, HORSES, hands).do("bank", "settle")
    assert play.view["last_results"]["money_cards"] == {}


def test_SC_54_deferred_pay_cards_are_owed() -> None:
    hands = {"Ada": ["pay_2000", "receive_500"], "Bea": ["pay_1000", "pay_500"]}
    options = {"deferred_money": "end_of_game"}
    play = settling(FIRST_THREE, HORSES, hands, cash=0, owed={"Bea": 1000}, options=options).do(
        "bank", "settle"
    )
    play.shows(owed={"Ada": 2000, "Bea": 2500}, accounts={"Ada": 500 + 3000, "Bea": 5000 + 1000})
    play.shows(last_results={"money_cards": {"Ada": 500}})
    assert "pay_card" not in [entry[3] for entry in entries(play)]
    assert "Bea" not in play.view["last_results"]["money_cards"]


def test_SC_55_the_order_of_the_sheet() -> None:
    """Penalties, money cards, bets, primes; each in seat order."""
    hands = {"Ada": ["receive_500", "advance_1"], "Bea": ["back_any_1", "pay_500"], "Cyd": []}
    bets = {player: ["red", "blue", "yellow"] for player in THREE}
    horses = {1: ("Cyd", 0), 5: ("Bea", 0), 9: ("Ada", 0)}
    play = settling([1, 5, 9], horses, hands, players=THREE, cash=0, bets=bets).do("bank", "settle")
    assert entries(play) == [
        ("Ada", "bank", 1000, "unused_card_penalty"),
        ("Bea", "bank", 1000, "unused_card_penalty"),
        ("bank", "Ada", 500, "receive_card"),
        ("Bea", "bank", 500, "pay_card"),
        ("bank", "Ada", 50_000, "bet_win"),
        ("bank", "Bea", 50_000, "bet_win"),
        ("bank", "Cyd", 50_000, "bet_win"),
        ("bank", "Cyd", 5000, "prime"),
        ("bank", "Bea", 3000, "prime"),
        ("bank", "Ada", 1000, "prime"),
    ]
    assert cash(play, *THREE) == (50_500, 51_500, 55_000)
    play.shows(ledger_last={"from": "bank", "to": "Ada", "amount": 1000, "reason": "prime", "race": 1})


PRIMES = {1: (5000, 3000, 1000), 2: (7000, 5000, 2000), 3: (10_000, 7000, 3000), 4: (15_000, 10_000, 5000)}


@pytest.mark.parametrize("owned", [1, 2, 3, 4])
@pytest.mark.parametrize("place", [1, 2, 3])
def test_SC_56_every_cell_of_the_primes(owned: int, place: int) -> None:
    horses: Mapping[int, tuple[str, int]] = {
        **{number: ("Ada", 0) for number in range(1, owned + 1)},
        **{5: ("Bea", 0), 9: ("Bea", 0)},
    }
    arrivals = [5, 9]
    arrivals.insert(place - 1, owned)
    play = settling(arrivals, horses, cash=0).do("bank", "settle")
    assert cash(play, "Ada") == (PRIMES[owned][place - 1],)
    arrived = {"rank": place, "horse": owned, "colour": "red", "owner": "Ada", "same_colour": owned}
    assert play.view["last_results"]["arrivals"][place - 1] == {**arrived, "prime": PRIMES[owned][place - 1]}


def test_SC_56_only_the_owners_own_horses_of_that_colour_count() -> None:
    horses = {1: ("Ada", 0), 2: ("Bea", 0), 3: ("Bea", 0), 5: ("Ada", 0), 9: ("Ada", 0), 13: ("Bea", 0)}
    play = settling([1, 2, 13], horses, cash=0).do("bank", "settle")
    assert cash(play, *TWO) == (5000, 5000 + 1000)


def test_SC_56_several_primes_add_up() -> None:
    horses = {1: ("Ada", 0), 2: ("Ada", 0), 5: ("Bea", 0)}
    assert cash(settling([2, 5, 1], horses, cash=0).do("bank", "settle"), "Ada") == (7000 + 2000,)


@pytest.mark.parametrize(("table", "first"), [("examples", 5000), ("printed", 8000)])
def test_SC_57_a_lone_horse_coming_first(table: str, first: int) -> None:
    play = settling(
        [1, 5, 9], {1: ("Ada", 0), 5: ("Ada", 0), 9: ("Bea", 0)}, cash=0, options={"stable_table": table}
    )
    play.do("bank", "settle")
    assert cash(play, *TWO) == (first + 3000, 1000)


# ---------------------------------------------------------------- an abandoned race


def test_SC_58_an_abandoned_race_refunds_the_bets() -> None:
    horses = {1: ("Ada", 3), 5: ("Bea", 2), 6: ("Bea", 0)}
    bets = {"Ada": ["red", "red", "blue"], "Bea": ["blue"] * 6}
    hands = {"Ada": ["advance_1", "pay_500"], "Bea": []}
    play = racing(horses, hands, arrivals=[6], bets=bets, cash=0)
    assert play.refused("Ada", "abandon_race") == "table_only"
    play.do("table", "abandon_race").happened("race_abandoned", arrivals=[6]).shows(
        phase="settling", turn=None
    )
    play.do("bank", "settle").happened("race_settled", race=1, category=None)
    assert entries(play) == [
        ("Ada", "bank", 1000, "unused_card_penalty"),
        ("Ada", "bank", 500, "pay_card"),
        ("bank", "Ada", 200, "bet_refund"),
        ("bank", "Bea", 2000, "bet_refund"),
        ("bank", "Bea", 7000, "prime"),
    ]
    results = play.view["last_results"]
    assert (results["category"], results["abandoned"]) == (None, True)
    assert results["bets"]["Bea"] == {"tokens": ["blue"] * 6, "black_pawn": False, "won": False, "paid": 2000}


def test_SC_58_a_race_that_was_run_is_not_abandoned() -> None:
    settling(FIRST_THREE, HORSES).do("bank", "settle").shows(last_results={"abandoned": False})


def test_SC_58_a_race_may_be_abandoned_while_a_draw_is_due() -> None:
    play = racing({1: ("Ada", 4), 5: ("Bea", 2)}).do("Ada", "roll", value=1).shows(draw_pending="Ada")
    play.do("bank", "abandon_race").shows(phase="settling", draw_pending=None).do("bank", "settle")
    play.shows(phase="market", last_results={"arrivals": [], "abandoned": True})


def test_SC_58_only_a_race_can_be_abandoned() -> None:
    assert settling(FIRST_THREE, HORSES).refused("table", "abandon_race") == "wrong_phase"


# ---------------------------------------------------------------- afterwards


def test_SC_59_after_the_settlement_the_market_opens_again() -> None:
    horses = {**HORSES, 2: ("Ada", 7), 13: ("Bea", -2)}
    bets = {"Ada": ["red"] * 3}
    play = settling(FIRST_THREE, horses, race=1, bets=bets, black_pawns=["Bea"], cash=9000)
    play.do("bank", "settle").happened("market_opened", race=2)
    play.shows(
        phase="market", race=2, bets={"Ada": None, "Bea": None}, black_pawns=[], arrivals=[], awaiting=[]
    )
    assert all(square(play, number) is None for number in range(1, 17))
    assert all(horse["rank"] is None for horse in play.view["horses"].values())
    play.shows(stables={"Ada": [1, 2], "Bea": [5, 9, 13]}, market={"bidders": list(TWO), "left": []})


def test_SC_59_everybody_is_in_the_sale_again() -> None:
    play = settling(FIRST_THREE, HORSES, cash=9000)
    play.do("bank", "settle").do("Ada", "leave_sale").do("Bea", "leave_sale").do("bank", "close_market")
    play.do("bank", "deal_cards", hands={"Ada": [None] * 4, "Bea": [None] * 4})
    assert [square(play, number) for number in (1, 5, 9)] == [0, 0, 0]
    play.do("Ada", "handicap_done").do("Bea", "handicap_done").do("Ada", "no_bet").do("Bea", "no_bet")
    play.shows(phase="start_roll", race=2)


def test_a_player_left_below_zero_is_told() -> None:
    hands = {"Ada": ["pay_2000", "advance_1", "advance_2"], "Bea": []}
    horses = {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Bea", 0)}
    play = settling([5, 9, 1], horses, hands, cash=0).do("bank", "settle")
    play.happened("player_in_debt", player="Ada", debt=3000).shows(debt={"Ada": 3000})
    assert names(play).count("player_in_debt") == 1
