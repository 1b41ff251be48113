"""How a family puts pawns down wrongly, and that the page says so."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from companion.games import load
from companion.referee import Referee
from companion.simulated.evening import Evening
from companion.simulated.following import FollowedByReferee
from companion.simulated.players import opened_evening

GAME = load("poker_dice_race")
MISPLACED = GAME.simulation.misplaced


def running(*rolls: list[str], horses: Mapping[str, Any] | None = None) -> Any:
    setup = {
        "phase": "racing",
        "turn": "Ada",
        "horses": horses or {"1": {"square": 3}, "2": {"square": 9}},
        "series": {"horse": 1, "rolls": list(rolls)},
    }
    return GAME.new_game(("Ada", "Bea"), {"stable": "single"}, setup)


def wrongly(before: Any, action: dict[str, Any], seed: int) -> Mapping[str, tuple[str, ...]]:
    after, _ = GAME.apply(before, action)
    assert MISPLACED is not None
    return MISPLACED(before, action, after, random.Random(seed))


def test_a_pawn_stands_a_step_too_far_or_too_short_or_it_is_another_one() -> None:
    before = running(["K", "Q"], ["J", "9"])
    seen = {tuple(sorted(wrongly(before, {"by": "Ada", "do": "stop"}, seed).items())) for seed in range(30)}
    assert (("square_5", ("horse_1",)), ("square_6", ())) in seen
    assert (("square_6", ()), ("square_7", ("horse_1",))) in seen
    another = (("square_12", ("horse_2",)), ("square_3", ("horse_1",)), ("square_6", ()), ("square_9", ()))
    assert another in seen
    assert len(seen) == 3


def test_a_pawn_that_should_go_back_stays_beside_the_one_that_came() -> None:
    before = running(["K", "Q"], ["J", "9"], horses={"1": {"square": 3}, "2": {"square": 6}})
    seen = [wrongly(before, {"by": "Ada", "do": "stop"}, seed) for seed in range(10)]
    assert {"square_3": (), "square_6": ("horse_1", "horse_2")} in seen


def test_a_pawn_is_moved_although_the_series_is_lost() -> None:
    lost = {"by": "Ada", "do": "roll", "dice": ["9", "A"]}
    assert wrongly(running(["K", "Q"]), lost, 1) == {"square_3": (), "square_5": ("horse_1",)}


@pytest.mark.parametrize("dice", [["K", "9"], ["Q", "J"]])
def test_a_throw_that_counts_moves_nothing(dice: list[str]) -> None:
    assert wrongly(running(["K", "Q"]), {"by": "Ada", "do": "roll", "dice": dice}, 1) == {}


def test_what_stands_wrongly_is_said_and_put_right() -> None:
    chance = random.Random("other/0")
    opening = opened_evening(GAME, chance, GAME.simulation.film)
    kinds = ("careful", "child")
    evening = Evening(opening, kinds, FollowedByReferee.by(Referee), chance, error=0.01, misplaces=True)
    outcome = evening.play()
    assert outcome.visible >= 1
    assert outcome.announced == outcome.visible
    assert outcome.over and not outcome.wrong_at_end
    assert dict(outcome.tapped)["first_player"] == 1
