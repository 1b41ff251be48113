"""Undo, amendment and answers are entries: whatever is corrected, the table shows what the effective journal says."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from companion.action import Action, Rejected
from companion.domains import kind, pick
from companion.fold import fold
from companion.game import Game
from companion.journal import Journal
from companion.simulated.players import CarelessPlayer, Opening, opened
from companion.table import Table
from tests.companion.games.kit import as_json, each_game, examples, seeds, uncounted

pytestmark = uncounted

ENTRIES = 24


@contextmanager
def a_table(opening: Opening) -> Iterator[tuple[Table, Path]]:
    """A running table with a journal of its own, the game opened on it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        journal = Journal(path)
        try:
            table = Table(journal)
            table.open_game(opening.game.id, opening.players, options=opening.options, setup=opening.setup)
            yield table, path
        finally:
            journal.close()


def replayed(opening: Opening, table: Table) -> Any:
    """The state after the moves that count, one by one from the beginning."""
    state = opening.state()
    for move in table.moves():
        state, _ = opening.game.apply(state, move.action)
    return state


def corrected(table: Table, game: Game, chance: random.Random) -> bool:
    """An undo, or an amendment of some earlier move, or the answer to the question that it raised."""
    try:
        if table.snapshot().as_json()["question"] is not None:
            table.answer(table.snapshot().as_json()["question"]["id"], choice=chance.randrange(3))
        elif chance.random() < 0.5:
            table.undo(target=chance.choice([None, *(move.seq for move in table.moves())]))
        else:
            move = chance.choice(table.moves())
            table.amend(move.seq, other_arguments(table, game, move.action, chance))
    except (Rejected, IndexError):
        return False
    return True


def other_arguments(table: Table, game: Game, action: Action, chance: random.Random) -> dict[str, Any]:
    """Arguments for a move as the game might offer them now: another die, another card, another sum."""
    for template in game.legal_actions(table.state):
        if template["do"] == action["do"]:
            open_ones = {name: value for name, value in template.items() if kind(value) is not None}
            return pick(open_ones, chance.choice)
    names = [name for name in action if name not in ("by", "do")]
    return {chance.choice(names): None} if names else {}


@each_game
@examples(4)
@given(seed=seeds)
def test_the_table_is_always_the_replay_of_the_moves_that_count(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    opening = opened(game, chance)
    careless = CarelessPlayer()
    with a_table(opening) as (table, path):
        for _ in range(ENTRIES):
            question = table.snapshot().as_json()["question"]
            if question is not None or chance.random() < 0.25 or game.is_over(table.state):
                corrected(table, game, chance)
            else:
                for action in careless(game, table.state, chance):
                    try:
                        table.act(action)
                    except Rejected:
                        continue
                    break
            state = replayed(opening, table)
            assert table.state == state and hash(table.state) == hash(state)
            fresh = fold(game, table.entries())
            assert (table.state, table.moves()) == (fresh.state, fresh.moves[: fresh.played])
            asked = table.snapshot().as_json()["question"]
            assert (asked and asked["id"]) == (fresh.question and fresh.question.seq)
            assert as_json(table.snapshot().as_json()["view"]) == as_json(dict(game.view(state).public))
        again = Journal(path)
        try:
            resumed = Table(again)
            assert resumed.state == table.state
            assert as_json(resumed.snapshot().as_json()["view"]) == as_json(
                table.snapshot().as_json()["view"]
            )
        finally:
            again.close()


@each_game
@examples(4)
@given(seed=seeds)
def test_a_tap_applies_its_action_once(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    opening = opened(game, chance)
    applied: list[Action] = []

    def counting(state: Any, action: Action) -> Any:
        applied.append(action)
        return game.apply(state, action)

    with a_table(opening) as (table, _), pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.written_game.load", lambda _: replace(game, apply=counting))
        for _ in range(ENTRIES):
            if game.is_over(table.state):
                break
            action = pick(chance.choice(game.legal_actions(table.state)), chance.choice)
            table.act(action)
            assert applied == [action]
            applied.clear()


@each_game
@examples(3)
@given(seed=seeds)
def test_undoing_an_undo_restores_the_game(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    opening = opened(game, chance)
    with a_table(opening) as (table, _):
        for _ in range(10):
            if not game.is_over(table.state):
                table.act(pick(chance.choice(game.legal_actions(table.state)), chance.choice))
        states = [table.state]
        for _ in range(5):
            table.undo()
            states.append(table.state)
        assert table.state == replayed(opening, table)
        undone = [line["seq"] for line in table.snapshot().as_json()["history"] if line["kind"] == "undo"]
        for seq, state in zip(reversed(undone), reversed(states[:-1]), strict=True):
            try:
                table.undo(target=seq)
            except Rejected as refused:  # an undo of an undo may not be offered: then nothing has changed
                assert refused.code == "unknown_entry"
                return
            assert table.state == state
