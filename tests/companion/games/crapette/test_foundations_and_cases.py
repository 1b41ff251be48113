"""Where cards may be placed: foundations, cases, and several at once (CR-10 to CR-24)."""

from __future__ import annotations

import pytest

from .positions import caught, duties, faultless, faults, laid, legal, missed, move, moved, step

# ------------------------------------------------------------------------------- foundations


def test_CR_10_any_empty_place_takes_an_ace() -> None:
    for place in ("F1", "F4", "F8"):
        play = laid(cases={"T8": ["AD"]})
        faultless(moved(play, "Ada", "T8", place)).shows(foundations={place: {"top": "AD", "count": 1}})


def test_CR_10_nothing_but_an_ace() -> None:
    for card in ("2D", "KD", "10D"):
        play = laid(cases={"T8": [card]})
        caught(moved(play, "Ada", "T8", "F3"), "wrong_foundation").shows(foundations={"F3": {"count": 0}})


@pytest.mark.parametrize(
    ("top", "card", "right"),
    [
        ("AS", "2S", True),
        ("9D", "10D", True),
        ("10H", "JH", True),
        ("QC", "KC", True),
        ("4H", "5D", False),
        ("4H", "6H", False),
        ("4H", "3H", False),
        ("4H", "4H", False),
        ("KS", "AS", False),
    ],
)
def test_CR_11_same_suit_next_higher_rank(top: str, card: str, right: bool) -> None:
    play = laid(foundations={"F2": top}, cases={"T8": [card]}, reserves={"Ada": []})
    moved(play, "Ada", "T8", "F2")
    assert faults(play) == ([] if right else ["wrong_foundation"])
    play.shows(foundations={"F2": {"top": card if right else top}})


def test_CR_12_from_reserve_hand_and_case() -> None:
    play = laid(
        foundations={"F1": "4H"},
        reserves={"Ada": {"count": 3, "top": "5H"}},
        hands={"Ada": "6H"},
        cases={"T8": ["7H"]},
    )
    assert duties(play) == [(1, "missed_foundation_play", "reserve:Ada", "F1")]
    for source in ("reserve:Ada", "hand:Ada", "T8"):
        faultless(moved(play, "Ada", source, "F1"))
    play.shows(foundations={"F1": {"top": "7H", "count": 7}}, turn="Ada")


@pytest.mark.parametrize("source", ["reserve:Bea", "waste:Bea", "hand:Bea"])
def test_CR_12_nothing_of_the_opponent(source: str) -> None:
    play = laid(
        foundations={"F1": "4H"},
        reserves={"Ada": {"count": 3, "top": "KC"}, "Bea": {"count": 3, "top": "5H"}},
        wastes={"Bea": ["5H"]} if source == "waste:Bea" else {},
        hands={"Bea": "5H"} if source == "hand:Bea" else {},
    )
    assert duties(play) == []
    caught(moved(play, "Ada", source, "F1", card="5H"), "opponent_pile_played").shows(
        foundations={"F1": {"top": "4H"}}
    )


def test_CR_13_only_the_free_card_goes_up() -> None:
    play = laid(foundations={"F1": "4H"}, cases={"T8": ["5H", "4S"]})
    assert duties(play) == []
    caught(moved(play, "Ada", "T8", "F1", card="5H"), "covered_card_moved", steps=[step("5H", "F1", "T8")])
    play.shows(cases={"T8": ["5H", "4S"]}, foundations={"F1": {"top": "4H"}}, turn="Bea")


def test_CR_14_the_king_closes_the_foundation() -> None:
    play = laid(foundations={"F1": "QS"}, cases={"T1": ["KH"]})
    faultless(moved(play, "Ada", "T2", "F1")).happened("foundation_completed", foundation="F1", suit="S")
    play.happened("case_freed", case="T2")
    play.shows(foundations={"F1": {"top": "KS", "count": 13, "complete": True}}, turn="Ada")
    assert duties(play) == [(3, "unused_empty_case", "reserve:Ada", "T2")]


def test_CR_15_no_card_leaves_a_foundation() -> None:
    for target in ("T5", "F2", "reserve:Bea"):
        play = laid(foundations={"F1": "7H"})
        caught(moved(play, "Ada", "F1", target, card="7H"), "foundation_card_moved")
        play.shows(foundations={"F1": {"top": "7H", "count": 7}}, turn="Bea")


def test_CR_15_a_return_to_a_case_by_option() -> None:
    play = laid(foundations={"F1": "7H"}, foundation_return=True, cases={"T7": ["KD"], "T8": ["JC"]})
    assert not any(entry[0] == "F1" for entry in legal(play)), "a return is never listed"
    faultless(moved(play, "Ada", "F1", "T5")).shows(cases={"T5": ["8S", "7H"]})
    play.shows(foundations={"F1": {"top": "6H", "count": 6}}, turn="Ada", obligations=[])
    assert faultless(play.do("Ada", "draw", card="2S")).do("Ada", "discard").view["turn"] == "Bea"
    assert duties(play) == [(1, "missed_foundation_play", "T5", "F1")], "the next turn it is due again"


def test_CR_15_a_return_must_fit_and_never_from_a_complete_one() -> None:
    play = laid(foundations={"F1": "7H"}, foundation_return=True)
    caught(moved(play, "Ada", "F1", "T3"), "wrong_series").shows(foundations={"F1": {"top": "7H"}})
    play = laid(foundations={"F1": "KS"}, foundation_return=True, cases={"T2": []}, reserves={"Ada": []})
    caught(moved(play, "Ada", "F1", "T2"), "foundation_card_moved")
    play = laid(foundations={"F1": "7H"}, foundation_return=True)
    caught(moved(play, "Ada", "F1", "waste:Bea"), "foundation_card_moved")


@pytest.mark.parametrize("referee", ["on_call", "coach"])
def test_CR_15_a_wrong_return_that_stays_is_due_again_at_once(referee: str) -> None:
    """4.2: only a card that was rightly taken down need not go up again this turn."""
    play = moved(laid(foundations={"F1": "7H"}, foundation_return=True, referee=referee), "Ada", "F1", "T3")
    assert faults(play) == ["wrong_series"]
    assert duties(play.shows(cases={"T3": ["10S", "7H"]})) == [(1, "missed_foundation_play", "T3", "F1")]
    play = laid(
        foundations={"F1": "KD", "F2": "QD"}, cases={"T2": []}, foundation_return=True, referee=referee
    )
    assert faults(moved(play, "Ada", "F1", "T2")) == ["foundation_card_moved"]
    assert duties(play) == [
        (1, "missed_foundation_play", "T2", "F1"),
        (1, "missed_foundation_play", "T2", "F2"),
    ]


def test_CR_15_a_return_out_of_turn_excuses_nothing() -> None:
    play = moved(laid(foundations={"F1": "7H"}, foundation_return=True, referee="on_call"), "Bea", "F1", "T5")
    assert faults(play) == ["out_of_turn"]
    assert duties(play.shows(turn="Ada")) == [(1, "missed_foundation_play", "T5", "F1")]


def test_CR_16_two_foundations_of_one_suit() -> None:
    position = {"foundations": {"F2": "4H", "F7": "4H"}, "cases": {"T8": ["5H"]}}
    play = laid(**position)
    assert duties(play) == [
        (1, "missed_foundation_play", "T8", "F2"),
        (1, "missed_foundation_play", "T8", "F7"),
    ]
    for place in ("F2", "F7"):
        faultless(moved(laid(**position), "Ada", "T8", place))


# ------------------------------------------------------------------------------- cases


@pytest.mark.parametrize(
    ("below", "card", "right"),
    [
        ("QD", "JS", True),
        ("QD", "JC", True),
        ("QD", "JH", False),
        ("QD", "10S", False),
        ("QD", "KS", False),
        ("JS", "10H", True),
        ("2S", "AH", True),
        ("AH", "KS", False),
    ],
)
def test_CR_20_next_lower_rank_other_colour(below: str, card: str, right: bool) -> None:
    options = {"foundation_duty": "reserve_and_aces"}
    cases = {"T1": ["KD"], "T2": [below], "T3": ["7C"], "T4": ["7S"], "T7": ["5S"], "T8": ["5C"]}
    play = laid(hands={"Ada": card}, cases=cases, reserves={"Ada": []}, **options)
    moved(play, "Ada", "hand:Ada", "T2")
    if card == "AH":
        assert faults(play) == ["missed_foundation_play"], "it fits, but an Ace goes up"
        return
    assert faults(play) == ([] if right else ["wrong_series"])
    play.shows(cases={"T2": [below, card] if right else [below]})


def test_CR_21_a_case_card_may_be_moved_on() -> None:
    play = laid(cases={"T3": ["10S", "9D"], "T5": ["4S"], "T6": ["4C"]})
    assert ("T3", "T4") in legal(play) and duties(play) == []
    faultless(moved(play, "Ada", "T3", "T4")).shows(cases={"T3": ["10S"], "T4": ["10C", "9D"]}, turn="Ada")


def test_CR_21_uncovering_onto_a_series_is_allowed_and_not_due() -> None:
    play = laid(foundations={"F1": "2D"}, cases={"T7": ["3D", "2C"], "T8": ["3H"]})
    assert duties(play) == [] and ("T7", "T8") in legal(play) and ("draw",) in legal(play)
    faultless(moved(play, "Ada", "T7", "T8"))
    assert duties(play) == [(1, "missed_foundation_play", "T7", "F1")]


@pytest.mark.parametrize(("uncovering", "pending"), [("empty_case", 0), ("any_place", 1), ("off", 0)])
def test_CR_21_uncovering_onto_a_series_is_due_by_option(uncovering: str, pending: int) -> None:
    play = laid(foundations={"F1": "2D"}, cases={"T7": ["3D", "2C"], "T8": ["3H"]}, uncovering=uncovering)
    assert duties(play) == [(2, "missed_uncovering", "T7", "T8")] * pending


@pytest.mark.parametrize("source", ["reserve:Ada", "hand:Ada"])
def test_CR_22_an_empty_case_takes_any_card(source: str) -> None:
    for card in ("KC", "2H", "7D"):
        play = laid(
            cases={"T3": ["JC"], "T8": []},
            reserves={"Ada": {"count": 2, "top": card} if source == "reserve:Ada" else []},
            hands={"Ada": card} if source == "hand:Ada" else {},
            reserve_duty="off",
        )
        faultless(moved(play, "Ada", source, "T8", card=card)).shows(cases={"T8": [card]}, turn="Ada")


def test_CR_23_parking_is_allowed_and_not_due() -> None:
    play = laid(cases={"T4": ["JC", "5D"], "T8": []}, reserves={"Ada": []})
    assert duties(play) == [] and ("T4", "T8") in legal(play)
    faultless(moved(play, "Ada", "T4", "T8")).shows(cases={"T4": ["JC"], "T8": ["5D"]}, turn="Ada")
    assert duties(play) == [], "5D would fit 6S, but it was parked this turn"


@pytest.mark.parametrize("count", [2, 3])
def test_CR_24_one_card_at_a_time(count: int) -> None:
    column = ["QH", "JS", "10H", "9S"][-count:]
    goal = {2: "JC", 3: "QD"}[count]
    play = laid(cases={"T4": [goal], "T7": ["2D", *column], "T2": ["KH"]})
    caught(moved(play, "Ada", "T7", "T4", count=count), "several_cards_moved")
    play.shows(cases={"T4": [goal], "T7": ["2D", *column]}, turn="Bea")


def test_CR_24_if_possible_singly_counts_the_other_empty_cases() -> None:
    cases = {"T4": ["QD"], "T7": ["2D", "JS", "10H", "9S"], "T2": ["KH"]}
    play = laid(cases=cases, sequences="if_possible_singly")
    caught(moved(play, "Ada", "T7", "T4", count=3), "several_cards_moved")
    play = laid(cases={**cases, "T8": []}, sequences="if_possible_singly", reserves={"Ada": []})
    caught(moved(play, "Ada", "T7", "T4", count=3), "several_cards_moved")
    play = laid(cases={**cases, "T8": [], "T6": []}, sequences="if_possible_singly", reserves={"Ada": []})
    faultless(moved(play, "Ada", "T7", "T4", count=3, card="JS"))
    play.shows(cases={"T4": ["QD", "JS", "10H", "9S"], "T7": ["2D"]})


def test_CR_24_into_an_empty_case_that_case_does_not_count() -> None:
    cases = {"T7": ["2D", "10H", "9S"], "T8": []}
    play = laid(cases=cases, sequences="if_possible_singly", reserves={"Ada": []})
    caught(moved(play, "Ada", "T7", "T8", count=2), "several_cards_moved")
    cases = {**cases, "T6": []}
    play = laid(cases=cases, sequences="if_possible_singly", reserves={"Ada": []})
    faultless(moved(play, "Ada", "T7", "T8", count=2)).shows(cases={"T8": ["10H", "9S"]})


def test_CR_24_a_run_must_be_ordered_and_fit() -> None:
    play = laid(cases={"T4": ["JC"], "T7": ["2D", "10H", "8D"]}, sequences="run")
    caught(moved(play, "Ada", "T7", "T4", count=2), "several_cards_moved")
    play = laid(cases={"T4": ["JC"], "T7": ["2D", "10H", "9C"]}, sequences="run")
    faultless(moved(play, "Ada", "T7", "T4", count=2, card="10H"))
    play = laid(cases={"T4": ["QC"], "T7": ["2D", "10H", "9C"], "T1": ["KC"]}, sequences="run")
    caught(moved(play, "Ada", "T7", "T4", count=2, card="10H"), "wrong_series")


@pytest.mark.parametrize("sequences", ["single", "if_possible_singly", "run"])
@pytest.mark.parametrize("target", ["F1", "F2", "reserve:Bea", "waste:Bea"])
def test_CR_24_anywhere_but_between_cases_several_cards_are_never_moved(sequences: str, target: str) -> None:
    position = {
        "foundations": {"F1": "9H"},
        "cases": {"T7": ["2D", "10H", "9S"], "T2": [], "T6": []},
        "reserves": {"Ada": [], "Bea": ["JH"]},
        "wastes": {"Bea": ["9H"]},
    }
    play = moved(laid(**position, sequences=sequences), "Ada", "T7", target, count=2, card="10H")
    caught(play, "several_cards_moved", undone=True).shows(cases={"T7": ["2D", "10H", "9S"]})


def test_case_freed_tells_which_case_became_empty() -> None:
    play = faultless(moved(laid(cases={"T7": ["5H"]}), "Ada", "T7", "T8")).happened("case_freed", case="T7")
    play.happened("card_moved", by_="Ada", card="5H", from_="T7", to="T8", count=1)
    play = laid(cases={"T7": ["9D", "5H"], "T5": ["JC"], "T6": ["JS"]})
    faultless(moved(play, "Ada", "T7", "T8")).did_not_happen("case_freed")
    play = laid(cases={"T7": ["10H"], "T8": []}, reserves={"Ada": []})
    faultless(moved(play, "Ada", "T7", "T8")).did_not_happen("case_freed")
    play = laid(cases={"T7": ["10H", "9S"], "T8": []}, reserves={"Ada": []}, sequences="run")
    faultless(moved(play, "Ada", "T7", "T8", count=2)).did_not_happen("case_freed")


def test_the_first_code_of_the_table_is_the_one_told() -> None:
    """Several things wrong at once: the order of section 4.2 decides."""
    play = laid(wastes={"Ada": ["5D"]})
    assert faults(moved(play, "Bea", "T7", "waste:Bea")) == ["out_of_turn"]
    assert faults(moved(laid(wastes={"Ada": ["5D"]}), "Ada", "waste:Ada", "F1")) == ["own_waste_played"]
    assert faults(moved(laid(), "Ada", "reserve:Bea", "reserve:Ada")) == ["opponent_pile_played"]
    assert faults(moved(laid(foundations={"F1": "3H"}), "Ada", "F1", "waste:Ada")) == [
        "foundation_card_moved"
    ]
    play = laid(cases={"T7": ["JS", "10H"]})
    assert faults(moved(play, "Ada", "T7", "waste:Ada", card="JS")) == ["covered_card_moved"]
    play = laid(cases={"T7": ["JS", "10H"]})
    assert faults(moved(play, "Ada", "T7", "waste:Ada", count=2)) == ["own_pile_loaded"]
    play = laid(cases={"T7": ["JS", "10H"]})
    assert faults(moved(play, "Ada", "T7", "F1", count=2)) == ["several_cards_moved"]


def test_a_wrongly_placed_move_is_not_examined_for_omissions() -> None:
    play = laid(cases={"T8": ["AS"]})
    caught(moved(play, "Ada", "reserve:Ada", "T3"), "wrong_series").shows(proof=None)
    assert missed(play, "wrong_series") == []


def test_any_empty_foundation_or_case_stands_for_all() -> None:
    play = laid(cases={"T2": [], "T5": [], "T8": ["AD"]}, foundations={"F1": "9D"})
    assert duties(play) == [(1, "missed_foundation_play", "T8", "F2")]
    play = laid(cases={"T2": [], "T5": []})
    assert duties(play) == [(3, "unused_empty_case", "reserve:Ada", "T2")]
    caught(play.do("Ada", "draw", card="2H"), "unused_empty_case")
    assert missed(play, "unused_empty_case") == [move("reserve:Ada", "T2", "KC")]
    faultless(moved(laid(cases={"T2": [], "T5": []}), "Ada", "reserve:Ada", "T5"))
