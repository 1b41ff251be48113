"""Who stands where at the end of Racko: with points, chips, or as teams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.podium import Place, ranked

_PAIRS = ((0, 2), (1, 3))


def podium(view: Mapping[str, Any], language: str) -> tuple[Place, ...]:
    """The winners first, whoever has more; partners sit opposite each other and stand together."""
    seats = view["seats"]
    if view["options"]["teams"]:
        sums = view["team_scores"].values()
        teams = [tuple(seats[seat] for seat in pair) for pair in _PAIRS]
        return ranked(dict(zip(teams, sums, strict=True)), view["winners"])
    has: Mapping[str, int] = view["chips"] if "chips" in view else view["scores"]
    return ranked({(player,): has[player] for player in seats}, view["winners"])
