"""Hands and arms that reach over the table: where they are and from which side they come.

A hand is something large that no earlier look shows and that reaches in over the border of the region: an arm
is followed to where it leaves. Light is no hand: what only became lighter or darker without a sharp outline is a
shadow. Works on a reduced colour picture, for all zones at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Homography
from vision.stillness.earlier_looks import (
    CONTRAST,
    DARK,
    AtRest,
    Difference,
    EarlierLooks,
    Mask,
    Places,
    Planes,
)

Image: TypeAlias = NDArray[np.uint8]
Contact: TypeAlias = NDArray[np.float64]
"""How much of a hand touches the border of the region, by side, in the order of ``SIDES``."""
Arm: TypeAlias = NDArray[np.float64]
"""Where an arm comes in over the border, and where it ends: two places (x, y), shares of the table's width and height
from the corner between north and west.
"""

SIDES = ("north", "east", "south", "west")
"""The table's sides in the words of sightings: clockwise, first the one between its first two corners."""
FAINT = 0.04
"""The same where it is as light as the table and hangs together with what it covers elsewhere: the grain shows it."""

_LOGARITHMS = np.log(np.arange(256, dtype=np.float64) + DARK).astype(np.float32)
_SQUARE = np.ones((3, 3), np.uint8)
_SMALL_HOLES = np.ones((5, 5), np.uint8)
_RING = 3
_LEAST_CONTACT = 15
_STEEP = 0.10
_ABOVE_NOISE = 1.6
"""An edge is steeper than so much noise: between neighbours in the dark noise alone makes edges."""
_SOFT_CONTACT = 0.02
_SHARP_SHARE = 0.3
_PLAINLY, _FINGERS, _MOST_OF_IT = 2.0, 0.5, 0.8
"""What differs by so many times the contrast that shows a hand is plain; so much of the fingers is, unless the hand
has the colour of the table: but then it is more than a fifth of what is seen of its arm.
"""
_END_OF_ARM = 1.4
"""Fingers and knuckles are so much longer than an arm is wide."""
_LARGEST_ARM = 0.4
_LEARN_MS = 500


@dataclass(frozen=True, slots=True)
class Hand:
    """Something that reaches in over a zone: which share of the zone it covers, and its contact with each side.

    ``plain`` says that it looks like an arm, not like half a broken picture. ``end`` is the share of the hand's end,
    the fingers and what they hold, that lies in the zone, ``end_cover`` the share of the zone that the end covers.
    ``faint``: its arm hardly differs from the table, so that it may be none; if it is one, that is its side. ``arm``
    is where it comes in over that side, and where it ends.
    """

    cover: float
    contact: Contact
    plain: bool
    end: float = 0.0
    end_cover: float = 0.0
    faint: bool = False
    arm: Arm | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """The hands in one picture: the number of the hand over each px (0: none), and each hand's contact.

    ``ends`` is the same as ``labels``, of the hands' ends only, and ``end_areas`` how many px those have.
    ``faint`` and ``arms`` as in ``Hand``.
    """

    labels: NDArray[np.int32]
    contacts: tuple[Contact, ...] = ()
    plain: tuple[bool, ...] = ()
    ends: NDArray[np.int32] | None = None
    end_areas: tuple[int, ...] = ()
    faint: tuple[bool, ...] = ()
    arms: tuple[Arm, ...] = ()

    @property
    def contact(self) -> Contact:
        """The contact of all hands together, but for faint ones."""
        sure = [contact for contact, faint in zip(self.contacts, self.faint, strict=True) if not faint]
        return np.asarray(np.sum(sure, axis=0) if sure else np.zeros(4), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """How sharp edges are at every px, where they are ``steep``, and where that is ``known`` (uint8, 1)."""

    step: NDArray[np.float32]
    steep: Mask
    known: Mask


NO_HANDS = Hands(np.zeros((0, 0), np.int32))


class HandFinder:
    """Finds hands in reduced pictures of one size; remembers two earlier looks at every place.

    ``region`` is uint8 (height, width), nonzero where the table is; ``zones`` are the zones' masks of the same
    shape; ``least_area`` is how many px the smallest hand has. ``corners`` are the table's, (4, 2) px, clockwise from
    where north and west meet; None: those of the upright rectangle around the region. Raises DegenerateCorners.
    """

    def __init__(
        self,
        region: Mask,
        zones: Sequence[Mask],
        least_area: float,
        corners: NDArray[np.float64] | None = None,
    ) -> None:
        self._region = (region > 0).astype(np.uint8)
        size = 2 * _RING + 1
        inner = cv2.erode(
            self._region, np.ones((size, size), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0
        )
        ring = (self._region > 0) & (np.asarray(inner) == 0)
        seams = np.zeros(self._region.shape, np.bool_)
        if len(zones) > 1:
            # What lies in a zone at the border of the table does not reach in over it.
            for mask in zones:
                ring &= mask == 0
                seams |= np.asarray(cv2.dilate(mask, _SQUARE)) != np.asarray(cv2.erode(mask, _SQUARE))
        self._ring = np.flatnonzero(ring)
        self._is_inside = (~ring).view(np.uint8)
        self._is_clear = (~seams).view(np.uint8)
        self._places = _shares(self._region, corners)
        self._sides_of_ring = _nearest_sides(self._places[self._ring])
        self._zones = [np.flatnonzero(mask) for mask in zones]
        self._area = [len(px) for px in self._zones]
        self._least_area = least_area
        self._looks = EarlierLooks(self._region, self._zones)
        self._region_area = int(np.count_nonzero(self._region))
        self._learnt_ms = 0

    def planes(self, reduced: Image) -> Planes:
        """Turn a reduced picture, uint8 (height, width, 3) BGR, into logarithms."""
        soft = cv2.blur(reduced, (3, 3))
        rows, columns = soft.shape[:2]
        apart = np.empty((3, rows, columns), np.uint8)
        cv2.split(soft, tuple(apart))
        logarithms = np.asarray(cv2.LUT(apart.reshape(-1, columns), _LOGARITHMS), np.float32)
        return logarithms.reshape(3, rows, columns)

    def find(self, planes: Planes, still: Sequence[bool], noise: float) -> Hands:
        """Find the hands in a picture; ``still`` tells which zones surely lie as they did: they show the light.

        ``noise`` is how many grey levels noise may move a px.
        """
        if self._looks.is_empty:
            return NO_HANDS
        # What lies there as before has only a shadow on it.
        rest = self._looks.at_rest(still)
        difference = self._looks.difference(planes, rest, noise)
        differing = difference.differs
        covered = self._closed(
            np.asarray(cv2.bitwise_and((differing > CONTRAST).view(np.uint8), rest.elsewhere))
        )
        if cv2.countNonZero(covered) < self._least_area:
            return NO_HANDS
        count, labels = cv2.connectedComponents(covered, connectivity=8)
        areas = np.bincount(labels.ravel()[np.flatnonzero(covered.view(np.bool_))], minlength=count)
        large = (np.flatnonzero(areas[1:] >= self._least_area) + 1).tolist()
        if not large:
            return NO_HANDS
        edges = self._edges(difference)
        numbers = np.zeros(labels.shape, np.int32)
        grown: NDArray[np.int32] | None = None
        faint: list[bool] = []
        contacts: list[Contact] = []
        plain: list[bool] = []
        arms: list[Arm] = []
        ends = np.zeros(labels.shape, np.int32)
        end_areas: list[int] = []
        for label in large:
            blob = (labels == label).view(np.uint8)
            touch = self._touch(blob)
            contact = self._contact(blob, touch, edges)
            if is_faint := contact is None:
                # Of a hand in the colour of the table only what it covers differs much: it is followed to the border.
                grown = self._faint(differing, covered, edges.step, rest) if grown is None else grown
                belongs = np.zeros(int(grown.max()) + 1, np.bool_)
                belongs[grown[blob.view(np.bool_)]] = True
                blob = (np.take(belongs, grown) & (numbers == 0)).view(np.uint8)
                touch = self._touch(blob)
                contact = self._contact(blob, touch, edges)
            if contact is not None:
                at = np.flatnonzero(blob.view(np.bool_))
                faint.append(is_faint)
                contacts.append(contact)
                numbers.ravel()[at] = len(contacts)
                end = _fingers(at, self._ring[touch], differing)
                ends.ravel()[end] = len(contacts)
                end_areas.append(len(end))
                arms.append(self._arm(touch, int(np.argmax(contact)), end))
                share = len(at) / self._region_area
                plain.append(bool(np.count_nonzero(contact > 1.0) <= 2 and share < _LARGEST_ARM))
        return Hands(
            numbers, tuple(contacts), tuple(plain), ends, tuple(end_areas), tuple(faint), tuple(arms)
        )

    def _edges(self, difference: Difference) -> _Edges:
        """How sharp the edges of a change are: what blinds the camera makes none, nor do seams of earlier looks."""
        clear, differs = self._is_clear & ~difference.blinding, difference.differs
        edges = cv2.subtract(cv2.dilate(differs, _SQUARE), cv2.erode(differs, _SQUARE), mask=clear)
        step = np.asarray(cv2.dilate(edges, _SQUARE), np.float32)
        steep = step > np.maximum(_ABOVE_NOISE * difference.noise, _STEEP)
        known = np.asarray(cv2.bitwise_and(clear, self._is_inside), np.uint8)
        return _Edges(step, steep.view(np.uint8), known)

    def _faint(
        self, differing: NDArray[np.float32], covered: Mask, step: NDArray[np.float32], rest: AtRest
    ) -> NDArray[np.int32]:
        """What hangs together of what is covered and what differs a little and unevenly: light is even."""
        faint = cv2.bitwise_and(((differing > FAINT) & (step > FAINT)).view(np.uint8), rest.elsewhere)
        faint = self._closed(np.asarray(cv2.bitwise_or(faint, covered), np.uint8))
        return np.asarray(cv2.connectedComponents(faint, connectivity=8)[1], np.int32)

    def _closed(self, mask: Mask) -> Mask:
        """The same without its small holes, within the region."""
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _SMALL_HOLES)
        return np.asarray(cv2.bitwise_and(closed, self._region), np.uint8)

    def over(self, hands: Hands, zone: int) -> Hand | None:
        """Return the hand that covers most of a zone; None where there is none."""
        if not hands.contacts:
            return None
        numbers = hands.labels.ravel()[self._zones[zone]]
        counts = np.bincount(numbers, minlength=len(hands.contacts) + 1)[1:]
        best = int(np.argmax(counts))
        if not counts[best]:
            return None
        end = 0
        if hands.ends is not None:
            end = int(np.count_nonzero(hands.ends.ravel()[self._zones[zone]] == best + 1))
        cover, end_cover = (float(one / self._area[zone]) for one in (counts[best], end))
        share = float(end / max(1, hands.end_areas[best])) if hands.end_areas else 0.0
        arm = hands.arms[best] if hands.arms else None
        return Hand(cover, hands.contacts[best], hands.plain[best], share, end_cover, hands.faint[best], arm)

    def rests(self, planes: Planes, zones: Iterable[int]) -> None:
        """Take what these zones show now as what lies there."""
        self._looks.rest(planes, zones)

    def begin(self, planes: Planes) -> None:
        """Take a first picture as the table, until the zones come to rest."""
        self._looks.begin(planes)

    def learn_due(self, now: int) -> bool:
        """Tell whether it is time to learn the light and what lies between the zones."""
        return now - self._learnt_ms >= _LEARN_MS

    def learn(self, planes: Planes, hands: Hands, still: Sequence[bool], now: int) -> None:
        """Follow the light where zones are still, and take in what stays between them."""
        since, self._learnt_ms = now - self._learnt_ms, now
        covered = hands.labels > 0 if hands.contacts else np.zeros(self._region.shape, np.bool_)
        self._looks.learn(planes, covered, self._looks.at_rest(still), since)

    def _touch(self, blob: Mask) -> Places:
        """Where something touches the border, by numbers of the ring's px."""
        return np.flatnonzero(np.take(blob, self._ring))

    def _contact(self, blob: Mask, touch: Places, edges: _Edges) -> Contact | None:
        if len(touch) < _LEAST_CONTACT:
            return None
        outline = cv2.bitwise_and(cv2.subtract(blob, cv2.erode(blob, _SQUARE)), edges.known)
        length = cv2.countNonZero(outline)
        if cv2.countNonZero(cv2.bitwise_and(outline, edges.steep)) < _SHARP_SHARE * length:
            return None
        # An arm has sharp edges where it comes in; a shadow that hangs on to it has none, or faint ones.
        weights = np.minimum(np.take(edges.step, self._ring[touch]), 1.0) + _SOFT_CONTACT
        return np.bincount(self._sides_of_ring[touch], weights, minlength=4)[:4].astype(np.float64)

    def _arm(self, touch: Places, side: int, end: Places) -> Arm:
        """Where an arm that touches the border there comes in over a side, and where its end is."""
        entry = self._ring[touch][self._sides_of_ring[touch] == side]
        return np.stack([np.mean(self._places[at], axis=0) for at in (entry, end)])


def _fingers(at: Places, touched: Places, differing: NDArray[np.float32]) -> Places:
    """The px at the end of an arm of the px ``at``; where that is the rim of a shadow that moves and hangs on to the
    arm, the end of what differs plainly, if that is as much as all of an arm but its hand.
    """
    columns = differing.shape[1]
    end = _end(at, touched, columns)
    plain = np.zeros(differing.shape, np.uint8)
    plain.ravel()[at] = np.take(differing, at) > _PLAINLY * CONTRAST
    if np.count_nonzero(np.take(plain, end)) >= _FINGERS * len(end):
        return end
    labels = cv2.connectedComponents(plain, connectivity=8)[1]
    areas = np.bincount(np.take(labels, at))
    areas[0] = 0
    largest = int(np.argmax(areas))
    if areas[largest] < _MOST_OF_IT * len(at):
        return end
    return _end(at[np.take(labels, at) == largest], touched, columns)


def _end(at: Places, touched: Places, columns: int) -> Places:
    """The px at the end of an arm of the px ``at``: what lies farthest from where it comes in, by a hand's length."""
    rows, touched_rows = at // columns, touched // columns
    down, across = (
        rows - np.mean(touched_rows),
        at - rows * columns - np.mean(touched - touched_rows * columns),
    )
    far = np.hypot(down, across)
    length = float(far.max())
    width = len(at) / max(1.0, length)
    return np.asarray(at[far >= length - _END_OF_ARM * width], np.intp)


def _place_of(mask: Mask) -> tuple[slice, slice]:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def _shares(region: Mask, corners: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """Return the place of every pixel on the table, (n, 2), shares of its width and height."""
    if corners is None:
        down, across = _place_of(region)
        edges = np.array([[across.start, across.stop], [down.start, down.stop]]) - 0.5
        corners = np.array([[edges[0, x], edges[1, y]] for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))])
    table = Homography.of_rectangle([(float(x), float(y)) for x, y in corners], 1.0, 1.0)
    ys, xs = np.mgrid[0 : region.shape[0], 0 : region.shape[1]]
    u, v, w = np.tensordot(table.matrix, np.stack([xs, ys, np.ones_like(xs)]), axes=1)
    return np.stack([(u / w).ravel(), (v / w).ravel()], axis=1)


def _nearest_sides(places: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return which side of the table is nearest to every place, by its place in ``SIDES``."""
    u, v = places.T
    return np.asarray(np.argmin(np.stack([v, 1 - u, 1 - v, u]), axis=0), np.int64)
