"""Rows 1 to 31 of the worked examples (section 8 of the rules), by number."""

from __future__ import annotations

from .positions import (
    caught,
    dealt,
    due,
    duties,
    faultless,
    laid,
    legal,
    missed,
    move,
    moved,
    proof_moves,
    step,
)

FAULT_4 = {
    "foundations": {"F1": "AS"},
    "cases": {"T7": ["7S"], "T8": ["2S"]},
    "reserves": {"Ada": ["4D", "3D", "6H"]},
}
"""Row 4: a 2 that goes up, and a reserve card that fits a series."""


def test_row_01_diamonds_before_clubs() -> None:
    dealt("JC", "JD").shows(phase="play", turn="Bea", turn_number=1)
    dealt("JD", "JC").shows(turn="Ada")


def test_row_02_bottom_cards_decide() -> None:
    play = dealt("JC", "JC").shows(phase="tie_break", turn=None)
    play.do("Ada", "show_under", card="8S").shows(phase="tie_break", turn=None)
    play.do("Bea", "show_under", card="6H").happened("first_player", player="Ada")
    play.shows(phase="play", turn="Ada", reserves={"Ada": {"count": 11, "top": "JC", "face_up": True}})


def test_row_03_the_jack_follows_the_ten() -> None:
    play = laid(foundations={"F1": "10H"}, reserves={"Ada": {"count": 5, "top": "JH"}})
    faultless(moved(play, "Ada", "reserve:Ada", "F1", card="JH"))
    play.shows(foundations={"F1": {"top": "JH", "count": 11, "complete": False}}, turn="Ada")


def test_row_04_a_missed_foundation_play() -> None:
    play = laid(**FAULT_4)
    caught(
        moved(play, "Ada", "reserve:Ada", "T7", card="6H"),
        "missed_foundation_play",
        undone=True,
        steps=[step("6H", "T7", "reserve:Ada")],
    )
    assert missed(play, "missed_foundation_play") == [move("T8", "F1", "2S")]
    play.happened("turn_passed", from_="Ada", to="Bea", reason="crapette")
    play.shows(
        turn="Bea",
        cases={"T7": ["7S"]},
        reserves={"Ada": {"count": 3, "top": "6H", "face_up": True}},
        proof={"player": "Bea", "against": "Ada", "code": "missed_foundation_play"},
    )
    assert proof_moves(play) == [move("T8", "F1", "2S")]
    faultless(moved(play, "Bea", "T8", "F1")).happened("proof_made", player="Bea", card="2S")
    play.shows(turn="Bea", foundations={"F1": {"top": "2S"}}, proof=None)


def test_row_05_caught_at_the_draw() -> None:
    play = laid(cases={"T8": ["AD"]}).do("Ada", "draw", card="9H")
    caught(play, "missed_foundation_play", undone=False, steps=[step("9H", "hand:Ada", "waste:Ada")]).shows(
        turn="Bea", hands={"Ada": None}, wastes={"Ada": {"count": 1, "top": "9H"}}
    )
    play.shows(stocks={"Ada": {"count": 19}})


def test_row_06_the_seen_card_goes_back_to_the_stock() -> None:
    play = laid(cases={"T8": ["AD"]}, hand_after_call="stock").do("Ada", "draw", card="9H")
    play.shows(turn="Bea", wastes={"Ada": {"count": 0}}, stocks={"Ada": {"count": 20}})
    play.happened("crapette_called", steps=[step("9H", "hand:Ada", "stock:Ada")])
    moved(play, "Bea", "T8", "F1")
    moved(play, "Bea", "reserve:Bea", "T8").do("Bea", "turn_reserve", card="3H")
    play.do("Bea", "draw", card="4C").do("Bea", "discard").shows(turn="Ada")
    assert play.refused("Ada", "draw", card="7D") == "card_contradicts"
    play.do("Ada", "draw", card="9H").shows(hands={"Ada": "9H"})


def test_row_07_the_order_of_foundation_plays_is_free() -> None:
    cases = {"T7": ["5H"], "T8": ["AS"]}
    faultless(moved(laid(foundations={"F1": "4H"}, cases=cases), "Ada", "T7", "F1"))
    play = laid(foundations={"F1": "4H"}, cases=cases, foundation_order="lowest_first")
    caught(moved(play, "Ada", "T7", "F1"), "wrong_foundation_order")
    assert missed(play, "wrong_foundation_order") == [move("T8", "F2", "AS")]


def test_row_08_either_foundation_will_do() -> None:
    play = laid(foundations={"F1": "4H", "F5": "4H"}, reserves={"Ada": {"count": 5, "top": "5H"}})
    faultless(moved(play, "Ada", "reserve:Ada", "F5"))
    play.shows(foundations={"F1": {"top": "4H"}, "F5": {"top": "5H"}}, turn="Ada")


def test_row_09_another_suit_does_not_go_up() -> None:
    play = laid(foundations={"F1": "4H"}, cases={"T7": ["5D"]})
    caught(moved(play, "Ada", "T7", "F1"), "wrong_foundation", undone=True, steps=[step("5D", "F1", "T7")])
    play.shows(turn="Bea", cases={"T7": ["5D"]}, foundations={"F1": {"top": "4H", "count": 4}}, proof=None)


def test_row_10_an_empty_foundation_takes_an_ace_only() -> None:
    play = laid(turn="Bea")
    caught(moved(play, "Bea", "reserve:Bea", "F2", card="KD"), "wrong_foundation", against="Bea")
    play.shows(turn="Ada", foundations={"F2": {"top": None, "count": 0}})


def test_row_11_the_king_stays() -> None:
    play = laid(foundations={"F1": "KS"}, cases={"T2": []}, reserves={"Ada": []})
    caught(moved(play, "Ada", "F1", "T2", card="KS"), "foundation_card_moved")
    play.shows(turn="Bea", foundations={"F1": {"count": 13, "complete": True}}, cases={"T2": []})


def test_row_12_a_card_taken_down_need_not_go_up_again() -> None:
    play = laid(
        foundations={"F1": "7H"}, cases={"T5": ["8S"], "T7": ["KC"], "T8": ["6C"]}, foundation_return=True
    )
    faultless(moved(play, "Ada", "F1", "T5", card="7H"))
    faultless(moved(play, "Ada", "T8", "T5", card="6C"))
    play.shows(turn="Ada", cases={"T5": ["8S", "7H", "6C"], "T8": []})


ROW_13 = {"foundations": {"F1": "2D"}, "cases": {"T7": ["3D", "2C"], "T8": []}}


def test_row_13_the_empty_case_was_due_to_the_two() -> None:
    play = laid(**ROW_13)
    assert due(play) == [{"level": 2, "code": "missed_uncovering", **move("T7", "T8", "2C")}]
    caught(moved(play, "Ada", "reserve:Ada", "T8", card="KC"), "missed_uncovering", undone=True)
    assert proof_moves(play.shows(turn="Bea", cases={"T8": []})) == [move("T7", "T8", "2C")]
    faultless(moved(play, "Bea", "T7", "T8")).happened("proof_made")
    faultless(moved(play, "Bea", "T7", "F1")).shows(foundations={"F1": {"top": "3D"}}, turn="Bea")


def test_row_14_uncovering_onto_a_series_is_no_duty() -> None:
    row = {"foundations": {"F1": "2D"}, "cases": {"T7": ["3D", "2C"], "T8": ["3H"]}}
    faultless(laid(**row).do("Ada", "draw", card="2H")).shows(turn="Ada", hands={"Ada": "2H"})
    play = laid(**row, uncovering="any_place").do("Ada", "draw", card="2H")
    caught(play, "missed_uncovering")
    assert missed(play, "missed_uncovering") == [move("T7", "T8", "2C")]


def test_row_15_a_case_that_can_be_freed() -> None:
    play = laid(cases={"T3": ["JC"], "T5": ["4S"], "T6": ["4C"], "T7": ["9H"]})
    assert due(play) == [{"level": 2, "code": "missed_case_freeing", **move("T7", "T4", "9H")}]
    caught(play.do("Ada", "draw", card="2H"), "missed_case_freeing")
    assert missed(play, "missed_case_freeing") == [move("T7", "T4", "9H")]


def test_row_16_which_case_is_freed_first_is_free() -> None:
    play = laid(cases={"T7": ["9H"], "T3": ["JC"]})
    faultless(moved(play, "Ada", "T5", "T7", card="8S")).happened("case_freed", case="T5")
    play.shows(turn="Ada", cases={"T5": [], "T7": ["9H", "8S"]})


ROW_17 = {
    "T2": ["QD", "JC"],
    "T3": ["8D"],
    "T4": ["4C"],
    "T5": ["QH"],
    "T7": ["JS", "10H"],
}


def test_row_17_a_whole_column_is_no_duty_by_default() -> None:
    faultless(laid(cases=ROW_17).do("Ada", "draw", card="2D"))
    play = laid(cases=ROW_17, case_freeing="column").do("Ada", "draw", card="2D")
    caught(play, "missed_case_freeing")
    assert missed(play, "missed_case_freeing") == [move("T7", "T2", "10H")]


ROW_18 = {
    "T2": ["KS", "QH"],
    "T3": ["8D"],
    "T4": ["4C"],
    "T5": ["6C"],
    "T6": ["8C"],
    "T7": ["JS", "10H"],
    "T8": [],
}


def test_row_18_a_chain_by_way_of_the_empty_case() -> None:
    faultless(moved(laid(cases=ROW_18), "Ada", "reserve:Ada", "T8"))
    play = laid(cases=ROW_18, case_freeing="chain")
    assert due(play) == [{"level": 2, "code": "missed_case_freeing", **move("T7", "T8", "10H")}]
    caught(moved(play, "Ada", "reserve:Ada", "T8"), "missed_case_freeing")
    assert proof_moves(play) == [move("T7", "T8", "10H")]


def test_row_19_parked_cards_need_not_go_back_this_turn() -> None:
    play = laid(foundations={"F1": "8H"}, cases={"T5": ["9H", "8S", "7H"], "T6": ["4C"], "T7": [], "T8": []})
    faultless(moved(play, "Ada", "T5", "T7", card="7H"))
    faultless(moved(play, "Ada", "T5", "T8", card="8S"))
    assert duties(play) == [(1, "missed_foundation_play", "T5", "F1")]
    faultless(moved(play, "Ada", "T5", "F1", card="9H"))
    assert duties(play) == [(3, "unused_empty_case", "reserve:Ada", "T5")]
    faultless(moved(play, "Ada", "reserve:Ada", "T5")).do("Ada", "turn_reserve", card="QC")
    faultless(moved(play, "Ada", "reserve:Ada", "T1")).do("Ada", "turn_reserve", card="4S")
    faultless(play.do("Ada", "draw", card="2H")).shows(turn="Ada", cases={"T7": ["7H"], "T8": ["8S"]})


def test_row_20_a_lone_card_only_changes_places() -> None:
    play = laid(cases={"T2": ["KC"], "T8": []}, reserves={"Ada": []})
    assert ("T2", "T8") not in legal(play) and ("draw",) in legal(play)
    faultless(moved(play, "Ada", "T2", "T8", card="KC"))
    play.shows(turn="Ada", cases={"T2": [], "T8": ["KC"]})


def test_row_21_the_caller_plays_the_other_ones_reserve_card() -> None:
    play = laid(reserves={"Ada": {"count": 4, "top": "9D"}}, cases={"T4": ["JC"]})
    caught(play.do("Ada", "draw", card="2H"), "stock_before_reserve", undone=False)
    assert proof_moves(play) == [move("reserve:Ada", "T3", "9D")]
    faultless(moved(play, "Bea", "reserve:Ada", "T3", card="9D")).happened("proof_made", from_="reserve:Ada")
    play.shows(turn="Bea", reserves={"Ada": {"count": 3, "face_up": False, "top": None}})


def test_row_22_loading_counts_as_playable() -> None:
    row = {"reserves": {"Ada": {"count": 5, "top": "QD"}}, "cases": {"T2": ["KH"]}}
    play = laid(**row)
    assert duties(play) == [(3, "stock_before_reserve", "reserve:Ada", "reserve:Bea")]
    caught(play.do("Ada", "draw", card="2H"), "stock_before_reserve")
    assert missed(play, "stock_before_reserve") == [move("reserve:Ada", "reserve:Bea", "QD")]
    faultless(laid(**row, reserve_duty="series").do("Ada", "draw", card="2H"))


def test_row_23_an_empty_case_is_filled_from_the_reserve() -> None:
    play = laid(cases={"T8": []}).do("Ada", "draw", card="2H")
    caught(play, "unused_empty_case")
    assert proof_moves(play) == [move("reserve:Ada", "T8", "KC")]


def test_row_24_an_empty_case_takes_the_card_in_hand() -> None:
    play = laid(cases={"T8": []}, reserves={"Ada": []})
    faultless(play.do("Ada", "draw", card="2H"))
    caught(play.do("Ada", "discard"), "unused_empty_case")
    assert missed(play, "unused_empty_case") == [move("hand:Ada", "T8", "2H")]


def test_row_25_the_reserve_comes_before_the_hand() -> None:
    play = laid(cases={"T6": []}, hands={"Ada": "2H"})
    caught(moved(play, "Ada", "hand:Ada", "T6"), "unused_empty_case", undone=True)
    play.shows(turn="Bea", cases={"T6": []}, hands={"Ada": None}, wastes={"Ada": {"top": "2H"}})
    assert missed(play, "unused_empty_case") == [move("reserve:Ada", "T6", "KC")]


def test_row_26_the_card_just_discarded_is_the_proof() -> None:
    play = laid(hands={"Ada": "9D"}, cases={"T4": ["JC"]}).do("Ada", "discard")
    caught(play, "missed_series_play", undone=False).shows(wastes={"Ada": {"top": "9D"}}, turn="Bea")
    assert proof_moves(play) == [move("waste:Ada", "T3", "9D")]
    faultless(moved(play, "Bea", "waste:Ada", "T3")).happened("proof_made", player="Bea", card="9D", to="T3")
    play.shows(wastes={"Ada": {"count": 0, "top": None}}, cases={"T3": ["10S", "9D"]})


def test_row_27_a_card_that_can_only_be_loaded_may_be_discarded() -> None:
    row = {"hands": {"Ada": "3D"}, "wastes": {"Bea": ["4D"]}}
    faultless(laid(**row).do("Ada", "discard")).shows(turn="Bea")
    play = laid(**row, hand_duty="series_and_loads").do("Ada", "discard")
    caught(play, "missed_load")
    assert missed(play, "missed_load") == [move("hand:Ada", "waste:Bea", "3D")]


def test_row_28_one_call_and_one_lost_turn() -> None:
    play = laid(foundations={"F1": "4H"}, hands={"Ada": "5H"}, cases={"T8": ["JC"]}).do("Ada", "discard")
    caught(play, "missed_foundation_play", "missed_series_play")
    assert [event.name for event in play.events].count("crapette_called") == 1
    play.shows(turn="Bea", turn_number=2)
    assert proof_moves(play) == [move("waste:Ada", "F1", "5H")]


def test_row_29_loading_up_from_a_case() -> None:
    play = laid(cases={"T3": ["9D"]}, wastes={"Bea": ["8D"]})
    faultless(moved(play, "Ada", "T3", "waste:Bea", card="9D")).happened("pile_loaded", pile="waste:Bea")
    play.shows(turn="Ada", wastes={"Bea": {"count": 2, "top": "9D"}})


def test_row_30_an_empty_waste_cannot_be_loaded() -> None:
    play = laid(wastes={"Ada": ["2H"]})
    caught(moved(play, "Ada", "T3", "waste:Bea"), "wrong_load", undone=True)
    play.shows(turn="Bea", wastes={"Bea": {"count": 0}}, cases={"T3": ["10S"]})


def test_row_31_same_suit_and_not_same_colour() -> None:
    play = laid(reserves={"Ada": {"count": 4, "top": "3D"}, "Bea": {"count": 5, "top": "4H"}})
    caught(moved(play, "Ada", "reserve:Ada", "reserve:Bea"), "wrong_load")
    play.shows(turn="Bea", reserves={"Ada": {"count": 4, "top": "3D"}, "Bea": {"count": 5, "top": "4H"}})
