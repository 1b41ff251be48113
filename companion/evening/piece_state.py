"""What the page of a board's pieces shows, as JSON: the squares in the picture, what is asked for, what is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from calibration.boards.kept_photographs import BoardPhotographs
from calibration.zones import PlannedZone
from companion.evening.shown_board import (
    LOOKS_BARE,
    LOOKS_OTHERWISE,
    MARGIN_MM,
    SHOWN_WIDTH,
    LookedBoard,
    TakenBoard,
    alike_colours,
)
from companion.filmed.game_pieces import COLOURS
from companion.filmed.tapped_squares import TappedSquares
from vision.boards.bare_board import BareBoard
from vision.boards.learnt_board import LearntBoard
from web.outside import StandRefused

POSITIONED = ("first", "second", "check", "more", "known")
"""The steps at which pieces stand on the board."""
MINUTES = 3
"""What three photographs take a family, with setting up two positions and clearing away."""
ALIKE = 0.4
"""Colours that a pixel tells apart by less (a logarithm) are told to look alike."""
_NEAR = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """All that one look at the page is made of. ``named`` is the bare board that the picture was held against."""

    game: str
    step: str
    asked: dict[str, str]
    kept: BoardPhotographs
    zone: PlannedZone | None
    tapped: TappedSquares | None
    seen: LookedBoard | None
    taken: TakenBoard | None
    named: BareBoard | None
    learnt: LearntBoard | None


def square_at(zone: PlannedZone, tapped: TappedSquares, x: float, y: float) -> int:
    """The number of the square at a place of the picture (shares of its width). Raises StandRefused."""
    wide = zone.width + 2 * MARGIN_MM
    squares = tapped.squares
    apart = np.linalg.norm(squares.centres - (x * wide - MARGIN_MM, y * wide - MARGIN_MM), axis=1)
    near = int(apart.argmin())
    if apart[near] > _NEAR * squares.nearest[near]:
        raise StandRefused("no_such_square")
    return near


def state_of(shown: Shown) -> dict[str, Any]:
    """The part of the state that follows from what is kept and seen."""
    kept, zone, seen = shown.kept, shown.zone, shown.seen
    squares = _squares(shown)
    return {
        "game": shown.game,
        "step": shown.step,
        "minutes": MINUTES,
        "colours": [{"id": one, "chosen": one in kept.colours} for one in COLOURS],
        "asked": [
            {"square": number, "colour": one["asked"]} for number, one in enumerate(squares) if one["asked"]
        ],
        "standing": sum(bool(one["asked"]) and one["shows"] != "bare" for one in squares),
        "strange": sum(not one["asked"] and one["shows"] == "something" for one in squares),
        "pieces": len(shown.asked),
        "picture": None
        if seen is None or zone is None
        else {
            "number": seen.number,
            "width": SHOWN_WIDTH,
            "height": round(SHOWN_WIDTH * (zone.height + 2 * MARGIN_MM) / (zone.width + 2 * MARGIN_MM)),
        },
        "compared": seen is not None and seen.compared is not None,
        "taken": shown.taken is not None,
        "squares": squares,
        "alike": [] if shown.learnt is None else [list(pair) for pair in alike_colours(shown.learnt, ALIKE)],
    }


def _squares(shown: Shown) -> list[dict[str, Any]]:
    """Every square: where it is (shares of the picture's width), what is asked for, kept, and seen there."""
    zone, tapped, taken = shown.zone, shown.tapped, shown.taken
    if zone is None or tapped is None:
        return []
    wide = zone.width + 2 * MARGIN_MM
    unlike: dict[str, float] = {}
    if shown.named is not None and shown.seen is not None and shown.seen.compared is not None:
        both = zip(shown.named.squares.names, shown.seen.compared.unlike, strict=True)
        unlike = {name: float(share) for name, share in both}
    squares = []
    for name, (x, y), near in zip(
        tapped.squares.names, tapped.squares.centres, tapped.squares.nearest, strict=True
    ):
        doubt = None if taken is None else taken.doubts.get(name)
        share = unlike.get(name)
        squares.append(
            {
                "name": name,
                "line": tapped.counted[name][0],
                "number": tapped.counted[name][1],
                "x": round((float(x) + MARGIN_MM) / wide, 4),
                "y": round((float(y) + MARGIN_MM) / wide, 4),
                "r": round(0.42 * min(float(near), 2 * tapped.squares.spacing) / wide, 4),
                "asked": shown.asked.get(name),
                "piece": None if taken is None else taken.pieces.get(name),
                "doubt": None if doubt is None else doubt.code,
                "seen": None if doubt is None else doubt.colour,
                "shows": None
                if share is None
                else "bare"
                if share < LOOKS_BARE
                else "something"
                if share > LOOKS_OTHERWISE
                else "unclear",
            }
        )
    return squares
