"""Who stands where at the end of a game of Crapette: the points, where they are counted, and the cards left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.crapette.captions import caption, cards_left
from companion.podium import Place, ranked


def podium(view: Mapping[str, Any], language: str) -> tuple[Place, ...]:
    """Both players, the winner first; in a draw both stand on the first step."""
    points = view["points"] or {}
    won = [view["winner"]] if view["winner"] else view["players"]
    places = ranked({(player,): points.get(player) for player in view["players"]}, won)
    return tuple(_told(place, view, language) for place in places)


def _told(place: Place, view: Mapping[str, Any], language: str) -> Place:
    worth = caption("points", language, points=place.worth) if place.worth else ""
    left = cards_left(view["cards_left"][place.players[0]], language)
    return replace(place, worth=worth or left, note=left if worth else "")
