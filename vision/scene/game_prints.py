"""Boxes of printed cards of any game that says what is printed on them: each number is another print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vision.scene.game_box import GameBox
from vision.scene.numbered_prints import numbered_box
from vision.scene.paired_prints import paired_box
from vision.scene.worded_prints import worded_box

_KINDS: Mapping[str, Callable[[str, Mapping[str, Any], int], GameBox]] = {
    "numbered": numbered_box,
    "worded": worded_box,
    "paired": paired_box,
}


def print_box(name: str, plan: Mapping[str, Any], seed: int) -> GameBox:
    """Print the box of a game by its plan (``prints.json`` in the game's folder), the same for the same seed; raises
    KeyError where the plan is of no known ``kind`` or lacks what that kind needs.
    """
    return _KINDS[str(plan["kind"])](name, plan, seed)
