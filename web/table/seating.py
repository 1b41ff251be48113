"""Who sits where, drawn as a table with its people around it: two taps put somebody elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext

from companion.seating import Seating, table_sides
from web.settings.pin_words import side_name
from web.table.forms import BadForm

_MOST_TOLD = 2
"""Of more people than these who sit elsewhere it is only said that it is so."""


@dataclass(frozen=True, slots=True)
class Place:
    """One side of the table: who sits there, and whether somebody else may sit down there as well."""

    side: str
    name: str
    players: tuple[str, ...]
    free: bool


def places(state: Mapping[str, Any], chosen: str | None) -> list[Place]:
    """The sides of the table in play; free places are told once somebody is ``chosen`` who may take one."""
    table, seating = table_sides(state["game"]["id"]), _seating(state)
    return [
        Place(
            side,
            side_name(side),
            there := seating.at(side),
            chosen in seating.sides and chosen not in there and not (there and table.own_places),
        )
        for side in table.sides
    ]


def moved(seating: Seating, player: str, side: str, beside: str | None) -> Mapping[str, str]:
    """The sides after a player took a place, or that of somebody else (``beside``), who takes theirs.

    Raises ``BadForm`` for somebody who does not play.
    """
    if player not in seating.sides:
        raise BadForm("player")
    if beside in seating.sides:
        return {**seating.sides, player: seating.sides[str(beside)], str(beside): seating.sides[player]}
    return {**seating.sides, player: side}


def news(state: Mapping[str, Any]) -> list[str]:
    """What the hands have just told of who sits where, one sentence each."""
    sides, told = state["seating"]["sides"], state["seating"]["moved"]
    if len(told) > _MOST_TOLD:
        return [gettext("I see now where each of you sits.")]
    return [_sits(player, sides[player]) for player in told]


def _sits(player: str, side: str) -> str:
    said: dict[str, str] = {
        "south": gettext("%(player)s sits at the near side now.", player=player),
        "north": gettext("%(player)s sits at the far side now.", player=player),
        "west": gettext("%(player)s sits on the left now.", player=player),
        "east": gettext("%(player)s sits on the right now.", player=player),
        "north-west": gettext("%(player)s sits at the far left now.", player=player),
        "south-east": gettext("%(player)s sits at the near right now.", player=player),
    }
    return said[side]


def _seating(state: Mapping[str, Any]) -> Seating:
    told = state["seating"]
    return Seating(told["sides"], told["by"], tuple(told["moved"]), told["asked"])
