"""Who stands where at the end of an evening of Super-Crack, and with how much cash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.super_crack.words import money
from companion.podium import Place


def podium(view: Mapping[str, Any], language: str) -> tuple[Place, ...]:
    """The players as the rules rank them."""
    accounts = view["accounts"]
    return tuple(
        Place(row["rank"], (row["player"],), money(accounts[row["player"]], language))
        for row in view["ranking"]
    )
