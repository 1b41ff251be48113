"""Sections 7.1 to 7.3: what one movement of a hand changes, and what is entered for it."""

from __future__ import annotations

import pytest

from .examples import Gesture, discard, draw, move
from .tables import sat_down


def test_the_first_look_at_a_table_in_order_enters_nothing() -> None:
    scene = sat_down()
    assert scene.entered == [] and not scene.is_asked and scene.sight["differences"] == []


def test_looking_again_at_a_table_where_nothing_happened_enters_nothing() -> None:
    scene = sat_down()
    assert [scene.look(), scene.look(everything=True), scene.look()] == ["same"] * 3
    assert scene.entered == []


def test_a_hand_that_passes_over_the_table_changes_nothing() -> None:
    scene = sat_down()
    scene.waves("T1", "T2", "F3", "reserve:Ada", "waste:Bea")
    assert scene.look() == "same"
    assert scene.entered == []


def test_a_card_from_the_reserve_to_a_case_is_one_move() -> None:
    scene = sat_down(reserves={"Ada": {"count": 4, "top": "9D"}}, cases={"T4": ["JC"]})
    scene.moves("9D", "reserve:Ada", "T3")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada reserve:Ada>T3 9D"]
    assert scene.view["reserves"]["Ada"] == {"count": 3, "top": None, "face_up": False}


def test_a_card_from_the_reserve_to_a_foundation_is_one_move() -> None:
    scene = sat_down(foundations={"F2": "9D"}, reserves={"Ada": {"count": 4, "top": "10D"}})
    scene.moves("10D", "reserve:Ada", "F2")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada reserve:Ada>F2 10D"]


def test_a_card_from_a_case_to_a_case_is_one_move() -> None:
    scene = sat_down(cases={"T7": ["KD", "9D"]})
    scene.moves("9D", "T7", "T3")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada T7>T3 9D"]


def test_an_ace_to_any_empty_foundation_is_one_move() -> None:
    scene = sat_down(cases={"T7": ["KD", "AD"]})
    scene.moves("AD", "T7", "F6")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada T7>F6 AD"]


def test_a_load_onto_the_opponents_reserve_is_one_move() -> None:
    scene = sat_down(reserves={"Ada": {"count": 5, "top": "QD"}})
    scene.moves("QD", "reserve:Ada", "reserve:Bea")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada reserve:Ada>reserve:Bea QD"]


def test_a_load_onto_the_opponents_waste_is_one_move() -> None:
    scene = sat_down(wastes={"Bea": ["4D", "9S"]})
    scene.moves("8S", "T5", "waste:Bea")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada T5>waste:Bea 8S"]


def test_a_stock_card_laid_before_the_player_is_a_draw() -> None:
    scene = sat_down()
    scene.draws("Ada", "2H")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada draw 2H"]
    assert scene.view["hands"]["Ada"] == "2H" and scene.view["stocks"]["Ada"]["count"] == 19


def test_the_card_in_hand_on_the_own_waste_is_a_discard() -> None:
    scene = sat_down(hands={"Ada": "2H"})
    scene.discards("Ada")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada discard"]
    assert scene.view["turn"] == "Bea"


def test_reserve_back_to_face_is_turn_reserve() -> None:
    scene = sat_down(face_down=["Ada"], reserves={"Ada": 3})
    scene.turns("Ada", "KC")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada turn_reserve KC"]


def test_the_opponent_may_turn_his_reserve_meanwhile() -> None:
    scene = sat_down(face_down=["Bea"], reserves={"Bea": 3})
    scene.turns("Bea", "KC")
    assert scene.watch() == "played"
    assert scene.entered == ["Bea turn_reserve KC"] and scene.faults == []


def test_waste_gone_and_a_back_in_the_place_of_the_stock_is_recycle() -> None:
    scene = sat_down(stocks={"Ada": 0}, wastes={"Ada": ["2H", "4H", "7C"]})
    scene.recycles("Ada")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada recycle"]
    assert scene.view["stocks"]["Ada"]["count"] == 3


def test_a_recycle_in_the_opponents_turn_is_no_fault() -> None:
    scene = sat_down(turn="Bea", stocks={"Ada": 0}, wastes={"Ada": ["2H", "4H"]})
    scene.recycles("Ada")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada recycle"] and scene.faults == []


def test_the_count_of_the_stock_is_that_of_the_draws() -> None:
    scene = sat_down(stocks={"Ada": 2})
    for number, card in enumerate(("2H", "4D"), start=1):
        scene.draws("Ada", card)
        assert scene.watch() == "played"
        scene.discards("Ada")
        assert scene.watch() == "played"
        assert scene.view["stocks"]["Ada"]["count"] == 2 - number
        scene.draws("Bea", ("2C", "4C")[number - 1])
        assert scene.watch() == "played"
        scene.discards("Bea")
        assert scene.watch() == "played"
    assert scene.shows("stock:Ada") == ()
    scene.recycles("Ada")
    assert scene.watch() == "played"
    assert scene.entered[-1] == "Ada recycle"


def test_a_king_turned_over_on_a_complete_foundation_is_expected() -> None:
    scene = sat_down(foundations={"F3": "KS"})
    scene.turns_over("F3")
    assert scene.look() == "same"
    assert scene.entered == []
    assert scene.look(everything=True) == "same"


def test_a_king_that_completes_a_foundation_may_be_turned_over_at_once() -> None:
    scene = sat_down(foundations={"F3": "QC"}, reserves={"Ada": {"count": 4, "top": "KC"}})
    scene.moves("KC", "reserve:Ada", "F3").turns_over("F3")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada reserve:Ada>F3 KC"]
    assert scene.view["foundations"]["F3"] == {"top": "KC", "count": 13, "complete": True}


def test_play_goes_on_beside_a_king_turned_over() -> None:
    scene = sat_down(foundations={"F3": "KS"})
    scene.turns_over("F3").draws("Ada", "2H")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada draw 2H"]


@pytest.mark.parametrize("sides", [True, False], ids=["sides-seen", "sides-unknown"])
def test_a_whole_turn_is_followed_move_by_move(sides: bool) -> None:
    scene = sat_down(foundations={"F1": "8H"}, cases={"T7": ["KD", "9H"]})
    scene.reports_sides = sides
    steps: tuple[Gesture, ...] = (
        move("9H", "T7", "F1"),
        draw("5D"),
        move("5D", "hand:Ada", "T8"),
        draw("2C"),
        discard(),
        draw("2S", "Bea"),
        discard("Bea"),
    )
    for step in steps:
        step(scene)
        assert scene.watch() == "played"
    assert scene.entered == [
        "Ada T7>F1 9H",
        "Ada draw 5D",
        "Ada hand:Ada>T8 5D",
        "Ada draw 2C",
        "Ada discard",
        "Bea draw 2S",
        "Bea discard",
    ]
    assert scene.faults == [] and scene.wrong_zones == []


def test_every_entry_made_from_a_sighting_carries_its_reading() -> None:
    scene = sat_down()
    scene.draws("Ada", "2H")
    scene.watch()
    scene.discards("Ada").draws("Bea", "2S")
    scene.watch()
    moves = scene.table.moves()
    assert len(moves) == 3
    for entered in moves:
        assert entered.reading is not None
        assert 0.9 < entered.reading["posterior"] <= 1.0
        assert entered.reading["evidence"]
        assert entered.reading["sighting"] in range(1, scene.seq + 1)
        assert all(other["posterior"] < entered.reading["posterior"] for other in entered.reading["others"])


def test_a_tapped_entry_carries_no_reading() -> None:
    scene = sat_down()
    scene.tap("Ada", "draw", card="2H")
    assert scene.table.moves()[0].reading is None
