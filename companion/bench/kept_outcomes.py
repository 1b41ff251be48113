"""Evenings that were played already, line by line in a file: a measurement of hours goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import companion
from companion.simulated.outcome import Outcome

Played = tuple[str, tuple[str, ...], float, str, int]
"""Which evening it was: the game's id, the kinds of players, the reading error, the purpose and the seed."""


class KeptOutcomes:
    """The outcomes in one file; those of another program than this one are not taken for its own."""

    def __init__(self, path: Path) -> None:
        """Raises ``OSError`` if the file cannot be read, and ``ValueError`` if it holds something else."""
        self._path = path
        self._known: dict[Played, Outcome] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                told = json.loads(line)
                if told["program"] == program():
                    self._known[_played(told["played"])] = _outcome(told["outcome"])

    def get(self, played: Played) -> Outcome | None:
        """What became of an evening, None if it has not been played."""
        return self._known.get(played)

    def keep(self, evenings: Iterable[Played], outcomes: Sequence[Outcome]) -> None:
        """Writes what became of these evenings, in the same order."""
        with self._path.open("a", encoding="utf-8") as file:
            for played, outcome in zip(evenings, outcomes, strict=True):
                told = {"program": program(), "played": played, "outcome": asdict(outcome)}
                file.write(json.dumps(told) + "\n")


@cache
def program() -> str:
    """A digest of all of ``companion``: any change of it may change an evening."""
    digest = hashlib.sha256()
    folder = Path(companion.__file__).parent
    for path in sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".json")):
        digest.update(str(path.relative_to(folder)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _played(told: Sequence[Any]) -> Played:
    game_id, kinds, error, purpose, seed = told
    return str(game_id), tuple(kinds), float(error), str(purpose), int(seed)


def _outcome(told: dict[str, Any]) -> Outcome:
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in told.items()
    }
    return Outcome(**values)
