"""The hands of a filmed evening: what a player's arm does for the touches of an evening, and hands that do nothing.

Millimetres on the table, origin at its top left corner, x to the right, y down; ms of the film.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from companion.filmed.hardships import chance_of
from companion.simulated.physical import Touch
from vision.scene.arrays import ByteArray
from vision.scene.reaching_arm import Gesture, Look, Waypoint, random_look

REACHES_MS = 450
"""A hand comes from beyond the table's edge, and goes back there, in about so long."""
STAYS_AT_MOST_MS = 8000
NEXT_GESTURE_MS = 900
"""What one player does within so long is one reach over the table."""
_HOP_MS = 280
"""A hand that counts squares aloud stays on each about so long."""
_LEFT_MM = 190.0
"""So far to the side of a right arm is the left one."""
_FIDGETS_A_REACH = 0.3
_DOGS_A_REACH = 0.03
_DOG = Look(skin=(50.0, 75.0, 110.0), cuff=9.0, palm_mm=125.0)
"""From above a dog's head and paws look, in a small stream, much like a large brown hand."""

Place = tuple[float, float]
Held = Callable[[float], ByteArray]
"""What a hand holds as it is seen at so many px/mm: uint8 BGRA, colours multiplied by coverage."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A card or a piece in a hand, from when to when."""

    drawn: Held
    from_ms: float
    to_ms: float


@dataclass(frozen=True, slots=True)
class FilmedGesture:
    """What one hand does, and what it carries."""

    gesture: Gesture
    carried: tuple[Carried, ...] = ()

    def holds(self, now: float) -> Carried | None:
        """What is in the hand, None where it is empty."""
        return next((one for one in self.carried if one.from_ms <= now <= one.to_ms), None)


class FilmedHands:
    """The arms of the players, who sit at ``seats`` of a table of ``size_mm``.

    ``place`` tells where what a hand takes from a zone lies, mm, ``held`` how it looks in the hand (None: it is not
    seen there), ``between`` the squares (mm) on which a piece stops on its way. ``hardships`` are those of
    ``companion.filmed.hardships``; those of the evening ``seed`` are drawn apart from ``rng``.
    """

    def __init__(
        self,
        size_mm: Place,
        seats: Sequence[str],
        place: Callable[[str], Place],
        held: Callable[[str], Held | None],
        between: Callable[[str, str], Sequence[Place]],
        rng: np.random.Generator,
        seed: int,
        hardships: frozenset[str],
    ) -> None:
        self._width, self._height = size_mm
        self._seats = tuple(seats)
        self._place, self._held, self._between = place, held, between
        self._rng = rng
        self._chances = {name: chance_of(seed, name) for name in hardships}
        self._looks = [self._dressed(random_look(rng)) for _ in seats]

    def with_hops(self, touches: Sequence[Touch]) -> list[Touch]:
        """The touches, later by what it takes to set a piece down on every square of its way."""
        late, hopping = 0, list(touches[:1])
        for before, touch in pairwise(touches):
            late += _HOP_MS * len(self._between(before.zone, touch.zone))
            hopping.append(replace(touch, start_ms=touch.start_ms + late, end_ms=touch.end_ms + late))
        return hopping

    def reaches(self, touches: Sequence[Touch]) -> Iterator[FilmedGesture]:
        """One reach over the table for what a player does in one go, and what other hands do meanwhile."""
        group: list[Touch] = []
        for touch in touches:
            if group and not self._is_one_reach(group[-1], touch):
                yield from self._reach(group)
                group = []
            group.append(touch)
        if group:
            yield from self._reach(group)

    def _is_one_reach(self, before: Touch, touch: Touch) -> bool:
        hops = _HOP_MS * len(self._between(before.zone, touch.zone))
        return touch.side == before.side and touch.start_ms - before.end_ms - hops <= NEXT_GESTURE_MS

    def stays(self, zones: Iterable[str], end_ms: float) -> Iterator[FilmedGesture]:
        """Hands that are over zones when everything else is done, and stay there for ``STAYS_AT_MOST_MS``."""
        for zone in sorted(zones):
            side = self._nearest_seat(self._place(zone))
            shoulder, beyond = self._body(side, self._place(zone))
            at = self._knuckles(self._place(zone), side)
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
        for number, touch in enumerate(touches):
            if number:
                way += self._hops(way[-1][0], touches[number - 1], touch, side)
            length = touch.end_ms - touch.start_ms
            at = self._knuckles(self._place(touch.zone), side)
            for share in (0.3, 0.7):
                when = touch.start_ms + share * length
                way.append((max(way[-1][0] + 1.0, when), at))
        way.append((touches[-1].end_ms + REACHES_MS, beyond))
        done = Gesture(side, shoulder, tuple(way), self._look_of(side))
        yield FilmedGesture(done, tuple(self._carried(touches)))
        yield from self._meanwhile(done)

    def _hops(self, begins: float, source: Touch, target: Touch, side: str) -> Iterator[Waypoint]:
        """A hand sets a piece down on every square of its way, and rests there for half of the time."""
        squares = self._between(source.zone, target.zone)
        if squares:
            each = (target.start_ms - begins) / (len(squares) + 0.5)
            for number, square in enumerate(squares):
                at = self._knuckles(square, side)
                yield begins + (number + 0.5) * each, at
                yield begins + (number + 1.0) * each, at

    def _carried(self, touches: Sequence[Touch]) -> Iterator[Carried]:
        """What is in the hand between two zones: the last card or piece of the first."""
        for source, target in zip(touches[::2], touches[1::2], strict=False):
            drawn = self._held(source.zone)
            if drawn is not None and source.zone != target.zone:
                yield Carried(
                    drawn, (source.start_ms + source.end_ms) / 2, (target.start_ms + target.end_ms) / 2
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
            "south-east": ((1 + along) / 2 * self._width, (1 - deep) * self._height),
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
        # Where two sit at an edge each is before one half of it.
        if side == "north-west" or (side == "south" and "south-east" in self._seats):
            shoulder_x -= self._width / 4
        elif side == "south-east" or (side == "north" and "north-west" in self._seats):
            shoulder_x += self._width / 4
        if side.startswith("north"):
            return (shoulder_x + self._left_mm, -330.0), (x, -200.0)
        return (shoulder_x - self._left_mm, self._height + 330.0), (x, self._height + 200.0)

    @property
    def _left_mm(self) -> float:
        return _LEFT_MM if "left_handed" in self._chances else 0.0

    def _knuckles(self, place: Place, side: str) -> Place:
        """Where the knuckles are when the fingers are on a place: fingers are longer than the palm."""
        x, y = place
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
