"""How often a player has slipped decides how easily a fault is believed."""

from __future__ import annotations

from companion.referee.manners import Manners

DRAWS = [{"by": "Ada", "do": "draw", "card": "9H"}] * 10


def test_whoever_plays_without_fault_is_believed_more_and_more() -> None:
    manners = Manners()
    before = manners.slips("Ada")
    manners.note(DRAWS, ())
    soon = manners.slips("Ada")
    for _ in range(10):
        manners.note(DRAWS, ())
    assert before > soon > manners.slips("Ada") > 0
    assert manners.slips("Bea") == before


def test_faults_are_expected_of_whoever_makes_them_unless_people_take_them_back() -> None:
    manners = Manners()
    manners.note(DRAWS, ())
    faultless = manners.slips("Ada")
    manners.note(DRAWS[:1], {"Ada"})
    manners.note(DRAWS[:1], {"Ada"})
    careless = manners.slips("Ada")
    manners.forgive()
    manners.forgive()
    assert faultless < manners.slips("Ada") < careless
