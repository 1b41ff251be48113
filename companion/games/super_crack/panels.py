"""Panels."""

from collections.abc import Mapping
from typing import Any

from companion.game import Instruction, Panel


def awaited(view: Mapping[str, Any]) -> tuple[Instruction, ...]:
    """What the table waits for."""
    return ()


def panels(view: Mapping[str, Any], language: str) -> tuple[Panel, ...]:
    """The table in words."""
    return ()
