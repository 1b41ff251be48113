"""Finds the top faces of dice: runs the detector over scales of a picture and joins what it found."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.occupied import occupied_windows
from vision.network import FloatArray, Network

STRIDE = 4
TRAINED_SIDE_PX = 44.0
"""The side of a top face, in px, at which the detector is at its best."""
_SCALE_STEP = 1.6
_SMALLEST_LEVEL_PX = 112
_LARGEST_LEVEL_PX = 1312
_LARGEST_ZOOM = 2.0
_LARGEST_KNOWN_ZOOM = 3.0
_GLANCE_SIDE_PX = 36.0
"""The side at which a top face is searched in a glance: coarser than the best, so quicker."""
# The finest level costs more than all others: it is left out where the dice have already grown past this size and
# the detector begins to lose them.
_LARGE_ENOUGH_PX = 56.0
_FADED = 0.8
_COSTLY_LEVEL_PX = 0.7e6
_WARM = 0.3
_KNOWN_SCALE_STEPS = (1.45, 1.0, 0.66)

ByteArray = NDArray[np.uint8]


@dataclass(frozen=True)
class Detection:
    """One top face: centre, side and box in px of the picture, its shape (`geometry.quad_shape`), heat 0..1.

    `seen_side` is its side in px of the level that found it.
    """

    centre: tuple[float, float]
    side: float
    anisotropy: tuple[float, float]
    turn: float
    box: tuple[float, float, float, float]
    heat: float
    seen_side: float


def _to_batch(image: ByteArray) -> FloatArray:
    height, width = image.shape[:2]
    padded = cv2.copyMakeBorder(image, 0, -height % 16, 0, -width % 16, cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(padded.transpose(2, 0, 1)[None].astype(np.float32) / np.float32(255.0))


def decode_maps(maps: FloatArray, least_heat: float) -> list[Detection]:
    """Turn the detector's maps (12, h/4, w/4) into detections in px of the detector's input, hottest first."""
    heat = np.ascontiguousarray(maps[0])
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (
        heat > math.log(least_heat / (1 - least_heat))
    )
    found = []
    for row, column in zip(*np.nonzero(peaks), strict=True):
        values = maps[:, row, column]
        x, y = float(column + values[1]) * STRIDE, float(row + values[2]) * STRIDE
        side = 40.0 * 2.0 ** float(np.clip(values[3], -2.5, 2.5))
        left, top, right, bottom = (float(np.clip(v, 0.3, 1.8)) * side for v in values[8:12])
        found.append(
            Detection(
                (x, y),
                side,
                (float(values[4]), float(values[5])),
                math.atan2(float(values[7]), float(values[6])) / 4,
                (x - left, y - top, x + right, y + bottom),
                1.0 / (1.0 + math.exp(-float(values[0]))),
                side,
            )
        )
    return sorted(found, key=lambda detection: -detection.heat)


def pyramid_scales(width: int, height: int) -> list[float]:
    """Return the scales at which a picture of unknown scale is searched, the largest first."""
    longest = max(width, height)
    scale = min(_LARGEST_LEVEL_PX / longest, _LARGEST_ZOOM)
    scales = []
    while scale * longest >= _SMALLEST_LEVEL_PX:
        scales.append(scale)
        scale /= _SCALE_STEP
    return scales or [_SMALLEST_LEVEL_PX / longest]


def detect_at(network: Network, image: ByteArray, scale: float, least_heat: float) -> list[Detection]:
    """Run the detector on the picture resized by `scale`; detections are in px of the picture as given."""
    height, width = image.shape[:2]
    size = (max(16, round(width * scale)), max(16, round(height * scale)))
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    level = (
        image
        if size == (width, height)
        else np.asarray(cv2.resize(image, size, interpolation=interpolation), np.uint8)
    )
    sx, sy = width / size[0], height / size[1]
    result = []
    for found in decode_maps(network.run(_to_batch(level))[0], least_heat):
        x0, y0, x1, y1 = found.box
        box = (max(0.0, x0 * sx), max(0.0, y0 * sy), min(float(width), x1 * sx), min(float(height), y1 * sy))
        centre = ((found.centre[0] + 0.5) * sx - 0.5, (found.centre[1] + 0.5) * sy - 0.5)
        if (
            box[2] - box[0] < 4
            or box[3] - box[1] < 4
            or not (0 <= centre[0] < width and 0 <= centre[1] < height)
        ):
            continue
        result.append(
            Detection(centre, found.side * sx, found.anisotropy, found.turn, box, found.heat, found.side)
        )
    return result


def detect_where_something_lies(
    network: Network, image: ByteArray, die_px: float, least_heat: float
) -> list[Detection]:
    """Find the dice of a tray (uint8 BGR) in one level only, and only where its ground is not plain; `die_px` is the
    side of a top face in px.
    """
    found: list[Detection] = []
    for x0, y0, x1, y1 in occupied_windows(image, die_px):
        part = np.ascontiguousarray(image[y0:y1, x0:x1])
        found.extend(
            _moved(each, x0, y0)
            for each in detect_at(
                network, part, min(_LARGEST_KNOWN_ZOOM, _GLANCE_SIDE_PX / die_px), least_heat
            )
        )
    return join_detections(found)


def _moved(found: Detection, dx: int, dy: int) -> Detection:
    left, top, right, bottom = found.box
    centre = (found.centre[0] + dx, found.centre[1] + dy)
    return replace(found, centre=centre, box=(left + dx, top + dy, right + dx, bottom + dy))


def _strength(detection: Detection) -> float:
    """Return the heat, less for faces far from the size at which the detector is at its best."""
    away = abs(math.log2(detection.seen_side / TRAINED_SIDE_PX))
    return detection.heat * (1.0 - 0.25 * min(1.0, away * away))


def _same_place(a: Detection, b: Detection) -> bool:
    distance = math.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1])
    return distance < 0.55 * max(a.side, b.side)


def join_detections(detections: list[Detection]) -> list[Detection]:
    """Keep the strongest of the detections that lie in one place, the strongest place first."""
    left = sorted(detections, key=lambda detection: -_strength(detection))
    kept: list[Detection] = []
    while left:
        best = left.pop(0)
        left = [other for other in left if not _same_place(best, other)]
        kept.append(best)
    return kept


def usual_side(detections: list[Detection]) -> float | None:
    """Return the side, in px, that most of the heat agrees on; None without detections."""
    best_weight, best_side = 0.0, None
    for candidate in detections:
        weight = 0.0
        for other in detections:
            away = math.log2(other.side / candidate.side)
            weight += other.heat**2 * math.exp(-((away / 0.35) ** 2))
        if weight > best_weight:
            best_weight, best_side = weight, candidate.side
    return best_side


def detect(network: Network, image: ByteArray, die_px: float | None, least_heat: float) -> list[Detection]:
    """Find the dice of a picture; `die_px` is the side of a top face in px where it is known, else the
    scale is searched.
    """
    if die_px is not None:
        # One level finds dice of the known size; its neighbours find the larger and smaller ones among them.
        scales = [min(_LARGEST_KNOWN_ZOOM, TRAINED_SIDE_PX / die_px * step) for step in _KNOWN_SCALE_STEPS]
    else:
        scales = pyramid_scales(image.shape[1], image.shape[0])
    found: list[Detection] = []
    best_heat, settled = 0.0, False
    for scale in reversed(scales):
        costly = scale * scale * image.shape[0] * image.shape[1] > _COSTLY_LEVEL_PX
        if costly and settled:
            break
        level = detect_at(network, image, scale, least_heat)
        found.extend(level)
        heat = sum(each.heat**2 for each in level if each.heat >= _WARM)
        side = usual_side([each for each in found if each.heat >= _WARM])
        settled = side is not None and side * scale >= _LARGE_ENOUGH_PX and heat < _FADED * best_heat
        best_heat = max(best_heat, heat)
    return join_detections(found)
