"""The zones of a game's plan as they are watched: what lies in each the game's manifest says."""

from __future__ import annotations

from dataclasses import replace

from calibration.zones import TablePlan
from companion.filmed.filmed_table import card_zones
from companion.game import Game
from companion.readers import Reader
from vision.watched_zone import WatchedZone


def watched_zones(game: Game, plan: TablePlan) -> tuple[WatchedZone, ...]:
    """The zones of a plan, each with the kind of things that lie there as the manifest of the game tells it."""
    kinds = {zone.id: _kind(game, zone.id) for zone in plan.zones}
    return tuple(
        replace(zone, kind=kind) for zone in card_zones(plan) if (kind := kinds[zone.id]) is not None
    )


def _kind(game: Game, zone: str) -> Reader | None:
    """What lies in a zone: the manifest names it, the group to which it belongs (``front:Ada``), or only one kind."""
    only = next(iter(game.zones.values()), None) if len(set(game.zones.values())) == 1 else None
    return game.zones.get(zone) or game.zones.get(zone.partition(":")[0]) or only
