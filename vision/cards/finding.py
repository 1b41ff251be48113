"""Finds the indices and the backs of cards: runs the detector over tiles of a picture, at one scale or at several."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import maps
from vision.network import FloatArray, Network

TILE_PX = 960
"""Larger pictures are looked at in tiles of at most this side."""
_OVERLAP_PX = 192
_EDGE_PX = _OVERLAP_PX // 2
_COARSEST_PX, _FINEST_PX, _LAST_PX = 288, 1600, 5000
"""The pyramid's smallest and usually largest level, and how far it goes on where nothing was found."""
_WARM = 0.3
_LARGEST_ZOOM = 2.0
_SCALE_STEP = 1.6
_USUAL_REACH_MM = 36.5
"""How far the detector believes the middle of a card of 63 by 88 mm to be, seen at the usual scale; it is 42 mm, but
the detector has seen smaller cards too. Measured on photographs.
"""
_SAME_SCALE = 0.2
_LEAST_SIDE_PX = 32

ByteArray = NDArray[np.uint8]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class IndexSpot:
    """An index that the detector found: its middle px, the unit vector to its head, its width and height px, the
    predicted middle of its card px, and its heat 0..1.
    """

    centre: Point
    up: Point
    size: tuple[float, float]
    card_middle: Point
    heat: float

    @property
    def reach(self) -> float:
        """How far the middle of the card is away, px."""
        return math.hypot(self.card_middle[0] - self.centre[0], self.card_middle[1] - self.centre[1])

    @property
    def px_per_mm(self) -> float:
        """The scale of the picture here, if the card is one of 63 by 88 mm."""
        return self.reach / _USUAL_REACH_MM


@dataclass(frozen=True, slots=True)
class BackSpot:
    """A back that the detector found: its middle px, a unit vector along its long side (either way), its height px,
    and its heat 0..1.
    """

    centre: Point
    up: Point
    height: float
    heat: float


@dataclass(frozen=True, slots=True)
class Spots:
    """What was found in a picture, the hottest first."""

    indices: tuple[IndexSpot, ...] = ()
    backs: tuple[BackSpot, ...] = ()


def find_spots(
    network: Network, image: ByteArray, px_per_mm: float | None, least_heat: float
) -> tuple[Spots, float | None]:
    """Find the indices and backs in a picture (uint8 BGR), in px of that picture; returns the scale too.

    Where the scale is not known, a pyramid is searched first; cards of the usual size then tell it, if there are any.
    """
    if px_per_mm is not None:
        return find_at(network, image, maps.USUAL_PX_PER_MM / px_per_mm, least_heat), px_per_mm
    levels: list[Spots] = []
    usual = None
    for scale in pyramid_scales(image):
        if scale * max(image.shape[:2]) > _FINEST_PX and usual is not None:
            break
        levels.append(find_at(network, image, scale, least_heat))
        usual = likely_px_per_mm([spot for level in levels for spot in level.indices if spot.heat > _WARM])
    found = join_spots(levels)
    if usual is None:
        return found, None
    fitting = find_at(network, image, maps.USUAL_PX_PER_MM / usual, least_heat)
    better = likely_px_per_mm([spot for spot in fitting.indices if spot.heat > _WARM])
    if better is not None and abs(math.log2(better / usual)) > _SAME_SCALE:
        fitting = find_at(network, image, maps.USUAL_PX_PER_MM / better, least_heat)
    usual = better or usual
    # What another level saw and this one did not counts where it is of a card of a like size.
    like = [spot for spot in found.indices if abs(math.log2(spot.px_per_mm / usual)) < _LIKE_SIZES]
    return join_spots([fitting, Spots(tuple(like), found.backs)]), usual


_LIKE_SIZES = 0.45
"""How far, in octaves, the sizes of cards of one picture lie apart."""


def find_at(network: Network, image: ByteArray, scale: float, least_heat: float) -> Spots:
    """Find indices and backs in the picture resized by ``scale`` (at most twice as large), in px of the picture as
    given.
    """
    height, width = image.shape[:2]
    scale = min(_LARGEST_ZOOM, scale)
    size = (max(_LEAST_SIDE_PX, round(width * scale)), max(_LEAST_SIDE_PX, round(height * scale)))
    level = image
    if size != (width, height):
        interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        level = np.asarray(cv2.resize(image, size, interpolation=interpolation), np.uint8)
    indices: list[IndexSpot] = []
    backs: list[BackSpot] = []
    for x0, y0, x1, y1 in tiles(size[0], size[1]):
        tile = network.run(_as_batch(level[y0:y1, x0:x1]))[0]
        inside = (
            _EDGE_PX if x0 > 0 else -math.inf,
            _EDGE_PX if y0 > 0 else -math.inf,
            x1 - x0 - (_EDGE_PX if x1 < size[0] else -math.inf),
            y1 - y0 - (_EDGE_PX if y1 < size[1] else -math.inf),
        )
        found = decode_maps(tile, least_heat)
        shift = (float(x0), float(y0))
        indices += [_moved_index(spot, shift) for spot in found.indices if _lies_in(spot.centre, inside)]
        backs += [_moved_back(spot, shift) for spot in found.backs if _lies_in(spot.centre, inside)]
    sx, sy = width / size[0], height / size[1]
    return join_spots([Spots(tuple(_resized(indices, sx, sy)), tuple(_resized_backs(backs, sx, sy)))])


def find_in(
    network: Network, image: ByteArray, part: tuple[int, int, int, int], scale: float, least_heat: float
) -> Spots:
    """Find what ``find_at`` finds in a part of the picture (x0, y0, x1, y1 px), in px of the whole picture."""
    x0, y0, x1, y1 = part
    found = find_at(network, np.ascontiguousarray(image[y0:y1, x0:x1]), scale, least_heat)
    shift = (float(x0), float(y0))
    return Spots(
        tuple(_moved_index(spot, shift) for spot in found.indices),
        tuple(_moved_back(spot, shift) for spot in found.backs),
    )


def tiles(width: int, height: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield boxes (x0, y0, x1, y1) of at most TILE_PX that cover a picture and overlap by enough to see a card's
    corner whole in one of them.
    """
    for y0, y1 in _stretches(height):
        for x0, x1 in _stretches(width):
            yield x0, y0, x1, y1


def _stretches(length: int) -> list[tuple[int, int]]:
    if length <= TILE_PX:
        return [(0, length)]
    count = math.ceil((length - _OVERLAP_PX) / (TILE_PX - _OVERLAP_PX))
    starts = [round(number * (length - TILE_PX) / (count - 1)) for number in range(count)]
    return [(start, start + TILE_PX) for start in starts]


def _as_batch(image: ByteArray) -> FloatArray:
    height, width = image.shape[:2]
    padded = cv2.copyMakeBorder(image, 0, -height % 32, 0, -width % 32, cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(padded.transpose(2, 0, 1)[None].astype(np.float32) / np.float32(255.0))


def decode_maps(answer: FloatArray, least_heat: float) -> Spots:
    """Turn the detector's maps (CHANNELS, h/8, w/8) into spots in px of the detector's input."""
    indices = []
    for row, column, heat in _peaks(answer[maps.INDEX_HEAT], least_heat):
        told = answer[:, row, column]
        dx, dy = told[maps.INDEX_OFFSET]
        up_x, up_y = _unit(*(float(v) for v in told[maps.INDEX_UP]))
        width, height = (
            usual * 2.0 ** float(np.clip(v, -2.5, 2.5))
            for usual, v in zip(maps.USUAL_INDEX_PX, told[maps.INDEX_SIZE], strict=True)
        )
        x, y = (column + float(dx)) * maps.STRIDE, (row + float(dy)) * maps.STRIDE
        right, down = (maps.USUAL_REACH_PX * float(v) for v in told[maps.INDEX_REACH])
        middle = (x - right * up_y - down * up_x, y + right * up_x - down * up_y)
        indices.append(IndexSpot((x, y), (up_x, up_y), (width, height), middle, heat))
    backs = []
    for row, column, heat in _peaks(answer[maps.BACK_HEAT], least_heat):
        told = answer[:, row, column]
        dx, dy = told[maps.BACK_OFFSET]
        turn = math.atan2(float(told[maps.BACK_TURN][1]), float(told[maps.BACK_TURN][0])) / 2
        tall = maps.USUAL_CARD_PX * 2.0 ** float(np.clip(told[maps.BACK_SIZE], -2.5, 2.5))
        at = ((column + float(dx)) * maps.STRIDE, (row + float(dy)) * maps.STRIDE)
        backs.append(BackSpot(at, (math.cos(turn), math.sin(turn)), tall, heat))
    return Spots(tuple(indices), tuple(backs))


def _peaks(logits: FloatArray, least_heat: float) -> Iterator[tuple[int, int, float]]:
    heat = np.ascontiguousarray(logits)
    highest = heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))
    for row, column in zip(
        *np.nonzero(highest & (heat > math.log(least_heat / (1 - least_heat)))), strict=True
    ):
        yield int(row), int(column), 1.0 / (1.0 + math.exp(-float(heat[row, column])))


def _unit(x: float, y: float) -> Point:
    length = math.hypot(x, y)
    return (x / length, y / length) if length > 1e-6 else (0.0, -1.0)


def _lies_in(at: Point, box: tuple[float, float, float, float]) -> bool:
    return box[0] <= at[0] < box[2] and box[1] <= at[1] < box[3]


def _moved_index(spot: IndexSpot, by: Point) -> IndexSpot:
    return replace(
        spot,
        centre=(spot.centre[0] + by[0], spot.centre[1] + by[1]),
        card_middle=(spot.card_middle[0] + by[0], spot.card_middle[1] + by[1]),
    )


def _moved_back(spot: BackSpot, by: Point) -> BackSpot:
    return replace(spot, centre=(spot.centre[0] + by[0], spot.centre[1] + by[1]))


def _to_picture(at: Point, sx: float, sy: float) -> Point:
    """A place on a resized picture as a place on the picture: the middle of a pixel lies half a pixel inside."""
    return (at[0] + 0.5) * sx - 0.5, (at[1] + 0.5) * sy - 0.5


def _resized(spots: Sequence[IndexSpot], sx: float, sy: float) -> Iterator[IndexSpot]:
    for spot in spots:
        yield replace(
            spot,
            centre=_to_picture(spot.centre, sx, sy),
            size=(spot.size[0] * sx, spot.size[1] * sy),
            card_middle=_to_picture(spot.card_middle, sx, sy),
        )


def _resized_backs(spots: Sequence[BackSpot], sx: float, sy: float) -> Iterator[BackSpot]:
    for spot in spots:
        yield replace(spot, centre=_to_picture(spot.centre, sx, sy), height=spot.height * math.sqrt(sx * sy))


def join_spots(levels: Sequence[Spots]) -> Spots:
    """Keep the hottest of the spots that lie in one place, the hottest place first."""
    indices: list[IndexSpot] = []
    for spot in sorted((s for level in levels for s in level.indices), key=lambda s: -s.heat):
        if not any(
            _distance(spot.centre, kept.centre) < 0.4 * max(spot.size[1], kept.size[1]) for kept in indices
        ):
            indices.append(spot)
    backs: list[BackSpot] = []
    for back in sorted((s for level in levels for s in level.backs), key=lambda s: -s.heat):
        if not any(
            _distance(back.centre, kept.centre) < 0.2 * max(back.height, kept.height) for kept in backs
        ):
            backs.append(back)
    return Spots(tuple(indices), tuple(backs))


def _distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def pyramid_scales(image: ByteArray) -> list[float]:
    """Return the scales at which a picture of unknown scale is searched, the smallest first."""
    longest = max(image.shape[:2])
    scale = min(_COARSEST_PX / longest, _LARGEST_ZOOM)
    scales = []
    while scale * longest <= _LAST_PX and scale <= _LARGEST_ZOOM:
        scales.append(scale)
        scale *= _SCALE_STEP
    return scales


def likely_px_per_mm(spots: Sequence[IndexSpot]) -> float | None:
    """Return the scale that most of the heat agrees on, as cards of 63 by 88 mm tell it; None without spots."""
    if not spots:
        return None
    heats = np.array([spot.heat for spot in spots]) ** 2
    scales = np.log(np.maximum(1e-3, [spot.px_per_mm for spot in spots]))
    away = (scales - scales[:, None]) / math.log(2)
    weights = heats * np.exp(-((away / 0.3) ** 2))
    totals = weights.sum(axis=1)
    best = int(totals.argmax())
    return math.exp(float(np.average(scales, weights=weights[best]))) if totals[best] > 0 else None
