"""Positions in which pieces are set for being learnt: well spread, each colour on other ground every time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from calibration.geometry import Point

_OTHER_GROUND, _BEFORE = 1.0, 0.4
"""What it counts that a colour stands on a kind of square that it did not stand on, and how far it is from where it
stood before, beside how far it is from the other pieces.
"""


@dataclass(frozen=True, slots=True)
class Ground:
    """A square: where its middle is (mm), and what kind it is."""

    at: Point
    kind: str


def positions(squares: Mapping[str, Ground], pieces: Sequence[str], count: int) -> list[dict[str, str]]:
    """So many positions of the same pieces: the colour on each square, by the square's name.

    ``pieces`` are the colours, as often as there are pieces. No square is used twice while there are others; no piece
    stands on print that goes by the name of its colour while there is other print: what is learnt there says less.
    """
    size = _size(squares)
    used: set[str] = set()
    stood: dict[str, list[Ground]] = {}
    found = []
    for _ in range(count):
        position: dict[str, str] = {}
        for colour in pieces:
            free = [name for name in squares if name not in used | set(position)]
            if not free:
                used.clear()
                free = [name for name in squares if name not in position]
            if not free:
                break
            best = max(free, key=lambda name: _worth(squares, name, colour, position, stood, size))
            position[best] = colour
        for name, colour in position.items():
            stood.setdefault(colour, []).append(squares[name])
        used |= set(position)
        found.append(position)
    return found


def _worth(
    squares: Mapping[str, Ground],
    name: str,
    colour: str,
    position: Mapping[str, str],
    stood: Mapping[str, Sequence[Ground]],
    size: float,
) -> tuple[bool, float]:
    """How good a square is for a piece; the first counts before all others."""
    here = squares[name]
    before = stood.get(colour, ())
    kinds = {one.kind for one in before} | {
        squares[other].kind for other in position if position[other] == colour
    }
    apart = min(_distances(here, [squares[other] for other in position]), default=0.3 * size)
    again = min(_distances(here, before), default=0.0)
    worth = _OTHER_GROUND * (here.kind not in kinds) + apart / size + _BEFORE * again / size
    return here.kind != colour, round(worth, 9)


def _distances(here: Ground, others: Sequence[Ground]) -> Iterator[float]:
    return (math.hypot(one.at.x - here.at.x, one.at.y - here.at.y) for one in others)


def _size(squares: Mapping[str, Ground]) -> float:
    xs, ys = [one.at.x for one in squares.values()], [one.at.y for one in squares.values()]
    return max(1.0, math.hypot(max(xs) - min(xs), max(ys) - min(ys))) if squares else 1.0
