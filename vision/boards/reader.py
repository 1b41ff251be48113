"""Reads which piece stands on which square of a learnt board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.geometry import Pixel
from vision.boards.crowds import CrowdFinder
from vision.boards.learnt_board import Laid, LearntBoard, evidence_of, laid_as_before, laid_over, seen_colours
from vision.boards.silhouettes import Silhouettes
from vision.boards.squares import Floats, Image
from vision.boards.standing import CLAIMS, SIGNS, Evidence, Standing, standings
from vision.boards.straightened import Straightened, to_picture
from vision.readings import ASKED, PieceReading

_HIDDEN, _PRINTED = 0.1, 0.3
"""So much of a square may look like anything but bare board, and so much of its print must be seen, to be bare."""
_RARER = 2.0
"""So much less likely is a piece that stands otherwise than alone on its square."""
_BESIDE = 0.1
"""So far beside the places of pieces no piece is seen, in spacings."""
_NEAR_RADII, _NEAR, _MIDWAY = 0.7, 0.2, 0.5
"""What is looked at around a piece in the middle of its square: so many of its radii, and spacings; or as much as a
piece between two squares hides.
"""


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A photograph laid over the board, and what speaks for pieces on it."""

    laid: Laid
    evidence: Evidence
    places: Silhouettes
    found: list[Standing]


class PieceReader:
    """Reads photographs of one board; knows how the last one lay, which the next mostly does as well."""

    def __init__(self, board: LearntBoard) -> None:
        self.board = board
        self._before: tuple[tuple[Pixel, ...], Laid] | None = None

    def weighed(self, image: Image, corners: Sequence[Pixel]) -> tuple[Laid, list[Standing]]:
        """What speaks for a piece on every square, in the squares' order, and the straightened photograph."""
        seen = self._seen(image, corners)
        return seen.laid, seen.found

    def _seen(self, image: Image, corners: Sequence[Pixel]) -> _Seen:
        board = self.board
        laid = self._laid(image, corners)
        flat = laid.flat
        seen = seen_colours(flat, board.look, board.look.known)
        places = Silhouettes.of(board.shape, board.squares, board.frame, flat.camera, board.along)
        spacing_px = board.squares.spacing * board.frame.px_per_unit
        every = range(len(board.squares.names))
        more_px = max(_NEAR_RADII * places.radius_px + _NEAR * spacing_px, _MIDWAY * spacing_px)
        near = places.covered(every, flat.seen.shape, more_px)
        free = ~places.covered(every, flat.seen.shape, _BESIDE * spacing_px)
        evidence = evidence_of(flat, seen, board.look, board.colours, near, free)
        return _Seen(laid, evidence, places, standings(evidence, places, spacing_px, CLAIMS))

    def _laid(self, image: Image, corners: Sequence[Pixel]) -> Laid:
        board, look = self.board, self.board.look
        laid = None
        if self._before is not None and self._before[0] == tuple(corners):
            laid = laid_as_before(image, self._before[1], board.squares, look.grey, look.known)
        if laid is None:
            laid = laid_over(image, corners, board.squares, look.grey, look.known)
        self._before = tuple(corners), laid
        return laid

    def read(self, image: Image, corners: Sequence[Pixel]) -> list[PieceReading]:
        """The pieces on a photograph, in the squares' order.

        Several of them may stand on one square, some between two. ``image`` is uint8 (h, w, 3) BGR, ``corners`` the
        board's four corners (px) in its own order. Raises BadSquares where the corners span no board.
        """
        return self.read_with_doubts(image, corners)[0]

    def read_with_doubts(
        self, image: Image, corners: Sequence[Pixel]
    ) -> tuple[list[PieceReading], list[PieceReading]]:
        """The pieces on a photograph as ``read`` tells them; and what would stand on each square on which none of
        them does, however unlikely, both in the squares' order. As ``read``.
        """
        seen = self._seen(image, corners)
        presences = self.presences(seen.found)
        told = presences >= ASKED
        finder = CrowdFinder(
            seen.evidence, seen.places, self.board.squares, self.board.frame, seen.found, told
        )
        both = [(seen.found[square], float(presences[square])) for square in np.flatnonzero(told)]
        # Where pieces lie long, what reaches from one square to the next is one of them.
        for crowd in finder.crowds() if self.board.shape.length == 0 else ():
            again = [
                (piece, presence)
                for piece, presence in zip(crowd.pieces, self._presences_of(crowd.pieces), strict=True)
                if presence >= ASKED
            ]
            # What a doubtful piece would explain must not make those disappear that are no longer needed then.
            if len(again) >= min(len(crowd.pieces), len(crowd.squares)):
                both = [one for one in both if one[0].square not in crowd.squares] + again
        readings = [
            self._reading(seen.laid, one, presence, finder.between(one.square, one.offset))
            for one, presence in both
        ]
        occupied = {square for one in readings for square in (one.square, *one.between)}
        doubtful = (
            self._reading(seen.laid, one, float(presence))
            for one, presence in zip(seen.found, presences, strict=True)
        )
        return self._in_order(readings), self._in_order(one for one in doubtful if one.square not in occupied)

    def _in_order(self, readings: Iterable[PieceReading]) -> list[PieceReading]:
        order = {name: at for at, name in enumerate(self.board.squares.names)}
        return sorted(readings, key=lambda one: order[one.square])

    def read_squares(self, image: Image, corners: Sequence[Pixel]) -> list[PieceReading]:
        """What would stand on every square, one piece on each, however unlikely it is there, in the squares' order.

        As ``read``.
        """
        laid, found = self.weighed(image, corners)
        presences = self.presences(found)
        both = zip(found, presences, strict=True)
        return self._in_order(self._reading(laid, standing, float(presence)) for standing, presence in both)

    def plainly_bare(self, image: Image, corners: Sequence[Pixel]) -> frozenset[str]:
        """The squares on which bare board itself is seen, not just no piece, as below a hand; else as ``read``.

        Its print must be seen: a hand may have the colour of the board. Squares too plain for that are none of these.
        """
        laid, found = self.weighed(image, corners)
        strange, alike = SIGNS.index("strange"), SIGNS.index("alike")
        return frozenset(
            self.board.squares.names[laid.named[standing.square]]
            for standing, presence in zip(found, self.presences(found), strict=True)
            if presence < ASKED and standing.signs[strange] <= _HIDDEN and standing.signs[alike] >= _PRINTED
        )

    def presences(self, found: Sequence[Standing]) -> Floats:
        """How likely something stands on squares, all of them in the squares' order: float64 (n,)."""
        board = self.board
        return board.certainty.presence([one.signs for one in found], board.usual, board.seen_empty)

    def _presences_of(self, pieces: Sequence[Standing]) -> list[float]:
        """How likely something stands at feet anywhere: what stands otherwise than one on a square is rarer."""
        board = self.board
        seen_empty = board.seen_empty[[one.square for one in pieces]]
        likely = board.certainty.presence([one.signs for one in pieces], board.usual, seen_empty)
        return [float(one) for one in likely / (likely + _RARER * (1.0 - likely))]

    def _reading(
        self, laid: Laid, standing: Standing, presence: float, between: tuple[int, int] | None = None
    ) -> PieceReading:
        board = self.board
        shares = np.exp(board.certainty.colour_slope * (standing.evidence - standing.evidence.max()))
        shares = shares / shares.sum()
        likely = np.argsort(-shares, kind="stable")
        return PieceReading(
            board.squares.names[laid.named[standing.square]],
            self._foot(laid.flat, standing),
            tuple((board.colours[at].name, float(shares[at])) for at in likely),
            float(presence * shares[likely[0]]),
            presence,
            tuple(board.squares.names[laid.named[square]] for square in between or ()),
        )

    def _foot(self, flat: Straightened, standing: Standing) -> tuple[float, float]:
        at = self.board.squares.centres[standing.square] + standing.offset / self.board.frame.px_per_unit
        return to_picture(flat.plane, np.asarray(at, np.float64))
