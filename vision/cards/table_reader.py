"""Reads a whole card table zone by zone: what lies in each becomes a zone's reading, for whoever follows the game.

Each zone is cut out straight, at the scale at which the card reader is at its best, and read by itself: after a move
only the zones that hands were over need be read.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Homography, Point
from calibration.view import TableView
from companion.readers import Reader
from companion.sighting import ACROSS_BELIEVED, BACK, EMPTY, UNREADABLE, Slot, ZoneReading
from vision.card_names import CARDS, rank_of
from vision.cards.deck.looks import IndexLook
from vision.cards.reader import MOST_REJECTED, CardReader
from vision.cards.reading import ByteArray, ReadIndex
from vision.eyes.bare_places import LOOKED_AT_PX_PER_MM, BarePlaces, is_masked
from vision.eyes.evidence import reduced
from vision.eyes.zone_reader import Look, ZoneReader
from vision.readings import SURE, CardReading
from vision.rectify import PX_PER_MM, RectifiedZone, rectify
from vision.watched_zone import WatchedZone

Image = NDArray[np.uint8]

_WAYS: Mapping[str, tuple[float, float]] = {
    "east": (1.0, 0.0),
    "south": (0.0, 1.0),
    "west": (-1.0, 0.0),
    "north": (0.0, -1.0),
}
_MARGIN_MM = 14.0
"""How far a card may stick out of its zone and still be read whole, as a crooked one does."""
_BESIDE_MM = 8.0
"""What lies in a zone is looked at with so much beside it."""
_SHOWN_SIDE = 480
_ANYWHERE = (1 << 15, 1 << 15)
_STRIP_MM = 9.0
"""Indices of a fan that lie nearer along it are those of one card: strips are wider."""
_ASKEW_MM = 14.0
"""The corners of one side of a free card that lies askew may lie so far apart along the fan."""
_ACROSS_MM = 95.0
"""The far corners of a fan's free card lie no farther on than this, though it lies askew."""
_FAR_END_MM, _CUT_MIDDLE_MM, _SAME_MIDDLE_MM = 35.0, 20.0, 14.0
"""The far corner of a card lies at least so far along the fan; both its corners predict its middle so near, where the
next card cuts one of them or where both are whole. Of the next card it would be off by as much as that lies on.
"""
_SAME_CARD = 0.5
"""How likely two corners must say the same card to be taken for one where both may be seen."""
_SOMETHING = 0.5
_LEAST_CHANCE = 0.001
_LEAST_SCORE = 0.3
"""Less likely than this what a strip of a fan shows is rather the middle of the card before it."""
_ACROSS_DEG = 17.0
"""A card turned farther than this out of its place, or out of lying crosswise in it, lies across it.

On drawn tables none of 230 cards that were laid straight is told so, and each of 73 that lay across by 25 degrees.
"""
_TURNED_ALIKE_DEG = 8.0
"""Indices of one card that are turned by no more apart are not mistaken about it; one alone may be."""
_CLEARLY_READ = 0.1
"""An index that is none with no more than this probability tells how its card lies."""
_BACK_UNSEEN = 0.97
"""How likely something of a card's shape that covers a zone and shows no index at all is a card face down."""
_BACK_OF_ANOTHER_SHAPE = 0.3
"""The same of something else that lies there: a bowl, an arm; or a card that sticks out."""
_CARD_MM2, _CARD_FILLS, _CARD_LONGER = 2_400.0, 0.78, 1.1
"""What of a card's place is seen at least, how much of the smallest rectangle around it that fills, and how much
longer than wide that is: a small patience card has 3,000 mm2; a round cup fills 0.79, but is as wide as long.

Of 371 backs on six drawn films all are so, most with 6,500 mm2 and 0.95; of 14 places where something else lay one.
"""


class CardZones(ZoneReader):
    """Reads piles and fans of playing cards from their cuts; remembers how their zones look when they are bare.

    Where nothing is found is not told until it is known how the zone looks when it is bare.
    """

    kinds = (Reader.PLAYING_CARDS,)
    margin_mm = _MARGIN_MM

    def __init__(self, reader: CardReader, zones: Iterable[WatchedZone] = ()) -> None:
        super().__init__()
        self._reader = reader
        self._places = BarePlaces(_MARGIN_MM)
        self.lay_out(tuple(zones))

    def lay_out(self, zones: Sequence[WatchedZone]) -> None:
        """Read these zones from now on; how they look when they are bare is not known yet."""
        super().lay_out(zones)
        self._zones = {zone.id: zone for zone in zones}
        self._places.lay_out(zones)
        self._untold: frozenset[str] = frozenset()
        self._looks: dict[str, tuple[tuple[IndexLook, ...], ...]] = {}

    def remember_bare_cuts(self, cuts: Mapping[str, RectifiedZone]) -> None:
        """Take zones in which nothing lies: by them what is empty is told from a card face down."""
        self._places.remember(cuts)

    def known_bare(self, zones: Collection[str]) -> None:
        """Take how these zones looked when they were read last for how they look when they are bare.

        Nothing is learnt of zones in which something was found then, or whose bare look is known.
        """
        self._places.known_bare(zones)

    def readings(self, looks: Sequence[Look]) -> Mapping[str, ZoneReading]:
        """Read zones, each with the picture that shows it, the very one that was read."""
        read = self.read_cuts({look.zone.id: look.cut for look in looks})
        return {look.zone.id: self._shown(look, read[look.zone.id]) for look in looks}

    def _shown(self, look: Look, reading: ZoneReading) -> ZoneReading:
        shown = look.keep(reduced(look.cut.image, _SHOWN_SIDE))
        doubtful = any(slot.best[1] < SURE and slot.best[0] != EMPTY for slot in reading.slots)
        self._doubts[look.zone.id] = "doubt" if doubtful else None
        slots = tuple(replace(slot, evidence=shown) for slot in reading.slots)
        return replace(reading, slots=slots, evidence=shown)

    @property
    def untold(self) -> frozenset[str]:
        """The zones of the last reading of which nothing can be told: covered as secret, or nothing was found in them
        and it is not known how they look with nothing in them.
        """
        return self._untold

    def read_cuts(self, cuts: Mapping[str, RectifiedZone]) -> dict[str, ZoneReading]:
        """Read zones, each by its name and cut out with ``margin_mm`` beside it. Raises KeyError on an unknown one.

        A pile is one slot: its free card, ``back``, ``empty`` or ``unreadable``. A fan has a slot for each card, the
        lowest first, none where nothing lies.
        """
        readings = {}
        untold = set()
        for name, cut in cuts.items():
            readings[name] = self._read_zone(cut, self._zones[name])
            self._places.not_bare(name)
            if is_masked(cut, _MARGIN_MM):
                untold.add(name)
            elif not self._places.is_known(name) and all(
                slot.best[0] == UNREADABLE for slot in readings[name].slots
            ):
                untold.add(name)
                self._places.perhaps(name, cut)
        self._untold = frozenset(untold)
        return readings

    def looks(self, name: str) -> tuple[tuple[IndexLook, ...], ...]:
        """What the networks alone saw of each card when a zone was read last, card by card as its slots.

        Nothing of a pile in which more than one card may be seen, for nobody knows which one that was.
        """
        return self._looks.get(name, ())

    def _read_zone(self, cut: RectifiedZone, zone: WatchedZone) -> ZoneReading:
        differs = self._places.differs(cut, zone)
        read: list[ReadIndex] = []
        part = cut
        if differs is None or differs.any():
            part = cut if differs is None else _around(cut, differs)
            read = [
                index
                for index in self._reader.look(part.image, PX_PER_MM)[0]
                if index.rejected < MOST_REJECTED and self._lies_in(zone, part.to_mm(index.spot.card_middle))
            ]
        if zone.towards is None:
            lying = self._reader.join(read, PX_PER_MM)
            cards = [(card, one.indices) for one in lying for card in self._reader.told([one], _ANYWHERE)]
            self._looks[zone.id] = (self._reader.by_networks(lying[0].indices),) if len(lying) == 1 else ()
            return ZoneReading((self._top_of_pile(part, cards, self._nothing_found(cut, zone)),))
        way = _WAYS[zone.towards]
        strips = self._whole_cards(_without_cut_ends(self._strips(read, way), way), read)
        joined = [self._reader.as_one(strip, PX_PER_MM) for strip in strips]
        told = [
            (card, one.indices)
            for one in joined
            for card in self._reader.told([one], _ANYWHERE)
            if card.score >= _LEAST_SCORE
        ]
        self._looks[zone.id] = tuple(self._reader.by_networks(indices) for _, indices in told)
        slots = tuple(_slot(card, self._believed(part.image, indices)) for card, indices in told)
        if not slots and (self._places.covered(cut, zone) or 0.0) > _SOMETHING:
            slots = (Slot({UNREADABLE: 1.0}),)
        return ZoneReading(slots)

    def _lies_in(self, zone: WatchedZone, middle: Point) -> bool:
        """Whether a card with its middle there belongs to a zone: no other is nearer to it, if it sticks out."""
        distance = zone.distance(middle)
        return distance == 0.0 or all(distance <= other.distance(middle) for other in self._zones.values())

    def _strips(self, read: Sequence[ReadIndex], way: tuple[float, float]) -> list[list[ReadIndex]]:
        """The indices of each card of a fan, the lowest card first.

        Of a covered card only the strip before the next one is seen, and all its indices lie there; the free card
        shows its far corners too. Where a card lies high or low, the next one may leave hardly a strip of it.
        """
        strips: list[list[ReadIndex]] = []
        for index in sorted(read, key=lambda one: _along(one, way)):
            beside = bool(strips) and _along(index, way) - _along(strips[-1][-1], way) < _STRIP_MM * PX_PER_MM
            if beside and not self._surely_differ(strips[-1], [index]):
                strips[-1].append(index)
            else:
                strips.append([index])
        for near in range(len(strips) - 1):
            if not self._is_one_card(strips[near], strips[-1], way):
                continue
            begins = _along(strips[near][-1], way)
            between = [
                (
                    one,
                    _along(one[-1], way) - begins < _ASKEW_MM * PX_PER_MM
                    and self._is_one_card(one, strips[-1], way),
                )
                for one in strips[near:-1]
            ]
            if not any(self._is_sure(one) for one, is_same in between if not is_same):
                # What else seems to lie between its ends is printed on the free card.
                own = [index for one, is_same in between if is_same for index in one]
                return [*strips[:near], own + strips[-1]]
        return strips

    def _whole_cards(self, strips: list[list[ReadIndex]], read: Sequence[ReadIndex]) -> list[list[ReadIndex]]:
        """The same, but what looks out on both sides of a covering card, because a card lies askew, is one card."""
        for card in self._reader.join(list(read), PX_PER_MM):
            middles = {index.spot.centre for index in card.indices}
            own = [strip for strip in strips if any(index.spot.centre in middles for index in strip)]
            shows_corners = len(card.indices) > 2  # then one may say what it will
            if len(own) < 2 or not (
                shows_corners or all(self._says_the_same(own[0], strip) for strip in own[1:])
            ):
                continue
            # The free card is the last one, though its near end may lie before others.
            stays = own[-1] if own[-1] is strips[-1] else own[0]
            whole = [index for strip in own for index in strip]
            strips = [
                whole if strip is stays else strip for strip in strips if strip is stays or strip not in own
            ]
        return strips

    def _says_the_same(self, one: Sequence[ReadIndex], other: Sequence[ReadIndex]) -> bool:
        first, second = self._reader.as_one(one, PX_PER_MM), self._reader.as_one(other, PX_PER_MM)
        return float(first.cards @ second.cards) > _SAME_CARD

    def _surely_differ(self, one: Sequence[ReadIndex], other: Sequence[ReadIndex]) -> bool:
        """Whether they surely say two ranks: of a worn card one corner may surely say another suit."""
        first, second = (self._reader.as_one(strip, PX_PER_MM).cards for strip in (one, other))
        ranks = [rank_of(CARDS[int(cards.argmax())]) for cards in (first, second)]
        return bool(min(first.max(), second.max()) >= SURE and ranks[0] != ranks[1])

    def _is_sure(self, strip: Sequence[ReadIndex]) -> bool:
        return float(self._reader.as_one(strip, PX_PER_MM).cards.max()) >= SURE

    def _is_one_card(
        self, near: Sequence[ReadIndex], far: Sequence[ReadIndex], way: tuple[float, float]
    ) -> bool:
        """Whether two strips of a fan are both ends of its free card: they say the same card, or both predict one
        middle and do not surely say two ranks.
        """
        if _along(far[-1], way) - _along(near[0], way) > _ACROSS_MM * PX_PER_MM:
            return False
        if self._says_the_same(near, far):
            return True
        # Of one card at most one end surely says another rank; an end that sticks out of the picture is no use.
        return _are_both_ends(near, far, way, _SAME_MIDDLE_MM) and not self._surely_differ(near, far)

    def _top_of_pile(
        self,
        part: RectifiedZone,
        cards: Sequence[tuple[CardReading, Sequence[ReadIndex]]],
        nothing_found: Mapping[str, float],
    ) -> Slot:
        """The free card of a pile: of several the one of which most corners are seen, for it covers the others."""
        if not cards:
            return Slot(nothing_found)
        best, indices = max(cards, key=lambda one: (len(one[1]), one[0].presence * one[0].score))
        slot = _slot(best, self._believed(part.image, indices))
        faces = {face: chance * best.presence for face, chance in slot.faces.items()}
        for face, chance in nothing_found.items():
            faces[face] = faces.get(face, 0.0) + (1.0 - best.presence) * chance
        return Slot(faces)

    def _believed(self, image: ByteArray, indices: Sequence[ReadIndex]) -> float:
        """How far a card is believed to lie where it is seen: one that lies across may be on its way elsewhere.

        An index that is hardly read may seem turned anyhow.
        """
        least = min(one.rejected for one in indices)
        clear = [one for one in indices if one.rejected <= max(least, _CLEARLY_READ)]
        off = [_turned_deg(one) for one in clear]
        if any(abs(degrees) <= _ACROSS_DEG for degrees in off):
            return 1.0
        if len(off) > 1 and max(off) - min(off) <= _TURNED_ALIKE_DEG:
            return ACROSS_BELIEVED
        turned = zip(clear, off, strict=True)
        if any(self._reader.reads_when_turned(image, one, -degrees) for one, degrees in turned):
            return 1.0
        return ACROSS_BELIEVED

    def _nothing_found(self, cut: RectifiedZone, zone: WatchedZone) -> dict[str, float]:
        """What a pile shows in which no card was found."""
        covered = self._places.covered(cut, zone)
        if covered is not None:
            chances = {EMPTY: 1.0 - covered}
        else:
            covered, chances = self._places.livelier(cut, zone), {}
        differs = self._places.differs(cut, zone)
        may_be_card = differs is None or _has_shape_of_card(differs)
        chances[BACK] = covered * (_BACK_UNSEEN if may_be_card else _BACK_OF_ANOTHER_SHAPE)
        chances[UNREADABLE] = 1.0 - sum(chances.values())
        return {face: chance for face, chance in chances.items() if chance > 0.0}


class CardTableReader(CardZones):
    """The same for pictures of a table that is always seen through one view."""

    def __init__(
        self, reader: CardReader, plane: Homography | TableView, zones: Iterable[WatchedZone]
    ) -> None:
        """``plane`` maps the pixels of the pictures to come to mm on the table."""
        super().__init__(reader, zones)
        self._plane = plane

    def remember_bare(self, picture: Image) -> None:
        """Take a picture of the table while nothing lies there."""
        self.remember_bare_cuts(self._cuts(picture, self._zones))

    def read(self, picture: Image, only: Iterable[str] | None = None) -> dict[str, ZoneReading]:
        """Read the zones (of all, or ``only`` these) in a picture, uint8 BGR (h, w, 3). Raises KeyError on a zone
        that the table has not.
        """
        return self.read_cuts(self._cuts(picture, self._zones if only is None else only))

    def _cuts(self, picture: Image, zones: Iterable[str]) -> dict[str, RectifiedZone]:
        return {
            name: rectify(picture, self._plane, self._zones[name].area, margin_mm=_MARGIN_MM)
            for name in zones
        }


def _has_shape_of_card(differs: NDArray[np.bool_]) -> bool:
    """Whether the largest thing in a zone may be a whole card; ``differs`` is where the zone is not bare."""
    outlines, _ = cv2.findContours(differs.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return False
    outline = max(outlines, key=cv2.contourArea)
    _, sides, _ = cv2.minAreaRect(outline)
    # An outline runs through the middles of the px at the rim: a px more each way.
    area = (cv2.contourArea(outline) + len(outline) / 2 + 1) / LOOKED_AT_PX_PER_MM**2
    short, long = sorted((side + 1) / LOOKED_AT_PX_PER_MM for side in sides)
    return bool(area >= max(_CARD_MM2, _CARD_FILLS * short * long) and long >= _CARD_LONGER * short)


def _around(cut: RectifiedZone, differs: NDArray[np.bool_]) -> RectifiedZone:
    """The part of a zone in which anything lies, with a margin: the rest need not be looked at."""
    factor = cut.px_per_mm / LOOKED_AT_PX_PER_MM
    margin = round(_BESIDE_MM * cut.px_per_mm)
    edge = round(_MARGIN_MM * cut.px_per_mm)
    box = []
    for axis, length in ((1, cut.image.shape[1]), (0, cut.image.shape[0])):
        places = np.flatnonzero(differs.any(axis=1 - axis))
        first = max(0, edge + int(places[0] * factor) - margin)
        last = min(length, edge + int((places[-1] + 1) * factor) + margin)
        box.append((first, last))
    (left, right), (top, bottom) = box
    origin = Point(cut.origin.x + left / cut.px_per_mm, cut.origin.y + top / cut.px_per_mm)
    return RectifiedZone(cut.image[top:bottom, left:right], origin, cut.px_per_mm)


def _without_cut_ends(strips: list[list[ReadIndex]], way: tuple[float, float]) -> list[list[ReadIndex]]:
    """The strips of a fan without those that are the far corner of the covered card before them.

    The covering card may cut it, so that it reads as another card; the near corner is whole.
    """
    kept: list[list[ReadIndex]] = []
    for strip in strips:
        if strip is strips[-1] or not kept or not _are_both_ends(kept[-1], strip, way, _CUT_MIDDLE_MM):
            kept.append(strip)
    return kept


def _are_both_ends(
    near: Sequence[ReadIndex], far: Sequence[ReadIndex], way: tuple[float, float], apart_mm: float
) -> bool:
    """Whether every index of the far strip looks at one of the near one and predicts the same middle, so far off."""
    return all(
        any(
            one.spot.up[0] * other.spot.up[0] + one.spot.up[1] * other.spot.up[1] < 0.0
            and _along(other, way) - _along(one, way) > _FAR_END_MM * PX_PER_MM
            and math.dist(one.spot.card_middle, other.spot.card_middle) < apart_mm * PX_PER_MM
            for one in near
        )
        for other in far
    )


def _along(read: ReadIndex, way: tuple[float, float]) -> float:
    """How far along a fan an index lies, px."""
    return read.spot.centre[0] * way[0] + read.spot.centre[1] * way[1]


def _turned_deg(index: ReadIndex) -> float:
    """How far an index is turned out of standing or lying squarely in its zone, clockwise, -45 to 45."""
    up_x, up_y = index.spot.up
    return (math.degrees(math.atan2(up_x, -up_y)) + 45.0) % 90.0 - 45.0


def _slot(card: CardReading, believed: float) -> Slot:
    """A card as a slot: its likely faces, as far as it is ``believed`` (0..1), what is left is unreadable."""
    faces = {face: believed * chance for face, chance in card.candidates if chance >= _LEAST_CHANCE}
    whole = math.fsum(faces.values())
    if whole >= 1.0:
        return Slot({face: chance / whole for face, chance in faces.items()}, None, card.presence)
    return Slot({**faces, UNREADABLE: 1.0 - whole}, None, card.presence)
