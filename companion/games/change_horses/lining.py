"""Horses and players lined up by taps: which one stands in the next place, until the rest is one tap.

What was tapped stands in the address: the numbers of the things in the order of their places, "-" for an empty one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from companion import domains
from companion.action import Template

EMPTY = "-"
_REST = 3
"""So many that are left are offered in every order at once."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """What stands where so far (place and thing, None: empty or not told yet), the place that is asked for, and what
    a tap does: ``steps`` to an address, ``wholes`` the orders of all that is left with the action that says it.
    """

    places: tuple[tuple[int, str | None], ...]
    asked: int
    steps: tuple[tuple[str, str], ...]
    wholes: tuple[tuple[tuple[str, ...], Mapping[str, Any]], ...]
    in_order: Mapping[str, Any] | None
    empty: str | None
    back: str | None


def line_up(template: Template, told: str | None) -> LineUp:
    """The line of a template that gives each of some things one of some places, as far as an address has told it."""
    name = next(key for key, value in template.items() if domains.kind(value) == "each")
    allowed: Mapping[str, list[int]] = template[name]["each"]
    things = list(allowed)
    fixed = {options[0]: thing for thing, options in allowed.items() if len(options) == 1}
    free = sorted({place for options in allowed.values() for place in options} - set(fixed))
    loose = [thing for thing in things if thing not in fixed.values()]
    said = _said(told, things, loose, len(free))
    left = [thing for thing in loose if thing not in said]
    open_ = free[len(said) :]

    def action(order: tuple[str, ...]) -> dict[str, Any]:
        stand = {
            **fixed,
            **{place: thing for place, thing in zip(free, (*said, *order), strict=False) if thing},
        }
        return {
            "by": template["by"],
            "do": template["do"],
            name: {thing: place for place, thing in stand.items()},
        }

    def address(*more: str) -> str:
        return ".".join((*(EMPTY if one is None else str(things.index(one)) for one in said), *more))

    last = len(left) == 1 or (len(left) == len(open_) <= _REST)
    return LineUp(
        places=tuple(
            (place, fixed.get(place, dict(zip(free, said, strict=False)).get(place)))
            for place in sorted((*fixed, *free))
        ),
        asked=open_[0],
        steps=() if last else tuple((thing, address(str(things.index(thing)))) for thing in left),
        wholes=tuple((order, action(order)) for order in permutations(left)) if last else (),
        in_order=action(tuple(left)) if not said and not last else None,
        empty=address(EMPTY) if len(open_) > len(left) else None,
        back=address().rpartition(".")[0] if said else None,
    )


def _said(told: str | None, things: list[str], loose: list[str], places: int) -> list[str | None]:
    """What an address has told, as far as it makes sense; one thing at least is left to be told."""
    said: list[str | None] = []
    for step in (told or "").split("."):
        if step == EMPTY and places - len(said) > sum(thing not in said for thing in loose):
            said.append(None)
        elif step.isascii() and step.isdigit() and int(step[:3]) < len(things):
            thing = things[int(step[:3])]
            if thing in loose and thing not in said and sum(one not in said for one in loose) > 1:
                said.append(thing)
    return said
