"""The photograph beside a question: the zones that it is about, straight from above, with what lies around them.

Zones that lie far apart are shown in two pieces, side by side or one above the other as they lie on the table: so
cards stay large enough to be read from a chair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Point, Zone, rectangle
from calibration.view import TableView
from vision.masking import masked
from vision.rectify import RectifiedZone, rectify

Image: TypeAlias = NDArray[np.uint8]

SIZE_PX = (960, 720)
_MARGIN_MM = 14.0
_FRAME_MM = 4.0
_LEAST_MM = 130.0
"""A piece is never narrower: what lies beside shows where it is."""
_TOGETHER_MM = 420.0
"""Zones that are not farther apart than this are shown in one piece."""
_GAP_PX = 12
_COVERED_MM = 15.0
"""Cards are not laid exactly: so much is covered around what is secret."""
_PAPER, _MOST_LIGHTENED = 235.0, 2.0
_GOLD, _INK, _WHITE = (44, 199, 255), (29, 36, 22), (255, 255, 255)
_DASH_PX, _LINE_PX = 26, 5

Frame: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom; mm."""


def photograph(picture: Image, view: TableView, zones: Sequence[Zone], secret: Sequence[Zone]) -> Image:
    """Cut zones (mm; one at least) out of a picture, uint8 BGR, to ``SIZE_PX``: framed, ``secret`` ones covered.

    ``view`` is how the picture shows the table.
    """
    across, groups = _groups(zones)
    width, height = SIZE_PX
    if len(groups) > 1:
        width, height = ((width - _GAP_PX) // 2, height) if across else (width, (height - _GAP_PX) // 2)
    pieces = [_piece(picture, view, group, secret, (width, height)) for group in groups]
    if len(pieces) == 1:
        return pieces[0]
    gap = np.full((height, _GAP_PX, 3) if across else (_GAP_PX, width, 3), _WHITE, np.uint8)
    return np.concatenate([pieces[0], gap, pieces[1]], axis=1 if across else 0)


def _groups(zones: Sequence[Zone]) -> tuple[bool, list[Sequence[Zone]]]:
    """The zones in one group, or in two divided where most room is between them; and whether that is across."""
    left, top, right, bottom = _around(zones)
    if max(right - left, bottom - top) <= _TOGETHER_MM:
        return True, [zones]
    best: tuple[float, bool, int] | None = None
    for across in (True, False):
        ordered = sorted(zones, key=lambda zone: _middle(zone, across))
        for place, (one, other) in enumerate(pairwise(ordered), 1):
            room = _middle(other, across) - _middle(one, across)
            if best is None or room > best[0]:
                best = room, across, place
    if best is None:
        return True, [zones]
    _, across, place = best
    ordered = sorted(zones, key=lambda zone: _middle(zone, across))
    return across, [ordered[:place], ordered[place:]]


def _piece(
    picture: Image, view: TableView, zones: Sequence[Zone], secret: Sequence[Zone], size: tuple[int, int]
) -> Image:
    left, top, right, bottom = _around(zones)
    width, height = right - left + 2 * _MARGIN_MM, bottom - top + 2 * _MARGIN_MM
    shape = size[0] / size[1]
    width = max(width, height * shape, _LEAST_MM)
    height = width / shape
    scale = size[0] / width
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    area = rectangle(middle_x - width / 2, middle_y - height / 2, width, height)
    cut = rectify(picture, view, Zone("photograph", area), px_per_mm=scale)
    light = _lightened(cut.image)
    shown = masked(light, [_corners(cut, one, _COVERED_MM) for one in secret]).copy()
    for zone in zones:
        # What is asked about lies open, and may lie close beside what is covered.
        (x0, y0), _, (x1, y1), _ = (
            (max(0, round(x)), max(0, round(y))) for x, y in _corners(cut, zone, _FRAME_MM)
        )
        shown[y0:y1, x0:x1] = light[y0:y1, x0:x1]
    for zone in zones:
        _frame(shown, _corners(cut, zone, _FRAME_MM))
    return shown


def _lightened(image: Image) -> Image:
    """A picture whose paper is nearly white, as eyes that have got used to the room see it."""
    lightest = max(1.0, float(np.percentile(image, 99)))
    factor = min(_MOST_LIGHTENED, max(1.0, _PAPER / lightest))
    return np.asarray(cv2.convertScaleAbs(image, alpha=factor), np.uint8)


def _corners(cut: RectifiedZone, zone: Zone, grown_mm: float) -> list[tuple[float, float]]:
    """The corners of a zone in a cut, px, with a margin around it."""
    left, top, right, bottom = _around([zone])
    corners = rectangle(
        left - grown_mm, top - grown_mm, right - left + 2 * grown_mm, bottom - top + 2 * grown_mm
    )
    return [cut.seen_from((corner.x, corner.y, 0.0))[:2] for corner in corners]


def _frame(shown: Image, corners: Sequence[tuple[float, float]]) -> None:
    """Draw a dashed line around a zone: gold with a dark edge, as the page rings what it asks about."""
    for colour, line in ((_INK, _LINE_PX + 4), (_GOLD, _LINE_PX)):
        for begin, end in pairwise([*corners, corners[0]]):
            for one, other in _dashes(begin, end):
                cv2.line(shown, one, other, colour, line, cv2.LINE_AA)


def _dashes(
    begin: tuple[float, float], end: tuple[float, float]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The dashes of a line: as many as fit, the first and the last of half the length, so that corners are closed."""
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    periods = max(1, round(float(np.hypot(dx, dy)) / (2 * _DASH_PX)))
    for place in range(2 * periods + 1):
        first, last = (place * 2 - 0.5) / (4 * periods), (place * 2 + 0.5) / (4 * periods)
        if place % 2:
            continue
        first, last = max(0.0, first - 0.25 / (2 * periods)), min(1.0, last + 0.25 / (2 * periods))
        yield (
            (round(begin[0] + dx * first), round(begin[1] + dy * first)),
            (round(begin[0] + dx * last), round(begin[1] + dy * last)),
        )


def _around(zones: Sequence[Zone]) -> Frame:
    bounds = [zone.bounds for zone in zones]
    return (
        min(low.x for low, _ in bounds),
        min(low.y for low, _ in bounds),
        max(high.x for _, high in bounds),
        max(high.y for _, high in bounds),
    )


def _middle(zone: Zone, across: bool) -> float:
    low, high = zone.bounds
    middle = Point((low.x + high.x) / 2, (low.y + high.y) / 2)
    return middle.x if across else middle.y
