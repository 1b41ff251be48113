"""Readings that last: what a place showed when it was read, and how it looked then.

A place that looks to the pixel as it did, and was read surely, need not be read by the networks once more: it is told
as it was read. Light may change meanwhile; what is laid down, taken away or moved changes edges, and is seen.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Point
from calibration.view import TableView
from companion.sighting import BACK, EMPTY, ZoneReading
from vision.rectify import Image
from vision.watched_zone import WatchedZone

_PX_PER_MM = 1.0
"""Places are compared at about this scale: an index is some 6 px wide, and noise is a third of what it was."""
_DARK = 6.0
"""Grey levels added before a logarithm is taken: in the dark noise is no change."""
_LIGHT_PX = 31
"""What light does is smooth: it is the same all around, so far."""
_CHANGE = 0.25
"""What became brighter or darker by so much more (natural logarithm of any colour) than all around it is a change. In
eight drawn films it was 0.57 and more where a card was laid or taken, 0.01 to 0.13 (median) where nothing was."""
_SURE, _SURE_BACK = 0.97, 0.95
"""A place counts as surely read if every thing in it is likelier than this; a card face down is never told surer."""
_LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + np.float32(_DARK)).astype(np.float32)


@dataclass(slots=True, eq=False)
class _Kept:
    """A reading and how the place looked, small; ``agreed``: nobody doubts it any more."""

    reading: ZoneReading
    look: NDArray[np.uint8]
    agreed: bool


class LastingReadings:
    """The last reading of each place, for as long as the camera and the places stay where they are."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}

    def forget(self) -> None:
        """The camera or the places were moved."""
        self._kept.clear()

    def agree(self, table: Mapping[str, Sequence[str]]) -> None:
        """What was read is no doubt where it is just what lies there by the journal (from the base to the top)."""
        for name, one in self._kept.items():
            lies = tuple(face for face in _told(one.reading) if face != EMPTY)
            one.agreed = one.agreed or lies == tuple(table.get(name, ()))

    def note(self, name: str, reading: ZoneReading, look: NDArray[np.uint8]) -> None:
        """A place was read, and looks so, as ``small_look`` gives it; read twice as the same it is no doubt."""
        before = self._kept.get(name)
        same = (
            before is not None and _told(before.reading) == _told(reading) and looks_alike(before.look, look)
        )
        self._kept[name] = _Kept(reading, look, same)

    def drop(self, names: Collection[str]) -> None:
        """Of these places nothing is known."""
        for name in names:
            self._kept.pop(name, None)

    def is_sure(self, name: str, *, row: bool) -> bool:
        """Whether a place was read surely when it was read last; in a ``row`` that is a doubt one may be missed."""
        kept = self._kept.get(name)
        return kept is not None and _is_sure(kept.reading) and (kept.agreed or not row)

    def is_changed(self, name: str, look: NDArray[np.uint8]) -> bool:
        """Whether a place looks otherwise than when it was read last; one that was not read does not."""
        kept = self._kept.get(name)
        return kept is not None and not looks_alike(kept.look, look)

    def reading(self, name: str, look: NDArray[np.uint8]) -> ZoneReading | None:
        """What a place shows that looks so now, if it looks as it did, was read surely and is no doubt; else None."""
        kept = self._kept.get(name)
        if kept is None or not kept.agreed or not _is_sure(kept.reading):
            return None
        return kept.reading if looks_alike(kept.look, look) else None


def small_look(picture: Image, view: TableView, zone: WatchedZone) -> NDArray[np.uint8]:
    """Return how a place looks in a picture, uint8 BGR, at about one px per mm and as the camera sees it."""
    places = np.array(view.polygon_px(zone.area.polygon))
    left, top = np.maximum(np.floor(places.min(axis=0)), 0).astype(int)
    right, bottom = np.ceil(places.max(axis=0)).astype(int)
    factor = max(1, round(view.px_per_mm(Point(*zone.middle)) / _PX_PER_MM))
    part = picture[top:bottom, left:right]
    size = (max(1, part.shape[1] // factor), max(1, part.shape[0] // factor))
    part = part[: size[1] * factor, : size[0] * factor]
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)


def looks_alike(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> bool:
    """Whether two small pictures, uint8 BGR at about one px per mm, differ by no more than light and noise."""
    if before.shape != now.shape:
        return False
    change = cv2.subtract(cv2.LUT(now, _LOGARITHMS), cv2.LUT(before, _LOGARITHMS))
    beside = cv2.absdiff(
        cv2.blur(change, (3, 3)), cv2.blur(change, (_LIGHT_PX, _LIGHT_PX), borderType=cv2.BORDER_REPLICATE)
    )
    return float(np.max(beside)) < _CHANGE


def _told(reading: ZoneReading) -> tuple[str, ...]:
    return tuple(slot.best[0] for slot in reading.slots)


def _is_sure(reading: ZoneReading) -> bool:
    return all(
        chance >= (_SURE_BACK if face == BACK else _SURE) for face, chance in (s.best for s in reading.slots)
    )
