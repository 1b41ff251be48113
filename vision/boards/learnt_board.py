"""What is known of a board and its pieces, and a photograph of it compared with that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Homography, Pixel
from vision.boards.alignment import displaced, found_anew, grey
from vision.boards.board_light import Colours, colours, fitted_light, logarithms
from vision.boards.empty_look import EmptyLook, softened
from vision.boards.piece_colours import PieceColour
from vision.boards.silhouettes import PieceShape
from vision.boards.squares import BoardSquares, Image
from vision.boards.standing import clipped
from vision.boards.straightened import Frame, Straightened, straighten
from vision.boards.turning import turned_corners, turns

_OTHER = -5.0
"""The logarithm of how likely any colour is of something that is neither board nor piece: a hand, a die, a card."""
_OWN_STRANGE = -1.2
"""The same of a pixel on a piece, less that: a highlight, a letter, a felt foot."""
_ROUNDS = 2
_FIRST_CHOICE = 0.1
_ALIKE = 0.6
"""Prints that correlate so much lie over one another."""


@dataclass(frozen=True, slots=True)
class Certainty:
    """How evidence is turned into probabilities: a piece stands there from ``threshold`` on, the more certainly the
    larger ``slope``; ``colour_slope`` is the same of the lead over the second colour.
    """

    threshold: float = 0.35
    slope: float = 6.0
    colour_slope: float = 5.0


@dataclass(frozen=True, eq=False)
class LearntBoard:
    """A board and its pieces, as learnt: its squares, how it looks bare, the colours and the shape of its pieces."""

    squares: BoardSquares
    look: EmptyLook
    colours: tuple[PieceColour, ...]
    shape: PieceShape
    certainty: Certainty = field(default_factory=Certainty)

    @property
    def frame(self) -> Frame:
        """The frame of its straightened picture."""
        return Frame.of(self.squares)


@dataclass(frozen=True, eq=False)
class Laid:
    """A photograph straightened over a reference; ``named`` int64 (n,) says which square each of the reference's is
    in the photograph's own naming: the board may have been tapped from another side.
    """

    flat: Straightened
    named: NDArray[np.int64]


def laid_over(
    image: Image,
    corners: Sequence[Pixel],
    squares: BoardSquares,
    reference: Image,
    usable: NDArray[np.bool_],
) -> Laid:
    """Straighten a photograph so that its print lies over a reference, uint8 (h, w, 3) BGR in the squares' frame.

    ``usable`` bool (h, w) says where the reference shows the board. Corners that are some pixels off are put right;
    where too little agrees they are taken as they are. Raises BadSquares where the corners span no board.
    """
    frame = Frame.of(squares)
    wanted = grey(reference)
    best: tuple[float, Straightened, NDArray[np.int64]] | None = None
    for quarters, onto in turns(squares):
        # As tapped is as printed, unless another side fits clearly better.
        fit = _FIRST_CHOICE if quarters == 0 else 0.0
        flat = straighten(image, squares.plane(turned_corners(corners, quarters)), squares, frame)
        fit += _likeness(grey(flat.image), wanted, usable & flat.seen)
        if best is None or fit > best[0]:
            best = fit, flat, np.argsort(onto)
    assert best is not None  # noqa: S101 - not turned at all is one of the turns
    return Laid(_put_right(image, best[1], wanted, usable, squares), best[2])


def _likeness(picture: Image, reference: Image, usable: NDArray[np.bool_]) -> float:
    """The correlation of two pictures, -1 to 1, coarse enough for corners that are a little off."""
    small = (picture.shape[1] // 4, picture.shape[0] // 4)
    one, other, weight = (
        cv2.resize(values.astype(np.float32), small, interpolation=cv2.INTER_AREA)
        for values in (picture, reference, usable)
    )
    where = weight > 0.99
    if where.sum() < 50:
        return 0.0
    a, b = one[where] - one[where].mean(), other[where] - other[where].mean()
    return float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) + 1e-6))


def _put_right(
    image: Image, flat: Straightened, wanted: Image, usable: NDArray[np.bool_], squares: BoardSquares
) -> Straightened:
    """Straighten once more where the print shows that the corners are off."""
    frame = Frame.of(squares)
    spacing_px = squares.spacing * frame.px_per_unit
    for _ in range(_ROUNDS):
        moved = displaced(grey(flat.image), wanted, usable & flat.seen, spacing_px)
        if moved is None:
            break
        flat = straighten(image, _moved_plane(flat.plane, moved, frame), squares, frame)
    alike = _likeness(grey(flat.image), wanted, usable & flat.seen)
    if alike > _ALIKE or not usable.any():
        return flat
    moved = found_anew(grey(flat.image), wanted, usable)
    if moved is None:
        return flat
    other = straighten(image, _moved_plane(flat.plane, moved, frame), squares, frame)
    closer = displaced(grey(other.image), wanted, usable & other.seen, spacing_px)
    if closer is not None:
        other = straighten(image, _moved_plane(other.plane, closer, frame), squares, frame)
    better = _likeness(grey(other.image), wanted, usable & other.seen) > alike + _FIRST_CHOICE
    return other if better else flat


def _moved_plane(plane: Homography, moved: Homography, frame: Frame) -> Homography:
    """The map from picture to board after the straightened picture turned out to lie ``moved``."""
    scale = frame.px_per_unit
    shift = 0.5 / scale - frame.margin
    to_board = np.array([[1 / scale, 0.0, shift], [0.0, 1 / scale, shift], [0.0, 0.0, 1.0]])
    matrix = to_board @ moved.inverse @ np.linalg.inv(to_board) @ plane.matrix
    return Homography(np.asarray(matrix / matrix[2, 2], np.float64))


def seen_colours(flat: Straightened, look: EmptyLook, usable: NDArray[np.bool_]) -> Colours:
    """The colours (u, v, l) of a straightened photograph in the bare board's light, float32 (h, w, 3)."""
    logs = logarithms(softened(flat.image))
    return colours(fitted_light(logs, look.logs, usable & flat.seen))


def ratios_of(
    seen: Colours, look: EmptyLook, pieces: Sequence[PieceColour], known: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """How much each pixel speaks for a piece of each colour: float32 (colours, h, w), 0 where nothing was seen."""
    bare = np.logaddexp(look.log_density(seen), _OTHER)
    ratios = [np.logaddexp(piece.log_density(seen), _OTHER + _OWN_STRANGE) - bare for piece in pieces]
    return np.where(known, clipped(ratios), np.float32(0.0))
