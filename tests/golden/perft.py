"""Counts from fixed positions: how many actions are legal, and how many games of two and three actions there are.

One number a line: whoever changes a rule sees which positions it touches. After Kim (Perft, python-chess examples).
"""

from __future__ import annotations

import itertools
import random
import zlib
from collections.abc import Iterator
from typing import Any

from companion.domains import instances
from companion.game import Game
from companion.simulated.players import Opening, opened, played

POSITIONS = (0, 3, 10, 30, 80)
"""After so many random actions the counting begins."""
MOST_LEAVES = 3000
DEEPEST = 3


def legal_instances(game: Game, state: Any) -> list[dict[str, Any]] | None:
    """All legal actions, None when they are too many to count."""
    every = itertools.chain.from_iterable(map(instances, game.legal_actions(state)))
    found = list(itertools.islice(every, MOST_LEAVES + 1))
    return found if len(found) <= MOST_LEAVES else None


def leaves(game: Game, state: Any, depth: int, left: int) -> int | None:
    """The number of action sequences of this length; None when there are more than ``left``."""
    actions = legal_instances(game, state)
    if actions is None or len(actions) > left:
        return None
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after, _ = game.apply(state, action)
        if (below := leaves(game, after, depth - 1, left - total)) is None:
            return None
        total += below
    return total


def positions(game: Game) -> Iterator[tuple[str, Any]]:
    """States along one random game without house rules of its own, and along one with."""
    for name, plain in (("plain", True), ("house rules", False)):
        chance = random.Random(zlib.crc32(f"{game.id}/{name}".encode()))
        opening: Opening = opened(game, chance, plain=plain)
        state, reached = opening.state(), 0
        steps = played(opening, chance, most=max(POSITIONS))
        for wanted in POSITIONS:
            for step in itertools.islice(steps, wanted - reached):
                state, reached = step.after, reached + 1
            if reached == wanted:
                yield f"{name}, {len(opening.players)} players, after {wanted:2} actions", state


def perft(games: tuple[Game, ...]) -> str:
    """The counts of all games as text."""
    lines = [
        "# legal actions, and sequences of 2 and 3 actions, from fixed positions; – where too many to count"
    ]
    for game in games:
        for name, state in positions(game):
            counts: list[int | None] = []
            for depth in range(1, DEEPEST + 1):
                counts.append(leaves(game, state, depth, MOST_LEAVES) if None not in counts else None)
            shown = " ".join(f"{'–' if count is None else count:>6}" for count in counts)
            lines.append(f"{game.id:16} {name:45} {shown}")
    return "\n".join(lines) + "\n"
