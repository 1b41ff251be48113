"""The three games whose boxes hold printed cards: each evening another print of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vision.scene.change_horses_prints import change_horses_box
from vision.scene.game_box import GameBox
from vision.scene.racko_prints import racko_box
from vision.scene.super_crack_prints import super_crack_box

BOXES: Mapping[str, Callable[[int], GameBox]] = {
    "racko": racko_box,
    "super_crack": super_crack_box,
    "change_horses": change_horses_box,
}
"""By the game's id: draws the box of a print by its number, the same for the same number."""
