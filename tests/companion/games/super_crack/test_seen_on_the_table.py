"""What a camera is told of a race: which pawn is to go, and which of the alike may have gone."""

from __future__ import annotations

import random
from typing import Any

from companion.games import load
from companion.games.super_crack.simulation import SIMULATION
from companion.games.super_crack.table import alike, expected_in, physical_moves, visible_table
from companion.simulated.players import Opening, played
from tests.companion.referee.scenes import Scene, done

RACE = load("super_crack")
PLAYERS = ("Ada", "Bea")
SET_UP: dict[str, Any] = {
    "phase": "racing",
    "race": 1,
    "horses": {
        "1": {"owner": "Ada", "square": 0},
        "2": {"owner": "Ada", "square": 0},
        "3": {"owner": "Bea", "square": 0},
        "5": {"owner": "Bea", "square": 0},
    },
    "hands": {"Ada": ["advance_4"], "Bea": []},
    "turn": "Ada",
    "to_roll": [1, 2],
}


def racing() -> Any:
    return RACE.new_game(PLAYERS, {}, SET_UP)


def test_SC_31_the_pawn_that_is_to_go_is_the_one_that_is_rolled_for() -> None:
    state = racing()
    assert [zone for zone in visible_table(state) if expected_in(state, zone)] == ["die", "lane_1"]
    state, _ = RACE.apply(state, {"by": "Ada", "do": "roll", "value": 3})
    assert expected_in(state, "lane_2") == 1 and expected_in(state, "lane_1") is None


def test_before_the_race_no_pawn_is_to_go() -> None:
    state = RACE.new_game(PLAYERS, {}, {})
    assert not any(expected_in(state, f"lane_{number}") for number in range(1, 17))


def cards_of_ada(state: Any, **seen: tuple[str, ...]) -> list[int]:
    shown = {**visible_table(state), "hand_1": (), "played": ("advance_4",), **seen}
    moves = (action for action in physical_moves(state, shown) if action["do"] == "play_card")
    return [action["horse"] for action in moves if action["by"] == "Ada"]


def test_a_card_on_one_of_several_alike_pawns_of_a_square_may_have_been_on_one_of_each_owner() -> None:
    """The pawns bear no number: of Ada's two red ones it is the one that was seen to go, or Bea's."""
    state = racing()
    assert cards_of_ada(state, lane_1=("square_4",)) == [1, 3]
    assert cards_of_ada(state, lane_2=("square_4",)) == [2, 3]
    assert cards_of_ada(state, lane_5=("square_4",)) == [5], "there is but one blue one"


def test_which_of_two_like_pawns_of_one_owner_went_is_not_asked_but_is_the_first() -> None:
    """Films 715 to 717: "horse 1 or horse 2?" of two red pawns that stood beside each other."""
    state = racing()
    seen = {**visible_table(state), "hand_1": (), "played": ("advance_4",)}
    for lane in ("lane_1", "lane_2", "lane_3"):
        del seen[lane]
    cards = [action for action in physical_moves(state, seen) if action["do"] == "play_card"]
    assert [action["horse"] for action in cards if action["by"] == "Ada"] == [1, 3]


def test_pawns_are_alike_as_long_as_nothing_tells_them_apart() -> None:
    state = racing()
    assert (
        alike(state, 1) == alike(state, 2) == (1, 2) and alike(state, 3) == (3,) and alike(state, 9) == (9,)
    )
    rolled, _ = RACE.apply(state, {"by": "Ada", "do": "roll", "value": 3})
    assert alike(rolled, 1) == (1,) and alike(rolled, 2) == (2,), "they stand apart"
    both, _ = RACE.apply(rolled, {"by": "Ada", "do": "roll", "value": 3})
    assert alike(both, 2) == (1, 2)


def test_pawns_of_which_one_has_rolled_already_are_not_alike() -> None:
    squares = {"1": {"owner": "Ada", "square": 7}, "2": {"owner": "Ada", "square": 10}}
    horses = {**squares, "3": {"owner": "Bea", "square": 0}}
    state = RACE.new_game(PLAYERS, {}, {**SET_UP, "horses": horses})
    state, _ = RACE.apply(state, {"by": "Ada", "do": "roll", "value": 3})
    assert state.squares[:2] == (10, 10) and state.to_roll == (2,)
    assert alike(state, 1) == (1,) and alike(state, 2) == (2,)


def test_a_simulated_family_owns_few_horses() -> None:
    chance = random.Random(3)
    opening = Opening(RACE, PLAYERS, {"max_races": 1}, {})
    shown = SIMULATION.shown
    assert shown is not None
    for step in played(opening, chance, most=200):
        if step.action["do"] == "buy_horse":
            seat = PLAYERS.index(step.action["by"])
            told = shown(step.before, step.action, chance)
            assert (told is None) == (len(step.before.stables[seat]) >= 2)


def test_a_pawn_at_the_end_of_the_red_zone_is_knocked_onto_a_square_of_the_board() -> None:
    end = -racing().setting.profile.board.red_zone
    horses = {number: {**horse, "square": end} for number, horse in SET_UP["horses"].items()}
    state = RACE.new_game(PLAYERS, {}, {**SET_UP, "horses": horses})
    refused = SIMULATION.refused
    assert refused is not None
    wrong = [one.lies for seed in range(60) if (one := refused(state, random.Random(seed))) is not None]
    stands = {squares[0] for lies in wrong for zone, squares in lies.items() if zone.startswith("lane_")}
    assert stands == {f"square_{end + 1}"}


def test_a_card_that_the_next_roll_undoes_may_have_been_on_the_pawn_that_stands_where_it_stood() -> None:
    """Film 714: it bounced back from the finish by the card, and the roll after it took it forward again."""
    finish = racing().setting.profile.board.finish
    horses = {"1": {"owner": "Ada", "square": 8}, "5": {"owner": "Bea", "square": finish - 1}}
    set_up = {**SET_UP, "horses": horses, "hands": {"Ada": ["advance_6"], "Bea": []}, "to_roll": [1]}
    state = RACE.new_game(PLAYERS, {}, set_up)
    state, _ = RACE.apply(state, {"by": "Ada", "do": "roll", "value": 1})
    seen = {**visible_table(state), "hand_1": (), "played": ("advance_6",), "die": ("4",)}
    card = {"by": "Ada", "do": "play_card", "card": "advance_6", "horse": 5}
    assert card in physical_moves(state, seen)
    scene = Scene(RACE, PLAYERS, state)
    over = ["hand_1", "played", ("Bea", "die"), ("Bea", "lane_5")]
    verdict = scene.look("Ada", over, hand_1=[], played=["advance_6"], die=["4"])
    assert done(verdict) == [("Ada", "play_card"), ("Bea", "roll")]
