"""The lanes tapped on the course before the start: a ring on each, clear of the others for a finger (CH-1)."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from math import dist
from typing import Any

from companion.drawing.svg import attributes, number, text
from companion.games.change_horses.captions import caption
from companion.games.change_horses.lining import LineUp
from companion.games.change_horses.oval import Course, Point, View, colour, sheet_of
from companion.games.change_horses.silks import disc

_RADIUS = 29.0
"""Of a ring (units of the drawing): at least 48 px across on every screen that shows the course before the start."""
_STEP = 0.02
"""In fields: so finely a ring is moved on until it is clear of the others."""


def starts(view: View, line: LineUp, language: str, address: Callable[[tuple[str, ...]], Any]) -> str:
    """What is tapped and dropped on over the course: each lane's number, or the horse that was told for it."""
    sheet = sheet_of(view)
    size = attributes(
        width=sheet.width, height=sheet.height, viewBox=f"0 0 {number(sheet.width)} {number(sheet.height)}"
    )
    drawn = ""
    stands = dict(line.places)
    for (lane, leads), (x, y) in zip(line.taps.items(), _staggered(sheet, 2 * _RADIUS), strict=False):
        horse = stands[lane]
        said = caption("lane", language, number=lane)
        if horse:
            said = caption("lane_of", language, lane=said, horse=colour(horse, language))
        link = attributes(
            id=f"lane-{lane}",
            href=unescape(str(address(leads))),  # a macro of the page wrote it for HTML
            data_panel="",
            data_lane=lane,
            data_thing=horse,
            aria_label=said,
        )
        asked = " on" if lane == line.asked else ""
        on_it = disc(horse, x, y, _RADIUS * 0.8) if horse else _lane_number(lane, x, y)
        ring = f'<circle class="slip start{asked}" cx="{number(x)}" cy="{number(y)}" r="{number(_RADIUS - 1.5)}"/>'
        drawn += f"<a{link}>{ring}{on_it}</a>"
    label = attributes(role="group", aria_label=caption("lanes", language))
    return f'<svg class="board slips wide"{size}{label}>{drawn}</svg>'


def _lane_number(lane: int, x: float, y: float) -> str:
    return text(str(lane), x, y + 9, 26, class_="start-number", text_anchor="middle", font_weight=750)


def _staggered(sheet: Course, apart: float) -> list[Point]:
    """A place on each lane from the start field on, the next lane's further round until it is clear of the others."""
    found: list[Point] = []
    field = 0.35
    for lane in range(1, sheet.lanes + 1):
        while any(dist(sheet.at(field, sheet.radius(lane)), other) < apart for other in found):
            field += _STEP
        found.append(sheet.at(field, sheet.radius(lane)))
    return found
