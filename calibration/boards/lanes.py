"""Lanes of a board that need not be tapped: those between two that are."""

from __future__ import annotations

from calibration.boards.tapped import BoardDrawing, BoardRefused, Tap, evenly


def between_lanes(drawing: BoardDrawing, first: int, last: int) -> BoardDrawing:
    """Draw the lanes between two that are tapped, evenly; undone at once. What those lanes had is replaced.

    Raises BoardRefused: ``bad_stretch`` if there is no lane between the two, ``lanes_unequal`` if they have not
    equally many fields.
    """
    lanes = sum(kind.startswith("lane_") for kind in drawing.form.kinds)
    if not 1 <= first < last - 1 < lanes:
        raise BoardRefused("bad_stretch")
    inner, outer = drawing.line(f"lane_{first}"), drawing.line(f"lane_{last}")
    if not inner or len(inner) != len(outer):
        raise BoardRefused("lanes_unequal", (f"lane_{first}", f"lane_{last}"))
    new = {f"lane_{lane}" for lane in range(first + 1, last)}
    kept = tuple(tap for tap in drawing.taps if tap.kind not in new)
    rows = [evenly(one.at, other.at, last - first - 1) for one, other in zip(inner, outer, strict=True)]
    drawn = (
        Tap(f"lane_{lane}", places[lane - first - 1]) for lane in range(first + 1, last) for places in rows
    )
    return drawing.replaced((*kept, *drawn))
