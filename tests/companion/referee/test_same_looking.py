"""Cards that vanish under same-looking ones, and piles that look as before though cards left them (section 7)."""

from __future__ import annotations

import pytest

from .tables import sat_down, told


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


def test_a_twin_came_where_a_card_was_taken_away() -> None:
    """10H went from T6 to T3, and the other 10H, the reserve card, to T6: in this order it was no fault."""
    scene = sat_down(
        reserves={"Ada": {"count": 5, "top": "10H"}}, cases={"T3": ["JC"], "T4": ["4C"], "T6": ["10H"]}
    )
    scene.moves("10H", "T6", "T3").moves("10H", "reserve:Ada", "T6")
    assert scene.watch() in ("played", "asked")
    assert scene.calls == []
    if not scene.is_asked:
        assert scene.entered == ["Ada T6>T3 10H", "Ada reserve:Ada>T6 10H"]


def test_a_card_was_played_and_loaded_back_where_it_came_from() -> None:
    """Ada filled the empty case from her reserve before she discarded; Bea loaded the card back at once."""
    scene = sat_down(
        turn="Bea",
        reserves={"Ada": {"count": 4, "top": "9C"}},
        hands={"Bea": "2H"},
        wastes={"Ada": ["JC"]},
        cases={"T2": ["3H"], "T4": ["JC"], "T6": ["6C", "10C"]},
    )
    scene.moves("10C", "T6", "reserve:Ada").discards("Bea")
    assert scene.watch() == "played"
    scene.draws("Ada", "QD")
    assert scene.watch() == "played"
    scene.moves("3H", "T2", "waste:Bea")
    assert scene.watch() == "played" and scene.faults == []
    scene.moves("10C", "reserve:Ada", "T2").discards("Ada").moves("10C", "T2", "reserve:Ada", by="Bea")
    scene.watch()
    assert scene.calls == []
    if scene.is_asked:
        truth = ["Ada reserve:Ada>T2 10C", "Ada discard", "Bea T2>reserve:Ada 10C"]
        offered = [answer["arguments"].get("actions", ()) for answer in scene.question["answers"]]
        assert truth in [[told(action) for action in actions] for actions in offered]


@pytest.mark.parametrize("drawn", ["4S", "6S"])
def test_which_card_was_discarded_and_loaded_upon_is_asked(drawn: str) -> None:
    """5S lies on it now: four or six of spades, and nobody was faulty with either."""
    scene = sat_down(turn="Bea", cases={"T1": ["5S"], "T7": ["KC"]}, wastes={"Bea": ["10H"]}, hand_duty="off")
    scene.draws("Bea", drawn).discards("Bea").moves("5S", "T1", "waste:Bea", by="Ada")
    assert scene.watch() == "asked"
    answers = [answer["arguments"]["actions"] for answer in scene.question["answers"]]
    likeliest = [actions[0]["card"] for actions in answers[:2]]
    assert sorted(likeliest) == ["4S", "6S"]
    scene.answer(likeliest.index(drawn))
    assert scene.entered == [f"Bea draw {drawn}", "Bea discard", "Ada T1>waste:Bea 5S"]
    assert scene.calls == [] and scene.wrong_zones == []


def test_a_card_loaded_back_after_a_discard_on_a_twin_is_not_put_back() -> None:
    """Ada drew a second 7S and laid it on the first; then Bea loaded 10S back from where Ada had just put it."""
    scene = sat_down(
        reserves={"Ada": ["2H", "9S"]},
        wastes={"Ada": ["7S"]},
        cases={"T3": ["2S"], "T4": ["2C"], "T5": ["4S"], "T7": ["JD", "10S"]},
        turn="Bea",
        hands={"Bea": "2D"},
    )
    scene.moves("10S", "T7", "reserve:Ada").discards("Bea")
    assert scene.watch() == "played"
    scene.moves("10S", "reserve:Ada", "T7")
    assert scene.watch() == "played"
    before = scene.entered
    scene.draws("Ada", "7S").discards("Ada").moves("10S", "T7", "reserve:Ada", by="Bea")
    assert scene.watch() in ("played", "asked")
    assert scene.entered[: len(before)] == before


def test_a_card_whose_twin_went_instead_calls_nobody_for_what_it_would_have_freed() -> None:
    """Careless 46153, a false accusation: T6's 10D freed no case on its way to T4, the one from T3 would have.

    The other came to T6 in the same go, so that it looked as before; a later draw was called for the lone card.
    """
    scene = sat_down(
        turn="Bea", cases={"T3": ["10D"], "T4": [], "T6": ["JC", "10D"], "T8": ["8C"]}, reserves={"Bea": []}
    )
    with scene.hurried():
        scene.moves("10D", "T6", "T4", by="Bea").moves("10D", "T3", "T6", by="Bea")
        scene.draws("Bea", "JS").moves("JS", "hand:Bea", "T3", by="Bea")
    scene.watch(sure=0.9998)
    scene.draws("Bea", "KC")
    scene.watch(sure=0.9998)
    assert scene.calls == []
