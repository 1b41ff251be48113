"""Measures the reading of boards on drawn ones that nobody labelled: chequered boards, tracks and lanes.

Each is of another print and has other pieces; it is enrolled from a bare photograph and two positions, or from the
positions alone. In every position two pieces stand on neighbouring squares and touch at the foot.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.bench.boards import BENCH, BoardTally
from companion.bench.measure import Measure, share_measure
from companion.progress import progress
from vision.boards.enrolment import learn
from vision.boards.labelled import BoardLabel
from vision.boards.photographed import KnownBoard
from vision.boards.reader import PieceReader
from vision.boards.squares import BoardSquares, SetBoard
from vision.scene.piece_boards import KINDS, BoardPhotograph, draw_board, photograph

SHORT, LONG = 6, 40
"""How many boards of each kind are drawn."""
FIRST = 9000
"""The number of the first board: figures count on boards that nobody looked at."""
_READ = 3
_TAPPED_PX = 2.0
"""How far off corners are tapped."""


@dataclass
class DrawnTally:
    """What became of the pieces of one kind of board, and of those that touch another."""

    all: BoardTally = field(default_factory=BoardTally)
    touching: int = 0
    touching_right: int = 0

    def measures(self, kind: str) -> Iterator[Measure]:
        """Yield the figures of the kind, named "drawn_<kind>.<figure>"."""
        yield from self.all.measures(f"drawn_{kind}", compared=False)
        yield share_measure(BENCH, f"drawn_{kind}.touching_right", self.touching_right, self.touching)


def measure(count: int, first: int = FIRST) -> dict[str, DrawnTally]:
    """Draw, enrol and read so many boards of each kind."""
    cv2.setNumThreads(1)
    tallies = {kind: DrawnTally() for kind in KINDS}
    for kind, tally in tallies.items():
        for number in progress(range(first, first + count), f"drawn boards, {kind}"):
            _judge(kind, number, tally)
    return tallies


def _judge(kind: str, number: int, tally: DrawnTally) -> None:
    rng = np.random.default_rng([number, KINDS.index(kind), 71])
    board = draw_board(kind, rng)
    squares = BoardSquares(board.size, tuple(board.squares), np.array(list(board.squares.values())))
    shares = [0.0] * (number % 2) + [0.3, 0.25]
    started = time.perf_counter()
    reader = PieceReader(learn([_set(photograph(board, share, rng), squares, rng) for share in shares]))
    tally.all.enrol_seconds.append(time.perf_counter() - started)
    for _ in range(_READ):
        shown = photograph(board, float(rng.uniform(0.1, 0.4)), rng)
        known = _known(_set(shown, squares, rng))
        started = time.perf_counter()
        pieces = reader.read(shown.picture, known.corners)
        tally.all.milliseconds.append((time.perf_counter() - started) * 1000)
        read = {piece.square: (piece.colour, piece.score) for piece in pieces}
        tally.all.count(known, read)
        tally.touching += len(shown.touching)
        tally.touching_right += sum(
            read.get(name, ("", 0.0))[0] == shown.pieces[name] for name in shown.touching
        )


def _set(shown: BoardPhotograph, squares: BoardSquares, rng: np.random.Generator) -> SetBoard:
    """A photograph whose corners somebody tapped."""
    a, b, c, d = ((x + rng.normal(0, _TAPPED_PX), y + rng.normal(0, _TAPPED_PX)) for x, y in shown.corners)
    return SetBoard(shown.picture, (a, b, c, d), squares, shown.pieces)


def _known(board: SetBoard) -> KnownBoard:
    label = BoardLabel(Path(), board.corners, board.squares, board.pieces, board.unsure, "drawn")
    return KnownBoard(label, board.corners, board.squares, board.pieces)
