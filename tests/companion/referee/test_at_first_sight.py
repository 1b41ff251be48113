"""Nobody is called at first sight unless that very look shows all that the fault rests on."""

from __future__ import annotations

import pytest

from companion.sighting import ACROSS_BELIEVED, UNREADABLE

from .tables import Card, clear, sat_down

SURE = 0.9998


@pytest.mark.parametrize(("zone", "kind"), [("T3", "played"), ("waste:Ada", "look_again")])
def test_a_hand_that_passes_over_an_open_card_delays_no_call(zone: str, kind: str) -> None:
    """A case shows all that a hand did there; a card may have been discarded on its twin."""
    scene = sat_down(cases={"T3": ["8C"], "T7": ["KD", "9D"], "T8": ["2S"]}, wastes={"Ada": ["3D"]})
    scene.moves("9D", "T7", "T8").waves(zone)
    assert scene.look(sure=SURE) == kind


def test_a_card_that_would_lie_under_another_is_looked_for_before_anybody_is_called() -> None:
    """Careless 35014: the 4S went to T4, over which no hand was reported; then the 5H from under it onto F5."""
    scene = sat_down(foundations={"F5": "4H", "F6": "3H"}, cases={"T4": ["5D"], "T7": ["5H", "4S"]})
    scene.piles["T4"].append(scene.piles["T7"].pop())
    scene.waves("T7", "F6")
    scene.moves("5H", "T7", "F5")
    assert scene.look(sure=SURE) == "look_again"
    scene.watch(sure=SURE)
    assert scene.calls == []
    assert scene.entered == ["Ada T7>T4 4S", "Ada T7>F5 5H"]


def test_CR_53_whether_the_reserve_was_turned_is_looked_at_before_anybody_is_called() -> None:
    """Faultless 43054: no hand was reported over the reserve when its next card was turned up."""
    scene = sat_down(face_down=["Ada"], reserves={"Ada": 4})
    scene.piles["reserve:Ada"][-1:] = [Card("9C")]
    scene.draws("Ada", "2D")
    assert scene.look(sure=SURE) == "look_again"
    assert scene.watch(sure=SURE) == "played"
    assert scene.calls == []
    assert scene.entered == ["Ada turn_reserve 9C", "Ada draw 2D"]


def test_CR_43_whether_a_case_is_empty_still_is_looked_at_before_anybody_is_called() -> None:
    """Faultless 43069: a JD was drawn and laid on the empty T8, over which no hand was reported."""
    scene = sat_down(cases={"T8": []}, hands={"Ada": "8C"}, reserves={"Ada": []})
    scene.piles["T8"].append(Card("JD"))
    scene.discards("Ada")
    assert scene.look(sure=SURE) == "look_again"
    scene.watch(sure=SURE)
    assert scene.calls == []


@pytest.mark.parametrize(("fell_on", "reads"), [("F3", True), ("T8", False), ("waste:Bea", True)])
def test_nobody_is_called_for_a_card_that_fell_across_a_pile_on_its_way(fell_on: str, reads: bool) -> None:
    """Whoever lets it fall takes it up again; its reader tells that it lies across."""
    scene = sat_down(cases={"T7": ["KD", "9D"], "T8": ["2S"], "T3": ["10C"]}, wastes={"Bea": ["JH"]})
    scene.moves("9D", "T7", fell_on)
    across = {"9D": ACROSS_BELIEVED, UNREADABLE: 1.0 - ACROSS_BELIEVED}
    lies = across if reads else [clear("2S", SURE), across]
    assert scene.look(sure=SURE, reads={fell_on: lies}) in ("look_again", "unfinished", "open")
    scene.moves("9D", fell_on, "T3")
    scene.watch(sure=SURE)
    assert scene.calls == []
    assert scene.entered == ["Ada T7>T3 9D"]
