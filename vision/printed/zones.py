"""Reads the printed cards of an enrolled box zone by zone: what lies in each becomes a zone's reading.

Each zone is cut out straight at a known scale, and all cards of a box are of one size: the first few that are told
surely say which, and from then on nothing of another size counts.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np

from calibration.geometry import Point, Zone, rectangle
from companion.readers import PRINTED
from companion.sighting import BACK, EMPTY, UNREADABLE, Slot, ZoneReading
from vision.eyes.bare_places import BarePlaces, is_masked
from vision.eyes.evidence import reduced
from vision.eyes.lasting import looks_alike
from vision.eyes.zone_reader import Look, ZoneReader
from vision.printed.boxed_cards import edges_along
from vision.printed.certainty import FEATURES, features
from vision.printed.cut_out import ByteArray, Float64Array, Outline, cut_out
from vision.printed.enrolled_box import LOOK_SIZE, Comparison
from vision.printed.finding import CardFinder
from vision.printed.found_card import FoundCard
from vision.printed.known_size import KnownSize
from vision.printed.reader import PrintedReader
from vision.printed.spread import LaidThere, lies_over
from vision.printed.told_card import ToldCard, beyond, in_row, topmost
from vision.printed.zone_search import ZoneSearch, area_of
from vision.readings import SURE
from vision.rectify import RectifiedZone
from vision.watched_zone import WatchedZone

_MARGIN_MM, _SHOWN_MARGIN_MM = 30.0, 10.0
"""A zone is looked at with so much beside it, for cards are told from what lies around them, and shown with less:
what lies in the next zone may be secret.
"""
_SHOWN_SIDE = 480
_CONTENT, _LEARNT = 0.95, 0.97
"""How surely a card must be told for no other way of finding it to be tried, and for it to tell the size."""
_SAME_MM = 1.5
"""Outlines whose corners lie no farther apart are one: it is compared once."""
_USUAL_KEPT, _USUAL_ENOUGH = 15, 4
_AS_RELATIONS, _USUAL = FEATURES.index("as_relations"), FEATURES.index("usual")
_LEAST_CHANCE = 0.001
_SOMETHING = 0.5
_MOST_AT_ENDS = 12
_WEAK, _HARDLY_ANY = 0.4, 0.15
"""What has edges weaker than this share of those of cards that were told surely is none, unless it is told surely
itself; and with so weak ones it is not compared. Creases have a twentieth of them.
"""
_SMALL = (16, 24)
_UNREADABLE = Slot({UNREADABLE: 1.0})


@dataclass(frozen=True, slots=True, eq=False)
class ReadBox:
    """The enrolled box of the game in play: who tells its cards, and what the game calls a card of that label where
    it lies.
    """

    reader: PrintedReader
    face_of: Callable[[str], str]


@dataclass(frozen=True, eq=False)
class _LookedAt:
    """A zone that is being read: where it looks otherwise than bare (``laid``), how likely something lies in it by
    the edges that the bare table lacks (``covered``; None: nobody knows), the cards that look as they did when it was
    read last (``known``), all that was told so far (``pool``), and all that was ``found``, parts of cards, too.
    """

    box: ReadBox
    cut: RectifiedZone
    zone: WatchedZone
    laid: LaidThere
    covered: float | None
    known: Sequence[ToldCard] = ()
    pool: list[ToldCard] = field(default_factory=list)
    found: list[FoundCard] = field(default_factory=list)

    @cached_property
    def soft(self) -> ByteArray:
        """The picture of the zone, its grain blurred."""
        return np.asarray(cv2.GaussianBlur(self.cut.image, (0, 0), 1.0), np.uint8)

    def edges_of(self, outline: Outline) -> float:
        """How strong the edges along an outline are, beside how light it is there."""
        return edges_along(self.soft, outline) / max(1.0, float(cut_out(self.soft, outline, _SMALL).mean()))

    def is_beside_known(self, card: FoundCard) -> bool:
        """Whether a card that was found lies over none of those that look as they did: on those lies nothing."""
        return not any(lies_over(one.outline, card.middle) for one in self.known)

    def finds(self, card: FoundCard) -> bool:
        """Note what was found, and whether it may lie there."""
        self.found.append(card)
        return self.is_beside_known(card)

    def may_lie_there(self, card: ToldCard, usual: float | None) -> bool:
        """Whether a card was not just seen in the creases of a cloth: it is told surely, or the zone has sharp edges
        that the bare one lacks, the card's place looks otherwise than bare, and its edges are not much weaker than
        the ``usual`` ones.
        """
        if self.zone.spread or not self.laid.is_known or card.reading.presence >= _CONTENT:
            return True
        if self.covered == 0.0 or not self.laid.covers(card.outline):
            return False
        return usual is None or self.edges_of(card.found.outline) > _WEAK * usual


@dataclass(frozen=True, slots=True, eq=False)
class _Before:
    """A zone as it was read: its cards, and how it and each of those that were told surely looked, small."""

    told: list[ToldCard | None]
    small: ByteArray
    parts: Sequence[tuple[ToldCard, tuple[slice, slice], ByteArray]]

    @classmethod
    def of(cls, cut: RectifiedZone, told: list[ToldCard | None]) -> _Before:
        """What was told of a zone that was cut out like that."""
        sure = [one for one in told if one is not None and one.chance >= SURE]
        parts = []
        for one in sure:
            part = _part_of(one.found.outline, cut.image)
            parts.append((one, part, _small(cut, part)))
        return cls(told, _small(cut), parts)

    def all_told(self, cut: RectifiedZone) -> list[ToldCard | None] | None:
        """All that lies there, where all was told surely and the zone, cut out anew, looks as it did."""
        surely = len(self.parts) == len(self.told) > 0
        return self.told if surely and looks_alike(self.small, _small(cut)) else None

    def known(self, cut: RectifiedZone) -> list[ToldCard]:
        """The cards of which it shows what it showed."""
        return [one for one, part, small in self.parts if looks_alike(small, _small(cut, part))]


def _part_of(outline: Outline, image: ByteArray) -> tuple[slice, slice]:
    """The rows and columns of a picture that show an outline, one of each at least."""
    left, top, right, bottom = outline.box
    spans = []
    for low, high, side in ((top, bottom, image.shape[0]), (left, right, image.shape[1])):
        first = min(max(int(low), 0), side - 1)
        spans.append(slice(first, max(int(high) + 1, first + 1)))
    return spans[0], spans[1]


def _place_of(outline: Outline, cut: RectifiedZone) -> Zone:
    """The upright rectangle of the table around a card's outline."""
    left, top, right, bottom = outline.box
    low, high = cut.to_mm((left, top)), cut.to_mm((right, bottom))
    return Zone("card", rectangle(low.x, low.y, high.x - low.x, high.y - low.y))


def _small(cut: RectifiedZone, part: tuple[slice, slice] = (slice(None), slice(None))) -> ByteArray:
    """A part of a zone at about one px per mm, as ``looks_alike`` takes it."""
    image = cut.image[part]
    return reduced(image, max(1, round(max(image.shape[:2]) / cut.px_per_mm)))


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
        self._edges: deque[float] = deque(maxlen=_USUAL_KEPT)
        self._cut_outs: dict[str, tuple[ByteArray, ...]] = {}
        self._lying: dict[str, tuple[Zone | None, ...]] = {}
        self._shows_nothing: set[str] = set()
        self._before: dict[str, _Before] = {}

    def moved(self) -> None:
        """The camera was moved: everything is read anew."""
        super().moved()
        self._before.clear()

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

    def places(self, zone: str) -> Sequence[Zone | None]:
        """Where (mm) each card of a zone lay when it was read last, slot by slot; None for one that was not found."""
        return self._lying.get(zone, ())

    def readings(self, looks: Sequence[Look]) -> Mapping[str, ZoneReading]:
        """Read zones, each with the picture that shows it."""
        asked = {look.zone.id for look in looks if not look.disturbed}
        read = self.read_cuts({look.zone.id: look.cut for look in looks}, asked)
        return {look.zone.id: self._shown(look, read[look.zone.id]) for look in looks}

    def read_cuts(
        self, cuts: Mapping[str, RectifiedZone], anew: Collection[str] = ()
    ) -> dict[str, ZoneReading]:
        """Read zones, each by its name and cut out with ``margin_mm`` beside it. Raises KeyError on an unknown one.

        What was told surely and looks as it did is not compared once more, but in those that are to be read ``anew``.

        A pile is one slot: its free card, ``back``, ``empty`` or ``unreadable``. A row has a slot for each card, in
        the order in which it grows, none where nothing lies; so have cards that lie in no order, line by line.
        """
        box = self._box_now()
        readings, untold = {}, set()
        for name, cut in cuts.items():
            zone = self._zones[name]
            self._places.not_bare(name)
            self._shows_nothing.discard(name)
            if name in anew:
                self._before.pop(name, None)
            hidden = box is None or is_masked(cut, _MARGIN_MM)
            told = [] if box is None or hidden else self._told(box, cut, zone)
            self._cut_outs[name] = tuple(
                cut_out(cut.image, one.compared.outline, LOOK_SIZE) for one in told if one is not None
            )
            self._lying[name] = tuple(
                None if one is None else _place_of(one.compared.outline, cut) for one in told
            )
            self._before[name] = _Before.of(cut, told)
            readings[name] = self._reading(box, told, cut, zone)
            if hidden:
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
            self._before.clear()
            if box is not None and box.reader.memory.box.ratio != before:
                self._size = KnownSize(box.reader.memory.box.ratio)
        return box

    def _told(self, box: ReadBox, cut: RectifiedZone, zone: WatchedZone) -> list[ToldCard | None]:
        """The cards of a zone: of a pile the one that lies on top, of a row all, in the order in which it grows; None
        for one that was not found.
        """
        before = self._before.get(zone.id)
        if before is not None and (lies := before.all_told(cut)) is not None:
            return lies
        laid = LaidThere.seen(self._places, cut, zone)
        known = () if before is None else before.known(cut)
        at = _LookedAt(box, cut, zone, laid, self._places.covered(cut, zone), known)
        in_rows = zone.spread or zone.towards is not None
        if in_rows and laid.is_known and not at.covered and not laid.left((), self._size.mm):
            return []
        if zone.spread:
            return self._told_spread(at)
        told: list[ToldCard | None] = []
        for cards in self._search.ways(cut, self._size):
            told = self._more(at, cards)
            if told and self._is_all_of_it(at, told):
                return self._with_ends(at, told)
        self._with_ends(at, told)
        doubtful = self._doubtful_places(at) or laid.left((), self._size.mm)
        told = self._more(at, self._search.about(cut, self._size, doubtful))
        if zone.towards is not None:
            # What shows no edges of its own still lies between its neighbours.
            left = self._doubtful_places(at)
            told = self._more(at, self._search.laid(cut, self._size, left, _turn(told)))
        return self._with_ends(at, told)

    def _is_all_of_it(self, at: _LookedAt, told: Sequence[ToldCard | None]) -> bool:
        """Whether all cards that were told are sure, and of a row no other one may lie there."""
        sure = [one for one in told if one is not None and one.chance >= _CONTENT]
        if len(sure) < len(told):
            return False
        return at.zone.towards is None or not at.laid.shows_more(sure, self._size.mm)

    def _told_spread(self, at: _LookedAt) -> list[ToldCard | None]:
        """The cards of a zone in which they lie in no order; where it looks otherwise than bare, and none was found,
        they are looked for again.
        """
        at.pool.extend(at.known)
        told = at.laid.spread_out(at.pool)
        left = at.laid.left(told, self._size.mm)
        if told and at.laid.is_known and not left:
            return list(told)
        for cards in self._search.ways(at.cut, self._size, at.finds):
            self._more(at, cards)
            told = at.laid.spread_out(at.pool)
            left = at.laid.left(told, self._size.mm)
            if told and not left and all(one.reading.presence >= _CONTENT for one in told):
                break
        doubtful = [one.middle for one in told if one.chance < _CONTENT]
        if doubtful or left:
            self._more(at, self._search.about(at.cut, self._size, [*doubtful, *left]))
        if not any(self._lies_in(at.zone, at.cut, one) for one in at.found):
            self._shows_nothing.add(at.zone.id)
        return list(at.laid.spread_out(at.pool))

    def _with_ends(self, at: _LookedAt, told: list[ToldCard | None]) -> list[ToldCard | None]:
        """The cards of a row with those at its ends that were not found but are told where they would lie."""
        towards = at.zone.towards or ""
        for _ in range(_MOST_AT_ENDS if towards else 0):
            ends = [one for one in beyond(in_row(at.pool, towards), towards) if self._is_within(at, one)]
            more = self._more(at, self._search.about(at.cut, self._size, ends))
            if len(more) <= len(told):
                more = self._more(at, self._search.laid(at.cut, self._size, ends, _turn(told)))
            if len(more) <= len(told):
                break
            told = more
        return told

    def _is_within(self, at: _LookedAt, place: Float64Array) -> bool:
        return at.zone.distance(at.cut.to_mm((float(place[0]), float(place[1])))) == 0.0

    def _more(self, at: _LookedAt, cards: Sequence[FoundCard]) -> list[ToldCard | None]:
        """Tell further cards of a zone, put them into its pool, and return what lies there by all of it."""
        cut, zone = at.cut, at.zone
        near = _SAME_MM * cut.px_per_mm
        new = [
            card
            for card in cards
            if self._lies_in(zone, cut, card) and not any(one.shows_as(card.outline, near) for one in at.pool)
        ]
        if zone.spread:
            new = [card for card in new if at.is_beside_known(card)]
        usual = float(np.median(self._edges)) if len(self._edges) >= _USUAL_ENOUGH else None
        if at.laid.is_known and not zone.spread and usual is not None:
            # To compare a card takes long.
            new = [card for card in new if at.edges_of(card.outline) > _HARDLY_ANY * usual]
        judged = [one for one in self._judged(at, new) if at.may_lie_there(one, usual)]
        at.pool.extend(judged)
        for one in judged:
            if one.chance >= _LEARNT:
                self._size.learn(one.compared.outline, cut.px_per_mm)
            if one.chance >= SURE:
                self._usual.append(one.as_relations)
                self._edges.append(at.edges_of(one.found.outline))
        if zone.towards is None:
            return list(topmost(at.pool))
        return [place.card for place in in_row(at.pool, zone.towards)]

    def _doubtful_places(self, at: _LookedAt) -> list[Float64Array]:
        """Where, px, a card of a zone lies that is not told surely."""
        if at.zone.towards is None:
            return [np.array(at.cut.seen_from((*at.zone.middle, 0.0))[:2])]
        places = in_row(at.pool, at.zone.towards)
        return [one.middle for one in places if one.card is None or one.card.chance < _CONTENT]

    def _lies_in(self, zone: WatchedZone, cut: RectifiedZone, card: FoundCard) -> bool:
        """Whether a card with its middle there belongs to a zone: no other is nearer to it, if it sticks out."""
        middle = cut.to_mm(
            (float(card.outline.corners[:, 0].mean()), float(card.outline.corners[:, 1].mean()))
        )
        distance = zone.distance(Point(middle.x, middle.y))
        return distance == 0.0 or all(distance <= other.distance(middle) for other in self._zones.values())

    def _judged(self, at: _LookedAt, cards: Sequence[FoundCard]) -> list[ToldCard]:
        box = at.box
        compared = [self._compared(at, card.outline) for card in cards]
        rows = features(compared)
        told = []
        for card, one, row in zip(cards, compared, rows, strict=True):
            # A card that lies alone says nothing of what is usual in this light; those told surely before it do.
            if len(rows) < _USUAL_ENOUGH and len(self._usual) >= _USUAL_ENOUGH:
                row = [*row]
                row[_USUAL] = float(np.median(self._usual))
            readings = box.reader.judged([card], [one], [row])
            told += [ToldCard(card, one, row[_AS_RELATIONS], reading) for reading in readings]
        return told

    def _compared(self, at: _LookedAt, outline: Outline) -> Comparison:
        """How a card compares with those of the box; one that lies and looks as it did is what it was."""
        near = _SAME_MM * at.cut.px_per_mm
        for one in at.known:
            if one.shows_as(outline, near):
                return one.compared
        return at.box.reader.compare(at.cut.image, outline)

    # ------------------------------------------------------------ readings

    def _reading(
        self, box: ReadBox | None, told: Sequence[ToldCard | None], cut: RectifiedZone, zone: WatchedZone
    ) -> ZoneReading:
        covered = self._places.covered(cut, zone)
        if zone.towards is not None and box is not None:
            if not told and (covered or 0.0) > _SOMETHING and not self._is_bare_of_cards(cut, zone):
                return ZoneReading((_UNREADABLE,))
            return ZoneReading(tuple(_UNREADABLE if one is None else _slot(box, one) for one in told))
        free = told[0] if told else None
        if box is None or free is None:
            return ZoneReading((Slot(_nothing_found(covered)),))
        slot = _slot(box, free)
        faces = {face: chance * slot.presence for face, chance in slot.faces.items()}
        for face, chance in _nothing_found(covered).items():
            faces[face] = faces.get(face, 0.0) + (1.0 - slot.presence) * chance
        return ZoneReading((Slot(faces),))

    def _is_bare_of_cards(self, cut: RectifiedZone, zone: WatchedZone) -> bool:
        """Whether a row in which no card was found looks otherwise than bare nowhere on as much as a part of a card:
        the grain of a table in other light has edges, too; or not even a part of a card was found there, however it
        was looked for; or it is known how strong the edges of a card are.
        """
        if zone.id in self._shows_nothing:
            return True
        laid = LaidThere.seen(self._places, cut, zone)
        if not laid.is_known:
            return False
        knows_edges = not zone.spread and len(self._edges) >= _USUAL_ENOUGH
        return knows_edges or not laid.left((), self._size.mm)

    def _shown(self, look: Look, reading: ZoneReading) -> ZoneReading:
        near = replace(look.cut, image=area_of(look.cut, _MARGIN_MM - _SHOWN_MARGIN_MM))
        shown = look.keep(reduced(near.image, _SHOWN_SIDE))
        doubtful = any(slot.best[1] < SURE and slot.best[0] != EMPTY for slot in reading.slots)
        self._doubts[look.zone.id] = "doubt" if doubtful else None
        slots = tuple(replace(slot, evidence=shown) for slot in reading.slots)
        return replace(reading, slots=slots, evidence=shown)


def _nothing_found(covered: float | None) -> dict[str, float]:
    """What a pile shows in which no card was found; ``covered`` is how likely something lies there, if known."""
    if covered is None:
        return {UNREADABLE: 1.0}
    return {face: chance for face, chance in ((EMPTY, 1.0 - covered), (UNREADABLE, covered)) if chance > 0.0}


def _turn(told: Sequence[ToldCard | None]) -> float | None:
    """How the cards of a row are turned, rad: as that which is told most surely; None where none was found."""
    found = [one for one in told if one is not None]
    if not found:
        return None
    side = np.diff(max(found, key=lambda one: one.chance).compared.outline.corners[:2], axis=0)[0]
    return float(np.arctan2(side[1], side[0]))


def _slot(box: ReadBox, one: ToldCard) -> Slot:
    """A card as a slot: what the game calls it, and how likely; what is left is unreadable."""
    faces: dict[str, float] = {}
    for label, chance in one.shares:
        if chance >= _LEAST_CHANCE:
            face = BACK if label == BACK else box.face_of(label)
            faces[face] = faces.get(face, 0.0) + chance
    whole = math.fsum(faces.values())
    if whole >= 1.0:
        return Slot({face: chance / whole for face, chance in faces.items()}, None, one.reading.presence)
    return Slot({**faces, UNREADABLE: 1.0 - whole}, None, one.reading.presence)
