"""What lies on the table: symbols in order, what hands can do to it, and what they put right after an undo."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import given

from companion.action import BANK, TABLE, Action, Rejected
from companion.game import Game
from companion.readers import Reader
from companion.simulated.players import CarelessPlayer, Step, opened, played
from tests.companion.games.kit import each_game, examples, sample, seeds, some

DECISIONS: Mapping[str, frozenset[str]] = {
    "super_crack": frozenset({"settle", "abandon_race", "end_game", "declare_bankrupt", "close_market"}),
    "change_horses": frozenset({"horses_moved"}),
    "crapette": frozenset({"call", "take_back", "correct"}),
}
"""Actions that are said, not done by one hand: what changes on the table then is put right in several moves."""


@each_game
def test_the_visible_table_is_symbols_in_order(game: Game) -> None:
    for step in some(game, 150):
        table: Mapping[str, Sequence[str]] = game.visible_table(step.after)
        for zone, things in table.items():
            assert isinstance(zone, str) and not isinstance(things, str)
            assert isinstance(things, Sequence) and all(isinstance(thing, str) for thing in things)


@each_game
def test_expected_in_counts_things_or_says_nothing(game: Game) -> None:
    for step in sample(game.id)[::10]:
        for zone in (*game.zones, "no_such_zone"):
            count = game.expected_in(step.after, zone)
            assert count is None or (type(count) is int and count >= 0)


# ------------------------------------------------------------------------------- moves of hands


def explains(move: Action, done: Action) -> bool:
    """Whether a move of hands is the action that was done: the same, with whatever faces became visible."""
    return all(move.get(name) == value for name, value in done.items() if value is not None)


def bare(game: Game, step: Step) -> Action:
    """The action without the arguments that change nothing: what a slip of the hand only happens to carry.

    Where any seat may say what the table does, who said it is such an argument, too.
    """
    action = dict(game.redacted(step.action, None))
    for nobody in (TABLE, BANK):
        if by_nobody(game, step, nobody):
            action["by"] = nobody
    for name in [name for name in action if name not in ("by", "do")]:
        less = {key: value for key, value in step.action.items() if key in action and key != name}
        try:
            after, events = game.apply(step.before, less)
        except Rejected:
            continue
        if after == step.after and tuple(events) == step.events:
            del action[name]
    return action


def by_nobody(game: Game, step: Step, nobody: str) -> bool:
    """Whether the table, or the bank, does the very same with this action."""
    try:
        after, events = game.apply(step.before, {**step.action, "by": nobody})
    except Rejected:
        return False
    return bool(after == step.after and tuple(events) == step.events)


def does_the_same(game: Game, step: Step, move: Action) -> bool:
    """Whether a move is the action in other words (Crapette: from the hand to the waste is a discard)."""
    try:
        after, events = game.apply(step.before, move)
    except Rejected:
        return False
    return bool(after == step.after and tuple(events) == step.events)


def thrown(game: Game, action: Action) -> dict[str, tuple[str, ...]]:
    """The dice of the action, where the camera reads dice: they lie there only until the next throw."""
    faces = action.get("dice", [action["value"]] if "value" in action else [])
    return {
        zone: tuple(map(str, faces)) for zone, things in game.zones.items() if things is Reader.DICE and faces
    }


def hands_did(game: Game, step: Step) -> bool:
    """Whether the action changed what the camera sees, by one thing that hands did."""
    tapped = game.hands.tapped if game.hands is not None else frozenset()
    if step.action["do"] in DECISIONS.get(game.id, frozenset()) | tapped:
        return False
    return game.visible_table(step.before) != game.visible_table(step.after)


@each_game
@examples(8)
@given(seed=seeds)
def test_what_hands_did_is_among_the_moves_that_explain_the_table(game: Game, seed: int) -> None:
    """Legal moves and slips alike: from the table before and the picture after, the action itself is found."""
    chance = random.Random(seed)
    opening = opened(game, chance)
    for step in played(opening, chance, CarelessPlayer(0.4), most=120):
        if not hands_did(game, step) or _undone_by_the_referee(step):
            continue
        seen = {**game.visible_table(step.after), **thrown(game, step.action)}
        moves = game.physical_moves(step.before, seen)
        done = bare(game, step)
        found = any(explains(move, done) for move in moves) or any(
            does_the_same(game, step, move) for move in moves
        )
        assert found, (dict(done), _difference(game, step), moves)


def _undone_by_the_referee(step: Step) -> bool:
    """A call puts cards back at once: the picture after is not the one that the hands made."""
    return any(event.name in ("crapette_called", "taken_back", "penalty_card") for event in step.events)


def _difference(game: Game, step: Step) -> dict[str, Any]:
    before, after = game.visible_table(step.before), game.visible_table(step.after)
    zones = sorted({*before, *after})
    return {z: (before.get(z), after.get(z)) for z in zones if before.get(z) != after.get(z)}


@each_game
def test_where_nothing_changed_no_hand_need_have_moved(game: Game) -> None:
    """A picture of the table as it should be demands nothing; at most it confirms what is there."""
    for step in some(game, 120):
        seen = game.visible_table(step.after)
        for move in game.physical_moves(step.after, seen):
            try:
                after, _ = game.apply(step.after, move)
            except Rejected as refused:
                assert refused.code in game.codes.refusals
            else:
                assert game.visible_table(after) == seen, move


@each_game
def test_moves_of_hands_are_actions_of_the_game(game: Game) -> None:
    """Whatever is seen, the moves are actions that the rules play or refuse with a code."""
    chance, steps = random.Random(0), sample(game.id)
    for _ in range(150):
        step, other = chance.choice(steps), chance.choice(steps)
        for move in game.physical_moves(step.after, game.visible_table(other.after))[:40]:
            assert move["do"] in game.codes.actions
            try:
                game.apply(step.after, move)
            except Rejected as refused:
                assert refused.code in game.codes.refusals


@each_game
def test_a_hand_over_some_zones_hides_no_more_than_these(game: Game) -> None:
    """With zones left out there are still only actions of the game, and none of it fails."""
    chance = random.Random(1)
    for step in some(game, 80):
        seen = game.visible_table(step.after)
        partly = {zone: faces for zone, faces in seen.items() if chance.random() < 0.6}
        for move in game.physical_moves(step.before, partly):
            assert move["do"] in game.codes.actions


@each_game
def test_zones_that_are_not_seen_explain_nothing(game: Game) -> None:
    for step in some(game, 60):
        assert game.physical_moves(step.before, {}) == ()


# ------------------------------------------------------------------------------- putting right


@each_game
def test_nothing_needs_putting_right_where_nothing_changed(game: Game) -> None:
    for step in some(game, 120):
        assert not game.put_right(game.view(step.after), game.view(step.after))


@each_game
def test_a_visible_change_taken_back_is_put_right_by_hands(game: Game) -> None:
    """Where an undo changes what lies on the table face up, hands are told something."""
    told = changed = 0
    for step in some(game, 300):
        if hands_did(game, step):
            changed += 1
            told += bool(game.put_right(game.view(step.after), game.view(step.before)))
    assert not changed or told >= changed * 0.9, (told, changed)
