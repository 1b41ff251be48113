"""Who stands where at the end of Change Horses: as the horses came in, the last one best."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.change_horses.oval import short_colour
from companion.podium import Place


def podium(view: Mapping[str, Any], language: str) -> tuple[Place, ...]:
    """The players by their best horse; where the last horse is nobody's nobody stands on the first step."""
    own: dict[str, list[Mapping[str, Any]]] = {}
    for placing in view["result"]:
        if placing["owner"] is not None:
            own.setdefault(placing["owner"], []).append(placing)
    won = view["winners"]
    others = [player for player in own if player not in won]
    ranks = dict.fromkeys(won, 1)
    for player in others:
        better = sum(own[one][0]["place"] < own[player][0]["place"] for one in others)
        ranks[player] = 1 + (len(won) or 1) + better
    return tuple(
        Place(
            rank,
            (player,),
            note=", ".join(short_colour(placing["horse"], language) for placing in own[player]),
            things=tuple(placing["horse"] for placing in own[player]),
        )
        for player, rank in ranks.items()
    )
