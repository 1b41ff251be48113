"""What a camera makes of the table: honest doubts, errors that come back, zones hidden by hands, hands on the way.

Every reading is calibrated by construction: its likeliest face is drawn to be right with just the probability that
it says. The parameters are data (``noise.json``); every choice is drawn from one ``random.Random``.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.game import Game
from companion.hands import SIDES
from companion.sighting import ACROSS_BELIEVED, EMPTY, UNREADABLE, Disturbance, Sighting, Slot, ZoneReading
from companion.simulated.confusions import Mistaken
from companion.simulated.parameters import NoiseParameters
from companion.simulated.physical import Faces, PhysicalTable, Touch, is_row, neighbours

_NEARLY_NOTHING = 1e-6
_UNREADABLE = Slot({UNREADABLE: 1.0})


@dataclass(frozen=True, slots=True)
class _Doubts:
    """How often things of a kind cannot be read, how often a reading is doubtful, and how wrong the others are."""

    unreadable: float
    doubtful: float
    hidden_error: float

    @classmethod
    def of(cls, error: float, unreadable: float, parameters: NoiseParameters) -> _Doubts:
        """Those of things of whose readings such a share is wrong."""
        sure, depth = parameters.sure_share_of_error, parameters.doubt_depth / (parameters.doubt_shape + 1)
        return cls(unreadable, min(1.0, error * (1.0 - sure) / depth), error * sure)


class Camera:
    """Looks at one table through a whole game; remembers how everything read, for what lies still reads alike."""

    def __init__(self, game: Game, chance: random.Random, parameters: NoiseParameters) -> None:
        self.parameters = parameters
        self._game = game
        self._chance = chance
        self._mistaken = Mistaken(
            chance, parameters.favoured, parameters.difficulty_spread, game.simulation.faces
        )
        self._read: dict[str, tuple[Faces, tuple[Slot, ...]]] = {}
        self._rows: dict[str, bool] = {}
        # Nobody overlooks a throw: dice roll about for a second.
        self._trays = frozenset() if game.hands is None else game.hands.momentary
        self._beside: dict[str, tuple[str, ...]] = {}
        self._disturbed: set[str] = set()
        self._thrown: set[str] = set()
        self._seq = 0
        self._dice = frozenset() if game.hands is None else game.hands.trays
        self._of_dice = _Doubts.of(parameters.thrown_error, parameters.thrown_unreadable, parameters)
        self._of_others = _Doubts.of(parameters.error, parameters.unreadable, parameters)

    # ------------------------------------------------------------ one look

    def look(
        self,
        table: PhysicalTable,
        touches: Sequence[Touch],
        now_ms: int,
        *,
        again: frozenset[str] = frozenset(),
        in_the_air: frozenset[str] = frozenset(),
    ) -> Sighting:
        """One settled picture; ``touches`` are those since the last look.

        Read are the zones that were reported as disturbed since they were read last, those to be read ``again``, and
        now and then any other; at the first look all. Of dice only a throw is told. Zones ``in_the_air`` are not
        still yet.
        """
        chance, first = self._chance, not self._seq
        self._seq += 1
        for zone in table.faces:
            if zone not in self._rows:
                self._rows[zone] = is_row(self._game, zone)
                self._beside = {}
        if not self._beside:
            self._beside = dict(neighbours(list(table.faces)))
        disturbances = () if first else self.disturbances(touches, self._changed(table))
        self._disturbed.update(disturbance.zone for disturbance in disturbances)
        self._thrown |= self._dice.intersection(touch.zone for touch in touches)
        for zone in table.flattened:
            # What lies there otherwise than before is not read as before.
            self._read.pop(zone, None)
        table.flattened = frozenset()
        anyway, hidden = self.parameters.read_anyway, table.hidden()
        # What a hand was over is read once it shows again.
        self._disturbed |= hidden
        zones = {}
        for zone, faces in table.faces.items():
            if zone in hidden or zone in in_the_air:
                continue
            if first or zone in self._disturbed or zone in again or chance.random() < anyway:
                self._disturbed.discard(zone)
                if zone in self._dice and zone not in self._thrown and not first:
                    continue  # every die lies where it lay: an arm passed over it
                self._thrown.discard(zone)
                zones[zone] = self._zone(zone, faces, table)
        return Sighting(self._seq, now_ms, zones, disturbances, hidden)

    def _changed(self, table: PhysicalTable) -> frozenset[str]:
        """The zones that look otherwise than when they were read last."""
        return frozenset(
            zone
            for zone, (shown, _) in self._read.items()
            if shown != self._shown(zone, table.faces.get(zone, ()))
        )

    def _shown(self, zone: str, faces: Faces) -> Faces:
        """What a reader finds in a zone; of a place where nothing lies that it is empty."""
        return faces if self._rows[zone] or faces else (EMPTY,)

    def unread(self) -> frozenset[str]:
        """The zones that were disturbed and could not be read since."""
        return frozenset(self._disturbed)

    # ------------------------------------------------------------ what lies in a zone

    def _zone(self, zone: str, faces: Faces, table: PhysicalTable) -> ZoneReading:
        known, slots = self._read.get(zone, ((), ()))
        chance, same = self._chance, self.parameters.same_again
        row, shown = self._rows[zone], self._shown(zone, faces)
        dropped = table.dropped if table.dropped is not None and table.dropped.zone == zone else None
        spoiled = zone in table.crooked or dropped is not None
        doubts = self._of_dice if zone in self._dice else self._of_others
        read: list[Slot] = []
        alike = True
        for place, face in enumerate(shown):
            alike = alike and place < len(known) and known[place] == face
            if alike and not spoiled and place < len(slots) and chance.random() < same:
                read.append(slots[place])
            else:
                read.append(self._slot(face, spoiled, doubts))
        self._read[zone] = (shown, tuple(read))
        if dropped is not None:
            # In a row it lies on others, a pile it covers.
            read = [*(read if row else ()), _across(self._slot(dropped.face, spoiled, doubts))]
            self._read[zone] = ((), ())
        if row and read and zone not in self._trays:
            # How many dice are due their reader knows: one that it does not find it cannot read.
            read = self._found(read)
        return ZoneReading(tuple(read))

    def _slot(self, face: str, spoiled: bool, doubts: _Doubts) -> Slot:
        """An honest reading of one thing."""
        chance, parameters, mistaken = self._chance, self.parameters, self._mistaken
        mistaken.meet(face)
        lost = parameters.crooked_unreadable if spoiled else doubts.unreadable
        if chance.random() < lost:
            return _UNREADABLE
        if chance.random() < doubts.doubtful * mistaken.difficulty(face):
            wrong = parameters.doubt_depth * chance.random() ** parameters.doubt_shape
        else:
            wrong = min(0.2, chance.expovariate(1.0) * doubts.hidden_error)
        if wrong < _NEARLY_NOTHING:
            return Slot({face: 1.0})
        best, following = face, mistaken.another(face)
        if following is None:
            return Slot({face: 1.0})
        if chance.random() < wrong:
            best = following
            listed = chance.random() < parameters.truth_is_next
            following = face if listed else mistaken.another(best, face)
        faces = {best: 1.0 - wrong}
        rest = wrong
        if following is not None:
            faces[following] = wrong * parameters.truth_is_next
            rest -= faces[following]
        third = mistaken.another(best, following)
        other = third if third is not None and third not in faces else UNREADABLE
        faces[other] = faces.get(other, 0.0) + rest
        return Slot(faces)

    def _found(self, slots: list[Slot]) -> list[Slot]:
        """A row as it was found: a thing may be missed, another one seen where there is none."""
        chance, parameters = self._chance, self.parameters
        found = [slot for slot in slots if chance.random() >= parameters.missed]
        if chance.random() < parameters.phantom:
            presence = chance.uniform(0.2, 0.95)
            place = chance.randrange(len(slots))
            if chance.random() < presence:
                if place < len(found):
                    found[place] = Slot(found[place].faces, None, presence)
            else:
                found.insert(place, Slot(slots[place].faces, None, presence))
        return found

    # ------------------------------------------------------------ hands seen by the small stream

    def disturbances(
        self, touches: Iterable[Touch], changed: frozenset[str] = frozenset()
    ) -> tuple[Disturbance, ...]:
        """The touches as they are reported: some not, some with a neighbour, some as one, none to the millisecond.

        ``changed`` zones look otherwise than before.
        """
        chance, parameters = self._chance, self.parameters
        seen: list[Disturbance] = []
        last: dict[str, int] = {}
        arm: _Arm | None = None
        for touch in touches:
            if arm is None or arm.side != touch.side:
                arm = _Arm(touch.side, chance, parameters)
            reported = parameters.reported_changed if touch.zone in changed else parameters.reported
            if chance.random() >= reported and touch.zone not in self._trays:
                continue
            before = last.get(touch.zone)
            one = self._reported(touch.zone, touch.start_ms, touch.end_ms, arm)
            if before is not None and (
                one.start_ms <= seen[before].end_ms or chance.random() < parameters.merged
            ):
                old = seen[before]
                end = max(old.end_ms, one.end_ms)
                told = (one.side, one.side_chance) if old.side == one.side else (None, None)
                seen[before] = Disturbance(one.zone, min(old.start_ms, one.start_ms), end, *told)
            else:
                last[touch.zone] = len(seen)
                seen.append(one)
            for beside in self._beside.get(touch.zone, ()):
                if beside not in last and chance.random() < parameters.passed_over:
                    half = (touch.end_ms - touch.start_ms) // 2
                    last[beside] = len(seen)
                    seen.append(self._reported(beside, touch.start_ms, touch.start_ms + half, arm))
        return tuple(sorted(seen, key=lambda disturbance: disturbance.start_ms))

    def _reported(self, zone: str, start_ms: int, end_ms: int, arm: _Arm) -> Disturbance:
        chance, spread = self._chance, self.parameters.time_error_ms
        side = arm.told()
        start = start_ms + round(chance.gauss(0.0, spread))
        end = end_ms + round(chance.gauss(0.0, spread))
        return Disturbance(zone, start, max(start + 1, end), side, None if side is None else arm.chance)


def _across(slot: Slot) -> Slot:
    """A card that lies across a zone, as it is told."""
    faces = {face: ACROSS_BELIEVED * chance for face, chance in slot.faces.items() if face != UNREADABLE}
    return Slot({**faces, UNREADABLE: 1.0 - sum(faces.values())})


class _Arm:
    """One arm on its way over the table: from which ``side`` it is told to come, zone by zone."""

    def __init__(self, side: str | None, chance: random.Random, parameters: NoiseParameters) -> None:
        self.side = side
        self._draw = chance
        self._unknown = parameters.side_unknown
        alone = chance.random()
        if alone < parameters.side_clear:
            self._wrong, self._mixed = parameters.side_wrong_clear, None
        elif alone < parameters.side_clear + parameters.side_beside:
            self._wrong, self._mixed = parameters.side_wrong_beside, None
        else:
            self._wrong = parameters.side_wrong_mixed
            self._mixed = chance.random() < self._wrong
        self.chance = 1.0 - self._wrong if self._mixed is None else parameters.side_told_mixed

    def told(self) -> str | None:
        """The side that is told in the next zone."""
        if self._draw.random() < self._unknown:
            return None
        wrong = self._draw.random() < self._wrong if self._mixed is None else self._mixed
        return self._draw.choice([other for other in SIDES[:2] if other != self.side]) if wrong else self.side
