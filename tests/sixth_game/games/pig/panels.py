"""Pig told in words: the scores, and what the table waits for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Instruction, Panel
from companion.languages import Sentences

_SAID = Sentences(
    __name__,
    {
        "points": "The points",
        "so_far": "So far",
    },
    "panel",
)


def awaited(view: Mapping[str, Any]) -> tuple[Instruction, ...]:
    """A card, or the decision to stop."""
    if view["turn"] is None:
        return (Instruction("wait_nothing", {}),)
    code = "wait_card_or_stop" if view["points"] else "wait_card"
    return (Instruction(code, {"player": view["turn"]}),)


def panels(view: Mapping[str, Any], language: str) -> tuple[Panel, ...]:
    """What everybody has, and what this turn has brought."""
    rows = tuple((player, str(score)) for player, score in view["scores"].items())
    return (
        Panel(_SAID.said("points", language), (*rows, (_SAID.said("so_far", language), str(view["points"])))),
    )
