"""Which of the photographs that a file of labels names is meant, however its path is given."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path


def meant(image: str | os.PathLike[str], named: Sequence[Path]) -> int | None:
    """Return the place of a photograph among those that are named: the same file, else the only one whose path ends
    alike for longest; None where there is none.
    """
    asked = Path(image).resolve()
    for number, path in enumerate(named):
        if path.resolve() == asked:
            return number
    for length in range(len(asked.parts) - 1, 0, -1):
        alike = [number for number, path in enumerate(named) if path.parts[-length:] == asked.parts[-length:]]
        if len(alike) == 1:
            return alike[0]
    return None
