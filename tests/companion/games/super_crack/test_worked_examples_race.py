"""Section 8: the worked examples of the race, by row."""

from __future__ import annotations

import pytest

from .tables import THREE, hand, laid, names, racing, settling, square, squares, trapped

RIVAL = {5: ("Bea", 2)}


def test_row_030_start_roll_with_tie() -> None:
    play = laid("start_roll", {1: "Ada", 5: "Bea"}).do("Ada", "start_roll", value=4)
    play.do("Bea", "start_roll", value=4).happened("roll_tie", players=["Ada", "Bea"])
    play.do("Ada", "start_roll", value=5).do("Bea", "start_roll", value=2).shows(turn="Ada")


def test_row_031_the_example_of_the_sheet() -> None:
    play = racing({2: ("Ada", 0), 9: ("Ada", 0), 13: ("Ada", 0), 5: ("Bea", 0)})
    assert play.refused("Ada", "roll", value=4, horse=9) == "wrong_horse_order"
    for value in (4, 6, 3):
        play.do("Ada", "roll", value=value)
    assert squares(play) == {2: 4, 9: 6, 13: 3, 5: 0}


def test_row_032_four_short_and_a_six() -> None:
    assert square(racing({1: ("Ada", 46), **RIVAL}).do("Ada", "roll", value=6), 1) == 48


def test_row_033_a_green_card_brings_the_horse_home() -> None:
    play = racing({1: ("Ada", 48), **RIVAL}, {"Ada": ["advance_4", "advance_2"]})
    play.do("Ada", "play_card", card="advance_4", horse=1).shows(horses={"1": {"square": 48}})
    play.do("Ada", "play_card", card="advance_2", horse=1).shows(arrivals=[1])


def test_row_034_a_bounce_onto_a_dot() -> None:
    play = racing({1: ("Ada", 48), **RIVAL}).do("Ada", "roll", value=6)
    play.shows(horses={"1": {"square": 46}}, draw_pending="Ada").happened("must_draw", player="Ada", horse=1)


def test_row_035_the_river_needs_a_one() -> None:
    play = racing({1: ("Ada", 15), 5: ("Bea", 6)})
    for value, stop, zone in ((4, 19, "river"), (6, 19, "river"), (1, 20, None), (4, 24, None)):
        play.do("Ada", "roll", value=value)
        assert (square(play, 1), trapped(play, 1)) == (stop, zone)
        play.do("Bea", "roll", value=1)


def test_row_036_a_wide_hedge() -> None:
    play = racing({1: ("Ada", 33), **RIVAL}, board={"hedges": [[33, 34]]}).do("Ada", "roll", value=1)
    assert square(play, 1) == 35


def test_row_037_a_joker_then_a_one() -> None:
    play = racing({1: ("Ada", 19), **RIVAL}, {"Ada": ["joker", "joker"]})
    play.do("Ada", "play_card", card="joker", horse=1).do("Ada", "roll", value=1)
    assert square(play, 1) == 20 and hand(play, "Ada") == ["joker"]


def test_row_038_a_joker_too_late() -> None:
    play = racing({1: ("Ada", 19), 2: ("Ada", 3), **RIVAL}, {"Ada": ["joker"]}).do("Ada", "roll", value=3)
    assert play.refused("Ada", "play_card", card="joker", horse=1) == "joker_before_roll"


def test_row_039_a_sprint_then_a_three() -> None:
    play = racing({1: ("Ada", 12), **RIVAL}, {"Ada": ["sprint"]}).do(
        "Ada", "play_card", card="sprint", horse=1
    )
    assert square(play, 1) == 49
    assert square(play.do("Ada", "roll", value=3), 1) == 48


def test_row_040_cards_and_a_trapped_horse() -> None:
    play = racing({1: ("Ada", 19), **RIVAL}, {"Ada": ["advance_3", "back_own_2"]})
    assert play.refused("Ada", "play_card", card="advance_3", horse=1) == "horse_trapped"
    play.do("Ada", "play_card", card="back_own_2", horse=1)
    assert (square(play, 1), trapped(play, 1)) == (17, None)


def test_row_041_a_card_into_the_river() -> None:
    play = racing({1: ("Ada", 3), 5: ("Bea", 22)}, {"Ada": ["back_any_3"]})
    play.do("Ada", "play_card", card="back_any_3", horse=5).happened("horse_trapped", horse=5, where="river")
    assert square(play, 5) == 19


def test_row_042_the_draw_is_compulsory() -> None:
    play = racing({1: ("Ada", 3), 2: ("Ada", 0), **RIVAL}).do("Ada", "roll", value=2)
    assert play.refused("Ada", "roll", value=3) == "draw_pending"
    play.do("Ada", "draw_card", card=None).do("Ada", "roll", value=3)


def test_row_043_the_owner_draws() -> None:
    play = racing({1: ("Ada", 3), 5: ("Bea", 8)}, {"Ada": ["back_any_3"]})
    play.do("Ada", "play_card", card="back_any_3", horse=5).shows(draw_pending="Bea")


def test_row_044_an_impossible_reading() -> None:
    play = racing({1: ("Ada", 3), **RIVAL}, {"Ada": ["sprint"]}).do("Ada", "roll", value=2)
    assert play.refused("Ada", "draw_card", card="sprint") == "card_not_possible"


def test_row_045_cards_on_ones_own_turn_or_at_any_time() -> None:
    horses, hands = {1: ("Ada", 3), **RIVAL}, {"Bea": ["advance_1"]}
    own = racing(horses, hands)
    assert own.refused("Bea", "play_card", card="advance_1", horse=5) == "not_your_turn"
    free = racing(horses, hands, options={"card_timing": "any_time"})
    assert square(free.do("Bea", "play_card", card="advance_1", horse=5), 5) == 3


def test_row_046_back_over_the_start_line() -> None:
    horses, hands = {1: ("Ada", 3), **RIVAL}, {"Ada": ["back_any_5"]}
    play = racing(horses, hands).do("Ada", "play_card", card="back_any_5", horse=5)
    assert square(play, 5) == -3 and "money_moved" not in names(play)
    line = racing(horses, hands, options={"race_retreat_floor": "start_line"})
    assert square(line.do("Ada", "play_card", card="back_any_5", horse=5), 5) == 0


def test_row_057_a_wrong_square() -> None:
    play = racing({1: ("Ada", 3), **RIVAL}).do("Ada", "roll", value=4)
    assert play.refused("table", "confirm_position", horse=1, square=8) == "wrong_square"
    play.do("table", "confirm_position", horse=1, square=7)


def test_row_058_the_third_arrival_ends_the_race() -> None:
    horses = {1: ("Ada", 49), 2: ("Ada", 4), 5: ("Bea", 0), 6: ("Bea", 0)}
    play = racing(horses, arrivals=[5, 6]).do("Ada", "roll", value=1).shows(phase="settling", to_roll=[])
    assert play.refused("Ada", "roll", value=1) == "wrong_phase"


def test_row_062_an_empty_deck() -> None:
    play = racing({1: ("Ada", 3), **RIVAL}, {"Ada": ["joker"]}, deck={"joker": 1}).do("Ada", "roll", value=2)
    play.happened("deck_empty").shows(draw_pending=None)


@pytest.mark.parametrize("card", ["back_any_1", "advance_1"])
def test_row_064_a_finished_horse(card: str) -> None:
    play = racing({1: ("Ada", 0), 2: ("Ada", 3), **RIVAL}, {"Ada": [card]}, arrivals=[1])
    assert play.refused("Ada", "play_card", card=card, horse=1) == "horse_finished"


def test_row_067_money_cards() -> None:
    cards = ["pay_1000", "pay_500", "receive_2000"]
    play = racing({1: ("Ada", 3), **RIVAL}, {"Ada": cards}, cash={"Ada": 800, "Bea": 0})
    assert play.refused("Ada", "play_card", card="pay_1000") == "not_enough_cash"
    play.do("Ada", "play_card", card="pay_500").shows(cash={"Ada": 300})
    play.do("Ada", "play_card", card="receive_2000").shows(cash={"Ada": 2300})


def test_row_070_cards_free_trapped_horses() -> None:
    play = racing({1: ("Ada", 19), **RIVAL}, {"Ada": ["advance_3"]}, options={"trapped_cards": "all"})
    play.do("Ada", "play_card", card="advance_3", horse=1)
    play.shows(draw_pending="Ada", horses={"1": {"square": 22, "trapped": None}})


def test_row_071_a_compulsory_joker() -> None:
    play = racing({1: ("Ada", 19), **RIVAL}, {"Ada": ["joker"]}, options={"joker_compulsory": True})
    assert play.refused("Ada", "roll", value=3) == "joker_must_be_played"


def test_row_075_no_draw_on_card_moves() -> None:
    horses, hands = {1: ("Ada", 3), 5: ("Bea", 8)}, {"Ada": ["back_any_3"]}
    play = racing(horses, hands, options={"dots_on_card_moves": False})
    play.do("Ada", "play_card", card="back_any_3", horse=5).shows(draw_pending=None)
    play.do("Ada", "roll", value=2).shows(draw_pending="Ada")


@pytest.mark.parametrize(("start", "card", "stop"), [(2, "back_any_5", 0), (-4, "back_any_3", -4)])
def test_row_078_the_start_line_is_the_floor(start: int, card: str, stop: int) -> None:
    options = {"race_retreat_floor": "start_line"}
    play = racing({1: ("Ada", 3), 5: ("Bea", start)}, {"Ada": [card]}, options=options)
    assert square(play.do("Ada", "play_card", card=card, horse=5), 5) == stop


def test_row_080_strict_placement() -> None:
    options = {"strict_placement": True}
    play = racing({1: ("Ada", 3), **RIVAL}, {"Bea": ["advance_1"]}, options=options).do(
        "Ada", "roll", value=1
    )
    assert play.refused("Bea", "roll", value=1) == "placement_pending"
    assert play.refused("Bea", "play_card", card="advance_1", horse=5) == "placement_pending"


def test_row_081_a_player_without_horses() -> None:
    play = racing({1: ("Ada", 0), 9: ("Cyd", 0)}, {"Bea": ["receive_500"]}, players=THREE)
    play.do("Ada", "roll", value=1).do("Bea", "play_card", card="receive_500")
    play.do("Cyd", "roll", value=1).shows(turn="Cyd")


def test_row_083_the_second_race_starts_afresh() -> None:
    horses = {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Bea", 0), 2: ("Ada", 7)}
    hands = {"Ada": ["sprint"], "Bea": []}
    bets = {"Ada": ["red"] * 3}
    play = settling([5, 1, 9], horses, hands, bets=bets, black_pawns=["Bea"], cash=0).do("bank", "settle")
    play.do("Ada", "leave_sale").do("Bea", "leave_sale").do("bank", "close_market")
    assert squares(play) == {1: 0, 2: 0, 5: 0, 9: 0}
    play.shows(race=2, bets={"Ada": None}, black_pawns=[])
    play.do("bank", "shuffle_deck").do(
        "bank", "deal_cards", hands={"Ada": [None] * 4, "Bea": ["sprint", None, None, None]}
    )


def test_row_084_used_cards_come_back_in_order() -> None:
    deck = {"advance_2": 1, "receive_500": 1}
    horses = {1: ("Ada", 3), 2: ("Ada", 4), 5: ("Bea", 0)}
    play = racing(horses, {"Ada": ["advance_2", "receive_500"]}, deck=deck)
    play.do("Ada", "play_card", card="receive_500").do("Ada", "play_card", card="advance_2", horse=1)
    assert play.refused("Ada", "draw_card", card="advance_2") == "card_not_possible"
    assert hand(play.do("Ada", "draw_card", card=None), "Ada") == ["receive_500"]


def test_row_086_a_joker_in_a_wide_hedge() -> None:
    play = racing({1: ("Ada", 33), **RIVAL}, {"Ada": ["joker"]}, board={"hedges": [[33, 34]], "dots": []})
    play.do("Ada", "play_card", card="joker", horse=1).do("Ada", "roll", value=1)
    assert (square(play, 1), trapped(play, 1)) == (35, None)


def test_row_087_any_time_but_the_joker() -> None:
    options = {"card_timing": "any_time"}
    play = racing({1: ("Ada", 3), 5: ("Bea", 19)}, {"Bea": ["joker"]}, options=options)
    assert play.refused("Bea", "play_card", card="joker", horse=5) == "not_your_turn"
    play.do("Ada", "roll", value=1).do("Bea", "play_card", card="joker", horse=5).shows(
        turn="Bea", to_roll=[5]
    )


def test_row_088_a_lone_runner_plays_a_joker() -> None:
    play = racing({1: ("Ada", 17), 5: ("Bea", 0)}, {"Ada": ["joker"]}, arrivals=[5]).do(
        "Ada", "roll", value=2
    )
    play.do("Ada", "play_card", card="joker", horse=1).happened("turn_started", player="Ada", horses=[1])
    assert square(play.do("Ada", "roll", value=4), 1) == 23


def test_row_094_an_impossible_card_in_play() -> None:
    play = racing({1: ("Ada", 3), **RIVAL}, {"Ada": [None], "Bea": ["sprint"]})
    assert play.refused("Ada", "play_card", card="sprint", horse=1) == "card_not_possible"


def test_row_097_horses_share_a_square() -> None:
    play = racing({1: ("Ada", 2), 2: ("Ada", 6), 5: ("Bea", 6)}).do("Ada", "roll", value=4)
    assert squares(play) == {1: 6, 2: 6, 5: 6}


def test_row_098_a_card_drawn_out_of_turn() -> None:
    play = racing({1: ("Ada", 2), 5: ("Bea", 8)}, {"Ada": ["back_any_3"]})
    play.do("Ada", "play_card", card="back_any_3", horse=5).do("Bea", "draw_card", card="advance_2")
    assert play.refused("Bea", "play_card", card="advance_2", horse=5) == "not_your_turn"
    play.do("Ada", "roll", value=1).do("Bea", "play_card", card="advance_2", horse=5)
    assert square(play, 5) == 7


def test_row_100_a_one_without_the_joker() -> None:
    play = racing({1: ("Ada", 19), **RIVAL}, {"Ada": ["joker"]}).do("Ada", "roll", value=1)
    assert square(play, 1) == 20 and hand(play, "Ada") == ["joker"]
