"""A program that runs for days, game after game on a clock that runs ahead, holds no more than at the beginning."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

LONG = bool(os.environ.get("COMPANION_LONG"))
ROUNDS, HOURS, MOVES = (60, 72, 120) if LONG else (2, 3, 16)
"""So many times every game is played, over so many hours, up to so many moves each."""
ROOT = Path(__file__).parents[2]
SETTLED = ROUNDS // 4
"""After so many rounds whatever is kept for quickness' sake is full."""
MOST_GROWTH_MB = 20.0
FEW = 3


def rounds(folder: Path, *given: object) -> list[dict[str, Any]]:
    """What the program held after each round."""
    command = [sys.executable, "-m", "tests.faults.many_games", str(folder), *map(str, given)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_game_after_game_is_held_no_longer_than_it_is_played(tmp_path: Path) -> None:
    told = rounds(tmp_path, ROUNDS, HOURS, MOVES)
    first, last = told[SETTLED], told[-1]
    print(
        f"{last['games']} games, {last['entries']} entries, {HOURS} hours; at round {SETTLED + 1} and at the end: "
        f"{first['memory_mb']} and {last['memory_mb']} MB, {first['descriptors']} and {last['descriptors']} files "
        f"open, {first['threads']} and {last['threads']} threads, {first['files']} and {last['files']} files kept"
    )
    for one in told[1:]:
        assert one["bodies"] == one["in_play"], "games that are over are not put away"
        assert abs(one["descriptors"] - told[0]["descriptors"]) <= FEW
        assert abs(one["threads"] - told[0]["threads"]) <= FEW
        assert one["files"] <= told[0]["files"] + 2 * FEW  # copies of the last games and days
        for name in ("Table", "Hub", "Viewer", "Referee", "Film"):
            assert one["own"].get(name, 0) <= max(FEW, told[0]["own"].get(name, 0)), name
    assert last["memory_mb"] - first["memory_mb"] <= MOST_GROWTH_MB
