"""The header of a Raspberry Pi with what hangs on it: forty places seen from above, place 1 at the top left."""

from __future__ import annotations

from collections.abc import Mapping

from calibration.pins import GROUND, HEADER, nearest_ground, place_of
from companion.drawing import svg

PITCH = 34.0
_MIDDLE = 310.0
"""Where the two rows meet (units of the drawing)."""
_TOP = 54.0
WIDTH = 2 * _MIDDLE
HEIGHT = _TOP + 20 * PITCH + 14
_SUPPLY = "#c0102a"
_DARK = "#16241d"
_PIN = "#c9a227"
_TAKEN = "#0a6437"


def header(named: Mapping[int, str], title: str) -> str:
    """The drawing: ``named`` says what hangs on each GPIO; a button's ground is ringed beside it."""
    parts = [
        f'<svg viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="img" aria-label={_quoted(title)} class="header-drawing">',
        svg.rect(_MIDDLE - 44, _TOP - 10, 88, 20 * PITCH + 12, 10, fill="#10221a"),
        svg.text("1", _MIDDLE - 17, _TOP - 16, 20, text_anchor="middle"),
    ]
    grounds = {nearest_ground(pin) for pin in named}
    for place, carries in enumerate(HEADER, 1):
        parts.append(_place(place, carries, named, place in grounds))
    return "".join([*parts, "</svg>"])


def _place(place: int, carries: int | str, named: Mapping[int, str], ground: bool) -> str:
    row, column = divmod(place - 1, 2)
    x, y = _MIDDLE + (-17.0 if column == 0 else 17.0), _TOP + 8 + row * PITCH
    taken = isinstance(carries, int) and carries in named
    colour = (
        _TAKEN if taken else _SUPPLY if carries in ("3V3", "5V") else "#000" if carries == GROUND else _PIN
    )
    rim = 3 if taken else 1
    shape = f'<circle cx="{x:.0f}" cy="{y:.0f}" r="11" fill="{colour}" stroke="#fff" stroke-width="{rim}"/>'
    if place == 1:
        shape = svg.rect(x - 11, y - 11, 22, 22, 2, fill=colour, stroke="#fff", stroke_width=1)
    if ground:
        shape += f'<circle cx="{x:.0f}" cy="{y:.0f}" r="6" fill="none" stroke="#fff" stroke-width="3"/>'
    label = str(carries) if not isinstance(carries, int) else f"{carries}"
    told = f"{label} · {named[carries]}" if isinstance(carries, int) and taken else label
    at, anchor = (_MIDDLE - 54, "end") if column == 0 else (_MIDDLE + 54, "start")
    classes = "taken" if taken else "supply" if not isinstance(carries, int) else "free"
    return shape + svg.text(told, at, y + 7, 20, text_anchor=anchor, class_=classes)


def places(pins: tuple[int, ...]) -> str:
    """The places on the header of some pins: "11", "29 31 33"."""
    return " ".join(str(place_of(pin)) for pin in pins)


def _quoted(text: str) -> str:
    return svg.attributes(x=text).removeprefix(" x=")
