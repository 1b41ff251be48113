"""Whose hands were where, and when: what that makes of a fault that the cards show."""

from __future__ import annotations

import pytest

from .tables import Card, sat_down, told

SURE = 0.9998


def test_CR_42_a_card_that_went_to_and_fro_while_nobody_looked_is_parked() -> None:
    """The 5D left its case, and came back to it: the picture is the same, and it need not free the case again."""
    scene = sat_down(cases={"T8": ["5D"]})
    scene.moves("5D", "T8", "T7").moves("5D", "T7", "T8")
    assert scene.watch(sure=SURE) == "same"
    scene.draws("Ada", "2H")
    scene.watch(sure=SURE)
    assert scene.calls == []


def test_CR_42_who_came_to_the_cases_only_after_drawing_parked_nothing_before() -> None:
    """The stock first, then both cases: the 5D did not go to and fro before a card was drawn."""
    scene = sat_down(cases={"T8": ["5D"]})
    scene.draws("Ada", "2H").moves("5D", "T8", "T7")
    assert scene.watch(sure=SURE) == "played"
    assert scene.entered == ["Ada draw 2H"]
    assert [call["code"] for call in scene.calls] == ["missed_case_freeing"]


def test_CR_42_without_a_hand_over_both_cases_the_omission_is_called() -> None:
    scene = sat_down(cases={"T8": ["5D"]})
    scene.waves("T7")
    assert scene.watch(sure=SURE) == "same"
    scene.draws("Ada", "2H")
    assert scene.watch(sure=SURE) == "played"
    assert [call["code"] for call in scene.calls] == ["missed_case_freeing"]


def test_a_card_parked_in_a_bare_case_and_put_back_by_the_other_excuses_who_left_it_bare() -> None:
    """Bea parks the 2D and ends her turn; Ada puts it back: her hand over the case was told as Bea's."""
    scene = sat_down(turn="Bea", hands={"Bea": "7C"}, cases={"T8": [], "T5": ["KC", "2D"]})
    scene.side_chance = 0.9998
    scene.moves("2D", "T5", "T8", by="Bea")
    scene.discards("Bea")
    scene.moves("2D", "T8", "T5", by="Ada")
    del scene._disturbances[-2]
    scene.watch(sure=SURE)
    assert scene.calls == []
    assert scene.is_asked


def test_CR_45_a_hand_that_only_passes_a_bare_case_does_not_fill_it() -> None:
    scene = sat_down(turn="Bea", hands={"Bea": "7C"}, cases={"T8": [], "T5": ["KC", "2D"]})
    scene.side_chance = 0.9998
    scene.waves("T8", by="Bea")
    scene.discards("Bea")
    assert scene.watch(sure=SURE) == "played"
    assert [call["against"] for call in scene.calls] == ["Bea"]


def test_a_hand_seen_clearly_before_does_not_say_whose_hand_came_there_after_it() -> None:
    """Ada has just discarded; then a 7 is laid on her waste by an arm of which it is not clear whose it is."""
    scene = sat_down(hands={"Ada": "8D"}, reserves={"Bea": {"count": 5, "top": "7H"}})
    scene.side_chance = 0.9998
    scene.discards("Ada")
    scene.side_chance = 0.75
    scene.moves("7H", "reserve:Bea", "waste:Ada", by="Ada")
    scene.watch(sure=SURE)
    assert scene.calls == []
    assert scene.is_asked


def test_a_card_that_came_to_a_hand_after_a_hand_was_at_the_stock_is_explained_before_anybody_is_called() -> (
    None
):
    """Careless evening 48395: Bea had drawn out of turn; Ada was called for what she discarded after it."""
    scene = sat_down(cases={"T3": ["KC", "QD"]}, wastes={"Ada": ["9C"]}, stocks={"Bea": 5})
    scene.waves("stock:Bea", by="Bea")
    scene.draws("Ada", "JC").discards("Ada")
    scene.piles["hand:Bea"].append(Card("7C"))
    scene.watch(sure=SURE, everything=True)
    assert scene.calls == []


@pytest.mark.parametrize("rested", [True, False])
def test_CR_24_two_cards_that_hands_may_have_moved_one_by_one_were_not_moved_at_once(rested: bool) -> None:
    """Careless evening 48030: the 5S rested on a red 6 meanwhile, where a hand was seen."""
    scene = sat_down(cases={"T1": ["6H"], "T2": ["7H", "6D", "5S"], "T6": ["7C"]}, hands={"Ada": "QS"})
    scene.side_chance = 0.9998
    scene.piles["T6"] += scene.piles["T2"][1:]
    del scene.piles["T2"][1:]
    scene.waves(*(["T1"] if rested else []), "T2", "T6")
    assert scene.watch(sure=SURE) == "played"
    assert [call["code"] for call in scene.calls] == ([] if rested else ["several_cards_moved"])


@pytest.mark.parametrize("surely", [True, False])
def test_nobody_is_called_for_playing_out_of_turn_while_it_is_not_clear_whose_hands_they_are(
    surely: bool,
) -> None:
    """Careless evening 47812, a false accusation: two faults of Bea in one go, her arm told as Ada's."""
    scene = sat_down(
        turn="Bea",
        hands={"Bea": "QD"},
        foundations={"F2": "4C"},
        cases={"T4": ["4S", "3D"], "T6": ["JD", "10S", "9H", "8C"], "T7": ["QS", "JH"]},
    )
    scene.side_chance = 0.9998 if surely else 0.75
    scene.moves("3D", "T4", "F2", by="Ada")
    scene.piles["T7"] += scene.piles["T6"][1:]
    del scene.piles["T6"][1:]
    scene.waves("T6", "T7", by="Ada")
    scene.watch(sure=SURE)
    assert [call["against"] for call in scene.calls] == (["Ada"] if surely else [])
    assert scene.is_asked != surely


def test_nobody_is_called_for_going_on_after_what_another_hand_did_at_that_time() -> None:
    """Careless evening 46030: Ada had been in both places, too, before and after, and was called for Bea's move."""
    scene = sat_down(
        foundations={"F7": "3C"},
        hands={"Ada": "4C"},
        cases={"T3": ["KH", "QS", "JH", "10C"], "T4": ["5C"]},
    )
    scene.side_chance = 0.992
    scene.moves("4C", "hand:Ada", "F7")
    scene.moves("5C", "T4", "F7", by="Bea")
    scene.moves("10C", "T3", "T4", by="Ada")
    assert scene.watch(sure=0.9998) == "asked"
    likeliest = scene.question["answers"][0]["arguments"]["actions"]
    assert [told(action) for action in likeliest] == ["Ada hand:Ada>F7 4C", "Bea T4>F7 5C"]


def test_a_hand_that_seemed_to_come_from_the_wrong_side_makes_no_question_of_the_next_fault() -> None:
    """All that was seen was explained by one action alone; a side is told wrongly now and then."""
    scene = sat_down(cases={"T2": ["KC", "9S"], "T3": ["KH", "10D"], "T5": ["9C"]})
    scene.side_chance = 0.992
    scene.piles["T3"].append(scene.piles["T2"].pop())
    scene.waves("T2", by="Bea").waves("T3", by="Ada")
    assert scene.watch(sure=SURE, everything=True) == "played"
    scene.moves("KC", "T2", "T5", by="Ada")
    assert scene.watch(sure=SURE) == "played"
    assert [call["code"] for call in scene.calls] == ["wrong_series"]


def test_a_fault_is_called_though_nobody_saw_one_of_its_hands_where_all_that_is_seen_is_explained() -> None:
    scene = sat_down(cases={"T3": ["9C"], "T5": ["QH", "8D"], "T8": ["AD"]})
    scene.piles["T3"].append(scene.piles["T5"].pop())
    scene.waves("T3", by="Ada")
    assert scene.watch(sure=SURE, everything=True) == "played"
    assert [call["code"] for call in scene.calls] == ["missed_foundation_play"]


def test_a_player_who_had_brushed_a_case_before_has_not_moved_what_another_hand_laid_there_since() -> None:
    """Careless evening 49208: Bea's move out of turn was entered as Ada's, who was on turn and went on."""
    scene = sat_down(
        hands={"Ada": "8H"}, foundations={"F4": "9H"}, cases={"T3": ["10D"], "T5": ["JC", "10H", "9S"]}
    )
    scene.side_chance = 0.9998
    scene.waves("T3", by="Ada")
    scene.moves("9S", "T5", "T3", by="Bea")
    scene.moves("10H", "T5", "F4", by="Ada")
    scene.watch(sure=SURE)
    assert [(call["code"], call["against"]) for call in scene.calls] == [("out_of_turn", "Bea")]


def test_two_players_hands_a_moment_apart_are_not_taken_in_the_order_that_accuses_the_second() -> None:
    """Careless evening 49832, a false accusation: Ada drew out of turn, and Bea, who had a play left, discarded."""
    scene = sat_down(turn="Bea", foundations={"F4": "6D"}, hands={"Bea": "7D"}, wastes={"Bea": ["3C"]})
    scene.side_chance = 0.989
    scene.draws("Ada", "JS")
    scene.side_chance = 0.9
    scene.discards("Bea")
    del scene._disturbances[0]
    scene.times((0, 750), (910, 1250), (1000, 1390))
    assert scene.watch(sure=SURE) == "asked"
    assert scene.calls == []
    answers = [told(answer["arguments"]["actions"][0]) for answer in scene.question["answers"]]
    assert sorted(answers) == ["Ada draw JS", "Bea discard"]


def test_CR_30_nobody_is_called_for_a_step_left_out_whose_card_lay_where_nobody_has_looked_since() -> None:
    """Careless evening 61019, a false accusation: QH from the hand, where no hand was reported, and KH after it."""
    scene = sat_down(foundations={"F6": "JH"}, hands={"Ada": "QH"}, cases={"T1": ["KH"]})
    scene.side_chance = 0.9998
    scene.moves("QH", "hand:Ada", "F6").moves("KH", "T1", "F6")
    scene._disturbances = scene._disturbances[1:3]
    scene._unread.discard("hand:Ada")
    assert scene.look(sure=SURE) == "look_again"
    scene.watch(sure=SURE, everything=True)
    assert scene.calls == []
    assert scene.entered == ["Ada hand:Ada>F6 QH", "Ada T1>F6 KH"]


def test_a_card_that_another_laid_over_it_and_the_accused_took_off_again_excuses_an_omission() -> None:
    """Careless evening 61535, a false accusation: Bea laid the 4H on the 5S, Ada moved, and put it back."""
    scene = sat_down(
        foundations={"F6": "4S"}, cases={"T1": ["6D", "5S"], "T2": ["4H"], "T3": ["10C"], "T6": ["9D"]}
    )
    scene.side_chance = 0.9998
    scene.moves("4H", "T2", "T1", by="Bea")
    scene.moves("9D", "T6", "T3", by="Ada")
    scene.moves("4H", "T1", "T2", by="Ada")
    assert scene.watch(sure=SURE) == "asked"
    assert scene.calls == []


def test_a_card_that_one_player_laid_down_and_the_other_took_on_out_of_turn_is_asked_about() -> None:
    """Careless evening 64187: entered as one move of Ada's to where only Bea's hand had come."""
    scene = sat_down(cases={"T1": ["4C"], "T2": ["KC"], "T8": ["4S"]}, stocks={"Ada": 5})
    scene.side_chance = 0.989
    scene.draws("Ada", "3D")
    scene.moves("3D", "hand:Ada", "T1", by="Ada").moves("3D", "T1", "T8", by="Bea")
    assert scene.watch(sure=SURE) == "asked"
    assert scene.calls == []
    answers = [
        [told(action) for action in answer["arguments"]["actions"]] for answer in scene.question["answers"]
    ]
    assert ["Ada draw 3D", "Ada hand:Ada>T1 3D", "Bea T1>T8 3D"] in answers
