"""SC-49: what the engine knows of the pile, and which readings of a card cannot be right."""

from __future__ import annotations

import pytest

from .tables import DECK, hand, handicap, market, racing, settling

DOTS_EVERYWHERE = {"finish": 40, "rivers": [], "hedges": [], "dots": list(range(1, 40))}
STABLES = {1: ("Ada", 0), 2: ("Ada", 0), 5: ("Bea", 0)}


def test_the_default_deck_has_48_cards() -> None:
    assert sum(DECK.values()) == 48
    market().shows(deck={"count": 48, "returned": 0})


@pytest.mark.parametrize("card", list(DECK))
def test_SC_49_no_more_copies_than_the_profile_has(card: str) -> None:
    held = [card] * DECK[card]
    play = racing({1: ("Ada", 4), 5: ("Bea", 0)}, {"Ada": held, "Bea": [None]}).do("Ada", "roll", value=1)
    assert play.refused("Ada", "draw_card", card=card) == "card_not_possible"
    assert play.refused("Bea", "identify_cards", cards=[card]) == "card_not_possible"
    fewer = racing({1: ("Ada", 4), 5: ("Bea", 0)}, {"Ada": held[1:], "Bea": [None]}).do(
        "Ada", "roll", value=1
    )
    fewer.do("Ada", "draw_card", card=card)
    assert hand(fewer, "Ada") == held
    assert fewer.refused("Bea", "identify_cards", cards=[card]) == "card_not_possible"


def test_SC_49_a_card_put_back_is_not_in_the_rest_of_the_pile() -> None:
    hands = {"Ada": ["sprint", "receive_500"], "Bea": []}
    play = racing({1: ("Ada", 3), 2: ("Ada", 4), 5: ("Bea", 0)}, hands)
    play.do("Ada", "play_card", card="sprint", horse=1).do("Ada", "roll", value=2).do("Ada", "roll", value=1)
    assert play.refused("Ada", "draw_card", card="sprint") == "card_not_possible"
    play.do("Ada", "draw_card", card="receive_500")


def test_SC_49_cards_come_round_again_in_order() -> None:
    deck = {"receive_500": 1, "pay_500": 1, "receive_1000": 1}
    hands = {"Ada": ["receive_500", "pay_500"], "Bea": ["receive_1000"]}
    play = racing(STABLES, hands, deck=deck, board=DOTS_EVERYWHERE)
    play.do("Ada", "play_card", card="pay_500").do("Ada", "play_card", card="receive_500")
    play.shows(deck={"count": 2, "returned": 2}).do("Ada", "roll", value=1)
    assert play.refused("Ada", "draw_card", card="receive_500") == "card_not_possible"
    play.do("Ada", "draw_card", card="pay_500").shows(deck={"count": 1, "returned": 1})
    play.do("Ada", "roll", value=1).do("Ada", "draw_card", card=None)
    assert hand(play, "Ada") == ["pay_500", "receive_500"], "known although drawn as null"


def test_SC_49_the_rest_of_the_pile_comes_first() -> None:
    deck = {"receive_500": 2, "pay_500": 1}
    play = racing(STABLES, {"Ada": ["receive_500"], "Bea": []}, deck=deck, board=DOTS_EVERYWHERE)
    play.do("Ada", "play_card", card="receive_500").shows(deck={"count": 3, "returned": 1})
    play.do("Ada", "roll", value=1).do("Ada", "draw_card", card=None)
    assert hand(play, "Ada") == [None]
    play.do("Ada", "roll", value=1).do("Ada", "draw_card", card=None).shows(deck={"count": 1, "returned": 1})
    assert hand(play, "Ada") == [None, None]


def test_SC_49_returned_cards_of_the_setup_come_in_their_order() -> None:
    deck = {"joker": 1, "sprint": 1, "pay_500": 1}
    play = racing(STABLES, {}, deck=deck, board=DOTS_EVERYWHERE, returned=["sprint", None, "joker"])
    play.shows(deck={"count": 3, "returned": 3}).do("Ada", "roll", value=1)
    for wrong in ("joker", "pay_500"):
        assert play.refused("Ada", "draw_card", card=wrong) == "card_not_possible"
    play.do("Ada", "draw_card", card=None).do("Ada", "roll", value=1)
    assert hand(play, "Ada") == ["sprint"]
    assert play.refused("Ada", "draw_card", card="joker") == "card_not_possible"
    play.do("Ada", "draw_card", card="pay_500").do("Bea", "roll", value=1).do("Bea", "draw_card", card=None)
    assert hand(play, "Bea") == ["joker"]


def test_SC_49_cards_are_dealt_one_at_a_time_in_seat_order() -> None:
    deck = {"joker": 1, "sprint": 1, "pay_500": 1, "receive_500": 1}
    order = ["joker", "sprint", "pay_500", "receive_500"]
    stables = {1: "Ada", 2: "Ada", 5: "Bea"}
    two = {"cards_per_race": 2}
    play = handicap(stables, deck=deck, returned=order, options=two)
    refused = {"Ada": ["joker", "sprint"], "Bea": ["pay_500", "receive_500"]}
    assert play.refused("bank", "deal_cards", hands=refused) == "card_not_possible"
    play.do("bank", "deal_cards", hands={"Ada": [None, None], "Bea": [None, None]})
    assert hand(play, "Ada") == ["joker", "pay_500"] and hand(play, "Bea") == ["sprint", "receive_500"]
    play.shows(deck={"count": 0, "returned": 0})


def test_SC_49_a_deal_cannot_hold_more_copies_than_there_are() -> None:
    play = handicap({1: "Ada", 2: "Ada", 5: "Bea"}, options={"cards_per_race": 1})
    assert (
        play.refused("bank", "deal_cards", hands={"Ada": ["sprint"], "Bea": ["sprint"]})
        == "card_not_possible"
    )
    play.do("bank", "deal_cards", hands={"Ada": ["sprint"], "Bea": ["black_pawn"]})


@pytest.mark.parametrize("phase", ["market", "handicap"])
def test_SC_49_shuffling_forgets_the_order(phase: str) -> None:
    deck = {"joker": 1, "sprint": 1, "pay_500": 1}
    stables = {1: "Ada", 2: "Ada", 5: "Bea"}
    given = {"deck": deck, "returned": ["joker", "sprint", "pay_500"], "options": {"cards_per_race": 1}}
    play = market(stables, cash=0, **given) if phase == "market" else handicap(stables, **given)  # type: ignore[arg-type]
    assert play.refused("Ada", "shuffle_deck") == "bank_only"
    play.do("bank", "shuffle_deck").happened("deck_shuffled").shows(deck={"count": 3, "returned": 0})
    if phase == "market":
        play.do("bank", "close_market")
    play.do("bank", "deal_cards", hands={"Ada": ["pay_500"], "Bea": [None]})
    assert hand(play, "Bea") == [None]
    assert play.refused("bank", "shuffle_deck") == "already_dealt"


def test_SC_49_nobody_shuffles_during_the_race() -> None:
    assert racing(STABLES, {}).refused("bank", "shuffle_deck") == "wrong_phase"


def test_SC_49_a_null_that_cannot_be_the_card_is_not_played() -> None:
    play = racing({1: ("Ada", 3), 5: ("Bea", 2)}, {"Ada": [None, "joker"], "Bea": ["sprint"]})
    assert play.refused("Ada", "play_card", card="sprint", horse=1) == "card_not_possible"
    play.do("Ada", "play_card", card="back_any_1", horse=5).shows(hand_counts={"Ada": 1})
    assert hand(play, "Ada") == ["joker"]
    assert play.refused("Ada", "play_card", card="advance_1", horse=1) == "card_not_in_hand"


def test_SC_49_a_known_card_is_played_before_a_null() -> None:
    play = racing({1: ("Ada", 3), 5: ("Bea", 2)}, {"Ada": [None, "receive_500"], "Bea": []})
    play.do("Ada", "play_card", card="receive_500")
    assert hand(play, "Ada") == [None]


def test_SC_49_naming_cards_keeps_them_private() -> None:
    play = racing({1: ("Ada", 3), 5: ("Bea", 2)}, {"Ada": [None, "joker", None], "Bea": []})
    play.do("Ada", "identify_cards", cards=["pay_500", "advance_1"])
    play.happened("cards_identified", player="Ada", count=2)
    assert hand(play, "Ada") == ["joker", "pay_500", "advance_1"]
    assert play.refused("Ada", "identify_cards", cards=["joker"]) == "card_not_in_hand"
    two = racing({1: ("Ada", 3), 5: ("Bea", 2)}, {"Ada": [None, None], "Bea": []})
    assert two.refused("Ada", "identify_cards", cards=["sprint", "sprint"]) == "card_not_possible"
    assert two.refused("Ada", "identify_cards", cards=["sprint", "whip"]) == "unknown_card"
    assert two.refused("Ada", "identify_cards", cards=["joker"] * 3) == "card_not_in_hand"


def test_SC_49_cards_may_be_named_while_a_draw_is_due() -> None:
    play = racing({1: ("Ada", 4), 5: ("Bea", 2)}, {"Ada": [], "Bea": [None]}).do("Ada", "roll", value=1)
    play.do("Bea", "identify_cards", cards=["sprint"]).shows(draw_pending="Ada")
    assert play.refused("Ada", "draw_card", card="sprint") == "card_not_possible"


def test_SC_51_left_over_cards_come_back_in_any_order() -> None:
    deck = {"advance_1": 1, "joker": 1, "pay_500": 1}
    horses = {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Bea", 0)}
    for first in deck:
        hands = {"Ada": ["advance_1"], "Bea": ["joker", "pay_500"]}
        play = settling([1, 5, 9], horses, hands, deck=deck, cash=0, options={"cards_per_race": 1})
        play.do("bank", "settle").shows(deck={"count": 3, "returned": 3})
        play.do("Ada", "leave_sale").do("Bea", "leave_sale").do("bank", "close_market")
        play.do("bank", "deal_cards", hands={"Ada": [first], "Bea": [None]})
        assert hand(play, "Ada") == [first] and hand(play, "Bea") == [None]


def test_SC_49_a_card_of_which_this_box_has_no_copy_is_not_possible() -> None:
    play = racing({1: ("Ada", 4), 5: ("Bea", 0)}, {"Ada": [None], "Bea": []}, deck={"joker": 3})
    assert play.refused("Ada", "identify_cards", cards=["sprint"]) == "card_not_possible"
    assert play.refused("Ada", "play_card", card="advance_1", horse=1) == "card_not_possible"
    play.do("Ada", "roll", value=1)
    assert play.refused("Ada", "draw_card", card="sprint") == "card_not_possible"
    assert play.refused("Ada", "draw_card", card="sprint_2") == "unknown_card"
