"""The race told in words: what the table waits for, and where every horse stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Instruction, Panel
from companion.games.poker_dice_race import words
from companion.languages import Sentences

_TITLES = Sentences(
    __name__,
    {
        "horses": "The horses",
        "series": "The series",
        "horse": "Horse {number} ({owner})",
        "square": "square {square}",
        "start": "at the start",
        "home": "home, number {rank}",
        "total": "So far",
        "virtual": "Would reach",
    },
    "panel",
)


def awaited(view: Mapping[str, Any]) -> tuple[Instruction, ...]:
    """What the table waits for now: the lot, a throw, a decision, a pawn."""
    pawns = tuple(Instruction("wait_position", pawn) for pawn in view["awaiting"])
    if view["phase"] == "over":
        return (*pawns, Instruction("wait_nothing", {}))
    if view["turn"] is None:
        return (*pawns, Instruction("wait_first_player", {}))
    code = "wait_roll_or_stop" if view["can_stop"] else "wait_roll"
    return (*pawns, Instruction(code, {"player": view["turn"]}))


def panels(view: Mapping[str, Any], language: str) -> tuple[Panel, ...]:
    """Where every horse stands, and the running series."""
    rows = tuple(
        (_word("horse", language, number=number, owner=horse["owner"]), _where(horse, language))
        for number, horse in view["horses"].items()
    )
    shown = [Panel(_word("horses", language), rows)]
    if (series := view["series"]) is not None:
        faces = [" + ".join(words.face_name(face, language) for face in roll) for roll in series["rolls"]]
        reached = _word("square", language, square=series["virtual"])
        total = (_word("total", language), f"{series['total']} ({', '.join(faces)})")
        shown.append(Panel(_word("series", language), (total, (_word("virtual", language), reached))))
    return tuple(shown)


def _where(horse: Mapping[str, Any], language: str) -> str:
    if horse["rank"] is not None:
        return _word("home", language, rank=horse["rank"])
    return _word("square" if horse["square"] else "start", language, square=horse["square"])


def _word(code: str, language: str, **arguments: Any) -> str:
    return _TITLES.said(code, language, **arguments)
