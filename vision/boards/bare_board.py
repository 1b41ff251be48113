"""A photograph held against the bare board, before any piece is known: does it show this board, and where is it not
bare?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np

from calibration.geometry import Pixel
from vision.boards.board_light import Colours, colours
from vision.boards.empty_look import EmptyLook
from vision.boards.learnt_board import in_its_light, laid_over
from vision.boards.squares import BoardSquares, Corners, Floats, Image
from vision.boards.straightened import Frame, straighten

_MIDDLE = 0.3
"""What is asked of a square: a disc around its middle, in ways to the nearest other square."""
_STRANGE = -2.5
"""A pixel with less than this logarithm of density as bare board shows something else."""
_COARSE = 4


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """A photograph beside the bare board.

    ``alike`` is how its print correlates with the bare board's where neither shows anything else (-1 to 1), ``moved``
    how far the board lies from where its corners say, at most, in its units; ``unlike`` float64 (n,) the share of
    each square's middle that shows something else, ``shows`` float64 (n, 3) its middle colour (B, G, R) in the bare
    board's light, of what differs where anything does.
    """

    alike: float
    moved: float
    unlike: Floats
    shows: Floats


@dataclass(frozen=True, eq=False)
class BareBoard:
    """How a board looks on one photograph without pieces."""

    squares: BoardSquares
    look: EmptyLook

    @classmethod
    def of(cls, image: Image, corners: Corners, squares: BoardSquares) -> Self:
        """Look at a bare board, uint8 (h, w, 3) BGR; raises BadSquares where the corners span no board."""
        frame = Frame.of(squares)
        flat = straighten(image, squares.plane(corners), squares, frame)
        return cls(squares, EmptyLook.of((flat.image,), flat.seen, squares))

    def compared(self, image: Image, corners: Sequence[Pixel]) -> Compared:
        """Hold a photograph, uint8 (h, w, 3) BGR, against it; raises BadSquares where the corners span no board."""
        squares, look, frame = self.squares, self.look, Frame.of(self.squares)
        laid = laid_over(image, corners, squares, look.grey, look.known)
        flat = laid.flat
        known = look.known & flat.seen
        logs = in_its_light(flat, look, look.known)
        seen: Colours = colours(logs)
        free = known & ~_middles(squares, frame, 1.5 * _MIDDLE)
        density = look.log_density(seen, free, look.closeness(seen, free), flat.blown, known)
        strange = (density < _STRANGE) & known
        shares, shown = [], []
        for mask in _each(squares, frame):
            here = mask & known
            own = here & strange
            shares.append(float(own.sum()) / max(1, int(here.sum())))
            pixels = np.exp(logs[own if own.any() else here])
            shown.append(np.median(pixels, axis=0) if len(pixels) else np.zeros(3))
        return Compared(
            _likeness(flat.grey, look.grey, known & ~strange),
            _moved(laid.tapped.matrix, flat.plane.inverse, squares),
            np.array(shares),
            np.array(shown),
        )


def _each(squares: BoardSquares, frame: Frame) -> list[np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    """The middle of each square, bool (h, w)."""
    masks = []
    for (x, y), near in zip(frame.to_px(squares.centres), squares.nearest, strict=True):
        mask = np.zeros(frame.shape, np.uint8)
        reach = max(2, round(_MIDDLE * min(float(near), 2 * squares.spacing) * frame.px_per_unit))
        cv2.circle(mask, (round(float(x)), round(float(y))), reach, 1, -1)
        masks.append(mask > 0)
    return masks


def _middles(
    squares: BoardSquares, frame: Frame, share: float
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Where pieces may be, bool (h, w)."""
    mask = np.zeros(frame.shape, np.uint8)
    for x, y in frame.to_px(squares.centres):
        reach = max(2, round(share * squares.spacing * frame.px_per_unit))
        cv2.circle(mask, (round(float(x)), round(float(y))), reach, 1, -1)
    return np.asarray(mask > 0)


def _moved(tapped: Floats, to_picture: Floats, squares: BoardSquares) -> float:
    """How far the board's corners lie from where they were tapped, in its units."""
    width, height = squares.size
    corners = np.array([[(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]])
    there = cv2.perspectiveTransform(cv2.perspectiveTransform(corners, to_picture), tapped)
    return float(np.linalg.norm(there - corners, axis=2).max())


def _likeness(
    picture: Image, reference: Image, usable: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> float:
    """The correlation of two pictures, -1 to 1, coarse enough for print that lies a little off."""
    small = (picture.shape[1] // _COARSE, picture.shape[0] // _COARSE)
    one, other, weight = (
        cv2.resize(values.astype(np.float32), small, interpolation=cv2.INTER_AREA)
        for values in (picture, reference, usable)
    )
    where = weight > 0.9
    if where.sum() < 50:
        return 0.0
    a, b = one[where] - one[where].mean(), other[where] - other[where].mean()
    return float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) + 1e-6))
