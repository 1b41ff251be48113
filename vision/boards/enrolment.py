"""Learns a board and its pieces from a few photographs that say what stands where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.board_light import DAMPING, Colours, colours, fitted_light, logarithms
from vision.boards.empty_look import EmptyLook, hidden_by, put_together, softened
from vision.boards.learnt_board import Laid, LearntBoard, agreed, in_its_light, laid_over, plainest
from vision.boards.piece_colours import PieceColour, looked_up
from vision.boards.silhouettes import PieceShape, Silhouettes
from vision.boards.squares import BadSquares, BoardSquares, Floats, SetBoard
from vision.boards.straightened import Frame, Straightened
from vision.channels import largest

_SEED_SHAPE = PieceShape(0.25, 0.25)
_RADII = (0.16, 0.2, 0.24, 0.28, 0.32, 0.37, 0.42, 0.48)
_HEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.3)
_LENGTHS = (0.3, 0.5, 0.7, 0.9)
_SMALL, _SMALL_RADII = 0.16, (0.08, 0.1, 0.115, 0.13, 0.145)
_SMALL_SEED, _SMALL_STEP = PieceShape(0.1, 0.0), 0.04
"""Pieces no wider than the first are looked at once more: they may be slimmer, and stand beside the middle."""
_CLOSE_UP, _CLOSER = 0.2, 2
"""With pieces no wider than the first a board is seen so much larger: they would be hardly ten pixels across."""
_FARTHEST_HIDDEN = (1.3, 1.3)
_DIFFERENT = 30
_MIDDLE = 0.45
_STRANGE = -2.5
"""A pixel with less than this logarithm of density as bare board shows something else."""
_LEAST_SAMPLES = 30
_DIFFERS = 0.35
"""So much of a piece must look otherwise than the board, for only that to be taken for the piece."""
_FOOT_STEPS = (0.0, 0.12, 0.24)
"""How far from its square's middle the foot of an enrolled piece is looked for, in spacings."""
_WIDER = 1.15
_SLIMMER, _TALLER = 0.8, 0.5
"""A slim head may be taller than the shape that explains most of a piece: by so much, in spacings."""


@dataclass(frozen=True, eq=False)
class _Set:
    """A set board, straightened over the reference: colours by square, where pieces may hide it, and where something
    may of which nobody said what it is, both bool (h, w); the logarithms of what is seen, in the bare board's light.
    """

    pieces: dict[int, str]
    flat: Straightened
    hidden: NDArray[np.bool_]
    doubtful: NDArray[np.bool_]
    logs: Colours

    @cached_property
    def seen(self) -> Colours:
        """The colours (u, v, l), float32 (h, w, 3)."""
        return colours(self.logs)


def learn(photographs: Sequence[SetBoard], told: Callable[[str], None] = lambda _: None) -> LearntBoard:
    """Learn a board from photographs of it, bare or set; raises BadSquares, in one sentence, where that cannot be.

    The bare look comes from a bare photograph, where there is one, else each square's from those in which it is
    empty. ``told`` is given what is worth knowing, such as squares that were never seen empty.
    """
    squares = _same_squares(photographs)
    if not any(one.pieces for one in photographs):
        raise BadSquares("no photograph shows a piece: photograph the board with all its pieces, too")
    never = [name for name in squares.names if all(name in one.pieces for one in photographs)]
    if never:
        told(f"never seen empty: {', '.join(never)}")
    board = _learnt(photographs, squares)
    if board.shape.radius > _CLOSE_UP:
        return board
    return _learnt(photographs, replace(squares, closer=_CLOSER))


def _learnt(photographs: Sequence[SetBoard], squares: BoardSquares) -> LearntBoard:
    """Learn a board as closely as its squares say that it is looked at."""
    names = sorted({colour for one in photographs for colour in one.pieces.values()})
    look, flats = _bare_look(photographs, squares)
    laid = [_seen_over(board, flat, look, squares) for board, flat in zip(photographs, flats, strict=True)]
    pieces = _colours(laid, look, squares, names, _SEED_SHAPE)
    shape = _shape(laid, look, squares, pieces)
    inner = PieceShape(0.8 * shape.radius, 0.8 * shape.height, shape.length)
    pieces = _colours(laid, look, squares, names, inner)
    shape = _shape(laid, look, squares, pieces)
    look = _seen_around(look, laid, squares, pieces, shape)
    stood = [len(one.pieces) for one in photographs if one.pieces]
    usual = sum(stood) / (len(stood) * len(squares.names))
    return LearntBoard(squares, look, tuple(pieces), shape, usual)


def _same_squares(photographs: Sequence[SetBoard]) -> BoardSquares:
    if not photographs:
        raise BadSquares("no photograph of the board was given")
    squares = photographs[0].squares
    for one in photographs[1:]:
        if not squares.same_as(one.squares):
            raise BadSquares(
                "the photographs are of boards with different squares: enrol one board at a time"
            )
    return squares


def _pieces(board: SetBoard, laid: Laid, squares: BoardSquares) -> dict[int, str]:
    """The colour on each square of the reference where a piece is known to stand."""
    names = {squares.names[named]: at for at, named in enumerate(laid.named)}
    return {names[name]: colour for name, colour in board.pieces.items() if name not in board.unsure}


def _occupied(board: SetBoard, laid: Laid, squares: BoardSquares) -> list[int]:
    """The squares of the reference on which something stands, or may."""
    standing = set(board.pieces) | board.unsure
    return [at for at, named in enumerate(laid.named) if squares.names[named] in standing]


def _bare_look(photographs: Sequence[SetBoard], squares: BoardSquares) -> tuple[EmptyLook, list[Laid]]:
    """How the board looks bare, and every photograph straightened over it."""
    frame = Frame.of(squares)
    first = min(range(len(photographs)), key=lambda at: len(photographs[at].pieces))
    base = photographs[first]
    blank = np.zeros(frame.shape, np.uint8)
    nothing = np.zeros(frame.shape, np.bool_)
    begun = laid_over(base.image, base.corners, squares, blank, nothing)
    sure = begun.flat.seen & ~hidden_by(squares, frame, _occupied(base, begun, squares), begun.flat.camera)
    sure &= frame.on_board
    order = [first, *(at for at in range(len(photographs)) if at != first)]
    laid = [begun]
    for at in order[1:]:
        one = photographs[at]
        laid.append(laid_over(one.image, one.corners, squares, begun.flat.grey, sure))
    laid = agreed([photographs[at].image for at in order], laid, squares)
    begun = laid[0]
    narrow, wide = [], []
    for at, over in zip(order, laid, strict=True):
        pieces, camera = _occupied(photographs[at], over, squares), over.flat.camera
        narrow.append(over.flat.seen & ~hidden_by(squares, frame, pieces, camera))
        wide.append(over.flat.seen & ~hidden_by(squares, frame, pieces, camera, *_FARTHEST_HIDDEN))
    logs = logarithms(softened(begun.flat.image))
    images = [begun.flat.image]
    for other, free in zip(laid[1:], narrow[1:], strict=True):
        fitted = fitted_light(logarithms(other.flat.image), logs, free & narrow[0] & frame.on_board)
        images.append(np.asarray(np.clip(np.exp(fitted) - DAMPING, 0, 255), np.uint8))
    frees = [free.copy() for free in narrow]
    if not base.pieces and not base.unsure:
        both = zip(order[1:], laid[1:], images[1:], wide[1:], frees[1:], strict=True)
        for at, over, image, near, free in both:
            # Long pieces reach far: what differs from the bare board close to one belongs to it, except where an
            # empty square is plainly seen: then something lay about on the bare board.
            like_bare = largest(np.asarray(cv2.absdiff(image, images[0]), np.uint8)) < _DIFFERENT
            free &= near | like_bare | _empty(photographs[at], over, squares)
    look = put_together(images, frees, squares, frame)
    return look, [laid[order.index(at)] for at in range(len(photographs))]


def _seen_around(
    look: EmptyLook,
    laid: Sequence[_Set],
    squares: BoardSquares,
    pieces: Sequence[PieceColour],
    shape: PieceShape,
) -> EmptyLook:
    """Look once more at squares that were never seen empty, now that the shape of pieces is known.

    What of such a square is seen beside the piece on it tells which other square it looks like.
    """
    if look.known[Frame.of(squares).on_board].all():
        return look
    frame, along = Frame.of(squares), look.along(squares)
    spacing_px = squares.spacing * frame.px_per_unit
    angles = np.arange(8) * np.pi / 4
    offsets = np.concatenate(
        [
            [(step * spacing_px * np.cos(a), step * spacing_px * np.sin(a)) for a in angles]
            for step in _FOOT_STEPS
        ]
    )
    named = {piece.name: piece for piece in pieces}
    images, frees = [look.image], [look.known]
    for one in laid:
        if not one.pieces:
            continue
        places = Silhouettes.of(shape, squares, frame, one.flat.camera, along)
        wanted = one.hidden & ~one.doubtful & ~look.known & one.flat.seen & frame.on_board
        if not wanted.any():
            continue
        free = wanted.copy()
        ratios = {
            colour: np.clip(
                named[colour].log_density(one.seen) - looked_up(look.density, one.seen), -3.0, 3.0
            ).astype(np.float32)
            for colour in set(one.pieces.values())
        }
        means = {colour: places.means(ratio, offsets) for colour, ratio in ratios.items()}
        taller = PieceShape(_SLIMMER * shape.radius, shape.height + _TALLER, shape.length)
        heads = Silhouettes.of(taller, squares, frame, one.flat.camera, along)
        for square, colour in one.pieces.items():
            foot = offsets[int(means[colour][square].argmax())]
            for parts in (places, heads):
                rows, columns, mask = parts.cover(square, foot, frame.shape, _WIDER)
                free[rows, columns] &= ~mask
        frees.append(free)
        images.append(np.asarray(np.clip(np.exp(one.logs) - DAMPING, 0, 255), np.uint8))
    if len(images) == 1:
        return look
    again = put_together(images, frees, squares, frame)
    others = [
        np.asarray(np.where(look.known[..., None], other, again.image), np.uint8) for other in look.images[1:]
    ]
    return EmptyLook.of((again.image, *others), again.known, squares)


def _empty(board: SetBoard, laid: Laid, squares: BoardSquares) -> NDArray[np.bool_]:
    """Where the middles of empty squares are, bool (h, w) in the squares' frame."""
    frame = Frame.of(squares)
    mask = np.zeros(frame.shape, np.uint8)
    occupied = set(_occupied(board, laid, squares))
    for at, (x, y) in enumerate(frame.to_px(squares.centres)):
        if at not in occupied:
            reach = round(_MIDDLE * squares.nearest[at] * frame.px_per_unit)
            cv2.circle(mask, (round(x), round(y)), reach, 1, -1)
    return np.asarray(mask > 0)


def _seen_over(board: SetBoard, laid: Laid, look: EmptyLook, squares: BoardSquares) -> _Set:
    pieces, flat = _pieces(board, laid, squares), laid.flat
    hidden = hidden_by(squares, Frame.of(squares), _occupied(board, laid, squares), flat.camera)
    unsure = [at for at, named in enumerate(laid.named) if squares.names[named] in board.unsure]
    doubtful = hidden_by(squares, Frame.of(squares), unsure, flat.camera)
    return _Set(pieces, flat, hidden, doubtful, in_its_light(flat, look, look.known & ~hidden))


def _colours(
    laid: Sequence[_Set],
    look: EmptyLook,
    squares: BoardSquares,
    names: Sequence[str],
    shape: PieceShape,
) -> list[PieceColour]:
    """The colours of pieces: what is seen in their places and is no bare board."""
    pixels: dict[str, list[Colours]] = {name: [] for name in names}
    plain: dict[str, list[Colours]] = {name: [] for name in names}
    around: list[Colours] = []
    along, on_board = look.along(squares), Frame.of(squares).on_board
    for one in laid:
        places = Silhouettes.of(shape, squares, Frame.of(squares), one.flat.camera, along)
        near = places.covered(list(one.pieces), one.flat.seen.shape, places.radius_px)
        free = one.flat.seen & look.known & ~one.hidden & ~near
        around.append(one.seen[free])
        close = look.closeness(one.seen, free)
        hidden = places.covered(list(one.pieces), one.flat.seen.shape)
        strange = look.log_density(one.seen, free, close, one.flat.blown, hidden) < _STRANGE
        for square, colour in one.pieces.items():
            rows, columns, mask = places.cover(square, np.zeros(2), one.flat.seen.shape)
            here = one.seen[rows, columns]
            mask &= (one.flat.seen & on_board)[rows, columns]
            plain[colour].append(here[mask])
            known = look.known[rows, columns]
            own = mask & (strange[rows, columns] | ~known)
            # A piece on print of its own colour differs at its edges only, where other things are seen, too.
            alike = own.sum() < _DIFFERS * mask.sum()
            pixels[colour].append(here[mask if alike else own])
    elsewhere = np.concatenate(around)
    found = []
    for name in names:
        chosen = np.concatenate(pixels[name]) if pixels[name] else np.zeros((0, 3), np.float32)
        if len(chosen) < _LEAST_SAMPLES:
            chosen = np.concatenate(plain[name])
        if len(chosen) == 0:
            raise BadSquares(f"no {name} piece can be seen on the photographs")
        found.append(PieceColour.of(name, np.asarray(chosen, np.float32), elsewhere))
    return found


def _feet(one: _Set, ratio: NDArray[np.float32], squares: BoardSquares, along: Floats) -> Floats:
    """How far from its square's middle the foot of each piece stands, float64 (n, 2) px; 0 where none does."""
    frame = Frame.of(squares)
    steps = np.concatenate([[0.0], np.arange(1, 5) * _SMALL_STEP]) * squares.spacing * frame.px_per_unit
    angles = np.arange(12) * np.pi / 6
    offsets = np.concatenate([step * np.column_stack([np.cos(angles), np.sin(angles)]) for step in steps])
    places = Silhouettes.of(_SMALL_SEED, squares, frame, one.flat.camera, along)
    best = places.means(ratio, offsets).argmax(axis=1)
    feet = np.zeros((len(squares.names), 2))
    for square in one.pieces:
        feet[square] = offsets[best[square]]
    return feet


def _shape(
    laid: Sequence[_Set], look: EmptyLook, squares: BoardSquares, pieces: Sequence[PieceColour]
) -> PieceShape:
    """How wide and tall the pieces are: what explains best which pixels look like pieces."""
    frame, along = Frame.of(squares), look.along(squares)
    sets = [one for one in laid if one.pieces]
    largest = PieceShape(max(_RADII), max(_HEIGHTS), max(_LENGTHS))
    ratios = []
    for one in sets:
        widest = Silhouettes.of(largest, squares, frame, one.flat.camera, along)
        asked = widest.covered(list(one.pieces), frame.shape, 1.0)
        ratios.append(plainest(one.flat, one.seen, look, pieces, asked, ~one.hidden))

    def explained(shape: PieceShape, feet: Sequence[Floats] | None = None) -> float:
        total = 0.0
        for at, (one, ratio) in enumerate(zip(sets, ratios, strict=True)):
            places = Silhouettes.of(shape, squares, frame, one.flat.camera, along)
            if feet is not None:
                places = places.moved(feet[at])
            total += float(ratio[places.covered(list(one.pieces), frame.shape)].sum())
        return total

    best = max((PieceShape(radius, height) for height in _HEIGHTS for radius in _RADII), key=explained)
    if best.radius <= _SMALL:
        # What is as small may stand wholly beside the middle: where is looked for first.
        feet = [_feet(one, ratio, squares, along) for one, ratio in zip(sets, ratios, strict=True)]
        small = [PieceShape(radius, height) for height in _HEIGHTS for radius in (*_SMALL_RADII, *_RADII)]
        return max(small, key=lambda shape: explained(shape, feet))
    longer = (PieceShape(radius, best.height, length) for length in _LENGTHS for radius in _RADII)
    return max((best, *longer), key=explained)
