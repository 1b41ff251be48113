"""Results that were worked out already, line by line in a file: a measurement of hours goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import companion

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Result = TypeVar("Result", bound="DataclassInstance")
Key = Sequence[str | float | Sequence[str] | None]
"""What a result was worked out from; the same values give the same result."""

_DECIDING = (".py", ".json", ".toml", ".onnx", ".svg")


class KeptResults(Generic[Result]):
    """The results in one file, dataclasses; those of another program than this one are not taken for its own.

    ``read`` makes a result again of its fields; ``rooms`` are the packages whose change may change a result.
    """

    def __init__(
        self, path: Path, read: Callable[[dict[str, Any]], Result], rooms: tuple[str, ...] = ("companion",)
    ) -> None:
        """Raises ``OSError`` if the file cannot be read, and ``ValueError`` if it holds something else."""
        self._path = path
        self._program = program(rooms)
        self._known: dict[str, Result] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                told = json.loads(line)
                if told["program"] == self._program:
                    self._known[json.dumps(told["from"])] = read(told["result"])

    def get(self, key: Key) -> Result | None:
        """The result of these values, None if it has not been worked out."""
        return self._known.get(json.dumps(key))

    def keep(self, keys: Iterable[Key], results: Sequence[Result]) -> None:
        """Writes the results of these values, in the same order."""
        with self._path.open("a", encoding="utf-8") as file:
            for key, result in zip(keys, results, strict=True):
                told = {"program": self._program, "from": key, "result": asdict(result)}
                file.write(json.dumps(told) + "\n")
                self._known[json.dumps(key)] = result


@cache
def program(rooms: tuple[str, ...]) -> str:
    """A digest of all that decides in these packages: any change of it may change a result."""
    digest = hashlib.sha256()
    house = Path(companion.__file__).parents[1]
    for room in rooms:
        for path in sorted(path for path in (house / room).rglob("*") if path.suffix in _DECIDING):
            digest.update(str(path.relative_to(house)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]
