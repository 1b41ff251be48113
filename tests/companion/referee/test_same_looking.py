"""Cards that vanish under same-looking ones, and piles that look as before though cards left them (section 7)."""

from __future__ import annotations

from .tables import sat_down


def test_a_card_drawn_and_discarded_on_one_that_looks_the_same_is_not_taken_for_nothing() -> None:
    """Stock, hand and waste were touched, and nothing looks different: the draws are counted, or it is asked."""
    scene = sat_down(wastes={"Ada": ["3C", "2H"]})
    scene.draws("Ada", "2H").discards("Ada")
    kind = scene.watch()
    assert kind in ("played", "asked")
    if kind == "played":
        assert scene.entered == ["Ada draw 2H", "Ada discard"]
    else:
        codes = [answer["code"] for answer in scene.question["answers"]]
        assert scene.entered == [] and len(codes) >= 2


def test_a_discard_that_was_loaded_upon_before_anybody_looked_accuses_nobody() -> None:
    """Bea drew and discarded; Ada loaded 6D upon it: what Bea discarded (5D or 7D) is covered."""
    scene = sat_down(turn="Bea", cases={"T1": ["KH", "6D"]}, wastes={"Bea": ["2C"]})
    scene.draws("Bea", "7D").discards("Bea").moves("6D", "T1", "waste:Bea", by="Ada")
    scene.watch()
    assert scene.calls == []
    assert scene.entered in ([], ["Bea draw 7D", "Bea discard", "Ada T1>waste:Bea 6D"])


def test_a_reserve_that_shows_the_same_card_again_after_two_cards_left_it() -> None:
    """Bea's own 10H carries JH and the other 10H; she plays both: her reserve shows 10H as before."""
    scene = sat_down(
        reserves={"Bea": {"count": 4, "top": "10H"}},
        hands={"Ada": "2H"},
        cases={
            "T1": ["KD"],
            "T2": ["KS", "QC"],
            "T3": ["8D", "JS"],
            "T4": ["4D", "JH"],
            "T5": ["4S"],
            "T6": ["4C"],
            "T7": ["8D", "10H"],
        },
    )
    scene.moves("JH", "T4", "reserve:Bea")
    assert scene.watch() == "played"
    scene.moves("10H", "T7", "reserve:Bea")
    assert scene.watch() == "played"
    scene.discards("Ada")
    assert scene.watch() == "played"
    before, calls = scene.entered, len(scene.calls)
    assert scene.wrong_zones == []
    scene.moves("10H", "reserve:Bea", "T3", by="Bea").moves("JH", "reserve:Bea", "T2", by="Bea")
    assert scene.watch() in ("played", "asked")
    assert scene.entered[: len(before)] == before
    assert len(scene.calls) == calls
    if not scene.is_asked:
        assert scene.entered[len(before) :] == ["Bea reserve:Bea>T3 10H", "Bea reserve:Bea>T2 JH"]
