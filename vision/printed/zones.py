"""Reads the printed cards of an enrolled box zone by zone: what lies in each becomes a zone's reading.

Each zone is cut out straight at a known scale, and all cards of a box are of one size: the first few that are told
surely say which, and from then on nothing of another size counts.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.geometry import Point
from companion.readers import PRINTED
from companion.sighting import BACK, EMPTY, UNREADABLE, Slot, ZoneReading
from vision.eyes.bare_places import BarePlaces, is_masked
from vision.eyes.evidence import reduced
from vision.eyes.zone_reader import Look, ZoneReader
from vision.printed.certainty import FEATURES, features
from vision.printed.cut_out import ByteArray, Outline, cut_out
from vision.printed.enrolled_box import LOOK_SIZE, Comparison
from vision.printed.finding import CardFinder
from vision.printed.found_card import FoundCard
from vision.printed.known_size import KnownSize, sides_of
from vision.printed.reader import PrintedReader, PrintedReading
from vision.printed.zone_search import ZoneSearch, area_of
from vision.readings import SURE
from vision.rectify import RectifiedZone
from vision.watched_zone import WatchedZone

_WAYS: Mapping[str, tuple[float, float]] = {
    "east": (1.0, 0.0),
    "south": (0.0, 1.0),
    "west": (-1.0, 0.0),
    "north": (0.0, -1.0),
}
_MARGIN_MM, _SHOWN_MARGIN_MM = 30.0, 10.0
"""A zone is looked at with so much beside it, for cards are told from what lies around them, and shown with less:
what lies in the next zone may be secret.
"""
_SHOWN_SIDE = 480
_CONTENT, _LEARNT = 0.97, 0.99
"""How surely a card must be told for no other way of finding it to be tried, and for it to tell the size."""
_SAME_MM = 1.5
"""Outlines whose corners lie no farther apart are one: it is compared once."""
_SAME_CARD, _GAP = 0.45, 1.6
"""In shares of a card's width along a row: what lies nearer is the same card, and between two that lie farther apart
there is one that was not found.
"""
_USUAL_KEPT, _USUAL_ENOUGH = 15, 4
_AS_RELATIONS, _USUAL = FEATURES.index("as_relations"), FEATURES.index("usual")
_LEAST_CHANCE = 0.001


@dataclass(frozen=True, slots=True, eq=False)
class ReadBox:
    """The enrolled box of the game in play: who tells its cards, and what the game calls a card of that label where
    it lies.
    """

    reader: PrintedReader
    face_of: Callable[[str], str]


@dataclass(frozen=True, slots=True, eq=False)
class _Told:
    """A card of a zone: where it was found, how it compares with those of the box, and what it is."""

    found: FoundCard
    compared: Comparison
    as_relations: float
    reading: PrintedReading

    @property
    def chance(self) -> float:
        """How likely the card is there and is the best of the box."""
        return self.reading.presence * self.reading.candidates[0][1]


class PrintedZones(ZoneReader):
    """Reads piles and rows of printed cards; remembers how their zones look when they are bare.

    ``box`` gives the box of the game in play, whenever it is wanted; None where its cards were never shown: nothing
    is told then. Where nothing is found is not told until it is known how the zone looks when it is bare.
    """

    kinds = PRINTED
    margin_mm = _MARGIN_MM

    def __init__(self, finder: CardFinder, box: Callable[[], ReadBox | None]) -> None:
        super().__init__()
        self._search = ZoneSearch(finder)
        self._open_box = box
        self._places = BarePlaces(_MARGIN_MM)
        self.lay_out(())

    def lay_out(self, zones: Sequence[WatchedZone]) -> None:
        """Read these zones from now on; how they look when they are bare is not known yet."""
        super().lay_out(zones)
        self._zones = {zone.id: zone for zone in zones}
        self._places.lay_out(zones)
        self._untold: frozenset[str] = frozenset()
        self._box: ReadBox | None = None
        self._size = KnownSize(1.0)
        self._usual: deque[float] = deque(maxlen=_USUAL_KEPT)
        self._cut_outs: dict[str, tuple[ByteArray, ...]] = {}

    def remember_bare_cuts(self, cuts: Mapping[str, RectifiedZone]) -> None:
        """Take zones in which nothing lies."""
        self._places.remember(cuts)

    def known_bare(self, zones: Collection[str]) -> None:
        """Take how these zones looked when nothing was found in them last for how they look when they are bare."""
        self._places.known_bare(zones)

    @property
    def untold(self) -> frozenset[str]:
        """The zones of the last reading of which nothing can be told: covered as secret, of a game whose cards were
        never shown, or nothing was found in them and it is not known how they look with nothing in them.
        """
        return self._untold

    def cut_outs(self, zone: str) -> tuple[ByteArray, ...]:
        """Each card of a zone as it was cut out when the zone was read last, card by card as its slots."""
        return self._cut_outs.get(zone, ())

    def readings(self, looks: Sequence[Look]) -> Mapping[str, ZoneReading]:
        """Read zones, each with the picture that shows it."""
        read = self.read_cuts({look.zone.id: look.cut for look in looks})
        return {look.zone.id: self._shown(look, read[look.zone.id]) for look in looks}

    def read_cuts(self, cuts: Mapping[str, RectifiedZone]) -> dict[str, ZoneReading]:
        """Read zones, each by its name and cut out with ``margin_mm`` beside it. Raises KeyError on an unknown one.

        A pile is one slot: its free card, ``back``, ``empty`` or ``unreadable``. A row has a slot for each card, in
        the order in which it grows, none where nothing lies.
        """
        box = self._box_now()
        readings, untold = {}, set()
        for name, cut in cuts.items():
            zone = self._zones[name]
            self._places.not_bare(name)
            told = [] if box is None or is_masked(cut, _MARGIN_MM) else self._told(box, cut, zone)
            self._cut_outs[name] = tuple(cut_out(cut.image, one.compared.outline, LOOK_SIZE) for one in told)
            readings[name] = self._reading(box, told, cut, zone)
            if box is None or is_masked(cut, _MARGIN_MM):
                untold.add(name)
            elif not told and not self._places.is_known(name):
                untold.add(name)
                self._places.perhaps(name, cut)
        self._untold = frozenset(untold)
        return readings

    # ------------------------------------------------------------ cards

    def _box_now(self) -> ReadBox | None:
        box = self._open_box()
        if box is not self._box:
            before = None if self._box is None else self._box.reader.memory.box.ratio
            self._box = box
            if box is not None and box.reader.memory.box.ratio != before:
                self._size = KnownSize(box.reader.memory.box.ratio)
        return box

    def _told(self, box: ReadBox, cut: RectifiedZone, zone: WatchedZone) -> list[_Told]:
        """The cards of a zone: of a pile the one that lies on top, of a row all, in the order in which it grows."""
        pool: list[_Told] = []
        middle = cut.seen_from((*zone.middle, 0.0))[:2]
        places = [middle] if zone.towards is None else []
        for cards in self._search.ways(cut, self._size, places):
            new = [card for card in cards if self._lies_in(zone, cut, card) and not _is_told(card, pool, cut)]
            pool += self._judged(box, cut, new)
            told = _topmost(pool) if zone.towards is None else _in_order(pool, zone.towards)
            if told and all(one.chance >= _CONTENT for one in told) and not _gaps(told, zone.towards):
                break
        told = _topmost(pool) if zone.towards is None else _in_order(pool, zone.towards)
        for one in told:
            if one.chance >= _LEARNT:
                self._size.learn(one.compared.outline, cut.px_per_mm)
                self._usual.append(one.as_relations)
        return told

    def _lies_in(self, zone: WatchedZone, cut: RectifiedZone, card: FoundCard) -> bool:
        """Whether a card with its middle there belongs to a zone: no other is nearer to it, if it sticks out."""
        middle = cut.to_mm(
            (float(card.outline.corners[:, 0].mean()), float(card.outline.corners[:, 1].mean()))
        )
        distance = zone.distance(Point(middle.x, middle.y))
        return distance == 0.0 or all(distance <= other.distance(middle) for other in self._zones.values())

    def _judged(self, box: ReadBox, cut: RectifiedZone, cards: Sequence[FoundCard]) -> list[_Told]:
        compared = [box.reader.compare(cut.image, card.outline) for card in cards]
        rows = features(compared, box.reader.memory.nearest, cards)
        told = []
        for card, one, row in zip(cards, compared, rows, strict=True):
            # A card that lies alone says nothing of what is usual in this light; those told surely before it do.
            if len(rows) < _USUAL_ENOUGH and len(self._usual) >= _USUAL_ENOUGH:
                row = [*row]
                row[_USUAL] = float(np.median(self._usual))
            readings = box.reader.judged([card], [one], [row])
            told += [_Told(card, one, row[_AS_RELATIONS], reading) for reading in readings]
        return told

    # ------------------------------------------------------------ readings

    def _reading(
        self, box: ReadBox | None, told: Sequence[_Told], cut: RectifiedZone, zone: WatchedZone
    ) -> ZoneReading:
        covered = self._places.covered(cut, zone)
        if box is None or (not told and zone.towards is None):
            return ZoneReading((Slot(_nothing_found(covered)),))
        if zone.towards is None:
            slot = _slot(box, told[0])
            rest = 1.0 - slot.presence
            faces = {face: chance * slot.presence for face, chance in slot.faces.items()}
            for face, chance in _nothing_found(covered).items():
                faces[face] = faces.get(face, 0.0) + rest * chance
            return ZoneReading((replace(slot, faces=faces, presence=1.0),))
        if not told:
            return ZoneReading((Slot({UNREADABLE: 1.0}),) if (covered or 0.0) > 0.5 else ())
        slots: list[Slot] = []
        gaps = _gaps(told, zone.towards)
        for number, one in enumerate(told):
            slots += [Slot({UNREADABLE: 1.0})] * gaps.get(number, 0)
            slots.append(_slot(box, one))
        return ZoneReading(tuple(slots))

    def _shown(self, look: Look, reading: ZoneReading) -> ZoneReading:
        near = replace(look.cut, image=area_of(look.cut, _MARGIN_MM - _SHOWN_MARGIN_MM))
        shown = look.keep(reduced(near.image, _SHOWN_SIDE))
        doubtful = any(slot.best[1] < SURE and slot.best[0] != EMPTY for slot in reading.slots)
        self._doubts[look.zone.id] = "doubt" if doubtful else None
        slots = tuple(replace(slot, evidence=shown) for slot in reading.slots)
        return replace(reading, slots=slots, evidence=shown)


def _topmost(pool: Sequence[_Told]) -> list[_Told]:
    """The free card of a pile: the one that is told most surely, for what lies under it is seen in parts."""
    return [max(pool, key=lambda one: (one.chance, one.reading.presence))] if pool else []


def _in_order(pool: Sequence[_Told], towards: str) -> list[_Told]:
    """The cards of a row in the order in which it grows, each once."""
    kept: list[_Told] = []
    for one in sorted(pool, key=lambda other: -other.chance):
        width = _SAME_CARD * _width(one.found.outline, towards)
        if all(abs(_along(one, towards) - _along(other, towards)) > width for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: _along(one, towards))


def _gaps(told: Sequence[_Told], towards: str | None) -> dict[int, int]:
    """How many cards of a row were not found before each of those that were, by its number; none of a pile."""
    if towards is None or len(told) < 2:
        return {}
    places = [_along(one, towards) for one in told]
    usual = float(np.median(np.diff(places)))
    width = min(usual, float(np.median([_width(one.found.outline, towards) for one in told])))
    steps = enumerate(np.diff(places), 1)
    return {number: round(step / width) - 1 for number, step in steps if step > _GAP * width}


def _along(one: _Told, towards: str) -> float:
    """How far along a row a card lies, px."""
    way, corners = _WAYS[towards], one.found.outline.corners
    return float(corners[:, 0].mean() * way[0] + corners[:, 1].mean() * way[1])


def _width(outline: Outline, towards: str) -> float:
    """How long a card is along a row, px: its side that lies more along it."""
    side = outline.corners[1] - outline.corners[0]
    way = _WAYS[towards]
    short, long = sides_of(outline)
    lies_along = abs(float(side[0] * way[0] + side[1] * way[1])) > 0.7 * float(np.hypot(*side))
    return short if lies_along else long


def _is_told(card: FoundCard, pool: Sequence[_Told], cut: RectifiedZone) -> bool:
    """Whether a card was compared already, cut out as it is here."""
    corners = card.outline.corners
    near = _SAME_MM * cut.px_per_mm
    return any(
        min(
            float(np.hypot(*(np.roll(one.found.outline.corners, turn, axis=0) - corners).T).max())
            for turn in (0, 2)
        )
        < near
        for one in pool
    )


def _nothing_found(covered: float | None) -> dict[str, float]:
    """What a pile shows in which no card was found; ``covered`` is how likely something lies there, if known."""
    if covered is None:
        return {UNREADABLE: 1.0}
    return {face: chance for face, chance in ((EMPTY, 1.0 - covered), (UNREADABLE, covered)) if chance > 0.0}


def _slot(box: ReadBox, one: _Told) -> Slot:
    """A card as a slot: what the game calls it, and how likely; what is left is unreadable."""
    faces: dict[str, float] = {}
    for label, chance in one.reading.candidates:
        if chance >= _LEAST_CHANCE:
            face = BACK if label == BACK else box.face_of(label)
            faces[face] = faces.get(face, 0.0) + chance
    whole = math.fsum(faces.values())
    if whole >= 1.0:
        return Slot({face: chance / whole for face, chance in faces.items()}, None, one.reading.presence)
    return Slot({**faces, UNREADABLE: 1.0 - whole}, None, one.reading.presence)
