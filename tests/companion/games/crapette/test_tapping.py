"""Playing by taps: what is offered by a tap is possible, and all that is wise can be tapped."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.action import Rejected
from companion.domains import pick
from companion.games.crapette import drawing
from companion.games.crapette.tapping import drop, free_card, mover
from tests.companion.games.crapette.positions import laid
from tests.companion.games.kit import sample

TOLD_OTHERWISE = {
    "agree_draw",
    "call",
    "pass",
    "correct",
    "choose_first",
    "show_under",
    "accept",
    "take_back",
}
"""What is said by a button of its own."""


def states() -> Iterator[Any]:
    """Moments of whole games, each with the game that leads to it."""
    for step in sample("crapette")[::23]:
        yield step.before


def kinds(view: dict[str, Any], **how: Any) -> dict[str, tuple[str, Any]]:
    return {place.zone: (place.kind, place.action) for place in drawing.places(view, "fr", **how)}


def test_whatever_is_tapped_can_be_done_by_hands() -> None:
    from companion.games import load

    game, tried = load("crapette"), 0
    for state in states():
        view = dict(game.view(state).public)
        for zone, (kind, action) in kinds(view).items():
            if kind == "do":
                game.apply(state, action)
            if kind != "take":
                continue
            assert drawing.taken(view, zone) == zone
            for aim, (there, dropped) in kinds(view, taken=zone).items():
                if there == "drop":
                    game.apply(state, dropped)
                    tried += 1
                else:
                    assert aim == zone or aim.startswith(("stock:", "hand:"))
    assert tried > 1000


def test_every_wise_move_can_be_tapped() -> None:
    from companion.games import load

    game, chance, met = load("crapette"), random.Random(5), set()
    for state in states():
        view = dict(game.view(state).public)
        if view["phase"] != "play" or view["deciding"] is not None:
            continue
        shown = kinds(view)
        for template in game.legal_actions(state):
            action = pick(template, chance.choice)
            if action["do"] in TOLD_OTHERWISE:
                continue
            met.add(action["do"])
            if action["do"] == "move":
                assert shown[action["from"]][0] == "take"
                assert mover(view, action["from"], None) == action["by"]
                assert drop(view, action["by"], action["from"], action["to"]) == action
            elif action["do"] == "discard":
                source = f"hand:{action['by']}"
                tapped = drop(view, action["by"], source, f"waste:{action['by']}")
                assert shown[source][0] == "take" and tapped == {**action, "card": free_card(view, source)}
            elif action["do"] == "recycle":
                assert shown[f"stock:{action['by']}"] == ("do", action)
            else:
                pile = "stock" if action["do"] == "draw" else "reserve"
                asked = drawing.asked(view, f"{pile}:{action['by']}")
                assert asked == {name: action[name] for name in ("by", "do")}
    assert met == {"move", "draw", "discard", "turn_reserve", "recycle"}


def test_a_phone_takes_its_own_cards_and_on_its_turn_all() -> None:
    view = laid(wastes={"Bea": {"count": 1, "top": "2C"}}).view
    mine, theirs = kinds(view, seat="Ada"), kinds(view, seat="Bea")
    assert mine["T1"][0] == "take" and theirs["T1"][0] == ""
    assert theirs["reserve:Bea"][0] == "take" and theirs["reserve:Ada"][0] == ""
    assert theirs["stock:Ada"][0] == "" and theirs["stock:Bea"][0] == "ask"


def test_a_proof_is_made_with_the_other_ones_card() -> None:
    play = laid(cases={"T3": ["10S"]}, reserves={"Ada": {"count": 4, "top": "9D"}}).do(
        "Ada", "draw", card="3H"
    )
    assert play.view["turn"] == "Bea" and mover(play.view, "reserve:Ada", None) == "Bea"
    _, events = play.game.apply(play.state, drop(play.view, "Bea", "reserve:Ada", "T3"))
    assert "proof_made" in [event.name for event in events]


def test_nothing_is_tapped_while_a_coach_waits_or_after_the_end() -> None:
    play = laid(referee="coach", hands={"Ada": "9D"}, cases={"T3": ["10S"]}).do("Ada", "discard")
    assert play.view["deciding"] == "Ada"
    assert {kind for kind, _ in kinds(play.view).values()} == {""}
    assert drawing.taken(play.view, "T3") is None


@pytest.mark.parametrize("zone", [None, "", "T9", "stock:Ada", "hand:Ada", "reserve:Nobody", "F1"])
def test_an_address_selects_only_what_can_be_taken(zone: str | None) -> None:
    assert drawing.taken(laid().view, zone) is None


def test_targets_are_what_the_hints_tell() -> None:
    shown = laid(cases={"T3": ["10S"]}, reserves={"Ada": {"count": 4, "top": "9D"}}).view
    assert drawing.targets(shown, "reserve:Ada") == ["T3", "T4"]
    without = laid(cases={"T3": ["10S"]}, reserves={"Ada": {"count": 4, "top": "9D"}}, hints="off").view
    assert drawing.targets(without, "reserve:Ada") == []


def test_every_zone_tells_what_lies_there() -> None:
    view = laid(cases={"T1": ["KH", "QS"]}, face_down=["Ada"]).view
    told = {place.zone: place.told for place in drawing.places(view, "fr")}
    assert told["T1"] == "Case 1 : roi de cœur, dame de pique"
    assert told["reserve:Ada"] == "Crapette d’Ada : carte cachée, 5 cartes"
    assert told["F1"] == "Pile 1 : vide" and told["stock:Bea"] == "Talon de Bea : 20 cartes"
    assert {place.zone: place.told for place in drawing.places(view, "en")}["F2"] == "Foundation 2: empty"


def test_a_drop_that_the_rules_refuse_says_why() -> None:
    play = laid()
    with pytest.raises(Rejected, match="same_zone"):
        play.game.apply(play.state, drop(play.view, "Ada", "T1", "T1"))
