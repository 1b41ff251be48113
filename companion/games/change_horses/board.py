"""The printed oval of Change Horses, as its fields are tapped.

``lane_1`` (inside) to ``lane_12``, each once round: from its start field on, in the direction of the race.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.board import Area, Board, Fault, Place, PrintedSquare, Squares, Tapped, oval
from companion.board_ways import begun_at, evenly, round_way
from companion.languages import Sentences

FEWEST_LANES, MOST_LANES = 6, 12
FEWEST_FIELDS = 12
"""No printed oval is shorter (section 1): no horse goes round it in one move."""
_ROWS, _LANE_COUNT, _APART_MM = 14, 6, 18.0
"""Of the simulated oval: rows, lanes, and from the middle of one lane to that of the next."""
_ALL_ROWS, _ALL_APART_MM = (FEWEST_FIELDS, 16), (17.0, 19.0)
"""Other editions have so many rows, and lanes so far apart: a piece has room on a field, cards have within."""
_LANES = tuple(f"lane_{lane}" for lane in range(1, MOST_LANES + 1))


def _names(squares: Squares) -> tuple[str, ...]:
    return tuple(f"cell_{line.removeprefix('lane_')}_{number - 1}" for line, number in squares.counted())


def _lanes(squares: Squares) -> dict[int, Sequence[Tapped]]:
    lanes = {number: squares.line(lane) for number, lane in enumerate(_LANES, start=1)}
    return {number: taps for number, taps in lanes.items() if taps}


def _faults(squares: Squares) -> Iterable[Fault]:
    """The codes.

    ``too_few_lanes`` (fewer than six), ``too_few_fields`` (fewer than twelve a lane), ``lane_missing`` (one between
    two others), ``lanes_unequal`` (not as many fields as lane 1), ``row_astray`` (a question: the nearest field of
    the next lane is of a row farther on or back, as when a lane was begun elsewhere or tapped the wrong way round).
    """
    lanes = _lanes(squares)
    most = max(lanes, default=0)
    missing = tuple(f"lane_{number}" for number in range(1, most + 1) if number not in lanes)
    if missing:
        yield Fault("lane_missing", missing)
    if most < FEWEST_LANES:
        yield Fault("too_few_lanes")
    fields = len(lanes.get(1, ()))
    unequal = tuple(f"lane_{number}" for number, taps in lanes.items() if fields and len(taps) != fields)
    if unequal:
        yield Fault("lanes_unequal", unequal)
    elif 0 < fields < FEWEST_FIELDS:
        yield Fault("too_few_fields")
    if missing or unequal or not lanes:
        return
    for (lane, own), (_, others) in pairwise(lanes.items()):
        astray = tuple(
            f"cell_{lane}_{row}" for row, tap in enumerate(own) if not _abreast(row, tap.at, others)
        )
        if astray:
            yield Fault("row_astray", astray, question=True)


def _abreast(row: int, at: Place, others: Sequence[Tapped]) -> bool:
    """Whether the field of the next lane that lies nearest is of the same row, or of one beside it."""
    near = min(
        range(len(others)), key=lambda other: math.hypot(others[other].at.x - at.x, others[other].at.y - at.y)
    )
    return (near - row) % len(others) in (0, 1, len(others) - 1)


def _profile(squares: Squares) -> Mapping[str, Any]:
    """The rows of the oval, start field included: a horse has crossed the line when it is there again."""
    lanes = _lanes(squares)
    return {"board": {"lanes": len(lanes), "finish_row": len(lanes[1])}}


def _row(square: str) -> str:
    """The fields of a row lie side by side, each as small as a piece."""
    return "row_" + square.rpartition("_")[2]


def _printed(area: Area, edition: int | None) -> Iterator[PrintedSquare]:
    if edition is not None:
        yield from _laid_out(area, random.Random(edition))  # noqa: S311 - a drawn board
        return
    for lane in range(1, _LANE_COUNT + 1):
        for place in oval(area, _ROWS, 18.0 + _APART_MM * (_LANE_COUNT - lane)):
            yield PrintedSquare(f"lane_{lane}", *place, 15.0)


def _laid_out(area: Area, chance: random.Random) -> Iterator[PrintedSquare]:
    """Another edition: with longer or shorter straights, another number of rows, the start line anywhere."""
    rows, apart, power = chance.randint(*_ALL_ROWS), chance.uniform(*_ALL_APART_MM), chance.uniform(2.2, 3.5)
    begin, width = chance.random(), apart - chance.uniform(2.5, 3.5)
    lanes = [
        begun_at(round_way(area, 18.0 + apart * (_LANE_COUNT - lane), power), begin)
        for lane in range(1, _LANE_COUNT + 1)
    ]
    abreast = evenly(lanes[_LANE_COUNT // 2], rows)
    for lane, way in enumerate(lanes, start=1):
        for row in abreast:
            yield PrintedSquare(f"lane_{lane}", *way[row], width)


_WORDS = Sentences(
    __name__,
    {
        "to_tap": (
            "Tap lane 1, the innermost: its start field, then once round as the horses run. Then the "
            "outermost lane."
        ),
    },
    "board",
)
BOARD = Board(
    kinds={lane: lane for lane in _LANES},
    names=_names,
    check=_faults,
    profile=_profile,
    to_tap=_WORDS.phrase("to_tap"),
    printed=_printed,
    wholly=True,
    watched_in=_row,
    pieces={
        "yellow": "horse_A",
        "orange": "horse_B",
        "red": "horse_C",
        "green": "horse_D",
        "blue": "horse_E",
        "purple": "horse_F",
    },
)
