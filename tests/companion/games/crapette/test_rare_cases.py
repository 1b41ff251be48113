"""Calls, skipped turns and late wins where several rules meet (sections 4.3 to 4.6)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import Play, refused_game

from .positions import caught, faultless, faults, laid, missed, move, moved, proof_moves, step
from .test_faults_and_calls import fault

LAST: dict[str, Any] = {"reserves": {"Ada": ["5D"]}, "stocks": {"Ada": 0}}


def late_call(**options: Any) -> Play:
    """Ada's wrong move, then her last card rightly placed; Bea calls the earlier fault."""
    cases = {"T8": ["JC"], "T5": ["JS", "8S"]}
    play = laid(**LAST, cases=cases, wastes={"Bea": ["2H"]}, referee="on_call", **options)
    moved(play, "Ada", "T5", "T1")
    moved(play, "Ada", "reserve:Ada", "T7").shows(phase="confirm")
    return play.do("Bea", "call")


def test_CR_70_a_call_that_undoes_nothing_leaves_the_win() -> None:
    play = late_call().happened("crapette_called", valid=True, undone=False, steps=[])
    play.happened("game_won", player="Ada").shows(phase="over", winner="Ada", calls={"Bea": {"right": 1}})


def test_CR_66_a_penalty_card_undoes_the_win() -> None:
    play = late_call(penalty_cards=1).did_not_happen("game_won")
    play.shows(phase="play", turn="Bea", cards_left={"Ada": 1}, wastes={"Ada": {"count": 1, "top": "2H"}})


def test_CR_65_a_turn_lost_by_a_fault_meets_a_skipped_turn() -> None:
    play = moved(laid(wrong_call="skip_turn").do("Bea", "call"), "Ada", "T7", "T1")
    caught(play, "wrong_series").happened("turn_skipped", player="Bea")
    play.happened("turn_passed", from_="Ada", to="Ada", reason="crapette")
    play.shows(turn="Ada", turn_number=2, turns_to_skip={"Ada": 0, "Bea": 0})


def test_CR_67_a_discard_out_of_turn_comes_back_into_the_hand() -> None:
    play = laid(early_draw=True).do("Bea", "draw", card="4H").do("Bea", "discard")
    caught(play, "out_of_turn", against="Bea", undone=True, steps=[step("4H", "waste:Bea", "hand:Bea")])
    play.shows(turn="Ada", turn_number=1, hands={"Bea": "4H"}, wastes={"Bea": {"count": 0}})


def test_CR_67_a_draw_out_of_turn_that_nobody_calls_stays_in_hand() -> None:
    play = laid(referee="on_call").do("Bea", "draw", card="4H").do("Ada", "draw", card="2H")
    play.do("Ada", "call").happened("crapette_called", valid=False)
    play.do("Ada", "discard").shows(turn="Bea", hands={"Bea": "4H"})
    faultless(play.do("Bea", "discard"))


def test_CR_53_taken_back_onto_the_newly_turned_card() -> None:
    play = fault(referee="coach").do("Ada", "turn_reserve", card="3D").do("Ada", "take_back")
    play.happened("taken_back", steps=[step("6H", "T7", "reserve:Ada")])
    play.shows(reserves={"Ada": {"count": 3, "top": "6H", "face_up": True}})
    moved(play, "Ada", "T8", "F1")
    moved(play, "Ada", "reserve:Ada", "T7").shows(
        reserves={"Ada": {"count": 2, "top": "3D", "face_up": True}}
    )


def test_CR_30_the_card_under_a_loaded_one_is_open_again() -> None:
    play = laid(reserves={"Ada": ["3H", "QD"]}, cases={"T2": ["KH"], "T7": ["KS"], "T3": ["JC"]})
    moved(play, "Ada", "reserve:Ada", "reserve:Bea").do("Ada", "turn_reserve")
    play.do("Ada", "draw", card="2H")
    assert faults(play) == []
    play.do("Ada", "discard").shows(turn="Bea", reserves={"Bea": {"count": 6, "top": "QD"}})
    faultless(moved(play, "Bea", "reserve:Bea", "T7"))
    play.shows(reserves={"Bea": {"count": 5, "top": "KD", "face_up": True}})


@pytest.mark.parametrize("referee", ["coach", "on_call"])
def test_CR_55_an_early_recycle_is_turned_back(referee: str) -> None:
    play = laid(
        stocks={"Ada": 0},
        wastes={"Ada": ["2H", "4D"]},
        hands={"Ada": "3H"},
        recycle="when_needed",
        referee=referee,
    )
    play.do("Ada", "recycle").shows(stocks={"Ada": {"count": 2}}, wastes={"Ada": {"count": 0}})
    assert faults(play) == ["early_recycle"]
    if referee == "coach":
        play.do("Ada", "take_back").shows(hands={"Ada": "3H"}, wastes={"Ada": {"count": 2, "top": "4D"}})
    else:
        play.do("Bea", "call").happened("crapette_called", undone=True)
        play.shows(hands={"Ada": None}, wastes={"Ada": {"count": 3, "top": "3H"}})
    play.shows(stocks={"Ada": {"count": 0}})


def test_CR_55_an_early_recycle_called_too_late_stays() -> None:
    play = laid(
        stocks={"Ada": 0},
        wastes={"Ada": ["2H"]},
        hands={"Ada": "3H"},
        recycle="when_needed",
        referee="on_call",
    )
    play.do("Ada", "recycle").do("Ada", "discard").do("Bea", "call", code="early_recycle")
    play.happened("crapette_called", valid=True, undone=False)
    play.shows(stocks={"Ada": {"count": 1}}, wastes={"Ada": {"count": 1, "top": "3H"}})


def test_CR_47_the_moves_of_case_a_if_both_hold() -> None:
    play = laid(cases={"T8": []}, hands={"Ada": "2H"}).do("Ada", "discard")
    caught(play, "unused_empty_case")
    assert missed(play, "unused_empty_case") == [move("reserve:Ada", "T8", "KC")]
    assert proof_moves(play) == [move("reserve:Ada", "T8", "KC")]


def test_CR_63_a_called_pass_is_proven_too() -> None:
    play = laid(referee="on_call", stocks={"Ada": 0}, cases={"T8": []}).do("Ada", "pass").do("Bea", "call")
    play.happened("crapette_called", valid=True, undone=False).did_not_happen("turn_passed")
    assert proof_moves(play.shows(turn="Bea", turn_number=2)) == [move("reserve:Ada", "T8", "KC")]
    faultless(moved(play, "Bea", "reserve:Ada", "T8")).happened("proof_made", player="Bea", card="KC")


@pytest.mark.parametrize("referee", ["auto", "on_call"])
def test_CR_67_a_fault_out_of_turn_leaves_the_proof_that_is_offered(referee: str) -> None:
    play = laid(cases={"T8": ["AD"]}, referee=referee).do("Ada", "draw", card="2H")
    if referee == "on_call":
        play.do("Bea", "call")
    offer = {"player": "Bea", "code": "missed_foundation_play", "moves": [move("T8", "F1", "AD")]}
    moved(play.shows(turn="Bea", proof=offer), "Ada", "reserve:Ada", "T1")
    if referee == "on_call":
        play.do("Bea", "call")
    play.happened("crapette_called", code="out_of_turn", undone=True)
    play.shows(turn="Bea", turn_number=2, proof=offer)
    moved(play, "Bea", "T8", "F1").happened("proof_made", player="Bea").shows(proof=None)


def test_a_fault_of_the_caller_herself_closes_the_other_ones() -> None:
    play = laid(referee="on_call", hands={"Ada": "9D"}).do("Ada", "discard")
    moved(play, "Bea", "T7", "T1").do("Bea", "call").happened("crapette_called", valid=False)
    play.do("Ada", "call").happened("crapette_called", against="Bea", valid=True, undone=True)
    play.shows(turn="Ada", cases={"T7": ["6S"]}, wastes={"Ada": {"top": "9D"}})


@pytest.mark.parametrize("profile", ["crapette", 3, [], {"profile": "racko"}])
def test_there_is_no_such_profile(profile: Any) -> None:
    setup = {"turn": "Ada", "stocks": {"Ada": 1, "Bea": 1}}
    assert refused_game("crapette", ("Ada", "Bea"), setup=setup, profile=profile) == "bad_profile"
