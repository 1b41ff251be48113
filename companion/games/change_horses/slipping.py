"""The slippery track tapped on the course itself: a tap on a horse turns it inwards, outwards, and back; two make a
move (CH-44). What is chosen so far stands in the page's address."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.drawing.arranging import Form, doing
from companion.drawing.svg import attributes, number
from companion.games.change_horses.captions import caption
from companion.games.change_horses.oval import Course, View, colour, field_place, sheet_of, standing
from companion.games.change_horses.words import DIRECTIONS

Shift = tuple[str, str]
"""A horse's letter, and "in" or "out"."""
_WAYS = ("in", "out")


def slippery(wild: Iterable[Form]) -> Form | None:
    """The form that plays the slippery track, while that is on offer."""
    found = (form for form in wild if doing(form).get("use") == "slippery" and form.arguments)
    return next(found, None)


def pairs(form: Form) -> dict[tuple[Shift, Shift], str]:
    """Every two shifts that are on offer, in their order, with the value that chooses them."""
    found = {}
    for choice in form.arguments[0].fields[0].choices:
        first, second = ((str(shift["horse"]), str(shift["dir"])) for shift in json.loads(choice.value))
        found[first, second] = str(choice.value)
    return found


def chosen(form: Form, text: str | None) -> tuple[Shift, ...]:
    """What an address ("A-in,B-out") has chosen so far: at most two shifts, as far as they are possible."""
    known = {shift for pair in pairs(form) for shift in pair}
    named = [(part[:1], part[2:]) for part in (text or "").split(",")]
    told = tuple(dict.fromkeys(shift for shift in named if shift in known))[:2]
    return told if len(told) < 2 or settled(form, told) is not None else told[:1]


def settled(form: Form, told: Sequence[Shift]) -> str | None:
    """The value that plays two shifts, in whichever order they are possible; None while it is not two."""
    if len(told) != 2:
        return None
    offered = pairs(form)
    return offered.get((told[0], told[1])) or offered.get((told[1], told[0]))


def tapped(form: Form, told: Sequence[Shift], horse: str) -> str | None:
    """The address after a tap on a horse: inwards, outwards, back; None where it cannot slip beside the other."""
    now = next((way for letter, way in told if letter == horse), None)
    others = tuple(shift for shift in told if shift[0] != horse)[-1:]
    known = {shift for pair in pairs(form) for shift in pair}

    def possible(way: str) -> bool:
        shift = (horse, way)
        return shift in known and (not others or settled(form, (*others, shift)) is not None)

    ways = [way for way in _WAYS if possible(way)]
    if now is None and not ways:
        return None
    further = ways if now is None else [way for way in ways if _WAYS.index(way) > _WAYS.index(now)]
    after = (*others, (horse, further[0])) if further else others
    return ",".join(f"{letter}-{way}" for letter, way in after)


def shift_told(shift: Shift, language: str) -> str:
    """One shift in words: "Jaune (A) vers l'intérieur"."""
    return f"{colour(shift[0], language)} {DIRECTIONS.said(shift[1], language)}"


def slips(
    view: View,
    form: Form,
    told: Sequence[Shift],
    language: str,
    address: Callable[[str], Any],
    *,
    narrow: bool = False,
) -> str:
    """What is tapped over the course: a link on each horse that can slip, an arrow on those that are to."""
    sheet = sheet_of(view, narrow=narrow)
    size = attributes(
        width=sheet.width, height=sheet.height, viewBox=f"0 0 {number(sheet.width)} {number(sheet.height)}"
    )
    drawn = ""
    ways = dict(told)
    for letter, (x, y) in standing(view, sheet).items():
        if (after := tapped(form, told, letter)) is None:
            continue
        way = ways.get(letter)
        arrow = _arrow(view["horses"][letter], way, (x, y), sheet) if way else ""
        spoken = shift_told((letter, way), language) if way else colour(letter, language)
        link = attributes(
            id=f"slip-{letter}-narrow" if narrow else f"slip-{letter}",
            href=str(address(after)),
            data_panel="",
            aria_label=f"{caption('slip', language)}: {spoken}",
        )
        ring = f'<circle class="slip{" on" if way else ""}" cx="{number(x)}" cy="{number(y)}" r="26"/>'
        drawn += f"<a{link}>{ring}{arrow}</a>"
    classes = f"board slips {'narrow' if narrow else 'wide'}"
    label = attributes(role="group", aria_label=caption("slip", language))
    return f'<svg class="{classes}"{size}{label}>{drawn}</svg>'


def _arrow(horse: Mapping[str, Any], way: str, start: tuple[float, float], sheet: Course) -> str:
    lane = horse["lane"] + (1 if way == "out" else -1)
    x, y = field_place(sheet, horse, lane)
    return (
        f'<path class="slip-way" d="M{number(start[0])} {number(start[1])}L{number(x)} {number(y)}"/>'
        f'<circle class="slip-to" cx="{number(x)}" cy="{number(y)}" r="{number(sheet.token * 0.72)}"/>'
    )
