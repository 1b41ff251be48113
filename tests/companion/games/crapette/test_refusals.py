"""What the rules refuse, and in which order they look (section 4.1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import Play

from .positions import dealt, faults, laid, moved


def refused_move(play: Play, **arguments: Any) -> str:
    return play.refused("Ada", "move", **arguments)


def test_unknown_action() -> None:
    for do in ("shuffle", "", "Move", None, 3, ["draw"], {}):
        assert laid().refused("Ada", do) == "unknown_action"  # type: ignore[arg-type]
    assert laid().refused("Cyd", "shuffle") == "unknown_action", "before the player"


def test_unknown_player() -> None:
    for by in ("Cyd", "", "ada", "bank", "table", None, 1, ["Ada"], {"Ada": 1}, True):
        assert laid().refused(by, "draw", card="2S") == "unknown_player"  # type: ignore[arg-type]
    assert laid().refused("Ada", "correct", zone="T1", cards=[]) == "unknown_player"
    over = laid().do("Ada", "agree_draw").do("Bea", "agree_draw")
    assert over.refused("Cyd", "draw") == "unknown_player", "before the end"


def test_game_over() -> None:
    play = laid().do("Ada", "agree_draw").do("Bea", "agree_draw")
    for by, do, arguments in (
        ("Ada", "draw", {"card": "2S"}),
        ("Ada", "move", {}),
        ("Bea", "call", {}),
        ("Bea", "accept", {}),
        ("Bea", "agree_draw", {}),
        ("Ada", "turn_reserve", {}),
        ("Ada", "show_under", {"card": "2S"}),
        ("table", "choose_first", {"player": "Ada"}),
    ):
        assert play.refused(by, do, **arguments) == "game_over", do


def test_wrong_phase() -> None:
    tie = dealt("JC", "JC")
    for do in ("draw", "move", "discard", "turn_reserve", "recycle", "pass"):
        assert tie.refused("Ada", do) == "wrong_phase", do
    assert tie.refused("table", "choose_first", player="Ada") == "wrong_phase"
    chosen = dealt(first_player="chosen")
    assert chosen.refused("Ada", "show_under", card="2S") == "wrong_phase"
    assert chosen.refused("Ada", "draw", card="2H") == "wrong_phase"
    assert laid().refused("Ada", "show_under", card="2S") == "wrong_phase"
    assert laid().refused("table", "choose_first", player="Ada") == "wrong_phase"


def test_decision_pending_comes_before_the_arguments() -> None:
    play = laid(hands={"Ada": "9D"}, referee="coach").do("Ada", "discard")
    assert refused_move(play) == "decision_pending"
    assert play.refused("Bea", "call", code="nonsense") == "decision_pending"
    assert play.refused("Cyd", "move") == "unknown_player"


# ------------------------------------------------------------------------------- move, column from left to right

MOVES: list[tuple[str, dict[str, Any]]] = [
    ("missing_argument", {}),
    ("missing_argument", {"from_": "T9"}),
    ("missing_argument", {"to": "T9"}),
    ("unknown_zone", {"from_": "T9", "to": "T9"}),
    ("unknown_zone", {"from_": "T1", "to": "T9"}),
    ("unknown_zone", {"from_": "reserve:Cyd", "to": "T1"}),
    ("unknown_zone", {"from_": "reserve", "to": "T1"}),
    ("unknown_zone", {"from_": "deck:Ada", "to": "T1"}),
    ("unknown_zone", {"from_": 1, "to": "T1"}),
    ("unknown_zone", {"from_": "T1", "to": ["T2"]}),
    ("unknown_zone", {"from_": {"zone": "T1"}, "to": "T2"}),
    ("same_zone", {"from_": "T8", "to": "T8"}),
    ("same_zone", {"from_": "stock:Ada", "to": "stock:Ada"}),
    ("bad_source", {"from_": "stock:Ada", "to": "stock:Bea"}),
    ("bad_source", {"from_": "stock:Bea", "to": "T1"}),
    ("bad_target", {"from_": "T8", "to": "stock:Ada"}),
    ("bad_target", {"from_": "T8", "to": "hand:Bea"}),
    ("bad_target", {"from_": "T1", "to": "hand:Ada", "count": 0, "card": "1S"}),
    ("zone_empty", {"from_": "T8", "to": "T1", "count": 0, "card": "1S"}),
    ("zone_empty", {"from_": "F1", "to": "T1"}),
    ("zone_empty", {"from_": "hand:Ada", "to": "waste:Ada"}),
    ("zone_empty", {"from_": "waste:Bea", "to": "T1"}),
    ("face_down", {"from_": "reserve:Bea", "to": "T1", "count": 9, "card": "1S"}),
    ("bad_count", {"from_": "T1", "to": "T2", "count": 0, "card": "1S"}),
    ("bad_count", {"from_": "T1", "to": "T2", "count": 2, "card": "KH"}),
    ("bad_count", {"from_": "T7", "to": "T2", "count": 3}),
    ("bad_count", {"from_": "T7", "to": "T2", "count": -1}),
    ("bad_count", {"from_": "T7", "to": "T2", "count": True}),
    ("bad_count", {"from_": "T7", "to": "T2", "count": "2"}),
    ("bad_count", {"from_": "T7", "to": "T2", "count": 1.0}),
    ("bad_count", {"from_": "T7", "to": "T2", "count": 10**30}),
    ("bad_count", {"from_": "T7", "to": "T2", "count": [1]}),
    ("bad_count", {"from_": "reserve:Ada", "to": "T2", "count": 2}),
    ("bad_count", {"from_": "waste:Ada", "to": "T2", "count": 2}),
    ("bad_count", {"from_": "F2", "to": "T2", "count": 2}),
    ("unknown_card", {"from_": "T1", "to": "T2", "card": "11D"}),
    ("unknown_card", {"from_": "T1", "to": "T2", "card": "kh"}),
    ("unknown_card", {"from_": "T1", "to": "T2", "card": 7}),
    ("unknown_card", {"from_": "T1", "to": "T2", "card": ["KH"]}),
    ("card_not_there", {"from_": "T1", "to": "T2", "card": "QD"}),
    ("card_not_there", {"from_": "T7", "to": "T2", "card": "10H", "count": 2}),
    ("card_not_there", {"from_": "reserve:Ada", "to": "T2", "card": "QD"}),
    ("card_not_there", {"from_": "F2", "to": "T2", "card": "2H"}),
]


@pytest.mark.parametrize(("code", "arguments"), MOVES)
def test_move_is_checked_from_left_to_right(code: str, arguments: dict[str, Any]) -> None:
    play = laid(
        foundations={"F2": "3H"},
        cases={"T7": ["JS", "10H"], "T8": []},
        reserves={"Bea": 4},
        wastes={"Ada": ["2D", "2C"]},
    )
    assert refused_move(play, **arguments) == code


def test_a_covered_card_named_with_one_card_is_accepted_as_a_fault() -> None:
    play = laid(cases={"T7": ["JS", "10H"]})
    assert faults(moved(play, "Ada", "T7", "T5", card="JS", count=1)) == ["covered_card_moved"]


def test_a_null_card_is_the_same_as_none_told() -> None:
    assert faults(moved(laid(cases={"T7": ["5H"]}), "Ada", "T7", "T8", card=None)) == []


# ------------------------------------------------------------------------------- the other actions


def test_draw() -> None:
    assert laid(hands={"Ada": "2H"}, stocks={"Ada": 0}).refused("Ada", "draw", card="1S") == "hand_occupied"
    assert laid(stocks={"Ada": 0}).refused("Ada", "draw", card="1S") == "stock_empty"
    assert laid().refused("Ada", "draw") == "missing_argument"
    assert laid().refused("Ada", "draw", card=None) == "missing_argument"
    for nonsense in ("1S", "S2", "", 2, [], {}, True, "2s"):
        assert laid().refused("Ada", "draw", card=nonsense) == "unknown_card"
    assert laid(stocks={"Ada": ["2H"]}).refused("Ada", "draw", card="3H") == "card_contradicts"
    twice = laid(cases={"T7": ["2S"]}, reserves={"Bea": {"count": 2, "top": "2S"}})
    assert twice.refused("Ada", "draw", card="2S") == "impossible_card"
    laid(stocks={"Ada": ["2H"]}).do("Ada", "draw").shows(hands={"Ada": "2H"})


def test_draw_impossible_because_the_pack_has_shown_it() -> None:
    play = dealt("KC", "2H")
    for card in ("QD", "9C", "4H", "2S", "KC"):
        assert play.refused("Ada", "draw", card=card) == "impossible_card", "by the deal"
    faults(play.do("Ada", "draw", card="3S"))
    play = laid().do("Ada", "draw", card="3S").do("Ada", "discard").do("Bea", "draw", card="4S")
    play.do("Bea", "discard")
    assert play.refused("Ada", "draw", card="3S") == "impossible_card", "by a draw"
    play = laid(reserves={"Ada": [None, "QD"]}, cases={"T2": ["KS"]})
    moved(play, "Ada", "reserve:Ada", "T2").do("Ada", "turn_reserve", card="4D")
    assert play.refused("Ada", "draw", card="4D") == "impossible_card", "by turning"
    play.do("Ada", "draw", card="QD"), "the cards of a setup count for no pack"


def test_cards_beneath_a_foundation_top_lie_known_on_the_table() -> None:
    play = laid(foundations={"F1": "4S", "F2": "4S"})
    assert play.refused("Ada", "draw", card="2S") == "impossible_card"


def test_discard() -> None:
    assert laid().refused("Ada", "discard", card="2H") == "hand_empty"
    assert laid(hands={"Ada": "2H"}).refused("Ada", "discard", card="3H") == "card_not_there"
    assert laid(hands={"Ada": "2H"}).refused("Bea", "discard", card="2H") == "hand_empty"


def test_turn_reserve() -> None:
    assert laid(reserves={"Ada": []}).refused("Ada", "turn_reserve", card="1S") == "reserve_empty"
    assert laid().refused("Ada", "turn_reserve", card="1S") == "reserve_face_up"
    play = laid(
        reserves={"Ada": [None, None], "Bea": ["2H"]}, face_down=["Bea"], cases={"T7": ["9C"], "T8": ["9C"]}
    )
    assert play.refused("Ada", "turn_reserve") == "missing_argument"
    assert play.refused("Ada", "turn_reserve", card="1S") == "unknown_card"
    assert play.refused("Ada", "turn_reserve", card="9C") == "impossible_card"
    assert play.refused("Bea", "turn_reserve", card="3H") == "card_contradicts"


def test_recycle() -> None:
    assert laid(wastes={"Ada": ["2H"]}).refused("Ada", "recycle") == "stock_not_empty"
    assert laid().refused("Ada", "recycle") == "stock_not_empty", "before the waste"
    assert laid(stocks={"Ada": 0}).refused("Ada", "recycle") == "waste_empty"


def test_pass() -> None:
    assert laid(hands={"Bea": "2H"}).refused("Bea", "pass") == "not_your_turn", "before the hand"
    assert laid(hands={"Ada": "2H"}).refused("Ada", "pass") == "hand_occupied", "before the stock"
    assert laid().refused("Ada", "pass") == "must_draw"


def test_call() -> None:
    assert laid(referee="coach").refused("Bea", "call", code="nonsense") == "calling_off"
    assert laid(referee="coach").refused("Bea", "call") == "calling_off"
    for nonsense in ("nonsense", "proof", 3, [], {}, True):
        assert laid().refused("Bea", "call", code=nonsense) == "unknown_code"


CODES = (
    *(
        "out_of_turn",
        "own_waste_played",
        "opponent_pile_played",
        "foundation_card_moved",
        "covered_card_moved",
    ),
    *("own_pile_loaded", "several_cards_moved", "wrong_foundation", "wrong_series", "wrong_load"),
    *("early_recycle", "missed_foundation_play", "wrong_foundation_order", "missed_uncovering"),
    *("missed_case_freeing", "reserve_not_turned", "stock_before_reserve", "unused_empty_case"),
    *("missed_series_play", "missed_load"),
)


@pytest.mark.parametrize("code", CODES)
def test_every_code_may_be_called(code: str) -> None:
    laid().do("Bea", "call", code=code).happened("crapette_called", valid=False)


def test_accept_and_take_back() -> None:
    assert laid().refused("Bea", "accept") == "nothing_to_accept"
    assert laid().refused("Bea", "take_back") == "no_take_back"
    assert laid(referee="coach").refused("Bea", "take_back") == "nothing_to_take_back"
    claimed = laid(
        referee="on_call", reserves={"Ada": ["5D"]}, stocks={"Ada": 0}, cases={"T8": ["AS"], "T6": ["JC"]}
    )
    moved(claimed, "Ada", "reserve:Ada", "T7")
    assert claimed.refused("Ada", "accept") == "not_your_call"


def test_show_under() -> None:
    play = dealt("JC", "JC").do("Ada", "show_under", card="8S")
    assert play.refused("Ada", "show_under", card="1S") == "already_shown", "before the card"
    assert play.refused("Bea", "show_under", card="1S") == "unknown_card"
    assert play.refused("Bea", "show_under", card="3D") == "impossible_card"


# ------------------------------------------------------------------------------- correct


def test_correct_sets_a_zone() -> None:
    play = laid().do("table", "correct", zone="T1", cards=["KH", "QS", "JD"]).happened("corrected", zone="T1")
    play.shows(cases={"T1": ["KH", "QS", "JD"]}, turn="Ada")
    play.do("table", "correct", zone="F3", cards=["AD", "2D", "3D"])
    play.shows(foundations={"F3": {"top": "3D", "count": 3, "complete": False}})
    play.do("table", "correct", zone="waste:Bea", cards=[None, "4H"])
    play.shows(wastes={"Bea": {"count": 2, "top": "4H"}})
    play.do("table", "correct", zone="stock:Ada", cards=[None] * 7).shows(stocks={"Ada": {"count": 7}})
    play.do("table", "correct", zone="hand:Ada", cards=["7H"]).shows(hands={"Ada": "7H"})
    play.do("table", "correct", zone="hand:Ada", cards=[]).shows(hands={"Ada": None})
    play.do("table", "correct", zone="T2", cards=[]).shows(cases={"T2": []})


def test_correct_a_reserve_whose_last_card_is_known_lies_face_up() -> None:
    play = laid().do("table", "correct", zone="reserve:Ada", cards=[None, None])
    play.shows(reserves={"Ada": {"count": 2, "top": None, "face_up": False}})
    play.do("table", "correct", zone="reserve:Ada", cards=[None, None, "9S"])
    play.shows(reserves={"Ada": {"count": 3, "top": "9S", "face_up": True}})


def test_correct_forgets_open_faults_and_the_proof() -> None:
    play = moved(laid(referee="on_call"), "Ada", "T7", "T1")
    play.do("table", "correct", zone="T8", cards=["6C"]).do("Bea", "call").happened(
        "crapette_called", valid=False
    )
    play = laid(cases={"T8": ["AD"]}).do("Ada", "draw", card="2H")
    assert play.view["proof"] is not None
    play.do("table", "correct", zone="T7", cards=["6S"]).shows(proof=None)


def test_correct_is_checked_from_left_to_right() -> None:
    play = laid()

    def refused(zone: Any, cards: Any) -> str:
        return play.refused("table", "correct", zone=zone, cards=cards)

    assert refused("T9", ["1S"]) == "unknown_zone"
    assert refused(["T1"], ["KH"]) == "unknown_zone"
    assert refused("T1", ["1S", "KS", "KS"]) == "unknown_card"
    assert refused("T1", ["KS", "KS"]) == "impossible_card"
    assert refused("T2", ["KS", "KS", "KS"]) == "impossible_card"


def test_the_table_may_correct_but_not_play() -> None:
    assert laid().refused("table", "draw", card="2S") == "unknown_player"
    laid().do("table", "correct", zone="T2", cards=["KS"])
