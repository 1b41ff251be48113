"""Whether a game fits what the camera sees, and what would help, found by trying.

A way out is one change or a few: the camera so many cm higher, a quarter turn, the markers laid otherwise. Each was
tried: after it the check is passed, and the camera sees the markers. What is moved by hand is told in whole cm.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache, reduce
from itertools import combinations

import numpy as np

from calibration.geometry import Homography, Matrix, Point
from calibration.lens import Lens, Points
from calibration.optics import ZoneSight, likely_lens, zone_sights
from calibration.printed import CORNER_QUIET_MM, CORNER_SIDE_MM
from calibration.view import TableView
from calibration.zones import TablePlan, TableTooSmall

STILL_PX = 11_500_000
"""A picture with fewer px than this is no 12-megapixel still."""
SAME_TABLE_MM = 10.0
"""A table that is measured anew and differs less than this is the same."""
_MEGAPIXELS = 12
_FARTHEST_CM, _LOWEST_CM = 150, 20
_EDGE_MM = 10.0
"""A way out leaves so much around every zone: nobody hangs a camera to the millimetre."""
_MOST_WAYS = 3
_MOST_CHANGES = 3
_QUARTER = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])


class Kind(StrEnum):
    """What may be changed."""

    HIGHER = "higher"
    LOWER = "lower"
    RIGHT = "right"
    """As player 1 sees the table, who sits at its lower edge; so are the other three."""
    LEFT = "left"
    NEARER = "nearer"
    FARTHER = "farther"
    TURN = "turn"
    """A quarter turn of the camera, or of the mat with the markers: either helps."""
    TURN_CAMERA = "turn_camera"
    TURN_MAT = "turn_mat"
    MARKERS = "markers"
    """Laid farther apart or closer together, around the same middle."""
    PIXELS = "pixels"
    PLAYERS = "players"


@dataclass(frozen=True, slots=True)
class Change:
    """One thing to do; ``amount`` is in cm, megapixels or players, ``size_cm`` how far apart the markers are laid."""

    kind: Kind
    amount: int = 0
    size_cm: tuple[int, int] = (0, 0)


_OF_THE_CAMERA = frozenset(Kind) - {Kind.TURN_MAT, Kind.MARKERS, Kind.PIXELS, Kind.PLAYERS}
WayOut = tuple[Change, ...]
"""What has to be done together."""


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """A camera over a table on which a game is laid out for so many players.

    ``size`` is what the markers span (mm), None on a table without any; ``brought`` is the size for which the game
    brings its zones, ``fewest`` how many must play.
    """

    view: TableView
    plan: TablePlan
    size: tuple[float, float] | None
    players: int
    brought: tuple[float, float]
    fewest: int = 1

    def zones(self) -> TablePlan:
        """Return the zones of those who play, as they lie between the markers. Raises TableTooSmall."""
        plan = self.plan
        if self.size is not None and not is_same_size((plan.width, plan.height), self.size):
            plan = plan.fitted(*self.size)
        theirs = tuple(zone for zone in plan.zones if zone.seat is None or zone.seat <= self.players)
        return replace(plan, zones=theirs)


@dataclass(frozen=True, slots=True, eq=False)
class GameFit:
    """How a game fits an arrangement: what cannot be read there, and the ways out, the simplest first.

    ``too_small``: its zones would cover each other. ``sights`` tell of every zone, where they do not.
    """

    arrangement: Arrangement
    sights: tuple[ZoneSight, ...]
    too_small: bool
    ways_out: tuple[WayOut, ...]

    @property
    def fits(self) -> bool:
        """Whether every zone can be read."""
        return not self.too_small and all(sight.good for sight in self.sights)

    @property
    def outside(self) -> tuple[ZoneSight, ...]:
        """The zones that the picture does not show whole."""
        return tuple(sight for sight in self.sights if not sight.in_picture)

    @property
    def coarse(self) -> tuple[ZoneSight, ...]:
        """The zones in the picture that it shows too small for their readers."""
        return tuple(sight for sight in self.sights if sight.in_picture and not sight.good)

    @property
    def frame(self) -> tuple[Point, ...]:
        """The picture's edge as it lies on the table (mm)."""
        return _picture_frame(self.arrangement.view)

    @property
    def frame_after(self) -> tuple[Point, ...] | None:
        """Where it would lie after the first way out; None where that moves the camera not at all, or the markers."""
        way = self.ways_out[0] if self.ways_out else ()
        if not way or not all(change.kind in _OF_THE_CAMERA for change in way):
            return None
        return _picture_frame(reduce(changed, way, self.arrangement).view)


def game_fit(
    view: TableView,
    plan: TablePlan,
    size: tuple[float, float] | None,
    *,
    players: int | None = None,
    fewest: int = 1,
    brought: tuple[float, float] | None = None,
) -> GameFit:
    """Check a game's zones against a view; ``plan`` as the family has put them, or as the game brings them.

    Without ``players`` every seat counts, without ``brought`` the plan's own size.
    """
    seats = max((zone.seat or 0 for zone in plan.zones), default=0)
    at_table = seats if players is None else min(players, seats)
    return _game_fit(view, plan, size, at_table, brought or (plan.width, plan.height), fewest)


@lru_cache(maxsize=32)
def _game_fit(
    view: TableView,
    plan: TablePlan,
    size: tuple[float, float] | None,
    players: int,
    brought: tuple[float, float],
    fewest: int,
) -> GameFit:
    there = Arrangement(view, plan, size, players, brought, fewest)
    try:
        sights = zone_sights(view, there.zones())
    except TableTooSmall:
        return GameFit(there, (), True, _ways_out(there))
    good = all(sight.good for sight in sights)
    return GameFit(there, sights, False, () if good else _ways_out(there))


def is_same_size(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two tables (mm) are the same but for the error of measuring them."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) < SAME_TABLE_MM


# ---------------------------------------------------------------- the changes


def changed(there: Arrangement, change: Change) -> Arrangement:
    """Return the arrangement after a change. A quarter turn that either may do is done by the camera."""
    far = 10.0 * change.amount
    match change.kind:
        case Kind.HIGHER | Kind.LOWER:
            return replace(there, view=_moved(there.view, up=far if change.kind is Kind.HIGHER else -far))
        case Kind.RIGHT | Kind.LEFT:
            return replace(there, view=_moved(there.view, right=far if change.kind is Kind.RIGHT else -far))
        case Kind.NEARER | Kind.FARTHER:
            return replace(there, view=_moved(there.view, down=far if change.kind is Kind.NEARER else -far))
        case Kind.TURN | Kind.TURN_CAMERA:
            lens, plane = _pose(there.view)
            return replace(there, view=_posed(there.view, lens, _QUARTER @ plane))
        case Kind.TURN_MAT:
            middle = _middle_of(there)
            around = np.array([[1.0, 0.0, middle.x], [0.0, 1.0, middle.y], [0.0, 0.0, 1.0]])
            return replace(there, view=_relaid(there.view, around @ _QUARTER @ np.linalg.inv(around)))
        case Kind.MARKERS:
            size = 10.0 * change.size_cm[0], 10.0 * change.size_cm[1]
            before = there.size or size
            apart = [(old - new) / 2 for old, new in zip(before, size, strict=True)]
            shift = np.array([[1.0, 0.0, apart[0]], [0.0, 1.0, apart[1]], [0.0, 0.0, 1.0]])
            return replace(there, view=_relaid(there.view, shift), size=size)
        case Kind.PIXELS:
            view = there.view
            finer = math.sqrt(STILL_PX / (view.width * view.height))
            return replace(there, view=view.scaled(round(view.width * finer), round(view.height * finer)))
        case Kind.PLAYERS:
            return replace(there, players=change.amount)


def helps(there: Arrangement, way: Sequence[Change]) -> bool:
    """Whether the game fits after these changes, with a little room around it, and the markers are seen."""
    after = reduce(changed, way, there)
    return _is_all_shown(after) and _is_fine(after)


def _is_all_shown(there: Arrangement) -> bool:
    try:
        sights = zone_sights(there.view, there.zones(), _EDGE_MM)
    except TableTooSmall:
        return False
    if not all(sight.in_picture for sight in sights):
        return False
    if there.size is None:
        return True
    reach = CORNER_SIDE_MM / 2 + CORNER_QUIET_MM
    (width, height) = there.size
    far = [(x, y) for x in (-reach, width + reach) for y in (-reach, height + reach)]
    return bool(there.view.shown(np.array(far)).all())


def _is_fine(there: Arrangement) -> bool:
    try:
        return all(sight.px_per_mm >= sight.needed for sight in zone_sights(there.view, there.zones()))
    except TableTooSmall:
        return False


# ---------------------------------------------------------------- the search


def _ways_out(there: Arrangement) -> tuple[WayOut, ...]:
    for number in range(1, _MOST_CHANGES + 1):
        found = [way for steps in combinations(_STEPS, number) if (way := _tried(there, steps)) is not None]
        if found:
            found.sort(key=lambda way: way[0].kind not in (Kind.HIGHER, Kind.LOWER))
            return tuple(_with_either_turn(there, way) for way in found[:_MOST_WAYS])
    return ()


def _tried(there: Arrangement, steps: Sequence[_Step]) -> WayOut | None:
    """The first way that takes all of these steps and helps."""
    if not steps:
        return () if helps(there, ()) else None
    for changes in steps[0](there):
        rest = _tried(reduce(changed, changes, there), steps[1:])
        if rest is not None:
            return (*changes, *rest)
    return None


def _with_either_turn(there: Arrangement, way: WayOut) -> WayOut:
    """Leave open what is turned where either helps."""
    mat = tuple(replace(one, kind=Kind.TURN_MAT) if one.kind is Kind.TURN_CAMERA else one for one in way)
    if mat == way or there.size is None or not helps(there, mat):
        return way
    return tuple(replace(one, kind=Kind.TURN) if one.kind is Kind.TURN_CAMERA else one for one in way)


def _over_the_middle(there: Arrangement) -> Iterator[WayOut]:
    """To one side, along the other, or both."""
    lens, _ = _pose(there.view)
    centre = np.array([[(there.view.width - 1) / 2, (there.view.height - 1) / 2]])
    ((x, y),) = _plane_mm(there.view, lens.straight(centre))
    middle = _middle_of(there)
    right, down = round((middle.x - x) / 10), round((middle.y - y) / 10)
    across = Change(Kind.RIGHT if right > 0 else Kind.LEFT, abs(right))
    along = Change(Kind.NEARER if down > 0 else Kind.FARTHER, abs(down))
    for way in ((across,), (along,), (across, along)):
        if all(0 < change.amount <= _FARTHEST_CM for change in way):
            yield way


def _turns(there: Arrangement) -> Iterator[WayOut]:
    yield (Change(Kind.TURN_CAMERA),)
    if there.size is not None:
        yield (Change(Kind.TURN_MAT),)


def _markers(there: Arrangement) -> Iterator[WayOut]:
    """As far apart as the game brings its zones; farther only where it needs that."""
    if there.size is None:
        return
    try:
        there.zones()
        pick: Callable[[float, float], float] = min
    except TableTooSmall:
        pick = max
    across, down = (math.ceil(pick(*sides) / 10) for sides in zip(there.size, there.brought, strict=True))
    if not is_same_size((10.0 * across, 10.0 * down), there.size):
        yield (Change(Kind.MARKERS, size_cm=(across, down)),)


def _larger_pictures(there: Arrangement) -> Iterator[WayOut]:
    if there.view.width * there.view.height < STILL_PX:
        yield (Change(Kind.PIXELS, _MEGAPIXELS),)


def _fewer_players(there: Arrangement) -> Iterator[WayOut]:
    for players in range(there.players - 1, there.fewest - 1, -1):
        yield (Change(Kind.PLAYERS, players),)


def _height(there: Arrangement) -> Iterator[WayOut]:
    """As little higher as shows everything, or as little lower as shows it fine enough."""
    kind, enough, most = Kind.HIGHER, _is_all_shown, _FARTHEST_CM
    if _is_all_shown(there):
        room = math.floor(_height_mm(there.view) / 10) - _LOWEST_CM
        kind, enough, most = Kind.LOWER, _is_fine, min(_FARTHEST_CM, room)
    tries = range(1, most + 1)
    place = bisect_left(tries, True, key=lambda far: enough(changed(there, Change(kind, far))))
    if place < len(tries):
        yield (Change(kind, tries[place]),)


_Step = Callable[[Arrangement], Iterator[WayOut]]
_STEPS: tuple[_Step, ...] = (
    _over_the_middle,
    _turns,
    _markers,
    _larger_pictures,
    _fewer_players,
    _height,
)


# ---------------------------------------------------------------- the camera in space


def _middle_of(there: Arrangement) -> Point:
    """The middle of the markers and of what lies beyond them, mm."""
    width, height = there.size or (there.plan.width, there.plan.height)
    corners = [(0.0, 0.0), (width, height)]
    try:
        for zone in there.zones().zones:
            corners += [(zone.left, zone.top), (zone.left + zone.width, zone.top + zone.height)]
    except TableTooSmall:
        pass
    across, down = zip(*corners, strict=True)
    return Point((min(across) + max(across)) / 2, (min(down) + max(down)) / 2)


def _pose(view: TableView) -> tuple[Lens, Matrix]:
    """The lens, and the table's axes and origin before it, (3, 3) by columns, mm; it looks along its third axis."""
    lens = view.lens or likely_lens(view.width, view.height)[0]
    plane = np.linalg.inv(lens.matrix) @ view.homography.inverse
    plane = plane / np.mean(np.linalg.norm(plane[:, :2], axis=0))
    return lens, plane if plane[2, 2] > 0 else -plane


def _posed(view: TableView, lens: Lens, plane: Matrix) -> TableView:
    return replace(view, homography=Homography(np.asarray(np.linalg.inv(lens.matrix @ plane), np.float64)))


def _moved(view: TableView, *, right: float = 0.0, down: float = 0.0, up: float = 0.0) -> TableView:
    """The view after the camera was moved along the table's axes (mm), looking the same way as before."""
    lens, plane = _pose(view)
    across, along, origin = plane.T
    away = np.cross(across, along)
    moved = origin - right * across - down * along + up * away
    return _posed(view, lens, np.column_stack([across, along, moved]))


def _height_mm(view: TableView) -> float:
    across, along, origin = _pose(view)[1].T
    return abs(float(origin @ np.cross(across, along)))


def _relaid(view: TableView, placed: Matrix) -> TableView:
    """The view after the markers were laid elsewhere: ``placed`` takes their new mm to the old ones."""
    return replace(view, homography=Homography(np.linalg.inv(placed) @ view.homography.matrix))


def _plane_mm(view: TableView, straight: Points) -> Points:
    homogeneous = np.column_stack([straight, np.ones(len(straight))]) @ view.homography.matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float64)


def _picture_frame(view: TableView, steps: int = 6) -> tuple[Point, ...]:
    """The picture's edge as it lies on the table (mm): lenses bend it."""
    right, bottom = view.width - 0.5, view.height - 0.5
    corners = np.array([[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]])
    shares = np.arange(steps)[:, None] / steps
    sides = [a + shares * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return tuple(Point(float(x), float(y)) for x, y in view.to_mm(np.concatenate(sides)))
