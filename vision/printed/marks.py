"""Marks printed on a card: patches of one colour on another, among them the figures of its number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.network import FloatArray
from vision.printed.cut_out import ByteArray, Float64Array, Outline, balanced, cut_out

LONG_PX = 256
"""The long side of a card on which marks are looked for, px."""
CROP = 32
"""A mark is shown to the network in a square so large, px."""
Box = tuple[int, int, int, int]
"""Left, top, width and height, px."""
_INSIDE = 22
"""The longer side of the mark in its square, px."""
_LEAST_LONG, _LEAST_SHORT, _MOST_LONG = 9, 2, 0.8
_LEAST_FILLED, _MOST_FILLED, _SLIM = 0.14, 0.94, 0.55
_ENDS = (0.3, 99.7)
_LEVELS, _COLOUR_LEVELS = (0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9), (0.5, 0.35, 0.65)
"""Levels at which a card is parted in two colours, as shares of its range."""
_WINDOWS, _LOCAL = (25, 61), 8
"""Under uneven light a level is what lies around so far, px, and so much beyond it."""
_LEAST_APART = 14.0
_MOST_MARKS = 160
_SAME_SIDES = 0.07
_JOINED, _MOST_JOINED = 0.8, 2.7
"""A mark as much wider than high may be two figures that touch."""
_WAIST = 0.6
"""Two figures part where no more than this of the height is filled."""
_ROUND_IT = 0.12


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A patch of one colour: its box on the card, and how it looks, uint8 (2, CROP, CROP): how much each place is of
    its colour rather than of what lies around it, and which places are its own.
    """

    box: Box
    crop: ByteArray

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle, px."""
        left, top, width, height = self.box
        return left + width / 2, top + height / 2


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """Where a mark may be: its box, and its places within it, uint8 (height, width), 255 or 0."""

    box: Box
    cover: ByteArray


def straightened(image: ByteArray, outline: Outline) -> ByteArray:
    """Return a card cut out for its marks, uint8 BGR (LONG_PX, width, 3), corner 0 of the outline upper left."""
    short = round(LONG_PX * min(1.0, max(0.3, outline.ratio)))
    return balanced(cut_out(image, outline, (short, LONG_PX)))


def marks_on(card: ByteArray) -> list[Mark]:
    """Return the marks of a straightened card, uint8 BGR; what looks like two that touch comes in parts as well."""
    patches = _patches(card)
    patches += [part for patch in patches for part in _parted(patch)]
    around = max(card.shape[:2])
    border = cv2.copyMakeBorder(card, around, around, around, around, cv2.BORDER_REPLICATE)
    wide = np.asarray(border, np.uint8)
    found = (_mark(wide, around, patch) for patch in patches)
    return [mark for mark in found if mark is not None]


def _patches(card: ByteArray) -> list[_Patch]:
    """Patches of one colour: what hangs together above or below levels of lightness and of both colour axes."""
    longest = max(card.shape[:2])
    kept: list[_Patch] = []
    sides = np.empty((0, 4))
    for layer in _layers(card):
        _, owner, told, _ = cv2.connectedComponentsWithStats(layer, connectivity=8, ltype=cv2.CV_16U)
        left, top, width, height, area = (told[1:, at].astype(float) for at in range(5))
        long, short = np.maximum(width, height), np.minimum(width, height)
        filled = area / np.maximum(1.0, width * height)
        fits = (long >= _LEAST_LONG) & (long <= _MOST_LONG * longest) & (short >= _LEAST_SHORT)
        fits &= (left > 1) & (top > 1)
        fits &= (left + width < card.shape[1] - 1) & (top + height < card.shape[0] - 1)
        fits &= (filled >= _LEAST_FILLED) & ((filled <= _MOST_FILLED) | (short <= _SLIM * long))
        for at in np.flatnonzero(fits):
            x, y, w, h = (int(value) for value in told[at + 1, :4])
            box = np.array([x, y, x + w, y + h], float)
            if len(sides) and bool((np.abs(sides - box).max(axis=1) < _SAME_SIDES * long[at] + 1.0).any()):
                continue
            cover = (owner[y : y + h, x : x + w] == at + 1).astype(np.uint8) * 255
            kept.append(_Patch((x, y, w, h), np.asarray(cover, np.uint8)))
            sides = np.vstack([sides, box])
            if len(kept) == _MOST_MARKS:
                return kept
    return kept


def _layers(card: ByteArray) -> Iterator[ByteArray]:
    """Black and white pictures of a card in which its figures hang together, those that mostly do first."""
    planes = list(_planes(card))
    ranges = [tuple(float(one) for one in np.percentile(plane, _ENDS)) for plane in planes]
    for share in _LEVELS:
        for plane, (low, high) in zip(planes, ranges, strict=True):
            if high - low < _LEAST_APART or (plane is not planes[0] and share not in _COLOUR_LEVELS):
                continue
            level = low + share * (high - low)
            above = np.asarray(cv2.threshold(plane, level, 255, cv2.THRESH_BINARY)[1], np.uint8)
            yield above
            yield 255 - above
    for window in _WINDOWS:
        for way in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
            offset = _LOCAL if way == cv2.THRESH_BINARY_INV else -_LOCAL
            yield np.asarray(
                cv2.adaptiveThreshold(planes[0], 255, cv2.ADAPTIVE_THRESH_MEAN_C, way, window, offset),
                np.uint8,
            )


def _planes(card: ByteArray) -> Iterator[ByteArray]:
    """Lightness, and how green or red, blue or yellow: colours as light as their ground differ there."""
    lab = cv2.cvtColor(card, cv2.COLOR_BGR2LAB)
    for axis in range(3):
        yield np.asarray(cv2.GaussianBlur(np.ascontiguousarray(lab[..., axis]), (0, 0), 0.8), np.uint8)


def _parted(patch: _Patch) -> list[_Patch]:
    """The halves of a patch that may be two figures which touch, side by side or, on a card that lies, one above the
    other.
    """
    left, top, width, height = patch.box
    parts: list[_Patch] = []
    for across in (True, False):
        wide, high = (width, height) if across else (height, width)
        if not _JOINED <= wide / high <= _MOST_JOINED or wide < 2 * _LEAST_SHORT + 4:
            continue
        filled = (patch.cover > 0).mean(axis=0 if across else 1)
        start, end = round(0.25 * wide), round(0.75 * wide) + 1
        at = start + int(np.argmin(filled[start:end]))
        if filled[at] > _WAIST:
            continue
        for first, last in ((0, at), (at, wide)):
            half = patch.cover[:, first:last] if across else patch.cover[first:last]
            x, y, w, h = cv2.boundingRect(half)
            if max(w, h) < _LEAST_LONG or min(w, h) < _LEAST_SHORT:
                continue
            x0, y0 = (x + first, y) if across else (x, y + first)
            parts.append(
                _Patch((left + x0, top + y0, w, h), np.ascontiguousarray(half[y : y + h, x : x + w]))
            )
    return parts


def _mark(wide: ByteArray, around: int, patch: _Patch) -> Mark | None:
    """How a patch looks on a card with a border of ``around`` px; None where it hardly differs from its ground."""
    left, top, width, height = patch.box
    rim = max(2, round(_ROUND_IT * max(width, height)))
    seen = wide[
        around + top - rim : around + top + height + rim, around + left - rim : around + left + width + rim
    ]
    own = np.asarray(cv2.copyMakeBorder(patch.cover, rim, rim, rim, rim, cv2.BORDER_CONSTANT), np.uint8)
    size = 2 * max(1, rim // 2) + 1
    beside = 255 - np.asarray(cv2.dilate(own, np.ones((size, size), np.uint8)), np.uint8)
    colour, ground = _mean(seen, own), _mean(seen, beside)
    way = colour - ground
    length = float(np.linalg.norm(way))
    if length < _LEAST_APART:
        return None
    side = max(width, height) * CROP / _INSIDE
    x, y = left + width / 2 - side / 2, top + height / 2 - side / 2
    square = _square(wide, x + around, y + around, side).astype(np.float32)
    share = ((square - ground) @ (way / length**2)).astype(np.float32)
    like = np.clip((share + 0.25) * (255 / 1.5), 0, 255).astype(np.uint8)
    return Mark(patch.box, np.stack([like, _placed(patch.cover)]))


def _mean(seen: ByteArray, where: ByteArray) -> Float64Array:
    return np.asarray(cv2.mean(seen, where)[:3], np.float64)


def _square(wide: ByteArray, x: float, y: float, side: float) -> ByteArray:
    """A square part of a picture, CROP x CROP; pixels are averaged where it is made smaller."""
    if side > CROP:
        x0, y0, size = round(x), round(y), round(side)
        part = wide[y0 : y0 + size, x0 : x0 + size]
        return np.asarray(cv2.resize(part, (CROP, CROP), interpolation=cv2.INTER_AREA), np.uint8)
    scale = CROP / side
    matrix = np.array([[scale, 0, -x * scale], [0, scale, -y * scale]])
    return np.asarray(cv2.warpAffine(wide, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR), np.uint8)


def _placed(cover: ByteArray) -> ByteArray:
    """The places of a mark in the middle of its square."""
    height, width = cover.shape
    scale = _INSIDE / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(cover, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    square = np.zeros((CROP, CROP), np.uint8)
    left, top = (CROP - size[0]) // 2, (CROP - size[1]) // 2
    square[top : top + size[1], left : left + size[0]] = small
    return square


def as_batch(crops: ByteArray) -> FloatArray:
    """Return the crops of marks, uint8 (n, 2, CROP, CROP), as the network takes them, float32 0..1."""
    return np.asarray(crops / np.float32(255), np.float32)
