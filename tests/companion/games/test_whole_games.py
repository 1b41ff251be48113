"""Simulated players play whole games, well and badly: none crashes, none loses a card, every one comes to an end.

A few in every run; ten thousand of every game with ``make test-long``, on all cores (or COMPANION_GAMES of them).
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from companion.game import Game
from companion.games import load
from companion.simulated.players import PLAYERS, opened, played
from tests.companion.games.invariants import hold
from tests.companion.games.kit import LONG, each_game, uncounted

pytestmark = uncounted

GAMES_EACH = int(os.environ.get("COMPANION_GAMES", "10000")) if LONG else 6
BATCH = 50


def whole_games(game_id: str, first: int, count: int) -> Counter[str]:
    """Plays so many games, each from its own seed; what was played, by kind of player, and the longest."""
    game, told = load(game_id), Counter[str]()
    for seed in range(first, first + count):
        kind = list(PLAYERS)[seed % len(PLAYERS)]
        chance = random.Random(f"{game_id}/{seed}")
        opening = opened(game, chance, plain=seed % 5 == 0)
        last, actions = None, 0
        try:
            for last in played(opening, chance, PLAYERS[kind]()):
                actions += 1
                told["infractions"] += sum(event.name == "infraction" for event in last.events)
                if actions % 25 == 0:
                    hold(game_id, game.view(last.after).complete)
            assert last is not None and game.is_over(last.after), f"not over after {actions} actions"
            hold(game_id, game.view(last.after).complete)
        except Exception as error:
            raise AssertionError(
                f"{game_id}, {kind} play, seed {seed}, after {actions} actions: {error!r}"
            ) from error
        told["games"] += 1
        told[f"{kind} games"] += 1
        told["actions"] += actions
    return told


@each_game
def test_whole_games_end_without_a_lost_card(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    if not LONG:
        assert whole_games(game.id, 0, GAMES_EACH)["games"] == GAMES_EACH
        return
    told, failures = Counter[str](), list[str]()
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("fork")) as cores:
        batches = [cores.submit(whole_games, game.id, first, BATCH) for first in range(0, GAMES_EACH, BATCH)]
        for batch in batches:
            if failure := batch.exception():
                failures.append(str(failure))
            else:
                told += batch.result()
    assert not failures, "\n".join(failures)
    assert told["games"] == GAMES_EACH
    with capsys.disabled():
        print(f"\n{game.id}: {json.dumps(dict(told))}", file=sys.stderr)


@each_game
def test_careless_hands_do_slip(game: Game) -> None:
    """The careless players are worth their name: in Crapette they commit faults, elsewhere they are refused."""
    told = whole_games(game.id, 2, 1)
    assert told["careless games"] == 1
    assert game.id != "crapette" or told["infractions"] > 0
