"""Section 7.2 and 7.4: several movements between two pictures are the shortest faultless sequence that tells them."""

from __future__ import annotations

import pytest

from .tables import sat_down, told


def test_face_to_another_face_with_the_old_card_elsewhere_is_move_and_turn() -> None:
    scene = sat_down(reserves={"Ada": {"count": 4, "top": "9D"}}, cases={"T4": ["JC"]})
    scene.moves("9D", "reserve:Ada", "T3").turns("Ada", "QC")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada reserve:Ada>T3 9D", "Ada turn_reserve QC"]
    assert scene.view["reserves"]["Ada"] == {"count": 3, "top": "QC", "face_up": True}


def test_draw_and_discard_between_two_pictures() -> None:
    scene = sat_down()
    scene.draws("Ada", "2H").discards("Ada")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada draw 2H", "Ada discard"]


def test_draw_and_placing_between_two_pictures() -> None:
    scene = sat_down()
    scene.draws("Ada", "5D").moves("5D", "hand:Ada", "T7")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada draw 5D", "Ada hand:Ada>T7 5D"]


def test_draw_and_foundation_play_between_two_pictures() -> None:
    scene = sat_down(foundations={"F1": "4H"})
    scene.draws("Ada", "5H").moves("5H", "hand:Ada", "F1")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada draw 5H", "Ada hand:Ada>F1 5H"]


def test_a_discard_and_the_opponents_draw_between_two_pictures() -> None:
    scene = sat_down(hands={"Ada": "2H"})
    scene.discards("Ada").draws("Bea", "2S")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada discard", "Bea draw 2S"]
    assert scene.faults == []


def test_a_foundation_that_rose_by_three_shows_its_missing_steps() -> None:
    scene = sat_down(
        foundations={"F1": "4H"},
        cases={"T7": ["JC", "5H"], "T8": ["JS", "6H"]},
        reserves={"Ada": {"count": 4, "top": "7H"}, "Bea": {"count": 4, "top": "QH"}},
    )
    scene.moves("5H", "T7", "F1").moves("6H", "T8", "F1").moves("7H", "reserve:Ada", "F1")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada T7>F1 5H", "Ada T8>F1 6H", "Ada reserve:Ada>F1 7H"]
    assert scene.view["foundations"]["F1"]["top"] == "7H"


def test_a_foundation_that_rose_from_nothing_by_a_card_drawn_and_one_from_a_case() -> None:
    """The Ace came from the stock and is covered already: stock, hand, case and foundation were touched, in order."""
    scene = sat_down(cases={"T7": ["JC", "2D"]})
    scene.draws("Ada", "AD").moves("AD", "hand:Ada", "F4").moves("2D", "T7", "F4")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada draw AD", "Ada hand:Ada>F4 AD", "Ada T7>F4 2D"]
    assert scene.calls == []


def test_a_foundation_that_rose_by_a_reserve_card_turned_and_covered_at_once() -> None:
    scene = sat_down(
        foundations={"F1": "4H"}, face_down=["Ada"], reserves={"Ada": 4}, cases={"T7": ["JC", "6H"]}
    )
    scene.turns("Ada", "5H").moves("5H", "reserve:Ada", "F1").moves("6H", "T7", "F1")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada turn_reserve 5H", "Ada reserve:Ada>F1 5H", "Ada T7>F1 6H"]
    assert scene.calls == []


def test_a_card_drawn_onto_a_case_and_covered_at_once() -> None:
    scene = sat_down(cases={"T7": ["JC", "8H"], "T4": ["10D"], "T5": ["4S"], "T6": ["4C"]})
    scene.draws("Ada", "9S").moves("9S", "hand:Ada", "T4").moves("8H", "T7", "T4")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada draw 9S", "Ada hand:Ada>T4 9S", "Ada T7>T4 8H"]


def test_two_loads_onto_a_waste_that_shows_the_same_card_again() -> None:
    """10S and 9S go onto a 9S: the waste shows 9S as before, the reserve shows its next card face down."""
    scene = sat_down(
        wastes={"Bea": ["2C", "9S"]},
        reserves={"Ada": {"count": 4, "top": "9S"}, "Bea": {"count": 5, "top": "KD"}},
        cases={"T3": ["JC"], "T4": ["JS", "10S"]},
    )
    scene.moves("10S", "T4", "waste:Bea").moves("9S", "reserve:Ada", "waste:Bea")
    assert scene.watch() in ("played", "asked")
    assert scene.calls == []
    if not scene.is_asked:
        assert scene.entered == ["Ada T4>waste:Bea 10S", "Ada reserve:Ada>waste:Bea 9S"]


def test_a_loaded_reserve_played_down_to_its_own_card_between_two_pictures() -> None:
    """Bea's 7C was loaded with 8C; she plays both, and a red 7 from a case between them."""
    scene = sat_down(
        reserves={"Ada": {"count": 5, "top": "8C"}, "Bea": {"count": 4, "top": "7C"}},
        cases={
            "T1": ["9H"],
            "T3": ["JC"],
            "T4": ["JS"],
            "T5": ["4S"],
            "T6": ["4C"],
            "T7": ["2S"],
            "T8": ["7H"],
        },
        wastes={"Ada": ["2C"]},
        hands={"Ada": "QH"},
    )
    scene.moves("8C", "reserve:Ada", "reserve:Bea")
    scene.watch()
    scene.turns("Ada", "KC")
    scene.watch()
    scene.discards("Ada")
    scene.watch()
    before = scene.entered
    calls = len(scene.calls)
    scene.moves("8C", "reserve:Bea", "T1").moves("7H", "T8", "T1").moves("7C", "reserve:Bea", "T8")
    assert scene.watch() == "played"
    assert scene.entered == [*before, "Bea reserve:Bea>T1 8C", "Bea T8>T1 7H", "Bea reserve:Bea>T8 7C"]
    assert len(scene.calls) == calls


def test_a_card_that_travels_over_an_empty_case_ends_where_it_lies() -> None:
    scene = sat_down(foundations={"F1": "2D"}, cases={"T7": ["3D", "2C"], "T8": []})
    scene.moves("2C", "T7", "T8").moves("3D", "T7", "F1")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada T7>T8 2C", "Ada T7>F1 3D"]


def test_four_moves_between_two_sightings_are_explained() -> None:
    scene = sat_down(foundations={"F1": "4H"}, cases={"T7": ["JC", "5H"], "T8": ["JS", "6H"]})
    scene.moves("5H", "T7", "F1").moves("6H", "T8", "F1").draws("Ada", "2C").discards("Ada")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada T7>F1 5H", "Ada T8>F1 6H", "Ada draw 2C", "Ada discard"]
    assert scene.faults == []


def test_two_whole_turns_between_two_sightings_are_explained() -> None:
    scene = sat_down()
    scene.draws("Ada", "2H").discards("Ada").draws("Bea", "2S").discards("Bea")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada draw 2H", "Ada discard", "Bea draw 2S", "Bea discard"]


def test_five_moves_between_two_sightings_are_asked_or_left_open_and_nothing_wrong_is_entered() -> None:
    done = ["Ada T7>F1 5H", "Ada T8>F1 6H", "Ada draw 2C", "Ada discard", "Bea draw 2S"]
    scene = sat_down(foundations={"F1": "4H"}, cases={"T7": ["JC", "5H"], "T8": ["JS", "6H"]})
    scene.moves("5H", "T7", "F1").moves("6H", "T8", "F1").draws("Ada", "2C").discards("Ada").draws(
        "Bea", "2S"
    )
    kind = scene.watch()
    assert scene.entered == done[: len(scene.entered)]
    assert scene.faults == []
    assert kind in ("asked", "unfinished", "played")
    if len(scene.entered) < len(done):
        assert kind != "same", "the table shows more than the journal says"


def test_of_sequences_that_end_alike_the_shortest_is_taken() -> None:
    scene = sat_down(cases={"T7": ["KD", "9D"], "T8": []}, reserves={"Ada": []})
    scene.moves("9D", "T7", "T3")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada T7>T3 9D"]


def test_a_foundation_complete_after_two_steps_and_turned_over() -> None:
    scene = sat_down(
        foundations={"F4": "JH"}, cases={"T7": ["6S", "QH"]}, reserves={"Ada": {"count": 3, "top": "KH"}}
    )
    scene.moves("QH", "T7", "F4").moves("KH", "reserve:Ada", "F4").turns_over("F4")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada T7>F4 QH", "Ada reserve:Ada>F4 KH"]


def test_recycle_and_draw_between_two_pictures() -> None:
    scene = sat_down(stocks={"Ada": 0}, wastes={"Ada": ["2H", "4D", "7C"]})
    scene.recycles("Ada").draws("Ada", "2H")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada recycle", "Ada draw 2H"]


def test_recycle_of_a_waste_of_one_card_and_its_draw_between_two_pictures() -> None:
    """Stock and waste are both empty, as if the card had come from the waste: no fault is made of it."""
    scene = sat_down(stocks={"Ada": 0}, wastes={"Ada": ["2H"]})
    scene.recycles("Ada").draws("Ada", "2H")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada recycle", "Ada draw 2H"]
    assert scene.faults == []


@pytest.mark.parametrize("looks_between", [True, False])
def test_a_look_at_every_move_or_at_both_together_gives_the_same_journal(looks_between: bool) -> None:
    scene = sat_down(hands={"Ada": "9D"}, cases={"T4": ["JC"], "T7": ["KH"], "T8": ["8H"]})
    scene.moves("9D", "hand:Ada", "T3")
    if looks_between:
        assert scene.watch() == "played"
    scene.moves("8S", "T5", "T3")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada hand:Ada>T3 9D", "Ada T5>T3 8S"]
    assert scene.faults == []


def test_unplaced_cards_in_the_air_wait_for_the_next_look() -> None:
    """A card that has left its place and lies nowhere yet: hands are not done."""
    scene = sat_down(cases={"T7": ["KD", "9D"]})
    in_the_air = scene.piles["T7"].pop()
    scene.waves("T7")
    assert scene.watch() in ("unfinished", "asked")
    assert scene.entered == []
    assert not scene.is_asked or len(scene.question["answers"]) <= 4
    if not scene.is_asked:
        scene.piles["T3"].append(in_the_air)
        scene.waves("T3")
        assert scene.watch() == "played"
        assert scene.entered == ["Ada T7>T3 9D"]


def test_two_loaded_cards_go_between_two_pictures_and_the_own_one_shows_again() -> None:
    """Ada loaded JH and 10H onto Bea's QH; Bea plays both: QH lies there as it did before."""
    scene = sat_down(
        reserves={"Bea": {"count": 4, "top": "QH"}},
        hands={"Ada": "2H"},
        cases={
            "T2": ["KS", "QC"],
            "T3": ["JS"],
            "T4": ["4D", "JH"],
            "T5": ["4S"],
            "T6": ["4C"],
            "T7": ["8D", "10H"],
            "T8": ["6C"],
            "T1": ["KD"],
        },
    )
    scene.moves("JH", "T4", "reserve:Bea").moves("10H", "T7", "reserve:Bea")
    scene.watch()
    scene.discards("Ada")
    scene.watch()
    before, calls = scene.entered, len(scene.calls)
    assert scene.view["turn"] == "Bea" and scene.wrong_zones == []
    scene.moves("10H", "reserve:Bea", "T3").moves("JH", "reserve:Bea", "T2")
    assert scene.watch() == "played"
    assert scene.entered == [*before, "Bea reserve:Bea>T3 10H", "Bea reserve:Bea>T2 JH"]
    assert len(scene.calls) == calls


def test_the_loaded_card_and_the_own_reserve_card_under_it_go_between_two_pictures() -> None:
    """Ada loaded 9D onto Bea's 10D and discarded; Bea plays both cards: the one under a loaded card lies face up."""
    scene = sat_down(
        reserves={"Bea": {"count": 4, "top": "10D"}},
        hands={"Ada": "2H"},
        cases={"T2": ["KS", "JC"], "T4": ["4D"], "T5": ["4S"], "T6": ["4C"], "T7": ["JS", "9D"]},
    )
    scene.moves("9D", "T7", "reserve:Bea")
    assert scene.watch() == "played"
    scene.discards("Ada")
    assert scene.watch() == "played"
    before = scene.entered
    scene.moves("9D", "reserve:Bea", "T3").moves("10D", "reserve:Bea", "T2")
    assert scene.watch() == "played"
    assert scene.entered == [*before, "Bea reserve:Bea>T3 9D", "Bea reserve:Bea>T2 10D"]
    assert scene.calls == []


def test_a_fault_that_hands_went_on_after_is_told_before_what_they_did_next() -> None:
    """The stock had been touched before, too: any two actions may be in another order, all four may not."""
    scene = sat_down(foundations={"F3": "4S"}, cases={"T7": ["JC", "6D"]})
    scene.draws("Ada", "5S").moves("5S", "hand:Ada", "F3").moves("6D", "T7", "T4").draws("Ada", "10S")
    assert scene.watch(sure=0.9995) == "asked"
    likeliest = scene.question["answers"][0]["arguments"]["actions"]
    assert [told(action) for action in likeliest] == ["Ada draw 5S", "Ada hand:Ada>F3 5S", "Ada T7>T4 6D"]
    scene.answer(0)
    assert [call["code"] for call in scene.calls] == ["wrong_series"]


def test_what_a_look_showed_unchanged_hands_did_after_it() -> None:
    """Hands passed over stock and hand while nothing happened: the card was drawn later, and after the fault."""
    scene = sat_down(cases={"T7": ["JC", "6D"]})
    scene.waves("stock:Ada", "hand:Ada")
    assert scene.look(everything=True) == "same"
    scene.moves("6D", "T7", "T4").draws("Ada", "10S")
    assert scene.watch(sure=0.9995) == "played"
    assert scene.entered == ["Ada T7>T4 6D"]
    assert [call["code"] for call in scene.calls] == ["wrong_series"]


def test_of_five_actions_between_two_pictures_people_find_all_among_the_answers() -> None:
    scene = sat_down()
    scene.draws("Ada", "5D").moves("5D", "hand:Ada", "T7").draws("Ada", "2H").discards("Ada").draws(
        "Bea", "2S"
    )
    assert scene.watch(sure=0.9995) == "asked"
    likeliest = scene.question["answers"][0]["arguments"]["actions"]
    assert [told(one) for one in likeliest] == [
        "Ada draw 5D",
        "Ada hand:Ada>T7 5D",
        "Ada draw 2H",
        "Ada discard",
        "Bea draw 2S",
    ]


@pytest.mark.parametrize(
    "waved",
    [
        pytest.param(("F3", "T3", "T8", "T7"), id="film 9502: in another order"),
        pytest.param(("F3",), id="film 9518: hardly a hand was seen on a patterned cloth"),
    ],
)
def test_moves_that_explain_all_that_is_seen_are_entered_however_hands_were_seen(
    waved: tuple[str, ...],
) -> None:
    """Nothing else explains the table, so that people were asked whether it happened, or nothing."""
    scene = sat_down(
        foundations={"F3": "8D"}, cases={"T3": ["QD"], "T7": ["JD", "10S", "9D", "8C"], "T8": ["JS"]}
    )
    scene.reports_hands = False
    scene.moves("JS", "T8", "T3")
    scene.moves("8C", "T7", "T8")
    scene.moves("9D", "T7", "F3")
    scene.reports_hands = True
    scene.waves(*waved)
    assert scene.watch(sure=0.9998, everything=True) == "played"
    assert len(scene.entered) == 3 and scene.calls == []


def test_of_two_orders_that_hands_hardly_tell_apart_a_fault_is_told_in_theirs() -> None:
    """Film 9536: the next card was turned a moment after the fault, and told before it; taken back, it lay open."""
    scene = sat_down(turn="Bea", face_down=["Bea"])
    scene.moves("10S", "T3", "T6", by="Bea").turns("Bea", "KD").times((0, 1400), (700, 1200), (1500, 2200))
    assert scene.watch(sure=0.9998) == "played"
    assert scene.entered == ["Bea T3>T6 10S"]
    assert [call["against"] for call in scene.calls] == ["Bea"]


def test_five_moves_without_a_fault_are_an_answer_where_fewer_would_be_several_faults() -> None:
    """Film 9674: five cards went up at once, and every answer told two or three of them as moved together."""
    scene = sat_down(
        turn="Bea",
        foundations={"F2": "7S", "F6": "8D", "F8": "7H"},
        cases={"T1": ["10D", "9S", "8H"], "T2": [], "T3": ["KH", "QC", "JH", "10C", "9D", "8S"]},
        reserves={"Bea": ["6C"]},
    )
    moved = (
        ("8H", "T1", "F8"),
        ("8S", "T3", "F2"),
        ("9S", "T1", "F2"),
        ("9D", "T3", "F6"),
        ("10D", "T1", "F6"),
    )
    with scene.hurried():
        for card, source, target in moved:
            scene.moves(card, source, target, by="Bea")
    assert scene.watch(sure=0.9998) == "asked"
    question = scene.table.snapshot().question
    assert question is not None
    told = [action["card"] for action in question.answers[0]["arguments"]["actions"]]
    assert sorted(told) == sorted(card for card, _, _ in moved)


def test_a_card_that_made_room_on_another_row_and_came_back_lies_on_what_came_under_it() -> None:
    """Careless 46185, 46254: the row showed what lay there before on top of what came, and nothing told it."""
    scene = sat_down(cases={"T2": ["KS", "QD"], "T3": ["JC"], "T8": ["KS", "QH"]})
    scene.moves("JC", "T3", "T2").moves("QH", "T8", "T3").moves("JC", "T2", "T3")
    assert scene.watch(sure=0.9998) == "played"
    assert scene.entered == ["Ada T3>T2 JC", "Ada T8>T3 QH", "Ada T2>T3 JC"]
    assert scene.calls == []


def test_six_actions_of_which_the_first_was_a_fault_are_found_in_the_order_in_which_hands_came() -> None:
    """Film 9803: people had to put the page right, because the order in which all this is likely was not followed."""
    scene = sat_down(
        turn="Bea",
        cases={
            "T1": ["8D", "7S", "6H"],
            "T2": ["KH", "QS", "JH", "10S"],
            "T3": ["KH", "QC", "JD"],
            "T4": ["JS"],
            "T5": ["QH", "JC", "10H", "9S", "8H"],
            "T6": ["2S"],
            "T7": ["10D", "9S", "8H", "7C"],
            "T8": ["8C", "7D", "6S", "5H"],
        },
        wastes={"Ada": ["8C"], "Bea": ["3S"]},
    )
    scene.moves("5H", "T8", "T5", by="Bea").draws("Bea", "3C").moves("10S", "T2", "T3", by="Bea")
    scene.moves("6H", "T1", "T7", by="Bea").discards("Bea").draws("Ada", "QD")
    scene.watch(sure=0.999, everything=True)
    assert scene.is_asked and "5H" in str(scene.question["answers"][0])
    scene.answer(0)
    assert scene.entered[:1] == ["Bea T8>T5 5H"]
    assert [call["against"] for call in scene.calls] == ["Bea"]


def test_a_fault_among_four_actions_is_found_though_hands_were_in_many_zones_for_nothing() -> None:
    """Film 9808: the five cards that the six would lack on its foundation are not thought to have been drawn."""
    scene = sat_down(turn="Bea", cases={"T8": ["7D", "6S"]}, wastes={"Ada": ["6H"], "Bea": ["4S"]})
    scene.draws("Bea", "10S").waves("T1", "T7", "T6", by="Bea")
    scene.moves("6S", "T8", "F5", by="Bea").waves("T5", by="Bea")
    scene.discards("Bea").draws("Ada", "JS").waves("reserve:Bea", by="Bea")
    scene.watch(sure=0.999, everything=True)
    assert scene.is_asked and "6S" in str(scene.question["answers"][0])
    scene.answer(0)
    assert [call["against"] for call in scene.calls] == ["Bea"]
