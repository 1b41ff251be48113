"""The duties of the order of play, and which action proves that one was neglected (CR-40 to CR-49, 4.3, 4.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.crapette.hands import unjudged
from tests.playing import Play

from .positions import caught, due, duties, faultless, faults, laid, legal, missed, move, moved, proof_moves

GOING_UP = {"cases": {"T8": ["AD"]}}
FREEABLE = {"cases": {"T3": ["JC"], "T5": ["4S"], "T6": ["4C"], "T7": ["9H"]}}
"""T7 9H fits T4 10C, and nothing else fits."""


# ------------------------------------------------------------------------------- level 1: foundations


def test_CR_40_while_a_card_fits_a_foundation_it_goes_first() -> None:
    play = laid(cases={"T8": ["AD"], "T7": ["9H"]})
    assert due(play) == [{"level": 1, "code": "missed_foundation_play", **move("T8", "F1", "AD")}]
    assert legal(play) == [("T8", "F1")]
    caught(moved(play, "Ada", "T7", "T3"), "missed_foundation_play")
    assert missed(play, "missed_foundation_play") == [move("T8", "F1", "AD")]
    assert proof_moves(play) == [move("T8", "F1", "AD")]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("T7", "T3"),
        ("T7", "waste:Bea"),
        ("reserve:Ada", "T1"),
        ("reserve:Ada", "waste:Bea"),
        ("hand:Ada", "T6"),
    ],
)
def test_CR_40_is_proven_by_every_lower_priority(source: str, target: str) -> None:
    waste = {"T7": "8H", "reserve:Ada": "JS"}.get(source, "2H")
    play = laid(
        cases={"T8": ["AD"], "T7": ["9H"]},
        reserves={"Ada": {"count": 2, "top": "QS"}},
        hands={"Ada": "7H"} if source.startswith("hand") else {},
        wastes={"Bea": [waste]},
    )
    moved(play, "Ada", source, target)
    assert faults(play)[0] == "missed_foundation_play"


@pytest.mark.parametrize("do", ["draw", "discard", "pass"])
def test_CR_40_is_proven_by_draw_discard_and_pass(do: str) -> None:
    play = laid(
        **GOING_UP,
        hands={"Ada": "2H"} if do == "discard" else {},
        stocks={"Ada": 0 if do == "pass" else 1},
    )
    play.do("Ada", do, **({"card": "2H"} if do == "draw" else {}))
    caught(play, "missed_foundation_play").shows(turn="Bea")
    assert proof_moves(play) == [move("T8", "F1", "AD")]


def test_CR_40_is_not_proven_by_another_foundation_play_or_a_turned_card() -> None:
    play = laid(cases={"T8": ["AD"], "T7": ["AS"]}, reserves={"Ada": ["2H", "AC"]})
    faultless(moved(play, "Ada", "T7", "F1"))
    faultless(moved(play, "Ada", "reserve:Ada", "F2"))
    faultless(play.do("Ada", "turn_reserve", card="2H")).shows(turn="Ada")
    assert duties(play) == [(1, "missed_foundation_play", "T8", "F3")]


@pytest.mark.parametrize(
    ("source", "card", "pending"),
    [("T8", "AH", True), ("T8", "5H", False), ("hand:Ada", "5H", False), ("reserve:Ada", "5H", True)],
)
def test_CR_40_reserve_and_aces_by_option(source: str, card: str, pending: bool) -> None:
    play = laid(
        foundations={"F1": "4H"},
        cases={"T7": ["JC"], "T8": [card] if source == "T8" else ["JS"]},
        reserves={"Ada": {"count": 2, "top": card if source == "reserve:Ada" else "KC"}},
        hands={"Ada": card} if source == "hand:Ada" else {},
        foundation_duty="reserve_and_aces",
        hand_duty="off",
    )
    target = "F2" if card == "AH" else "F1"
    assert duties(play) == [(1, "missed_foundation_play", source, target)] * pending
    assert (source, target) in legal(play)


PLAYS = {"foundations": {"F1": "4H", "F2": "2S"}, "cases": {"T7": ["5H"], "T8": ["3S"]}}


def test_CR_41_the_order_among_foundation_plays_is_free() -> None:
    for first, place in (("T7", "F1"), ("T8", "F2")):
        faultless(moved(laid(**PLAYS), "Ada", first, place))


def test_CR_41_lowest_first_by_option() -> None:
    play = laid(**PLAYS, foundation_order="lowest_first")
    assert duties(play) == [
        (1, "missed_foundation_play", "T7", "F1"),
        (1, "missed_foundation_play", "T8", "F2"),
    ], "the hints list them all"
    assert legal(play) == [("T8", "F2")]
    caught(moved(play, "Ada", "T7", "F1"), "wrong_foundation_order").shows(turn="Bea")
    assert missed(play, "wrong_foundation_order") == [move("T8", "F2", "3S")]
    play = laid(**PLAYS, foundation_order="lowest_first")
    faultless(moved(play, "Ada", "T8", "F2"))
    faultless(moved(play, "Ada", "T7", "F1"))


def test_CR_41_equal_ranks_have_no_order() -> None:
    play = laid(cases={"T7": ["AH"], "T8": ["AS"]}, foundation_order="lowest_first")
    faultless(moved(play, "Ada", "T8", "F1"))


def test_CR_41_reserve_first_by_option() -> None:
    position = {**PLAYS, "reserves": {"Ada": {"count": 2, "top": "5H"}}, "foundation_order": "reserve_first"}
    play = laid(**position)
    assert legal(play) == [("reserve:Ada", "F1")]
    caught(moved(play, "Ada", "T8", "F2"), "wrong_foundation_order")
    assert missed(play, "wrong_foundation_order") == [move("reserve:Ada", "F1", "5H")]
    play = laid(**position)
    faultless(moved(play, "Ada", "reserve:Ada", "F1"))
    faultless(moved(play, "Ada", "T8", "F2"))


def test_CR_41_only_cards_that_must_go_up_are_compared() -> None:
    """``foundation_duty`` = ``reserve_and_aces`` leaves 3S and 5H of the cases to the player, first or last."""
    position = {**PLAYS, "foundation_duty": "reserve_and_aces", "foundation_order": "lowest_first"}
    faultless(moved(laid(**position), "Ada", "T7", "F1"))
    reserves = {"Ada": {"count": 2, "top": "5H"}}
    play = laid(**position, reserves=reserves)
    assert duties(play) == [(1, "missed_foundation_play", "reserve:Ada", "F1")]
    assert legal(play) == [("reserve:Ada", "F1"), ("T7", "F1"), ("T8", "F2")]
    faultless(moved(play, "Ada", "reserve:Ada", "F1"))
    position = {**position, "cases": {**PLAYS["cases"], "T5": ["AD"]}}
    play = laid(**position, reserves=reserves)
    caught(moved(play, "Ada", "reserve:Ada", "F1"), "wrong_foundation_order")
    assert missed(play, "wrong_foundation_order") == [move("T5", "F3", "AD")]
    faultless(moved(laid(**position, reserves=reserves), "Ada", "T7", "F1"))


def test_CR_41_reserve_first_compares_aces_only_if_no_other_case_card_must_go_up() -> None:
    position = {
        **PLAYS,
        "reserves": {"Ada": {"count": 2, "top": "5H"}},
        "foundation_order": "reserve_first",
        "foundation_duty": "reserve_and_aces",
    }
    faultless(moved(laid(**position), "Ada", "T8", "F2"))
    play = laid(**{**position, "cases": {**PLAYS["cases"], "T5": ["AD"]}})
    caught(moved(play, "Ada", "T5", "F3"), "wrong_foundation_order")
    assert missed(play, "wrong_foundation_order") == [move("reserve:Ada", "F1", "5H")]


def test_CR_41_a_card_of_an_opened_waste_has_no_place_in_the_order() -> None:
    position = {**PLAYS, "wastes": {"Ada": ["4D"]}, "own_waste_playable": True}
    position["foundations"] = {**PLAYS["foundations"], "F3": "3D"}
    faultless(moved(laid(**position, foundation_order="lowest_first"), "Ada", "waste:Ada", "F3"))


# ------------------------------------------------------------------------------- level 2: freeing


def test_CR_42_a_case_is_freed_before_the_reserve_or_the_stock() -> None:
    play = laid(**FREEABLE)
    assert due(play) == [{"level": 2, "code": "missed_case_freeing", **move("T7", "T4", "9H")}]
    caught(play.do("Ada", "draw", card="2H"), "missed_case_freeing").shows(turn="Bea")
    assert proof_moves(play) == [move("T7", "T4", "9H")]
    faultless(moved(play, "Bea", "T7", "T4")).happened("proof_made", player="Bea", from_="T7", to="T4")
    play = laid(**FREEABLE, reserves={"Ada": {"count": 2, "top": "QS"}})
    caught(moved(play, "Ada", "reserve:Ada", "T1"), "missed_case_freeing")


@pytest.mark.parametrize("case_freeing", ["one_move", "column", "chain", "off"])
def test_CR_42_every_value_of_case_freeing_but_off_demands_the_one_move(case_freeing: str) -> None:
    play = laid(**FREEABLE, case_freeing=case_freeing)
    assert duties(play) == [(2, "missed_case_freeing", "T7", "T4")] * (case_freeing != "off")
    play.do("Ada", "draw", card="2H")
    assert faults(play) == ["missed_case_freeing"] * (case_freeing != "off")


def test_CR_42_moves_between_cases_and_loads_that_free_prove_nothing() -> None:
    play = laid(cases={**FREEABLE["cases"], "T8": ["JS", "9D"]}, wastes={"Bea": ["5S"]})
    faultless(moved(play, "Ada", "T8", "T4"))
    assert duties(play) == [], "nowhere to put 9H any more"
    play = laid(**FREEABLE, wastes={"Bea": ["5S"]})
    faultless(moved(play, "Ada", "T5", "waste:Bea")).happened("case_freed", case="T5")


def test_CR_42_a_load_that_frees_no_case_proves_it() -> None:
    cases = {**FREEABLE["cases"], "T5": ["QD", "4S"]}
    play = laid(cases=cases, wastes={"Bea": ["5S"]})
    caught(moved(play, "Ada", "T5", "waste:Bea"), "missed_case_freeing")


def test_CR_42_never_due_by_loading_or_by_changing_places() -> None:
    assert duties(laid(wastes={"Bea": ["9S"]})) == []
    assert duties(laid(cases={"T8": []}, reserves={"Ada": []})) == []


def test_CR_42_a_card_put_into_an_empty_case_although_it_fits_is_caught() -> None:
    play = laid(cases={"T4": ["JC"], "T8": []}, reserves={"Ada": ["2H", "9D"]}, empty_case_duty="off")
    faultless(moved(play, "Ada", "reserve:Ada", "T8")).do("Ada", "turn_reserve")
    assert (2, "missed_case_freeing", "T8", "T3") in duties(play)
    assert "missed_case_freeing" in faults(play.do("Ada", "draw", card="2D"))


COLUMN = {"T2": ["QD", "JC"], "T3": ["8D"], "T4": ["4C"], "T5": ["QH"], "T7": ["JS", "10H"]}


def test_CR_42_column() -> None:
    play = laid(cases=COLUMN, case_freeing="column")
    assert duties(play) == [(2, "missed_case_freeing", "T7", "T2")]
    faultless(moved(play, "Ada", "T7", "T2"))
    assert duties(play) == [(2, "missed_case_freeing", "T7", "T5")]
    faultless(moved(play, "Ada", "T7", "T5")).happened("case_freed", case="T7")


def test_CR_42_column_needs_a_place_for_every_card() -> None:
    for cases in ({**COLUMN, "T5": ["4S"]}, {**COLUMN, "T2": ["QD"], "T5": []}):
        play = laid(cases=cases, case_freeing="column", reserves={"Ada": []})
        assert "missed_case_freeing" not in [entry[1] for entry in duties(play)]


def test_CR_42_column_lists_one_first_move_for_each_column() -> None:
    cases = {
        **COLUMN,
        "T3": ["6H", "5S"],
        "T4": ["2S", "6D"],
        "T6": ["2D"],
        "T8": ["2C", "7C"],
    }
    play = laid(cases=cases, case_freeing="column", reserves={"Ada": []})
    assert duties(play) == [(2, "missed_case_freeing", "T3", "T4"), (2, "missed_case_freeing", "T7", "T2")]
    play.do("Ada", "draw", card="2H")
    assert missed(play, "missed_case_freeing") == [move("T3", "T4", "5S"), move("T7", "T2", "10H")]


CHAIN = {
    "T2": ["KS", "QH"],
    "T3": ["8D"],
    "T4": ["4C"],
    "T5": ["6C"],
    "T6": ["8C"],
    "T7": ["JS", "10H"],
    "T8": [],
}


@pytest.mark.parametrize(("limit", "pending"), [(2, False), (3, True), (4, True), (8, True)])
def test_CR_42_chain_up_to_its_limit(limit: int, pending: bool) -> None:
    play = laid(cases=CHAIN, case_freeing="chain", chain_limit=limit)
    freed = (2, "missed_case_freeing", "T7", "T8")
    filled = (3, "unused_empty_case", "reserve:Ada", "T8")
    assert duties(play) == [freed if pending else filled]
    moved(play, "Ada", "reserve:Ada", "T8")
    assert faults(play) == ["missed_case_freeing"] * pending


def test_CR_42_a_chain_is_played_step_by_step() -> None:
    play = laid(cases=CHAIN, case_freeing="chain")
    faultless(moved(play, "Ada", "T7", "T8"))
    assert duties(play) == [(2, "missed_case_freeing", "T7", "T2")]
    faultless(moved(play, "Ada", "T7", "T2")).happened("case_freed", case="T7")
    assert duties(play) == [(3, "unused_empty_case", "reserve:Ada", "T7")], "10H was parked this turn"


def test_CR_42_moving_a_parked_card_on_does_not_lengthen_the_chain() -> None:
    """Two moves free T2 (9D on 10C, 7S on 8H); putting the parked QH on KC first would make them three."""
    cases = {
        **{"T1": ["2S"], "T2": ["7S"], "T3": ["2C"], "T4": ["6D", "KC", "QH"], "T5": ["JH", "10C"]},
        **{"T6": ["8H", "9D"], "T7": [], "T8": ["KH", "QC"]},
    }
    play = moved(laid(cases=cases, case_freeing="chain", chain_limit=2), "Ada", "T4", "T7")
    assert duties(play) == [(2, "missed_case_freeing", "T6", "T5")]


def test_CR_42_there_is_no_chain_when_every_case_is_empty() -> None:
    empty = {f"T{number}": [] for number in range(1, 9)}
    play = laid(cases=empty, case_freeing="chain")
    assert [code for _, code, *_ in duties(play)] == ["unused_empty_case"] * len(duties(play))


def test_CR_42_no_chain_while_an_uncovering_is_due() -> None:
    cases = {**CHAIN, "T3": ["3D", "2C"]}
    play = laid(cases=cases, foundations={"F1": "2D"}, case_freeing="chain")
    assert duties(play) == [(2, "missed_uncovering", "T3", "T8")]


def test_CR_42_parking_exception_ends_with_the_turn() -> None:
    play = laid(cases={"T4": ["JC", "5D"], "T8": []}, reserves={"Ada": [], "Bea": []})
    faultless(moved(play, "Ada", "T4", "T8"))
    assert duties(play) == []
    faultless(play.do("Ada", "draw", card="2H"))
    assert faults(moved(play, "Ada", "hand:Ada", "waste:Ada")) == []
    assert duties(play.shows(turn="Bea")) == [(2, "missed_case_freeing", "T8", "T7")]


def test_CR_42_parking_exception_is_kept_but_not_earned_by_changing_places() -> None:
    play = laid(cases={"T4": ["JC", "5D"], "T6": [], "T8": []}, reserves={"Ada": []})
    faultless(moved(play, "Ada", "T4", "T6"))
    faultless(moved(play, "Ada", "T6", "T8", card="5D"))
    assert duties(play) == [], "parked, then moved on: still excused"
    play = laid(cases={"T4": ["5D"], "T8": [], "T3": ["JC"]}, reserves={"Ada": []})
    faultless(moved(play, "Ada", "T4", "T8", card="5D"))
    assert duties(play) == [(2, "missed_case_freeing", "T8", "T7")], "a lone card earns no excuse"


@pytest.mark.parametrize("referee", ["on_call", "coach"])
@pytest.mark.parametrize(
    ("code", "arguments", "goal"),
    [("covered_card_moved", {"card": "5D"}, "T7"), ("several_cards_moved", {"count": 2}, "T1")],
)
def test_CR_42_a_wrongly_placed_card_earns_no_parking_exception(
    referee: str, code: str, arguments: dict[str, Any], goal: str
) -> None:
    cases = {"T1": ["KH", "5H"], "T4": ["JC", "5D", "4S"], "T8": []}
    play = laid(cases=cases, reserves={"Ada": []}, case_freeing="column", referee=referee)
    assert faults(moved(play, "Ada", "T4", "T8", **arguments)) == [code]
    assert duties(play) == [(2, "missed_case_freeing", "T8", goal)]


def test_CR_42_parking_out_of_turn_earns_no_exception() -> None:
    play = laid(cases={"T4": ["JC", "5D"], "T8": []}, reserves={"Ada": []}, referee="on_call")
    moved(play, "Bea", "T4", "T8")
    assert duties(play.shows(turn="Ada")) == [(2, "missed_case_freeing", "T8", "T7")]


# ------------------------------------------------------------------------------- level 2: uncovering

COVERED = {"foundations": {"F1": "2D"}, "cases": {"T7": ["3D", "2C"], "T8": []}}


def test_CR_43_an_empty_case_serves_first_to_uncover() -> None:
    play = laid(**COVERED)
    assert due(play) == [{"level": 2, "code": "missed_uncovering", **move("T7", "T8", "2C")}]
    caught(moved(play, "Ada", "reserve:Ada", "T8"), "missed_uncovering")
    play = laid(**COVERED, uncovering="off")
    assert duties(play) == [(3, "unused_empty_case", "reserve:Ada", "T8")]
    faultless(moved(play, "Ada", "reserve:Ada", "T8"))


def test_CR_43_is_proven_by_draw_discard_and_pass() -> None:
    assert faults(laid(**COVERED).do("Ada", "draw", card="2H")) == ["missed_uncovering", "unused_empty_case"]
    play = laid(**COVERED, hands={"Ada": "2H"}, reserves={"Ada": []})
    assert faults(play.do("Ada", "discard")) == ["missed_uncovering", "unused_empty_case"]
    play = laid(**COVERED, stocks={"Ada": 0}, reserves={"Ada": {"count": 1, "top": "KC"}})
    assert faults(play.do("Ada", "pass")) == ["missed_uncovering", "unused_empty_case"]


def test_CR_43_is_not_proven_by_cards_put_elsewhere() -> None:
    """A reserve or hand card onto a series, a load: no empty case is used up."""
    play = laid(**COVERED, reserves={"Ada": {"count": 2, "top": "QS"}})
    faultless(moved(play, "Ada", "reserve:Ada", "T1"))
    play = laid(**COVERED, reserves={"Ada": []}, hands={"Ada": "7D"})
    faultless(moved(play, "Ada", "hand:Ada", "T5"))


def test_CR_43_the_last_empty_case_only() -> None:
    cases = {**COVERED["cases"], "T3": ["JC", "9D"], "T4": ["JS"], "T5": ["4S"], "T6": ["4C"]}
    play = laid(foundations={"F1": "2D"}, cases=cases)
    caught(moved(play, "Ada", "T3", "T8"), "missed_uncovering")
    play = laid(foundations={"F1": "2D"}, cases={**cases, "T6": []})
    faultless(moved(play, "Ada", "T3", "T6"))
    play = laid(foundations={"F1": "2D"}, cases={**cases, "T3": ["9D"]})
    faultless(moved(play, "Ada", "T3", "T8", card="9D"))
    assert duties(play) == [(2, "missed_uncovering", "T7", "T3")], "that case became empty instead"


def test_CR_43_another_card_to_uncover_may_take_it() -> None:
    cases = {**COVERED["cases"], "T3": ["5H", "9D"], "T4": ["JS"], "T5": ["4S"], "T6": ["JC"]}
    play = laid(foundations={"F1": "2D", "F2": "4H"}, cases=cases)
    assert duties(play) == [(2, "missed_uncovering", "T3", "T8"), (2, "missed_uncovering", "T7", "T8")]
    faultless(moved(play, "Ada", "T3", "T8"))


def test_CR_43_any_place_when_no_case_is_empty() -> None:
    cases = {"T7": ["3D", "2C"], "T8": ["3H"]}
    play = laid(foundations={"F1": "2D"}, cases=cases, uncovering="any_place")
    assert duties(play) == [(2, "missed_uncovering", "T7", "T8")]
    caught(play.do("Ada", "draw", card="2H"), "missed_uncovering").shows(turn="Bea")
    play = laid(foundations={"F1": "2D"}, cases={**cases, "T6": []}, uncovering="any_place")
    assert duties(play) == [(2, "missed_uncovering", "T7", "T6")], "an empty case goes before"


def test_freeing_and_uncovering_are_listed_in_this_order_and_cited_in_the_other() -> None:
    cases = {**COVERED["cases"], "T3": ["JC"], "T4": ["10C"], "T5": ["4S"], "T6": ["9H"]}
    play = laid(foundations={"F1": "2D"}, cases=cases)
    assert duties(play) == [
        (2, "missed_case_freeing", "T6", "T4"),
        (2, "missed_uncovering", "T7", "T8"),
    ]
    caught(play.do("Ada", "draw", card="2H"), "missed_uncovering", "missed_case_freeing", "unused_empty_case")


# ------------------------------------------------------------------------------- level 3: the reserve

ONTO_SERIES = {"reserves": {"Ada": {"count": 2, "top": "9D"}}, "cases": {"T4": ["JC"]}}


def test_CR_44_the_reserve_before_the_stock() -> None:
    play = laid(**ONTO_SERIES)
    assert due(play) == [{"level": 3, "code": "stock_before_reserve", **move("reserve:Ada", "T3", "9D")}]
    assert legal(play) == [("reserve:Ada", "T3")]
    caught(play.do("Ada", "draw", card="2H"), "stock_before_reserve")
    assert proof_moves(play) == [move("reserve:Ada", "T3", "9D")]


@pytest.mark.parametrize("target", ["T1", "waste:Bea"])
def test_CR_44_is_proven_by_the_hand_card_too(target: str) -> None:
    play = laid(**ONTO_SERIES, hands={"Ada": "QS"}, wastes={"Bea": ["JS"]})
    caught(moved(play, "Ada", "hand:Ada", target), "stock_before_reserve", undone=True)
    play.shows(wastes={"Ada": {"count": 1, "top": "QS"}}, hands={"Ada": None})
    play = laid(**ONTO_SERIES, hands={"Ada": "QS"}).do("Ada", "discard")
    caught(play, "stock_before_reserve", "missed_series_play")


def test_CR_44_is_not_proven_by_moves_between_cases() -> None:
    position = {**ONTO_SERIES, "cases": {"T4": ["JC", "6D"], "T8": ["7C"], "T7": ["2S"]}}
    faultless(moved(laid(**position), "Ada", "T4", "T8"))
    play = laid(**ONTO_SERIES, wastes={"Bea": ["QC"]})
    faultless(moved(play, "Ada", "T4", "waste:Bea"))


@pytest.mark.parametrize(
    ("reserve_duty", "series", "load"),
    [("series_and_loads", True, True), ("series", True, False), ("off", False, False)],
)
def test_CR_44_what_makes_the_reserve_playable(reserve_duty: str, series: bool, load: bool) -> None:
    play = laid(**ONTO_SERIES, reserve_duty=reserve_duty).do("Ada", "draw", card="2H")
    assert faults(play) == ["stock_before_reserve"] * series
    play = laid(reserves={"Ada": {"count": 2, "top": "QD"}}, cases={"T2": ["KH"]}, reserve_duty=reserve_duty)
    assert faults(play.do("Ada", "draw", card="2H")) == ["stock_before_reserve"] * load


def test_CR_44_a_reserve_card_that_goes_up_breaks_both_rules() -> None:
    for reserve_duty, both in (("series_and_loads", True), ("series", True), ("off", False)):
        play = laid(
            foundations={"F1": "4H"},
            cases={"T7": ["JC"], "T8": ["JS"]},
            reserves={"Ada": {"count": 2, "top": "5H"}},
            reserve_duty=reserve_duty,
        )
        play.do("Ada", "draw", card="2H")
        assert faults(play) == ["missed_foundation_play", *["stock_before_reserve"] * both]
        if both:
            assert missed(play, "stock_before_reserve") == [move("reserve:Ada", "F1", "5H")]


def test_CR_44_free_choice_among_series_loads_and_empty_cases() -> None:
    position = {
        "reserves": {"Ada": {"count": 2, "top": "QD"}},
        "cases": {"T8": []},
    }
    assert duties(laid(**position)) == [
        (3, "stock_before_reserve", "reserve:Ada", "T2"),
        (3, "stock_before_reserve", "reserve:Ada", "reserve:Bea"),
        (3, "unused_empty_case", "reserve:Ada", "T8"),
    ]
    for target in ("T2", "reserve:Bea", "T8"):
        faultless(moved(laid(**position), "Ada", "reserve:Ada", target))


def test_CR_45_an_empty_case_is_filled_from_the_reserve() -> None:
    play = laid(cases={"T8": []})
    assert due(play) == [{"level": 3, "code": "unused_empty_case", **move("reserve:Ada", "T8", "KC")}]
    caught(play.do("Ada", "draw", card="2H"), "unused_empty_case")
    play = laid(cases={"T8": []}, hands={"Ada": "2H"})
    caught(moved(play, "Ada", "hand:Ada", "T8"), "unused_empty_case")


def test_CR_45_the_hand_on_a_series_proves_nothing() -> None:
    play = laid(cases={"T8": []}, hands={"Ada": "7D"})
    faultless(moved(play, "Ada", "hand:Ada", "T5")).shows(turn="Ada")


@pytest.mark.parametrize(
    ("empty_case_duty", "case_a", "case_b"),
    [("reserve_and_hand", True, True), ("reserve", True, False), ("off", False, False)],
)
def test_CR_45_and_CR_47_by_option(empty_case_duty: str, case_a: bool, case_b: bool) -> None:
    play = laid(cases={"T8": []}, empty_case_duty=empty_case_duty).do("Ada", "draw", card="2H")
    assert faults(play) == ["unused_empty_case"] * case_a
    play = laid(cases={"T8": []}, empty_case_duty=empty_case_duty, hands={"Ada": "2H"}, reserves={"Ada": []})
    assert faults(play.do("Ada", "discard")) == ["unused_empty_case"] * case_b


# ------------------------------------------------------------------------------- level 4: the card in hand


def test_CR_46_a_card_that_fits_a_series_may_not_be_discarded() -> None:
    play = laid(hands={"Ada": "9D"})
    assert duties(play) == [
        (4, "missed_series_play", "hand:Ada", "T3"),
        (4, "missed_series_play", "hand:Ada", "T4"),
    ]
    assert legal(play) == [("hand:Ada", "T3"), ("hand:Ada", "T4")]
    caught(play.do("Ada", "discard"), "missed_series_play", undone=False)
    assert proof_moves(play) == [move("waste:Ada", "T3", "9D"), move("waste:Ada", "T4", "9D")]
    faultless(laid(hands={"Ada": "9D"}, hand_duty="off").do("Ada", "discard"))


def test_CR_46_loading_it_instead_is_a_free_choice() -> None:
    faultless(moved(laid(hands={"Ada": "9D"}, wastes={"Bea": ["8D"]}), "Ada", "hand:Ada", "waste:Bea"))


def test_CR_47_nor_while_a_case_is_empty() -> None:
    play = laid(hands={"Ada": "2H"}, cases={"T8": []}, reserves={"Ada": []})
    assert due(play) == [{"level": 4, "code": "unused_empty_case", **move("hand:Ada", "T8", "2H")}]
    caught(play.do("Ada", "discard"), "unused_empty_case")
    assert proof_moves(play) == [move("waste:Ada", "T8", "2H")]


def test_CR_48_a_card_that_can_only_be_loaded_may_be_discarded() -> None:
    position = {"hands": {"Ada": "3D"}, "wastes": {"Bea": ["4D"]}}
    assert duties(laid(**position)) == [] and ("discard",) in legal(laid(**position))
    faultless(laid(**position).do("Ada", "discard"))
    play = laid(**position, hand_duty="series_and_loads")
    assert due(play) == [{"level": 4, "code": "missed_load", **move("hand:Ada", "waste:Bea", "3D")}]
    caught(play.do("Ada", "discard"), "missed_load").shows(turn="Bea", proof=None)


def test_CR_48_the_three_duties_of_the_hand_in_order() -> None:
    play = laid(
        hands={"Ada": "9D"},
        wastes={"Bea": ["8D"]},
        cases={"T4": ["JC"], "T8": []},
        reserves={"Ada": []},
        hand_duty="series_and_loads",
    )
    assert duties(play) == [
        (4, "missed_series_play", "hand:Ada", "T3"),
        (4, "unused_empty_case", "hand:Ada", "T8"),
        (4, "missed_load", "hand:Ada", "waste:Bea"),
    ]
    assert faults(play.do("Ada", "discard")) == ["unused_empty_case", "missed_series_play", "missed_load"]


# ------------------------------------------------------------------------------- what proves


def everything_due() -> Play:
    """A card that goes up, a case that can be freed, a reserve card and a hand card that fit."""
    return laid(
        cases={"T5": ["AD"], "T6": ["4C"], "T7": ["9H"], "T4": ["JC"], "T8": ["7C"]},
        reserves={"Ada": {"count": 2, "top": "QS"}},
        hands={"Ada": "6H"},
    )


def test_CR_49_only_the_highest_pending_level_is_listed() -> None:
    play = everything_due()
    assert duties(play) == [(1, "missed_foundation_play", "T5", "F1")]
    faultless(moved(play, "Ada", "T5", "F1"))
    assert duties(play) == [(2, "missed_case_freeing", "T7", "T3")]
    faultless(moved(play, "Ada", "T7", "T3"))
    assert duties(play) == [
        (3, "stock_before_reserve", "reserve:Ada", "T1"),
        (3, "unused_empty_case", "reserve:Ada", "T5"),
    ]
    faultless(moved(play, "Ada", "reserve:Ada", "T5")).do("Ada", "turn_reserve", card="KC")
    assert duties(play) == [(2, "missed_case_freeing", "T5", "T1")], "the Queen should have gone there"
    faultless(moved(play, "Ada", "T5", "T1"))
    faultless(moved(play, "Ada", "reserve:Ada", "T5"))
    assert duties(play) == [
        (4, "missed_series_play", "hand:Ada", "T8"),
        (4, "unused_empty_case", "hand:Ada", "T7"),
    ]


def test_CR_49_a_duty_is_broken_by_a_lower_priority_only() -> None:
    assert faults(moved(everything_due(), "Ada", "T7", "T3")) == ["missed_foundation_play"]
    assert faults(moved(everything_due(), "Ada", "reserve:Ada", "T1")) == [
        "missed_foundation_play",
        "missed_case_freeing",
    ]
    assert faults(moved(everything_due(), "Ada", "hand:Ada", "T8")) == [
        "missed_foundation_play",
        "missed_case_freeing",
        "stock_before_reserve",
    ]
    assert faults(everything_due().do("Ada", "discard")) == [
        "missed_foundation_play",
        "missed_case_freeing",
        "stock_before_reserve",
        "missed_series_play",
    ]


def test_CR_49_the_event_names_all_codes_and_cites_the_first() -> None:
    play = everything_due().do("Ada", "discard")
    caught(play, *faults(play))
    told = [event.as_json() for event in play.events if event.name == "infraction"]
    assert [event["code"] for event in told] == faults(play)
    assert all(event["by"] == "Ada" and event["announced"] is True for event in told)
    assert proof_moves(play) == [move("T5", "F1", "AD")], "the moves of the code cited"


def test_a_state_asked_for_its_duties_is_the_same_state_and_another_one_has_its_own() -> None:
    asked, unasked = everything_due(), everything_due()
    assert due(asked) and asked.game.legal_actions(asked.state)
    assert asked.state == unasked.state and repr(asked.state) == repr(unasked.state)
    silent = unjudged(asked.state)
    assert silent.duties is None and silent != asked.state
    assert replace(asked.state, face_up=(0, 1)).duties is None
