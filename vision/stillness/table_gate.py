"""The stillness gate over a table in millimetres: zones and sides by name, and what of it a sighting tells.

Whoever reads the zones of a table feeds this every frame of the small stream, reads the zones ``to_read`` in a
picture taken now, and hands the readings to ``sighting``: times, order, sides and unseen zones are added here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from calibration.geometry import Pixel, Point, Zone, rectangle
from calibration.view import TableView
from companion.sighting import Disturbance, Sighting, ZoneReading
from vision.stillness.gate import (
    CARD_CROSSED_MS,
    CARD_PATIENCE_MS,
    CARD_STILL_MS,
    DICE_STILL_MS,
    GateReading,
    GateZone,
    Image,
    Settled,
    StillnessGate,
    ZoneState,
)
from vision.stillness.seats import NO_SEATS, ArmLine, Seats, side_chance

_MARGIN = 0.05
_SHOWN = 0.5


class TableGate:
    """Watches all zones of a table, mm, in pictures of the size of ``view``; None: a zone is the picture as a whole.

    Into the zones ``thrown`` things are thrown whose side is so many mm, in the others cards and pieces are moved.
    ``seats`` tell where people sit: a hand from where nobody sits has no side, nor one of two at an edge that is not
    clear. Zones over which an arm only passed, and that look as before, are neither read nor told, unless a larger
    picture shows that they do not (``passed_over``).
    When the camera was moved a new gate is needed.
    """

    def __init__(
        self,
        view: TableView | None,
        zones: Iterable[Zone],
        thrown: Mapping[str, float] = MappingProxyType({}),
        seats: Seats = NO_SEATS,
        parts: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        """``parts`` are zones that are too small to be watched: one of ``zones`` around them is. All is told of them,
        hands only of those that show something else afterwards.
        """
        watched = tuple(zones)
        self._gate = StillnessGate(
            [_gate_zone(view, zone, thrown.get(zone.id)) for zone in watched],
            _polygon_px(view, _outline(watched)) if watched else None,
        )
        corners = _outline(watched) if watched else rectangle(0.0, 0.0, 1.0, 1.0)
        self._bounds = corners[0].x, corners[0].y, corners[2].x, corners[2].y
        self._thrown = frozenset(thrown)
        self._seats = seats
        self._disturbances: list[Disturbance] = []
        self._states: Mapping[str, ZoneState] = {}
        self._rest_ms: dict[str, int] = {}
        self._to_read: set[str] = set()
        self._parts = parts
        self._shown: dict[str, tuple[str, ...]] = {}
        self._passed: dict[str, Disturbance] = {}
        self._doubtful: dict[str, Disturbance] = {}
        self._thrown_ms = dict.fromkeys(thrown, 0)

    def feed(self, image: Image, monotonic_ms: int, *, settled: bool = False) -> GateReading:
        """Take the next frame, as ``StillnessGate.feed`` does; the reading's sides are those of the table.

        Raises ZoneOutsidePicture, and DegenerateCorners where the view cannot be.
        """
        told = self._gate.feed(image, monotonic_ms, settled=settled)
        told = replace(told, settled=tuple(map(self._seated, told.settled)))
        self._states = told.states
        touched = [one for one in told.settled if one.changed or one.reached]
        self._disturbances += [one.disturbance if self._is_thrown(one) else _touched(one) for one in touched]
        self._rest_ms |= dict.fromkeys(self._parts_of(told.at_rest), monotonic_ms)
        passed_over = {one.disturbance.zone for one in told.settled} - {
            one.disturbance.zone for one in touched
        }
        self._to_read |= self._parts_of(told.at_rest - passed_over)
        for one in told.settled:
            zone = one.disturbance.zone
            if zone in passed_over and zone not in self._parts and not self._is_thrown(one):
                self._passed[zone] = one.disturbance
        return told

    @property
    def to_read(self) -> frozenset[str]:
        """The zones that lie still now and were disturbed, or never read, since the last sighting with them."""
        return frozenset(self._to_read) - self.unseen

    @property
    def passed_over(self) -> frozenset[str]:
        """The zones that an arm passed over since they were looked at, and that the small picture shows as before."""
        return frozenset(self._passed) - self.unseen

    def looked_at(self, zones: Collection[str], changed: Collection[str]) -> None:
        """A larger picture shows that of these zones that were ``passed_over`` some were ``changed``: they are to be
        read, and the hand is told if they show another thing.
        """
        passed = {zone: self._passed.pop(zone) for zone in zones}
        self._doubtful |= {zone: passed[zone] for zone in changed}
        self._to_read |= set(changed)

    @property
    def unseen(self) -> frozenset[str]:
        """The zones over which a hand is, in which something moves, or which never lay still."""
        return self._parts_of(zone for zone, state in self._states.items() if state is not ZoneState.STILL)

    @property
    def rolls(self) -> bool:
        """Whether what moves was thrown, and no hand is there."""
        return all(zone in self._thrown and self._states[zone] is ZoneState.MOVING for zone in self.unseen)

    @property
    def disturbed(self) -> frozenset[str]:
        """The zones that were disturbed since the last sighting."""
        return self._parts_of(one.zone for one in self._disturbances) | self._doubtful.keys()

    @property
    def waiting(self) -> frozenset[str]:
        """The zones that were touched, or never read, and are in no sighting since."""
        return frozenset(self._to_read) | self.unseen

    def read_again(self, zones: Iterable[str] | None = None) -> None:
        """Let these zones, or all, be ``to_read`` once more though nothing was there since."""
        self._to_read |= self._rest_ms.keys() if zones is None else self._rest_ms.keys() & set(zones)

    def dismiss(self, zones: Collection[str]) -> None:
        """These zones were read, and nothing was done there: what disturbed them is not told."""
        self._to_read -= set(zones)
        self._doubtful = {zone: one for zone, one in self._doubtful.items() if zone not in zones}
        self._disturbances = [
            one for one in self._disturbances if not self._parts_of([one.zone]).issubset(zones)
        ]

    def sighting(self, seq: int, monotonic_ms: int, readings: Mapping[str, ZoneReading]) -> Sighting:
        """Make the sighting of zones read in a picture of ``monotonic_ms``, the clock of ``feed``.

        It holds all disturbances since the last sighting, in the order of their start; what was thrown without any
        was thrown at some time since the throw before, and nobody knows by whom. A zone that was disturbed after the
        picture was taken is not read: it is unseen, or still ``to_read``.
        """
        unseen = self.unseen
        since = {zone: ms for zone, ms in self._rest_ms.items() if zone not in unseen}
        zones = {zone: one for zone, one in readings.items() if zone in since and since[zone] <= monotonic_ms}
        self._to_read -= zones.keys()
        # A throw is told with what was thrown, not before, and of parts is told which of them show something else.
        late = self._thrown | self._parts.keys()
        kept = [
            one
            for one in self._disturbances
            if one.zone in late and zones.keys().isdisjoint(self._parts_of([one.zone]))
        ]
        told = [one for one in self._disturbances if one not in kept]
        self._disturbances = kept
        told = [part for one in told for part in self._told_of_parts(one, zones)]
        doubtful = {zone: self._doubtful.pop(zone) for zone in self._doubtful.keys() & zones}
        told += [one for zone, one in doubtful.items() if _faces(zones[zone]) != self._shown.get(zone)]
        unseen_throws = zones.keys() & self._thrown - {one.zone for one in told}
        told += [Disturbance(zone, self._thrown_ms[zone], monotonic_ms) for zone in unseen_throws]
        self._thrown_ms |= dict.fromkeys(zones.keys() & self._thrown, monotonic_ms)
        self._shown |= {name: _faces(one) for name, one in zones.items()}
        return Sighting(
            seq, monotonic_ms, zones, tuple(sorted(told, key=lambda one: (one.start_ms, one.zone))), unseen
        )

    def _parts_of(self, zones: Iterable[str]) -> frozenset[str]:
        """The zones that are told where these are watched."""
        return frozenset(part for zone in zones for part in self._parts.get(zone, (zone,)))

    def _told_of_parts(self, one: Disturbance, zones: Mapping[str, ZoneReading]) -> list[Disturbance]:
        """A disturbance as it is told: where several zones are watched as one, of those that show something else."""
        if one.zone not in self._parts:
            return [one]
        parts = [part for part in self._parts[one.zone] if part in zones]
        return [replace(one, zone=part) for part in parts if _faces(zones[part]) != self._shown.get(part)]

    def _is_thrown(self, one: Settled) -> bool:
        return one.disturbance.zone in self._thrown

    def _seated(self, one: Settled) -> Settled:
        side, of_edge = self._seats.seated(one.disturbance.side, self._arm(one))
        chance = None if side is None else of_edge * side_chance(one, self._seats.sides)
        return replace(one, disturbance=replace(one.disturbance, side=side, side_chance=chance))

    def _arm(self, one: Settled) -> ArmLine | None:
        """The arm of a disturbance in mm, None where none was seen."""
        if one.arm is None:
            return None
        left, top, right, bottom = self._bounds
        ends = [(left + u * (right - left), top + v * (bottom - top)) for u, v in one.arm.tolist()]
        return ends[0], ends[1]


def _faces(reading: ZoneReading) -> tuple[str, ...]:
    """What a zone shows, as far as it is likelier there than not."""
    return tuple(face for face, chance in (slot.best for slot in reading.slots) if chance >= _SHOWN)


def _touched(one: Settled) -> Disturbance:
    """When hands were at work in a zone: that an arm was over it before and afterwards tells nothing."""
    if one.reached is None:
        return one.disturbance
    return replace(one.disturbance, start_ms=one.reached[0], end_ms=one.reached[1])


def _gate_zone(view: TableView | None, zone: Zone, thrown_mm: float | None) -> GateZone:
    corners = _polygon_px(view, zone.polygon)
    if thrown_mm is None:
        return GateZone(
            zone.id, corners, CARD_STILL_MS, patience_ms=CARD_PATIENCE_MS, crossed_ms=CARD_CROSSED_MS
        )
    if view is None:
        return GateZone(zone.id, corners, DICE_STILL_MS, thrown_into=True)
    low, high = zone.bounds
    middle = Point((low.x + high.x) / 2, (low.y + high.y) / 2)
    return GateZone(zone.id, corners, DICE_STILL_MS, thrown_mm * view.px_per_mm(middle), thrown_into=True)


def _polygon_px(view: TableView | None, polygon: Sequence[Point]) -> tuple[Pixel, ...] | None:
    if view is None:
        return None
    # A tray is told by its corners, often in whole px: mapped to mm and back they are whole again.
    return tuple((round(x, 6), round(y, 6)) for x, y in view.polygon_px(polygon))


def _outline(zones: Sequence[Zone]) -> tuple[Point, ...]:
    """The upright rectangle (mm) around all zones, and a narrow margin: over its border hands reach in. A zone alone
    is all that is looked at.
    """
    if len(zones) == 1:
        return zones[0].polygon
    bounds = [zone.bounds for zone in zones]
    left, top = min(low.x for low, _ in bounds), min(low.y for low, _ in bounds)
    right, bottom = max(high.x for _, high in bounds), max(high.y for _, high in bounds)
    across, down = right - left, bottom - top
    return rectangle(
        left - _MARGIN * across,
        top - _MARGIN * down,
        (1 + 2 * _MARGIN) * across,
        (1 + 2 * _MARGIN) * down,
    )
