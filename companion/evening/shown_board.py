"""One photograph of a board that is being enrolled: what stands where, as it was asked for and as it is seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

import cv2
import numpy as np

from calibration.zones import PlannedZone
from companion.evening.straight_board import BoardPicture
from companion.filmed.game_pieces import COLOURS
from vision.boards.bare_board import BareBoard, Compared
from vision.boards.learnt_board import LearntBoard
from vision.boards.reader import PieceReader
from vision.boards.squares import BoardSquares
from vision.channels import largest
from vision.readings import ASKED, SURE, PieceReading
from web.outside import StandRefused

MARGIN_MM = 15.0
"""Width of the strip of table shown around the board's zone."""
SHOWN_WIDTH = 1280
_QUALITY = 80
LOOKS_BARE, LOOKS_OTHERWISE = 0.08, 0.2
"""A square of which a smaller share than the first differs from the bare board is bare, with more than the second
something stands there.
"""
_LEAST_ALIKE, _MOST_OTHERWISE = 0.8, 0.5
"""Print that correlates less, or a board on which more squares look otherwise, is none that was photographed bare."""
_MOVED_MM, _MOVED = 6.0, 0.25
"""A board that lies farther off than both, the second in ways between squares, was moved."""
_BETTER = 1.3
_MOST_COLOURS_TRIED = 6
_COARSE, _OTHERWISE, _MOST_CHANGED = 4, 24.0, 0.0005
"""Two pictures show the same position where, seen so many times coarser, fewer pixels than the last differ by more.
"""


@dataclass(frozen=True, slots=True, eq=False)
class LookedBoard:
    """A picture of a board: its ``number`` among those that pages are shown, as a JPEG straight from above, and, once
    the bare board is known, how it differs from that.
    """

    number: int
    picture: BoardPicture
    jpeg: bytes
    compared: Compared | None


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a square is asked about: nothing is seen where a piece should stand ("bare"), something is where none
    should ("something"), or another ``colour`` is seen ("colour").
    """

    code: str
    colour: str | None = None


@dataclass(slots=True, eq=False)
class TakenBoard:
    """A photograph that was taken: what stands on it (colour by square), and what looks otherwise.

    ``later`` is another picture of the same, on which is measured what the photograph brought.
    """

    seen: LookedBoard
    pieces: dict[str, str]
    doubts: dict[str, Doubt]
    told: set[str] = field(default_factory=set)
    later: BoardPicture | None = None

    def tell(self, square: str, colour: str, most: int) -> None:
        """Say what stands on a square; "": nothing. Of a colour there are at most so many pieces: one that was taken
        to stand elsewhere, where it is doubted most, is the one."""
        self.told.add(square)
        self.doubts.pop(square, None)
        self.pieces.pop(square, None)
        if not colour:
            return
        others = [name for name, its in self.pieces.items() if its == colour and name not in self.told]
        if sum(its == colour for its in self.pieces.values()) >= most and others:
            moved = max(others, key=lambda name: (name in self.doubts, name))
            self.pieces.pop(moved)
            self.doubts.pop(moved, None)
        self.pieces[square] = colour


def look(picture: BoardPicture, zone: PlannedZone, bare: BareBoard | None, number: int) -> LookedBoard:
    """Look at a picture of a board beside how it is bare."""
    compared = None if bare is None else bare.compared(picture.image, picture.corners)
    return LookedBoard(number, picture, _from_above(picture, zone), compared)


def require_same_board(compared: Compared, squares: BoardSquares, pieces: int) -> None:
    """Raise StandRefused where a picture does not show the board that was photographed bare, or not where it lay."""
    otherwise = int((compared.unlike > LOOKS_OTHERWISE).sum()) - pieces
    if compared.alike < _LEAST_ALIKE or otherwise > _MOST_OTHERWISE * len(squares.names):
        raise StandRefused("other_bare_board")
    if compared.moved > max(_MOVED_MM, _MOVED * squares.spacing):
        raise StandRefused("board_moved")


def doubts_about(
    seen: LookedBoard, squares: BoardSquares, asked: Mapping[str, str], learnt: LearntBoard | None
) -> dict[str, Doubt]:
    """Where a photograph looks otherwise than what was asked for, by the square's name."""
    assert seen.compared is not None  # noqa: S101 - pieces are photographed after the bare board
    unlike = dict(zip(squares.names, seen.compared.unlike, strict=True))
    doubts: dict[str, Doubt] = {}
    if learnt is None:
        told = _by_name_of_colour(seen.compared, squares, asked)
        for name, share in unlike.items():
            if name in asked and share < LOOKS_BARE:
                doubts[name] = Doubt("bare")
            elif name in asked and told.get(name, asked[name]) != asked[name]:
                doubts[name] = Doubt("colour", told[name])
            elif name not in asked and share > LOOKS_OTHERWISE:
                doubts[name] = Doubt("something")
        return doubts
    for one in read(seen.picture, learnt):
        share, name = unlike.get(one.square, 0.0), one.square
        if name in asked:
            if one.presence < ASKED and share < LOOKS_BARE:
                doubts[name] = Doubt("bare")
            elif one.presence >= ASKED and one.colour != asked[name] and one.score >= ASKED:
                doubts[name] = Doubt("colour", one.colour)
        elif one.presence >= ASKED and share > (LOOKS_BARE if one.presence >= SURE else LOOKS_OTHERWISE):
            doubts[name] = Doubt("something", one.colour)
    return doubts


def require_as_asked(compared: Compared, squares: BoardSquares, asked: Mapping[str, str]) -> None:
    """Raise StandRefused where too many squares are bare that should not be, or the other way round.

    Only the bare board is asked: in light that is new to it the reader may be wrong, which a photograph is to mend.
    """
    wrong = sum(
        share < LOOKS_BARE if name in asked else share > LOOKS_OTHERWISE
        for name, share in zip(squares.names, compared.unlike, strict=True)
    )
    if wrong > max(2, len(asked) // 2):
        raise StandRefused("not_as_asked")


def read(picture: BoardPicture, learnt: LearntBoard) -> list[PieceReading]:
    """What would stand on every square."""
    return PieceReader(learnt).read_squares(picture.image, picture.corners)


def read_right(picture: BoardPicture, learnt: LearntBoard, pieces: Mapping[str, str]) -> int:
    """How many squares of a picture are read as what stands there."""
    told = {one.square: one.colour if one.presence >= ASKED else None for one in read(picture, learnt)}
    return sum(told.get(name) == pieces.get(name) for name in learnt.squares.names)


def same_scene(one: BoardPicture, other: BoardPicture) -> bool:
    """Whether two pictures show the same position, and are not one and the same."""
    if one.number == other.number or one.image.shape != other.image.shape:
        return False
    if np.array_equal(one.image, other.image):
        return False
    first, second = _small(one), _small(other)
    return float((largest(np.abs(first - second)) > _OTHERWISE).mean()) < _MOST_CHANGED


def alike_colours(learnt: LearntBoard, least: float) -> list[tuple[str, str]]:
    """The pairs of colours that hardly differ: a pixel of one says for it against the other less than ``least`` in
    the mean (a logarithm of likelihoods)."""
    pairs = []
    for at, one in enumerate(learnt.colours):
        for other in learnt.colours[at + 1 :]:
            apart = min(
                float(np.clip(a.log_density(a.samples) - b.log_density(a.samples), -3.0, 3.0).mean())
                for a, b in ((one, other), (other, one))
            )
            if apart < least:
                pairs.append((one.name, other.name))
    return pairs


def _by_name_of_colour(compared: Compared, squares: BoardSquares, asked: Mapping[str, str]) -> dict[str, str]:
    """Which piece stands on each asked square, by how its colour is called: before any piece was seen, only another
    order that fits clearly better is believed."""
    seen = [name for name in asked if compared.unlike[squares.index[name]] >= LOOKS_BARE]
    names = sorted({asked[name] for name in seen})
    if len(names) < 2 or len(names) > _MOST_COLOURS_TRIED or any(name not in COLOURS for name in names):
        return {}
    shown = {
        colour: np.mean(
            [compared.shows[squares.index[name]] for name in seen if asked[name] == colour], axis=0
        )
        for colour in names
    }
    apart = {
        (colour, name): float(np.linalg.norm(_lab(shown[colour]) - _lab(np.array(COLOURS[name], np.float64))))
        for colour in names
        for name in names
    }

    def cost(order: Sequence[str]) -> float:
        return sum(apart[colour, name] for colour, name in zip(names, order, strict=True))

    best = min(permutations(names), key=cost)
    if cost(best) * _BETTER > cost(names):
        return {}
    called = dict(zip(names, best, strict=True))
    return {name: called[asked[name]] for name in seen}


def _lab(
    colour: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """A colour (B, G, R) as eyes tell colours apart, brightness counting less: rooms differ in it."""
    pixel = np.clip(colour, 0, 255).astype(np.uint8).reshape(1, 1, 3)
    lab = cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB).reshape(3).astype(np.float64)
    return np.asarray(lab * np.array([0.5, 1.0, 1.0]), np.float64)


def _from_above(picture: BoardPicture, zone: PlannedZone) -> bytes:
    """A board straight from above with a strip of table around it, as a JPEG."""
    wide, high = zone.width + 2 * MARGIN_MM, zone.height + 2 * MARGIN_MM
    scale = SHOWN_WIDTH / max(wide, high)
    left, top = MARGIN_MM * scale, MARGIN_MM * scale
    right, bottom = left + zone.width * scale, top + zone.height * scale
    flat = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(picture.corners, np.float32), flat)
    size = (round(wide * scale), round(high * scale))
    straight = cv2.warpPerspective(picture.image, matrix, size, flags=cv2.INTER_LINEAR)
    done, data = cv2.imencode(".jpg", straight, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not done:
        raise ValueError("a picture that cannot be encoded")
    return bytes(data.tobytes())


def _small(picture: BoardPicture) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The board and what is around it, coarse enough for a camera's noise to go."""
    corners = np.array(picture.corners)
    low, past = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
    image = picture.image[max(0, low[1]) : max(1, past[1]), max(0, low[0]) : max(1, past[0])]
    size = (max(1, image.shape[1] // _COARSE), max(1, image.shape[0] // _COARSE))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.float64)
