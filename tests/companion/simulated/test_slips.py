"""What hands that slip lay down: whatever it is, the rules refuse it by what they are asked about such a table."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.action import Rejected
from companion.game import Game
from companion.games import game_ids, load
from tests.companion.referee.scenes import Scene
from tests.companion.referee.test_other_games import lap_of_horses, race
from tests.companion.referee.test_racko_table import round_of_racko
from tests.companion.referee.test_refused import racing


def with_a_card_in_the_hand() -> Scene:
    scene = round_of_racko()
    scene.play({"by": "Ada", "do": "take_discard"})
    return scene


def codes(game: Game, state: Any, lies: Mapping[str, Sequence[str]]) -> set[str]:
    """With what the rules refuse what hands may have done so that the table looks like this."""
    found = set[str]()
    for action in game.physical_moves(state, {**game.visible_table(state), **lies}):
        try:
            game.apply(state, action)
        except Rejected as refusal:
            found.add(refusal.code)
    return found


SCENES = {
    "dice": (race, {"wrong_dice_count"}),
    "card in the hand": (with_a_card_in_the_hand, {"must_exchange", "card_not_in_game"}),
    "lap": (lap_of_horses, {"not_your_turn", "card_not_in_front", "wrong_horse_position"}),
    "horses": (racing, {"not_your_turn", "wrong_square"}),
}


@pytest.mark.parametrize("scene", SCENES)
def test_the_rules_refuse_what_a_hand_does_that_slips(scene: str) -> None:
    begun, expected = SCENES[scene]
    table = begun()
    game, hands, met = table.game, table.game.hands, set[str]()
    assert game.simulation.refused is not None and hands is not None
    for seed in range(60):
        wrong = game.simulation.refused(table.state, random.Random(seed))
        if wrong is None:
            continue
        assert wrong.by in table.players
        refused = codes(game, table.state, wrong.lies) & hands.puts_right
        assert refused, wrong
        met |= refused
    assert met >= expected


@pytest.mark.parametrize(
    ("begun", "action"),
    [(racing, {"by": "Ada", "do": "roll", "value": 4}), (racing, {"by": "Ada", "do": "roll", "value": 1})],
)
def test_a_pawn_that_is_put_down_wrongly_stands_on_a_wrong_square(begun: Any, action: dict[str, Any]) -> None:
    table = begun()
    misplaced, met = table.game.simulation.misplaced, set[frozenset[str]]()
    after, _ = table.game.apply(table.state, action)
    for seed in range(40):
        wrongly = misplaced(table.state, action, after, random.Random(seed))
        if wrongly:
            assert codes(table.game, after, wrongly) == {"wrong_square"}
            met.add(frozenset(wrongly))
    assert {len(zones) for zones in met} == {1, 2}, "the pawn, or another one instead"


def test_a_piece_goes_too_far_or_another_one_goes_instead() -> None:
    game = load("change_horses")
    lanes = {letter: {"lane": lane, "row": 0} for lane, letter in enumerate("ABCDEF", start=1)}
    setup = {"phase": "move", "horses": lanes, "board": [{"by": "Ada", "card": "AB"}]}
    state = game.new_game(("Ada", "Bea"), {}, setup)
    action = {"by": "table", "do": "horses_moved"}
    after, _ = game.apply(state, action)
    assert game.simulation.misplaced is not None
    met = {len(game.simulation.misplaced(state, action, after, random.Random(seed))) for seed in range(40)}
    assert met >= {2, 4}


def test_hands_slip_in_every_game_that_refuses_what_they_do() -> None:
    for game_id in game_ids():
        game = load(game_id)
        refuses = game.hands is not None and bool(game.hands.puts_right)
        assert refuses == (game.simulation.refused is not None), game_id
