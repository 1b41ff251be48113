"""What is known of a board and its pieces, and a photograph of it compared with that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Homography, Pixel
from vision.boards.alignment import displaced, farthest, found_anew
from vision.boards.board_light import Colours, colours, fitted_light, logarithms
from vision.boards.certainty import Certainty, usual_certainty
from vision.boards.empty_look import EmptyLook, softened
from vision.boards.piece_colours import OTHER, PieceColour, bins_of, either
from vision.boards.silhouettes import PieceShape
from vision.boards.squares import BoardSquares, Floats, Image
from vision.boards.standing import Evidence, clipped
from vision.boards.straightened import Frame, Straightened, straighten
from vision.boards.turning import turned_corners, turns

_ASTRAY = float(np.log(0.03))
"""How often the board shows the colours of some other place of it: print that lies badly, a shadow, a card."""
_GUESSED = float(np.log(0.3))
"""The same where the board was never seen bare and only others of its squares say how it looks."""
_ROUNDS = 2
_STEADY = 0.015
"""A board that has moved by less, in spacings, lies where it lay."""
_MIDDLE = 0.25
_FIRST_CHOICE = 0.1
_ALIKE = 0.6
"""Prints that correlate so much lie over one another."""


@dataclass(frozen=True, eq=False)
class LearntBoard:
    """A board and its pieces, as learnt: its squares, how it looks bare, the colours and the shape of its pieces.

    ``usual`` is the share of its squares on which something stood where it was photographed with pieces.
    """

    squares: BoardSquares
    look: EmptyLook
    colours: tuple[PieceColour, ...]
    shape: PieceShape
    usual: float = 0.3
    certainty: Certainty = field(default_factory=usual_certainty)

    @cached_property
    def seen_empty(self) -> Floats:
        """How much of the middle of each square was ever seen bare, float64 (n,), 0 to 1."""
        reach = max(1, round(_MIDDLE * self.squares.spacing * self.frame.px_per_unit))
        known = cv2.blur(self.look.known.astype(np.float32), (2 * reach + 1, 2 * reach + 1))
        at = np.round(self.frame.to_px(self.squares.centres)).astype(int)
        return np.asarray(known[at[:, 1], at[:, 0]], np.float64)

    @cached_property
    def along(self) -> Floats:
        """The direction in which long pieces lie on each square, float64 (n, 2) of length 1; 0: none is known."""
        return self.look.along(self.squares)

    @property
    def frame(self) -> Frame:
        """The frame of its straightened picture."""
        return Frame.of(self.squares)


@dataclass(frozen=True, eq=False)
class Laid:
    """A photograph straightened over a reference; ``named`` int64 (n,) says which square each of the reference's is
    in the photograph's own naming: the board may have been tapped from another side. ``tapped`` is the map from the
    picture to the board by the corners alone.
    """

    flat: Straightened
    named: NDArray[np.int64]
    tapped: Homography


def laid_over(
    image: Image,
    corners: Sequence[Pixel],
    squares: BoardSquares,
    wanted: Image,
    usable: NDArray[np.bool_],
) -> Laid:
    """Straighten a photograph so that its print lies over that of a reference in the squares' frame, ``wanted`` uint8
    (h, w) of ``alignment.grey``.

    ``usable`` bool (h, w) says where the reference shows the board. Corners that are some pixels off are put right;
    where too little agrees they are taken as they are. Raises BadSquares where the corners span no board.
    """
    frame = Frame.of(squares)
    best: tuple[float, Straightened, NDArray[np.int64]] | None = None
    for quarters, onto in turns(squares):
        # As tapped is as printed, unless another side fits clearly better.
        fit = _FIRST_CHOICE if quarters == 0 else 0.0
        flat = straighten(image, squares.plane(turned_corners(corners, quarters)), squares, frame)
        fit += _likeness(flat.grey, wanted, usable & flat.seen)
        if best is None or fit > best[0]:
            best = fit, flat, np.argsort(onto)
    assert best is not None  # noqa: S101 - not turned at all is one of the turns
    return Laid(_put_right(image, best[1], wanted, usable, squares), best[2], best[1].plane)


def laid_as_before(
    image: Image, before: Laid, squares: BoardSquares, wanted: Image, usable: NDArray[np.bool_]
) -> Laid | None:
    """The same of a further photograph that shows the board where one before did; None where it does not.

    A stand does not move between two looks: most of the time it takes to lay a board over its reference is saved.
    """
    frame = Frame.of(squares)
    flat = straighten(image, before.flat.plane, squares, frame)
    spacing_px = squares.spacing * frame.px_per_unit
    moved = displaced(flat.grey, wanted, usable & flat.seen, spacing_px)
    if moved is None or farthest(moved, flat.grey) > _STEADY * spacing_px:
        return None
    return replace(before, flat=flat)


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
        moved = displaced(flat.grey, wanted, usable & flat.seen, spacing_px)
        if moved is None:
            break
        flat = straighten(image, _moved_plane(flat.plane, moved, frame), squares, frame)
    alike = _likeness(flat.grey, wanted, usable & flat.seen)
    if alike > _ALIKE or not usable.any():
        return flat
    moved = found_anew(flat.grey, wanted, usable)
    if moved is None:
        return flat
    other = straighten(image, _moved_plane(flat.plane, moved, frame), squares, frame)
    closer = displaced(other.grey, wanted, usable & other.seen, spacing_px)
    if closer is not None:
        other = straighten(image, _moved_plane(other.plane, closer, frame), squares, frame)
    better = _likeness(other.grey, wanted, usable & other.seen) > alike + _FIRST_CHOICE
    return other if better else flat


def agreed(images: Sequence[Image], laid: Sequence[Laid], squares: BoardSquares) -> list[Laid]:
    """Photographs that lie over one another, moved to where their corners say on the whole that the squares are.

    Corners of each are off by some px, of one of them perhaps by far: the median of all is nearer.
    """
    width, height = squares.size
    xs, ys = np.meshgrid(np.linspace(0.1 * width, 0.9 * width, 5), np.linspace(0.1 * height, 0.9 * height, 5))
    grid = np.column_stack([xs.ravel(), ys.ravel()])
    said = []
    for one in laid:
        in_picture = cv2.perspectiveTransform(grid[None], one.flat.plane.inverse)
        said.append(cv2.perspectiveTransform(in_picture, one.tapped.matrix)[0])
    middle = np.median(np.array(said), axis=0)
    if np.linalg.norm(middle - grid, axis=1).max() < 0.02 * squares.spacing:
        return list(laid)
    matrix = np.asarray(cv2.findHomography(grid, middle)[0], np.float64)
    frame = Frame.of(squares)
    moved = []
    for image, one in zip(images, laid, strict=True):
        plane = Homography(matrix @ one.flat.plane.matrix)
        moved.append(replace(one, flat=straighten(image, plane, squares, frame)))
    return moved


def _moved_plane(plane: Homography, moved: Homography, frame: Frame) -> Homography:
    """The map from picture to board after the straightened picture turned out to lie ``moved``."""
    scale = frame.px_per_unit
    shift = 0.5 / scale - frame.margin
    to_board = np.array([[1 / scale, 0.0, shift], [0.0, 1 / scale, shift], [0.0, 0.0, 1.0]])
    matrix = to_board @ moved.inverse @ np.linalg.inv(to_board) @ plane.matrix
    return Homography(np.asarray(matrix / matrix[2, 2], np.float64))


def seen_colours(flat: Straightened, look: EmptyLook, usable: NDArray[np.bool_]) -> Colours:
    """The colours (u, v, l) of a straightened photograph in the bare board's light, float32 (h, w, 3)."""
    return colours(in_its_light(flat, look, usable))


def in_its_light(flat: Straightened, look: EmptyLook, usable: NDArray[np.bool_]) -> Colours:
    """The logarithms of a straightened photograph's channels in the bare board's light, float32 (h, w, 3) BGR."""
    return fitted_light(logarithms(softened(flat.image)), look.logs, usable & flat.seen)


def evidence_of(
    flat: Straightened,
    seen: Colours,
    look: EmptyLook,
    pieces: Sequence[PieceColour],
    where: NDArray[np.bool_],
    free: NDArray[np.bool_],
) -> Evidence:
    """What each pixel of a straightened photograph speaks for, given its colours, float32 (h, w, 3).

    Only ``where`` bool (h, w), near squares, it is asked: elsewhere it speaks for nothing. Where it is ``free``, bool
    (h, w), no piece can stand.
    """
    close = look.closeness(seen, free & flat.seen)
    known = flat.seen & where
    board = look.log_density(seen, free & flat.seen, close, flat.blown, known)
    at, bins, bare = _bare(board, seen, look, known)
    both = np.zeros((2, len(pieces), *board.shape), np.float32)
    for ratios, shining in zip(both, (False, True), strict=True):
        told = _ratios(bins, bare, pieces, shining=shining)
        for picture, row in zip(ratios, told, strict=True):
            picture.ravel()[at] = row
    alike = look.alike(flat.image)
    brighter = look.brighter(seen[..., 2])
    return Evidence(both[0], both[1], board, alike, known, brighter)


def plainest(
    flat: Straightened,
    seen: Colours,
    look: EmptyLook,
    pieces: Sequence[PieceColour],
    where: NDArray[np.bool_],
    free: NDArray[np.bool_],
) -> NDArray[np.float32]:
    """What pixels speak for a piece of the colour that they speak for most, float32 (h, w); as ``evidence_of``."""
    known = flat.seen & where
    close = look.closeness(seen, free & flat.seen)
    board = look.log_density(seen, free & flat.seen, close, flat.blown, known)
    at, bins, bare = _bare(board, seen, look, known)
    found = np.zeros(board.shape, np.float32)
    found.ravel()[at] = _ratios(bins, bare, pieces, shining=False).max(axis=0)
    return found


def _bare(
    board: NDArray[np.float32], seen: Colours, look: EmptyLook, known: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.float32]]:
    """The pixels that are ``known``, bool (h, w), by their numbers, the bins of their colours, and how likely what is
    seen there shows no piece, the logarithm of a density, float32; each (n,).
    """
    at = np.flatnonzero(known)
    bins = bins_of(seen.reshape(-1, 3).take(at, axis=0))
    bare = either(board.ravel()[at], np.float32(OTHER))
    guessed = np.where(look.known.ravel()[at], np.float32(_ASTRAY), np.float32(_GUESSED))
    return at, bins, either(bare, look.density.ravel()[bins] + guessed)


def _ratios(
    bins: NDArray[np.int64], bare: NDArray[np.float32], pieces: Sequence[PieceColour], *, shining: bool
) -> NDArray[np.float32]:
    """How much likelier the colours of these bins, (n,), are of each piece than of what is bare: logarithms, float32
    (colours, n).
    """
    ratios = np.empty((len(pieces), len(bins)), np.float32)
    for row, piece in zip(ratios, pieces, strict=True):
        np.subtract((piece.shining_or_strange if shining else piece.plain_or_strange)[bins], bare, out=row)
    return clipped(ratios)
