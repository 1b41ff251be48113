"""Photographs that say what stands on a board, and choices of what of them is enrolled.

Readings are judged, and their certainty fitted, on boards enrolled from a few photographs and read on all others.
Which of them are enrolled changes from round to round, so that no figure is one lucky choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from vision.boards.labelled import BoardLabel, read_labels
from vision.boards.squares import BoardSquares, Corners, SetBoard
from vision.picture import load_picture


@dataclass(frozen=True, eq=False)
class KnownBoard:
    """A photograph that says where the board lies and what stands on it."""

    label: BoardLabel
    corners: Corners
    squares: BoardSquares
    pieces: dict[str, str]

    @property
    def group(self) -> str:
        """Whose photograph it is."""
        return self.label.source.split("/")[0] or "photographs"

    def set_board(self) -> SetBoard:
        """What it teaches."""
        return SetBoard(
            load_picture(self.label.image), self.corners, self.squares, self.pieces, self.label.unsure
        )


def known_boards(photos: Path) -> dict[str, list[KnownBoard]]:
    """The photographs of a folder that say what stands on them, by source; raises BadLabels."""
    found: dict[str, list[KnownBoard]] = {}
    for label in read_labels(photos / "labels.jsonl"):
        if label.corners is not None and label.squares is not None and label.pieces is not None:
            known = KnownBoard(label, label.corners, label.squares, label.pieces)
            found.setdefault(known.group, []).append(known)
    return found


def choices(known: Sequence[KnownBoard], rounds: int) -> Iterator[list[KnownBoard]]:
    """What is enrolled in each round: a bare board where there is one, and two positions that are not alike."""
    bare = [one for one in known if not one.pieces]
    positions: dict[tuple[tuple[str, str], ...], list[KnownBoard]] = {}
    for one in known:
        if one.pieces and not one.label.unsure:
            positions.setdefault(tuple(sorted(one.pieces.items())), []).append(one)
    kinds = list(positions.values())
    if len(kinds) < 2:
        return
    pairs = [
        (a, b) for apart in range(1, len(kinds)) for a in range(len(kinds)) if (b := a + apart) < len(kinds)
    ]
    # An even choice among all pairs; within a position another photograph each time.
    for number in range(min(rounds, max(len(pairs), rounds if bare else len(pairs)))):
        a, b = pairs[(number * len(pairs)) // rounds % len(pairs)]
        two = [kinds[a][number % len(kinds[a])], kinds[b][(number + 1) % len(kinds[b])]]
        first = [bare[(number * len(bare)) // rounds % len(bare)]] if bare else []
        yield [*first, *two]
