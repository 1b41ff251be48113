"""Measures the reading of boards on drawn ones that nobody labelled: chequered boards, tracks and lanes, and the
boards of the games.

Each is of another print and has other pieces; it is enrolled from a bare photograph and two positions, or from the
positions alone. In every position two pieces stand on neighbouring squares and, where they reach one another from
there, touch at the foot. On those boards of the games that are enrolled bare pieces are set once more, several on a
square and some between two, as they stand while somebody plays.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.bench.boards import BENCH, BoardTally
from companion.bench.boards_crowded import CrowdTally
from companion.bench.measure import Measure, share_measure
from companion.bench.worst import WorstReadings
from companion.filmed.drawn_boards import drawn_board
from companion.filmed.filmable import drawn_games
from companion.progress import progress
from vision.boards.enrolment import learn
from vision.boards.labelled import BoardLabel
from vision.boards.photographed import KnownBoard
from vision.boards.reader import PieceReader
from vision.boards.squares import SetBoard
from vision.scene.crowded_boards import photograph_crowd
from vision.scene.piece_boards import KINDS, PieceBoard, draw_board, photograph
from vision.scene.tapped_boards import READ_SHARE, enrolled, squares_of, tapped, with_tapped_corners

SHORT, LONG = 6, 40
"""How many boards of each kind are drawn."""
FIRST = 9400
"""The number of the first board: figures count on boards that nobody looked at."""
_READ, _CROWDS = 3, 4


@dataclass
class DrawnTally:
    """What became of the pieces of one kind of board, and of those that touch another."""

    all: BoardTally = field(default_factory=BoardTally)
    crowd: CrowdTally = field(default_factory=CrowdTally)
    touching: int = 0
    touching_right: int = 0

    def measures(self, kind: str) -> Iterator[Measure]:
        """Yield the figures of the kind, named "drawn_<kind>.<figure>"."""
        yield from self.all.measures(f"drawn_{kind}", compared=False)
        yield share_measure(BENCH, f"drawn_{kind}.touching_right", self.touching_right, self.touching)
        if self.crowd.pieces:
            yield from self.crowd.measures(kind)


def measure(
    count: int, first: int = FIRST, *, games: bool = True, worst: WorstReadings | None = None
) -> dict[str, DrawnTally]:
    """Draw, enrol and read so many boards of each kind, and of each board of the games; ``worst`` is shown what was
    read otherwise than it should be of pieces that stand one on a square.
    """
    worst = worst or WorstReadings(0)
    cv2.setNumThreads(1)
    tallies: dict[str, DrawnTally] = {}
    for kind in KINDS:
        tallies[kind] = DrawnTally()
        for number in progress(range(first, first + count), f"drawn boards, {kind}"):
            rng = np.random.default_rng([number, KINDS.index(kind), 71])
            _judge(draw_board(kind, rng), bare=number % 2 == 1, rng=rng, tally=tallies[kind], worst=worst)
    for game, name in drawn_games() if games else ():
        tally = tallies[f"{game}.{name}"] = DrawnTally()
        for number in progress(range(first, first + count), f"drawn boards, {game}, {name}"):
            rng, board = np.random.default_rng([number, 72]), drawn_board(game, name, number)
            reader = _judge(board, bare=number % 2 == 1, rng=rng, tally=tally, worst=worst)
            for _ in range(_CROWDS if number % 2 else 0):
                crowd = photograph_crowd(board, rng)
                corners = with_tapped_corners(crowd.corners, rng)
                tally.crowd.count(crowd.pieces, reader.read(crowd.picture, corners))
    return tallies


def _judge(
    board: PieceBoard, *, bare: bool, rng: np.random.Generator, tally: DrawnTally, worst: WorstReadings
) -> PieceReader:
    """Enrol a board from two positions and, where ``bare``, without pieces; read others. Returns its reader."""
    squares = squares_of(board)
    photographs = enrolled(board, squares, rng, bare=bare)
    started = time.perf_counter()
    reader = PieceReader(learn(photographs))
    tally.all.enrol_seconds.append(time.perf_counter() - started)
    for _ in range(_READ):
        shown = photograph(board, float(rng.uniform(*READ_SHARE)), rng)
        known = _known(tapped(shown, squares, rng))
        started = time.perf_counter()
        pieces = reader.read(shown.picture, known.corners)
        tally.all.milliseconds.append((time.perf_counter() - started) * 1000)
        read = {piece.square: (piece.colour, piece.score) for piece in pieces}
        tally.all.count(known, read, worst.of(shown.picture))
        tally.all.count_strays(pieces)
        tally.touching += len(shown.touching)
        tally.touching_right += sum(
            read.get(name, ("", 0.0))[0] == shown.pieces[name] for name in shown.touching
        )
    return reader


def _known(board: SetBoard) -> KnownBoard:
    label = BoardLabel(Path(), board.corners, board.squares, board.pieces, board.unsure, "drawn")
    return KnownBoard(label, board.corners, board.squares, board.pieces)
