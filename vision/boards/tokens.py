"""Flat coloured tokens on a place beside the board: which colours lie there, and how many of each.

They are what looks otherwise than the bare place. All tokens of a box are of one size, so that the largest circle
within what has one colour tells how large one is, and its area how many lie side by side.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.readers import Reader
from companion.sighting import Slot, ZoneReading
from vision.channels import largest, mean, smallest
from vision.eyes.bare_places import BarePlaces
from vision.eyes.evidence import reduced
from vision.eyes.zone_reader import Look, ZoneReader
from vision.readings import SURE
from vision.rectify import RectifiedZone
from vision.watched_zone import WatchedZone

_MARGIN_MM = 10.0
_PX_PER_MM, _SOFT_PX = 2.0, 1.2
_HUES: Mapping[str, float] = {"red": 2.0, "yellow": 48.0, "green": 115.0, "blue": 212.0}
"""Degrees; what is dark and has hardly any colour is black."""
BLACK = "black"
_HUE_VARIES = 14.0
"""A standard deviation, degrees: how far the light and the make of a token take its hue."""
_COLOURED, _DARK = 0.42, 0.45
"""From this saturation on a thing has a colour; without one it is black below this share of what is white."""
_WHITE = 0.995
"""This quantile of a picture is white, or nearly: there are cards on the table."""
_CHANGED = 0.18
"""What looks so much otherwise than bare (natural logarithm of any colour) is no bare place."""
_SHADE, _DEEPEST = 0.2, 0.7
"""What became darker by no more than the second (natural logarithm), its colours no farther apart than the first, is
bare table in the shadow of what lies beside it, though the cloth may have a token's colour.
"""
_LEAST_MM, _MOST_MM = 4.0, 16.0
"""The radius of a token."""
_RIM_MM = 1.5
_SAME_SIZE = 0.75
"""A token is no smaller than this share of the usual one: else a part of it is hidden, or it is none."""
_ALONE, _ALONE_KEPT = 1.2, 41
"""What is no larger than the largest circle in it, but for this share, is one token; so many are remembered."""
_SURE_ALONE = 0.995
_HALF_A_TOKEN = 0.5
"""From so much area that is too little or too much on nobody knows how many lie there."""
_LEAST_CHANCE = 0.02
_SHOWN_SIDE = 480

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Group:
    """What has one colour and hangs together: the radius of the largest circle in it (mm), its area (mm2), and how
    likely it has which colour.
    """

    inside: float
    area: float
    chances: Mapping[str, float]

    @property
    def is_alone(self) -> bool:
        """Whether it is round, and so one token."""
        return self.area <= _ALONE * math.pi * self.inside**2


class TokenZones(ZoneReader):
    """Reads places on which tokens lie; remembers how they look when they are bare.

    Nothing is told of a place until that is known, by a picture of the bare table or by the journal.
    """

    kinds = (Reader.TOKENS,)
    margin_mm = _MARGIN_MM

    def __init__(self) -> None:
        super().__init__()
        self._places = BarePlaces(_MARGIN_MM)
        self.lay_out(())

    def lay_out(self, zones: Sequence[WatchedZone]) -> None:
        """Read these zones from now on; how they look when they are bare is not known yet."""
        super().lay_out(zones)
        self._places.lay_out(zones)
        self._untold: frozenset[str] = frozenset()
        self._alone_mm2: deque[float] = deque(maxlen=_ALONE_KEPT)

    def remember_bare_cuts(self, cuts: Mapping[str, RectifiedZone]) -> None:
        """Take zones in which nothing lies."""
        self._places.remember(cuts)

    def known_bare(self, zones: Collection[str]) -> None:
        """Take how these zones looked, of which nothing could be told, for how they look when they are bare."""
        self._places.known_bare(zones)

    @property
    def untold(self) -> frozenset[str]:
        """The zones of the last reading of which nothing can be told: how they look bare nobody knows."""
        return self._untold

    def readings(self, looks: Sequence[Look]) -> Mapping[str, ZoneReading]:
        """Read zones, each with the picture that shows it."""
        untold, readings = set(), {}
        for look in looks:
            name = look.zone.id
            self._places.not_bare(name)
            changed = self._places.changed(look.cut, look.zone)
            if changed is None:
                untold.add(name)
                self._places.perhaps(name, look.cut)
                readings[name] = ZoneReading(())
                continue
            slots = tuple(self._tokens(_seen(look.cut), changed, white_of(look.picture)))
            shown = look.keep(reduced(look.cut.image, _SHOWN_SIDE)) if slots or look.disturbed else None
            doubtful = any(one.presence < SURE or one.best[1] < SURE for one in slots)
            self._doubts[name] = "doubt" if doubtful else None
            readings[name] = ZoneReading(tuple(Slot(one.faces, shown, one.presence) for one in slots), shown)
        self._untold = frozenset(untold)
        return readings

    def _tokens(self, picture: Image, change: NDArray[np.float32], white: float) -> Iterator[Slot]:
        """The tokens of a place, those of one colour after the other."""
        hues, coloured, dark = _colours(picture, white)
        changed = largest(np.abs(change)) > _CHANGED
        coloured &= ~_in_shade(change)
        nearest = _nearest(hues)
        groups = [
            group
            for name in (*_HUES, BLACK)
            for group in self._groups(
                changed & (dark if name == BLACK else coloured & (nearest == name)), hues, name
            )
        ]
        self._alone_mm2.extend(one.area for one in groups if one.is_alone)
        if not groups:
            return
        whole = float(np.median(self._alone_mm2)) if self._alone_mm2 else min(one.area for one in groups)
        for one in groups:
            many = one.area / whole
            if many < _SAME_SIZE**2:
                continue
            count = max(1, round(many))
            sure = _SURE_ALONE if one.is_alone else 1.0 - min(1.0, abs(many - count) / _HALF_A_TOKEN) ** 4
            for number in range(count):
                # Whether the last of several lies there is what the area leaves in doubt.
                yield Slot(one.chances, None, 1.0 if number + 1 < count else 0.5 + 0.499 * sure)

    def _groups(self, own: NDArray[np.bool_], hues: NDArray[np.float32], name: str) -> Iterator[_Group]:
        """What has one colour and hangs together."""
        rim = 2 * round(_RIM_MM * _PX_PER_MM / 2) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (rim, rim))
        mask = cv2.morphologyEx(own.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
        padded = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
        depth = cv2.distanceTransform(padded, cv2.DIST_L2, 5)[1:-1, 1:-1]
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        for label in range(1, count):
            here = labels == label
            inside = float(depth[here].max()) / _PX_PER_MM
            if not _LEAST_MM <= inside <= _MOST_MM:
                continue
            area = float(stats[label, cv2.CC_STAT_AREA]) / _PX_PER_MM**2
            yield _Group(inside, area, _chances(hues[here], name))


def _seen(cut: RectifiedZone) -> Image:
    """A zone without its margin, at ``_PX_PER_MM``."""
    edge = round(_MARGIN_MM * _PX_PER_MM)
    factor = _PX_PER_MM / cut.px_per_mm
    size = (round(cut.image.shape[1] * factor), round(cut.image.shape[0] * factor))
    small = cv2.resize(cut.image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), _SOFT_PX)[edge:-edge, edge:-edge], np.uint8)


def white_of(picture: Image) -> float:
    """How bright what is white looks in a picture, uint8 (h, w, 3) BGR: its brightest channel, 0..1."""
    return float(np.quantile(largest(picture[::16, ::16]), _WHITE)) / 255


def _colours(
    picture: Image, white: float
) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
    """The hue of each px (degrees), where there is one, and where it is black."""
    hsv = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2HSV)
    hue, saturation, value = (np.asarray(hsv[..., at], np.float32) for at in range(3))
    coloured = saturation >= _COLOURED
    return hue, coloured, (value < _DARK * white) & ~coloured


def _in_shade(change: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where a change, float32 (h, w, 3), is that of a shadow, bool (h, w)."""
    change = np.asarray(cv2.GaussianBlur(change, (0, 0), _SOFT_PX), np.float32)
    by = mean(change)
    return np.asarray((largest(change) - smallest(change) < _SHADE) & (by < 0) & (by > -_DEEPEST), np.bool_)


def _away(hues: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far hues are from those of tokens, degrees, float32 (tokens, …)."""
    known = np.array(list(_HUES.values()), np.float32).reshape(-1, *([1] * hues.ndim))
    apart = np.abs(hues[None] - known) % 360.0
    return np.asarray(np.minimum(apart, 360.0 - apart), np.float32)


def _nearest(hues: NDArray[np.float32]) -> NDArray[np.str_]:
    return np.asarray(np.array(list(_HUES))[_away(hues).argmin(axis=0)])


def _chances(hues: NDArray[np.float32], name: str) -> dict[str, float]:
    """How likely something with these hues has which colour."""
    if name == BLACK:
        return {BLACK: 1.0}
    away = np.median(_away(hues), axis=1)
    likely = np.exp(-0.5 * (away / _HUE_VARIES) ** 2) + 1e-6
    likely = likely / likely.sum()
    chances = {colour: float(chance) for colour, chance in zip(_HUES, likely, strict=True)}
    return {colour: chance for colour, chance in chances.items() if chance >= _LEAST_CHANCE} or {name: 1.0}
