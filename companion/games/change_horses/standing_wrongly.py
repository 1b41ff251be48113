"""Where horses stand on the drawn course that stand wrongly on the table, and where they belong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.drawing.wrongly_lying import Spot
from companion.games.change_horses.board import FEWEST_FIELDS
from companion.games.change_horses.oval import Course, View, lying_at
from companion.games.change_horses.table import BOARD


def due_places(sight: Mapping[str, Any] | None, view: View) -> Mapping[str, Any] | None:
    """What a camera saw, with every horse that has left its field due where the cards take it (CH-20 to CH-25).

    The rules go on counting it on its old field until it stands there.
    """
    if not sight or not view["moves_due"]:
        return sight
    should = {one["zone"]: list(one["should"]) for one in sight["differences"]}
    shows = {one["zone"]: list(one["shows"]) for one in sight["differences"]}
    fields = max(int(view["options"]["finish_row"]), FEWEST_FIELDS)
    for move in view["moves_due"]:
        horse = f"horse_{move['horse']}"
        start, goal = (f"cell_{move['lane']}_{move[end] % fields}" for end in ("from", "to"))
        if horse in should.get(start, ()) and horse not in shows[start]:
            should[start].remove(horse)
            should.setdefault(goal, []).append(horse)
            shows.setdefault(goal, [])
    differences = [{"zone": zone, "should": should[zone], "shows": shows[zone]} for zone in should]
    zones = list(dict.fromkeys((*sight["zones"], *(shows.keys() if sight["zones"] else ()))))
    return {**sight, "differences": differences, "zones": zones}


def where(course: Course, zone: str, face: str) -> Spot | None:
    """Where a horse stands that is seen on a field of the course; its middle, if it lies, for the betting board."""
    if zone == BOARD and not course.upright:
        tall = 2 * course.inner
        return Spot(course.width / 2, course.height / 2, 2 * course.straight + tall / 2, tall - 24)
    kind, _, place = zone.partition("_")
    lane, _, row = place.partition("_")
    if kind != "cell" or not (lane.isdecimal() and row.isdecimal()) or int(lane) > course.lanes:
        return None
    x, y = lying_at(course, int(lane), int(row))
    return Spot(x, y, 2 * course.token, 2 * course.token, int(row), course.fields)
