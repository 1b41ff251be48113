"""Where a game's zones lie on the table, in mm: the plan that a game brings, fitted to a family's table.

A game's plan is data (``zones.json`` in its folder). Its zones are upright rectangles on a table of the plan's size,
whose origin is the centre of marker 0. Players' zones carry the number of the seat (``reserve:1``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.geometry import Zone, rectangle

Side = Literal["south", "north", "west", "east", "north-west", "south-east"]
"""A side of the table as the camera sees it, south at the lower edge of the picture; as in ``companion.hands``."""


class Holds(StrEnum):
    """What lies in a zone, and so how it is read."""

    PILE = "pile"
    """Cards on one another: the top one is read."""
    FAN = "fan"
    """Cards that overlap towards one side: the strip of each is read."""
    ROW = "row"
    """Cards or other things side by side."""
    SPREAD = "spread"
    """Cards beside each other in no order, in as many lines as there is room for; gaps between them say nothing."""
    DICE = "dice"
    BOARD = "board"
    """A printed board with squares, digitised for each copy."""


class BadPlan(ValueError):
    """A plan of zones that cannot be; the message is one sentence."""


class TableTooSmall(ValueError):
    """The zones of a game do not fit on a table without covering each other."""


@dataclass(frozen=True, slots=True)
class PlannedZone:
    """One zone of a plan: its upright rectangle in mm, what it holds, and where its cards grow towards.

    ``seat`` is the number of the player it belongs to (from 1). ``secret``: what shows there for a moment (a stock
    card that somebody lifts) is nobody's business and is masked before anything is kept or shown. ``least_px_per_mm``
    is what its reader needs.
    """

    id: str
    holds: Holds
    left: float
    top: float
    width: float
    height: float
    towards: Side | None = None
    seat: int | None = None
    secret: bool = False
    least_px_per_mm: float = 3.0

    @property
    def area(self) -> Zone:
        """The zone as a polygon, clockwise from top left."""
        return Zone(self.id, rectangle(self.left, self.top, self.width, self.height))

    def overlaps(self, other: PlannedZone) -> bool:
        """Whether two zones share more than an edge."""
        return (
            self.left < other.left + other.width
            and other.left < self.left + self.width
            and self.top < other.top + other.height
            and other.top < self.top + self.height
        )


@dataclass(frozen=True, slots=True)
class TablePlan:
    """All zones of a game on a table whose corner markers span ``width`` x ``height`` mm; ``seats``: its sides.

    ``cards_at_first``: the zones in which cards lie when the game begins, as the game says; nobody keeps that.
    """

    game: str
    width: float
    height: float
    zones: tuple[PlannedZone, ...]
    seats: tuple[Side, ...] = ()
    cards_at_first: frozenset[str] = field(default=frozenset(), compare=False)

    def zone(self, name: str) -> PlannedZone:
        """Return the zone with this id. Raises KeyError."""
        for zone in self.zones:
            if zone.id == name:
                return zone
        raise KeyError(name)

    def fitted(self, width: float, height: float) -> TablePlan:
        """Spread the zones over a table of another size: their centres move, cards keep their size.

        Raises TableTooSmall if two zones that were apart would cover each other, or one would leave the table.
        """
        across, down = width / self.width, height / self.height
        moved = tuple(
            replace(
                zone,
                left=(zone.left + zone.width / 2) * across - zone.width / 2,
                top=(zone.top + zone.height / 2) * down - zone.height / 2,
            )
            for zone in self.zones
        )
        for before, after in zip(combinations(self.zones, 2), combinations(moved, 2), strict=True):
            if after[0].overlaps(after[1]) and not before[0].overlaps(before[1]):
                raise TableTooSmall(
                    f"{self.game} needs a larger table than {width:.0f} x {height:.0f} mm: "
                    f"{after[0].id} and {after[1].id} would cover each other."
                )
        for zone in moved:
            if zone.left < -_EDGE_MM or zone.top < -_EDGE_MM:
                raise TableTooSmall(
                    f"{self.game} needs a larger table than {width:.0f} x {height:.0f} mm: "
                    f"{zone.id} would reach over its edge."
                )
        return replace(self, width=width, height=height, zones=moved)

    def left_handed(self, seats: Sequence[int]) -> TablePlan:
        """Swap the sides of the places before these seats, for players who take with the left hand."""
        zones = list(self.zones)
        for seat in seats:
            own = [index for index, zone in enumerate(zones) if zone.seat == seat]
            if not own:
                continue
            along = self._runs_down(seat)
            low = min(_start(zones[index], along) for index in own)
            high = max(_start(zones[index], along) + _extent(zones[index], along) for index in own)
            for index in own:
                zone = zones[index]
                start = low + high - _start(zone, along) - _extent(zone, along)
                zones[index] = replace(zone, top=start) if along else replace(zone, left=start)
        return replace(self, zones=tuple(zones))

    def for_players(self, players: Sequence[str], sides: Mapping[str, str] | None = None) -> TablePlan:
        """Name the players' zones after whoever sits there (``reserve:Ada``; ``rack_2`` is the second player's);
        empty seats and their zones are left out.

        ``sides`` says where each player sits; None: in the order of the seats.
        """
        order = self.seats[: len(players)] if sides is None else tuple(sides[player] for player in players)
        seats = tuple(seat for side in order for seat in self.seats if seat == side)
        numbers = {self.seats.index(seat) + 1: at for at, seat in enumerate(seats)}
        zones: dict[str, PlannedZone] = {}
        for zone in self.zones:
            if zone.seat is None:
                zones[zone.id] = zone
            elif zone.seat in numbers:
                at = numbers[zone.seat]
                kind, colon, _ = zone.id.partition(":")
                named = f"{kind}:{players[at]}" if colon else f"{kind.removesuffix(str(zone.seat))}{at + 1}"
                zones[zone.id] = replace(zone, id=named)
        cards_at_first = frozenset(zones[name].id for name in self.cards_at_first & zones.keys())
        return replace(self, zones=tuple(zones.values()), seats=seats, cards_at_first=cards_at_first)

    def bodies(self) -> Mapping[str, tuple[float, float]]:
        """Where the bodies of people are who sit before what is theirs, mm, at each seat that has zones: behind the
        edge that these are nearest to. Of a plan with all its seats.
        """
        found: dict[str, tuple[float, float]] = {}
        for number, side in enumerate(self.seats, 1):
            own = [zone for zone in self.zones if zone.seat == number]
            if not own:
                continue
            x = (min(zone.left for zone in own) + max(zone.left + zone.width for zone in own)) / 2
            y = (min(zone.top for zone in own) + max(zone.top + zone.height for zone in own)) / 2
            behind = {
                (x, -_BODY_MM): y,
                (x, self.height + _BODY_MM): self.height - y,
                (-_BODY_MM, y): x,
                (self.width + _BODY_MM, y): self.width - x,
            }
            found[side] = min(behind, key=lambda place: behind[place])
        return found

    def moved(self, name: str, left: float, top: float, width: float, height: float) -> TablePlan:
        """Put one zone elsewhere, as somebody dragged it. Raises KeyError, BadPlan."""
        zone = replace(self.zone(name), left=left, top=top, width=width, height=height)
        if not (_LEAST_MM <= width <= _MOST_MM and _LEAST_MM <= height <= _MOST_MM):
            raise BadPlan(f"{name} would be {width:.0f} x {height:.0f} mm: draw it larger or smaller.")
        return replace(self, zones=tuple(zone if one.id == name else one for one in self.zones))

    def _runs_down(self, seat: int) -> bool:
        """Whether the places before a seat lie under each other: its player sits at the left or right side."""
        return len(self.seats) >= seat and self.seats[seat - 1] in ("west", "east")


_EDGE_MM = 100.0
_BODY_MM = 330.0
"""So far behind the edge of a table are the shoulders of who sits there."""
_LEAST_MM, _MOST_MM = 10.0, 3000.0
Millimetres = Annotated[float, Field(ge=-500, le=5000, allow_inf_nan=False)]
Length = Annotated[float, Field(ge=_LEAST_MM, le=_MOST_MM, allow_inf_nan=False)]


class _ZoneFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, Field(min_length=1, max_length=60)]
    holds: Holds
    left: Millimetres
    top: Millimetres
    width: Length
    height: Length
    towards: Side | None = None
    seat: Annotated[int, Field(ge=1, le=12)] | None = None
    secret: bool = False
    least_px_per_mm: Annotated[float, Field(gt=0, le=20)] = 3.0


class _PlanFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    game: str
    width: Length
    height: Length
    seats: tuple[Side, ...] = ()
    cards_at_first: frozenset[str] = frozenset()
    zones: Annotated[tuple[_ZoneFile, ...], Field(min_length=1)]


def read_plan(data: Mapping[str, Any]) -> TablePlan:
    """Read a game's plan of zones. Raises BadPlan on an unknown key, an impossible size or an id that comes twice."""
    try:
        file = _PlanFile.model_validate(data)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise BadPlan(f"The plan of zones is wrong at {where}: {fault['msg']}.") from error
    names = [zone.id for zone in file.zones]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise BadPlan(f"The plan of zones has {double} twice.")
    if unknown := file.cards_at_first - set(names):
        raise BadPlan(f"The plan of zones has no {min(unknown)}, in which something should lie.")
    zones = tuple(PlannedZone(**zone.model_dump()) for zone in file.zones)
    return TablePlan(file.game, file.width, file.height, zones, file.seats, file.cards_at_first)


def write_plan(plan: TablePlan) -> dict[str, Any]:
    """Write a plan as ``read_plan`` reads it."""
    zones = []
    for zone in plan.zones:
        data: dict[str, Any] = {"id": zone.id, "holds": str(zone.holds)}
        data |= {name: round(getattr(zone, name), 1) for name in ("left", "top", "width", "height")}
        data |= {} if zone.towards is None else {"towards": zone.towards}
        data |= {} if zone.seat is None else {"seat": zone.seat}
        data |= {"secret": True} if zone.secret else {}
        data |= {"least_px_per_mm": zone.least_px_per_mm}
        zones.append(data)
    return {
        "game": plan.game,
        "width": round(plan.width, 1),
        "height": round(plan.height, 1),
        "seats": list(plan.seats),
        "zones": zones,
    }


def _start(zone: PlannedZone, along: bool) -> float:
    return zone.top if along else zone.left


def _extent(zone: PlannedZone, along: bool) -> float:
    return zone.height if along else zone.width
