"""What becomes of pieces that stand otherwise than one on a square: several on one, some between two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from companion.bench.boards import BENCH
from companion.bench.measure import Measure, share_measure
from vision.readings import SURE, PieceReading
from vision.scene.crowded_boards import CrowdedPiece

_SHARED, _BETWEEN, _ALONE = "sharing_right", "between_right", "alone_right"


@dataclass
class CrowdTally:
    """Pieces that share a square with others, that stand between two squares, and alone beside them: how many there
    were and how many were read right, colour and place; and what was read that is not there.
    """

    pieces: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    wrong: int = 0
    wrong_and_sure: int = 0

    def count(self, standing: Sequence[CrowdedPiece], read: Sequence[PieceReading]) -> None:
        """Compare what was read on a photograph with what stands there."""
        on = Counter(piece.squares for piece in standing)
        left = list(read)
        for piece in standing:
            kind = _BETWEEN if len(piece.squares) > 1 else _SHARED if on[piece.squares] > 1 else _ALONE
            self.pieces[kind] += 1
            found = next((one for one in left if _same(one, piece)), None)
            if found is not None:
                self.right[kind] += 1
                left.remove(found)
        self.wrong += len(left)
        self.wrong_and_sure += sum(one.score >= SURE for one in left)

    def measures(self, board: str) -> Iterator[Measure]:
        """Yield the figures of a board, named "crowded_<board>.<figure>"."""
        for kind in (_SHARED, _BETWEEN, _ALONE):
            yield share_measure(BENCH, f"crowded_{board}.{kind}", self.right[kind], self.pieces[kind])
        every = sum(self.pieces.values())
        for name, number in (("wrong", self.wrong), ("wrong_and_sure", self.wrong_and_sure)):
            yield share_measure(BENCH, f"crowded_{board}.{name}", number, every, higher_is_better=False)


def _same(read: PieceReading, piece: CrowdedPiece) -> bool:
    places = set(read.between) if read.between else {read.square}
    return read.colour == piece.colour and places == set(piece.squares)
