"""Horses and players lined up by taps: who stands on which place, until the rest is one tap.

What was tapped stands in the address, in the order of the taps: "2-B" for a horse on a place, "2-" for an empty one,
"2" for a place that is asked for next. What is told later holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from companion import domains
from companion.action import Template

Address = tuple[str, ...]
_REST = 3
"""So many that are left are offered in every order at once."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """What stands where so far (place and thing, None: empty or not told yet), the place that is asked for, and what
    a tap does: ``steps`` tell the thing of that place, ``pairs`` the one of the next place (``paired``) too,
    ``wholes`` the orders of all that is left (on the places ``open``) with the action that says it. ``taps`` is
    where a tap on a place leads: it is asked for, or what stands there steps off.
    """

    places: tuple[tuple[int, str | None], ...]
    asked: int
    open: tuple[int, ...]
    paired: int | None
    steps: tuple[tuple[str, Address], ...]
    pairs: tuple[tuple[str, tuple[tuple[str, Address], ...]], ...]
    wholes: tuple[tuple[tuple[str, ...], Mapping[str, Any]], ...]
    in_order: Mapping[str, Any] | None
    empty: Address | None
    back: Address | None
    taps: Mapping[int, Address]


def line_up(template: Template, told: Sequence[str]) -> LineUp:
    """The line of a template that gives each of some things one of some places, as far as an address has told it."""
    name = next(key for key, value in template.items() if domains.kind(value) == "each")
    allowed: Mapping[str, list[int]] = template[name]["each"]
    fixed = {options[0]: thing for thing, options in allowed.items() if len(options) == 1}
    free = sorted({place for options in allowed.values() for place in options} - set(fixed))
    loose = [thing for thing in allowed if thing not in fixed.values()]
    said, wished = _said(told, loose, free)
    left = [thing for thing in loose if thing not in said.values()]
    open_ = [place for place in free if place not in said]
    asked = wished or open_[0]
    ahead = [asked, *(place for place in open_ if place != asked)]

    def action(order: tuple[str, ...]) -> dict[str, Any]:
        onto = ahead if len(left) == 1 else open_
        stand = {**fixed, **said, **dict(zip(onto, order, strict=False))}
        return {
            "by": template["by"],
            "do": template["do"],
            name: {thing: place for place, thing in stand.items() if thing},
        }

    def address(*more: tuple[int, str]) -> Address:
        return tuple(f"{place}-{thing or ''}" for place, thing in (*said.items(), *more))

    alone = len(left) == len(open_)
    last = len(left) == 1 or (alone and len(left) <= _REST and not wished)
    paired = ahead[1] if said and alone and len(left) == _REST + 2 and not wished else None
    return LineUp(
        places=tuple((place, {**fixed, **said}.get(place)) for place in sorted((*fixed, *free))),
        asked=asked,
        open=tuple(open_),
        paired=paired,
        steps=() if len(left) == 1 else tuple((thing, address((asked, thing))) for thing in left),
        pairs=tuple(
            (one, tuple((two, address((asked, one), (paired, two))) for two in left if two != one))
            for one in left
            if paired
        ),
        wholes=tuple((order, action(order)) for order in permutations(left)) if last else (),
        in_order=action(tuple(left)) if not said and len(left) > _REST else None,
        empty=address((asked, "")) if len(open_) > len(left) else None,
        back=address()[:-1] if said else None,
        taps={
            place: tuple(one for one in address() if one.partition("-")[0] != str(place))
            if place in said
            else (*address(), str(place))
            for place in free
        },
    )


def _said(
    told: Sequence[str], loose: Sequence[str], free: Sequence[int]
) -> tuple[dict[int, str | None], int | None]:
    """What an address has told and the place it asks for, as far as it makes sense; one thing is left to be told."""
    said: dict[int, str | None] = {}
    wished = None
    for step in told:
        number, named, thing = step.partition("-")
        place = int(number) if number in map(str, free) else None
        if place is None:
            continue
        if not named:
            wished = place
            continue
        others = {on: one for on, one in said.items() if on != place and one != thing}
        lacking = sum(one not in others.values() for one in loose)
        if lacking > 1 if thing in loose else not thing and len(free) - len(others) > lacking:
            said = {**others, place: thing or None}
    return said, wished if wished not in said else None
