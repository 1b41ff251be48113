"""RK-1 to RK-16: the deck, the dealer, dealing, a turn, and a stock that is used up."""

from __future__ import annotations

import pytest

from .round import FOUR, THREE, TWO, UNKNOWN, opened, playing, rack


@pytest.mark.parametrize(("players", "deck"), [(TWO, 40), (THREE, 50), (FOUR, 60)])
def test_RK_1_the_deck_depends_on_the_number_of_players(players: tuple[str, ...], deck: int) -> None:
    play = opened(players, dealer=players[-1])
    assert play.view["deck_max"] == deck and play.view["stock"] == deck
    play.do("table", "deal")
    assert play.refused("table", "turn_up", card=deck + 1) == "card_not_in_game"
    assert play.refused("table", "turn_up", card=0) == "card_not_in_game"
    play.do("table", "turn_up", card=deck).shows(discard_top=deck)


def test_RK_2_the_lowest_card_drawn_deals_first() -> None:
    """Worked example 1."""
    play = opened(FOUR)
    play.shows(phase="draw_for_deal", dealer=None, round=0)
    play.do("Bea", "draw_for_deal", card=58)
    assert play.refused("Bea", "draw_for_deal", card=12) == "already_drawn"
    assert play.refused("Ada", "draw_for_deal", card=58) == "duplicate_card"
    assert play.refused("Ada", "draw_for_deal", card=61) == "card_not_in_game"
    play.do("Ada", "draw_for_deal", card=33).do("Dan", "draw_for_deal", card=5)
    play.did_not_happen("dealer_chosen")
    play.do("Cyd", "draw_for_deal", card=4).happened("dealer_chosen", player="Cyd")
    play.shows(phase="ready_to_deal", dealer="Cyd", stock=60)


def test_RK_2_the_dealer_may_be_named_instead() -> None:
    play = opened(FOUR)
    assert play.refused("table", "set_dealer", player="Eve") == "unknown_player"
    play.do("table", "set_dealer", player="Bea").happened("dealer_chosen", player="Bea").shows(dealer="Bea")
    play.do("table", "set_dealer", player="Dan").shows(dealer="Dan", phase="ready_to_deal")
    play.do("table", "deal").do("table", "turn_up", card=1)
    assert play.refused("table", "set_dealer", player="Bea") == "wrong_phase"


@pytest.mark.parametrize("players", [TWO, THREE, FOUR])
def test_RK_3_ten_cards_each_leave_a_stock_of_twenty(players: tuple[str, ...]) -> None:
    play = opened(players, dealer=players[0]).do("table", "deal")
    play.happened("deal_started", round=1, dealer=players[0])
    play.shows(phase="turn_up", stock=20, discard_top=None, discard_count=0, round=1)


def test_RK_4_the_first_dealt_card_goes_into_slot_50() -> None:
    """Worked example 6."""
    play = opened(TWO, dealer="Bea").do("table", "deal", one_by_one=True).shows(phase="dealing")
    assert play.refused("Ada", "place_dealt", slot=5) == "wrong_slot_order"
    assert play.refused("Ada", "place_dealt", slot=51) == "bad_slot"
    play.do("Ada", "place_dealt", slot=50, card=7).shows(private={"Ada": {"rack": rack(s50=7)}})
    play.do("Bea", "place_dealt", slot=50)
    assert play.refused("Ada", "place_dealt", slot=40) == "wrong_slot_order"
    assert play.refused("Ada", "place_dealt", slot=45, card=41) == "card_not_in_game"
    assert play.refused("Ada", "place_dealt", slot=45, card=7) == "card_elsewhere"
    assert play.refused("Ada", "place_dealt", slot=50) in ("slot_taken", "wrong_slot_order")
    for slot in (45, 40, 35, 30, 25, 20, 15, 10, 5):
        play.do("Ada", "place_dealt", slot=slot).do("Bea", "place_dealt", slot=slot)
    play.shows(phase="turn_up", stock=20)


def test_RK_5_nobody_is_more_than_one_card_ahead() -> None:
    """Worked example 7."""
    play = opened(THREE, dealer="Cyd").do("table", "deal", one_by_one=True)
    play.do("Ada", "place_dealt", slot=50)
    assert play.refused("Ada", "place_dealt", slot=45) == "not_your_card"
    play.do("Bea", "place_dealt", slot=50).do("Cyd", "place_dealt", slot=50).do("Ada", "place_dealt", slot=45)


def test_RK_6_the_top_of_the_stock_starts_the_face_up_pile() -> None:
    """Worked example 2."""
    play = opened(FOUR, dealer="Dan").do("table", "deal").do("table", "turn_up", card=12)
    play.happened("turn_started", player="Ada")
    play.shows(phase="draw", stock=19, discard_top=12, discard_count=1, turn="Ada")


@pytest.mark.parametrize(("dealer", "first"), [("Cyd", "Dan"), ("Dan", "Ada"), ("Ada", "Bea")])
def test_RK_7_the_player_on_the_dealers_left_begins(dealer: str, first: str) -> None:
    """Worked example 5."""
    opened(FOUR, dealer=dealer).do("table", "deal").do("table", "turn_up", card=1).shows(turn=first)


@pytest.mark.parametrize(("option", "dealer"), [("left", "Ada"), ("winner", "Bea")])
def test_RK_8_the_next_dealer_sits_on_the_left_or_has_won(option: str, dealer: str) -> None:
    """Worked example 57."""
    play = playing(THREE, options={"next_dealer": option})
    play.do("Bea", "racko", rack=LOW_FOR_THREE).do("Ada", "count_rack", count=3).do(
        "Cyd", "count_rack", count=2
    )
    play.shows(phase="round_over", dealer=dealer, turn=None)
    play.do("table", "deal").happened("deal_started", round=2, dealer=dealer).do("table", "turn_up", card=1)
    play.shows(turn={"Ada": "Bea", "Bea": "Cyd"}[dealer])


LOW_FOR_THREE = [1, 3, 5, 8, 10, 12, 14, 16, 18, 21]


def test_RK_10_exactly_one_card_is_taken() -> None:
    """Worked examples 8, 11 and 12."""
    play = playing(discard=[17])
    assert play.refused("Ada", "exchange", slot=15, discarded=44) == "draw_first"
    assert play.refused("Ada", "discard_drawn", card=44) == "draw_first"
    assert play.refused("Ada", "discard", card=44) == "draw_first"
    assert play.refused("Bea", "take_discard") == "not_your_turn"
    assert play.refused("Bea", "draw_stock") == "not_your_turn"
    play.do("Ada", "draw_stock").happened("stock_drawn", player="Ada").shows(stock=18, phase="place")
    assert play.refused("Ada", "draw_stock") == "already_drawn"
    assert play.refused("Ada", "take_discard") == "already_drawn"
    assert play.refused("Bea", "draw_stock") == "wrong_phase"
    assert play.refused("Bea", "exchange", slot=5, discarded=1) == "not_your_turn"


def test_RK_11_a_face_up_card_must_be_exchanged() -> None:
    """Worked example 9."""
    play = playing(discard=[17]).do("Ada", "take_discard").happened("discard_taken", player="Ada", card=17)
    play.shows(held={"player": "Ada", "source": "discard", "card": 17}, discard_count=0, discard_top=None)
    assert play.refused("Ada", "discard_drawn", card=17) == "must_exchange"
    assert play.refused("Ada", "discard", card=17) == "must_exchange"
    assert play.refused("Ada", "exchange", slot=15, discarded=17) == "must_exchange"
    play.do("Ada", "exchange", slot=15, discarded=44).shows(discard_top=44)


def test_RK_12_a_card_from_the_stock_may_be_laid_off() -> None:
    """Worked example 10."""
    play = playing(racks={"Ada": rack(s5=4)}).do("Ada", "draw_stock").do("Ada", "discard_drawn", card=51)
    play.happened("discarded", player="Ada", card=51)
    play.shows(discard_top=51, turn="Bea", private={"Ada": {"rack": rack(s5=4)}})


def test_RK_13_the_new_card_takes_the_place_of_the_old_one() -> None:
    """Worked example 8."""
    play = playing(discard=[17]).do("Ada", "take_discard").do("Ada", "exchange", slot=15, discarded=44)
    play.shows(private={"Ada": {"rack": rack(s15=17)}}, discard_top=44, discard_count=1, held=None, stock=19)
    play.do("Bea", "draw_stock", card=8).do("Bea", "exchange", slot=50, discarded=9)
    play.shows(private={"Bea": {"rack": rack(s50=8)}}, discard_top=9)


def test_RK_14_a_card_that_changed_its_place_is_found_out() -> None:
    play = playing(racks={"Ada": rack(s10=11)})
    moved = [1, 15, 16, 19, 24, 28, 33, 40, 46, 52]
    assert play.refused("Ada", "racko", rack=moved) == "known_slot_differs"


def test_RK_15_a_discard_ends_the_turn() -> None:
    play = playing(THREE)
    for player, following, card in (("Ada", "Bea", 1), ("Bea", "Cyd", 2), ("Cyd", "Ada", 3)):
        play.do(player, "draw_stock").do(player, "discard_drawn", card=card)
        play.happened("turn_started", player=following).shows(turn=following, phase="draw")


def test_RK_16_an_empty_stock_is_made_of_the_face_up_cards() -> None:
    """Worked example 52."""
    play = playing(TWO, discard=[7, 39, 12, 25], stock=1)
    assert play.refused("table", "restock") == "stock_not_empty"
    play.do("Ada", "draw_stock").happened("stock_empty").do("Ada", "discard_drawn", card=33)
    assert play.refused("Bea", "draw_stock") == "stock_empty"
    assert play.refused("table", "end_round") == "restock_instead"
    play.do("table", "restock").happened("restocked", stock=4, shuffled=True)
    play.shows(stock=4, discard_top=33, discard_count=1)
    play.do("Bea", "draw_stock", card=7)


def test_RK_16_until_then_the_face_up_card_may_still_be_taken() -> None:
    playing(TWO, discard=[7, 39], stock=0).do("Ada", "take_discard").shows(discard_top=7, phase="place")


def test_RK_16_turned_over_the_first_discard_comes_first() -> None:
    """Worked example 53."""
    play = playing(TWO, options={"stock_empty": "turn_over"}, discard=[7, 39, 12, 25], stock=0)
    play.do("table", "restock").happened("restocked", stock=3, shuffled=False)
    assert play.refused("Ada", "draw_stock", card=39) == "card_elsewhere"
    play.do("Ada", "draw_stock").shows(private={"Ada": {"held": 7}}, held={"card": None}, stock=2)


def test_RK_16_or_the_round_ends_without_a_winner() -> None:
    """Worked example 54."""
    play = playing(TWO, options={"stock_empty": "round_ends"}, stock=0)
    assert play.refused("table", "restock") == "no_restock"
    play.do("table", "end_round").happened("round_without_winner")
    play.shows(phase="scoring", announced_by=None, awaiting_racks=["Ada", "Bea"])
    play.do("Ada", "count_rack", count=6).do("Bea", "count_rack", count=2)
    play.shows(round_points={"Ada": 30, "Bea": 10}, scores={"Ada": 30, "Bea": 10}, phase="round_over")


def test_RK_16_a_round_does_not_end_while_cards_are_left() -> None:
    play = playing(TWO, options={"stock_empty": "round_ends"}, stock=1)
    assert play.refused("table", "end_round") == "stock_not_empty"


def test_a_deal_may_be_told_by_the_players_own_pages() -> None:
    play = opened(TWO, dealer="Bea")
    own = list(range(1, 11))
    assert play.refused("table", "deal", racks={"Ada": own[:9]}) == "bad_rack"
    assert play.refused("table", "deal", racks={"Ada": [41, *own[1:]]}) == "card_not_in_game"
    assert play.refused("table", "deal", racks={"Ada": [2, *own[1:]]}) == "duplicate_card"
    assert play.refused("table", "deal", racks={"Ada": own, "Bea": rack(s5=3)}) == "duplicate_card"
    play.do("table", "deal", racks={"Ada": own}).shows(
        private={
            "Ada": {"rack": own, "ascending": True, "good_cards": 10, "longest_run": 10},
            "Bea": {"rack": UNKNOWN},
        }
    )
