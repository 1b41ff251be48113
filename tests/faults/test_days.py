"""A program that runs for days, game after game on a clock that runs ahead, holds no more than at the beginning."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

LONG = bool(os.environ.get("COMPANION_LONG"))
ROUNDS, HOURS, MOVES = (60, 72, 120) if LONG else (2, 3, 16)
"""So many times every game is played, over so many hours, up to so many moves each."""
ROOT = Path(__file__).parents[2]
SETTLED = ROUNDS // 4
"""After so many rounds whatever is kept for quickness' sake is full."""
MOST_GROWTH_MB = 20.0
FEW = 3
LOOKS, FILMED_GAMES, MOST_MB = 14, 60, 450.0


def program(name: str, *given: object) -> list[dict[str, Any]]:
    """What a program of its own tells, line by line."""
    command = [sys.executable, "-m", name, *map(str, given)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_game_after_game_is_held_no_longer_than_it_is_played(tmp_path: Path) -> None:
    told = program("tests.faults.many_games", tmp_path, ROUNDS, HOURS, MOVES)
    first, last = told[SETTLED], told[-1]
    print(
        f"{last['games']} games, {last['entries']} entries, {HOURS} hours; at round {SETTLED + 1} and at the end: "
        f"{first['memory_mb']} and {last['memory_mb']} MB, {first['descriptors']} and {last['descriptors']} files "
        f"open, {first['threads']} and {last['threads']} threads, {first['files']} and {last['files']} files kept"
    )
    for one in told[1:]:
        assert one["entries_held"] == one["in_play"] < one["entries"], "more is held than the game in play"
        assert abs(one["descriptors"] - told[0]["descriptors"]) <= FEW
        assert abs(one["threads"] - told[0]["threads"]) <= FEW
        assert one["files"] <= told[0]["files"] + 2 * FEW  # copies of the last games and days
        for name in ("Table", "Hub", "Viewer", "Referee", "Film"):
            assert one["own"].get(name, 0) <= max(FEW, told[0]["own"].get(name, 0)), name
    assert last["memory_mb"] - first["memory_mb"] <= MOST_GROWTH_MB


@pytest.mark.skipif(not LONG, reason="hundreds of pictures are looked at")
def test_looks_at_pictures_are_held_no_longer_than_they_count(tmp_path: Path) -> None:
    def filmed(*given: object) -> list[dict[str, Any]]:
        return program("tests.faults.filmed_evening", tmp_path, *given)

    filmed("draw", LOOKS)
    told = filmed("look", FILMED_GAMES)
    memory = [one["memory_mb"] for one in told]
    print(f"MB after each {LOOKS} looks: {memory}")
    assert len(memory) == FILMED_GAMES and all(one["moves"] > LOOKS // 2 for one in told)
    assert max(memory) <= MOST_MB and memory[-1] - memory[FILMED_GAMES // 4] <= MOST_GROWTH_MB
