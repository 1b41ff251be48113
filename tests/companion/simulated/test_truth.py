"""What counts as the truth: the faultless order where nobody can tell, the fault where hands have shown it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.action import Action
from companion.games import load
from companion.sighting import Disturbance
from companion.simulated.truth import Settled, Truth, infractions

GAME = load("crapette")
PLAYERS = ("Ada", "Bea")


def truth(setup: Mapping[str, Any], *, referee: str = "auto") -> Truth:
    state = GAME.new_game(PLAYERS, {"referee": referee}, setup)
    assert GAME.hands is not None
    return Truth(GAME, state, GAME.hands, PLAYERS, stops=referee == "auto", order_ms=300)


def move(by: str, source: str, target: str, **more: Any) -> Action:
    return {"by": by, "do": "move", "from": source, "to": target, **more}


def seen(*touches: tuple[str, int, int], side: str | None = "south") -> list[Disturbance]:
    return [Disturbance(zone, start, end, side) for zone, start, end in touches]


BOTH = {
    "turn": "Ada",
    "foundations": {"F1": "4S"},
    "cases": {"T1": ["KC"], "T2": ["5S"], "T3": ["QS"], "T4": ["2H", "9D"]},
    "reserves": {"Ada": ["9C", "JH"], "Bea": 2},
    "stocks": {"Ada": 5, "Bea": 5},
}
"""The five of spades must go up before Ada may use her reserve's jack on the queen."""
TOO_EARLY = (move("Ada", "reserve:Ada", "T3"), move("Ada", "T2", "F1"))


def done(told: Truth, actions: tuple[Action, ...], hands: list[Disturbance]) -> Settled:
    for action in actions:
        told.do(action)
    return told.settle(hands)


def test_an_order_that_the_hands_have_shown_is_a_visible_fault() -> None:
    told = truth(BOTH)
    hands = seen(("reserve:Ada", 0, 400), ("T3", 300, 700), ("T2", 1500, 1900), ("F1", 1800, 2200))
    settled = done(told, TOO_EARLY, hands)
    assert settled.fault is not None and settled.fault.action == TOO_EARLY[0]
    assert settled.hidden == 0
    # The referee calls at the very action that proves it: what hands did afterwards never counts.
    assert told.actions == [TOO_EARLY[0]]
    assert infractions(told.outcomes[0]) == (("Ada", "missed_foundation_play"),)


def test_an_order_that_nobody_can_tell_is_the_faultless_one() -> None:
    told = truth(BOTH)
    hands = seen(("reserve:Ada", 0, 900), ("T3", 300, 1200), ("T2", 200, 1000), ("F1", 400, 1300))
    settled = done(told, TOO_EARLY, hands)
    assert settled.fault is None and settled.hidden == 1
    assert told.actions == [TOO_EARLY[1], TOO_EARLY[0]]
    assert not any(infractions(events) for events in told.outcomes)


@pytest.mark.parametrize("looked", [False, True])
def test_what_a_look_on_the_way_showed_lying_still_was_moved_after_it(looked: bool) -> None:
    """Careless evening 60029: hands passed over the five and its foundation before, and a look showed both as they
    were; the call that came of it was counted as a false accusation.
    """
    told = truth(BOTH)
    if looked:
        told.seen_so_far({"T2": ("5S",), "F1": ("4S",)}, 900)
    twice = seen(("T2", 0, 300), ("F1", 200, 500), ("T2", 3000, 3400), ("F1", 3300, 3700))
    settled = done(told, TOO_EARLY, seen(("reserve:Ada", 1500, 1900), ("T3", 1800, 2200)) + twice)
    assert (settled.fault is not None, settled.hidden) == ((True, 0) if looked else (False, 1))


def test_what_lies_less_apart_than_can_be_told_has_no_order() -> None:
    hands = seen(("reserve:Ada", 0, 250), ("T3", 200, 300), ("T2", 450, 500), ("F1", 480, 600))
    assert done(truth(BOTH), TOO_EARLY, hands).fault is None
    later = seen(("reserve:Ada", 0, 100), ("T3", 90, 140), ("T2", 450, 500), ("F1", 480, 600))
    assert done(truth(BOTH), TOO_EARLY, later).fault is not None


def test_without_the_announcement_both_count() -> None:
    told = truth(BOTH, referee="on_call")
    hands = seen(("reserve:Ada", 0, 400), ("T3", 300, 700), ("T2", 1500, 1900), ("F1", 1800, 2200))
    assert done(told, TOO_EARLY, hands).fault is not None
    assert told.actions == list(TOO_EARLY)


def test_a_single_omission_is_always_visible() -> None:
    told = truth(BOTH)
    draw = {"by": "Ada", "do": "draw", "card": "8C"}
    assert done(told, (draw,), seen(("stock:Ada", 0, 300), ("hand:Ada", 200, 500))).fault is not None


OTHERS = {
    "turn": "Ada",
    "cases": {"T1": ["KD", "2C"], "T2": ["QC"], "T3": ["3H"], "T4": ["8S"]},
    "stocks": {"Ada": 5, "Bea": 5},
}


def test_whose_hand_it_was_tells_the_side() -> None:
    played = (move("Bea", "T1", "T3"),)
    touches = (("T1", 0, 300), ("T3", 200, 500))
    assert done(truth(OTHERS), played, seen(*touches, side="north")).fault is not None
    told = truth(OTHERS)
    settled = done(told, played, seen(*touches, side=None))
    assert settled.fault is None and settled.hidden == 1
    assert told.actions[0]["by"] == "Ada"


SEVERAL = {
    "turn": "Ada",
    "cases": {
        "T1": ["10H", "9S", "8D"],
        "T2": ["10D"],
        "T4": ["KH"],
        "T5": ["KS"],
        "T6": ["KC"],
        "T7": ["KD"],
        "T8": ["QC"],
    },
    "stocks": {"Ada": 5, "Bea": 5},
}


def test_several_cards_at_once_may_have_gone_one_by_one_only_where_a_hand_was_seen() -> None:
    both = (move("Ada", "T1", "T2", card="9S", count=2),)
    hands = seen(("T1", 0, 700), ("T2", 300, 900))
    assert done(truth(SEVERAL), both, hands).fault is not None
    passing = [*hands, *seen(("T3", 200, 800))]
    told = truth(SEVERAL)
    settled = done(told, both, passing)
    assert settled.fault is None and settled.hidden == 1
    assert [action["to"] for action in told.actions] == ["T3", "T2", "T2"]


def test_two_faultless_orders_are_both_told() -> None:
    setup = {
        "turn": "Ada",
        "foundations": {"F1": "4S", "F2": "6H"},
        "cases": {"T1": ["5S"], "T2": ["7H"]},
        "stocks": {"Ada": 5, "Bea": 5},
    }
    up = (move("Ada", "T1", "F1"), move("Ada", "T2", "F2"))
    hands = seen(("T1", 0, 500), ("F1", 200, 700), ("T2", 100, 600), ("F2", 300, 800))
    settled = done(truth(setup), up, hands)
    assert settled.stories == ((up[1], up[0]),)
    apart = seen(("T1", 0, 500), ("F1", 200, 700), ("T2", 1100, 1600), ("F2", 1300, 1800))
    assert done(truth(setup), up, apart).stories == ()


def test_a_card_taken_back_never_was_played() -> None:
    told = truth(OTHERS, referee="on_call")
    before = told.state
    done(told, (move("Ada", "T1", "T3"),), seen(("T1", 0, 300), ("T3", 200, 500)))
    assert told.take_back() == move("Ada", "T1", "T3")
    assert told.state is before and not told.actions


WANDERING = {**BOTH, "foundations": {"F1": "4S"}, "cases": {"T1": ["KC"], "T2": ["KH", "5S"], "T3": ["QH"]}}
"""The five of spades may go up; on the queen of hearts it is in the wrong place."""


def test_a_card_that_went_to_and_fro_left_no_picture_of_its_fault() -> None:
    told = truth(WANDERING)
    there = (move("Ada", "T2", "T3"), move("Ada", "T3", "T2"))
    settled = done(told, there, seen(("T2", 0, 400), ("T3", 300, 900), ("T2", 800, 1200)))
    assert settled.fault is None and settled.hidden >= 1


def test_what_was_put_back_before_anybody_looked_shows_in_no_picture_whatever_else_was_done() -> None:
    told = truth({**WANDERING, "cases": {"T1": ["KD"], "T2": ["KH", "6C"], "T3": ["QH"]}})
    there = (move("Ada", "T2", "T3", card="6C"), move("Ada", "T3", "T2", card="6C"))
    hands = seen(
        ("T2", 0, 400), ("T3", 300, 900), ("T2", 800, 1200), ("reserve:Ada", 2000, 2300), ("T4", 2300, 2600)
    )
    settled = done(told, (*there, move("Ada", "reserve:Ada", "T4", card="JH")), hands)
    assert settled.fault is None and settled.hidden >= 1
    assert told.actions == [move("Ada", "reserve:Ada", "T4", card="JH")]


def test_a_card_that_came_by_way_of_another_place_went_there_at_once() -> None:
    told = truth(WANDERING)
    by_way = (move("Ada", "T2", "T3", card="5S"), move("Ada", "T3", "F1", card="5S"))
    settled = done(told, by_way, seen(("T2", 0, 400), ("T3", 300, 900), ("F1", 800, 1200)))
    assert settled.fault is None
    assert told.actions == [move("Ada", "T2", "F1", card="5S")]


def test_a_card_laid_back_by_the_other_player_was_put_back() -> None:
    told = truth({**WANDERING, "cases": {"T1": ["KC", "QD"], "T2": ["KS"], "T3": ["4H"]}})
    done(told, (move("Ada", "T1", "T2", card="QD"),), seen(("T1", 0, 400), ("T2", 300, 700)))
    back = move("Bea", "T2", "T1", card="QD")
    settled = done(told, (back,), seen(("T2", 2000, 2400), ("T1", 2300, 2700), side="north"))
    assert settled.put_back and settled.fault is None and settled.hidden == 1
    assert told.actions == [move("Ada", "T1", "T2", card="QD")], "whoever keeps the score takes it back"
