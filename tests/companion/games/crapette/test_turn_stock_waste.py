"""The turn, the stock and the waste (CR-50 to CR-56)."""

from __future__ import annotations

import pytest

from .positions import caught, duties, faultless, faults, laid, legal, moved, proof_moves, step


def test_CR_50_any_number_of_moves_and_draws() -> None:
    play = laid(cases={"T3": ["JC"], "T5": ["JS"], "T6": ["2C"]})
    faultless(play.do("Ada", "draw", card="9D")).happened("card_drawn", player="Ada", card="9D")
    faultless(moved(play, "Ada", "hand:Ada", "T4"))
    faultless(play.do("Ada", "draw", card="5D"))
    faultless(moved(play, "Ada", "hand:Ada", "T7"))
    faultless(play.do("Ada", "draw", card="2S")).shows(
        turn="Ada", turn_number=1, stocks={"Ada": {"count": 17}}
    )
    faultless(play.do("Ada", "discard")).shows(turn="Bea", turn_number=2)


def test_CR_50_one_card_in_hand_at_a_time() -> None:
    play = laid(hands={"Ada": "2S"})
    assert play.refused("Ada", "draw", card="2D") == "hand_occupied"
    assert ("draw",) not in legal(play)


def test_CR_50_the_stock_is_the_last_resort() -> None:
    play = laid(cases={"T8": ["AD"]})
    assert ("draw",) not in legal(play)
    assert ("draw",) in legal(laid())


def test_CR_51_with_a_card_in_hand_moves_and_duties_stay() -> None:
    play = laid(hands={"Ada": "2S"}, cases={"T7": ["9H"], "T5": ["4S"], "T6": ["4C"], "T3": ["JC"]})
    assert duties(play) == [(2, "missed_case_freeing", "T7", "T4")]
    caught(play.do("Ada", "discard"), "missed_case_freeing")
    play = laid(hands={"Ada": "2S"}, cases={"T7": ["9H"], "T5": ["4S"], "T6": ["4C"], "T3": ["JC"]})
    faultless(moved(play, "Ada", "T7", "T4")).shows(turn="Ada", hands={"Ada": "2S"})


def test_CR_52_the_discard_ends_the_turn() -> None:
    play = laid(hands={"Ada": "2S"}).do("Ada", "discard", card="2S")
    faultless(play).happened("card_discarded", player="Ada", card="2S")
    play.happened("turn_passed", from_="Ada", to="Bea", reason="discard")
    play.shows(turn="Bea", turn_number=2, wastes={"Ada": {"count": 1, "top": "2S"}}, hands={"Ada": None})
    assert laid(hands={"Ada": "2S"}).refused("Ada", "discard", card="2D") == "card_not_there"
    assert laid().refused("Ada", "discard") == "hand_empty"


def test_CR_53_forgetting_to_turn_is_only_reminded_of() -> None:
    play = laid(reserves={"Ada": ["3H", "QD"]}, cases={"T7": ["KD", "9D"], "T5": ["4S"], "T6": ["4C"]})
    faultless(moved(play, "Ada", "reserve:Ada", "T2"))
    play.shows(reserves={"Ada": {"count": 1, "top": None, "face_up": False}})
    assert play.view["obligations"] == [{"level": 0, "code": "reserve_not_turned", "do": "turn_reserve"}]
    faultless(moved(play, "Ada", "T7", "T3")).happened("reminder", player="Ada", code="reserve_not_turned")
    faultless(play.do("Ada", "turn_reserve")).happened("reserve_turned", player="Ada", card="3H")
    play.shows(reserves={"Ada": {"count": 1, "top": "3H", "face_up": True}}, turn="Ada")


@pytest.mark.parametrize("do", ["draw", "discard", "pass"])
def test_CR_53_drawing_discarding_or_passing_meanwhile_is_the_fault(do: str) -> None:
    play = laid(
        reserves={"Ada": ["3H", "QD"]},
        face_down=["Ada"],
        hands={"Ada": "2S"} if do == "discard" else {},
        stocks={"Ada": 0 if do == "pass" else 2},
    )
    play.do("Ada", do, **({"card": "2S"} if do == "draw" else {}))
    caught(play, "reserve_not_turned").shows(turn="Bea", proof=None)


@pytest.mark.parametrize("strict", [False, True])
def test_CR_53_strict_forbids_any_card_action_before(strict: bool) -> None:
    position = {"reserves": {"Ada": ["3H", "QD"]}, "face_down": ["Ada"]}
    option = {"reserve_turn": "strict"} if strict else {}
    play = laid(**position, cases={"T8": ["AD"]}, **option)
    assert duties(play) == [
        (0, "reserve_not_turned", None, None),
        (1, "missed_foundation_play", "T8", "F1"),
    ]
    assert legal(play) == [*[("T8", "F1")] * (not strict), ("turn_reserve",)]
    assert faults(moved(play, "Ada", "T8", "F1")) == ["reserve_not_turned"] * strict
    play = laid(**position, cases={"T7": ["9H"]}, **option)
    assert faults(moved(play, "Ada", "T7", "T3")) == ["reserve_not_turned"] * strict


def test_CR_53_the_waiting_player_may_turn_too() -> None:
    play = laid(reserves={"Bea": [None, None]}, cases={})
    faultless(play.do("Bea", "turn_reserve", card="7D")).shows(turn="Ada", reserves={"Bea": {"top": "7D"}})
    assert play.refused("Bea", "turn_reserve", card="2D") == "reserve_face_up"
    assert laid(reserves={"Bea": []}).refused("Bea", "turn_reserve", card="2D") == "reserve_empty"


def test_CR_54_looking_early_is_a_fault() -> None:
    play = laid().do("Bea", "draw", card="4H")
    caught(play, "out_of_turn", against="Bea", undone=True, steps=[step("4H", "hand:Bea", "stock:Bea")])
    play.shows(turn="Ada", hands={"Bea": None}, stocks={"Bea": {"count": 20}})
    assert play.refused("Bea", "draw", card="5H") == "card_contradicts", "it was seen"


def test_CR_54_the_next_card_may_be_laid_open_by_option() -> None:
    play = faultless(laid(early_draw=True).do("Bea", "draw", card="4H"))
    play.shows(turn="Ada", hands={"Ada": None, "Bea": "4H"}, stocks={"Bea": {"count": 19}})
    assert play.refused("Bea", "draw", card="5H") == "hand_occupied"
    caught(moved(play, "Bea", "hand:Bea", "waste:Ada"), "out_of_turn", against="Bea")
    play.shows(turn="Ada", hands={"Bea": "4H"})


def test_CR_54_an_early_card_of_the_waiting_player_breaks_no_duty() -> None:
    play = laid(early_draw=True, cases={"T8": []})
    faultless(play.do("Bea", "draw", card="4H"))


def test_CR_55_the_waste_becomes_the_stock_in_the_same_order() -> None:
    play = laid(stocks={"Ada": 1}, wastes={"Ada": ["2H", "4H"]})
    assert play.refused("Ada", "recycle") == "stock_not_empty"
    play.do("Ada", "draw", card="2S").happened("stock_exhausted", player="Ada")
    faultless(play.do("Ada", "recycle")).happened("stock_recycled", player="Ada", count=2)
    play.shows(stocks={"Ada": {"count": 2}}, wastes={"Ada": {"count": 0, "top": None}}, turn="Ada")
    play.do("Ada", "discard")
    play.do("Bea", "draw", card="JC").do("Bea", "discard")
    assert play.refused("Ada", "draw", card="4H") == "card_contradicts"
    play.do("Ada", "draw").happened("card_drawn", card="2H")


def test_CR_55_in_the_opponents_turn_too() -> None:
    play = laid(turn="Bea", stocks={"Ada": 0}, wastes={"Ada": ["2H"]})
    faultless(play.do("Ada", "recycle")).shows(turn="Bea", stocks={"Ada": {"count": 1}})


def test_CR_55_a_delay_is_no_fault_and_the_waste_stays_a_target() -> None:
    play = laid(turn="Bea", stocks={"Ada": 0}, wastes={"Ada": ["9S"]})
    faultless(moved(play, "Bea", "T5", "waste:Ada")).shows(wastes={"Ada": {"count": 2, "top": "8S"}})


def test_CR_55_a_drawn_waste_is_empty() -> None:
    play = laid(stocks={"Ada": 0})
    assert play.refused("Ada", "recycle") == "waste_empty"
    assert play.refused("Ada", "draw", card="2S") == "stock_empty"


def test_CR_55_when_needed_only_in_ones_own_turn_with_no_card_in_hand() -> None:
    position = {"stocks": {"Ada": 0}, "wastes": {"Ada": ["2H"]}, "recycle": "when_needed"}
    play = laid(**position)
    assert ("recycle",) in legal(play)
    faultless(play.do("Ada", "recycle"))
    play = laid(**position, hands={"Ada": "2S"})
    assert ("recycle",) not in legal(play)
    play.do("Ada", "recycle")
    caught(play, "early_recycle", undone=True).shows(
        turn="Bea", stocks={"Ada": {"count": 0}}, wastes={"Ada": {"count": 2, "top": "2S"}}
    )
    play = laid(**position, turn="Bea").do("Ada", "recycle")
    caught(play, "early_recycle", undone=True).shows(turn="Bea", wastes={"Ada": {"count": 1, "top": "2H"}})


def test_CR_55_recycling_is_no_card_action() -> None:
    """It proves no omission and does not end the time to call."""
    play = laid(stocks={"Ada": 0}, wastes={"Ada": ["2H"]}, cases={"T8": ["AD"]})
    faultless(play.do("Ada", "recycle")).shows(turn="Ada")
    play = laid(hands={"Ada": "9D"}, stocks={"Bea": 0}, wastes={"Bea": ["2H"]}, referee="on_call")
    play.do("Ada", "discard").do("Bea", "recycle").do("Bea", "call").happened("crapette_called", valid=True)


def test_CR_56_pass_only_when_nothing_is_left_to_draw() -> None:
    play = laid(stocks={"Ada": 0})
    assert ("pass",) in legal(play)
    faultless(play.do("Ada", "pass")).happened("passed", player="Ada")
    play.happened("turn_passed", from_="Ada", to="Bea", reason="pass").shows(turn="Bea", turn_number=2)
    assert laid().refused("Ada", "pass") == "must_draw"
    assert laid(stocks={"Ada": 0}, wastes={"Ada": ["2H"]}).refused("Ada", "pass") == "must_draw"
    assert laid(stocks={"Ada": 0}, hands={"Ada": "2H"}).refused("Ada", "pass") == "hand_occupied"
    assert laid(stocks={"Bea": 0}).refused("Bea", "pass") == "not_your_turn"


def test_CR_56_a_pass_proves_omissions() -> None:
    play = laid(stocks={"Ada": 0}, cases={"T8": []}).do("Ada", "pass")
    caught(play, "unused_empty_case", undone=False).shows(turn="Bea")
    assert proof_moves(play) is not None
