"""Two earlier looks at a table, and how much a picture differs from both: what the light did between them left out.

What is reckoned for every px goes into arrays that are there already, a few rows after the other, so that it stays
near the processor.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quantiles import medians

Mask: TypeAlias = NDArray[np.uint8]
Planes: TypeAlias = NDArray[np.float32]
"""Natural logarithms of a picture, (3, height, width): blue, green, red."""
Places: TypeAlias = NDArray[np.intp]
"""Px by their number in the flattened picture."""

CONTRAST = 0.14
"""How much (natural logarithm, any colour) a hand differs at least from what it covers."""
DARK = 8.0
"""Grey levels added before the logarithm is taken."""

_CLIPPED_LOG = float(np.log(246.0 + DARK))
_SQUARE = np.ones((3, 3), np.uint8)
_NEAR_HANDS = np.ones((7, 7), np.uint8)
_NOISE_SHARE = 0.8
_TINT = 1.5
_OUTLIER = 0.2
_STEADY = 0.1
"""While the light changes by less (logarithm), what differs in a colour that does not blind the camera is covered."""
_SAMPLE = 5
_LEAST_SAMPLE = 60
_RIDGE = np.eye(3, dtype=np.float32)
_LIGHT_MEMORY_MS = 3000.0
_ABSORBED_AFTER = 16
_STAYS = 0.10
_SAME_THING = 0.1
"""Two looks that differ by less (logarithm, any colour) show the same thing in the same light."""
_BAND = 48
"""So many rows are reckoned in one go."""


@dataclass(frozen=True, slots=True, eq=False)
class AtRest:
    """What lies still: the ``zones`` that do, uint8 1 there, and what of the table lies ``elsewhere``. The light is
    sampled at the px ``sampled``, whose ``terms`` are 1, x and y of each, (3, n), and ``products`` those of the terms
    with one another.
    """

    zones: Mask
    elsewhere: Mask
    sampled: Places
    terms: NDArray[np.float32]
    products: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """How much (natural logarithm) every px ``differs`` from both earlier looks beside the light, and how much
    ``noise`` alone may do there; ``blinding``: where nothing can be said. All are good until the next picture.
    """

    differs: NDArray[np.float32]
    noise: NDArray[np.float32]
    blinding: NDArray[np.bool_]


class EarlierLooks:
    """The two last looks at every place of a table; the newer one follows the light, and where it is the same so does
    the older one.

    ``region`` is uint8 (height, width), 1 where the table is; ``zones`` are the px of each zone.
    """

    def __init__(self, region: Mask, zones: Sequence[Places]) -> None:
        self._region = region
        self._zones = tuple(zones)
        between = region.copy()
        for px in zones:
            between.ravel()[px] = 0
        self._between = between
        rows, columns = region.shape
        self._x = (np.arange(columns, dtype=np.float32) / columns - 0.5)[None, :]
        self._y = (np.arange(rows, dtype=np.float32) / rows - 0.5)[:, None]
        self._looks: list[Planes] = []
        self._white: Mask | None = None
        self._at_rest: tuple[tuple[bool, ...], AtRest] | None = None
        self._stayed = np.zeros(region.shape, np.uint8)
        self._snapshot: Planes | None = None
        self._bands = [slice(top, min(rows, top + _BAND)) for top in range(0, rows, _BAND)]
        self._differs = np.empty(region.shape, np.float32)
        self._noisy = np.empty(region.shape, np.float32)
        self._ratio, self._light = (np.empty(3 * min(_BAND, rows) * columns, np.float32) for _ in range(2))
        self._first, self._second = (np.empty(min(_BAND, rows) * columns, np.float32) for _ in range(2))

    @property
    def is_empty(self) -> bool:
        """Whether nothing was seen yet."""
        return not self._looks

    def begin(self, planes: Planes) -> None:
        """Take a first picture as the table, until the zones come to rest."""
        self._looks = [planes.copy(), planes.copy()]
        self._white = None

    def rest(self, planes: Planes, zones: Iterable[int]) -> None:
        """Take what these zones show now as what lies there."""
        if not self._looks:
            self.begin(planes)
            return
        newer, older = (look.reshape(3, -1) for look in self._looks)
        for zone in zones:
            px = self._zones[zone]
            older[:, px] = newer[:, px]
            newer[:, px] = planes.reshape(3, -1)[:, px]
            self._white = None

    def at_rest(self, still: Sequence[bool]) -> AtRest:
        """What lies still while these zones do."""
        key = tuple(still)
        if self._at_rest is None or self._at_rest[0] != key:
            zones = np.zeros(self._region.shape, np.uint8)
            for px, rests in zip(self._zones, key, strict=True):
                if rests:
                    zones.ravel()[px] = 1
            thinned = zones[::_SAMPLE, ::_SAMPLE] > 0
            if np.count_nonzero(thinned) < _LEAST_SAMPLE:
                thinned = self._region[::_SAMPLE, ::_SAMPLE] > 0
            down, across = (_SAMPLE * place for place in np.nonzero(thinned))
            terms = np.stack([np.ones(len(down), np.float32), self._x[0, across], self._y[down, 0]])
            elsewhere = np.asarray(cv2.subtract(self._region, zones), np.uint8)
            sampled = down * self._region.shape[1] + across
            self._at_rest = (key, AtRest(zones, elsewhere, sampled, terms, _products(terms)))
        return self._at_rest[1]

    def difference(self, planes: Planes, rest: AtRest, noise: float) -> Difference:
        """Compare a picture with both looks; ``noise`` is how many grey levels noise may move a px."""
        noisy = self._noise(planes, noise)
        differs = self._differing(planes, rest, noisy)
        blinding = self._blinding(planes)
        if blinding.any():
            differs[blinding] = 0.0
            self._add_what_is_not_white(differs, planes, blinding.view(np.uint8), rest, noise)
            blinding &= differs <= CONTRAST
        return Difference(differs, noisy, blinding)

    def learn(self, planes: Planes, covered: NDArray[np.bool_], rest: AtRest, since_ms: int) -> None:
        """Follow the light where zones are still, and take in what stays between them; ``covered`` is where hands
        are. The last time was ``since_ms`` ago.
        """
        if not self._looks:
            return
        free = np.asarray(cv2.max(self._between, rest.zones), np.uint8)
        near_hands = cv2.dilate(covered.view(np.uint8), _NEAR_HANDS)
        free[np.asarray(near_hands) > 0] = 0
        share = min(1.0, since_ms / _LIGHT_MEMORY_MS)
        newer, older = self._looks
        self._white = None
        # In another light what was there before would be taken for an arm of that colour.
        same = free & (_apart(newer, older) < _SAME_THING)
        for look, followed in ((newer, free), (older, same)):
            for plane, seen in zip(planes, look, strict=True):
                cv2.accumulateWeighted(plane, seen, share, mask=followed)
        if self._snapshot is not None:
            stays = _apart(planes, self._snapshot) < _STAYS
            self._stayed = (np.minimum(self._stayed, 250) + np.uint8(1)) * stays
            taken = (self._between > 0) & covered & (self._stayed >= _ABSORBED_AFTER)
            if taken.any():
                older[:, taken] = newer[:, taken]
                newer[:, taken] = planes[:, taken]
        self._snapshot = planes

    def _noise(self, planes: Planes, noise: float) -> NDArray[np.float32]:
        """How much (logarithm) noise of so many grey levels changes each px: most where it is dark."""
        noisy = self._noisy
        np.minimum(planes[1], self._looks[0][1], out=noisy)
        np.negative(noisy, out=noisy)
        cv2.exp(noisy, noisy)
        return np.multiply(np.float32(_NOISE_SHARE * noise), noisy, out=noisy)

    # ------------------------------------------------------------ beside the light

    def _differing(self, planes: Planes, rest: AtRest, noisy: NDArray[np.float32]) -> NDArray[np.float32]:
        lights = self._lights(planes, rest)
        for band in self._bands:
            differs = self._differs[band]
            older = self._second[: differs.size].reshape(differs.shape)
            for look, (across, down), into in zip(self._looks, lights, (differs, older), strict=True):
                self._largest(planes[:, band], look[:, band], across, down[:, band], into)
            np.minimum(differs, older, out=differs)
            np.subtract(differs, noisy[band], out=differs)
            np.maximum(differs, 0.0, out=differs)
        return self._differs

    def _largest(
        self,
        planes: Planes,
        look: Planes,
        across: NDArray[np.float32],
        down: NDArray[np.float32],
        into: NDArray[np.float32],
    ) -> None:
        """The largest change of any colour or tint since a look, beside that of the light: a row and a column."""
        ratio, light = (one[: planes.size].reshape(planes.shape) for one in (self._ratio, self._light))
        np.subtract(planes, look, out=ratio)
        np.add(across, down, out=light)
        np.subtract(ratio, light, out=ratio)
        blue, green, red = ratio
        tint = self._first[: into.size].reshape(into.shape)
        # Shadows hardly change the tint.
        cv2.absdiff(red, green, tint)
        cv2.absdiff(blue, green, into)
        np.maximum(tint, into, out=tint)
        np.multiply(tint, np.float32(_TINT), out=tint)
        np.abs(ratio, out=ratio)
        np.maximum(blue, green, out=into)
        np.maximum(into, red, out=into)
        np.maximum(into, tint, out=into)

    def _lights(self, planes: Planes, rest: AtRest) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """What the light did since each look, fitted to what is sampled: for each colour a tilted plane (least
        squares, outliers left out), the sum of a row (3, 1, width) and a column (3, height, 1).
        """
        now = np.take(planes.reshape(3, -1), rest.sampled, axis=1)
        lights = []
        for look in self._looks:
            seen = now - np.take(look.reshape(3, -1), rest.sampled, axis=1)
            middles = medians(seen)
            seen -= middles[:, None]
            across = np.empty((3, *self._x.shape), np.float32)
            down = np.zeros((3, *self._y.shape), np.float32)
            for colour, (beside, middle) in enumerate(zip(seen, middles, strict=True)):
                usual = np.abs(beside) < _OUTLIER
                terms, products = rest.terms, rest.products
                if not usual.all():
                    beside, terms = beside[usual], np.compress(usual, terms, axis=1)
                    products = _products(terms)
                across[colour] = middle
                if terms.shape[1] >= _LEAST_SAMPLE:
                    constant, slope_x, slope_y = np.linalg.solve(products, terms @ beside)
                    across[colour] = middle + constant + slope_x * self._x
                    down[colour] = slope_y * self._y
            lights.append((across, down))
        return lights

    # ------------------------------------------------------------ what blinds the camera

    def _blinding(self, planes: Planes) -> NDArray[np.bool_]:
        """Where the camera is blinded now, or was when it looked before: nothing can be said of light there."""
        if self._white is None:
            newer, older = (_is_white(look) for look in self._looks)
            self._white = np.asarray(cv2.bitwise_or(newer, older), np.uint8)
        white = cv2.bitwise_or(_is_white(planes), self._white)
        return np.asarray(cv2.dilate(white, _SQUARE), np.uint8).view(np.bool_)

    def _add_what_is_not_white(
        self,
        differs: NDArray[np.float32],
        planes: Planes,
        blinding: Mask,
        rest: AtRest,
        noise: float,
    ) -> None:
        """Tell by how much at least (logarithm) a colour that blinded the camera in at most one of two pictures has
        become lighter or darker, beside its noise, where any blinds it.

        How white it was nobody knows, so that it tells nothing while the light changes.
        """
        lights = [self._light_of_colours(planes, look, rest) for look in self._looks]
        known = [light for light in chain(*lights) if light is not None]
        if not known or max(map(abs, known)) > _STEADY:
            return
        # All px around those that were white: to pick these out costs more than to reckon the others.
        for band in self._bands:
            left, top, width, height = cv2.boundingRect(blinding[band])
            if not width:
                continue
            top += band.start
            place = (slice(top, top + height), slice(left, left + width))
            most = np.zeros((height, width), np.float32)
            newer, older = (one[: most.size].reshape(most.shape) for one in (self._first, self._second))
            for colour, plane in enumerate(planes):
                of_both = [light[colour] for light in lights]
                for look, light, changed in zip(self._looks, of_both, (newer, older), strict=True):
                    if light is None:
                        changed.fill(0.0)
                        continue
                    now, before = plane[place], look[colour][place]
                    np.subtract(now, before, out=changed)
                    np.subtract(changed, light, out=changed)
                    darker = np.minimum(now, before)
                    np.abs(changed, out=changed)
                    changed -= np.float32(_NOISE_SHARE * noise) * np.asarray(cv2.exp(-darker), np.float32)
                    changed[darker > _CLIPPED_LOG] = 0.0
                np.minimum(newer, older, out=newer)
                np.maximum(most, newer, out=most)
            cv2.copyTo(most, blinding[place], differs[place])

    def _light_of_colours(self, planes: Planes, look: Planes, rest: AtRest) -> list[float | None]:
        """What the light did to each colour since a look, where that did not blind the camera; None: nobody knows."""
        lights: list[float | None] = []
        for plane, seen in zip(planes, look, strict=True):
            now, before = (one.ravel()[rest.sampled] for one in (plane, seen))
            known = np.maximum(now, before) <= _CLIPPED_LOG
            enough = np.count_nonzero(known) >= _LEAST_SAMPLE
            lights.append(float(np.median(now[known] - before[known])) if enough else None)
        return lights


def _products(terms: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(terms @ terms.T + _RIDGE, np.float32)


def _apart(one: Planes, other: Planes) -> NDArray[np.float32]:
    """How much two pictures differ at each px, in the colour in which they do most."""
    blue, green, red = (cv2.absdiff(*both) for both in zip(one, other, strict=True))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def _is_white(planes: Planes) -> Mask:
    blue, green, red = planes
    brightest = np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)
    return (brightest > _CLIPPED_LOG).view(np.uint8)
