"""The squares of a board that was tapped, as those who learn and read its pieces want them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from calibration.boards.kept import KeptBoard
from calibration.boards.set_positions import Ground
from calibration.boards.tapped import LEAST_APART_MM
from calibration.geometry import Point
from calibration.zones import PlannedZone
from vision.boards.squares import BoardSquares


@dataclass(frozen=True, slots=True, eq=False)
class TappedSquares:
    """The squares of a family's board: in mm from the corner of its zone, where and of which kind each is (mm on the
    table), and how it was ``counted``: its line, and its number in it. Of squares that lie on one another the first
    is meant.
    """

    squares: BoardSquares
    grounds: Mapping[str, Ground]
    counted: Mapping[str, tuple[str, int]]


def tapped_squares(kept: KeptBoard, zone: PlannedZone) -> TappedSquares:
    """The squares of a kept board where its zone lies now. Raises BadSquares where they are none of a board."""
    placed = kept.squares.placed(zone)
    kinds = dict(zip(kept.drawing.names, (tap.kind for tap in kept.drawing.taps), strict=True))
    grounds: dict[str, Ground] = {}
    for name, square in placed.squares.items():
        if all(_way(square.centre, other.at) >= LEAST_APART_MM for other in grounds.values()):
            grounds[name] = Ground(square.centre, kinds.get(name, ""))
    centres = np.array([(one.at.x - zone.left, one.at.y - zone.top) for one in grounds.values()], np.float64)
    squares = BoardSquares((zone.width, zone.height), tuple(grounds), centres.reshape(-1, 2))
    return TappedSquares(squares, grounds, dict(zip(kept.drawing.names, kept.drawing.counted(), strict=True)))


def _way(one: Point, other: Point) -> float:
    return float(np.hypot(one.x - other.x, one.y - other.y))
