"""The hands of a filmed evening: what a player's arm does for the touches of an evening, and hands that do nothing.

Millimetres on the table, origin at its top left corner, x to the right, y down; ms of the film.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.filmed.hardships import chance_of
from companion.simulated.physical import Touch
from vision.scene.deck import CardArt
from vision.scene.reaching_arm import Gesture, Look, Waypoint, random_look

REACHES_MS = 450
"""A hand comes from beyond the table's edge, and goes back there, in about so long."""
STAYS_AT_MOST_MS = 8000
_NEXT_GESTURE_MS = 900
"""What one player does within so long is one reach over the table."""
_LEFT_MM = 190.0
"""So far to the side of a right arm is the left one."""
_FIDGETS_A_REACH = 0.3
_DOGS_A_REACH = 0.03
_DOG = Look(skin=(50.0, 75.0, 110.0), cuff=9.0, palm_mm=125.0)
"""From above a dog's head and paws look, in a small stream, much like a large brown hand."""

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Carried:
    """A card in a hand, from when to when."""

    art: CardArt
    card: str
    from_ms: float
    to_ms: float


@dataclass(frozen=True, slots=True)
class FilmedGesture:
    """What one hand does, and the cards that it carries."""

    gesture: Gesture
    carried: tuple[Carried, ...] = ()

    def holds(self, now: float) -> Carried | None:
        """The card in the hand, None where it is empty."""
        return next((one for one in self.carried if one.from_ms <= now <= one.to_ms), None)


class FilmedHands:
    """The arms of the players, who sit at ``seats`` of a table of ``size_mm``.

    ``place`` tells where the card that a hand takes from a zone lies, mm, ``last`` which one that is. ``hardships``
    are those of ``companion.filmed.hardships``; those of the evening ``seed`` are drawn apart from ``rng``.
    """

    def __init__(
        self,
        size_mm: Place,
        seats: Sequence[str],
        place: Callable[[str], Place],
        last: Callable[[str], tuple[CardArt, str] | None],
        rng: np.random.Generator,
        seed: int,
        hardships: frozenset[str],
    ) -> None:
        self._width, self._height = size_mm
        self._seats = tuple(seats)
        self._place, self._last = place, last
        self._rng = rng
        self._chances = {name: chance_of(seed, name) for name in hardships}
        self._looks = [self._dressed(random_look(rng)) for _ in seats]

    def reaches(self, touches: Sequence[Touch]) -> Iterator[FilmedGesture]:
        """One reach over the table for what a player does in one go, and what other hands do meanwhile."""
        group: list[Touch] = []
        for touch in touches:
            if group and (
                touch.side != group[-1].side or touch.start_ms - group[-1].end_ms > _NEXT_GESTURE_MS
            ):
                yield from self._reach(group)
                group = []
            group.append(touch)
        if group:
            yield from self._reach(group)

    def stays(self, zones: Iterable[str], end_ms: float) -> Iterator[FilmedGesture]:
        """Hands that are over zones when everything else is done, and stay there for ``STAYS_AT_MOST_MS``."""
        for zone in sorted(zones):
            side = self._nearest_seat(self._place(zone))
            shoulder, beyond = self._body(side, self._place(zone))
            at = self._knuckles(zone, side)
            stays = end_ms + STAYS_AT_MOST_MS
            way = ((end_ms - REACHES_MS, beyond), (end_ms, at), (stays, at), (stays + REACHES_MS, beyond))
            yield FilmedGesture(Gesture(side, shoulder, way, self._look_of(side)))

    def leaves(self, one: FilmedGesture, now_ms: float) -> FilmedGesture:
        """A hand that stayed over the table goes."""
        gesture = one.gesture
        way = ((now_ms, gesture.at(now_ms)), (now_ms + REACHES_MS, gesture.way[0][1]))
        return FilmedGesture(replace(gesture, way=way))

    def _reach(self, touches: Sequence[Touch]) -> Iterator[FilmedGesture]:
        side = touches[0].side or "south"
        shoulder, beyond = self._body(side, self._place(touches[0].zone))
        way: list[Waypoint] = [(touches[0].start_ms - REACHES_MS, beyond)]
        for touch in touches:
            length = touch.end_ms - touch.start_ms
            at = self._knuckles(touch.zone, side)
            for share in (0.3, 0.7):
                when = touch.start_ms + share * length
                way.append((max(way[-1][0] + 1.0, when), at))
        way.append((touches[-1].end_ms + REACHES_MS, beyond))
        done = Gesture(side, shoulder, tuple(way), self._look_of(side))
        yield FilmedGesture(done, tuple(self._carried(touches)))
        yield from self._meanwhile(done)

    def _carried(self, touches: Sequence[Touch]) -> Iterator[Carried]:
        """What is in the hand between two zones: the last card of the first."""
        if "carried_cards" not in self._chances:
            return
        for source, target in zip(touches[::2], touches[1::2], strict=False):
            card = self._last(source.zone)
            if card is not None and source.zone != target.zone:
                yield Carried(
                    *card, (source.start_ms + source.end_ms) / 2, (target.start_ms + target.end_ms) / 2
                )

    # ------------------------------------------------------------ hands that do nothing

    def _meanwhile(self, done: Gesture) -> Iterator[FilmedGesture]:
        other = next((seat for seat in self._seats if seat != done.side), done.side)
        if "second_hand" in self._chances:
            yield self._rests(done.side, done.start_ms + 200, done.end_ms - 100, self._chances["second_hand"])
        if "both_at_once" in self._chances:
            chance = self._chances["both_at_once"]
            if chance.random() < 0.5:
                yield self._rests(other, done.start_ms - 300, done.end_ms + 300, chance)
        if "fidgets" in self._chances:
            chance = self._chances["fidgets"]
            if chance.random() < _FIDGETS_A_REACH:
                side = str(chance.choice(self._seats))
                begins = done.end_ms + float(chance.uniform(-500, 1500))
                yield self._rests(side, begins, begins + float(chance.uniform(900, 2500)), chance, 0.45)

        if "dog" in self._chances and (chance := self._chances["dog"]).random() < _DOGS_A_REACH:
            yield self._dog(done.end_ms, chance)

    def _dog(self, begins: float, chance: np.random.Generator) -> FilmedGesture:
        """A dog comes to an edge where nobody sits, and stays a while."""
        side = str(chance.choice(["west", "east"]))
        y, deep = float(chance.uniform(0.2, 0.8)) * self._height, float(chance.uniform(30, 110))
        outside = -1.0 if side == "west" else 1.0
        edge = 0.0 if side == "west" else self._width
        beyond, at, shoulder = ((edge + far * outside, y) for far in (260.0, -deep, 600.0))
        stays = begins + float(chance.uniform(2000, 8000))
        way = ((begins, beyond), (begins + 700.0, at), (stays, at), (stays + 700.0, beyond))
        return FilmedGesture(Gesture(side, shoulder, way, _DOG))

    def _rests(
        self, side: str, begins: float, ends: float, chance: np.random.Generator, reach: float = 0.16
    ) -> FilmedGesture:
        """A hand that lies on its own side of the table, at most so far in (a share of it), and goes again."""
        along, deep = float(chance.uniform(0.12, 0.88)), float(chance.uniform(0.02, reach))
        at = {
            "north": (along * self._width, deep * self._height),
            "north-west": (along / 2 * self._width, deep * self._height),
            "west": (deep * self._width, along * self._height),
            "east": ((1 - deep) * self._width, along * self._height),
        }.get(side, (along * self._width, (1 - deep) * self._height))
        shoulder, beyond = self._body(side, at)
        begins = min(begins, ends - 2 * REACHES_MS - 1)
        way = ((begins, beyond), (begins + REACHES_MS, at), (ends - REACHES_MS, at), (ends, beyond))
        return FilmedGesture(Gesture(side, shoulder, way, self._look_of(side)))

    # ------------------------------------------------------------ bodies

    def _nearest_seat(self, place: Place) -> str:
        """The side of the player who sits nearest to a place."""
        x, y = place
        far = {"south": self._height - y, "north": y, "west": x, "east": self._width - x, "north-west": y + x}
        return min(self._seats, key=lambda seat: far.get(seat, math.inf))

    def _body(self, side: str, place: Place) -> tuple[Place, Place]:
        """Where the shoulder of who reaches for a place is, and the hand while it is off the table, mm."""
        x, y = place
        if side in ("west", "east"):
            shoulder_y = self._height / 2 + 0.45 * (y - self._height / 2)
            if side == "west":
                return (-330.0, shoulder_y - self._left_mm), (-200.0, y)
            return (self._width + 330.0, shoulder_y + self._left_mm), (self._width + 200.0, y)
        shoulder_x = self._width / 2 + 0.45 * (x - self._width / 2)
        if side == "north-west":
            # Two sit at that edge, each before one half of it.
            shoulder_x -= self._width / 4
        elif side == "north" and "north-west" in self._seats:
            shoulder_x += self._width / 4
        if side.startswith("north"):
            return (shoulder_x + self._left_mm, -330.0), (x, -200.0)
        return (shoulder_x - self._left_mm, self._height + 330.0), (x, self._height + 200.0)

    @property
    def _left_mm(self) -> float:
        return _LEFT_MM if "left_handed" in self._chances else 0.0

    def _knuckles(self, zone: str, side: str) -> Place:
        """Where the knuckles are when the fingers are on the card of a zone: fingers are longer than the palm."""
        x, y = self._place(zone)
        dx, dy = (float(value) for value in self._rng.normal(0, 6.0, 2))
        if side in ("west", "east"):
            return x + dx + (30.0 if side == "east" else -30.0), y + dy
        return x + dx, y + dy + (30.0 if side == "south" else -30.0)

    def _look_of(self, side: str) -> Look:
        return self._looks[self._seats.index(side) if side in self._seats else -1]

    def _dressed(self, look: Look) -> Look:
        if "patterned_sleeves" in self._chances:
            look = replace(
                look, cuff=0.1, stripes=float(self._chances["patterned_sleeves"].uniform(0.4, 0.8))
            )
        if "gloves" in self._chances:
            chance = self._chances["gloves"]
            b, g, r = (float(value) for value in chance.uniform(15, 240, 3))
            look = replace(look, skin=(b, g, r), palm_mm=1.1 * look.palm_mm)
        return look
