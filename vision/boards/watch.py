"""Watches a board on a film: which squares' pieces changed, once hands have left them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Pixel, Point
from vision.boards.reader import PieceReader
from vision.boards.squares import Image
from vision.readings import ASKED
from vision.stillness.gate import (
    CARD_CROSSED_MS,
    CARD_PATIENCE_MS,
    CARD_STILL_MS,
    GateZone,
    StillnessGate,
    ZoneState,
)

_RADIUS = 0.5
"""A square is watched as far as this from its centre, in spacings."""
_BORDER = 0.5
"""Over a line so many spacings outside of the board arms are seen to reach in."""
_GATHER_MS = 500
"""Squares that come to rest within this time are read together."""
_TOLD = 0.7
"""How sure a reading must be to be told: the gate has already said that the square looks otherwise than before."""
_SAME_PRINT, _OTHER_PRINT = 0.6, 0.4
"""A square that is so much like what was seen there before lies in other light; below the second it is covered, or
bare again, and a reading needs to be no surer than others.
"""
_SMOOTH = 0.04
"""What is compared is smoothed by so many spacings: noise is no print."""


@dataclass(frozen=True, slots=True)
class SquareChange:
    """Another piece than before stands on a square, or none any more; ``side`` is the board's edge over which the arm
    reached in, None where none was seen.
    """

    square: str
    before: str | None
    after: str | None
    side: str | None


class BoardWatch:
    """Follows one board whose corners (px) stay where they are; the first picture says what stands where."""

    def __init__(self, reader: PieceReader, corners: Sequence[Pixel]) -> None:
        self._reader = reader
        self._corners = tuple(corners)
        squares = reader.board.squares
        plane = squares.plane(self._corners)
        angles = np.arange(12) * np.pi / 6
        ring = _RADIUS * squares.spacing * np.column_stack([np.cos(angles), np.sin(angles)])
        self._rings = {
            name: np.array([plane.to_px(Point(float(x), float(y))) for x, y in centre + ring])
            for name, centre in zip(squares.names, squares.centres, strict=True)
        }
        self._seen_before: dict[str, NDArray[np.float32]] = {}
        out = _BORDER * squares.spacing
        width, height = squares.size
        edges = ((-out, -out), (width + out, -out), (width + out, height + out), (-out, height + out))
        self._gate = StillnessGate(
            [
                GateZone(
                    name,
                    tuple((float(x), float(y)) for x, y in self._rings[name]),
                    CARD_STILL_MS,
                    patience_ms=CARD_PATIENCE_MS,
                    crossed_ms=CARD_CROSSED_MS,
                )
                for name in squares.names
            ],
            tuple(plane.to_px(Point(x, y)) for x, y in edges),
        )
        self._standing: dict[str, str | None] = {}
        self._sides: dict[str, str | None] = {}
        self._to_read: set[str] = set()
        self._read_ms = 0
        self._covered: frozenset[str] = frozenset()
        self.unseen: frozenset[str] = frozenset()

    @property
    def standing(self) -> dict[str, str]:
        """The colour on each occupied square, as it was when the square was last seen at rest."""
        return {square: colour for square, colour in self._standing.items() if colour is not None}

    def feed(self, image: Image, monotonic_ms: int) -> tuple[SquareChange, ...]:
        """Take the next picture, uint8 (h, w, 3) BGR, and its time (ms); returns what it shows to have changed.

        ``unseen`` are the squares in which something moves, or over which a hand is, since this picture.
        """
        first = not self._standing
        told = self._gate.feed(image, monotonic_ms, settled=first)
        self.unseen = frozenset(name for name, state in told.states.items() if state is not ZoneState.STILL)
        self._covered = told.unseen
        self._sides |= {one.disturbance.zone: one.disturbance.side for one in told.settled}
        self._to_read |= (
            told.at_rest if first else {one.disturbance.zone for one in told.settled if one.changed}
        )
        ready = self._to_read - self.unseen
        if not ready or (not first and monotonic_ms - self._read_ms < _GATHER_MS):
            return ()
        self._read_ms = monotonic_ms
        self._to_read -= ready
        seen = self._seen(image)
        changes = []
        for square in sorted(ready):
            colour, score = seen[square]
            look = self._look(image, square)
            if first:
                self._standing[square] = colour
            else:
                alike = _correlation(look, self._seen_before.get(square, look))
                if alike > _SAME_PRINT or score < (_TOLD if alike > _OTHER_PRINT else ASKED):
                    continue
                if colour != self._standing[square]:
                    side = self._sides.get(square)
                    changes.append(SquareChange(square, self._standing[square], colour, side))
                    self._standing[square] = colour
            self._seen_before[square] = look
        return tuple(changes)

    def ended(self, image: Image) -> tuple[SquareChange, ...]:
        """Take the last picture, uint8 (h, w, 3) BGR, once more, when none will come after it; returns what it shows
        below a hand that lies still.

        A zone of a hand is larger than what the hand hides. Told is only what no hand can feign: that bare board is
        seen where a piece stood. What stands below a hand may be in it, and where something moves nothing is told.
        """
        there = [square for square in sorted(self._covered) if self._standing.get(square) is not None]
        if not there:
            return ()
        bare = self._reader.plainly_bare(image, self._corners)
        gone = [square for square in there if square in bare]
        changes = tuple(
            SquareChange(square, self._standing[square], None, self._sides.get(square)) for square in gone
        )
        self._standing |= dict.fromkeys(gone)
        return changes

    def _seen(self, image: Image) -> dict[str, tuple[str | None, float]]:
        """The colour on every square, None for an empty one, and how sure that is."""
        found: dict[str, tuple[str | None, float]] = {}
        for one in self._reader.read_squares(image, self._corners):
            occupied = one.presence >= ASKED
            found[one.square] = (one.colour, one.score) if occupied else (None, 1.0 - one.presence)
        return found

    def _look(self, image: Image, square: str) -> NDArray[np.float32]:
        """How a square looks: the logarithm of its brightness, float32 (n,), at its pixels."""
        ring = self._rings[square]
        wide = np.ptp(ring, axis=0).max()
        low = np.maximum(0, np.floor(ring.min(axis=0) - wide / 4)).astype(int)
        high = np.ceil(ring.max(axis=0) + wide / 4).astype(int)
        part = cv2.cvtColor(image[low[1] : high[1], low[0] : high[0]], cv2.COLOR_BGR2GRAY)
        smooth = cv2.GaussianBlur(part, (0, 0), max(0.5, _SMOOTH * wide)).astype(np.float32)
        inside = np.zeros(part.shape, np.uint8)
        cv2.fillConvexPoly(inside, np.round(ring - low).astype(np.int32), 1)
        return np.asarray(np.log(smooth[inside > 0] + 16.0), np.float32)


def _correlation(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """How alike two looks are whatever the light, -1 to 1."""
    a, b = one - one.mean(), other - other.mean()
    return float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) + 1e-6))
