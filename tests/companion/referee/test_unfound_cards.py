"""A card of a row that is not found, because others lie on it, has gone nowhere."""

from __future__ import annotations

from companion.sighting import UNREADABLE

from .tables import clear, sat_down

SURE = 0.9998


def test_covered_cards_that_are_not_found_again_make_no_question_of_what_happens_elsewhere() -> None:
    """Hands took the free card of a fan of which the reader overlooks two covered ones from then on."""
    scene = sat_down(cases={"T5": ["KD", "QS", "JD", "10S", "4H", "5C"], "T8": ["6D"]})
    overlooked = {"T5": [clear("KD"), clear("10S"), clear("4H")]}
    scene.moves("5C", "T5", "T8")
    assert scene.watch(reads=overlooked) == "played"
    scene.draws("Ada", "7H")
    assert scene.watch(everything=True, reads=overlooked) == "played"
    assert scene.entered == ["Ada T5>T8 5C", "Ada draw 7H"]


def test_the_only_card_of_a_case_that_is_not_found_under_the_next_one_has_gone_nowhere() -> None:
    """Film 9535: only the two was read of the three under it, so that the three was told to lie in a bare case."""
    scene = sat_down(reserves={"Ada": {"count": 5, "top": "2C"}}, cases={"T2": [], "T6": ["3D"]})
    scene.moves("2C", "reserve:Ada", "T6", by="Ada")
    assert scene.watch(sure=SURE, reads={"T6": clear("2C", SURE)}) == "played"
    assert scene.entered == ["Ada reserve:Ada>T6 2C"]
    assert scene.wrong_zones == []


def test_a_card_that_was_missed_in_a_row_is_not_taken_away() -> None:
    """The reader overlooks a covered card of a fan in which no hand was."""
    scene = sat_down(cases={"T3": ["10S", "9D", "8S"], "T5": ["4S"]})
    scene.look(everything=True, reads={"T3": [clear("10S"), clear("8S")]})
    assert scene.entered == [] and scene.calls == []
    assert scene.look(everything=True) == "same"


def test_a_covered_card_that_was_not_found_before_has_not_gone_since() -> None:
    """Film 9748: half of its index lay under the next card at every look, and it seemed to have gone up unseen."""
    scene = sat_down(
        foundations={"F1": "AS", "F5": "7H"},
        cases={"T6": ["9D", "8S", "7H"], "T3": ["6S"], "T5": ["2S", "5H"]},
    )
    found = [clear(face, SURE) for face in ("9D", "8S", "6S")]
    scene.moves("6S", "T3", "T6")
    assert scene.watch(sure=SURE, reads={"T6": found}) == "played"
    scene.moves("5H", "T5", "T6")
    found.append(clear("5H", SURE))
    assert scene.watch(sure=SURE, reads={"T6": found}) == "played"
    scene.waves("F5").draws("Ada", "4D")
    assert scene.watch(sure=SURE, reads={"T6": found}, everything=True) == "played"
    assert [call["code"] for call in scene.calls] == ["missed_foundation_play"]


def test_a_card_on_a_row_of_which_a_neighbour_hides_the_rest_is_entered() -> None:
    """Film 9745: one card that stood on two others hid them both, and nobody had taken those away."""
    scene = sat_down(cases={"T2": ["9D", "8C"], "T5": ["KH", "7H"]})
    scene.moves("7H", "T5", "T2")
    kind = scene.watch(sure=SURE, reads={"T2": [clear("7H", SURE)]}, everything=True)
    assert (kind, scene.entered, scene.is_asked) == ("played", ["Ada T5>T2 7H"], False)


def test_covered_cards_that_a_look_found_have_not_gone_by_the_next_where_no_hand_has_come() -> None:
    """Film 9811: the second look found fewer cards of the row, and what the first had shown well was asked about."""
    scene = sat_down(
        turn="Bea", cases={"T6": ["QH", "JS", "10D", "9S", "8H", "7S"], "T7": ["KC"], "T8": ["QD", "JC"]}
    )
    scene.moves("JC", "T8", "T6", by="Bea").moves("QD", "T8", "T7", by="Bea").waves("hand:Bea", by="Bea")
    assert scene.look(sure=0.999) == "look_again"
    found = [clear(face, 0.999) for face in ("QH", "JS", "9S", "7S", "JC")]
    assert scene.look(sure=0.999, everything=True, reads={"T6": found}) == "played"
    assert [call["against"] for call in scene.calls] == ["Bea"]


def test_a_card_pulled_out_from_under_others_of_which_one_is_not_found_is_called() -> None:
    """Film 9825: the queen was the lowest of six, and the ten over it was overlooked as well, so that she seemed to
    lie in both places.
    """
    scene = sat_down(
        cases={"T4": ["KC"], "T8": ["QH", "JC", "10D", "9C", "8H", "7C"], "T7": ["9H", "8C"], "T1": ["JD"]}
    )
    scene.pulls_out("QH", "T8", "T4")
    kind = scene.watch(
        sure=SURE,
        everything=True,
        reads={"T8": [clear(face, SURE) for face in ("JC", "9C", "8H", "7C")]},
    )
    assert (kind, scene.entered) == ("played", ["Ada T8>T4 QH"])
    assert [call["code"] for call in scene.calls] == ["covered_card_moved"]


def test_a_bare_place_that_cannot_be_read_keeps_nobody_from_asking_about_the_fault_that_left_it() -> None:
    """Film 9815: something hid the case that the four had left, and at every look it was only shown to people."""
    scene = sat_down(
        foundations={"F2": "5D"}, cases={"T1": ["4D"], "T3": ["7H"], "T7": ["7S", "6D"], "T4": ["KC"]}
    )
    scene.moves("4D", "T1", "T3").moves("6D", "T7", "F2")
    hidden = {"T1": {UNREADABLE: 1.0}}
    kinds = [scene.watch(sure=SURE, everything=True, reads=hidden)]
    kinds += [scene.look(sure=SURE, everything=True, reads=hidden) for _ in range(3)]
    assert "asked" in kinds and scene.is_asked
    scene.answer(0)
    assert scene.entered == ["Ada T1>T3 4D"]
    assert [call["code"] for call in scene.calls] == ["wrong_series"]
