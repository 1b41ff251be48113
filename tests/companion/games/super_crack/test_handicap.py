"""SC-17 to SC-24: the deal, the handicap and the engagement fees."""

from __future__ import annotations

import pytest

from tests.playing import Play

from .tables import THREE, cash, entries, hand, handicap, laid, market, names, square, squares

STABLES = {2: "Ada", 9: "Ada", 5: "Bea", 13: "Bea"}
NULLS = {"Ada": [None] * 4, "Bea": [None] * 4}


def with_hand(*cards: str | None, bea: tuple[str | None, ...] = (), **given: object) -> Play:
    """Ada holds these cards, owns 2 and 9; Bea owns 5 and 13."""
    return handicap(STABLES, {"Ada": cards, "Bea": bea}, **given)  # type: ignore[arg-type]


# ---------------------------------------------------------------- the deal


def test_SC_17_four_cards_each_are_dealt_face_down() -> None:
    play = handicap(STABLES)
    assert play.refused("Ada", "handicap_done") == "cards_not_dealt"
    assert play.refused("Ada", "play_card", card="advance_1", horse=2) == "cards_not_dealt"
    assert play.refused("Ada", "deal_cards", hands=NULLS) == "bank_only"
    play.do("bank", "deal_cards", hands=NULLS).happened("cards_dealt")
    play.shows(hand_counts={"Ada": 4, "Bea": 4}, deck={"count": 40, "returned": 0})
    assert hand(play, "Ada") == [None] * 4
    assert play.refused("bank", "deal_cards", hands=NULLS) == "already_dealt"


def test_SC_17_cards_that_were_told_are_known_to_their_owner_only() -> None:
    told = ["sprint", None, "advance_1", None]
    play = handicap(STABLES).do("bank", "deal_cards", hands={"Ada": told, "Bea": [None] * 4})
    assert hand(play, "Ada") == told
    assert "sprint" not in str(play.game.view(play.state).public)


@pytest.mark.parametrize(
    "hands",
    [
        {"Ada": [None] * 4},
        {"Ada": [None] * 4, "Bea": [None] * 3},
        {"Ada": [None] * 5, "Bea": [None] * 4},
        {"Ada": [None] * 4, "Bea": []},
        {},
        None,
        [],
        "cards",
        {"Ada": 4, "Bea": 4},
        {"Ada": None, "Bea": None},
    ],
    ids=str,
)
def test_SC_17_every_player_still_in_the_game_gets_four(hands: object) -> None:
    assert handicap(STABLES).refused("bank", "deal_cards", hands=hands) == "wrong_card_count"


def test_SC_17_the_deal_waits_for_the_handicap_and_comes_before_each_race() -> None:
    assert market(STABLES).refused("bank", "deal_cards", hands=NULLS) == "wrong_phase"
    horses = {2: ("Ada", 0), 9: ("Ada", 0), 5: ("Bea", 0)}
    play = laid("settling", horses, arrivals=[2, 9, 5], cash=0).do("bank", "settle")
    play.do("Ada", "leave_sale").do("Bea", "leave_sale").do("bank", "close_market")
    play.do("bank", "deal_cards", hands=NULLS).shows(race=2, hand_counts={"Ada": 4, "Bea": 4})


# ---------------------------------------------------------------- blue cards


def test_SC_18_players_act_in_any_order() -> None:
    play = with_hand("back_own_4", "back_any_1", bea=("back_own_2",))
    play.do("Bea", "play_card", card="back_own_2", horse=13).do(
        "Ada", "play_card", card="back_any_1", horse=5
    )
    play.do("Bea", "handicap_done").happened("handicap_done", player="Bea").shows(handicap_done=["Bea"])
    play.do("Ada", "play_card", card="back_own_4", horse=9)
    assert squares(play) == {2: 0, 5: -1, 9: -4, 13: -2}
    assert play.refused("Bea", "handicap_done") == "already_done"
    assert play.refused("Bea", "play_card", card="back_own_2", horse=5) == "already_done"
    play.do("Ada", "handicap_done").shows(phase="betting")


def test_SC_18_a_blue_card_moves_ones_own_horse() -> None:
    play = with_hand("back_own_4")
    assert play.refused("Ada", "play_card", card="back_own_4", horse=5) == "not_your_horse"
    play.do("Ada", "play_card", card="back_own_4", horse=2)
    play.happened("card_played", player="Ada", card="back_own_4", horse=2)
    play.happened("horse_moved", horse=2, square_from=0, square_to=-4, by_="card")


def test_SC_18_a_known_blue_card_must_be_played_now() -> None:
    play = with_hand("back_own_4", "back_own_2")
    assert play.refused("Ada", "handicap_done") == "blue_cards_to_play"
    play.do("Ada", "play_card", card="back_own_2", horse=2)
    assert play.refused("Ada", "handicap_done") == "blue_cards_to_play"
    play.do("Ada", "play_card", card="back_own_4", horse=2).do("Ada", "handicap_done")


def test_SC_18_the_engine_demands_only_what_it_knows() -> None:
    with_hand(None, None).do("Ada", "handicap_done").shows(handicap_done=["Ada"])
    told = with_hand(None, None).do("Ada", "identify_cards", cards=["back_own_3"])
    assert told.refused("Ada", "handicap_done") == "blue_cards_to_play"


def test_SC_18_a_player_without_a_horse_keeps_his_blue_cards() -> None:
    stables = {2: "Ada", 5: "Ada", 9: "Ada"}
    play = handicap(stables, {"Ada": [], "Bea": ["back_own_3"]})
    assert play.refused("Bea", "play_card", card="back_own_3", horse=2) == "not_your_horse"
    play.do("Bea", "handicap_done").shows(handicap_done=["Bea"], hand_counts={"Bea": 1})


# ---------------------------------------------------------------- red and green cards


def test_SC_19_a_red_card_moves_any_owned_horse_or_is_kept() -> None:
    play = with_hand("back_any_3", "back_any_5", "back_any_2")
    play.do("Ada", "play_card", card="back_any_3", horse=13).do(
        "Ada", "play_card", card="back_any_5", horse=2
    )
    assert squares(play) == {2: -5, 5: 0, 9: 0, 13: -3}
    play.do("Ada", "handicap_done").shows(hand_counts={"Ada": 1})
    assert (
        with_hand("back_any_1").refused("Ada", "play_card", card="back_any_1", horse=1) == "horse_not_in_race"
    )


def test_SC_20_a_green_card_reduces_the_handicap_of_any_horse() -> None:
    horses = {2: ("Ada", -6), 9: ("Ada", 0), 5: ("Bea", -3), 13: ("Bea", -1)}
    play = handicap(horses, {"Ada": ["advance_2", "advance_4", "advance_6"], "Bea": []})
    play.do("Ada", "play_card", card="advance_2", horse=5)
    assert square(play, 5) == -1
    play.do("Ada", "play_card", card="advance_4", horse=2)
    assert square(play, 2) == -2
    assert play.refused("Ada", "play_card", card="advance_6", horse=9) == "no_handicap"
    play.do("Ada", "play_card", card="advance_6", horse=2)
    assert square(play, 2) == 0, "the excess is lost"
    assert handicap(horses, {"Ada": ["advance_1"], "Bea": []}).do("Ada", "handicap_done")


def test_SC_21_several_cards_add_up_on_one_horse() -> None:
    play = with_hand("back_own_4", "back_own_2", "back_any_3")
    for card in ("back_own_4", "back_own_2", "back_any_3"):
        play.do("Ada", "play_card", card=card, horse=9)
    assert square(play, 9) == -9


@pytest.mark.parametrize(("start", "card", "stop"), [(0, 6, -6), (-6, 5, -8), (-8, 2, -8), (-7, 1, -8)])
def test_SC_22_the_end_of_the_red_zone(start: int, card: int, stop: int) -> None:
    horses = {2: ("Ada", start), 9: "Ada", 5: "Bea"}
    held = "back_own_2" if card == 2 else f"back_any_{card}"
    play = handicap(horses, {"Ada": [held], "Bea": []}, board={"red_zone": 8})
    play.do("Ada", "play_card", card=held, horse=2)
    assert square(play, 2) == stop


# ---------------------------------------------------------------- fees


def test_SC_23_a_hundred_francs_for_each_red_square() -> None:
    horses = {13: ("Ada", -1), 2: ("Ada", -6), 9: ("Ada", 0), 5: ("Bea", -12)}
    play = handicap(horses, {"Ada": [], "Bea": []}, cash=5000)
    play.do("Bea", "handicap_done")
    assert entries(play) == []
    play.do("Ada", "handicap_done").happened("betting_opened", race=1).shows(phase="betting")
    assert entries(play) == [
        ("Ada", "bank", 600, "engagement_fee"),
        ("Ada", "bank", 100, "engagement_fee"),
        ("Bea", "bank", 1200, "engagement_fee"),
    ]
    play.happened("fee_charged", player="Ada", horse=2, squares=6, amount=600)
    play.happened("fee_charged", player="Ada", horse=13, squares=1, amount=100)
    play.happened("fee_charged", player="Bea", horse=5, squares=12, amount=1200)
    assert cash(play, "Ada", "Bea") == (4300, 3800)
    assert names(play).count("fee_charged") == 3


def test_SC_23_only_the_final_squares_count() -> None:
    play = with_hand("back_own_6", "advance_4", cash=1000).do("Ada", "play_card", card="back_own_6", horse=2)
    assert cash(play, "Ada") == (1000,)
    play.do("Ada", "play_card", card="advance_4", horse=2)
    play.do("Ada", "handicap_done").do("Bea", "handicap_done")
    assert entries(play) == [("Ada", "bank", 200, "engagement_fee")]


def test_SC_24_a_used_card_goes_face_up_under_the_pile() -> None:
    play = with_hand("back_own_4", "receive_500").shows(deck={"count": 46, "returned": 0})
    play.do("Ada", "play_card", card="back_own_4", horse=2)
    play.shows(deck={"count": 47, "returned": 1}, hand_counts={"Ada": 1})
    play.do("Ada", "play_card", card="receive_500").happened("card_played", player="Ada", card="receive_500")
    play.shows(deck={"count": 48, "returned": 2}, hand_counts={"Ada": 0})


def test_handicap_cards_of_other_kinds() -> None:
    """Money cards and the black pawn may be played in the handicap; sprint and joker may not."""
    play = with_hand("pay_500", "receive_1000", "black_pawn", "sprint", cash=600)
    play.do("Ada", "play_card", card="pay_500")
    assert entries(play) == [("Ada", "bank", 500, "pay_card")]
    play.do("Ada", "play_card", card="receive_1000")
    assert entries(play) == [("bank", "Ada", 1000, "receive_card")]
    play.do("Ada", "play_card", card="black_pawn").happened("black_pawn_given", player="Ada")
    play.shows(black_pawns=["Ada"])
    assert play.refused("Ada", "play_card", card="sprint", horse=2) == "not_in_handicap"
    joker = with_hand("joker")
    assert joker.refused("Ada", "play_card", card="joker", horse=2) == "not_in_handicap"


def test_the_handicap_of_three_players_ends_with_the_last() -> None:
    play = handicap({1: "Ada", 5: "Bea", 9: "Bea"}, {}, players=THREE, handicap_done=["Cyd"])
    play.shows(handicap_done=["Cyd"]).do("Ada", "handicap_done").shows(phase="handicap")
    play.do("Bea", "handicap_done").shows(phase="betting")
