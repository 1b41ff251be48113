"""The tables that a look may show, for ``Game.physical_moves`` to name the moves that lead there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from companion.hands import Faces, Hands
from companion.referee.evidence import Evidence, Table
from companion.referee.likelihood import alternatives, believed
from companion.referee.weights import Weights
from companion.sighting import BACK, EMPTY, UNREADABLE, ZoneReading


class Pictures:
    """Pictures of one look, from the plain one to those that only excuse somebody."""

    def __init__(self, evidence: Evidence, hands: Hands, weights: Weights) -> None:
        self._evidence = evidence
        self._hands = hands
        self._weights = weights

    def plain(self, table: Table, named: float) -> list[dict[str, Faces]]:
        """The table as it is seen, for ``physical_moves``, the likeliest reading first; hidden zones are left out.

        Where the reading agrees with ``table`` that is seen; a doubtful face of a zone that changed, down to the
        probability ``named``, gives a second picture, a third, and so on.
        """
        base: dict[str, Faces] = {
            zone: faces for zone, faces in table.items() if zone not in self._evidence.hidden
        }
        weights, faint = self._weights, named < self._weights.faint
        others: list[tuple[str, Faces]] = []
        thrown: list[tuple[str, Faces]] = []
        for zone, reading in self._evidence.readings.items():
            expected = table.get(zone, ())
            if zone in self._hands.momentary and zone not in self._evidence.touched:
                continue
            likeliest = believed(reading, expected, weights, loose=zone in self._hands.loose)
            if zone in self._hands.momentary:
                pictures = self._thrown(reading)
                base[zone] = pictures[0]
                thrown += [(zone, other) for other in pictures[1:]]
                continue
            if likeliest is None and zone in self._evidence.touched:
                base.pop(zone, None)
                continue
            agrees = likeliest is None or self._evidence.reading_cost(zone, expected) <= weights.agrees
            faces = expected if agrees or likeliest is None else likeliest
            base[zone] = faces
            if not agrees or (
                zone in self._evidence.touched
                and (faint or self._evidence.is_unsure(zone, expected, weights.wavers))
            ):
                others += [(zone, other) for other in alternatives(reading, faces, expected, named)]
            elif likeliest not in (None, expected):
                others.append((zone, likeliest or ()))
            if likeliest == expected and zone in self._evidence.touched and self._lacks_one(zone, expected):
                others.append((zone, self._evidence.shows(zone, expected)))
        most = weights.most_variants_faint if faint else weights.most_variants
        ranked = sorted(others, key=lambda one: self._evidence.reading_cost(*one))[:most]
        seen = [base, *({**base, zone: lies} for zone, lies in (*ranked, *thrown))]
        return seen

    def otherwise(self, picture: Table, table: Table) -> list[Table]:
        """Pictures for what the plain one does not explain: hands that nobody reported, cards taken for others."""
        gone = self._gone(picture, table)
        left = self._left_unreported(picture, table, anywhere=bool(gone))
        unknown = {zone: lies for zone, lies in picture.items() if zone not in left}
        otherwise = [{**picture, zone: lies} for zone, lies in self._taken_for_another(picture, gone)]
        return [unknown, *otherwise] if left else list(otherwise)

    def _gone(self, picture: Table, table: Table) -> list[str]:
        """The cards that are seen nowhere any more."""
        gone = Counter(face for zone, faces in table.items() if zone in picture for face in faces)
        gone.subtract(face for faces in picture.values() for face in faces)
        return [face for face, count in gone.items() if count > 0 and face != BACK][
            : self._weights.most_variants
        ]

    def _taken_for_another(self, picture: Table, gone: Sequence[str]) -> Iterator[tuple[str, Faces]]:
        """Where a card that is seen nowhere any more may lie, taken for one that looks like it."""
        for face in gone:
            for zone in self._evidence.touched:
                lies = picture.get(zone, ())
                if lies and lies[-1] in self._hands.doubts.lookalikes(face):
                    yield zone, (*lies[:-1], face)

    def _left_unreported(self, picture: Table, table: Table, *, anywhere: bool) -> list[str]:
        """Zones of which no hands were reported, and whose free card turned up elsewhere: it may have left them.

        Where a card is seen nowhere it may lie in any of them (``anywhere``).
        """
        came = {face for zone, faces in picture.items() if faces != table.get(zone, ()) for face in faces}
        return [
            zone
            for zone, faces in table.items()
            if (anywhere or (faces and faces[-1] in came and faces[-1] != BACK))
            and picture.get(zone) == faces
            and self._evidence.is_old(zone)
        ]

    def _thrown(self, reading: ZoneReading) -> list[Faces]:
        """What may lie in a tray, the likeliest first: it is never seen again, so that any face named counts.

        What cannot be read stays ``unreadable``: the game knows what it may have been.
        """
        slots = [slot for slot in reading.slots if slot.best[0] != EMPTY]
        faces = tuple(slot.best[0] for slot in slots)
        doubtful = [place for place, slot in enumerate(slots) if slot.best[1] < self._weights.surely_read]
        unread = [(*faces[:place], UNREADABLE, *faces[place + 1 :]) for place in doubtful]
        named = [
            [
                one
                for one in slot.faces.items()
                if one[1] >= self._weights.faint and one[0] not in (UNREADABLE, EMPTY)
            ]
            for slot in slots
        ]
        together = sorted(product(*named), key=lambda dice: -prod(chance for _, chance in dice))
        likely = [tuple(face for face, _ in dice) for dice in together]
        # In a tray dice lie in no order.
        different = {tuple(sorted(dice)): dice for dice in reversed((faces, *unread, *likely))}
        return list(reversed(different.values()))[: self._weights.most_thrown]

    def wary(self, picture: Table, table: Table) -> list[Table]:
        """Pictures in which a card has left a zone that hands were over and that looks as before.

        Another one may have come since, or the same one again; or a card that went elsewhere lay in a bare one
        meanwhile, or on a row to which hands came twice. Of many such zones only those are meant that show a face
        which has come or gone elsewhere; of the others nothing is known then.
        """
        changed = {zone for zone, faces in table.items() if picture.get(zone, faces) != faces}
        same = [
            zone
            for zone in self._evidence.touched
            if zone in picture and zone not in changed and zone not in self._hands.momentary
        ]
        if len(same) > self._weights.most_suspected:
            faces = {face for zone in changed for face in (*table[zone], *picture[zone])}
            same = [zone for zone in same if set(table.get(zone, ())[-1:]) & faces][
                : self._weights.most_suspected
            ]
        base = {zone: faces for zone, faces in picture.items() if zone not in same}
        left = [zone for zone in same if table.get(zone, (BACK,))[-1:] not in ((), (BACK,))]
        gone = {table[zone][-1] for zone in changed if len(table[zone]) > len(picture[zone])} - {BACK}
        bare = [(zone, face) for zone in same if not table.get(zone, (BACK,)) for face in sorted(gone)]
        rested = [{**base, zone: (face,)} for zone, face in bare]
        if rested and not self._weights.excuses("bare_case"):
            rested = []
        twice = [zone for zone in left if self._hands.doubts.shows_all(zone) and self.came_twice(zone)]
        free = {face for zone in changed for face in table[zone][-1:]} - {BACK}
        rested += [{**base, zone: (*table[zone], face)} for zone in twice for face in sorted(free)]
        return [*({**base, zone: table[zone][:-1]} for zone in left), *rested] if changed else []

    def came_twice(self, zone: str) -> bool:
        """Whether hands were seen to come to a zone more than once."""
        return zone in self._evidence.touched and len(self._evidence.touched[zone].times) > 1

    def _lacks_one(self, zone: str, expected: Faces) -> bool:
        """Whether a row was found with a card less: perhaps it was taken out, perhaps merely not found."""
        shows = self._evidence.shows(zone, expected)
        return len(shows) == len(expected) - 1 and UNREADABLE not in shows
