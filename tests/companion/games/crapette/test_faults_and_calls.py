"""Faults, calls and what happens then (CR-60 to CR-67, section 4.5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import Play

from .positions import (
    caught,
    due,
    duties,
    faultless,
    faults,
    laid,
    missed,
    move,
    moved,
    proof_moves,
    step,
    turn_back_to_ada,
)

FAULT: dict[str, Any] = {
    "foundations": {"F1": "AS"},
    "cases": {"T7": ["7S"], "T8": ["2S"]},
    "reserves": {"Ada": ["4D", "3D", "6H"]},
}


def fault(**options: Any) -> Play:
    """Ada lays 6H on 7S while 2S should have gone up."""
    return moved(laid(**FAULT, **options), "Ada", "reserve:Ada", "T7", card="6H")


def called(play: Play) -> dict[str, Any]:
    """The one call that the last action made."""
    (told,) = [event.as_json() for event in play.events if event.name == "crapette_called"]
    return told


# ------------------------------------------------------------------------------- what a fault costs


def test_CR_60_a_fault_costs_the_turn_in_progress_and_no_further_one() -> None:
    play = caught(fault(), "missed_foundation_play")
    play.happened("turn_passed", from_="Ada", to="Bea", reason="crapette")
    play.shows(turn="Bea", turn_number=2, turns_to_skip={"Ada": 0, "Bea": 0})
    moved(play, "Bea", "T8", "F1")
    moved(play, "Bea", "reserve:Bea", "T8").do("Bea", "turn_reserve", card="JC")
    turn_back_to_ada(play, draw="2C").shows(turn="Ada", turn_number=3)


def test_CR_60_one_call_punishes_one_action_once() -> None:
    play = laid(foundations={"F1": "4H"}, hands={"Ada": "5H"}).do("Ada", "discard")
    assert faults(play) == ["missed_foundation_play", "missed_series_play"]
    assert called(play)["codes"] == faults(play)
    play.shows(turn="Bea", turn_number=2)


def test_CR_61_the_referee_announces_every_fault_himself() -> None:
    play = fault().happened("infraction", by_="Ada", code="missed_foundation_play", announced=True)
    play.happened("crapette_called", by_="referee", against="Ada")
    play.shows(calls={"Ada": {"right": 0, "wrong": 0}, "Bea": {"right": 0, "wrong": 0}})


def test_CR_61_on_call_a_fault_that_nobody_sees_costs_nothing() -> None:
    play = fault(referee="on_call").happened("infraction", announced=False).shows(turn="Ada")
    play.did_not_happen("crapette_called")
    play.do("Ada", "turn_reserve")
    moved(play, "Ada", "T8", "F1")
    moved(play, "Ada", "reserve:Ada", "T8").do("Ada", "turn_reserve")
    play.do("Ada", "draw", card="2C").do("Ada", "discard").do("Bea", "draw", card="2H")
    play.do("Bea", "call").happened("crapette_called", valid=False)
    play.shows(turn="Bea", cases={"T7": ["7S", "6H"]}, calls={"Bea": {"right": 0, "wrong": 1}})


def test_CR_61_the_coach_only_warns() -> None:
    play = fault(referee="coach").happened("infraction", announced=True).did_not_happen("crapette_called")
    play.shows(turn="Ada", cases={"T7": ["7S", "6H"]})
    assert play.refused("Bea", "call") == "calling_off"


@pytest.mark.parametrize(
    ("source", "target", "code"),
    [
        ("T7", "F1", "wrong_foundation"),
        ("T7", "T1", "wrong_series"),
        ("T7", "reserve:Bea", "wrong_load"),
        ("T7", "waste:Ada", "own_pile_loaded"),
        ("waste:Ada", "T7", "own_waste_played"),
        ("waste:Bea", "T7", "opponent_pile_played"),
        ("F2", "T7", "foundation_card_moved"),
    ],
)
def test_CR_62_a_wrongly_placed_card_goes_back(source: str, target: str, code: str) -> None:
    play = laid(foundations={"F2": "9D"}, wastes={"Ada": ["3H"], "Bea": ["3C"]})
    before = {name: play.view[name] for name in ("foundations", "cases", "reserves", "wastes", "stocks")}
    caught(moved(play, "Ada", source, target), code, undone=True)
    assert {name: play.view[name] for name in before} == before
    card = {"T7": "6S", "waste:Ada": "3H", "waste:Bea": "3C", "F2": "9D"}[source]
    assert [dict(one) for one in called(play)["steps"]] == [step(card, target, source)]
    play.shows(turn="Bea", proof=None)


def test_CR_63_the_proving_action_is_undone_and_the_caller_may_prove() -> None:
    play = fault().shows(
        proof={
            "player": "Bea",
            "against": "Ada",
            "code": "missed_foundation_play",
            "moves": [move("T8", "F1", "2S")],
        }
    )
    assert due(play)[0] == {"level": 0, "code": "proof", **move("T8", "F1", "2S")}
    moved(play, "Bea", "T8", "F1").happened("proof_made", player="Bea", **move("T8", "F1", "2S"))
    play.shows(turn="Bea", proof=None)


def test_CR_63_the_caller_need_not_prove() -> None:
    play = caught(laid(cases={"T8": []}).do("Ada", "draw", card="2H"), "unused_empty_case")
    faultless(moved(play, "Bea", "reserve:Bea", "T8")).did_not_happen("proof_made")
    play.shows(turn="Bea", proof=None, cases={"T8": ["KD"]}, reserves={"Ada": {"count": 5, "top": "KC"}})
    assert faults(moved(play, "Bea", "reserve:Ada", "T1")) == ["opponent_pile_played"], "it has lapsed"


def test_CR_63_letting_the_proof_lapse_is_judged_as_usual() -> None:
    """2S must still go up: now it is Bea's own duty."""
    play = fault().do("Bea", "draw", card="2C")
    caught(play, "missed_foundation_play", against="Bea").shows(turn="Ada")


def test_CR_63_the_proof_is_the_first_card_action() -> None:
    play = laid(reserves={"Ada": {"count": 4, "top": "9D"}, "Bea": ["3C", "QS"]}, cases={"T4": ["JC"]})
    play.do("Ada", "draw", card="2H").shows(turn="Bea")
    moved(play, "Bea", "reserve:Bea", "T1").shows(proof=None)
    caught(moved(play, "Bea", "reserve:Ada", "T3"), "opponent_pile_played", against="Bea")


def test_CR_63_turning_a_card_does_not_end_the_proof() -> None:
    play = laid(reserves={"Ada": {"count": 4, "top": "9D"}, "Bea": ["3C", "QS"]}, face_down=["Bea"])
    play.do("Ada", "draw", card="2H").do("Bea", "turn_reserve")
    faultless(moved(play, "Bea", "reserve:Ada", "T3")).happened("proof_made")


def test_CR_63_omission_undo_may_be_off() -> None:
    play = caught(fault(omission_undo=False), "missed_foundation_play", undone=False, steps=[])
    play.shows(turn="Bea", cases={"T7": ["7S", "6H"]}, reserves={"Ada": {"count": 2, "face_up": False}})
    assert proof_moves(play) == [move("T8", "F1", "2S")]
    play = laid(omission_undo=False)
    caught(moved(play, "Ada", "T7", "T1"), "wrong_series", undone=True).shows(cases={"T7": ["6S"]})


def test_CR_63_the_proof_may_only_be_shown() -> None:
    play = fault(proof="shown").shows(turn="Bea", proof=None)
    assert duties(play) == [(1, "missed_foundation_play", "T8", "F1")]
    play = laid(reserves={"Ada": {"count": 4, "top": "9D"}}, proof="shown").do("Ada", "draw", card="2H")
    caught(moved(play.shows(proof=None), "Bea", "reserve:Ada", "T3"), "opponent_pile_played", against="Bea")


def test_CR_63_the_callers_own_piles_are_never_loaded_as_proof() -> None:
    play = laid(reserves={"Ada": {"count": 5, "top": "QD"}}, cases={"T2": ["KH"]}).do(
        "Ada", "draw", card="2H"
    )
    assert missed(play, "stock_before_reserve") == [move("reserve:Ada", "reserve:Bea", "QD")]
    play.shows(proof=None)
    play = laid(reserves={"Ada": {"count": 5, "top": "QD"}}).do("Ada", "draw", card="2H")
    assert missed(play, "stock_before_reserve") == [
        move("reserve:Ada", "T2", "QD"),
        move("reserve:Ada", "reserve:Bea", "QD"),
    ]
    assert proof_moves(play) == [move("reserve:Ada", "T2", "QD")]


def test_CR_64_a_seen_stock_card_goes_to_the_waste() -> None:
    play = laid(hands={"Ada": "3H"}, wastes={"Ada": ["2D"]})
    caught(moved(play, "Ada", "T7", "T1"), "wrong_series")
    assert [dict(one) for one in called(play)["steps"]] == [
        step("6S", "T1", "T7"),
        step("3H", "hand:Ada", "waste:Ada"),
    ]
    play.shows(hands={"Ada": None}, wastes={"Ada": {"count": 2, "top": "3H"}}, turn="Bea")


def test_CR_64_it_goes_back_to_the_stock_by_option() -> None:
    play = laid(hands={"Ada": "3H"}, wastes={"Ada": ["2D"]}, hand_after_call="stock")
    caught(moved(play, "Ada", "hand:Ada", "T1"), "wrong_series")
    play.shows(hands={"Ada": None}, wastes={"Ada": {"count": 1}}, stocks={"Ada": {"count": 21}})
    turn_back_to_ada(play, draw="2H")
    assert play.refused("Ada", "draw", card="2S") == "card_contradicts"
    play.do("Ada", "draw").shows(hands={"Ada": "3H"})


def test_CR_64_not_when_out_of_turn() -> None:
    play = laid(early_draw=True).do("Bea", "draw", card="4H")
    caught(moved(play, "Bea", "T7", "T1"), "out_of_turn", against="Bea").shows(
        hands={"Bea": "4H"}, turn="Ada"
    )


def test_CR_65_a_wrong_call_changes_nothing_and_is_counted() -> None:
    play = laid(hands={"Ada": "2H"}, referee="on_call").do("Bea", "call")
    play.happened(
        "crapette_called",
        by_="Bea",
        against="Ada",
        code=None,
        codes=[],
        valid=False,
        undone=False,
        steps=[],
    )
    play.shows(turn="Ada", hands={"Ada": "2H"}, calls={"Bea": {"right": 0, "wrong": 1}, "Ada": {"wrong": 0}})


def test_CR_65_in_auto_every_call_of_a_player_is_wrong() -> None:
    play = fault().do("Bea", "call").happened("crapette_called", valid=False)
    play.shows(turn="Bea", calls={"Bea": {"right": 0, "wrong": 1}})


def test_CR_65_a_wrong_call_may_cost_the_next_turn() -> None:
    play = (
        laid(wrong_call="skip_turn").do("Bea", "call").shows(turns_to_skip={"Ada": 0, "Bea": 1}, turn="Ada")
    )
    play.do("Ada", "draw", card="2S").do("Ada", "discard").happened("turn_skipped", player="Bea")
    play.happened("turn_passed", from_="Ada", to="Ada", reason="discard")
    play.shows(turn="Ada", turn_number=2, turns_to_skip={"Bea": 0})


def test_CR_65_the_player_on_turn_may_call_wrongly_too() -> None:
    """Her next turn is lost, not the one in progress."""
    play = laid(wrong_call="skip_turn").do("Ada", "call").shows(turn="Ada", turns_to_skip={"Ada": 1})
    play.do("Ada", "draw", card="2S").do("Ada", "discard").shows(turn="Bea", turns_to_skip={"Ada": 1})
    play.do("Bea", "draw", card="2H").do("Bea", "discard").happened("turn_skipped", player="Ada")
    play.shows(turn="Bea", turns_to_skip={"Ada": 0})


def test_CR_65_a_wrong_call_may_cost_a_card() -> None:
    play = laid(wrong_call="card", wastes={"Ada": ["3H", "5S"], "Bea": ["2D"]}).do("Bea", "call")
    play.shows(wastes={"Ada": {"count": 1, "top": "3H"}, "Bea": {"count": 2, "top": "5S"}}, turn="Ada")
    assert any(event.as_json().get("card") == "5S" for event in play.events), "the hands must be told"
    play = laid(wrong_call="card").do("Bea", "call")
    play.shows(wastes={"Bea": {"count": 0}})


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_CR_66_penalty_cards(number: int) -> None:
    play = laid(cases={"T8": ["AD"]}, wastes={"Ada": ["4D"], "Bea": ["3H", "7C"]}, penalty_cards=number)
    play.do("Ada", "draw", card="2H")
    moved_cards = [event.as_json() for event in play.events if event.name == "penalty_card"]
    assert [event["card"] for event in moved_cards] == ["7C", "3H"][:number]
    assert all((event["from"], event["to"]) == ("waste:Bea", "waste:Ada") for event in moved_cards)
    given = min(number, 2)
    play.shows(wastes={"Ada": {"count": 2 + given}, "Bea": {"count": 2 - given}}, turn="Bea")


def test_CR_66_none_by_default() -> None:
    play = laid(cases={"T8": ["AD"]}, wastes={"Bea": ["3H", "7C"]}).do("Ada", "draw", card="2H")
    play.did_not_happen("penalty_card").shows(wastes={"Bea": {"count": 2}})


def test_CR_67_out_of_turn_is_undone_and_the_turn_stays() -> None:
    play = moved(laid(hands={"Ada": "2H"}), "Bea", "reserve:Bea", "T1")
    caught(play, "out_of_turn", against="Bea", undone=True, steps=[step("KD", "T1", "reserve:Bea")])
    play.did_not_happen("turn_passed")
    play.shows(
        turn="Ada", turn_number=1, hands={"Ada": "2H"}, reserves={"Bea": {"top": "KD", "face_up": True}}
    )


# ------------------------------------------------------------------------------- calls of the players


def test_a_call_counts_for_the_caller() -> None:
    play = fault(referee="on_call").do("Bea", "call")
    play.happened("crapette_called", by_="Bea", against="Ada", valid=True, undone=True)
    play.shows(calls={"Bea": {"right": 1, "wrong": 0}, "Ada": {"right": 0, "wrong": 0}}, turn="Bea")
    play.do("Bea", "call").happened("crapette_called", valid=False)


def test_the_faulty_player_cannot_call_her_own_fault() -> None:
    play = fault(referee="on_call").do("Ada", "call").happened("crapette_called", by_="Ada", valid=False)
    play.shows(calls={"Ada": {"wrong": 1}}, turn="Ada")
    play.do("Bea", "call").happened("crapette_called", valid=True)


def test_a_call_may_name_the_code() -> None:
    play = fault(referee="on_call")
    play.do("Bea", "call", code="missed_series_play").happened("crapette_called", valid=False, code=None)
    play.shows(turn="Ada", calls={"Bea": {"wrong": 1}})
    play.do("Bea", "call", code="missed_foundation_play").happened("crapette_called", valid=True)
    assert fault(referee="on_call").refused("Bea", "call", code="cheating") == "unknown_code"


def test_the_latest_open_fault_is_called_unless_a_code_is_named() -> None:
    def two_faults() -> Play:
        play = moved(laid(referee="on_call", cases={"T5": ["JS", "8S"]}), "Ada", "T5", "T1")
        return play.do("Ada", "draw", card="9D").do("Ada", "discard")

    play = two_faults().do("Bea", "call").happened("crapette_called", code="missed_series_play", undone=False)
    play.shows(turn="Bea", cases={"T1": ["KH", "8S"]})
    play = two_faults().do("Bea", "call", code="wrong_series")
    play.happened("crapette_called", code="wrong_series", valid=True, undone=False, steps=[])
    play.shows(turn="Bea", cases={"T1": ["KH", "8S"]})
    play.do("Bea", "call").happened("crapette_called", valid=False)


def test_an_undone_reserve_card_lies_on_the_newly_turned_one() -> None:
    play = fault(referee="on_call").do("Ada", "turn_reserve", card="3D").do("Bea", "call")
    play.happened("crapette_called", undone=True, steps=[step("6H", "T7", "reserve:Ada")])
    play.shows(reserves={"Ada": {"count": 3, "top": "6H", "face_up": True}}, turn="Bea")


def test_the_window_closes_with_the_opponents_next_card_action() -> None:
    play = moved(laid(referee="on_call"), "Ada", "T7", "T1").do("Ada", "draw", card="2H").do("Ada", "discard")
    play.do("Bea", "call").happened("crapette_called", valid=True, undone=False)
    play = moved(laid(referee="on_call"), "Ada", "T7", "T1").do("Ada", "draw", card="2H").do("Ada", "discard")
    play.do("Bea", "draw", card="2C").do("Bea", "call").happened("crapette_called", valid=False)
    play.shows(cases={"T1": ["KH", "6S"]})


def test_the_window_may_close_with_anybodys_next_card_action() -> None:
    play = fault(referee="on_call", call_window="next_action").do("Ada", "turn_reserve", card="3D")
    play.do("Bea", "call").happened("crapette_called", valid=True)
    play = moved(fault(referee="on_call", call_window="next_action"), "Ada", "T8", "F1")
    play.do("Bea", "call").happened("crapette_called", valid=False)


def test_a_called_discard_has_passed_the_turn_already() -> None:
    play = laid(hands={"Ada": "9D"}, cases={"T4": ["JC"]}, referee="on_call").do("Ada", "discard")
    play.shows(turn="Bea", turn_number=2).do("Bea", "call").did_not_happen("turn_passed")
    play.shows(turn="Bea", turn_number=2, wastes={"Ada": {"top": "9D"}})
    assert proof_moves(play) == [move("waste:Ada", "T3", "9D")]
    moved(play, "Bea", "waste:Ada", "T3").happened("proof_made", card="9D")


def test_a_called_out_of_turn_move_leaves_the_turn() -> None:
    play = moved(laid(referee="on_call"), "Bea", "reserve:Bea", "T1").shows(cases={"T1": ["KH", "KD"]})
    play.do("Ada", "call").happened("crapette_called", against="Bea", code="out_of_turn", undone=True)
    play.shows(turn="Ada", cases={"T1": ["KH"]}, calls={"Ada": {"right": 1}})


def test_a_called_draw_is_not_undone() -> None:
    play = laid(cases={"T8": ["AD"]}, referee="on_call").do("Ada", "draw", card="9H").do("Bea", "call")
    play.happened("crapette_called", undone=False, steps=[step("9H", "hand:Ada", "waste:Ada")])
    play.shows(turn="Bea", wastes={"Ada": {"top": "9H"}}, stocks={"Ada": {"count": 19}})


def test_a_call_after_the_waste_was_turned_over_undoes_nothing() -> None:
    """The cards no longer lie there: 8S was loaded wrongly on a waste that has become the stock."""
    play = laid(stocks={"Bea": 0}, wastes={"Bea": ["2H"]}, referee="on_call")
    moved(play, "Ada", "T5", "waste:Bea")
    assert faults(play) == ["wrong_load"]
    play.do("Bea", "recycle").do("Bea", "call").happened("crapette_called", valid=True, undone=False)
    play.shows(turn="Bea", stocks={"Bea": {"count": 2}}, cases={"T5": []})


def test_a_wrong_card_nobody_calls_stays_and_is_built_upon() -> None:
    play = laid(referee="on_call", foundations={"F1": "4H"}, reserves={"Ada": ["5D"]}, cases={"T7": ["JC"]})
    moved(play, "Ada", "reserve:Ada", "F1").do("Ada", "draw", card="2C").do("Ada", "discard")
    play.do("Bea", "draw", card="6D").shows(foundations={"F1": {"top": "5D", "count": 5, "complete": False}})
    assert duties(play) == [(1, "missed_foundation_play", "hand:Bea", "F1")]
    faultless(moved(play, "Bea", "hand:Bea", "F1")).shows(foundations={"F1": {"top": "6D", "count": 6}})


def test_foreign_cards_stay_where_they_were_put() -> None:
    """A lapsed wrong card on a case counts as the free card there."""
    play = moved(laid(referee="on_call", cases={"T7": ["JS", "6S"]}), "Ada", "T7", "T1")
    play.do("Ada", "draw", card="2H").do("Ada", "discard")
    play.do("Bea", "draw", card="5D").shows(cases={"T1": ["KH", "6S"]})
    assert (4, "missed_series_play", "hand:Bea", "T1") in duties(play)
