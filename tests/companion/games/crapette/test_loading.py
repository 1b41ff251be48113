"""Loading the opponent, and what of one's own is closed (CR-30 to CR-35)."""

from __future__ import annotations

import pytest

from .positions import caught, duties, faultless, faults, laid, legal, moved


@pytest.mark.parametrize("target", ["reserve:Bea", "waste:Bea"])
@pytest.mark.parametrize(
    ("top", "card", "right"),
    [
        ("7H", "6H", True),
        ("7H", "8H", True),
        ("7H", "8D", False),
        ("7H", "6S", False),
        ("7H", "7H", False),
        ("7H", "9H", False),
        ("AS", "KS", False),
        ("KS", "AS", False),
        ("10D", "JD", True),
    ],
)
def test_CR_30_same_suit_one_higher_or_lower(target: str, top: str, card: str, right: bool) -> None:
    reserves = {"Ada": [], "Bea": {"count": 4, "top": top if target == "reserve:Bea" else "QC"}}
    play = laid(
        reserves=reserves,
        wastes={"Bea": [top]} if target == "waste:Bea" else {},
        hands={"Ada": card},
        foundation_duty="reserve_and_aces",
    )
    moved(play, "Ada", "hand:Ada", target)
    if card == "AS":
        assert faults(play) == ["wrong_load"]
        return
    assert faults(play) == ([] if right else ["wrong_load"])
    if right:
        play.happened("pile_loaded", pile=target, card=card).shows(turn="Ada")
        kind, owner = target.split(":")
        play.shows(**{f"{kind}s": {owner: {"top": card}}})


@pytest.mark.parametrize(
    ("match", "right"),
    [
        ("same_suit", {"QD"}),
        ("same_colour", {"QD", "QH"}),
        ("alternate", {"QC", "QS"}),
    ],
)
def test_CR_30_the_match_needed_by_option(match: str, right: set[str]) -> None:
    for card in ("QD", "QH", "QC", "QS"):
        play = laid(
            reserves={"Ada": {"count": 2, "top": card}},
            cases={"T1": ["2C"], "T2": ["2H"]},
            load_match=match,
        )
        moved(play, "Ada", "reserve:Ada", "reserve:Bea")
        assert faults(play) == ([] if card in right else ["wrong_load"]), card


def test_CR_30_loading_may_be_forbidden() -> None:
    position = {"reserves": {"Ada": {"count": 5, "top": "QD"}}, "cases": {"T2": ["KH"]}}
    play = laid(**position, loading=False)
    assert duties(play) == [] and ("reserve:Ada", "reserve:Bea") not in legal(play)
    caught(moved(play, "Ada", "reserve:Ada", "reserve:Bea"), "wrong_load")


def test_CR_31_from_reserve_hand_and_case() -> None:
    position = {
        "wastes": {"Bea": ["8D"]},
        "reserves": {"Ada": {"count": 3, "top": "9D"}},
        "cases": {"T1": ["KS"], "T3": ["QC"], "T4": ["JC", "9D"], "T5": ["4S"], "T6": ["4C"]},
    }
    faultless(moved(laid(**position), "Ada", "reserve:Ada", "waste:Bea")).shows(turn="Ada")
    faultless(moved(laid(**position, reserve_duty="off"), "Ada", "T4", "waste:Bea", card="9D"))
    play = laid(**{**position, "reserves": {}}, hands={"Ada": "7D"})
    faultless(moved(play, "Ada", "hand:Ada", "waste:Bea")).shows(wastes={"Bea": {"count": 2, "top": "7D"}})


def test_CR_31_a_useful_card_may_be_loaded_too() -> None:
    """9D would fit 10S; loading it instead is a free choice."""
    play = laid(wastes={"Bea": ["8D"]}, hands={"Ada": "9D"})
    faultless(moved(play, "Ada", "hand:Ada", "waste:Bea")).shows(turn="Ada")


def test_CR_31_cases_may_be_closed_by_option() -> None:
    play = laid(wastes={"Bea": ["9S"]}, load_from_cases=False)
    assert ("T5", "waste:Bea") not in legal(play)
    caught(moved(play, "Ada", "T5", "waste:Bea"), "wrong_load").shows(cases={"T5": ["8S"]})
    play = laid(wastes={"Bea": ["9S"]}, load_from_cases=False, hands={"Ada": "8S"})
    faultless(moved(play, "Ada", "hand:Ada", "waste:Bea"))


def test_CR_32_an_empty_or_hidden_pile_cannot_be_loaded() -> None:
    caught(moved(laid(), "Ada", "T5", "waste:Bea"), "wrong_load")
    caught(moved(laid(reserves={"Bea": []}), "Ada", "T5", "reserve:Bea"), "wrong_load")
    play = laid(reserves={"Bea": ["2H", "9S"]}, face_down=["Bea"])
    assert ("T5", "reserve:Bea") not in legal(play)
    caught(moved(play, "Ada", "T5", "reserve:Bea"), "wrong_load")
    play.shows(reserves={"Bea": {"count": 2, "top": None, "face_up": False}}, cases={"T5": ["8S"]})


@pytest.mark.parametrize("source", ["T7", "reserve:Ada"])
def test_CR_33_nothing_on_ones_own_waste_but_the_hand(source: str) -> None:
    play = laid(wastes={"Ada": ["7S"]})
    caught(moved(play, "Ada", source, "waste:Ada"), "own_pile_loaded").shows(wastes={"Ada": {"count": 1}})


def test_CR_33_nothing_on_ones_own_reserve() -> None:
    play = laid(reserves={"Ada": {"count": 5, "top": "7S"}}, cases={"T1": ["JC"]})
    caught(moved(play, "Ada", "T7", "reserve:Ada"), "own_pile_loaded").shows(cases={"T7": ["6S"]})
    play = laid(hands={"Ada": "2H"})
    caught(moved(play, "Ada", "hand:Ada", "reserve:Ada"), "own_pile_loaded")
    play.shows(wastes={"Ada": {"count": 1, "top": "2H"}}, turn="Bea")


def test_CR_33_the_hand_on_the_waste_ends_the_turn() -> None:
    play = laid(hands={"Ada": "2H"})
    faultless(moved(play, "Ada", "hand:Ada", "waste:Ada", card="2H")).happened("card_discarded", card="2H")
    play.happened("turn_passed", from_="Ada", to="Bea", reason="discard").shows(turn="Bea")


def test_CR_34_the_own_waste_top_is_never_playable() -> None:
    position = {"wastes": {"Ada": ["4H"]}, "foundations": {"F1": "3H"}}
    play = laid(**position)
    assert duties(play) == []
    caught(moved(play, "Ada", "waste:Ada", "F1"), "own_waste_played").shows(wastes={"Ada": {"top": "4H"}})
    play = laid(**position, own_waste_playable=True)
    assert duties(play) == [], "a source, but never a duty"
    assert ("waste:Ada", "F1") in legal(play)
    faultless(moved(play, "Ada", "waste:Ada", "F1")).shows(foundations={"F1": {"top": "4H"}}, turn="Ada")


def test_CR_34_a_waste_card_to_a_case_by_option() -> None:
    play = laid(wastes={"Ada": ["5D"]}, own_waste_playable=True)
    assert ("waste:Ada", "T7") in legal(play)
    faultless(moved(play, "Ada", "waste:Ada", "T7")).shows(wastes={"Ada": {"count": 0}}, turn="Ada")


def test_CR_35_the_opponents_waste_is_only_loaded_upon() -> None:
    position = {"wastes": {"Bea": ["9D"]}}
    play = laid(**position)
    assert not any(entry[0] == "waste:Bea" for entry in legal(play))
    caught(moved(play, "Ada", "waste:Bea", "T3"), "opponent_pile_played").shows(wastes={"Bea": {"top": "9D"}})
    play = laid(**position, opponent_waste_playable=True)
    assert duties(play) == [] and ("waste:Bea", "T3") in legal(play)
    faultless(moved(play, "Ada", "waste:Bea", "T3")).shows(cases={"T3": ["10S", "9D"]})


def test_CR_35_his_reserve_and_hand_are_closed_always() -> None:
    options = {"opponent_waste_playable": True, "own_waste_playable": True}
    play = laid(reserves={"Bea": {"count": 3, "top": "9D"}}, **options)
    caught(moved(play, "Ada", "reserve:Bea", "T3"), "opponent_pile_played")
    play = laid(hands={"Bea": "9D"}, **options)
    caught(moved(play, "Ada", "hand:Bea", "T3"), "opponent_pile_played").shows(hands={"Bea": "9D"})


def test_a_loaded_card_belongs_to_the_opponents_pile() -> None:
    play = laid(reserves={"Ada": ["3H", "QD"]}, cases={"T2": ["KH"]})
    moved(play, "Ada", "reserve:Ada", "reserve:Bea")
    play.shows(
        reserves={"Bea": {"count": 6, "top": "QD", "face_up": True}}, cards_left={"Bea": 26, "Ada": 21}
    )
