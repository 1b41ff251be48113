"""The table."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Action, Instruction, View

ZONES: Mapping[str, str] = {"die": "dice"}


def visible_table(state: Any) -> Mapping[str, tuple[str, ...]]:
    """Visible table."""
    return {}


def physical_moves(state: Any, seen: Mapping[str, Sequence[str]]) -> tuple[Action, ...]:
    """Moves."""
    return ()


def put_right(before: View, after: View) -> tuple[Instruction, ...]:
    """Put right."""
    return ()


def expected_in(state: Any, zone: str) -> int | None:
    """Expected."""
    return None
