"""Where things lie on a table, and what they are: for whoever reads them there, and for whoever draws them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from calibration.geometry import Point, Zone, rectangle
from companion.readers import Reader

_STEP_MM = 32.0
"""How far the things of a row are laid apart, at most where they overlap."""
_LEAST_WIDE_MM = 40.0
"""Zones that are watched as one count as no narrower: a hand that moves a piece is broader."""
Towards = Literal["south", "north", "west", "east"]


@dataclass(frozen=True, slots=True)
class WatchedZone:
    """An upright rectangle of the table, mm: things lie there on one another, or in a row that grows ``towards``.

    ``kind`` says what they are, and so who reads them. Without width it is the picture as a whole.
    """

    id: str
    left: float
    top: float
    width: float
    height: float
    towards: Towards | None = None
    kind: Reader = Reader.PLAYING_CARDS
    secret: bool = False
    """What shows there for a moment is nobody's business: no picture of it is kept."""
    spread: bool = False
    """Things lie there in no order and in one or more lines; a gap says nothing."""
    watched_in: str | None = None
    """Of zones that are too small for hands to be followed over each, those with the same name are watched as one."""

    @property
    def place(self) -> tuple[float, float, float, float]:
        """Left, top, width and height, mm: several zones may be told of one place."""
        return self.left, self.top, self.width, self.height

    @property
    def area(self) -> Zone:
        """The zone as a polygon, clockwise from top left."""
        return Zone(self.id, rectangle(self.left, self.top, self.width, self.height))

    def filled(self, things: int | None) -> Zone:
        """The part of the zone where so many things lie, and two more would; all of it where they are not counted."""
        across = self.towards in ("west", "east")
        whole, card = (self.width, self.height) if across else (self.height, self.width)
        length = (
            whole if things is None or self.towards is None else min(whole, card + _STEP_MM * (things + 1))
        )
        left = self.left + (self.width - length if self.towards == "west" else 0.0)
        top = self.top + (self.height - length if self.towards == "north" else 0.0)
        size = (length, self.height) if across else (self.width, length if self.towards else self.height)
        return Zone(self.id, rectangle(left, top, *size))

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the zone, mm."""
        return self.left + self.width / 2, self.top + self.height / 2

    @property
    def is_picture(self) -> bool:
        """Whether it is the picture as a whole, wherever the camera stands."""
        return not self.width

    def distance(self, at: Point) -> float:
        """How far a place is from the zone, mm; 0 within it."""
        aside = max(self.left - at.x, at.x - self.left - self.width, 0.0)
        above = max(self.top - at.y, at.y - self.top - self.height, 0.0)
        return math.hypot(aside, above)


def watched_together(zones: Iterable[WatchedZone]) -> tuple[tuple[Zone, ...], Mapping[str, tuple[str, ...]]]:
    """What is watched for hands: each zone by itself, or one around those that are watched as one; and of which zones
    each of the latter consists.
    """
    alone: list[Zone] = []
    parts: dict[str, list[WatchedZone]] = {}
    for zone in zones:
        if zone.watched_in is None:
            alone.append(zone.area)
        else:
            parts.setdefault(zone.watched_in, []).append(zone)
    around = [Zone(name, _around(own)) for name, own in parts.items()]
    return (*alone, *around), {name: tuple(one.id for one in own) for name, own in parts.items()}


def _around(zones: Iterable[WatchedZone]) -> tuple[Point, ...]:
    """The smallest rectangle around zones, however it lies, widened where it is too narrow."""
    corners = [(corner.x, corner.y) for zone in zones for corner in zone.area.polygon]
    middle, (one, other), turn = cv2.minAreaRect(np.array(corners, np.float32))
    sides = (max(one, _LEAST_WIDE_MM), max(other, _LEAST_WIDE_MM))
    return tuple(Point(float(x), float(y)) for x, y in cv2.boxPoints((middle, sides, turn)))
