"""Turns that left no trace, or that one look alone showed: nobody is called for what may have happened in them."""

from __future__ import annotations

import pytest

from companion.referee import Referee
from companion.sighting import BACK, UNREADABLE, Disturbance

from .tables import Card, clear, look, sat_down, surely

SURE = 0.9998


def test_a_discard_on_a_waste_that_cannot_be_read_may_have_ended_the_turn() -> None:
    scene = sat_down(turn="Ada")
    crooked = {"waste:Ada": {UNREADABLE: 1.0}}
    scene.draws("Ada", "JD").discards("Ada")
    scene.watch(sure=SURE, reads=crooked, most=2)
    scene.draws("Bea", "KD")
    scene.watch(sure=SURE, reads=crooked, most=3)
    assert scene.calls == []


def test_a_reserve_that_cannot_be_read_may_have_been_turned() -> None:
    """Ada turned her reserve before she drew; what lies there now is crooked."""
    scene = sat_down(face_down=["Ada"], reserves={"Ada": 4})
    assert scene.shows("reserve:Ada") == (BACK,)
    crooked = {"reserve:Ada": {UNREADABLE: 1.0}}
    scene.turns("Ada", "9H")
    scene.look(sure=SURE, reads=crooked)
    scene.draws("Ada", "6D")
    scene.watch(sure=SURE, reads=crooked, most=3)
    assert scene.calls == []


def test_a_waste_of_one_card_may_be_turned_drawn_and_discarded_without_a_trace() -> None:
    """CR-21: the stock is used up, and the only card of the waste comes back to where it lay."""
    scene = sat_down(turn="Bea", stocks={"Bea": 0}, wastes={"Bea": ["2S"]}, reserves={"Bea": []})
    scene.recycles("Bea").draws("Bea", "2S").discards("Bea")
    assert scene.watch(sure=SURE) == "asked"
    answers = [answer["arguments"].get("actions", ()) for answer in scene.question["answers"]]
    told = [[action["do"] for action in actions] for actions in answers]
    assert ["recycle", "draw", "discard"] in told
    scene.answer(told.index(["recycle", "draw", "discard"]))
    scene.draws("Ada", "8C")
    assert scene.watch(sure=SURE) == "played"
    assert scene.calls == []


def test_a_card_whose_place_nobody_reported_is_looked_for() -> None:
    """A hand was at the stock, and none was seen where the card lies now: one more look finds it."""
    scene = sat_down()
    scene.piles["stock:Ada"].pop()
    scene.piles["hand:Ada"].append(Card("9H"))
    scene.waves("stock:Ada")
    assert scene.look(sure=SURE) == "look_again"
    assert scene.look(sure=SURE) == "played"
    assert scene.entered == ["Ada draw 9H"]


def test_a_turn_may_have_ended_where_neither_hand_nor_waste_can_be_read() -> None:
    scene = sat_down(turn="Ada")
    scene.draws("Ada", "JD")
    assert scene.watch(sure=SURE) == "played"
    unclear = {"hand:Ada": {UNREADABLE: 1.0}, "waste:Ada": {UNREADABLE: 1.0}}
    scene.discards("Ada")
    scene.watch(sure=SURE, reads=unclear)
    scene.draws("Bea", "KD")
    scene.watch(sure=SURE, reads=unclear)
    assert scene.calls == []


def test_a_whole_turn_may_lie_in_a_pile_that_cannot_be_read() -> None:
    """Bea discards; Ada draws and discards before anybody looks, and her waste cannot be read: it is Bea's turn."""
    scene = sat_down(turn="Bea", hands={"Bea": "JD"}, wastes={"Ada": ["2C"]})
    unclear = {"waste:Ada": {UNREADABLE: 1.0}}
    scene.discards("Bea").draws("Ada", "JC").discards("Ada")
    scene.watch(sure=SURE, reads=unclear)
    scene.draws("Bea", "KD")
    scene.watch(sure=SURE, reads=unclear)
    assert scene.calls == []


def test_a_turn_that_ended_beneath_a_card_read_as_the_one_before_is_no_ground_for_a_call() -> None:
    """Bea put the 8H away, drew the 8D and discarded it on the KD: read as the 5D it may be the KD still."""
    scene = sat_down(turn="Bea", cases={"T3": ["9S"]}, wastes={"Bea": ["KD"]}, hands={"Bea": "8H"})
    misread = {"waste:Bea": {"5D": 0.6, "5H": 0.34, "6D": 0.06}}
    scene.moves("8H", "hand:Bea", "T3").draws("Bea", "8D").discards("Bea")
    scene.watch(sure=SURE, reads=misread)
    scene.draws("Ada", "KS")
    scene.watch(sure=SURE, reads=misread, most=3)
    assert scene.calls == []


def test_a_drawn_card_that_was_glimpsed_and_is_gone_lies_on_its_twin() -> None:
    """Hands were reported over the drawn card alone: neither over the stock nor over the waste."""
    scene = sat_down(turn="Ada", wastes={"Ada": ["JD"]})
    scene.piles["stock:Ada"].pop()
    scene.piles["hand:Ada"].append(Card("JD"))
    scene.waves("hand:Ada")
    assert scene.look(sure=SURE) == "look_again"
    scene.piles["waste:Ada"].append(scene.piles["hand:Ada"].pop())
    scene.waves("hand:Ada")
    assert scene.look(sure=SURE) == "played"
    assert scene.entered == ["Ada draw JD", "Ada discard"]
    scene.draws("Bea", "KD")
    assert scene.watch(sure=SURE) == "played"
    assert scene.calls == []


def test_a_drawn_card_that_was_glimpsed_may_have_ended_the_turn_before_the_other_draws() -> None:
    """No hand was reported over Ada's stock; her queen lies on its twin when Bea draws."""
    scene = sat_down(turn="Ada", wastes={"Ada": ["QH"]})
    scene.piles["stock:Ada"].pop()
    scene.piles["hand:Ada"].append(Card("QH"))
    scene.waves("hand:Ada")
    assert scene.look(sure=SURE) == "look_again"
    scene.discards("Ada").draws("Bea", "JC")
    for _ in range(3):
        if scene.look(sure=SURE) == "asked":
            break
    assert scene.is_asked
    assert scene.calls == []


def test_a_drawn_card_that_was_glimpsed_is_not_forgotten_while_a_hand_hides_where_it_lay() -> None:
    """Film 9001: her 7C lies on its twin, no hand was reported over stock and waste; a hand hid her own zone."""
    scene = sat_down(turn="Ada", wastes={"Ada": ["7C"]})
    scene.piles["stock:Ada"].pop()
    scene.piles["hand:Ada"].append(Card("7C"))
    scene.waves("hand:Ada")
    assert scene.look(sure=SURE) == "look_again"
    assert scene.look(sure=SURE, unseen={"T3", "hand:Ada"}) != "played"
    scene.piles["waste:Ada"].append(scene.piles["hand:Ada"].pop())
    scene.waves("T3", "hand:Ada")
    assert scene.look(sure=SURE) == "played"
    assert scene.entered == ["Ada draw 7C", "Ada discard"]
    assert scene.calls == []


def test_CR_30_a_turn_that_nobody_could_look_at_again_is_not_forgotten_under_the_next_card() -> None:
    """Ada drew a card and discarded it, seen once and no hand over the stock; Bea loads a card on it at once."""
    scene = sat_down(turn="Ada", cases={"T3": ["6S", "5C"]}, wastes={"Ada": ["4C"]})
    scene.piles["stock:Ada"].pop()
    scene.piles["waste:Ada"].append(Card("6C"))
    scene.waves("hand:Ada", "waste:Ada")
    assert scene.look(sure=SURE) == "look_again"
    scene.moves("5C", "T3", "waste:Ada", by="Bea")
    scene.watch(sure=SURE)
    assert scene.calls == []
    assert scene.entered == ["Ada draw 6C", "Ada discard", "Bea T3>waste:Ada 5C"]


def test_a_turn_that_began_before_a_load_and_ended_on_a_twin_after_it_is_thought_of() -> None:
    """Bea drew the other 5C, loaded the 10S and put the 5C on the one that lay there: it looks like a load alone."""
    scene = sat_down(
        turn="Bea",
        wastes={"Ada": ["JS"], "Bea": ["5C"]},
        cases={"T7": ["JS", "10S"]},
        reserves={"Ada": ["KC", "QD"], "Bea": ["7H", "3H"]},
    )
    scene.piles["stock:Bea"].pop()
    scene.waves("stock:Bea").waves("hand:Bea").waves("waste:Bea")
    scene.moves("10S", "T7", "waste:Ada").waves("hand:Bea")
    assert scene.watch(sure=SURE) == "played"
    referee = scene.table.referee
    assert referee is not None
    told = [[action["do"] for action in path] for path in referee.believed]
    assert told == [["move"], ["draw", "move", "discard"]]
    scene.moves("QD", "reserve:Ada", "T2")
    scene.watch(sure=SURE)
    assert scene.calls == []


def test_what_the_first_look_showed_is_thought_of_though_the_second_is_covered() -> None:
    """Evening 44020: somebody leans over the drawn card, and the move after it must not be told without it."""
    scene = sat_down(cases={"T8": ["5D"]})
    scene.draws("Ada", "2H").waves("waste:Ada").moves("5D", "T8", "T7")
    assert scene.look() == "look_again"
    covered = ("hand:Ada", "stock:Ada", "waste:Ada", "reserve:Ada")
    assert scene.look(everything=True, unseen=covered) == "look_again"
    assert scene.entered == []
    assert scene.watch(everything=True) == "played"
    assert scene.entered == ["Ada draw 2H"]
    assert [call["code"] for call in scene.calls] == ["missed_case_freeing"]


@pytest.mark.parametrize(("target", "kind"), [("F7", "asked"), ("T8", "played")])
def test_a_card_drawn_unseen_may_be_the_step_that_a_foundation_lacks(target: str, kind: str) -> None:
    """Careless 46111: 8H was drawn and laid on F7, over which no hand was reported; the 9H after it was called."""
    scene = sat_down(foundations={"F7": "7H"}, cases={"T1": ["10C", "9H"], "T8": ["2S"]})
    referee = Referee(scene.game, scene.table.state)
    table = scene.game.visible_table(scene.table.state)
    referee.observe(look(1, 1000, surely(table)))
    referee._accusing._may_have_gone_on = True  # a hand came from the stock, and a card lay nowhere after it
    hands = [Disturbance("T1", 1500, 2000, "south", 0.9999), Disturbance(target, 2100, 2600, "south", 0.9999)]
    shown = {**table, "T1": ("10C",), target: (*table[target], "9H")}
    kinds = [
        referee.observe(look(2, 4000, surely({zone: shown[zone] for zone in ("T1", target)}), hands)).kind,
        *(referee.observe(look(seq, 3000 * seq, surely(shown))).kind for seq in (3, 4)),
    ]
    assert [one for one in kinds if one in ("asked", "played")][:1] == [kind]


def test_a_card_drawn_unseen_may_lie_in_a_case_under_the_one_that_was_laid_on_it() -> None:
    """Film 9626: 6H was drawn and laid on T2, then 5C; the reader missed the 6H, and 5C on 7S was called."""
    scene = sat_down(
        turn="Bea", cases={"T2": ["9S", "8D", "7S"]}, reserves={"Bea": ["6C", "5C"]}, wastes={"Bea": ["KD"]}
    )
    scene.side_chance = 0.9999
    scene.draws("Bea", "6H").moves("6H", "hand:Bea", "T2").moves("5C", "reserve:Bea", "T2")
    scene.turns("Bea", "6C")
    missed = {"T2": [clear(face, SURE) for face in ("9S", "8D", "7S", "5C")]}
    assert scene.look(sure=SURE, reads=missed) == "look_again"
    scene.draws("Bea", "10C").discards("Bea")
    scene.watch(sure=SURE, reads=missed)
    assert scene.calls == []
    assert scene.is_asked


def test_a_card_that_seems_to_lie_on_its_twin_is_first_looked_for_everywhere() -> None:
    """Careless evening 61033: the 10H lay on T8, where no hand was reported, and a turn without a trace was asked."""
    scene = sat_down(turn="Bea", wastes={"Bea": ["JD"]}, cases={"T8": ["JC"]})
    scene.side_chance = 0.9998
    scene.draws("Bea", "10H").waves("waste:Bea", by="Bea").moves("10H", "hand:Bea", "T8", by="Bea")
    del scene._disturbances[-1]
    scene._unread.discard("T8")
    assert scene.look(sure=SURE) == "look_again"
    scene.watch(sure=SURE, everything=True)
    assert scene.entered == ["Bea draw 10H", "Bea hand:Bea>T8 10H"]


def test_a_reserve_card_turned_up_and_loaded_upon_at_once_is_asked_about() -> None:
    """Careless 64019: nobody saw the face that the nine was laid on, and Ada was called for a load upon a back."""
    scene = sat_down(
        face_down=["Bea"], cases={"T3": ["KH", "QS"]}, reserves={"Ada": {"count": 4, "top": "9S"}, "Bea": 4}
    )
    scene.turns("Bea", "10S").moves("9S", "reserve:Ada", "reserve:Bea").turns("Ada", "JH")
    assert scene.watch(sure=0.999) == "asked"
    told = [one["arguments"]["actions"][0]["card"] for one in scene.question["answers"]]
    assert sorted(told) == ["10S", "8S"]
    scene.answer(told.index("10S"))
    assert scene.calls == []
    assert scene.entered == ["Bea turn_reserve 10S", "Ada reserve:Ada>reserve:Bea 9S", "Ada turn_reserve JH"]
