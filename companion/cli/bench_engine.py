"""How fast the rules are: whole random games, known actions only, and refusals (one core, one process)."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from companion.cli.measure import Measure
from companion.game import Action, Game, Rejected
from companion.games import all_games

PLAYERS = ("Ada", "Bea", "Cyd", "Dan")
RECORDED_GAMES = 20


def measure(seconds: float = 1.0) -> Iterator[Measure]:
    """For every game: actions a second in ``playout`` (list, pick, apply), ``referee`` (apply) and ``illegal``."""
    for game in all_games():
        recorded = [_recorded(game, seed) for seed in range(RECORDED_GAMES)]
        benches: dict[str, Callable[[int], int]] = {
            "playout": partial(_playout, game),
            "referee": partial(_referee, game, recorded),
            "illegal": partial(_refusals, game, recorded),
        }
        for name, bench in benches.items():
            rate, actions = _rate(bench, seconds)
            target = 100_000.0 if name == "referee" else None
            yield Measure("engine", f"{game.id}.{name}", rate, "actions/s", actions, None, None, target, True)


def _rate(bench: Callable[[int], int], seconds: float) -> tuple[float, int]:
    bench(0)
    actions = seed = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        actions += bench(seed)
        seed += 1
    return actions / elapsed, actions


def _new(game: Game) -> Any:
    return game.new_game(PLAYERS[: game.players[1]])


def _pick(rng: random.Random, template: Action) -> Action:
    """One concrete action of a template, chance included: dice and choices are drawn here, not in the rules."""
    action: dict[str, Any] = {}
    for key, value in template.items():
        match value:
            case {"one_of": options}:
                action[key] = rng.choice(options)
            case {"list_of": options, "count": count}:
                action[key] = rng.choices(options, k=count)
            case {"from": low, "to": high, "step": step}:
                action[key] = rng.randrange(low, high + 1, step)
            case _:
                action[key] = value
    return action


def _recorded(game: Game, seed: int) -> list[Action]:
    rng, state, actions = random.Random(seed), _new(game), list[Action]()  # noqa: S311 - a bench, no secret
    while not game.is_over(state):
        actions.append(_pick(rng, rng.choice(game.legal_actions(state))))
        state, _ = game.apply(state, actions[-1])
    return actions


def _playout(game: Game, seed: int) -> int:
    return len(_recorded(game, seed))


def _referee(game: Game, recorded: list[list[Action]], seed: int) -> int:
    state, actions = _new(game), recorded[seed % len(recorded)]
    for action in actions:
        state, _ = game.apply(state, action)
    return len(actions)


def _refusals(game: Game, recorded: list[list[Action]], seed: int) -> int:
    """The actions of a game from its end backwards, on a new game: nearly all are refused."""
    state, actions = _new(game), recorded[seed % len(recorded)]
    for action in reversed(actions):
        try:
            game.apply(state, action)
        except Rejected:
            continue
    return len(actions)
