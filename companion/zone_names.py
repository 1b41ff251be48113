"""What a game calls the zones of its plan: on a mat, and where the stand is set up."""

from __future__ import annotations

import re
from typing import Protocol

from companion.games import game_ids, load
from companion.languages import Sentences

_WORDS = Sentences(__name__, {"player": "player {number}"}, "zone")
_NUMBERED = re.compile(r"(?P<kind>[A-Za-z_]*?[A-Za-z:_])(?P<number>[0-9]+)")


class PlannedZone(Protocol):
    """A zone of a plan; ``seat`` is the number of the player whose it is."""

    @property
    def id(self) -> str: ...
    @property
    def seat(self) -> int | None: ...


def zone_name(game: str, zone: PlannedZone, language: str) -> str:
    """A zone as its game's ``PLANNED`` names it: "Case 3", "Stock, player 1"; without words it goes by its id.

    A kind of zone that ends in ":" or "_" is a player's.
    """
    places = load(game).places if game in game_ids() else None
    names: Sentences | None = getattr(places, "PLANNED", None)
    named = _NUMBERED.fullmatch(zone.id)
    kind, number = (named["kind"], named["number"]) if named else (zone.id, "")
    if names is None or kind not in names:
        return zone.id.replace("_", " ").replace(":", " ")
    name = names.said(kind, language)
    if "{" in name:
        return name.format(number=number, seat=zone.seat)
    return name if zone.seat is None else f"{name}, {_WORDS.said('player', language, number=zone.seat)}"
