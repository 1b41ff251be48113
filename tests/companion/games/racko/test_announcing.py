"""RK-20 to RK-31 and RK-60 to RK-66: announcing Racko, false announcements, the run of two players, Éclair."""

from __future__ import annotations

import pytest

from .round import ASCENDING, BROKEN_AT_35, FOUR, LOW, THREE, TWO, WITH_RUN, opened, playing, rack

NO_RUN = [2, 5, 9, 14, 17, 20, 24, 28, 31, 35]
RUN_OF_THREE = [2, 5, 9, 14, 17, 20, 24, 28, 29, 30]


def test_RK_20_ten_ascending_cards_end_the_round() -> None:
    """Worked example 21."""
    play = playing().do("Ada", "racko", rack=ASCENDING)
    play.happened("announced", player="Ada", kind="racko").happened("round_won", player="Ada", kind="racko")
    play.shows(phase="scoring", announced_by="Ada", announced="racko", awaiting_racks=["Bea", "Cyd", "Dan"])
    play.shows(racks_shown={"Ada": ASCENDING, "Bea": None}, turn=None)


def test_RK_21_anybody_may_announce_between_two_turns() -> None:
    """Worked example 55."""
    play = playing(THREE).do("Ada", "draw_stock")
    assert play.refused("Cyd", "racko", rack=WITH_RUN) == "card_in_hand"
    assert play.refused("Ada", "racko", rack=WITH_RUN) == "card_in_hand"
    play.do("Ada", "discard_drawn", card=2).do("Cyd", "racko", rack=WITH_RUN).happened(
        "round_won", player="Cyd"
    )


def test_RK_21_or_only_around_ones_own_turn() -> None:
    """Worked example 56."""
    play = playing(THREE, options={"call_timing": "own_turn"}, turn="Bea", last_player="Ada")
    assert play.refused("Cyd", "racko", rack=WITH_RUN) == "not_your_turn"
    play.do("Ada", "racko", rack=WITH_RUN).happened("round_won", player="Ada")
    play = playing(THREE, options={"call_timing": "own_turn"}, turn="Bea", last_player="Ada")
    play.do("Bea", "racko", rack=WITH_RUN).happened("round_won", player="Bea")


def test_RK_22_nobody_has_to_announce() -> None:
    play = playing(racks={"Ada": ASCENDING}).do("Ada", "draw_stock").do("Ada", "discard_drawn", card=9)
    play.shows(turn="Bea", phase="draw")


def test_RK_23_the_first_tap_counts() -> None:
    play = playing(THREE).do("Cyd", "racko")
    play.shows(phase="show", announced_by="Cyd")
    assert play.refused("Ada", "racko") == "wrong_phase"


def test_RK_24_a_rack_is_announced_first_and_shown_then() -> None:
    play = playing().do("Ada", "racko").happened("announced", player="Ada").shows(phase="show", turn="Ada")
    play.shows(awaiting_racks=["Ada"])
    assert play.refused("Bea", "show_rack", rack=ASCENDING) == "rack_not_awaited"
    assert play.refused("Ada", "show_rack") == "rack_unknown"
    assert play.refused("Ada", "show_rack", rack=ASCENDING[:9]) == "bad_rack"
    assert play.refused("Ada", "show_rack", rack=[None, *ASCENDING[1:]]) == "bad_rack"
    play.do("Ada", "show_rack", rack=ASCENDING).happened("round_won", player="Ada")


def test_RK_24_a_contradiction_is_a_refusal_and_no_false_announcement() -> None:
    play = playing(discard=[20, 55, 41])
    assert play.refused("Ada", "racko", rack=[1, 11, 15, 20, 24, 28, 33, 39, 46, 52]) == "card_elsewhere"
    play.shows(phase="draw", announced_by=None)


def test_RK_25_a_false_racko_is_void_and_play_goes_on() -> None:
    """Worked example 25."""
    play = playing(THREE, turn="Bea", last_player="Ada").do("Ada", "racko", rack=BROKEN_AT_35)
    play.happened("false_racko", player="Ada", reason="not_ascending", break_slot=35)
    play.shows(phase="draw", turn="Bea", announced_by=None, racks_shown={"Ada": None}, out_of_round=[])
    play.shows(scores={"Ada": 0, "Bea": 0, "Cyd": 0})
    play.shows(private={"Ada": {"rack": BROKEN_AT_35, "good_cards": 6, "ascending": False}})
    play.do("Bea", "draw_stock")
    assert play.refused("Bea", "discard_drawn", card=25) == "card_elsewhere"


def test_RK_25_or_it_puts_out_of_the_round() -> None:
    """Worked example 26."""
    play = playing(THREE, options={"false_racko": "out_of_round"}).do("Ada", "racko", rack=BROKEN_AT_35)
    play.happened("out_of_round", player="Ada").happened("turn_started", player="Bea")
    play.shows(out_of_round=["Ada"], turn="Bea")
    play.do("Bea", "draw_stock").do("Bea", "discard_drawn", card=33).do("Cyd", "draw_stock")
    play.do("Cyd", "discard_drawn", card=1).shows(turn="Bea")
    assert play.refused("Ada", "racko") == "out_of_round"
    play.do("Bea", "racko", rack=[3, 6, 9, 12, 15, 18, 21, 24, 27, 29]).shows(awaiting_racks=["Cyd"])
    play.do("Cyd", "count_rack", count=10).shows(round_points={"Ada": 0, "Bea": 75, "Cyd": 50})
    play.do("table", "deal").shows(out_of_round=[], round=2)


def test_RK_26_one_player_left_scores_without_a_winner() -> None:
    """Worked example 27."""
    play = playing(TWO, options={"false_racko": "out_of_round"})
    play.do("Ada", "racko", rack=[2, 7, 13, 19, 25, 31, 30, 33, 34, 35])
    play.happened("round_without_winner").shows(phase="scoring", awaiting_racks=["Bea"], announced_by=None)
    play.do("Bea", "show_rack", rack=[3, 6, 9, 12, 38, 10, 11, 14, 15, 16])
    play.shows(round_points={"Ada": 0, "Bea": 25})


def test_RK_30_two_players_need_a_run_of_three() -> None:
    """Worked examples 28 and 29."""
    play = playing(TWO).do("Ada", "racko", rack=NO_RUN)
    play.happened("false_racko", player="Ada", reason="no_run")
    assert "break_slot" not in next(e for e in play.events if e.name == "false_racko").fields
    play = playing(TWO).do("Ada", "racko", rack=RUN_OF_THREE).do("Bea", "count_rack", count=1)
    play.shows(round_points={"Ada": 75, "Bea": 5})


@pytest.mark.parametrize(("players", "options"), [(TWO, {"two_player_run": False}), (THREE, {})])
def test_RK_30_without_the_rule_or_with_three_players_none_is_needed(
    players: tuple[str, ...], options: dict[str, object]
) -> None:
    """Worked examples 30 and 31."""
    playing(players, options=options).do("Ada", "racko", rack=NO_RUN).happened("round_won", player="Ada")


def test_RK_31_two_in_a_row_are_no_run() -> None:
    """Worked example 58."""
    play = playing(TWO).do("Ada", "racko", rack=[2, 3, 9, 14, 15, 20, 24, 28, 31, 35])
    play.happened("false_racko", reason="no_run")


# ---------------------------------------------------------------- Éclair

LIGHTNING = [4, 9, 16, 18, 22, 30, 33, 37, 41, 49]


def test_RK_60_dealt_cards_go_into_any_free_slot() -> None:
    play = opened(TWO, options={"eclair": True}, dealer="Bea").do("table", "deal", one_by_one=True)
    play.do("Ada", "place_dealt", slot=25, card=20).do("Bea", "place_dealt", slot=5, card=3)
    assert play.refused("Ada", "place_dealt", slot=25) == "slot_taken"
    play.do("Bea", "place_dealt", slot=10)
    assert play.refused("Bea", "place_dealt", slot=15) == "not_your_card"
    play.do("Ada", "place_dealt", slot=5)


def test_RK_61_ten_ascending_cards_win_at_once() -> None:
    """Worked example 45."""
    play = opened(FOUR, options={"eclair": True}, dealer="Dan").do("table", "deal")
    play.happened("eclair_window_open").shows(phase="eclair", turn=None)
    play.do("Cyd", "racko_eclair", rack=LIGHTNING).happened("announced", player="Cyd", kind="eclair")
    play.happened("round_won", player="Cyd", kind="eclair").shows(announced="eclair")
    play.do("Ada", "show_rack", rack=[1, 2, 3, 50, 5, 6, 7, 8, 10, 11])
    play.do("Bea", "count_rack", count=1).do("Dan", "count_rack", count=2)
    play.shows(round_points={"Ada": 20, "Bea": 5, "Cyd": 100, "Dan": 10})


def test_RK_62_the_first_face_up_card_closes_the_window() -> None:
    """Worked example 46."""
    play = opened(FOUR, options={"eclair": True}, dealer="Dan")
    assert play.refused("Ada", "racko_eclair", rack=LIGHTNING) == "wrong_phase"
    play.do("table", "deal").do("table", "turn_up", card=60)
    assert play.refused("Ada", "racko_eclair", rack=LIGHTNING) == "eclair_too_late"
    play.do("Ada", "draw_stock")
    assert play.refused("Ada", "racko_eclair", rack=LIGHTNING) == "eclair_too_late"


def test_RK_62_without_the_option_there_is_no_eclair() -> None:
    play = playing()
    assert play.refused("Ada", "racko_eclair", rack=LIGHTNING) == "eclair_not_played"


@pytest.mark.parametrize("shown", [NO_RUN, [2, 3, 4, 5, 9, 14, 17, 20, 24, 28]])
def test_RK_63_a_hundred_replaces_seventy_five_and_bonus_and_needs_no_run(shown: list[int]) -> None:
    """Worked examples 48 and 59."""
    play = opened(TWO, options={"eclair": True, "bonus": True}, dealer="Bea").do("table", "deal")
    play.do("Ada", "racko_eclair", rack=shown).do("Bea", "count_rack", count=1)
    play.shows(round_points={"Ada": 100}, round_bonus=0)


@pytest.mark.parametrize(("option", "points"), [(True, 45), (False, 0)])
def test_RK_64_the_others_score_or_not(option: bool, points: int) -> None:
    play = opened(TWO, options={"eclair": True, "eclair_others_score": option}, dealer="Bea").do(
        "table", "deal"
    )
    play.do("Ada", "racko_eclair", rack=NO_RUN).do("Bea", "count_rack", count=9)
    play.shows(round_points={"Ada": 100, "Bea": points})


def test_RK_65_when_nobody_announces_the_game_goes_on() -> None:
    play = opened(TWO, options={"eclair": True}, dealer="Bea").do("table", "deal", racks={"Ada": LOW})
    play.do("table", "turn_up", card=40).shows(phase="draw", turn="Ada", private={"Ada": {"rack": LOW}})


def test_RK_66_a_false_eclair_leaves_the_window_open_for_the_others() -> None:
    """Worked examples 47 and 60."""
    play = opened(THREE, options={"eclair": True, "false_racko": "out_of_round"}, dealer="Cyd").do(
        "table", "deal"
    )
    play.do("Ada", "racko_eclair", rack=[1, 2, 3, 4, 5, 6, 7, 8, 10, 9])
    play.happened("false_racko", player="Ada", break_slot=50).shows(phase="eclair", out_of_round=["Ada"])
    assert play.refused("Ada", "racko_eclair", rack=LOW) == "out_of_round"
    play.do("table", "turn_up", card=48).happened("turn_started", player="Bea").shows(turn="Bea")


def test_RK_66_by_default_the_false_one_plays_on() -> None:
    play = opened(THREE, options={"eclair": True}, dealer="Cyd").do("table", "deal")
    play.do("Ada", "racko_eclair", rack=[1, 2, 3, 4, 5, 6, 7, 8, 10, 9]).shows(
        phase="eclair", out_of_round=[]
    )
    play.do("Bea", "racko_eclair", rack=[11, 12, 13, 14, 15, 16, 17, 18, 19, 20]).happened(
        "round_won", player="Bea"
    )


def test_eclair_may_be_shown_after_it_was_called() -> None:
    play = opened(TWO, options={"eclair": True}, dealer="Bea").do("table", "deal", racks={"Ada": LOW})
    play.do("Ada", "racko_eclair").shows(phase="show", announced="eclair", turn=None)
    play.do("Ada", "show_rack").happened("round_won", kind="eclair", longest_run=1)


def test_a_shown_rack_may_be_typed_in_parts_of_what_is_known() -> None:
    play = playing(racks={"Ada": rack(s5=2, s10=7)})
    assert play.refused("Ada", "racko", rack=[2, 8, 13, 19, 25, 31, 36, 43, 50, 58]) == "known_slot_differs"
    play.do("Ada", "racko", rack=ASCENDING).shows(phase="scoring")
