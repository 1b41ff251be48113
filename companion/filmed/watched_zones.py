"""The zones of a game's plan as they are watched: what lies in each the game's manifest says."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import get_args

from calibration.boards.squares import SquareMap, piece_zones
from calibration.boards.tapped import LEAST_APART_MM
from calibration.zones import Holds, PlannedZone, TablePlan
from companion.filmed.game_pieces import pieces_of
from companion.game import Game
from companion.readers import Reader
from vision.boards.learnt_board import LearntBoard
from vision.boards.reader import PieceReader
from vision.boards.zones import ReadBoard
from vision.watched_zone import Towards, WatchedZone

_WAYS: Mapping[str, Towards] = {way: way for way in get_args(Towards)}
_IN_A_ROW = (Holds.FAN, Holds.ROW, Holds.SPREAD)


def watched_zones(game: Game, plan: TablePlan, squares: SquareMap | None = None) -> tuple[WatchedZone, ...]:
    """The zones of a plan, each with the kind of things that lie there as the manifest of the game tells it.

    Where the ``squares`` of its board are known, each of them is a zone of its own in place of the board's.
    """
    board = None if game.board is None or squares is None else game.board.zone
    zones: list[WatchedZone] = []
    for zone in card_zones(plan):
        kind = kind_of(game, zone.id)
        if kind is not None and (zone.id != board or kind is not Reader.PIECES):
            zones.append(replace(zone, kind=kind))
    return (*zones, *_of_squares(game, plan, squares))


def _of_squares(game: Game, plan: TablePlan, squares: SquareMap | None) -> Iterator[WatchedZone]:
    if squares is None or game.board is None or kind_of(game, game.board.zone) is not Reader.PIECES:
        return
    told = set(zones_of_squares(squares).values())
    here = plan.zone(game.board.zone)
    for lane in game.board.lanes:
        place = (here.left, here.top, here.width, here.height)
        yield WatchedZone(lane, *place, None, Reader.PIECES, watched_in=here.id)
    for zone in () if game.board.lanes else piece_zones(here, squares):
        if zone.id in told:
            together = game.board.watched_in(zone.id)
            place = (zone.left, zone.top, zone.width, zone.height)
            yield WatchedZone(zone.id, *place, "east", Reader.PIECES, watched_in=together)


def zones_of_squares(squares: SquareMap) -> Mapping[str, str]:
    """The zone of the game that each square of a board is, or is a part of; of one in several zones, its own name.

    Squares printed in one place that belong to two zones are left out: what stands there may stand in either.
    """
    zone_of = {name: name for name in squares.squares}
    grouped = Counter(name for members in squares.groups.values() for name in members)
    for zone, members in squares.groups.items():
        zone_of |= {name: zone for name in members if grouped[name] == 1}
    return {
        name: zone
        for name, zone in zone_of.items()
        if all(
            zone_of[other] == zone or math.dist(_at(squares, name), _at(squares, other)) >= LEAST_APART_MM
            for other in squares.squares
        )
    }


def _at(squares: SquareMap, name: str) -> tuple[float, float]:
    centre = squares.squares[name].centre
    return centre.x, centre.y


def kind_of(game: Game, zone: str) -> Reader | None:
    """What lies in a zone: the manifest names it, the group to which it belongs (``front:Ada``), or only one kind."""
    only = next(iter(game.zones.values()), None) if len(set(game.zones.values())) == 1 else None
    return game.zones.get(zone) or game.zones.get(zone.partition(":")[0]) or only


def card_zones(plan: TablePlan) -> tuple[WatchedZone, ...]:
    """The zones of a plan as those who read and draw cards know them."""
    return tuple(
        WatchedZone(
            zone.id,
            zone.left,
            zone.top,
            zone.width,
            zone.height,
            _WAYS.get(zone.towards or "") if zone.holds in _IN_A_ROW else None,
            secret=zone.secret,
            spread=zone.holds is Holds.SPREAD,
        )
        for zone in plan.zones
    )


def read_board(game: Game, squares: SquareMap, zone: PlannedZone, learnt: LearntBoard) -> ReadBoard:
    """A learnt board where it lies on the table now, as its zones are read."""
    assert game.board is not None  # noqa: S101 - else nobody has tapped one
    here = zones_of_squares(squares)
    return ReadBoard(
        PieceReader(learnt),
        zone.area,
        {name: here[name] for name in learnt.squares.names if name in here},
        game.board.pieces,
        frozenset(one.name for one in learnt.colours if pieces_of(game.id).count(one.name) == 1),
        game.board.lanes,
    )
