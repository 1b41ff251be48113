"""SC-34 to SC-48: arrival, river and hedge, cards and black dots on the track."""

from __future__ import annotations

import pytest

from .tables import DOTS, hand, names, racing, settling, square, squares, trapped

RIVAL = {5: ("Bea", 2)}

# ---------------------------------------------------------------- arrival


@pytest.mark.parametrize(
    ("start", "value", "stop"),
    [(44, 6, 50), (46, 4, 50), (46, 6, 48), (49, 1, 50), (49, 2, 49), (49, 6, 45), (48, 4, 48), (45, 6, 49)],
)
def test_SC_34_arrival_is_exact(start: int, value: int, stop: int) -> None:
    play = racing({1: ("Ada", start), **RIVAL}).do("Ada", "roll", value=value)
    assert square(play, 1) == stop
    if stop == 50:
        play.happened("horse_arrived", horse=1, rank=1, owner="Ada").did_not_happen("bounced")
        play.shows(arrivals=[1], horses={"1": {"rank": 1}})
    else:
        assert ("bounced" in names(play)) == (start + value > 50)
        play.shows(arrivals=[], horses={"1": {"rank": None}})


def test_SC_34_a_bounce_is_told() -> None:
    play = racing({1: ("Ada", 46), **RIVAL}).do("Ada", "roll", value=6)
    play.happened("bounced", horse=1, square=48).happened(
        "horse_moved", square_from=46, square_to=48, by_="die"
    )


def test_SC_35_a_green_card_bounces_or_brings_the_horse_home() -> None:
    play = racing({1: ("Ada", 48), **RIVAL}, {"Ada": ["advance_4", "advance_2"], "Bea": []})
    play.do("Ada", "play_card", card="advance_4", horse=1).happened("bounced", horse=1, square=48)
    play.do("Ada", "play_card", card="advance_2", horse=1).happened(
        "horse_arrived", horse=1, rank=1, owner="Ada"
    )
    play.shows(horses={"1": {"square": 50, "rank": 1}}, arrivals=[1])


def test_SC_35_a_green_card_brings_a_rivals_horse_home_too() -> None:
    play = racing({1: ("Ada", 4), 5: ("Bea", 49)}, {"Ada": ["advance_1"], "Bea": []})
    play.do("Ada", "play_card", card="advance_1", horse=5).happened("horse_arrived", horse=5, owner="Bea")


# ---------------------------------------------------------------- river and hedge


@pytest.mark.parametrize(("zone", "at"), [("river", 19), ("hedge", 33)])
def test_SC_36_a_horse_that_stops_there_is_trapped(zone: str, at: int) -> None:
    play = racing({1: ("Ada", at - 2), **RIVAL}, board={"dots": []}).do("Ada", "roll", value=2)
    play.happened("horse_trapped", horse=1, where=zone).shows(horses={"1": {"square": at, "trapped": zone}})
    for value in (2, 3, 4, 5, 6):
        play.do("Bea", "roll", value=1).do("Ada", "roll", value=value).happened(
            "still_trapped", horse=1, where=zone
        )
        assert square(play, 1) == at
    play.do("Bea", "roll", value=1).do("Ada", "roll", value=1).happened("horse_freed", horse=1, how="die")
    assert (square(play, 1), trapped(play, 1)) == (at + 1, None)


def test_SC_36_passing_over_does_not_trap() -> None:
    play = racing({1: ("Ada", 18), **RIVAL}).do("Ada", "roll", value=2)
    assert (square(play, 1), trapped(play, 1)) == (20, None)


@pytest.mark.parametrize("at", [33, 34])
def test_SC_36_a_wide_zone_is_left_beyond_it(at: int) -> None:
    play = racing({1: ("Ada", at), **RIVAL}, board={"hedges": [[33, 34]], "dots": []})
    assert trapped(play, 1) == "hedge"
    play.do("Ada", "roll", value=1).happened("horse_freed", how="die")
    assert (square(play, 1), trapped(play, 1)) == (35, None)


def test_SC_36_the_first_square_after_the_zone_may_be_a_dot() -> None:
    play = racing({1: ("Ada", 33), **RIVAL}, board={"hedges": [[33, 34]]}).do("Ada", "roll", value=1)
    play.happened("must_draw", player="Ada", horse=1).shows(draw_pending="Ada")


def test_SC_37_a_joker_frees_before_the_roll() -> None:
    horses = {1: ("Ada", 19), 2: ("Ada", 8), **RIVAL}
    play = racing(horses, {"Ada": ["joker", "joker"], "Bea": []})
    assert play.refused("Ada", "play_card", card="joker", horse=2) == "horse_not_trapped"
    play.do("Ada", "play_card", card="joker", horse=1).happened("horse_freed", horse=1, how="joker")
    play.shows(horses={"1": {"square": 19, "trapped": None}}, to_roll=[1, 2])
    assert play.refused("Ada", "play_card", card="joker", horse=1) == "horse_not_trapped"
    play.do("Ada", "roll", value=1)
    assert square(play, 1) == 20 and hand(play, "Ada") == ["joker"], "spent even if the roll is a 1"


def test_SC_37_a_joker_after_the_roll_is_too_late() -> None:
    play = racing({1: ("Ada", 19), 2: ("Ada", 8), **RIVAL}, {"Ada": ["joker"], "Bea": []})
    play.do("Ada", "roll", value=3)
    assert play.refused("Ada", "play_card", card="joker", horse=1) == "joker_before_roll"
    play.do("Ada", "roll", value=1).do("Bea", "roll", value=1)
    play.do("Ada", "play_card", card="joker", horse=1).do("Ada", "roll", value=6)
    assert square(play, 1) == 25


def test_SC_37_only_ones_own_horse() -> None:
    play = racing({1: ("Ada", 3), 5: ("Bea", 19)}, {"Ada": ["joker"], "Bea": []})
    assert play.refused("Ada", "play_card", card="joker", horse=5) == "not_your_horse"


@pytest.mark.parametrize(("value", "stop"), [(1, 36), (2, 36), (3, 36), (4, 37), (6, 39)])
def test_SC_37_a_joker_in_a_wide_zone_leads_out_of_it(value: int, stop: int) -> None:
    board = {"hedges": [[33, 34, 35]], "dots": []}
    play = racing({1: ("Ada", 33), **RIVAL}, {"Ada": ["joker"], "Bea": []}, board=board)
    play.do("Ada", "play_card", card="joker", horse=1).do("Ada", "roll", value=value)
    assert (square(play, 1), trapped(play, 1)) == (stop, None)


def test_SC_37_a_freed_horse_may_fall_into_the_next_zone() -> None:
    board = {"rivers": [[19]], "hedges": [[22]], "dots": []}
    play = racing({1: ("Ada", 19), **RIVAL}, {"Ada": ["joker"], "Bea": []}, board=board)
    play.do("Ada", "play_card", card="joker", horse=1).do("Ada", "roll", value=3)
    assert (square(play, 1), trapped(play, 1)) == (22, "hedge")


def test_SC_38_a_joker_need_not_be_played() -> None:
    play = racing({1: ("Ada", 19), **RIVAL}, {"Ada": ["joker"], "Bea": []}).do("Ada", "roll", value=4)
    play.happened("still_trapped", horse=1, where="river").shows(hand_counts={"Ada": 1})


def test_SC_39_a_trapped_horse_is_only_moved_back_by_cards() -> None:
    hands = {"Ada": ["advance_3", "sprint", "back_own_2"], "Bea": []}
    play = racing({1: ("Ada", 19), **RIVAL}, hands)
    assert play.refused("Ada", "play_card", card="advance_3", horse=1) == "horse_trapped"
    assert play.refused("Ada", "play_card", card="sprint", horse=1) == "horse_trapped"
    play.do("Ada", "play_card", card="back_own_2", horse=1)
    assert (square(play, 1), trapped(play, 1)) == (17, None)
    play.do("Ada", "roll", value=3)
    assert square(play, 1) == 20


def test_SC_39_a_rival_frees_a_trapped_horse_by_moving_it_back() -> None:
    play = racing({1: ("Ada", 0), 5: ("Bea", 33)}, {"Ada": ["back_any_4"], "Bea": []})
    play.do("Ada", "play_card", card="back_any_4", horse=5)
    assert (square(play, 5), trapped(play, 5)) == (29, None)


@pytest.mark.parametrize(("start", "card", "at"), [(22, "back_any_3", 19), (30, "advance_3", 33)])
def test_SC_40_moving_by_a_card_onto_river_or_hedge_traps(start: int, card: str, at: int) -> None:
    play = racing({1: ("Ada", 0), 5: ("Bea", start)}, {"Ada": [card], "Bea": []})
    play.do("Ada", "play_card", card=card, horse=5).happened("horse_trapped", horse=5)
    assert square(play, 5) == at and trapped(play, 5) in {"river", "hedge"}


# ---------------------------------------------------------------- black dots


@pytest.mark.parametrize("dot", DOTS)
def test_SC_41_a_horse_on_a_dot_makes_its_owner_draw(dot: int) -> None:
    play = racing({1: ("Ada", dot - 1), **RIVAL}).do("Ada", "roll", value=1)
    play.happened("must_draw", player="Ada", horse=1).shows(draw_pending="Ada")
    for by, do in (
        ("Ada", "roll"),
        ("Bea", "roll"),
        ("Ada", "end_turn"),
        ("bank", "settle"),
        ("Ada", "play_card"),
    ):
        assert play.refused(by, do, value=1) == "draw_pending"
    play.do("Ada", "draw_card", card="joker").happened("card_drawn", player="Ada")
    play.shows(draw_pending=None, deck={"count": 47}, hand_counts={"Ada": 1})


def test_SC_41_bounces_and_cards_count_too() -> None:
    bounced = racing({1: ("Ada", 48), **RIVAL}).do("Ada", "roll", value=6)
    bounced.shows(draw_pending="Ada", horses={"1": {"square": 46}})
    played = racing({1: ("Ada", 0), 5: ("Bea", 8)}, {"Ada": ["back_any_3"], "Bea": []})
    played.do("Ada", "play_card", card="back_any_3", horse=5).happened("must_draw", player="Bea", horse=5)
    played.shows(draw_pending="Bea")
    assert played.refused("Ada", "draw_card", card=None) == "not_your_draw"
    assert played.refused("Ada", "roll", value=1) == "draw_pending"
    played.do("Bea", "draw_card", card=None).shows(turn="Ada", to_roll=[1])


def test_SC_41_passing_over_a_dot_draws_nothing() -> None:
    play = racing({1: ("Ada", 4), **RIVAL}).do("Ada", "roll", value=2).did_not_happen("must_draw")
    play.shows(draw_pending=None)
    assert play.refused("Ada", "draw_card", card=None) == "no_draw_due"


def test_SC_41_a_dot_in_the_handicap_is_behind_nobody() -> None:
    """Dots are on the track (1 to finish − 1): the handicap never reaches one."""
    play = racing({1: ("Ada", 6), **RIVAL}, {"Ada": ["back_own_6"], "Bea": []})
    play.do("Ada", "play_card", card="back_own_6", horse=1).shows(
        draw_pending=None, horses={"1": {"square": 0}}
    )


def test_SC_42_the_drawn_card_is_played_now_or_kept() -> None:
    play = racing({1: ("Ada", 3), **RIVAL}).do("Ada", "roll", value=2)
    play.do("Ada", "draw_card", card="advance_1").do("Ada", "play_card", card="advance_1", horse=1)
    assert square(play, 1) == 6
    kept = (
        racing({1: ("Ada", 3), **RIVAL}).do("Ada", "roll", value=2).do("Ada", "draw_card", card="advance_1")
    )
    kept.do("Bea", "roll", value=1).do("Ada", "roll", value=1)
    assert hand(kept, "Ada") == ["advance_1"] and square(kept, 1) == 6


def test_SC_42_out_of_turn_it_is_kept() -> None:
    play = racing({1: ("Ada", 2), 5: ("Bea", 8)}, {"Ada": ["back_any_3"], "Bea": []})
    play.do("Ada", "play_card", card="back_any_3", horse=5).do("Bea", "draw_card", card="advance_2")
    assert play.refused("Bea", "play_card", card="advance_2", horse=5) == "not_your_turn"
    play.do("Ada", "roll", value=1).do("Bea", "play_card", card="advance_2", horse=5)
    assert square(play, 5) == 7


def test_SC_43_an_empty_pile_gives_nothing() -> None:
    play = racing({1: ("Ada", 3), **RIVAL}, {"Ada": ["joker"], "Bea": ["joker"]}, deck={"joker": 2})
    play.shows(deck={"count": 0, "returned": 0}).do("Ada", "roll", value=2)
    play.happened("deck_empty").did_not_happen("must_draw").shows(draw_pending=None)
    play.do("Bea", "roll", value=1)


# ---------------------------------------------------------------- cards on the track


def test_SC_44_cards_are_played_on_ones_own_turn_only() -> None:
    hands = {"Ada": ["receive_500"], "Bea": ["receive_500", "advance_1"]}
    play = racing({1: ("Ada", 3), **RIVAL}, hands)
    assert play.refused("Bea", "play_card", card="advance_1", horse=5) == "not_your_turn"
    assert play.refused("Bea", "play_card", card="receive_500") == "not_your_turn"
    play.do("Ada", "play_card", card="receive_500").do("Ada", "roll", value=1)
    play.do("Bea", "play_card", card="advance_1", horse=5).do("Bea", "play_card", card="receive_500")
    for phase in (settling([1, 5, 9], {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Bea", 0)}, hands),):
        assert phase.refused("Ada", "play_card", card="receive_500") == "wrong_phase"


def test_SC_45_the_sprint_leads_to_the_last_square_but_one() -> None:
    play = racing({1: ("Ada", 12), **RIVAL}, {"Ada": ["sprint"], "Bea": []})
    assert play.refused("Ada", "play_card", card="sprint", horse=5) == "not_your_horse"
    assert "sprint" not in str(play.game.view(play.state).public), "secret until played"
    play.do("Ada", "play_card", card="sprint", horse=1)
    play.happened("horse_moved", horse=1, square_from=12, square_to=49, by_="card")
    play.do("Ada", "roll", value=1).happened("horse_arrived", horse=1, rank=1)


def test_SC_45_only_a_one_brings_it_home() -> None:
    board = {"finish": 20, "rivers": [[10]], "hedges": [], "dots": []}
    play = racing({1: ("Ada", 12), **RIVAL}, {"Ada": ["sprint"], "Bea": []}, board=board)
    play.do("Ada", "play_card", card="sprint", horse=1).do("Ada", "roll", value=3).happened(
        "bounced", square=18
    )


@pytest.mark.parametrize(("start", "card", "stop"), [(2, "back_any_5", -3), (-10, "back_any_6", -12)])
def test_SC_46_going_back_in_the_race_costs_no_fee(start: int, card: str, stop: int) -> None:
    play = racing({1: ("Ada", 3), 5: ("Bea", start)}, {"Ada": [card], "Bea": []}, cash=1000)
    play.do("Ada", "play_card", card=card, horse=5).did_not_happen("fee_charged").did_not_happen(
        "money_moved"
    )
    assert square(play, 5) == stop
    play.shows(accounts={"Ada": 1000, "Bea": 1000})


def test_SC_46_from_the_red_zone_the_race_goes_on_over_the_line() -> None:
    play = racing({1: ("Ada", -3), **RIVAL}, {"Ada": ["advance_2"], "Bea": []}).do("Ada", "roll", value=1)
    assert square(play, 1) == -2
    play.do("Ada", "play_card", card="advance_2", horse=1)
    assert square(play, 1) == 0
    assert square(racing({1: ("Ada", -3), **RIVAL}).do("Ada", "roll", value=6), 1) == 3


@pytest.mark.parametrize("card", ["advance_1", "back_any_1", "back_own_2", "sprint", "joker"])
def test_SC_47_arrived_horses_are_no_longer_moved(card: str) -> None:
    horses = {1: ("Ada", 0), 2: ("Ada", 40), **RIVAL}
    play = racing(horses, {"Ada": [card], "Bea": []}, arrivals=[1])
    assert play.refused("Ada", "play_card", card=card, horse=1) == "horse_finished"
    assert square(play, 1) == 50


def test_SC_48_the_race_ends_at_once_with_the_third_arrival() -> None:
    horses = {1: ("Ada", 0), 2: ("Ada", 49), 3: ("Ada", 48), 5: ("Bea", 0)}
    play = racing(horses, arrivals=[1, 5]).do("Ada", "roll", value=1)
    play.happened("horse_arrived", horse=2, rank=3).happened("race_over", arrivals=[1, 5, 2])
    play.shows(phase="settling", turn=None, to_roll=[], arrivals=[1, 5, 2], horses={"3": {"rank": None}})
    assert play.refused("Ada", "roll", value=2) == "wrong_phase"


def test_SC_48_a_card_may_bring_the_third_horse_home() -> None:
    horses = {1: ("Ada", 0), 2: ("Ada", 10), 5: ("Bea", 0), 6: ("Bea", 47)}
    play = racing(horses, {"Ada": ["advance_3"], "Bea": []}, arrivals=[1, 5])
    play.do("Ada", "play_card", card="advance_3", horse=6).happened("race_over", arrivals=[1, 5, 6])
    assert squares(play)[2] == 10
    play.shows(phase="settling", arrivals=[1, 5, 6])
