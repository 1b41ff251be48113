"""Odds."""

from collections.abc import Mapping
from typing import Any


def outlook(view: Mapping[str, Any]) -> dict[str, Any]:
    """Chances."""
    return {}
