"""Compares what the card reader found in drawn scenes with the truth about them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.playing_cards import RANKS
from vision.card_names import FIGURES, SUITS
from vision.cards.finding import IndexSpot
from vision.scene.arrays import FloatArray
from vision.training.card_dataset import COLUMNS

AT = {name: number for number, name in enumerate(COLUMNS)}
_LEAST_TURN = math.cos(math.radians(30))


def matching_row(spot: IndexSpot, rows: FloatArray) -> int | None:
    """Return which row of a scene (``COLUMNS``) tells of the index at a spot: same place and direction, the nearest;
    None where none does.
    """
    best, nearest = None, math.inf
    for number, row in enumerate(rows):
        apart = math.hypot(spot.centre[0] - row[AT["x"]], spot.centre[1] - row[AT["y"]])
        upright = spot.up[0] * row[AT["up_x"]] + spot.up[1] * row[AT["up_y"]] > _LEAST_TURN
        if upright and apart < 0.35 * float(row[AT["height"]]) and apart < nearest:
            best, nearest = number, apart
    return best


def matching_spot(row: FloatArray, spots: Sequence[IndexSpot]) -> int | None:
    """Return which spot lies on the index of a row; the nearest, None where none does."""
    fitting = [n for n, spot in enumerate(spots) if matching_row(spot, row[None]) is not None]
    x, y = float(row[AT["x"]]), float(row[AT["y"]])
    return min(fitting, key=lambda n: math.dist(spots[n].centre, (x, y)), default=None)


def card_of(row: FloatArray) -> str:
    """Return the code of the card that a row's index is printed on."""
    return RANKS[int(row[AT["rank"]])] + SUITS[int(row[AT["suit"]])]


def is_dutch_queen(row: FloatArray) -> bool:
    """Whether a row's index is a V that means a queen: who does not know the deck reads a jack."""
    return FIGURES[int(row[AT["figure"]])] == "V" and RANKS[int(row[AT["rank"]])] == "Q"
