"""What pictures have told of the table so far: the latest reading of each zone, and where hands were since."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, log, nan
from statistics import fmean
from typing import NamedTuple

from companion.hands import Faces, Hands
from companion.referee.likelihood import lacks_covered_cards, reading_cost
from companion.referee.touches import Arm, Idling, Touch
from companion.referee.weights import Weights
from companion.sighting import BACK, EMPTY, UNREADABLE, Disturbance, Sighting, Slot, ZoneReading

Table = Mapping[str, Faces]


class _Way(NamedTuple):
    """By which hands actions may have been made: the time reached, the cost, whether one of them was a stranger's."""

    now: float
    cost: float
    strange: bool


class Evidence:
    """The table as the pictures tell it, zone by zone; what hands have covered since it was read is not known."""

    def __init__(self, hands: Hands, weights: Weights) -> None:
        self._hands = hands
        self._weights = weights
        self._in_trays = replace(weights, unnamed=weights.unnamed_in_trays)
        self._costs: dict[str, dict[Faces, float]] = {}
        self.readings: dict[str, ZoneReading] = {}
        self.hidden: set[str] = set()
        self._veiled: set[str] = set()
        self.touched: dict[str, Touch] = {}
        self._before_hands: dict[str, ZoneReading | None] = {}
        self._unchanged_ms: dict[str, int] = {}
        self.fresh: set[str] = set()
        self.hands_told = False
        self.seq = self.at_ms = 0
        self._lying: dict[str, Faces] = {}
        self._excused: dict[str, tuple[Faces, Faces]] = {}
        self._answered: set[str] = set()
        self._unfound: dict[str, tuple[Faces, frozenset[int]]] = {}
        self._found: dict[str, set[str]] = {}
        self._read_in: dict[str, tuple[int, int]] = {}
        self._entered_in = 0

    def take(self, sighting: Sighting) -> None:
        """Adds one sighting."""
        first = not self.readings
        self.seq, self.at_ms = sighting.seq, sighting.monotonic_ms
        for one in sighting.disturbances:
            self._touch(one)
            if one.zone not in sighting.zones:
                self._hide(one.zone)
        self.hands_told = self.hands_told or (bool(sighting.disturbances) and not first)
        for zone in sighting.unseen:
            self._hide(zone)
            self._veiled.add(zone)
        self.fresh = set()
        hands_over = {one.zone for one in sighting.disturbances}
        for zone, reading in sighting.zones.items():
            if zone not in hands_over:
                self._found.setdefault(zone, set()).update(self.shows(zone, ()))
            self.readings[zone] = reading = self._by_meaning(zone, reading)
            self._read_in[zone] = (self.seq, self.at_ms)
            is_bare = zone in self._hands.momentary and all(slot.best[0] == EMPTY for slot in reading.slots)
            if is_bare:
                self._lying[zone] = ()
            if zone in self.touched and (is_bare or not self._is_changed_by_hands(zone)):
                self._unchanged_ms[zone] = self.at_ms
            self.hidden.discard(zone)
            self._costs[zone] = {}
            self.fresh.add(zone)

    def put_aside(self, zone: str) -> ZoneReading:
        """Forgets all that pictures told of a zone that was read; returns what was read there last."""
        reading = self.readings[zone]
        self._hide(zone)
        self.hidden.discard(zone)
        self._veiled.discard(zone)
        self.touched.pop(zone, None)
        return reading

    def _by_meaning(self, zone: str, reading: ZoneReading) -> ZoneReading:
        """A throw with each die shown by the likeliest of the faces that mean the same."""
        if zone not in self._hands.momentary:
            return reading
        return replace(reading, slots=tuple(map(self._slot_by_meaning, reading.slots)))

    def _slot_by_meaning(self, slot: Slot) -> Slot:
        best: dict[str, str] = {}
        chances: dict[str, float] = {}
        for face, chance in sorted(slot.faces.items(), key=lambda one: -one[1]):
            shown = best.setdefault(self._hands.meaning(face), face)
            chances[shown] = chances.get(shown, 0.0) + chance
        return replace(slot, faces=chances)

    def _touch(self, hand: Disturbance) -> None:
        if hand.zone not in self.touched:
            self._before_hands[hand.zone] = self.readings.get(hand.zone)
            self._unchanged_ms.pop(hand.zone, None)
        before = self.touched.get(hand.zone, Touch((), {}, ()))
        sides, arm = dict(before.sides), None
        if hand.side is not None:
            wrong = self._weights.wrong_side, self._weights.wrong_side_again
            if hand.side_chance is not None:
                first = -log(max(1.0 - hand.side_chance, self._weights.never_wrong_side))
                wrong = first, max(first - self._weights.same_arm, 0.0)
            # Of several touches any may have been the one that counts.
            sides[hand.side] = min(wrong, sides.get(hand.side, wrong))
            arm = Arm(hand.side, *wrong)
        self._found.pop(hand.zone, None)
        times = (*before.times, (hand.start_ms, hand.end_ms))
        self.touched[hand.zone] = Touch(times, sides, (*before.arms, arm))

    def _hide(self, zone: str) -> None:
        self.hidden.add(zone)
        self.readings.pop(zone, None)
        self._costs.pop(zone, None)
        self._found.pop(zone, None)

    def settle(self, table: Table, laid: Table, among: Collection[str] | None = None) -> None:
        """After an entry: hands are forgotten where the table shows what it should, and what was laid is known.

        A zone that cannot be read may show anything; ``among`` are the only zones that were asked about (None: all).
        """
        self._lying.update(laid)
        self._entered_in = self.seq
        self._veiled &= self.hidden
        for zone in [zone for zone in self.touched if among is None or zone in among]:
            # What is thrown shows no more than that, and a hand at a stock that came once has done what is told.
            once = zone in self._hands.telling and len(self.touched[zone].times) == 1
            told = zone in laid and (once or zone in self._hands.momentary)
            if told or (
                zone in self.readings
                and not self._is_unclear(zone)
                and (
                    zone in self._hands.momentary
                    or self.reading_cost(zone, table.get(zone, ())) <= self._weights.agrees
                )
            ):
                del self.touched[zone]
        self.note_weighed()

    def note_weighed(self) -> None:
        """What was read so far has been thought of, or people have told it: from now on only what changes is news."""
        self._before_hands = {zone: self.readings.get(zone) for zone in self.touched}
        self._unchanged_ms.clear()

    def told(self, laid: Table, zones: Collection[str]) -> None:
        """What hands did in these zones is told by what may be entered yet; ``laid`` lies in trays now."""
        self._lying.update(laid)
        for zone in zones:
            self.touched.pop(zone, None)

    def excuse(self, table: Table, shown: Mapping[str, ZoneReading | None], *, answered: bool) -> None:
        """It is settled that the table was so when these readings were ``shown``: what reads otherwise is misread.

        It is as long as it reads like that. A card too many or too few is no misreading. Unless people have
        ``answered`` so, it may still be the journal that is wrong.
        """
        self._note_unfound(table)
        for zone in self.disagreeing(table, {}):
            if zone in self._hands.momentary or self.readings[zone] is not shown.get(zone):
                continue
            faces = table.get(zone, ())
            shows = self.shows(zone, faces)
            if len(shows) == len(faces) and BACK not in (*shows, *faces):
                self._excused[zone] = (faces, shows)
                (self._answered.add if answered else self._answered.discard)(zone)
                self._costs[zone] = {}

    def believe_people(self, zones: Iterable[str], table: Table) -> None:
        """People have said what they laid in these zones: what reads otherwise is misread as long as it reads so."""
        for zone in self.readings.keys() & zones:
            faces = table.get(zone, ())
            if self.reading_cost(zone, faces) > self._weights.agrees:
                self._excused[zone] = (faces, self.shows(zone, faces))
                self._answered.add(zone)
                self._costs[zone] = {}

    def _note_unfound(self, table: Table) -> None:
        """It is settled that the table is so: which covered cards of its rows the reader does not find."""
        for zone in self.readings.keys() - self._hands.momentary - self._hands.loose:
            faces = table.get(zone, ())
            shows = self.shows(zone, faces)
            places = frozenset[int]()
            if lacks_covered_cards(shows, faces):
                places = frozenset(place for place, face in enumerate(faces) if face not in shows)
            if self._unfound.pop(zone, ((), frozenset[int]()))[1] or places:
                self._costs[zone] = {}
            if places:
                self._unfound[zone] = faces, places

    def _unfound_in(self, zone: str, faces: Faces) -> Collection[int]:
        """The places of a row at which a card is not found that cannot have gone: none was found there before, under
        the same next card as now, or it was, and no hand has come since.
        """
        row, places = self._unfound.get(zone, ((), ()))
        gone = self._found.get(zone, set()).difference(self.shows(zone, ()))
        still = {place for place, face in enumerate(faces) if face in gone}
        return still.union(place for place in places if faces[: place + 2] == row[: place + 2])

    def contested(self, before: Table, after: Table) -> frozenset[str]:
        """The faces of cards that read surely as others than the table says, and that nobody was asked about.

        ``before`` is the table before what is thought of now, for what was weighed then and found misread; ``after``
        is the one that it leads to, for what has not been weighed yet. What hands have covered since counts, too.
        """
        found = set[str]()
        for zone in self.readings.keys() - self._hands.momentary:
            faces = before.get(zone, ())
            misread = self._excused.get(zone)
            if misread in ((faces, self.shows(zone, faces)), (faces, self._showed_before_hands(zone))):
                shown, counts = misread[1], zone not in self._answered
            else:
                faces = after.get(zone, ())
                shown = self.shows(zone, faces)
                counts = (
                    len(shown) == len(faces) and self.reading_cost(zone, faces) >= self._weights.contradicts
                )
            if counts:
                pairs = zip(faces, shown, strict=True)
                found |= {face for expected, read in pairs if expected != read for face in (expected, read)}
        return frozenset(found)

    def forget_excuses(self) -> None:
        """People have put the journal right: what nobody was asked about tells anew what lies there."""
        for zone in [zone for zone in self._excused if zone not in self._answered]:
            del self._excused[zone]
            self._costs[zone] = {}

    # ------------------------------------------------------------ agreement

    def reading_cost(self, zone: str, faces: Faces) -> float:
        """The cost of what was read in a zone where ``faces`` lie; 0 for a zone that was not read."""
        reading = self.readings.get(zone)
        if reading is None:
            return 0.0
        known = self._costs[zone]
        if faces not in known:
            known[faces] = self._reckoned(zone, reading, faces)
        return known[faces]

    def _reckoned(self, zone: str, reading: ZoneReading, faces: Faces) -> float:
        if zone in self._excused and self._excused[zone] == (faces, self.shows(zone, faces)):
            return 0.0
        loose, alike = zone in self._hands.loose, self._hands.doubts.lookalikes
        if zone in self._hands.momentary:
            return reading_cost(reading, faces, self._in_trays, alike, loose=loose)
        unfound = self._unfound_in(zone, faces)
        cost = reading_cost(reading, faces, self._weights, alike, loose=loose, unfound=unfound)
        other = self._hands.doubts.may_show(zone, faces)
        return (
            cost
            if other is None
            else min(cost, reading_cost(reading, other, self._weights, alike, loose=loose))
        )

    def total(self, table: Table, laid: Table) -> float:
        """The cost of all that was read where the table is so; no zone costs more than ``unexplained``."""
        return self.cost_of(self.readings, table, laid)

    def standing_cost(self, table: Table) -> float:
        """The part of ``total`` that hands since the last entry have nothing to do with: it was there before them."""
        lasting = self.readings.keys() - self._hands.momentary
        zones = [zone for zone in lasting if zone not in self.touched or self.shows_as_before_hands(zone)]
        return self.cost_of(zones, table, {})

    def change(
        self, before: Table, laid_before: Table, after: Table, laid: Table, zones: Collection[str]
    ) -> float:
        """What ``total`` gains or loses from one table to another in these zones."""
        return self.cost_of(zones, after, laid) - self.cost_of(zones, before, laid_before)

    def cost_of(self, zones: Collection[str], table: Table, laid: Table) -> float:
        """The part of ``total`` that these zones have."""
        return sum(self._zone_cost(zone, table, laid) for zone in zones if zone in self.readings)

    def is_old(self, zone: str) -> bool:
        """Whether a zone was read in an earlier picture, so that only hands that nobody reported may have been there.

        Of hands that were there before it was read, what was entered since has told.
        """
        read_in, at_ms = self._read_in.get(zone, (self.seq, 0))
        if zone not in self.touched:
            return read_in < self.seq
        return read_in < self.seq and read_in <= self._entered_in and self.touched[zone].end_ms <= at_ms

    def _zone_cost(self, zone: str, table: Table, laid: Table) -> float:
        if zone in self._hands.momentary:
            return min(self._tray_cost(zone, laid), self._weights.unexplained_throw)
        told = self._weights.touched_for_nothing if self._is_unexplained(zone, laid) else 0.0
        return min(self.reading_cost(zone, table.get(zone, ())) + told, self._weights.unexplained)

    def passing(self, laid: Table, misplaced: Collection[str] = frozenset()) -> float:
        """The part of ``total`` that no later look can show again: what lies in trays, hands at a stock.

        What was put down wrongly in the ``misplaced`` zones is reckoned in the cost of that.
        """
        cost = 0.0
        for zone in self.readings.keys() - misplaced:
            if zone in self._hands.momentary:
                cost += min(self._tray_cost(zone, laid), self._weights.unexplained_throw)
            elif self._is_unexplained(zone, laid):
                cost += self._weights.touched_for_nothing
        return cost

    def _is_unexplained(self, zone: str, laid: Table) -> bool:
        """Whether a hand was where nobody reaches for nothing, and no action tells of it."""
        return zone in self._hands.telling and zone in self.touched and zone not in laid

    def _tray_cost(self, zone: str, laid: Table) -> float:
        """A tray shows what was just thrown, what lay there already, or nothing."""
        if zone in laid:
            return self.reading_cost(zone, laid[zone])
        if zone not in self.touched:
            return 0.0
        lying = self._lying.get(zone, ())
        waved = self._weights.crossed if zone in self._hands.laid_open else self._weights.waved
        still = self.reading_cost(zone, lying) + waved if lying else self.reading_cost(zone, ())
        return min(still, self.reading_cost(zone, ()))

    def lies_as_before(self, zone: str) -> bool:
        """Whether a tray shows what lay in it before hands came."""
        return sorted(self._lying.get(zone, ())) == sorted(self.shows(zone, ()))

    def disagreeing(self, table: Table, laid: Table, zones: Iterable[str] | None = None) -> list[str]:
        """The zones (of all, or of these) that show something else than they should."""
        found = []
        for zone in self.readings if zones is None else zones:
            if zone not in self.readings:
                continue
            if zone in self._hands.momentary:
                if self._tray_cost(zone, laid) > self._weights.agrees:
                    found.append(zone)
            elif self.reading_cost(zone, table.get(zone, ())) > self._weights.agrees or self._is_unexplained(
                zone, laid
            ):
                found.append(zone)
        return found

    def wavers(self, table: Table) -> bool:
        """Whether a card that was read just now, where hands were, may well be another one than it should."""
        return any(
            self._wavers(zone, table.get(zone, ()), self._weights.wavers)
            for zone in self.touched.keys() & self.fresh - self._hands.momentary
        )

    def _wavers(self, zone: str, faces: Faces, least: float) -> bool:
        slots = self.readings[zone].slots if zone in self.readings else ()
        return bool(faces and slots) and not self._is_unclear(zone) and slots[-1].best[1] < least

    def is_unsure(self, zone: str, faces: Faces, least: float) -> bool:
        """Whether the free card of a zone is read, but less surely than ``least``."""
        return zone not in self._hands.momentary and self._wavers(zone, faces, least)

    def chance_shown(self, zone: str, faces: Faces) -> float:
        """How surely (0..1) a zone shows the free card of these; 1 where it is not what is read most likely."""
        reading = self.readings.get(zone)
        face, chance = reading.slots[-1].best if reading and reading.slots else (EMPTY, 1.0)
        return chance if faces[-1:] == (face,) else 1.0

    def reads_as_before_hands(self, zone: str) -> bool:
        """Whether the free card of a zone reads as it did before hands came there, as surely or as doubtfully."""
        before, now = self._before_hands.get(zone), self.readings.get(zone)
        if before is None or now is None or len(before.slots) != len(now.slots) or not now.slots:
            return False
        (face, chance), (shown, surely) = before.slots[-1].best, now.slots[-1].best
        return face == shown and abs(chance - surely) <= self._weights.reads_the_same

    def surely_shows(self, zone: str, faces: Faces) -> bool:
        """Whether all that was read in a zone is what should lie there, and its free card is not in doubt.

        Of backs none is told from another: how surely one is read says nothing.
        """
        reading = self.readings.get(zone)
        if reading is None or self.shows(zone, faces) != faces:
            return False
        least = 0.0 if faces == (BACK,) else self._weights.visited_surely
        return all(slot.best[1] >= least for slot in reading.slots[-1:])

    def is_doubtful(self, zone: str, faces: Faces) -> bool:
        """Whether a pile cannot be read, or its free card not surely as the one it should be."""
        if zone not in self.readings or zone in self._hands.momentary:
            return False
        wavers = self._wavers(zone, faces, self._weights.wavers)
        return self.is_blank(zone) or wavers or self.shows(zone, faces)[-1:] != faces[-1:]

    def contradicted(self, table: Table) -> list[str]:
        """The zones read anew that surely show something else than they should, misread or not."""
        lasting = self.fresh - self._hands.momentary
        return [
            zone
            for zone in lasting
            if self.reading_cost(zone, table.get(zone, ())) >= self._weights.contradicts
        ]

    def is_hidden(self, zones: Collection[str]) -> bool:
        """Whether one of these zones is hidden, or one that hands were in."""
        return not self.hidden.isdisjoint((*self.touched, *zones))

    def is_all_seen(self) -> bool:
        """Whether nothing is hidden, and every zone that hands were in was read just now and can be told."""
        return not self.hidden and all(
            zone in self.fresh and not self._is_unclear(zone) for zone in self.touched
        )

    def is_blank(self, zone: str) -> bool:
        """Whether a pile cannot be read, so that not even its height tells whether something was laid there."""
        reading = self.readings.get(zone)
        return reading is not None and len(reading.slots) == 1 and self._is_unclear(zone)

    def is_gone(self, zone: str, sighting: Sighting) -> bool:
        """Whether what was read in a zone is not what a later sighting shows there."""
        now, before = sighting.zones.get(zone), self.readings.get(zone)
        if now is None or before is None:
            return True
        return [slot.best[0] for slot in now.slots] != [slot.best[0] for slot in before.slots]

    def gone_with(self, sighting: Sighting) -> frozenset[str]:
        """The zones whose readings a later sighting replaces by others; trays show something else each time."""
        read = self.readings.keys() & sighting.zones.keys() - self._hands.momentary
        return frozenset(zone for zone in read if self.is_gone(zone, sighting))

    def cannot_tell(self, zone: str) -> bool:
        """Whether nothing can be said of a zone now: it is hidden or cannot be read."""
        return zone in self.hidden or self._is_unclear(zone)

    def _is_unclear(self, zone: str) -> bool:
        """Whether the free card of a zone cannot be read; of those under it memory tells."""
        return self._given_up(zone) >= self._weights.unclear

    @property
    def looking_alike(self) -> Collection[str]:
        """The piles that look the same with a card less: of hands over them not all are reported."""
        return {zone for zone in self.readings if self.shows(zone, ()) == (BACK,)}

    def names_nothing(self, zone: str) -> bool:
        """Whether the reader has no name for the free card of a zone."""
        return self._given_up(zone) >= self._weights.nameless

    def _given_up(self, zone: str) -> float:
        """With which probability the reader gives up the free card of a zone; 0 where none was read."""
        reading = self.readings.get(zone)
        return reading.slots[-1].faces.get(UNREADABLE, 0.0) if reading and reading.slots else 0.0

    def strange(self, table: Table, laid: Table) -> list[str]:
        """The zones that show something that is no misreading of what should lie there."""
        return [zone for zone in self.disagreeing(table, laid) if self.is_strange(zone, table.get(zone, ()))]

    def is_strange(self, zone: str, faces: Faces) -> bool:
        """Whether a zone shows something that is no misreading of ``faces``; unreadable is not empty either."""
        reading = self.readings.get(zone)
        if reading is None:
            return False
        if not faces and any(slot.best[0] == UNREADABLE for slot in reading.slots):
            return True
        return self.reading_cost(zone, faces) >= self._weights.strange

    def shows(self, zone: str, expected: Faces) -> Faces:
        """What a zone shows by itself, the likeliest face of each card; ``expected`` where it was not read."""
        reading = self.readings.get(zone)
        if reading is None:
            return expected
        return tuple(face for slot in reading.slots if (face := slot.best[0]) != EMPTY)

    # ------------------------------------------------------------ whose hands

    def hands_cost(self, zones: Sequence[str], side: str | None) -> float:
        """The cost of an action by a player of ``side`` that touches these zones, given where hands were."""
        if not self.hands_told:
            return 0.0
        untouched = 0.0
        for zone in zones:
            if zone not in self.touched or self.is_old(zone):
                # Of hands under what hid the zone nobody can tell.
                covered = zone in self._veiled | self.hidden and self._weights.excuses("under_cover")
                untouched = untouched if covered else max(untouched, self.unreported(zone))
        return untouched + self._cost_of_strangers(zones, side)

    def _cost_of_strangers(self, zones: Sequence[str], side: str | None) -> float:
        """The cost of zones of one action in which hands were seen, but none from the side of whoever acted."""
        strangers = [
            self._cost_of_stranger(touch)
            for zone in zones
            if (touch := self.touched.get(zone)) is not None and not self.is_old(zone)
            if side is not None and touch.sides and side not in touch.sides
        ]
        if not strangers[1:] or not self._weights.excuses("one_arm"):
            return sum(first for first, _ in strangers)
        # One arm reaches into all of them: where its side is seen wrongly once, it easily is a second time.
        return max(first - again for first, again in strangers) + sum(again for _, again in strangers)

    def _cost_of_stranger(self, touch: Touch) -> tuple[float, float]:
        """The cost where hands were seen from other sides: once, and again; one of unknown side may be whoever's."""
        first, again = min(touch.sides.values())
        unknown = self._weights.unknown_side * touch.arms.count(None) / len(touch.arms)
        least = -log(unknown) if unknown else inf
        return min(first, least), min(again, least)

    def came_later(self, zone: str, before: str) -> bool:
        """Whether a hand came to a zone when another one had been touched already."""
        if zone not in self.touched or before not in self.touched:
            return False
        came = min(start for start, _ in self.touched[before].times)
        return max(start for start, _ in self.touched[zone].times) > came + self._weights.at_once_ms

    def came_last(self, zones: Sequence[str]) -> float:
        """When hands first came to the last of these zones, ms; before everything where they came to none."""
        touched = [self.touched[zone].times for zone in zones if zone in self.touched]
        return max((min(start for start, _ in times) for times in touched), default=-inf)

    def may_be_of(self, zone: str, sides: Collection[str]) -> bool:
        """Whether a hand in a zone may have come from one of these sides."""
        return self.touched[zone].may_be_from(sides)

    def is_surely_from(self, zones: Collection[str], side: str) -> bool:
        """Whether a hand in one of these zones was told to come from this side, and not as if it may be another."""
        costs = (self.touched[zone].sides.get(side, (0.0,))[0] for zone in zones if zone in self.touched)
        return any(cost >= self._weights.sure_side for cost in costs)

    def is_only_of(self, zone: str, sides: Collection[str]) -> bool:
        """Whether every hand that was seen in a zone came from one of these sides."""
        return self.touched[zone].sides.keys() <= set(sides)

    def unreported(self, zone: str) -> float:
        """The cost of hands in a zone that nobody reported: a pile of backs looks the same with a card less."""
        backs = self.shows(zone, ())[-1:] == (BACK,)
        return self._weights.untouched_back if backs else self._weights.untouched

    @property
    def idling(self) -> Idling:
        """The cost of hands over zones of which no action tells: on their way hands pass over some, not over many.

        Where hands were nearly everywhere (a photograph of which nobody saw the making) that says nothing.
        """
        if not self.hands_told:
            return Idling(frozenset(), 0.0)
        over = frozenset(self.touched.keys() - (self._hands.momentary | self._hands.telling))
        known = len(self.readings) + len(self.hidden)
        often = max(self._weights.passed_over, len(over) / max(known, 1))
        return Idling(over, -log(min(often, 1.0)))

    def order_cost(self, earlier: Sequence[str], later: Sequence[str], *, strictly: bool = False) -> float:
        """The cost of two actions over other zones in this order, when the hands were there in another one.

        ``strictly``: also where they have a zone in common.

        In a zone of which no hands were reported they may have been at any time; so they may in one where they were
        seen at the wrong time only, and each such zone costs.
        """
        if not self.hands_told or (set(earlier) & set(later) and not strictly):
            return 0.0
        apart_ms = self._weights.at_once_ms
        least = {0: -inf}  # when at the earliest, with so many zones at the wrong time
        for zone in (*earlier, *later):
            times = self.touched[zone].times if zone in self.touched else None
            after = dict[int, float]()
            for wrong, now in least.items():
                if times is None:
                    after[wrong] = min(now, after.get(wrong, inf))
                    continue
                reached = [
                    max(now, start - apart_ms)
                    for start, end in times
                    if self._at_the_latest(zone, start, end) >= now
                ]
                after[wrong] = min([*reached, after.get(wrong, inf)])
                after[wrong + 1] = min(now, after.get(wrong + 1, inf))
            least = {wrong: now for wrong, now in after.items() if now < inf}
        wrong = min(least)
        if wrong:
            return self._weights.wrong_order + (wrong - 1) * self._weights.untouched
        too_early_ms = self._middle(earlier) - self._middle(later)
        if not strictly or not too_early_ms > 0.0:
            return 0.0
        early = too_early_ms / self._weights.reversed_by_ms
        return min(self._weights.seems_reversed + early * early, self._weights.wrong_order)

    def _at_the_latest(self, zone: str, start_ms: int, end_ms: int) -> float:
        """Until when hands that were in a zone so long may have begun with what they did there, ms.

        Who threw was busy in the tray for most of that time, and did not merely come there at its end.
        """
        if zone in self._hands.momentary:
            return fmean((start_ms, end_ms))
        return end_ms + self._weights.at_once_ms

    def _middle(self, zones: Sequence[str]) -> float:
        """When hands were in those of these zones in which any were reported, in the middle, ms; not a number where
        they were seen in one more than once, or in none.
        """
        times = [self.touched[zone].times for zone in zones if zone in self.touched]
        once = [fmean(seen[0]) for seen in times if len(seen) == 1]
        return fmean(once) if once and len(once) == len(times) else nan

    def cost_in_a_row(self, actions: Sequence[tuple[Sequence[str], str | None]]) -> float | None:
        """The cost of actions, each by its zones and the side of whoever made it, if they were made in this order.

        Hands were seen in these zones one after the other, as far as they were reported there at all; None: they were
        not. It costs where a hand came from another side at just that time, though the player's own came at another
        (``hands_cost`` tells of those that never did). What a zone shows now came there after the last look at which
        it showed what lay there before, or a tray nothing.
        """
        if not self.hands_told:
            return 0.0
        ways = [_Way(-inf, 0.0, strange=False)]
        last = {zone: number for number, (zones, _) in enumerate(actions) for zone in zones}
        for number, (zones, side) in enumerate(actions):
            ways = [way._replace(strange=False) for way in ways]
            for zone in zones:
                if zone in self.touched:
                    is_last = last[zone] == number and self._is_changed_by_hands(zone)
                    since = self._unchanged_ms.get(zone, -inf) if is_last else -inf
                    ways = _cheapest([on for way in ways for on in self._ways_on(way, zone, side, since)])
            if not ways:
                return None
        known = sum(self._cost_of_strangers(zones, side) for zones, side in actions)
        return max(0.0, min(way.cost for way in ways) - known)

    def _ways_on(self, way: _Way, zone: str, side: str | None, since: float) -> Iterator[_Way]:
        """By each hand that was seen in a zone so late."""
        touch, apart_ms = self.touched[zone], self._weights.at_once_ms
        for (start, end), arm in zip(touch.times, touch.arms, strict=True):
            if end + apart_ms >= way.now and end > since:
                now, cost, strange = max(way.now, start - apart_ms), way.cost, way.strange
                if side is not None and arm is not None and arm.side != side:
                    cost, strange = cost + (arm.again if strange else arm.first), True
                yield _Way(now, cost, strange)

    def shows_as_before_hands(self, zone: str) -> bool:
        """Whether a zone shows the faces that it showed before hands came; what was or is hidden tells nothing."""
        before, now = self._before_hands.get(zone), self.readings.get(zone)
        return before is not None and now is not None and _best_faces(before) == _best_faces(now)

    def _showed_before_hands(self, zone: str) -> Faces | None:
        before = self._before_hands.get(zone)
        return None if before is None else tuple(face for face in _best_faces(before) if face != EMPTY)

    def _is_changed_by_hands(self, zone: str) -> bool:
        before, now = self._before_hands.get(zone), self.readings.get(zone)
        return before is not None and now is not None and _best_faces(before) != _best_faces(now)

    def unnamed(self, zone: str, faces: Faces, *, new: bool) -> float:
        """How likely a zone's free card is one that the reader did not name, beside the one in ``faces``.

        Only of a ``new`` card nothing else tells which it is; one that lay elsewhere before is known.
        """
        reading = self.readings.get(zone)
        if reading is None or not new or not faces or not reading.slots:
            return 0.0
        slot = reading.slots[-1]
        best, chance = slot.best
        told = slot.faces.get(faces[-1], 0.0)
        if best == UNREADABLE:
            return self._weights.any_face
        return self._weights.unnamed_of_new * (1.0 - chance) / told if told else 0.0


def _best_faces(reading: ZoneReading) -> Faces:
    return tuple(slot.best[0] for slot in reading.slots)


def _cheapest(ways: Sequence[_Way]) -> list[_Way]:
    """Those than which none is both earlier and cheaper, nor has seen a stranger already."""
    kept: list[_Way] = []
    for way in sorted(ways):
        if not any(one.cost <= way.cost and one.strange >= way.strange for one in kept):
            kept.append(way)
    return kept
