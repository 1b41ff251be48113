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


def test_a_drawn_card_is_not_rewritten_when_a_reserve_shows_the_same_card_again() -> None:
    """Bea's own 8S carries 9S and the other 8S; she loads both onto Ada's 7S: that one was and stays 7S."""
    scene = sat_down(
        reserves={"Bea": {"count": 4, "top": "8S"}},
        cases={"T5": ["4S"], "T6": ["4C"], "T3": ["JC", "9S"], "T7": ["JC", "8S"], "T8": ["6C"]},
    )
    scene.moves("9S", "T3", "reserve:Bea")
    assert scene.watch() == "played"
    scene.moves("8S", "T7", "reserve:Bea")
    assert scene.watch() == "played"
    scene.draws("Ada", "7S")
    assert scene.watch() == "played"
    scene.discards("Ada")
    assert scene.watch() == "played"
    before, calls = scene.entered, len(scene.calls)
    scene.moves("8S", "reserve:Bea", "waste:Ada", by="Bea").moves("9S", "reserve:Bea", "waste:Ada", by="Bea")
    assert scene.watch() in ("played", "asked")
    assert scene.entered[: len(before)] == before, "what was read surely is rewritten"
    assert len(scene.calls) == calls
    if not scene.is_asked:
        assert scene.entered[len(before) :] == [
            "Bea reserve:Bea>waste:Ada 8S",
            "Bea reserve:Bea>waste:Ada 9S",
        ]
