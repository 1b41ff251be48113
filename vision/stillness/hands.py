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
from vision.quantiles import medians

Image: TypeAlias = NDArray[np.uint8]
Mask: TypeAlias = NDArray[np.uint8]
Planes: TypeAlias = NDArray[np.float32]
"""Natural logarithms of a picture, (3, height, width): blue, green, red."""
Contact: TypeAlias = NDArray[np.float64]
"""How much of a hand touches the border of the region, by side, in the order of ``SIDES``."""

SIDES = ("north", "east", "south", "west")
"""The table's sides in the words of sightings: clockwise, first the one between its first two corners."""
CONTRAST = 0.14
"""How much (natural logarithm, any colour) a hand differs at least from what it covers."""
FAINT = 0.04
"""The same where it is as light as the table and hangs together with what it covers elsewhere: the grain shows it."""

_DARK = 8.0
_LOGARITHMS = np.log(np.arange(256, dtype=np.float64) + _DARK).astype(np.float32)
_CLIPPED_LOG = float(np.log(246.0 + _DARK))
_SQUARE = np.ones((3, 3), np.uint8)
_RING = 3
_LEAST_CONTACT = 15
_STEEP = 0.10
_NOISE_SHARE = 0.8
_ABOVE_NOISE = 1.6
"""An edge is steeper than so much noise: between neighbours in the dark noise alone makes edges."""
_SOFT_CONTACT = 0.02
_TINT = 1.5
_OUTLIER = 0.2
_STEADY = 0.1
"""While the light changes by less (logarithm), what was too white to be measured and is darker now is covered."""
_ENTRY_WEIGHT = 4.0
_LEAST_OVERLAP = 4
_SHARP_SHARE = 0.3
_END_OF_ARM = 1.4
"""Fingers and knuckles are so much longer than an arm is wide."""
_LARGEST_ARM = 0.4
_SAMPLE = 5
_LEAST_SAMPLE = 60
_RIDGE = np.eye(3, dtype=np.float32)
_LEARN_MS = 500
_LIGHT_MEMORY_MS = 3000.0
_ABSORBED_AFTER = 16
_STAYS = 0.10


@dataclass(frozen=True, slots=True)
class Hand:
    """Something that reaches in over a zone: which share of the zone it covers, and its contact with each side.

    ``plain`` says that it looks like an arm, not like half a broken picture. ``end`` is the share of the hand's end,
    the fingers and what they hold, that lies in the zone, ``end_cover`` the share of the zone that the end covers.
    ``faint``: its arm hardly differs from the table, so that it may be none; if it is one, that is its side.
    """

    cover: float
    contact: Contact
    plain: bool
    end: float = 0.0
    end_cover: float = 0.0
    faint: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """The hands in one picture: the number of the hand over each px (0: none), and each hand's contact.

    ``entries`` are the contacts of each hand when it was seen first; ``ends`` the same as ``labels``, of the hands'
    ends only, and ``end_areas`` how many px those have. ``faint`` as in ``Hand``.
    """

    labels: NDArray[np.int32]
    contacts: tuple[Contact, ...] = ()
    plain: tuple[bool, ...] = ()
    entries: tuple[Contact, ...] = ()
    ends: NDArray[np.int32] | None = None
    end_areas: tuple[int, ...] = ()
    faint: tuple[bool, ...] = ()

    @property
    def contact(self) -> Contact:
        """The contact of all hands together, but for faint ones."""
        sure = [entry for entry, faint in zip(self.entries, self.faint, strict=True) if not faint]
        return np.asarray(np.sum(sure, axis=0) if sure else np.zeros(4), np.float64)


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
        self._ring = (self._region > 0) & (np.asarray(inner) == 0)
        if len(zones) > 1:
            # What lies in a zone at the border of the table does not reach in over it.
            for mask in zones:
                self._ring &= mask == 0
        self._seams = np.zeros(self._region.shape, np.bool_)
        for mask in zones if len(zones) > 1 else ():
            self._seams |= np.asarray(cv2.dilate(mask, _SQUARE)) != np.asarray(cv2.erode(mask, _SQUARE))
        self._sides = _nearest_sides(self._region, corners)
        self._places = [_place_of(mask) for mask in zones]
        self._inside = [mask[place] > 0 for mask, place in zip(zones, self._places, strict=True)]
        self._area = [int(np.count_nonzero(inside)) for inside in self._inside]
        between = self._region > 0
        for mask in zones:
            between &= mask == 0
        self._between = between
        self._least_area = least_area
        self._looks: list[Planes] = []
        self._stayed = np.zeros(self._region.shape, np.uint8)
        self._snapshot: Planes | None = None
        rows, columns = self._region.shape
        self._x = (np.arange(columns, dtype=np.float32) / columns - 0.5)[None, :]
        self._y = (np.arange(rows, dtype=np.float32) / rows - 0.5)[:, None]
        whole = np.zeros(self._region.shape, np.float32)
        self._thin_x = (whole + self._x)[::_SAMPLE, ::_SAMPLE]
        self._thin_y = (whole + self._y)[::_SAMPLE, ::_SAMPLE]
        self._last = NO_HANDS
        self._region_area = int(np.count_nonzero(self._region))
        self._learnt_ms = 0

    def planes(self, reduced: Image) -> Planes:
        """Turn a reduced picture, uint8 (height, width, 3) BGR, into logarithms."""
        soft = cv2.blur(reduced, (3, 3))
        return np.stack([np.asarray(cv2.LUT(one, _LOGARITHMS), np.float32) for one in cv2.split(soft)])

    def find(self, planes: Planes, still: Sequence[bool], noise: float) -> Hands:
        """Find the hands in a picture; ``still`` tells which zones surely lie as they did: they show the light.

        ``noise`` is how many grey levels noise may move a px.

        A hand is followed from one picture to the next: it reaches in from where it was seen first. What is over
        zones that are all still is none, and is not followed.
        """
        found = self._found(planes, still, noise)
        self._last = NO_HANDS if all(still) else found
        return found

    def _found(self, planes: Planes, still: Sequence[bool], noise: float) -> Hands:
        if not self._looks:
            return NO_HANDS
        blinding = self._blinding(planes)
        noisy = self._noisy(planes, noise)
        sample = self._light_sample(still)
        differing = self._differing(planes, sample, noisy)
        differing[blinding] = 0.0
        if blinding.any():
            differing += self._darker_than_white(planes, blinding, sample, noisy)
            blinding &= differing <= CONTRAST
        covered: Mask = np.asarray(
            cv2.bitwise_and((differing > CONTRAST).view(np.uint8), self._region), np.uint8
        )
        for place, inside, rests in zip(self._places, self._inside, still, strict=True):
            if rests:
                # What lies there as before has only a shadow on it.
                covered[place][inside] = 0
        covered = self._closed(covered)
        if cv2.countNonZero(covered) < self._least_area:
            return NO_HANDS
        _, labels, statistics, _ = cv2.connectedComponentsWithStats(covered, connectivity=8)
        large = (np.flatnonzero(statistics[1:, cv2.CC_STAT_AREA] >= self._least_area) + 1).tolist()
        if not large:
            return NO_HANDS
        unclear = blinding | self._seams
        step = _step(differing, unclear)
        steep = step > np.maximum(_ABOVE_NOISE * noisy, _STEEP)
        numbers = np.zeros(labels.shape, np.int32)
        grown: NDArray[np.int32] | None = None
        faint: list[bool] = []
        contacts: list[Contact] = []
        plain: list[bool] = []
        ends = np.zeros(labels.shape, np.int32)
        end_areas: list[int] = []
        for label in large:
            blob = labels == label
            contact = self._contact(blob, step, steep, unclear)
            if is_faint := contact is None:
                # Of a hand in the colour of the table only what it covers differs much: it is followed to the border.
                grown = self._faint(differing, covered, step, still) if grown is None else grown
                blob = np.isin(grown, np.unique(grown[blob])) & (numbers == 0)
                contact = self._contact(blob, step, steep, unclear)
            if contact is not None:
                faint.append(is_faint)
                contacts.append(contact)
                numbers[blob] = len(contacts)
                end = _end(blob, blob & self._ring)
                ends[end] = len(contacts)
                end_areas.append(len(end[0]))
                share = np.count_nonzero(blob) / self._region_area
                plain.append(bool(np.count_nonzero(contact > 1.0) <= 2 and share < _LARGEST_ARM))
        entries = tuple(self._entry(numbers == one + 1, contact) for one, contact in enumerate(contacts))
        return Hands(numbers, tuple(contacts), tuple(plain), entries, ends, tuple(end_areas), tuple(faint))

    def _faint(
        self, differing: NDArray[np.float32], covered: Mask, step: NDArray[np.float32], still: Sequence[bool]
    ) -> NDArray[np.int32]:
        """What hangs together of what is covered and what differs a little and unevenly: light is even."""
        faint = cv2.bitwise_and(((differing > FAINT) & (step > FAINT)).view(np.uint8), self._region)
        for place, inside, rests in zip(self._places, self._inside, still, strict=True):
            if rests:
                faint[place][inside] = 0
        faint = self._closed(np.asarray(cv2.bitwise_or(faint, covered), np.uint8))
        return np.asarray(cv2.connectedComponents(faint, connectivity=8)[1], np.int32)

    def _closed(self, mask: Mask) -> Mask:
        """The same without its small holes, within the region."""
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        return np.asarray(cv2.bitwise_and(closed, self._region), np.uint8)

    def _entry(self, blob: NDArray[np.bool_], contact: Contact) -> Contact:
        """The contact that a hand had when it was seen first: that of the hand which was there before."""
        if not self._last.entries:
            return contact
        overlap = np.bincount(self._last.labels[blob], minlength=len(self._last.entries) + 1)[1:]
        before = int(np.argmax(overlap))
        return self._last.entries[before] if overlap[before] >= _LEAST_OVERLAP else contact

    def over(self, hands: Hands, zone: int) -> Hand | None:
        """Return the hand that covers most of a zone; None where there is none."""
        if not hands.contacts:
            return None
        numbers = hands.labels[self._places[zone]][self._inside[zone]]
        counts = np.bincount(numbers, minlength=len(hands.contacts) + 1)[1:]
        best = int(np.argmax(counts))
        if not counts[best]:
            return None
        contact = hands.contacts[best] + _ENTRY_WEIGHT * hands.entries[best]
        end = 0
        if hands.ends is not None:
            inside = hands.ends[self._places[zone]][self._inside[zone]]
            end = int(np.count_nonzero(inside == best + 1))
        cover, end_cover = (float(one / self._area[zone]) for one in (counts[best], end))
        share = float(end / max(1, hands.end_areas[best])) if hands.end_areas else 0.0
        return Hand(cover, contact, hands.plain[best], share, end_cover, hands.faint[best])

    def rests(self, planes: Planes, zones: Iterable[int]) -> None:
        """Take what these zones show now as what lies there."""
        if not self._looks:
            self._looks = [planes.copy(), planes.copy()]
            return
        for zone in zones:
            place, inside = self._places[zone], self._inside[zone]
            newer, older = (look[(slice(None), *place)] for look in self._looks)
            older[:, inside] = newer[:, inside]
            newer[:, inside] = planes[(slice(None), *place)][:, inside]

    def begin(self, planes: Planes) -> None:
        """Take a first picture as the table, until the zones come to rest."""
        self._looks = [planes.copy(), planes.copy()]

    def learn_due(self, now: int) -> bool:
        """Tell whether it is time to learn the light and what lies between the zones."""
        return now - self._learnt_ms >= _LEARN_MS

    def learn(self, planes: Planes, hands: Hands, still: Sequence[bool], now: int) -> None:
        """Follow the light where zones are still, and take in what stays between them."""
        since, self._learnt_ms = now - self._learnt_ms, now
        if not self._looks:
            return
        free = self._between.astype(np.uint8)
        for place, inside, rests in zip(self._places, self._inside, still, strict=True):
            if rests:
                free[place][inside] = 1
        covered = hands.labels > 0 if hands.contacts else np.zeros(self._region.shape, np.bool_)
        near_hands = cv2.dilate(covered.astype(np.uint8), np.ones((7, 7), np.uint8))
        free[np.asarray(near_hands) > 0] = 0
        share = min(1.0, since / _LIGHT_MEMORY_MS)
        newer, older = self._looks
        for plane, look in zip(planes, newer, strict=True):
            cv2.accumulateWeighted(plane, look, share, mask=free)
        if self._snapshot is not None:
            stays = np.abs(planes - self._snapshot).max(axis=0) < _STAYS
            self._stayed = np.where(stays, np.minimum(self._stayed, 250) + 1, 0).astype(np.uint8)
            taken = self._between & covered & (self._stayed >= _ABSORBED_AFTER)
            if taken.any():
                older[:, taken] = newer[:, taken]
                newer[:, taken] = planes[:, taken]
        self._snapshot = planes

    def _noisy(self, planes: Planes, noise: float) -> NDArray[np.float32]:
        """How much (logarithm) noise of so many grey levels changes each px: most where it is dark."""
        darkest = np.minimum(planes[1], self._looks[0][1])
        return np.float32(_NOISE_SHARE * noise) * np.asarray(cv2.exp(-darkest), np.float32)

    def _differing(
        self, planes: Planes, sample: NDArray[np.bool_], noisy: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        newer, older = (self._largest(planes - look, sample) for look in self._looks)
        return np.asarray(np.maximum(np.minimum(newer, older) - noisy, 0.0), np.float32)

    def _darker_than_white(
        self,
        planes: Planes,
        blinding: NDArray[np.bool_],
        sample: NDArray[np.bool_],
        noisy: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """By how much at least (logarithm) what blinded the camera, and does no more, has become darker.

        How white it was nobody knows, so that it tells nothing while the light changes.
        """
        darkened = np.zeros(self._region.shape, np.float32)
        known = sample & ~blinding[::_SAMPLE, ::_SAMPLE]
        if np.count_nonzero(known) < _LEAST_SAMPLE:
            return darkened
        thinned = planes[:, ::_SAMPLE, ::_SAMPLE][:, known]
        lights = [medians(thinned - look[:, ::_SAMPLE, ::_SAMPLE][:, known]) for look in self._looks]
        if any(np.abs(light).max() > _STEADY for light in lights):
            return darkened
        # All px around those that were white: to pick these out costs more than to reckon the others.
        around = _place_of(blinding.view(np.uint8))
        white, noise = blinding[around], noisy[around]
        most = noise.copy()
        for colour, plane in enumerate(planes):
            now, looks = plane[around], (look[colour][around] for look in self._looks)
            newer, older = (light[colour] - (now - look) for light, look in zip(lights, looks, strict=True))
            least = np.minimum(newer, older)
            least *= now <= _CLIPPED_LOG
            np.maximum(most, least, out=most)
        darkened[around] = (most - noise) * white
        return darkened

    def _largest(self, ratio: Planes, sample: NDArray[np.bool_]) -> NDArray[np.float32]:
        """The largest change of any colour or tint, beside what the light did in the ``sample``."""
        across, down = self._thin_x[sample], self._thin_y[sample]
        places = np.stack([np.ones_like(across), across, down])
        for colour in ratio:
            colour -= self._light(colour[::_SAMPLE, ::_SAMPLE][sample], places)
        blue, green, red = ratio
        # Shadows hardly change the tint.
        tint = np.maximum(np.abs(red - green), np.abs(blue - green))
        tint *= np.float32(_TINT)
        largest = np.maximum(np.maximum(np.abs(blue), np.abs(green)), np.abs(red))
        return np.asarray(np.maximum(largest, tint), np.float32)

    def _light(self, seen: NDArray[np.float32], places: NDArray[np.float32]) -> NDArray[np.float32]:
        """Fit a tilted plane (least squares, outliers left out) to what the light did, (n,), at ``places``: 1, x and
        y of each, (3, n).
        """
        middle = medians(seen)
        usual = np.abs(seen - middle) < _OUTLIER
        terms = np.compress(usual, places, axis=1)
        if terms.shape[1] < _LEAST_SAMPLE:
            return np.full(self._region.shape, middle, np.float32)
        constant, slope_x, slope_y = np.linalg.solve(terms @ terms.T + _RIDGE, terms @ (seen[usual] - middle))
        return np.asarray(middle + constant + slope_x * self._x + slope_y * self._y, np.float32)

    def _blinding(self, planes: Planes) -> NDArray[np.bool_]:
        """Where the camera is blinded now, or was when it looked before: nothing can be said of light there."""
        white = planes.max(axis=0) > _CLIPPED_LOG
        for look in self._looks:
            white |= look.max(axis=0) > _CLIPPED_LOG
        near = cv2.dilate(white.view(np.uint8), np.ones((3, 3), np.uint8))
        return np.asarray(near, np.uint8).view(np.bool_)

    def _light_sample(self, still: Sequence[bool]) -> NDArray[np.bool_]:
        known = np.zeros(self._region.shape, np.bool_)
        for place, inside, rests in zip(self._places, self._inside, still, strict=True):
            if rests:
                known[place] |= inside
        thinned = known[::_SAMPLE, ::_SAMPLE]
        if np.count_nonzero(thinned) < _LEAST_SAMPLE:
            thinned = self._region[::_SAMPLE, ::_SAMPLE] > 0
        return np.asarray(thinned, np.bool_)

    def _contact(
        self,
        blob: NDArray[np.bool_],
        step: NDArray[np.float32],
        steep: NDArray[np.bool_],
        unclear: NDArray[np.bool_],
    ) -> Contact | None:
        touch = blob & self._ring
        if np.count_nonzero(touch) < _LEAST_CONTACT:
            return None
        inner = cv2.erode(blob.astype(np.uint8), np.ones((3, 3), np.uint8))
        outline = blob & (np.asarray(inner) == 0) & ~self._ring
        outline &= ~unclear
        length = np.count_nonzero(outline)
        if np.count_nonzero(steep[outline]) < _SHARP_SHARE * length:
            return None
        # An arm has sharp edges where it comes in; a shadow that hangs on to it has none, or faint ones.
        weights = np.minimum(step[touch], 1.0) + _SOFT_CONTACT
        return np.bincount(self._sides[touch], weights, minlength=4)[:4].astype(np.float64)


def _end(blob: NDArray[np.bool_], touch: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The rows and columns of the end of an arm: what lies farthest from where it comes in, by a hand's length."""
    rows, columns = np.nonzero(blob)
    touched_rows, touched_columns = np.nonzero(touch)
    far = np.hypot(rows - np.mean(touched_rows), columns - np.mean(touched_columns))
    length = float(far.max())
    width = len(rows) / max(1.0, length)
    end = far >= length - _END_OF_ARM * width
    return rows[end], columns[end]


def _step(differing: NDArray[np.float32], unclear: NDArray[np.bool_]) -> NDArray[np.float32]:
    """How sharp the edges of a change are; what blinds the camera makes none, nor do the seams of earlier looks."""
    step = np.asarray(cv2.dilate(differing, _SQUARE)) - np.asarray(cv2.erode(differing, _SQUARE))
    step[unclear] = 0.0
    return np.asarray(cv2.dilate(step, _SQUARE), np.float32)


def _place_of(mask: Mask) -> tuple[slice, slice]:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def _nearest_sides(region: Mask, corners: NDArray[np.float64] | None) -> NDArray[np.int64]:
    """Return for every pixel which side of the table is nearest, by its place in ``SIDES``."""
    if corners is None:
        down, across = _place_of(region)
        edges = np.array([[across.start, across.stop], [down.start, down.stop]]) - 0.5
        corners = np.array([[edges[0, x], edges[1, y]] for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))])
    table = Homography.of_rectangle([(float(x), float(y)) for x, y in corners], 1.0, 1.0)
    ys, xs = np.mgrid[0 : region.shape[0], 0 : region.shape[1]]
    u, v, w = np.tensordot(table.matrix, np.stack([xs, ys, np.ones_like(xs)]), axes=1)
    u, v = u / w, v / w
    return np.asarray(np.argmin(np.stack([v, 1 - u, 1 - v, u]), axis=0), np.int64)
