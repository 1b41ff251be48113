"""Where the squares of a family's printed board lie, in mm: kept as JSON, and made into zones for pieces.

A square is known by its centre and a radius that reaches half-way to the nearest other square, so that no two
overlap. Ids are those of the game's rules: ``square_12``, ``start_1``, ``cell_3_0``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

import cv2
import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.geometry import Point, Zone
from calibration.optics import NEEDED_PX_PER_MM
from calibration.zones import Holds, Millimetres, PlannedZone

MOST_RADIUS_MM = 40.0
_LONE_RADIUS_MM = 15.0
_ROUND = 12
"""A disc is kept as a polygon of so many corners."""
_REACH = 1.5
"""A piece stands on a square as far as this many radii from its centre: few stand in the middle."""


class BadSquares(ValueError):
    """The squares of a board cannot be used; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Square:
    """One square: its centre on the table (mm) and the radius (mm) of the disc that is its own."""

    centre: Point
    radius: float

    @property
    def polygon(self) -> tuple[Point, ...]:
        """The disc as a polygon inside of it, from its right-hand corner clockwise."""
        angles = [2 * math.pi * step / _ROUND for step in range(_ROUND)]
        x, y, radius = self.centre.x, self.centre.y, self.radius
        return tuple(Point(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


@dataclass(frozen=True, slots=True)
class SquareMap:
    """The squares of one board as it lies on the table.

    ``origin`` is where the top left corner of the plan's board zone was when the squares were tapped: a board that
    lies elsewhere is ``placed`` by it. ``groups`` are zones of the game made of several squares, such as the arrival;
    a square of a group is no zone of its own.
    """

    game: str
    origin: Point
    squares: Mapping[str, Square]
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def at(self, point: Point) -> str | None:
        """Return the square on which a piece at this place (mm) stands; None beside all of them."""
        near = min(self.squares, key=lambda name: _distance(self.squares[name].centre, point), default=None)
        if near is None:
            return None
        square = self.squares[near]
        return near if _distance(square.centre, point) <= _REACH * square.radius else None

    def placed(self, board: PlannedZone) -> SquareMap:
        """Return the squares of the same board where the plan's board zone lies now."""
        across, down = board.left - self.origin.x, board.top - self.origin.y
        moved = {
            name: replace(square, centre=Point(square.centre.x + across, square.centre.y + down))
            for name, square in self.squares.items()
        }
        return replace(self, origin=Point(board.left, board.top), squares=moved)

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones of the game, polygons in mm: a disc for each square, the outline of its squares for a group."""
        own = [Zone(name, self.squares[name].polygon) for name in self._alone]
        return (*own, *(Zone(name, self._outline(members)) for name, members in self.groups.items()))

    def _outline(self, members: Sequence[str]) -> tuple[Point, ...]:
        corners = [(corner.x, corner.y) for name in members for corner in self.squares[name].polygon]
        hull = cv2.convexHull(np.array(corners, np.float32)).reshape(-1, 2)
        return tuple(Point(float(x), float(y)) for x, y in hull)

    @property
    def _alone(self) -> tuple[str, ...]:
        grouped = {name for members in self.groups.values() for name in members}
        return tuple(name for name in self.squares if name not in grouped)


def piece_zones(board: PlannedZone, squares: SquareMap) -> tuple[PlannedZone, ...]:
    """Return the zones of the pieces on a plan's board zone, upright rectangles (mm).

    Each square's rectangle is the one inside its disc, so that neighbours stay apart; a group has that around its
    squares. Raises BadSquares if a square lies outside of the board.
    """
    here = squares.placed(board)
    for name, square in here.squares.items():
        if not _lies_in(board, square.centre):
            raise BadSquares(f"{name} lies outside of {board.id}: tap the board's squares again.")
    zones = []
    for zone in here.zones:
        if zone.id in here.squares:
            square = here.squares[zone.id]
            half = square.radius / math.sqrt(2)
            low = Point(square.centre.x - half, square.centre.y - half)
            high = Point(square.centre.x + half, square.centre.y + half)
        else:
            low, high = zone.bounds
        zones.append(
            PlannedZone(
                zone.id,
                Holds.BOARD,
                low.x,
                low.y,
                high.x - low.x,
                high.y - low.y,
                least_px_per_mm=NEEDED_PX_PER_MM,
            )
        )
    return tuple(zones)


def with_radii(centres: Mapping[str, Point], *, same_place_mm: float) -> dict[str, Square]:
    """Give each centre (mm) half the way to its nearest neighbour as radius, 40 mm at most.

    Centres nearer than ``same_place_mm`` are one printed square with two ids, and do not count as neighbours.
    """
    squares = {}
    for name, centre in centres.items():
        ways = (_distance(centre, other) for other in centres.values() if other is not centre)
        nearest = min((way for way in ways if way >= same_place_mm), default=2 * _LONE_RADIUS_MM)
        squares[name] = Square(centre, min(nearest / 2, MOST_RADIUS_MM))
    return squares


def _distance(one: Point, other: Point) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


def _lies_in(board: PlannedZone, point: Point) -> bool:
    inside = board.left <= point.x <= board.left + board.width
    return inside and board.top <= point.y <= board.top + board.height


# ---------------------------------------------------------------- the file

Name = Annotated[str, Field(pattern=r"^[a-z]+(_-?[0-9]{1,3}){1,2}$")]
_MOST_SQUARES = 1000


class _SquareFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    x: Millimetres
    y: Millimetres
    radius: Annotated[float, Field(gt=0, le=MOST_RADIUS_MM, allow_inf_nan=False)]


class _MapFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: Literal[1]
    game: Annotated[str, Field(min_length=1, max_length=60)]
    left: Millimetres
    top: Millimetres
    squares: Annotated[dict[Name, _SquareFile], Field(min_length=1, max_length=_MOST_SQUARES)]
    groups: dict[Name, Annotated[tuple[str, ...], Field(min_length=1)]] = Field(default_factory=dict)


def read_squares(data: Mapping[str, Any]) -> SquareMap:
    """Read the squares of a board as ``write_squares`` writes them. Raises BadSquares."""
    try:
        file = _MapFile.model_validate(data)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise BadSquares(f"The squares of the board are wrong at {where}: tap them again.") from error
    lost = sorted({name for members in file.groups.values() for name in members} - set(file.squares))
    if lost:
        raise BadSquares(f"The squares of the board name {lost[0]}, which is not there: tap them again.")
    double = sorted(set(file.groups) & set(file.squares))
    if double:
        raise BadSquares(f"The squares of the board have {double[0]} twice: tap them again.")
    return SquareMap(
        file.game,
        Point(file.left, file.top),
        {name: Square(Point(one.x, one.y), one.radius) for name, one in file.squares.items()},
        dict(file.groups),
    )


def write_squares(squares: SquareMap) -> dict[str, Any]:
    """Write the squares as JSON: lengths in mm, to a hundredth."""
    return {
        "version": 1,
        "game": squares.game,
        "left": round(squares.origin.x, 2),
        "top": round(squares.origin.y, 2),
        "squares": {
            name: {
                "x": round(square.centre.x, 2),
                "y": round(square.centre.y, 2),
                # Rounded down: discs that touch must not overlap.
                "radius": math.floor(square.radius * 100 + 1e-9) / 100,
            }
            for name, square in squares.squares.items()
        },
        "groups": {name: list(members) for name, members in squares.groups.items()},
    }
