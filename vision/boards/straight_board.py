"""A board in a camera's picture as a pinhole would show it: for readers that know nothing of a stand's lens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Zone, rectangle
from calibration.lens_maps import lens_maps
from calibration.view import TableView
from vision.boards.squares import Corners, Floats, Image

BESIDE_MM = 40.0
"""So much of the table is shown around a board: tall pieces at its edge lean out of it."""
_MOST_WIDE = 2304
_GREY = 128
_AROUND_PX = 2.0
Floats32: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class StraightBoard:
    """A picture in which only a board and what is close to it is shown, the rest is grey.

    ``image`` is uint8 (h, w, 3) BGR, its lens straightened and the camera's axis in the middle; ``corners`` (px) are
    the board's from top left clockwise.
    """

    image: Image
    corners: Corners


def straight_board(picture: Image, seen: TableView, board: Zone) -> StraightBoard | None:
    """A board's zone (mm) in a picture that shows the table like that; None where the picture does not show it."""
    high, wide = picture.shape[:2]
    scale = min(1.0, _MOST_WIDE / wide)
    size = (round(wide * scale), round(high * scale))
    view = seen.scaled(*size)
    shift = _shift(view)
    # Without the lens the picture's px and the pinhole's are the same.
    straight = TableView(size[0], size[1], view.homography, None)
    first, last = board.bounds
    around = rectangle(
        first.x - BESIDE_MM,
        first.y - BESIDE_MM,
        last.x - first.x + 2 * BESIDE_MM,
        last.y - first.y + 2 * BESIDE_MM,
    )
    shown = np.full((size[1], size[0], 3), _GREY, np.uint8)
    edge = np.array(straight.polygon_px(around)) - shift
    low = np.clip(np.floor(edge.min(axis=0)).astype(int), 0, size)
    past = np.clip(np.ceil(edge.max(axis=0)).astype(int) + 1, 0, size)
    if (past <= low).any():
        return None
    box = (int(low[0]), int(low[1]), int(past[0]), int(past[1]))
    xs, ys = lens_maps(lambda nodes: _bent(view, nodes + shift), box)
    if scale < 1:
        picture, xs, ys = _reduced(picture, size, xs, ys)
    part = cv2.remap(picture, xs, ys, cv2.INTER_LINEAR, borderValue=(_GREY,) * 3)
    inside = np.zeros(part.shape[:2], np.uint8)
    cv2.fillPoly(inside, [np.round(edge).astype(np.int32) - low.astype(np.int32)], 1)
    cv2.copyTo(part, inside, shown[box[1] : box[3], box[0] : box[2]])
    a, b, c, d = ((float(x - shift[0]), float(y - shift[1])) for x, y in straight.polygon_px(board.polygon))
    return StraightBoard(shown, (a, b, c, d))


def _reduced(
    picture: Image, size: tuple[int, int], xs: Floats32, ys: Floats32
) -> tuple[Image, Floats32, Floats32]:
    """The part of a picture that is asked for, as fine as the whole is at ``size``, and where it is asked for there.

    ``xs`` and ``ys``, float32 (h, w), are px of the whole at that size. Reducing all of a still takes longer than
    anything else that is done to it.
    """
    spans, maps = [], []
    for wanted, small, full in zip((xs, ys), size, picture.shape[1::-1], strict=True):
        first = int(np.clip((float(wanted.min()) - _AROUND_PX) * full / small, 0, full - 1))
        past = int(np.clip((float(wanted.max()) + _AROUND_PX) * full / small, first + 1, full))
        kept = max(1, round((past - first) * small / full))
        spans.append((first, past, kept))
        at = (wanted + 0.5) * (full / small) - first
        maps.append(np.asarray(at * (kept / (past - first)) - 0.5, np.float32))
    (left, right, wide), (top, bottom, high) = spans
    part = cv2.resize(picture[top:bottom, left:right], (wide, high), interpolation=cv2.INTER_AREA)
    return np.asarray(part, np.uint8), maps[0], maps[1]


def _shift(view: TableView) -> Floats:
    """How far the camera's axis is from the picture's middle, float64 (2,) px."""
    if view.lens is None:
        return np.zeros(2)
    middle = np.array([(view.width - 1) / 2, (view.height - 1) / 2])
    return np.asarray(view.lens.matrix[:2, 2] - middle, np.float64)


def _bent(view: TableView, pixels: Floats) -> Floats:
    return pixels if view.lens is None else view.lens.bent(pixels)
