"""The four markers at the corners of the table, found in a picture; and what can be wrong with them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Pixel
from calibration.lens import Points
from calibration.printed import CORNER_MARKERS, marker_dictionary

Image: TypeAlias = NDArray[np.uint8]

_COARSE_WIDTH = 1600
_REACH = 0.7
"""How far to both sides of an edge the picture is looked at, in modules (a sixth of the side)."""
_ALONG = (0.1, 0.9)
"""The part of an edge that counts: its ends belong to the corners."""
_LEAST_CONTRAST = 20.0
_MOST_ASTRAY = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Marker:
    """One marker in a picture: its number and its corners, float64 (4, 2) px, clockwise from its own top left."""

    number: int
    corners: Points

    @property
    def centre(self) -> Pixel:
        """Where its diagonals cross, px."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (map(float, corner) for corner in self.corners)
        share = ((bx - ax) * (dy - by) - (by - ay) * (dx - bx)) / (
            (cx - ax) * (dy - by) - (cy - ay) * (dx - bx)
        )
        return ax + share * (cx - ax), ay + share * (cy - ay)

    @property
    def side_px(self) -> float:
        """The mean length of its sides."""
        return float(np.mean(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1)))


def find_markers(image: Image, numbers: Iterable[int] = CORNER_MARKERS) -> tuple[Marker, ...]:
    """Find the markers with these numbers in a picture, uint8 (h, w, 3) BGR or (h, w); by number.

    They are looked for in the picture at most 1600 px wide and refined in the full one. A number may come twice.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image, dtype=np.uint8)
    factor = max(1.0, grey.shape[1] / _COARSE_WIDTH)
    coarse = grey
    if factor > 1.0:
        size = (round(grey.shape[1] / factor), round(grey.shape[0] / factor))
        coarse = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    across, down = grey.shape[1] / coarse.shape[1], grey.shape[0] / coarse.shape[0]
    wanted = frozenset(numbers)
    found = []
    for number, corners in _detected(coarse):
        if number in wanted:
            full = (corners + 0.5) * (across, down) - 0.5
            found.append(Marker(number, _refined(grey, full)))
    return tuple(sorted(found, key=lambda marker: marker.number))


def _detected(grey: Image) -> list[tuple[int, Points]]:
    parameters = cv2.aruco.DetectorParameters()
    # A marker of 50 mm at 0.5 px/mm has sides of 25 px: far below the default share of a wide picture.
    parameters.minMarkerPerimeterRate = min(0.03, 4 * 14 / max(grey.shape))
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    detector = cv2.aruco.ArucoDetector(marker_dictionary(), parameters)
    corners, numbers, _ = detector.detectMarkers(grey)
    quads = [np.asarray(quad, np.float64).reshape(4, 2) for quad in corners]
    # Without any marker the numbers are None, not an empty array.
    return (
        [(int(number), quad) for number, quad in zip(np.ravel(numbers), quads, strict=True)] if quads else []
    )


def _refined(grey: Image, corners: Points) -> Points:
    """Each corner where the lines of its two edges cross; where an edge is not clean, as it was found.

    An edge lies where the area under the step from black to white says so: blur moves a corner of a square inwards,
    but not its edges. First it lies where the step is steepest, since the corners as found may be a pixel off, and
    farther inside the marker's own pattern begins.
    """
    for exactly in (False, True, True):
        edges = (_edge(grey, corners[side], corners[(side + 1) % 4], exactly) for side in range(4))
        lines = [edge for edge in edges if edge is not None]
        if len(lines) < 4:
            return corners
        refined = np.stack([_cross(lines[side - 1], lines[side]) for side in range(4)])
        refined = refined[:, :2] / refined[:, 2:]
        strayed = np.linalg.norm(refined - corners, axis=1).max()
        if not strayed < _MOST_ASTRAY * np.linalg.norm(corners[1] - corners[0]):
            return corners
        corners = refined
    return corners


def _edge(grey: Image, begin: Points, end: Points, exactly: bool) -> Points | None:
    """The line (a, b, c) with ax + by + c = 0 of one edge of a marker; its outside is to the left of the way."""
    profiles, depths = _profiles(grey, begin, end)
    offsets = _by_area(profiles, depths) if exactly else _by_slope(profiles, depths)
    if offsets is None:
        return None
    places = np.linspace(*_ALONG, len(profiles))
    slope, height = _straight(places, offsets)
    off = offsets - (slope * places + height)
    kept = np.abs(off) <= max(0.05, 2.5 * float(np.median(np.abs(off))))
    if np.count_nonzero(kept) < len(places) / 2:
        return None
    slope, height = _straight(places[kept], offsets[kept])
    outward = _outward(begin, end)
    first, last = begin + height * outward, end + (slope + height) * outward
    return _cross(np.array([*first, 1.0]), np.array([*last, 1.0]))


def _straight(places: Points, offsets: Points) -> tuple[float, float]:
    """The straight line of least squares, its slope and its height at 0; ``np.polyfit`` takes twice as long."""
    from_mean = places - places.mean()
    slope = float(from_mean @ offsets) / float(from_mean @ from_mean)
    return slope, float(offsets.mean()) - slope * float(places.mean())


def _cross(one: Points, other: Points) -> Points:
    """The cross product of two triples; ``np.cross``, made for many, takes twenty times as long."""
    (a, b, c), (d, e, f) = one.tolist(), other.tolist()
    return np.array([b * f - c * e, c * d - a * f, a * e - b * d])


def _by_area(profiles: Points, depths: Points) -> Points | None:
    """Where each profile steps from black to white, px: the place that leaves its area unchanged."""
    plateau = max(1, len(depths) // 6)
    black, white = np.median(profiles[:, :plateau]), np.median(profiles[:, -plateau:])
    if white - black < _LEAST_CONTRAST:
        return None
    share = np.clip((profiles - black) / (white - black), -0.5, 1.5)
    # By the trapezoidal rule.
    area = (share.sum(axis=1) - (share[:, 0] + share[:, -1]) / 2) * float(depths[1] - depths[0])
    return np.asarray(float(depths[-1]) - area, np.float64)


def _by_slope(profiles: Points, depths: Points) -> Points | None:
    """Where each profile rises most steeply, px."""
    mean = np.median(profiles, axis=0)
    if float(mean.max() - mean.min()) < _LEAST_CONTRAST:
        return None
    rising = np.diff(profiles, axis=1)
    return np.asarray(((depths[1:] + depths[:-1]) / 2)[np.argmax(rising, axis=1)], np.float64)


def _profiles(grey: Image, begin: Points, end: Points) -> tuple[Points, Points]:
    """The picture across an edge: float64 (places along it, depths), and the depths in px, outwards."""
    length = float(np.linalg.norm(end - begin))
    reach = max(2.0, length / 6 * _REACH)
    depths = np.linspace(-reach, reach, 4 * math.ceil(reach) + 1)
    places = np.linspace(*_ALONG, max(8, min(120, round(length * 0.7))))
    at = begin + places[:, None, None] * (end - begin) + depths[:, None] * _outward(begin, end)
    maps = at.astype(np.float32)
    across = cv2.remap(grey, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(across, dtype=np.float64), depths


def _outward(begin: Points, end: Points) -> Points:
    along = (end - begin) / np.linalg.norm(end - begin)
    return np.array([along[1], -along[0]])


def edge_width_px(image: Image, marker: Marker) -> float:
    """Return how many px the picture needs from black to white (10 to 90 %) at a marker's edges: how sharp it is.

    The median over its four edges; infinite where there is no step at all.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image, dtype=np.uint8)
    widths = []
    for side in range(4):
        profiles, depths = _profiles(grey, marker.corners[side], marker.corners[(side + 1) % 4])
        mean = np.median(profiles, axis=0)
        black, white = float(mean[0]), float(mean[-1])
        if white - black < _LEAST_CONTRAST:
            return math.inf
        share = np.maximum.accumulate((mean - black) / (white - black))
        widths.append(float(np.interp(0.9, share, depths) - np.interp(0.1, share, depths)))
    return float(np.median(widths))


# ---------------------------------------------------------------- what can be wrong


@dataclass(frozen=True, slots=True)
class MarkerFault:
    """Something wrong with the markers, as a code of the words, and which numbers it is about.

    ``missing``, ``double`` (two sheets lie there), ``mirrored`` (the picture is, or a mirror is looked into),
    ``mixed_up`` (not clockwise from top left), ``upside_down`` (the camera is; all works, the picture stands on its
    head), ``turned`` (a quarter turn: the camera looks from a short side, or all were laid one corner further),
    ``too_small`` (too few pixels).
    """

    code: str
    numbers: tuple[int, ...] = ()


LEAST_SIDE_PX = 12.0
"""Two pixels a module."""


def faults_of(markers: Sequence[Marker], image: Image | None = None) -> tuple[MarkerFault, ...]:
    """Say what is wrong with the markers found in a picture; nothing if they can be used.

    ``image`` is looked at again where markers are missing, to tell a mirrored picture.
    """
    numbers = [marker.number for marker in markers]
    faults = []
    double = tuple(number for number in CORNER_MARKERS if numbers.count(number) > 1)
    if double:
        faults.append(MarkerFault("double", double))
    missing = tuple(number for number in CORNER_MARKERS if number not in numbers)
    if missing:
        mirrored = image is not None and len(missing) == 4 and find_markers(np.asarray(image[:, ::-1]))
        faults.append(MarkerFault("mirrored") if mirrored else MarkerFault("missing", missing))
    small = tuple(marker.number for marker in markers if marker.side_px < LEAST_SIDE_PX)
    if small:
        faults.append(MarkerFault("too_small", small))
    if not double and not missing:
        faults.extend(_order_faults(markers))
    return tuple(faults)


def _order_faults(markers: Sequence[Marker]) -> Iterable[MarkerFault]:
    """Whether the four, each there once, lie clockwise from top left."""
    centres = np.array([marker.centre for marker in sorted(markers, key=lambda marker: marker.number)])
    middle = centres.mean(axis=0)
    around = np.degrees(np.arctan2(centres[:, 1] - middle[1], centres[:, 0] - middle[0]))
    steps = (np.roll(around, -1) - around) % 360.0
    if np.any(steps > 180.0):
        yield MarkerFault("mixed_up", _exchanged(around))
        return
    across = centres[1] + centres[2] - centres[0] - centres[3]
    turn = float(np.degrees(np.arctan2(across[1], across[0])))
    if abs(turn) > 135.0:
        yield MarkerFault("upside_down")
    elif abs(turn) > 45.0:
        # A quarter turn: the camera looks from a short side, or all four were laid one corner further.
        yield MarkerFault("turned")


def _exchanged(around: Points) -> tuple[int, ...]:
    """The two markers that must change places so that all lie clockwise, if two are enough; else all."""
    for one in range(4):
        for other in range(one + 1, 4):
            order = list(range(4))
            order[one], order[other] = other, one
            angles = around[order]
            if np.all((np.roll(angles, -1) - angles) % 360.0 < 180.0) and _begins_top_left(angles):
                return one, other
    return tuple(CORNER_MARKERS)


def _begins_top_left(angles: Points) -> bool:
    return -180.0 <= float(angles[0]) < -90.0
