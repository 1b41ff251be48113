"""Faults that a longer, faultless hypothesis explains as well: nobody is called for them.

Each of these was called in an evening with the errors of films and photographs (docs/referee-mistakes.md).
"""

from __future__ import annotations

from tests.companion.referee.tables import Scene, sat_down

SURE = 0.9998


def slipped(scene: Scene, player: str, times: int) -> Scene:
    """The player has slipped so often that a fault is easily believed of her."""
    referee = scene.table.referee
    assert referee is not None
    for _ in range(times):
        referee.player_prior.note([{"by": player, "do": "draw"}], [player])
    return scene


def looked(scene: Scene, times: int = 3) -> Scene:
    """The whole table is looked at until nothing new can be expected."""
    for _ in range(times):
        if scene.look(sure=SURE) in ("played", "asked"):
            break
    return scene


def test_CR_24_cards_that_may_have_gone_one_by_one_over_a_bare_case_are_no_fault() -> None:
    """The Jack and the 10 lie together on T4 now; hands were over T5, which is as bare as before."""
    scene = sat_down(cases={"T8": ["QC", "JD", "10C"], "T4": [], "T5": []})
    scene.moves("JD", "T8", "T4", count=2).waves("T5")
    looked(scene)
    assert scene.calls == []
    assert scene.entered == ["Ada T8>T5 10C", "Ada T8>T4 JD", "Ada T5>T4 10C"]


def test_a_card_that_was_seen_on_its_way_lay_nowhere_yet() -> None:
    """CR-12: an ace goes from its case to F1; over F3 it reads as a 7, surely, and is entered there."""
    scene = sat_down(cases={"T7": ["KC", "AH"]})
    scene.moves("AH", "T7", "F3")
    assert scene.look(sure=SURE, reads={"F3": {"7H": 0.9997, "AH": 0.0003}}) == "played"
    scene.moves("AH", "F3", "F1", by="Ada")
    looked(scene)
    assert scene.calls == []


def test_a_card_may_have_rested_where_hands_were_seen_and_gone_on() -> None:
    """CR-42: the 10 leaves the reserve for T4 and goes on to T1, which was free: only its last place is seen."""
    scene = sat_down(cases={"T1": [], "T4": ["JC"]}, reserves={"Ada": ["10H"]}, stocks={"Ada": ["5D"]})
    scene.moves("10H", "reserve:Ada", "T4").moves("10H", "T4", "T1").draws("Ada", "5D")
    looked(scene)
    assert scene.calls == []


def test_nobody_is_called_where_the_other_may_have_made_a_fault_with_the_same_card() -> None:
    """Bea discards, Ada draws the 2 that fits and loads a 4 from a case: by Ada it is missed, by Bea out of turn."""
    scene = sat_down(turn="Bea", hands={"Bea": "5S"}, cases={"T4": ["5D", "4S"]}, foundations={"F1": "AH"})
    slipped(slipped(scene, "Ada", 4), "Bea", 6).discards("Bea").draws("Ada", "2H").moves(
        "4S", "T4", "waste:Bea", by="Bea"
    )
    scene.waves("waste:Bea", by="Ada")
    looked(scene)
    assert scene.calls == []
    assert scene.is_asked


def test_CR_55_the_only_card_of_a_waste_may_have_been_turned_over_and_drawn() -> None:
    """The queen and the king go up in one go; between them the waste became the stock."""
    scene = sat_down(
        turn="Ada",
        stocks={"Ada": ["QC"]},
        wastes={"Ada": ["KC"]},
        foundations={"F7": "JC"},
        reserves={"Ada": 0},
    )
    scene.draws("Ada", "QC").moves("QC", "hand:Ada", "F7")
    scene.recycles("Ada").draws("Ada", "KC").moves("KC", "hand:Ada", "F7")
    looked(scene)
    assert scene.calls == []
    assert scene.entered[-3:] == ["Ada recycle", "Ada draw KC", "Ada hand:Ada>F7 KC"]


def test_what_an_answer_left_strange_is_no_proof_of_an_omission() -> None:
    """People told the 9 alone, though the 8 and the 7 had gone up as well: the reserve shows no 8 any more."""
    scene = sat_down(
        turn="Bea",
        hands={"Bea": "9S"},
        cases={"T8": ["10D"]},
        foundations={"F2": "6H"},
        reserves={"Bea": ["6H", "7H", "8H"]},
    )
    scene.moves("9S", "hand:Bea", "T8", by="Bea").moves("8H", "reserve:Bea", "T8").turns("Bea", "7H")
    scene.moves("7H", "reserve:Bea", "F2").turns("Bea", "6H").moves("8H", "T8", "F2", by="Bea")
    looked(scene, 4)
    assert scene.is_asked
    told = [
        [one["do"] for one in answer["arguments"].get("actions", ())] for answer in scene.question["answers"]
    ]
    scene.answer(told.index(["move"]))
    scene.draws("Bea", "JD")
    looked(scene)
    assert scene.calls == []


def test_what_leaves_no_trace_may_lie_between_two_moves() -> None:
    """Bea laid her queen, drew a Jack and discarded it on its twin; only then it was Ada's turn to draw."""
    scene = sat_down(turn="Bea", hands={"Bea": "QH"}, cases={"T8": ["KS"]}, wastes={"Bea": ["JD"]})
    slipped(scene, "Ada", 20).moves("QH", "hand:Bea", "T8", by="Bea")
    scene.draws("Bea", "JD").discards("Bea").draws("Ada", "QS")
    looked(scene)
    assert scene.calls == []
    assert scene.entered == ["Bea hand:Bea>T8 QH", "Bea draw JD", "Bea discard", "Ada draw QS"]


def test_nobody_is_called_by_a_hypothesis_whose_order_the_hands_contradict() -> None:
    """Ada's waste went onto the 3, then both into the empty case; not the 3 first and her waste onto it there."""
    scene = sat_down(turn="Ada", cases={"T1": [], "T2": ["5C", "4D", "3C"]}, wastes={"Ada": ["3S", "8C"]})
    scene.moves("8C", "waste:Ada", "T2").moves("3C", "T2", "T1", count=2)
    looked(scene)
    assert scene.calls == []
    assert scene.is_asked


def test_an_arm_that_is_seen_from_the_wrong_side_is_wrong_in_all_that_it_touches() -> None:
    """Bea discards; Ada's arm lies beside hers, and both zones are told to be touched from Ada's side."""
    scene = sat_down(turn="Bea", hands={"Bea": "KC"})
    scene.moves("KC", "hand:Bea", "waste:Bea", by="Ada")
    looked(scene)
    assert scene.entered == ["Bea discard"]


def test_who_goes_on_after_having_overlooked_something_is_called_without_a_question() -> None:
    """The reserve's 5 fits nowhere but into the empty case; Bea draws and discards beside it: that is one fault."""
    scene = sat_down(turn="Bea", cases={"T1": [], "T2": ["9H", "8S"]}, reserves={"Bea": ["4S", "5C"]})
    scene.draws("Bea", "5S").discards("Bea")
    looked(scene)
    assert [call["code"] for call in scene.calls] == ["unused_empty_case"]
    assert scene.entered == ["Bea draw 5S"]
