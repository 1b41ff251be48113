"""Only that very card proves (section 4.5, step 6): its copy in the other pack never stands in for it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import Play

from .positions import caught, duties, faultless, laid, missed, move, moved, proof_moves

ON_THE_HAND: dict[str, Any] = {
    "foundations": {"F1": "4H"},
    "cases": {"T5": ["KC", "8S"], "T3": ["9D"], "T7": ["JC"], "T8": ["JS"]},
    "hands": {"Ada": "5H"},
    "wastes": {"Ada": ["5H"]},
}
"""5H in hand should go up; another 5H lies on Ada's waste."""


def test_CR_64_a_card_gone_to_the_stock_is_not_proven_by_its_copy_on_the_waste() -> None:
    play = moved(laid(**ON_THE_HAND, hand_after_call="stock"), "Ada", "T5", "T3")
    caught(play, "missed_foundation_play", undone=True).shows(wastes={"Ada": {"count": 1, "top": "5H"}})
    assert missed(play, "missed_foundation_play") == [move("hand:Ada", "F1", "5H")]
    assert proof_moves(play) is None
    caught(moved(play, "Bea", "waste:Ada", "F1"), "opponent_pile_played", against="Bea")


def test_CR_64_a_card_gone_to_the_waste_proves_itself() -> None:
    play = caught(moved(laid(**ON_THE_HAND), "Ada", "T5", "T3"), "missed_foundation_play")
    assert proof_moves(play) == [move("waste:Ada", "F1", "5H")]
    faultless(moved(play, "Bea", "waste:Ada", "F1")).shows(wastes={"Ada": {"count": 1, "top": "5H"}})


def test_CR_63_a_hand_card_that_stays_on_a_case_is_not_proven_by_its_copy() -> None:
    position = {"foundations": {"F1": "4H"}, "hands": {"Ada": "5H"}, "wastes": {"Ada": ["5H"]}}
    play = moved(laid(**position, omission_undo=False), "Ada", "hand:Ada", "T8")
    caught(play, "missed_foundation_play", undone=False).shows(cases={"T8": ["6C", "5H"]})
    assert proof_moves(play) is None
    assert duties(play) == [(1, "missed_foundation_play", "T8", "F1")], "it goes up as any free card does"


@pytest.mark.parametrize("top", ["9D", "2H"])
def test_CR_66_a_penalty_card_covers_the_card_even_if_it_is_its_copy(top: str) -> None:
    play = laid(hands={"Ada": "9D"}, cases={"T4": ["JC"]}, wastes={"Bea": [top]}, penalty_cards=1)
    caught(play.do("Ada", "discard"), "missed_series_play").happened("penalty_card", card=top)
    assert proof_moves(play.shows(turn="Bea", wastes={"Ada": {"count": 2, "top": top}})) is None


def test_CR_65_a_card_taken_by_a_wrong_call_proves_nothing_either() -> None:
    """Bea's wrong call brings her the very card that was discarded; its copy lay under it."""
    play = laid(
        hands={"Ada": "9D"},
        cases={"T4": ["JC"]},
        wastes={"Ada": ["9D"]},
        referee="on_call",
        wrong_call="card",
    ).do("Ada", "discard")
    play.do("Bea", "call", code="wrong_load").happened("crapette_called", valid=False)
    play.shows(wastes={"Ada": {"count": 1, "top": "9D"}, "Bea": {"count": 1, "top": "9D"}})
    play.do("Bea", "call").happened("crapette_called", valid=True, code="missed_series_play")
    assert proof_moves(play) is None


def late(**options: Any) -> Play:
    """Ada draws although T7 9H frees a case; then she frees it, and lays the other 9H there."""
    cases = {"T1": ["10S"], "T3": ["JC"], "T5": ["4S"], "T6": ["4C"], "T7": ["9H"]}
    play = laid(cases=cases, reserves={"Ada": []}, referee="on_call", **options)
    play.do("Ada", "draw", card="9H").happened("infraction", code="missed_case_freeing")
    assert missed(play, "missed_case_freeing") == [move("T7", "T1", "9H"), move("T7", "T4", "9H")]
    return faultless(moved(play, "Ada", "T7", "T4"))


def test_CR_63_a_late_call_does_not_offer_the_copy_that_lies_there_now() -> None:
    play = faultless(moved(late(), "Ada", "hand:Ada", "T7")).do("Bea", "call")
    play.happened("crapette_called", code="missed_case_freeing", valid=True, undone=False)
    assert proof_moves(play.shows(turn="Bea", cases={"T7": ["9H"], "T1": ["10S"]})) is None


def test_CR_63_the_very_card_that_came_back_is_offered_again() -> None:
    play = faultless(moved(late(), "Ada", "T4", "T7")).do("Bea", "call")
    assert proof_moves(play) == [move("T7", "T1", "9H"), move("T7", "T4", "9H")]


def test_CR_63_a_proof_waits_for_the_very_reserve_card() -> None:
    """Ada plays it away out of turn and turns up its copy; called back, it may be the proof again."""
    play = laid(cases={"T4": ["JC"]}, reserves={"Ada": ["9D", "9D"]}, referee="on_call")
    play.do("Ada", "draw", card="2H").do("Bea", "call")
    offer = [move("reserve:Ada", "T3", "9D")]
    assert proof_moves(play.shows(turn="Bea")) == offer
    moved(play, "Ada", "reserve:Ada", "T7").do("Ada", "turn_reserve")
    assert proof_moves(play.shows(reserves={"Ada": {"count": 1, "top": "9D"}})) is None
    play.do("Bea", "call").happened("crapette_called", code="out_of_turn", undone=True)
    assert proof_moves(play) == offer
    moved(play, "Bea", "reserve:Ada", "T3").happened("proof_made", card="9D")


def test_CR_63_a_proof_onto_a_series_is_not_made_in_an_empty_case() -> None:
    cases = {"T7": ["3D", "2C"], "T8": ["3H"], "T6": ["2S"]}
    play = laid(foundations={"F1": "2D"}, cases=cases, uncovering="any_place", referee="on_call")
    play.do("Ada", "draw", card="JH").happened("infraction", code="missed_uncovering")
    assert missed(play, "missed_uncovering") == [move("T7", "T8", "2C")]
    faultless(moved(play, "Ada", "T6", "T8")).do("Bea", "call", code="missed_uncovering")
    assert proof_moves(play.shows(turn="Bea", cases={"T6": [], "T8": ["3H", "2S"]})) is None


def test_CR_63_another_empty_case_is_as_good_as_the_one_taken() -> None:
    cases = {"T2": ["KS", "QH"], "T6": [], "T7": ["JS", "10H"], "T8": []}
    play = laid(cases=cases, case_freeing="chain", omission_undo=False)
    caught(moved(play, "Ada", "reserve:Ada", "T6"), "missed_case_freeing", undone=False)
    assert missed(play, "missed_case_freeing") == [move("T7", "T6", "10H")]
    assert proof_moves(play) == [move("T7", "T8", "10H")]
    faultless(moved(play, "Bea", "T7", "T8")).happened("proof_made", card="10H")


def test_CR_63_a_case_emptied_since_is_not_the_series_that_was_meant() -> None:
    """9H was due on T1 10S or T4 10C; 10S has gone up since, and a lone card in an empty case frees nothing."""
    cases = {"T1": ["10S"], "T3": ["JC"], "T5": ["4S"], "T6": ["4C"], "T7": ["9H"]}
    play = laid(cases=cases, wastes={"Bea": ["JS"]}, reserves={"Ada": []}, referee="on_call")
    play.do("Ada", "draw", card="3D").happened("infraction", code="missed_case_freeing")
    faultless(moved(play, "Ada", "T1", "waste:Bea")).do("Bea", "call")
    assert proof_moves(play.shows(turn="Bea", cases={"T1": []})) == [move("T7", "T4", "9H")]


def test_CR_63_an_ace_goes_to_any_empty_foundation_as_proof() -> None:
    position = {
        "cases": {"T8": ["AD"]},
        "reserves": {"Ada": ["KC", "AS"]},
        "foundation_order": "reserve_first",
    }
    play = moved(laid(**position, omission_undo=False), "Ada", "T8", "F1")
    caught(play, "wrong_foundation_order", undone=False)
    assert missed(play, "wrong_foundation_order") == [move("reserve:Ada", "F1", "AS")]
    assert proof_moves(play) == [move("reserve:Ada", "F2", "AS")]
    faultless(moved(play, "Bea", "reserve:Ada", "F5")).happened("proof_made", card="AS")
