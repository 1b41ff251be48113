"""The table as it truly lies, faulty cards and all: what a camera without any error would see.

Symbols only. What the rules say about it is another matter (``companion.simulated.truth``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.game import Game

Faces = tuple[str, ...]


def is_row(game: Game, zone: str) -> bool:
    """Whether several things lie in a zone, each to be seen: an empty one is reported without any slot."""
    hands = game.hands
    if hands is not None and (zone in hands.loose or zone in hands.momentary):
        return True
    return zone.startswith(game.rows)


def neighbours(zones: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """For each zone those beside it, over which a hand comes on its way: told by the names of the zones.

    Beside each other lie the next numbers of a kind (T2 and T3, cell_1_4 and cell_1_5), equal numbers of two kinds in
    columns (F3 and T3), and what belongs to one player (``stock:Ada`` and ``waste:Ada``).
    """
    by_place: dict[tuple[str, int], str] = {}
    by_owner: dict[str, list[str]] = {}
    for zone in zones:
        kind, number = _numbered(zone)
        if number is not None:
            by_place[kind, number] = zone
        elif ":" in zone:
            by_owner.setdefault(zone.partition(":")[2], []).append(zone)
    columns = [kind for kind in {kind for kind, _ in by_place} if len(kind) == 1]
    found: dict[str, tuple[str, ...]] = {}
    for zone in zones:
        kind, number = _numbered(zone)
        beside: list[str] = []
        if number is not None:
            beside += [by_place[kind, near] for near in (number - 1, number + 1) if (kind, near) in by_place]
            if kind in columns:
                beside += [
                    by_place[other, number]
                    for other in sorted(columns)
                    if other != kind and (other, number) in by_place
                ]
        elif ":" in zone:
            own = by_owner[zone.partition(":")[2]]
            place = own.index(zone)
            beside += own[max(0, place - 1) : place] + own[place + 1 : place + 2]
        found[zone] = tuple(beside)
    return found


def _numbered(zone: str) -> tuple[str, int | None]:
    """The kind of a zone and its number, None without one."""
    stem = zone.rstrip("0123456789")
    return (stem, int(zone[len(stem) :])) if stem != zone else (zone, None)


@dataclass(frozen=True, slots=True)
class Touch:
    """A hand in a zone from ``start_ms`` to ``end_ms``, of the player who sits at ``side`` (None: nobody's)."""

    zone: str
    start_ms: int
    end_ms: int
    side: str | None


@dataclass(frozen=True, slots=True)
class Dropped:
    """A card that fell out of a hand, and the zone across which it lies until it is taken up again."""

    zone: str
    face: str


class PhysicalTable:
    """What lies in every zone, from the base to the top; which zones are crooked, and what is over them now.

    ``crooked``: partly covered or askew until it is touched again. ``covered``: a hand or a body is over it.
    ``dropped``: the card that fell on its way, and where. ``flattened``: the zones whose cards were laid flat since
    the last look.
    """

    def __init__(self, lying: Mapping[str, Sequence[str]]) -> None:
        self.faces: dict[str, Faces] = {zone: tuple(faces) for zone, faces in lying.items()}
        self.crooked: set[str] = set()
        self.flattened: frozenset[str] = frozenset()
        self.covered: frozenset[str] = frozenset()
        self.dropped: Dropped | None = None

    def lay(self, lying: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        """Puts everything as told; returns the zones that changed. What is not named lies empty."""
        now = {zone: tuple(faces) for zone, faces in lying.items()}
        for zone in self.faces:
            now.setdefault(zone, ())
        changed = tuple(zone for zone, faces in now.items() if self.faces.get(zone, ()) != faces)
        self.faces = now
        self.crooked.difference_update(changed)
        return changed

    def differs(self, lying: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        """The zones that lie otherwise than told."""
        named = [zone for zone in self.faces if zone not in lying and self.faces[zone]]
        return (*(zone for zone, faces in lying.items() if self.faces.get(zone, ()) != tuple(faces)), *named)

    def hidden(self) -> frozenset[str]:
        """The zones that no camera can see now."""
        return self.covered

    def straighten(self, zones: Iterable[str]) -> None:
        """Hands were there: what was crooked lies straight again."""
        self.crooked.difference_update(zones)

    def lay_flat(self, zones: Iterable[str]) -> None:
        """Careful hands lay what is in these zones down anew."""
        self.flattened = frozenset(zones)
        self.crooked.difference_update(self.flattened)


def in_order_of_hands(
    zones: Iterable[str], lies: Mapping[str, Faces], wanted: Mapping[str, Faces]
) -> list[str]:
    """The zones that hands put right: what is taken away first, for nothing lies in two places."""
    wrong = list(zones)
    # A pile that gives up its free card shows another one, as the one that takes it does.
    taken = {wanted[zone][-1:] for zone in wrong if {*wanted.get(zone, ())[-1:]} - {*lies.get(zone, ())}}
    return sorted(
        wrong,
        key=lambda zone: (
            lies.get(zone, ())[-1:] not in taken,
            len(wanted.get(zone, ())) - len(lies.get(zone, ())),
        ),
    )
