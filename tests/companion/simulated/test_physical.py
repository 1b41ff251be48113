"""The table as it lies: faulty cards where they were put, and which zones a hand passes over."""

from __future__ import annotations

from companion.games import load
from companion.simulated.physical import PhysicalTable, is_row, neighbours

CRAPETTE = load("crapette")


def test_a_faulty_card_lies_where_it_was_put() -> None:
    setup = {
        "turn": "Ada",
        "cases": {"T1": ["9S"], "T2": ["KH"]},
        "stocks": {"Ada": 3, "Bea": 3},
    }
    state = CRAPETTE.new_game(("Ada", "Bea"), {}, setup)
    assert CRAPETTE.hands is not None
    action = {"by": "Ada", "do": "move", "from": "T1", "to": "T2", "card": "9S"}
    after, _ = CRAPETTE.apply(CRAPETTE.hands.unjudged(state), action)
    judged, events = CRAPETTE.apply(state, action)
    assert any(event.name == "infraction" for event in events)
    table = PhysicalTable(CRAPETTE.visible_table(CRAPETTE.hands.unjudged(state)))
    assert set(table.lay(CRAPETTE.visible_table(after))) == {"T1", "T2"}
    assert table.faces["T2"] == ("KH", "9S")
    assert set(table.differs(CRAPETTE.visible_table(judged))) == {"T1", "T2"}
    table.lay(CRAPETTE.visible_table(judged))
    assert not table.differs(CRAPETTE.visible_table(judged))


def test_what_is_not_named_lies_empty() -> None:
    table = PhysicalTable({"cell_1_2": ["horse_A"]})
    assert set(table.lay({"cell_1_3": ["horse_A"]})) == {"cell_1_2", "cell_1_3"}
    assert table.faces["cell_1_2"] == ()
    assert table.differs({"cell_1_2": ["horse_A"]}) == ("cell_1_2", "cell_1_3")


def test_what_is_laid_anew_is_straight_again() -> None:
    table = PhysicalTable({"F1": ["AS"], "F2": []})
    table.crooked.update({"F1", "F2"})
    table.lay({"F1": ["2S"], "F2": []})
    assert table.crooked == {"F2"}
    table.straighten(["F2"])
    assert not table.crooked


def test_what_is_laid_flat_is_straight_and_has_been_touched() -> None:
    table = PhysicalTable({"F1": ["AS"], "T2": ["KH", "QS"]})
    table.crooked.update({"F1", "T2"})
    table.lay_flat(["T2"])
    assert (table.crooked, table.flattened) == ({"F1"}, {"T2"})
    assert table.faces["T2"] == ("KH", "QS")


def test_neighbours_are_told_by_the_names() -> None:
    beside = neighbours(
        [
            "F1",
            "F2",
            "T1",
            "T2",
            "T3",
            "reserve:Ada",
            "waste:Ada",
            "stock:Ada",
            "waste:Bea",
            "cell_1_4",
            "cell_1_5",
        ]
    )
    assert set(beside["T2"]) == {"T1", "T3", "F2"}
    assert set(beside["F1"]) == {"F2", "T1"}
    assert beside["waste:Ada"] == ("reserve:Ada", "stock:Ada")
    assert beside["waste:Bea"] == ()
    assert beside["cell_1_4"] == ("cell_1_5",)


def test_a_case_is_a_row_and_a_foundation_is_not() -> None:
    assert is_row(CRAPETTE, "T1")
    assert not is_row(CRAPETTE, "F1")
    assert not is_row(CRAPETTE, "waste:Tom")
