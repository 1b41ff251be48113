"""How fast the rules are: whole random games, known actions only, refusals, and an evening read back (one core)."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from companion.action import Action, Rejected
from companion.bench.measure import Measure
from companion.domains import pick
from companion.game import Game
from companion.games import all_games
from companion.progress import progress
from companion.record import Header, parse, replay, write
from companion.simulated.players import table_before

PLAYERS = ("Ada", "Bea", "Cyd", "Dan")
RECORDED_GAMES = 20
MOST_ACTIONS = 2000
"""A recorded game is cut here."""
EVENING = 300
"""The actions of a long game: an evening that is read back from its journal."""

EVENING_TARGET = 60.0


def measure(seconds: float = 1.0) -> Iterator[Measure]:
    """For every game, actions a second in ``playout`` (list, pick, apply), ``referee`` (apply) and ``illegal``, and
    ``evening``, the milliseconds that a record of 300 actions takes to be read and replayed."""
    for game in progress(all_games(), "games"):
        recorded = [_recorded(game, seed) for seed in range(RECORDED_GAMES)]
        benches: dict[str, tuple[Callable[[int], int], float | None]] = {
            "playout": (partial(_playout, game), game.speed.playout),
            "referee": (partial(_referee, game, recorded), game.speed.referee),
            "illegal": (partial(_refusals, game, recorded), None),
        }
        for name, (bench, target) in benches.items():
            rate, actions = _rate(bench, seconds)
            yield Measure("engine", f"{game.id}.{name}", rate, "actions/s", actions, None, None, target, True)
        milliseconds, times = _evening(game, recorded, seconds)
        name = f"{game.id}.evening"
        yield Measure("engine", name, milliseconds, "ms", times, None, None, EVENING_TARGET, False)


def _rate(bench: Callable[[int], int], seconds: float) -> tuple[float, int]:
    bench(0)
    actions = seed = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        actions += bench(seed)
        seed += 1
    return actions / elapsed, actions


def _header(game: Game) -> Header:
    players = PLAYERS[: game.players[1]]
    dealt = table_before(game, players, random.Random(0))  # noqa: S311 - a bench, no secret
    return Header(game.id, players, {}, dealt)


def _new(game: Game) -> Any:
    header = _header(game)
    return game.new_game(header.players, header.options, header.setup)


def _recorded(game: Game, seed: int, most: int = MOST_ACTIONS) -> list[Action]:
    rng, state, actions = random.Random(seed), _new(game), list[Action]()  # noqa: S311 - a bench, no secret
    while not game.is_over(state) and len(actions) < most:
        actions.append(pick(rng.choice(game.legal_actions(state)), rng.choice))
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


def _evening(game: Game, recorded: list[list[Action]], seconds: float) -> tuple[float, int]:
    """Mean milliseconds to parse and replay 300 actions (one long game, or several short ones), and how often."""
    texts, left = list[str](), EVENING
    for actions in recorded:
        if left > 0:
            texts.append(write(_header(game), actions[:left]))
            left -= len(actions[:left])
    times, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds or not times:
        for text in texts:
            if not (replayed := replay(parse(text))).ok:
                raise RuntimeError(f"{game.id}: a recorded game does not replay: {replayed.error}")
        times += 1
    return 1000 * elapsed / times, times


# ---------------------------------------------------------------- beside other engines


def measure_against(folder: Path, seconds: float = 1.0) -> Iterator[Measure]:
    """Our games in the loops of a folder of benches for other engines, and those engines where they are installed.

    The folder holds ``bench_adapter.py``, whose ``benches(module)`` makes its loops of four functions,
    ``new_game(rng)``, ``legal_actions(state, rng)``, ``apply(state, action)``, ``is_over(state)``; ``common.py`` with
    ``measure(name, playout, seconds, warmup)``; and a ``bench_*.py`` an engine, which prints JSON lines with
    ``bench``, ``actions`` and ``actions_per_s``. Ours come out as ``ours.<id>.…``.
    """
    for script in sorted(folder.glob("bench_*.py")):
        if script.name != "bench_adapter.py":
            command = [sys.executable, str(script), str(seconds)]
            done = subprocess.run(command, capture_output=True, text=True, cwd=folder)  # noqa: S603 - as asked
            yield from (_line(line) for line in done.stdout.splitlines() if line.startswith("{"))
            if done.returncode != 0:
                print(f"{script.name} did not run: is its engine installed?", file=sys.stderr)
    sys.path.insert(0, str(folder))
    try:
        adapter, common = importlib.import_module("bench_adapter"), importlib.import_module("common")
    finally:
        sys.path.remove(str(folder))
        for name in ("bench_adapter", "common"):
            sys.modules.pop(name, None)
    for game in all_games():
        for bench in adapter.benches(_as_adapter(game)):
            with contextlib.redirect_stdout(io.StringIO()) as line:
                common.measure(f"ours.{game.id}.{bench.__name__}", bench, seconds, min(0.5, seconds))
            yield _line(line.getvalue())


def _as_adapter(game: Game) -> SimpleNamespace:
    """The four functions of the adapter; of a template, one instance drawn by chance stands for all."""

    def new_game(rng: random.Random) -> Any:
        return _new(game)

    def legal_actions(state: Any, rng: random.Random) -> list[Action]:
        return [pick(template, rng.choice) for template in game.legal_actions(state)]

    def apply(state: Any, action: Action) -> Any:
        return game.apply(state, action)[0]

    return SimpleNamespace(new_game=new_game, legal_actions=legal_actions, apply=apply, is_over=game.is_over)


def _line(text: str) -> Measure:
    line = json.loads(text)
    return Measure("engine", line["bench"], line["actions_per_s"], "actions/s", line["actions"])
