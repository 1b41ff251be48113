"""What the kit's tests share: every game, samples of its play, and what must hold at every moment of it."""

from __future__ import annotations

import copy
import functools
import importlib
import itertools
import json
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.vendor.pretty import for_type_by_name

from companion.action import Action, Event, Rejected
from companion.game import Game
from companion.games import game_ids, load
from companion.simulated.players import PLAYERS, Step, opened, played

REPOSITORY = Path(__file__).parents[3]
LONG = bool(os.environ.get("COMPANION_LONG"))
UNKNOWN_ARGUMENT = "–"
MOST_SAMPLED = 4000
"""When so many actions have been played, no further game is begun for the sample."""

# Hypothesis shows what a test was given: a whole manifest would bury what it has to say.
for_type_by_name(Game.__module__, Game.__name__, lambda game, printer, cycle: printer.text(game.id))

BROKEN: dict[str, Exception] = {}
"""Folders among the games that cannot be loaded, and why: one broken game does not hide the others."""


def _loaded() -> Iterator[Game]:
    for game_id in game_ids():
        try:
            yield load(game_id)
        except Exception as error:  # whatever a game under construction raises
            BROKEN[game_id] = error


GAMES = tuple(_loaded())
uncounted = pytest.mark.no_cover
"""These play so much that measuring their coverage takes longer than they do; the games' own tests are measured."""
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
seeds = st.integers(min_value=0, max_value=2**32 - 1)


def examples(count: int) -> settings:
    """So many examples, always the same ones; with COMPANION_LONG many more, and new ones each time."""
    return settings(
        max_examples=count * 20 if LONG else count,
        deadline=None,
        derandomize=not LONG,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@functools.cache
def sample(game_id: str, most: int = 400) -> tuple[Step, ...]:
    """The first and the last steps of a dozen games, played by players of every kind under various house rules."""
    steps: list[Step] = []
    actions = 0
    for seed, kind in enumerate(itertools.islice(itertools.cycle(PLAYERS), 12)):
        if actions > MOST_SAMPLED:
            break
        chance = random.Random(seed)
        opening = opened(load(game_id), chance, plain=seed == 0)
        game = list(played(opening, chance, PLAYERS[kind]()))
        actions += len(game)
        steps += game if len(game) <= most else [*game[: most // 2], *game[-most // 2 :]]
    return tuple(steps)


def some(game: Game, count: int, seed: int = 0) -> list[Step]:
    """Steps of the sample, drawn at random."""
    steps = sample(game.id)
    return random.Random(seed).sample(steps, min(count, len(steps)))


def shown(game: Game, state: Any) -> dict[str, Any]:
    """A copy of everything that the referee sees."""
    return copy.deepcopy(game.view(state).complete)


def as_json(value: Any) -> str:
    """A value as JSON text; fails for what JSON cannot hold."""
    return json.dumps(value, allow_nan=False, ensure_ascii=False)


def refusal(game: Game, state: Any, action: Action) -> Rejected | None:
    """How an action is refused, None when it is accepted; any other exception fails the test."""
    try:
        game.apply(state, action)
    except Rejected as refused:
        return refused
    return None


def plain_words(said: str) -> bool:
    """Whether a sentence was filled in: something is said, and neither a field nor a placeholder is left."""
    return bool(said.strip()) and "{" not in said and "}" not in said and UNKNOWN_ARGUMENT not in said


def package_files(game: Game) -> list[Path]:
    """The Python files of a game's package."""
    module = importlib.import_module(f"companion.games.{game.id}")
    assert module.__file__ is not None
    return sorted(Path(module.__file__).parent.rglob("*.py"))


def rules_module(game: Game) -> Any:
    """The module, or the package, of the rules."""
    return importlib.import_module(f"companion.games.{game.id}.rules")


def may_know(event: Event, seat: str | None) -> bool:
    """Whether an event is for everybody, or for this seat."""
    return event.audience is None or seat in event.audience


def choices_of(given: Mapping[str, Any], options: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """The same arguments with one of them replaced in turn by each of these."""
    for name in given:
        for option in options:
            yield {**given, name: option}
