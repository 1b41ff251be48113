"""Many zones of one small picture, laid apart in one atlas and compared with an earlier look, light left out.

In a picture the zones of a card table lie side by side: whatever is averaged over a neighbourhood of a pixel
would be spoilt by what lies in the next zone. In the atlas every zone has a border of nothing around it, so
one pass over one picture treats all zones, each by itself, however many there are.

Light is left out thus: the logarithm of the ratio of both looks is the change of the light plus the change of
what lies there. Light changes smoothly over the table, so in every neighbourhood a tilted plane is fitted to the
ratio (normalised convolution of the first order: Knutsson and Westin, CVPR 1993), and only what stands out
from it counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quantiles import medians

Image: TypeAlias = NDArray[np.uint8]
Mask: TypeAlias = NDArray[np.uint8]
Log: TypeAlias = NDArray[np.float32]
"""Natural logarithms of brightness, laid out as the atlas; always the same outside the zones."""
AnyNumber = TypeVar("AnyNumber", bound=np.generic)
Flags: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.int32]

_COARSE = 2
_COARSE_SIDE = 5
"""Light is taken to change evenly in neighbourhoods of so many coarse px, each side."""
COLOURS = 3
_LEAST_CHANGE = 0.10
"""Contrast (natural logarithm) that must change at least; about 10 %."""
_DARK = 1.0
"""Grey levels added before the logarithm is taken, so that black is not infinitely dark."""

_CLIPPED = 238.0
"""From this grey level on the camera may have been blinded (in one colour at least): it could be brighter."""

_LOGARITHMS = np.log(np.arange(256, dtype=np.float64) + _DARK).astype(np.float32)
_CLIPPED_LOG = float(np.log(_CLIPPED + _DARK))
_NEAR_WHITE = np.ones((5, 5), np.uint8)
_RIDGE = 6.0
_HARDLY = 0.01
_ANOTHER_LIGHT = 0.10
_SWITCHED = 0.15
_SWITCHED_FACTOR = 4.0
_SAMPLED = 96
_RESTLESS_HASTE = 5.0
_RESTLESS_FACTOR = 2.5
_MOST = 0.95
_HALF = 0.5
_BLINDED_DOUBT = 1.3
_UNKNOWN_LIGHT = 0.7


@dataclass(frozen=True, slots=True)
class _Slot:
    """Where a zone's box lies in the small picture, and in one colour's sheet of the atlas.

    ``place`` is what the zone has to itself there: ``laid`` with a margin, in whole steps of the coarse grid.
    """

    source: tuple[slice, slice]
    laid: tuple[slice, slice]
    place: tuple[slice, slice]
    smallest: float


class ZoneAtlas:
    """All zones of a small picture, side by side with gaps; compares two looks zone by zone.

    ``masks`` are uint8 (height, width), nonzero inside each zone; they may overlap. ``smallest`` is for each
    zone how many px that hang together must differ at least. The colours lie one below the other, as three sheets.
    """

    def __init__(self, masks: Sequence[Mask], smallest: Sequence[float]) -> None:
        boxes = [_box_around(mask) for mask in masks]
        corners, (rows, columns) = _packed(
            [(bottom - top, right - left) for top, left, bottom, right in boxes]
        )
        self._shape = (COLOURS, rows, columns)
        inside = np.zeros((rows, columns), np.uint8)
        zone_of = np.zeros((rows, columns), np.int32)
        along_x = np.zeros((rows, columns), np.float32)
        along_y = np.zeros((rows, columns), np.float32)
        self._slots: list[_Slot] = []
        for number, ((top, left, bottom, right), (y, x)) in enumerate(zip(boxes, corners, strict=True)):
            source = (slice(top, bottom), slice(left, right))
            down, across = _padded(bottom - top), _padded(right - left)
            place = (slice(y, y + down), slice(x, x + across))
            y, x = y + _COARSE, x + _COARSE
            laid = (slice(y, y + bottom - top), slice(x, x + right - left))
            inside[laid] = masks[number][source] > 0
            zone_of[place] = number
            # Coordinates from the zone's middle keep the moments small.
            along_y[place] = (np.arange(down) - down / 2)[:, None]
            along_x[place] = (np.arange(across) - across / 2)[None, :]
            self._slots.append(_Slot(source, laid, place, smallest[number]))
        self._inside, self._zone_of = _sheets(inside), _sheets(zone_of)
        sample = np.stack([_spread(zone_of == zone, inside, _SAMPLED) for zone in range(len(masks))])
        self._sample = sample + (np.arange(COLOURS) * rows * columns)[:, None, None]
        self._laid = np.zeros((rows, columns, COLOURS), np.uint8)
        self._apart = np.zeros(self._shape, np.uint8)
        self._lights: dict[int, _LocalLight] = {}
        self._followed: tuple[tuple[bool, ...], Mask] | None = None
        self._restless = np.zeros(self._inside.shape, np.float32)
        self._last: _Comparison | None = None
        self._smallest = np.asarray(smallest, np.float64)
        self._light = _LocalLight(self._inside, self._zone_of, _sheets(along_x), _sheets(along_y))

    def log(self, picture: Image, other: tuple[Image, Flags] | None = None) -> Log:
        """Lay out a small picture, uint8 (height, width, 3), as logarithms; ``other`` instead in the zones marked."""
        for number, slot in enumerate(self._slots):
            shown = picture if other is None or not other[1][number] else other[0]
            self._laid[slot.laid] = shown[slot.source]
        cv2.split(self._laid, tuple(self._apart))
        return np.asarray(cv2.LUT(self._apart.reshape(self._inside.shape), _LOGARITHMS), np.float32)

    def levels(self, look: Log) -> NDArray[np.float64]:
        """Return how light every zone is in a look: the median grey level of its lightest colour."""
        lightest = medians(np.take(look, self._sample)).max(axis=0)
        return np.asarray(np.exp(lightest) - _DARK, np.float64)

    def differing(self, now: Log, before: Log, least_levels: NDArray[np.float64]) -> NDArray[np.int64]:
        """Tell for every zone how many px that hang together differ between two looks, by more than light and
        its ``least_levels`` of a colour: int64, 0 where it is less than the zone's smallest change.

        Where a lamp was switched between both looks (most zones are lighter or darker) the smallest change must be
        larger: on what shines the light is not the plane that it is all around.
        """
        self._last = _Comparison.of(now, before, self._light)
        changed = self._last.changed(self._light, self._restless, least_levels)
        largest = np.zeros(len(self._slots), np.int64)
        if changed is None:
            return largest
        at = np.flatnonzero(changed.view(np.bool_))
        zones = self._zone_of.ravel()[at]
        counts = np.bincount(zones, minlength=len(largest))
        for zone in np.flatnonzero(counts >= self._smallest):
            part = self._cut(changed, self._slots[zone].place)
            labels, count = _parts(part)
            largest[zone] = np.bincount(labels[part > 0], minlength=count).max()
        if (largest < self._smallest).all():
            return np.zeros_like(largest)
        light = medians(np.take(self._last.plane, self._sample))
        switched = np.median(np.abs(light).max(axis=0)) > _SWITCHED
        return np.where(largest >= (_SWITCHED_FACTOR if switched else 1.0) * self._smallest, largest, 0)

    def differs(self, zone: int, now: Log, before: Log, least_levels: float) -> bool:
        """Tell whether two looks at one zone (as ``part`` gives them) differ.

        Half of the smallest change is enough: this is asked once a disturbance, and a change must not be overlooked.
        """
        place, smallest = self._slots[zone].place, _HALF * self._slots[zone].smallest
        shape = (now.shape[0] * now.shape[1], now.shape[2])
        light = self._lights.get(zone)
        if light is None:
            light = self._lights[zone] = _LocalLight(
                self._cut(self._inside, place),
                np.zeros((shape[0], shape[1]), np.int32),
                self._cut(self._light.along_x, place),
                self._cut(self._light.along_y, place),
            )
        restless = self._cut(self._restless, place)
        comparison = _Comparison.of(now.reshape(shape), before.reshape(shape), light)
        changed = comparison.changed(light, restless, np.array([least_levels]))
        if changed is None or np.count_nonzero(changed) < smallest:
            return False
        labels, count = _parts(changed)
        return bool(np.bincount(labels[changed > 0], minlength=count).max() >= smallest)

    def part(self, zone: int, log: Log) -> Log:
        """Return a zone's part of a look, (3, rows, columns): a view, to be written into, too."""
        return log.reshape(self._shape)[(slice(None), *self._slots[zone].place)]

    def begin_anew(self, zone: int, base: Log, look: Log, share: float) -> None:
        """Take a zone's part of ``base`` from another look, in which noise is so large a ``share`` of what it was."""
        self.part(zone, base)[:] = self.part(zone, look)
        self.part(zone, self._restless)[:] *= np.float32(share)

    def _cut(self, stacked: NDArray[AnyNumber], place: tuple[slice, slice]) -> NDArray[AnyNumber]:
        part = stacked.reshape(self._shape)[(slice(None), *place)]
        return part.reshape(-1, part.shape[2])

    def follow(self, base: Log, look: Log, zones: Sequence[bool], share: float) -> None:
        """Move the look ``base`` by a ``share`` towards another one in the zones told; changes it in place.

        Where the light has changed much the other look is taken over: what is blinding white changes otherwise than
        the rest, and both looks must tell of the same light.
        Learns, too, which px are restless though nothing happens: what compression does to edges, for instance.
        """
        key = tuple(zones)
        if not any(key) or self._last is None:
            return
        if self._followed is None or self._followed[0] != key:
            followed = self._inside.copy()
            for slot, is_followed in zip(self._slots, key, strict=True):
                if not is_followed:
                    followed.reshape(self._shape)[(slice(None), *slot.place)] = 0
            self._followed = (key, followed)
        mask = self._followed[1]
        cv2.accumulateWeighted(look, base, share, mask=mask)
        cv2.accumulateWeighted(
            self._last.beside, self._restless, min(1.0, _RESTLESS_HASTE * share), mask=mask
        )
        change = np.take(look, self._sample) - np.take(base, self._sample)
        # Where the median is larger, half of the px are: it is reckoned there alone.
        many = np.count_nonzero(np.abs(change) > _ANOTHER_LIGHT, axis=-1).max(axis=0) >= _SAMPLED // 2
        for zone in np.flatnonzero(many & key):
            if np.abs(medians(change[:, zone])).max() > _ANOTHER_LIGHT:
                self.part(int(zone), base)[:] = self.part(int(zone), look)

    def learn_trembling(self, zone: int, share: float) -> None:
        """Learn, as ``follow`` does, which px of a zone are restless in which nothing happens, yet it never rests."""
        if self._last is not None:
            beside, restless = self.part(zone, self._last.beside), self.part(zone, self._restless)
            restless += (beside - restless) * np.float32(min(1.0, _RESTLESS_HASTE * share))


@dataclass(frozen=True, slots=True, eq=False)
class _Comparison:
    """Two looks, ``plane`` what light did between them, ``beside`` how much every px differs beside that.

    ``ratio`` is how much every px differs with the light. ``blinding`` are the px that are blinding white in either
    look, None where there are none.
    """

    now: Log
    before: Log
    ratio: Log
    plane: Log
    beside: Log
    blinding: Flags | None

    @classmethod
    def of(cls, now: Log, before: Log, light: _LocalLight) -> _Comparison:
        """Compare two looks."""
        ratio = np.asarray(cv2.subtract(now, before), np.float32)
        blinding = _blinding(now, before)
        plane = light.plane(ratio, blinding)
        return cls(now, before, ratio, plane, np.asarray(cv2.absdiff(ratio, plane), np.float32), blinding)

    def changed(self, light: _LocalLight, restless: Log, least_levels: NDArray[np.float64]) -> Mask | None:
        """Mark what differs by more than light, noise (of each zone) and blinding white can explain; None where
        nothing does.
        """
        clearly = (self.beside > _LEAST_CHANGE).view(np.uint8)
        changed = np.asarray(cv2.bitwise_and(clearly, light.inside), np.uint8)
        if not cv2.countNonZero(changed):
            return None
        at = np.flatnonzero(changed.view(np.bool_))
        expected, excess = self.plane.ravel()[at], self.beside.ravel()[at]
        # In grey levels: what was seen before, in the light of now, with its noise.
        levels = np.abs(np.exp(self.now.ravel()[at]) - np.exp(self.before.ravel()[at] + expected))
        least = np.take(least_levels, light.zone_of.ravel()[at])
        nothing = levels < least * np.maximum(1.0, np.exp(expected))
        nothing |= excess < _LEAST_CHANGE + _RESTLESS_FACTOR * restless.ravel()[at]
        if self.blinding is not None:
            # What is blinding white hides how much brighter it became: as much as all around it, perhaps.
            change = light.change(self.ratio, self.blinding)
            doubt = _BLINDED_DOUBT * change[light.zone_of.ravel()[at]]
            nothing |= self.blinding.ravel()[at] & (excess < _LEAST_CHANGE + doubt)
        changed.ravel()[at[nothing]] = 0
        return changed


def _blinding(now: Log, before: Log) -> Flags | None:
    brightest = np.asarray(cv2.max(now, before), np.float32)
    if float(brightest.max()) < _CLIPPED_LOG:
        return None
    white = (brightest >= _CLIPPED_LOG).view(np.uint8)
    # The picture was smoothed: what is next to blinding white has some of it.
    return np.asarray(cv2.dilate(white, _NEAR_WHITE), np.uint8).view(np.bool_)


class _LocalLight:
    """Fits a tilted plane to a picture around every pixel, over each zone alone, on a coarse grid.

    ``inside`` is uint8, 1 in the zones; ``zone_of`` the number of each px's zone; ``along_x`` and ``along_y`` are the
    coordinates (px) in each zone by itself.
    """

    def __init__(self, inside: Mask, zone_of: Numbers, along_x: Log, along_y: Log) -> None:
        self.inside = inside
        self.zone_of = zone_of
        self.along_x, self.along_y = along_x, along_y
        numbers = range(int(zone_of.max()) + 1)
        self._samples = np.stack([_spread(zone_of == zone, inside, COLOURS * _SAMPLED) for zone in numbers])
        self._weight = inside.astype(np.float32)
        self._hardly = self._weight * np.float32(_HARDLY)
        self._x, self._y = _coarse(along_x), _coarse(along_y)
        self._usual = _Moments(_coarse(self._weight), self._x, self._y)

    def plane(self, ratio: Log, blinding: Flags | None) -> Log:
        """Return the plane at every pixel, float32 of the shape of ``ratio``; ``blinding`` px hardly count."""
        if blinding is None:
            moments = self._usual
            weighted = np.asarray(cv2.multiply(ratio, self._weight), np.float32)
        else:
            weight = self._weight.copy()
            cv2.copyTo(self._hardly, blinding.view(np.uint8), weight)
            moments = _Moments(_coarse(weight), self._x, self._y)
            weighted = np.asarray(cv2.multiply(ratio, weight), np.float32)
        plane = moments.fitted(_coarse(weighted))
        size = (ratio.shape[1], ratio.shape[0])
        return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_LINEAR), np.float32)

    def change(self, ratio: Log, blinding: Flags) -> NDArray[np.float64]:
        """Return how much the light changed somewhere in every zone, by its px that are not ``blinding``."""
        values = np.abs(np.take(ratio, self._samples))
        values[np.take(blinding, self._samples)] = -1.0
        values.sort(axis=1)
        known = np.count_nonzero(values >= 0.0, axis=1)
        most = values.shape[1] - 1 - ((1.0 - _MOST) * known).astype(np.int64)
        return np.where(known > 0, values[np.arange(len(values)), most], _UNKNOWN_LIGHT)


class _Moments:
    """What the weights in the neighbourhood of every pixel make of a plane's value there (least squares)."""

    def __init__(self, weight: Log, x: Log, y: Log) -> None:
        self._x, self._y = x, y
        wx, wy = weight * x, weight * y
        m0, mx, my = _box(weight), _box(wx), _box(wy)
        # Moments about each pixel itself; the ridge keeps narrow strips from tilting.
        sx, sy = mx - x * m0, my - y * m0
        sxx = _box(wx * x) - x * (mx + sx) + _RIDGE * m0
        syy = _box(wy * y) - y * (my + sy) + _RIDGE * m0
        sxy = _box(wx * y) - x * my - y * sx
        # The first row of the inverse of the matrix of moments: what the plane is at the pixel itself.
        c0 = sxx * syy - sxy * sxy
        cx = sxy * sy - sx * syy
        cy = sx * sxy - sxx * sy
        scale = 1.0 / np.maximum(m0 * c0 + sx * cx + sy * cy, 1e-6)
        self._along_x = cx * scale
        self._along_y = cy * scale
        self._constant = c0 * scale - self._along_x * x - self._along_y * y

    def fitted(self, value: Log) -> Log:
        """Return the plane's value at every place, from weighted values."""
        plane = _box(value)
        np.multiply(self._constant, plane, out=plane)
        for along, place in ((self._along_x, self._x), (self._along_y, self._y)):
            sums = _box(np.asarray(cv2.multiply(value, place), np.float32))
            np.multiply(along, sums, out=sums)
            np.add(plane, sums, out=plane)
        return plane


def _spread(zone: Flags, inside: Mask, count: int) -> NDArray[np.int64]:
    """Pick px of a zone, evenly spread over it, by their place in the flattened atlas."""
    within = np.flatnonzero(zone & (inside > 0))
    return np.asarray(within[np.linspace(0, len(within) - 1, count).astype(np.int64)], np.int64)


def _sheets(sheet: NDArray[AnyNumber]) -> NDArray[AnyNumber]:
    """The same for every colour, one below the other."""
    return np.tile(sheet, (COLOURS, 1))


def _coarse(picture: Log) -> Log:
    rows, columns = picture.shape
    size = (columns // _COARSE, rows // _COARSE)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _box(picture: Log) -> Log:
    side = (_COARSE_SIDE, _COARSE_SIDE)
    return np.asarray(
        cv2.boxFilter(picture, cv2.CV_32F, side, normalize=False, borderType=cv2.BORDER_CONSTANT), np.float32
    )


def _parts(changed: Mask) -> tuple[NDArray[np.int32], int]:
    """Label what hangs together; the strips along the edges of one moved thing belong together."""
    joined = cv2.dilate(changed, np.ones((3, 3), np.uint8))
    count, labels = cv2.connectedComponents(joined, connectivity=8)
    return np.asarray(labels, np.int32), count


def _box_around(mask: Mask) -> tuple[int, int, int, int]:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return int(rows[0]), int(columns[0]), int(rows[-1]) + 1, int(columns[-1]) + 1


def _packed(sizes: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """Lay boxes (rows, columns) on shelves; return their corners and the atlas's size, the smallest found."""
    padded = [(_padded(rows), _padded(columns)) for rows, columns in sizes]
    widest = max(columns for _, columns in padded)
    found = [_shelved(padded, widest * share // 4) for share in range(4, 17)]
    return min(found, key=lambda one: one[1][0] * one[1][1])


def _shelved(sizes: Sequence[tuple[int, int]], width: int) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """Lay the highest boxes first, each on the first shelf that has room."""
    corners = [(0, 0)] * len(sizes)
    shelves: list[tuple[int, int]] = []
    bottom = 0
    for number in sorted(range(len(sizes)), key=lambda one: sizes[one], reverse=True):
        rows, columns = sizes[number]
        for shelf, (top, used) in enumerate(shelves):
            if used + columns <= width:
                corners[number] = (top, used)
                shelves[shelf] = (top, used + columns)
                break
        else:
            corners[number] = (bottom, 0)
            shelves.append((bottom, columns))
            bottom += rows
    return corners, (bottom, max(used for _, used in shelves))


def _padded(length: int) -> int:
    """A length made up to whole steps of the coarse grid, and three steps more: one before, two behind."""
    return -(-length // _COARSE) * _COARSE + 3 * _COARSE
