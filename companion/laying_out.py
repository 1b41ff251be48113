"""How a table lies before a game begins, where its visible table does not say it yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.hands import Faces

ANY = "unknown"
"""Stands for one thing, whatever it shows."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Things that are laid out in any order over several zones.

    ``name`` is what the game's ``places.zone_name`` takes for all these zones together. ``one_each``: each zone has
    one. ``if_any``: nothing need lie there, but where something does it is counted.
    """

    name: str
    zones: tuple[str, ...]
    faces: Faces
    one_each: bool = True
    if_any: bool = False


@dataclass(frozen=True, slots=True)
class LaidOut:
    """What the visible table does not say of a set-up.

    ``lying``: in these zones any of several ways is right, the first of them is the one that people are told.
    ``spreads``: what lies in any order.
    """

    lying: Mapping[str, tuple[Faces, ...]] = field(default_factory=dict)
    spreads: tuple[Spread, ...] = ()
