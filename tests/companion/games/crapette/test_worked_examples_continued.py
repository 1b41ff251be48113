"""Rows 32 to 62 of the worked examples (section 8 of the rules), by number."""

from __future__ import annotations

import pytest

from tests.playing import Play

from .positions import caught, due, faultless, faults, laid, legal, missed, move, moved, proof_moves, step
from .test_worked_examples import FAULT_4, ROW_13

UNUSED = "JC"
"""A card that is laid where nothing fits."""


def fault_4(**options: object) -> Play:
    """Row 4, played: Ada lays 6H on 7S while 2S should have gone up."""
    return moved(laid(**FAULT_4, **options), "Ada", "reserve:Ada", "T7", card="6H")


def test_row_32_no_going_round_the_corner() -> None:
    play = laid(reserves={"Ada": {"count": 4, "top": "KS"}, "Bea": {"count": 5, "top": "AS"}})
    caught(moved(play, "Ada", "reserve:Ada", "reserve:Bea"), "wrong_load")


def test_row_33_the_own_waste_is_closed() -> None:
    play = laid(wastes={"Ada": ["5D"]}, cases={"T8": [UNUSED]})
    caught(moved(play, "Ada", "waste:Ada", "T7"), "own_waste_played", steps=[step("5D", "T7", "waste:Ada")])
    play.shows(turn="Bea", wastes={"Ada": {"top": "5D"}}, cases={"T7": ["6S"]})


def test_row_34_only_the_card_in_hand_goes_to_the_waste() -> None:
    play = laid()
    caught(moved(play, "Ada", "T7", "waste:Ada"), "own_pile_loaded", steps=[step("6S", "waste:Ada", "T7")])


def test_row_35_the_opponents_waste_is_closed_unless_opened() -> None:
    row = {"wastes": {"Bea": ["9D"]}}
    caught(moved(laid(**row), "Ada", "waste:Bea", "T3"), "opponent_pile_played")
    play = laid(**row, opponent_waste_playable=True)
    faultless(moved(play, "Ada", "waste:Bea", "T3")).shows(cases={"T3": ["10S", "9D"]}, turn="Ada")


ROW_36 = {"T5": ["QH"], "T7": ["JS", "10H"], "T4": ["8D"], "T2": ["KH"]}


def test_row_36_two_cards_at_once() -> None:
    play = laid(cases=ROW_36)
    caught(
        moved(play, "Ada", "T7", "T5", card="JS", count=2),
        "several_cards_moved",
        steps=[{"card": "JS", "from": "T5", "to": "T7"}],
    )
    play.shows(cases={"T7": ["JS", "10H"], "T5": ["QH"]}, turn="Bea")
    faultless(moved(laid(cases=ROW_36, sequences="run"), "Ada", "T7", "T5", card="JS", count=2))
    room = {**ROW_36, "T8": []}
    play = laid(cases=room, sequences="if_possible_singly")
    faultless(moved(play, "Ada", "T7", "T5", card="JS", count=2)).happened("case_freed", case="T7")
    play.happened("card_moved", card="JS", count=2).shows(cases={"T5": ["QH", "JS", "10H"], "T7": []})
    play = laid(cases=ROW_36, sequences="if_possible_singly")
    caught(moved(play, "Ada", "T7", "T5", count=2), "several_cards_moved")


def test_row_37_a_covered_card_pulled_out_alone() -> None:
    play = laid(cases=ROW_36)
    caught(
        moved(play, "Ada", "T7", "T5", card="JS"), "covered_card_moved", steps=[step("JS", "T5", "T7")]
    ).shows(cases={"T7": ["JS", "10H"], "T5": ["QH"]}, turn="Bea")


def test_row_38_the_same_colour_does_not_fit() -> None:
    play = laid(cases={"T7": ["9S"]})
    caught(moved(play, "Ada", "T7", "T3"), "wrong_series").shows(cases={"T3": ["10S"], "T7": ["9S"]})


def test_row_39_out_of_turn() -> None:
    play = moved(laid(), "Bea", "reserve:Bea", "T2", card="KD")
    caught(play, "out_of_turn", against="Bea", undone=True, steps=[step("KD", "T2", "reserve:Bea")])
    play.shows(turn="Ada", turn_number=1, reserves={"Bea": {"count": 5, "top": "KD", "face_up": True}})
    play.did_not_happen("turn_passed")
    caught(play.do("Bea", "draw", card="4H"), "out_of_turn", against="Bea")
    play.happened("crapette_called", steps=[step("4H", "hand:Bea", "stock:Bea")])
    play.shows(turn="Ada", hands={"Bea": None}, stocks={"Bea": {"count": 20}})


def test_row_40_the_next_card_drawn_early() -> None:
    play = faultless(laid(early_draw=True).do("Bea", "draw", card="4H"))
    play.shows(turn="Ada", hands={"Bea": "4H"}).do("Ada", "draw", card="2S").do("Ada", "discard")
    assert play.refused("Bea", "draw", card="9H") == "hand_occupied"
    faultless(play.shows(turn="Bea", hands={"Bea": "4H"}).do("Bea", "discard"))


def test_row_41_the_stock_comes_again_in_the_same_order() -> None:
    play = laid(stocks={"Ada": 1}, wastes={"Ada": ["2H", "4H", "7C"]})
    play.do("Ada", "draw", card="2S").happened("stock_exhausted", player="Ada").do("Ada", "discard")
    play.do("Ada", "recycle").happened("stock_recycled", player="Ada", count=4)
    for number, card in enumerate(("2H", "4H", "7C", "2S"), start=2):
        play.do("Bea", "draw", card=("JC", "JS", "4S", "4C")[number - 2]).do("Bea", "discard")
        play.do("Ada", "draw").shows(hands={"Ada": card}).do("Ada", "discard")


def test_row_42_recycled_too_early() -> None:
    play = laid(turn="Bea", stocks={"Ada": 0}, wastes={"Ada": ["4D", "3D"]}, recycle="when_needed")
    play.do("Ada", "recycle")
    assert faults(play) == ["early_recycle"]
    play.happened("crapette_called", against="Ada", code="early_recycle", undone=True)
    (told,) = [event.as_json() for event in play.events if event.name == "crapette_called"]
    assert [dict(one) for one in told["steps"]] == [{"from": "stock:Ada", "to": "waste:Ada"}]
    play.shows(turn="Bea", stocks={"Ada": {"count": 0}}, wastes={"Ada": {"count": 2, "top": "3D"}})
    play.do("Bea", "draw", card="2D")
    faultless(moved(play, "Bea", "hand:Bea", "waste:Ada")).happened("pile_loaded", pile="waste:Ada")


def test_row_43_a_reserve_card_not_yet_turned() -> None:
    cases = {"T5": ["4S"], "T6": ["4C"], "T7": ["KD", "9H"]}
    play = laid(cases=cases, reserves={"Ada": ["3H", "QD"]})
    faultless(moved(play, "Ada", "reserve:Ada", "T2"))
    faultless(moved(play, "Ada", "T7", "T3")).happened("reminder", player="Ada", code="reserve_not_turned")
    caught(play.do("Ada", "draw", card="2S"), "reserve_not_turned")


def test_row_44_called_at_once() -> None:
    play = fault_4(referee="on_call")
    play.happened("infraction", by_="Ada", code="missed_foundation_play", announced=False)
    play.did_not_happen("crapette_called").shows(turn="Ada")
    play.do("Bea", "call").happened(
        "crapette_called", by_="Bea", against="Ada", code="missed_foundation_play", valid=True, undone=True
    )
    play.shows(turn="Bea", cases={"T7": ["7S"]}, calls={"Bea": {"right": 1, "wrong": 0}})
    play.shows(reserves={"Ada": {"count": 3, "top": "6H"}})
    assert proof_moves(play) == [move("T8", "F1", "2S")]


def test_row_45_called_too_late_to_be_undone() -> None:
    play = faultless(moved(fault_4(referee="on_call"), "Ada", "T8", "F1"))
    play.do("Bea", "call").happened("crapette_called", valid=True, undone=False, steps=[])
    play.shows(turn="Bea", cases={"T7": ["7S", "6H"]}, foundations={"F1": {"top": "2S"}}, proof=None)


def test_row_46_she_has_played_on() -> None:
    play = laid(hands={"Ada": "9D"}, referee="on_call").do("Ada", "discard")
    play.do("Bea", "draw", card="2H").do("Bea", "call").happened("crapette_called", valid=False)
    play.shows(turn="Bea", calls={"Bea": {"right": 0, "wrong": 1}}, hands={"Bea": "2H"})


def test_row_47_a_wrong_call() -> None:
    play = laid().do("Bea", "call").happened("crapette_called", by_="Bea", valid=False, code=None)
    play.shows(turn="Ada", calls={"Bea": {"right": 0, "wrong": 1}}, turns_to_skip={"Ada": 0, "Bea": 0})
    play = laid(wrong_call="skip_turn").do("Bea", "call").shows(turns_to_skip={"Bea": 1})
    play.do("Ada", "draw", card="2S").do("Ada", "discard").happened("turn_skipped", player="Bea")
    play.happened("turn_passed", from_="Ada", to="Ada", reason="discard").shows(turn="Ada")
    play = laid(wrong_call="card", wastes={"Ada": ["3H", "5S"]}).do("Bea", "call")
    play.shows(wastes={"Ada": {"count": 1, "top": "3H"}, "Bea": {"count": 1, "top": "5S"}}, turn="Ada")


def test_row_48_the_faulty_move_stays() -> None:
    play = caught(fault_4(omission_undo=False), "missed_foundation_play", undone=False, steps=[])
    play.shows(turn="Bea", cases={"T7": ["7S", "6H"]}, reserves={"Ada": {"count": 2, "face_up": False}})
    faultless(moved(play, "Bea", "T8", "F1")).happened("proof_made")


def test_row_49_the_coach_lets_her_take_it_back() -> None:
    play = fault_4(referee="coach").shows(turn="Ada", cases={"T7": ["7S", "6H"]})
    play.happened("infraction", code="missed_foundation_play", announced=True)
    play.do("Ada", "take_back").happened("taken_back", player="Ada", steps=[step("6H", "T7", "reserve:Ada")])
    play.shows(turn="Ada", cases={"T7": ["7S"]}, reserves={"Ada": {"count": 3, "top": "6H"}})
    faultless(moved(play, "Ada", "T8", "F1")).shows(turn="Ada", turn_number=1)


def test_row_50_the_last_card_wins_at_once() -> None:
    play = moved(laid(reserves={"Ada": ["5D"]}, stocks={"Ada": 0}), "Ada", "reserve:Ada", "T7")
    play.happened("game_won", player="Ada", points=None)
    play.shows(phase="over", winner="Ada", result="won", turn=None, cards_left={"Ada": 0})


def test_row_51_the_last_card_comes_back() -> None:
    play = laid(
        referee="on_call", reserves={"Ada": ["5D"]}, stocks={"Ada": 0}, cases={"T8": ["AS"], "T4": [UNUSED]}
    )
    moved(play, "Ada", "reserve:Ada", "T7").happened("win_claimed", player="Ada").shows(phase="confirm")
    play.do("Bea", "call").happened("crapette_called", valid=True, undone=True, code="missed_foundation_play")
    play.shows(phase="play", turn="Bea", winner=None, reserves={"Ada": {"count": 1, "top": "5D"}})


@pytest.mark.parametrize(("stalemate_winner", "winner"), [("none", None), ("fewest_cards", "Ada")])
def test_row_52_both_are_stuck(stalemate_winner: str, winner: str | None) -> None:
    play = laid(
        reserves={"Ada": ["KC"], "Bea": ["KD", "KC"]},
        stocks={"Ada": 0, "Bea": 0},
        stalemate_winner=stalemate_winner,
    )
    play.do("Ada", "pass").happened("passed", player="Ada").shows(turn="Bea", phase="play")
    play.do("Bea", "pass").happened("game_drawn", reason="blocked", winner=winner, points=None)
    play.shows(phase="over", result="blocked", winner=winner, turn=None)


def test_row_53_a_third_copy_is_a_misreading() -> None:
    play = laid(cases={"T7": ["2S"], "T8": ["QS", "2S"]})
    assert play.refused("Ada", "draw", card="2S") == "impossible_card"


def test_row_54_the_stock_is_known_after_recycling() -> None:
    play = laid(stocks={"Ada": 0}, wastes={"Ada": ["2H", "4H"]}).do("Ada", "recycle")
    assert play.refused("Ada", "draw", card="4H") == "card_contradicts"
    play.do("Ada", "draw", card="2H")


def test_row_55_recycle_before_passing() -> None:
    play = laid(stocks={"Ada": 0}, wastes={"Ada": ["2H"]})
    assert play.refused("Ada", "pass") == "must_draw"


def test_row_56_freeing_by_a_load_is_never_demanded() -> None:
    row = {"wastes": {"Bea": ["9S"]}}
    play = laid(**row)
    assert due(play) == []
    faultless(play.do("Ada", "draw", card="2H"))
    play = laid(**row)
    faultless(moved(play, "Ada", "T5", "waste:Bea")).happened("case_freed", case="T5").shows(turn="Ada")


def test_row_56_a_load_that_frees_a_case_proves_no_missed_freeing() -> None:
    """Priority 2, so another case that can be freed is not yet missed."""
    play = laid(wastes={"Bea": ["9S"]}, cases={"T7": ["9H"]})
    faultless(moved(play, "Ada", "T5", "waste:Bea"))


def test_row_57_rearranging_proves_no_omission() -> None:
    row = {"cases": {"T3": ["10S", "9D"], "T7": ["9H"], "T8": ["KC"]}}
    faultless(moved(laid(**row), "Ada", "T3", "T4", card="9D")).shows(turn="Ada")
    caught(laid(**row).do("Ada", "draw", card="2H"), "missed_case_freeing")
    play = moved(laid(**row), "Ada", "T3", "T4", card="9D")
    caught(play.do("Ada", "draw", card="2H"), "missed_case_freeing")


def test_row_58_a_faulty_win_waits_with_the_coach() -> None:
    position = {"reserves": {"Ada": ["5D"]}, "stocks": {"Ada": 0}, "referee": "coach"}
    play = moved(laid(**position), "Ada", "reserve:Ada", "T5")
    play.happened("infraction", code="wrong_series").happened("win_claimed", player="Ada")
    play.shows(phase="play", winner=None).do("Ada", "take_back").shows(reserves={"Ada": {"count": 1}})
    play = moved(laid(**position), "Ada", "reserve:Ada", "T5").do("Ada", "accept")
    play.happened("game_won", player="Ada").shows(phase="over", winner="Ada", result="won")


def test_row_59_one_card_at_a_time() -> None:
    assert laid(hands={"Ada": "2H"}).refused("Ada", "draw", card="3S") == "hand_occupied"


@pytest.mark.parametrize("code", ["missed_foundation_play", "stock_before_reserve"])
def test_row_60_a_call_may_name_either(code: str) -> None:
    play = laid(foundations={"F1": "4H"}, reserves={"Ada": {"count": 3, "top": "5H"}}, referee="on_call")
    play.do("Ada", "draw", card="2H")
    assert faults(play) == ["missed_foundation_play", "stock_before_reserve"]
    play.do("Bea", "call", code=code).happened(
        "crapette_called",
        valid=True,
        code=code,
        codes=["missed_foundation_play", "stock_before_reserve"],
    )
    play.shows(proof={"code": code, "player": "Bea", "against": "Ada"}, calls={"Bea": {"right": 1}})
    assert move("reserve:Ada", "F1", "5H") in (proof_moves(play) or [])


def test_row_61_changing_places_frees_nothing() -> None:
    play = laid(cases={"T7": ["9H"], "T8": [], "T4": [UNUSED]}, reserves={"Ada": []})
    faultless(moved(play, "Ada", "T7", "T8"))
    caught(play.do("Ada", "draw", card="2H"), "missed_case_freeing")
    assert move("T8", "T3", "9H") in missed(play, "missed_case_freeing")


def test_row_62_the_last_empty_case_was_due_to_the_two() -> None:
    cases = {**ROW_13["cases"], "T4": ["10C", "9D"], "T5": ["4S"], "T6": ["4C"]}
    play = laid(foundations=ROW_13["foundations"], cases=cases)
    assert ("T4", "T8") not in legal(play) and ("T4", "T3") in legal(play)
    caught(moved(play, "Ada", "T4", "T8"), "missed_uncovering", steps=[step("9D", "T8", "T4")])
    play.shows(turn="Bea", cases={"T4": ["10C", "9D"], "T8": []})
