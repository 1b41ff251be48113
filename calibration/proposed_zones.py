"""Where a game's zones may be meant to lie, told from the cards that lie on the table now.

A family that plays without the mat lays the game out as for its first move; each card that lies about where a zone
waits for one asks "is this your discard pile?". What is taken over is a set-up's to say.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from calibration.zones import Holds, PlannedZone, TablePlan

Places: TypeAlias = NDArray[np.float64]
"""Middles on the table, (n, 2), mm."""

_WITHIN_MM = 60.0
"""A card lies where a zone waits for one once all were moved together, if it is no farther from there."""
_REACH_MM = 120.0
"""So far from there the only card that is left may still be meant: people are asked."""
_STAYS_MM = 6.0
"""A zone that lies so near is right as it is: cards are laid down no more exactly."""
_FAR = 0.35
"""All zones together are moved by no more than this share of the table's width: more is another game."""


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card seen on the table: its middle, and how far it reaches across and down, mm."""

    across: float
    down: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class ProposedZone:
    """A zone where it may be meant to lie; ``seen``: a card lies there, else it only keeps its place among those."""

    zone: PlannedZone
    seen: bool


def proposed_zones(
    plan: TablePlan, cards_at_first: Collection[str], cards: Sequence[LyingCard]
) -> tuple[ProposedZone, ...]:
    """The zones that should lie elsewhere, those in which a card is seen first, in the plan's order.

    ``cards_at_first`` are the zones in which cards lie when the game begins. Boards and trays stay where they are:
    squares are tapped. Nothing is proposed that covers another zone which it did not cover before.
    """
    waiting = [zone for zone in plan.zones if zone.id in cards_at_first]
    on_boards = [zone for zone in plan.zones if zone.holds in (Holds.BOARD, Holds.DICE)]
    free = [card for card in cards if not any(_lies_in(card, zone) for zone in on_boards)]
    if not waiting or not free:
        return ()
    expected = np.array([_first_card(zone, free) for zone in waiting])
    lying = np.array([(card.across, card.down) for card in free])
    together = _moved_together(expected, lying, _FAR * plan.width)
    if together is None:
        return ()
    met = _met(expected + together, lying)
    shifts = {waiting[place].id: lying[card] - expected[place] for place, card in met.items()}
    near = np.array([_middle(plan.zone(name)) for name in shifts])
    found = []
    for zone in plan.zones:
        if zone in on_boards:
            continue
        shift = shifts.get(zone.id)
        if shift is None:
            shift = _as_its_neighbours(_middle(zone), near, np.array(list(shifts.values())))
        if np.hypot(*shift) >= _STAYS_MM:
            found.append(ProposedZone(_shifted(zone, shift), zone.id in shifts))
    return tuple(sorted(_apart(plan, found), key=lambda one: not one.seen))


def _middle(zone: PlannedZone) -> tuple[float, float]:
    return zone.left + zone.width / 2, zone.top + zone.height / 2


def _first_card(zone: PlannedZone, cards: Sequence[LyingCard]) -> tuple[float, float]:
    """Where the middle of a zone's only card lies: a fan begins at the end from which it grows."""
    across, down = _middle(zone)
    if zone.holds is not Holds.FAN or zone.towards not in ("south", "north", "west", "east"):
        return across, down
    card_width = float(np.median([card.width for card in cards]))
    card_height = float(np.median([card.height for card in cards]))
    if zone.towards in ("west", "east"):
        reach = max(0.0, zone.width - card_width) / 2
        return across - reach if zone.towards == "east" else across + reach, down
    reach = max(0.0, zone.height - card_height) / 2
    return across, down - reach if zone.towards == "south" else down + reach


def _lies_in(card: LyingCard, zone: PlannedZone) -> bool:
    return (
        zone.left <= card.across <= zone.left + zone.width and zone.top <= card.down <= zone.top + zone.height
    )


def _moved_together(expected: Places, lying: Places, most: float) -> Places | None:
    """By how much all zones were moved together (mm, (2,)), so that as many cards as can be lie where they wait."""
    best: tuple[int, float] = (0, 0.0)
    shift: Places | None = None
    for card in lying:
        for place in expected:
            moved = card - place
            if np.hypot(*moved) > most:
                continue
            distances = np.hypot(*(lying[None] - (expected + moved)[:, None]).transpose(2, 0, 1)).min(axis=1)
            near = distances[distances <= _WITHIN_MM]
            told = (len(near), -float(near.sum()) - float(np.hypot(*moved)))
            if told > best or shift is None:
                best, shift = told, moved
    return shift


def _met(expected: Places, lying: Places) -> dict[int, int]:
    """The card of each place that has one, nearest pairs first; each card lies in one place."""
    distances = np.hypot(*(lying[None] - expected[:, None]).transpose(2, 0, 1))
    met: dict[int, int] = {}
    for flat in np.argsort(distances, axis=None):
        place, card = divmod(int(flat), len(lying))
        if distances[place, card] > _REACH_MM:
            break
        if place not in met and card not in met.values():
            met[place] = card
    return met


def _as_its_neighbours(middle: tuple[float, float], near: Places, shifts: Places) -> Places:
    """How a zone in which nothing lies goes along: as those beside it, the nearest counting most."""
    weights = 1.0 / np.maximum(np.hypot(*(near - np.array(middle)).T), 1.0) ** 2
    return np.asarray((weights[:, None] * shifts).sum(axis=0) / weights.sum(), np.float64)


def _shifted(zone: PlannedZone, shift: Places) -> PlannedZone:
    return replace(zone, left=zone.left + float(shift[0]), top=zone.top + float(shift[1]))


def _apart(plan: TablePlan, proposed: Sequence[ProposedZone]) -> list[ProposedZone]:
    """Those that go together without covering what was apart before; where cards lie weighs more than what only goes
    along.
    """
    kept = {one.zone.id: one for one in proposed}
    before = {zone.id: zone for zone in plan.zones}
    while True:
        now = {name: kept[name].zone if name in kept else zone for name, zone in before.items()}
        covering = [
            name
            for first, second in combinations(plan.zones, 2)
            if now[first.id].overlaps(now[second.id]) and not first.overlaps(second)
            for name in (first.id, second.id)
            if name in kept
        ]
        if not covering:
            return list(kept.values())
        del kept[min(covering, key=lambda name: kept[name].seen)]
