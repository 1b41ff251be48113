"""Things that hands put down wrongly, and what hands did though the rules refuse it.

The same things lie on the table, but one of them where it does not belong; or it looks as after an action that the
rules refuse: two dice for one, a card out of turn. Only for games whose rules say what is wrong then
(``Hands.puts_right``): "horse 1 belongs on 14", "one die only".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from companion.action import Action, Rejected
from companion.hands import Faces
from companion.referee.hypothesis import Candidate
from companion.referee.likelihood import shown_plainly
from companion.referee.search import Explanation, Watched
from companion.referee.throws import Refusal
from companion.referee.touches import Touch
from companion.sighting import BACK, UNREADABLE


class Misplacing:
    """Tells what a look leaves unexplained by things that were put down wrongly."""

    def __init__(self, watched: Watched) -> None:
        self._game = watched.game
        self._hands = watched.hands
        self._evidence = watched.evidence
        self._weights = watched.weights
        self._sides = watched.sides
        self._standing: Mapping[str, tuple[Faces, Touch | None]] = {}

    def told(self, candidate: Candidate, *, handled: bool = False) -> Candidate | None:
        """The candidate with what it leaves strange told as put down wrongly; None where that does not tell it.

        ``handled``: by hands that had to move it, as people have said.
        """
        if not self._hands.puts_right:
            return None
        explanation, evidence, trays = candidate.explanation, self._evidence, self._hands.trays
        if explanation.taken_back or len(explanation.actions) >= self._weights.most_actions:
            return None  # what goes on from there, rightly, was not looked for
        before = self._game.visible_table(candidate.hypothesis.state)
        ways = self._wrong_zones(explanation)
        elsewhere = (self._elsewhere(explanation, zones, handled, before) for zones in ways)
        refused = (self._refused(explanation, zones) for zones in ways)
        wrong = next((told for told in chain(elsewhere, refused) if told is not None), None)
        if wrong is None:
            return None
        zones, cost = wrong
        if all(map(self._stands_there_still, zones)):
            # It has been told already. Whoever throws on over it does not think so.
            thrown = sum(not trays.isdisjoint(self._hands.laid(action)) for action in explanation.actions)
            cost = min(cost, 0.0) + self._weights.unheeded * thrown
        gained = evidence.cost_of(zones, explanation.table, explanation.laid)
        if cost >= gained:
            return None
        told = explanation._replace(
            misplaced=zones,
            cost=explanation.cost + cost,
            reading_cost=max(0.0, explanation.reading_cost - gained),
            idle=evidence.idling.cost({*chain.from_iterable(explanation.touches), *zones}),
        )
        return replace(candidate, explanation=told)

    def note(self, explanation: Explanation) -> None:
        """People have been told of what was put down wrongly: until hands come again it is nothing new."""
        evidence = self._evidence
        self._standing = {
            zone: (evidence.shows(zone, ()), evidence.touched.get(zone)) for zone in explanation.misplaced
        }

    def _stands_there_still(self, zone: str) -> bool:
        """Whether people have been told of this zone, and nobody has been there since."""
        if zone not in self._standing:
            return False
        shown, touch = self._standing[zone]
        return shown == self._evidence.shows(zone, ()) and self._evidence.touched.get(zone, touch) == touch

    def refusal(self, explanation: Explanation) -> Refusal | None:
        """What the rules say of the first thing that was put down wrongly."""
        return next(self._refusals(explanation, explanation.misplaced), None)

    def refusal_where_hands_were(self, explanation: Explanation) -> tuple[Refusal, frozenset[str]] | None:
        """What the rules say of what lies otherwise where hands were, and these zones.

        Whatever else lies otherwise may be seen wrongly: a piece is told where none stands now and then.
        """
        evidence = self._evidence
        zones = frozenset(
            zone
            for zone in evidence.disagreeing(explanation.table, explanation.laid)
            if self._were_hands_in(zone)
        )
        told = next(self._refusals(explanation, zones), None)
        return None if told is None else (told, zones)

    def unseen_throw(self, explanation: Explanation) -> Action | None:
        """The throw that nobody saw, after which what seems to be put down wrongly by hands lies right; None: none.

        Only where nothing else was done: a thing that was moved by a throw belongs where that took it.
        """
        zones = explanation.misplaced
        if explanation.actions or not zones <= self._evidence.touched.keys() or zones & self._hands.momentary:
            return None
        seen = self._seen(explanation, zones)
        trays = self._hands.trays
        for action in self._game.physical_moves(explanation.state, seen):
            if trays.isdisjoint(self._hands.laid(action)):
                continue
            try:
                state, _ = self._game.apply(explanation.state, action)
            except Rejected:
                continue
            table = self._game.visible_table(state)
            if all(table.get(zone) == seen[zone] for zone in zones):
                return action
        return None

    def _were_hands_in(self, zone: str) -> bool:
        """Whether hands were in a zone since the last entry, and it does not look as it did before them."""
        evidence = self._evidence
        return (
            zone in evidence.touched
            and not evidence.is_old(zone)
            and not evidence.shows_as_before_hands(zone)
        )

    def _seen(self, explanation: Explanation, zones: Collection[str]) -> dict[str, Faces]:
        """The table as it is told, with these zones as they look."""
        seen = dict(explanation.table)
        seen.update({zone: self._shown(zone, seen.get(zone, ())) for zone in zones})
        return seen

    def _refusals(self, explanation: Explanation, zones: frozenset[str]) -> Iterator[Refusal]:
        """What the rules refuse of what hands may have done so that these zones look as they do."""
        for action in self._game.physical_moves(explanation.state, self._seen(explanation, zones)):
            try:
                self._game.apply(explanation.state, action)
            except Rejected as refused:
                if refused.code in self._hands.puts_right:
                    yield Refusal.of(action, refused)

    def _shown(self, zone: str, should: Faces) -> Faces:
        reading = self._evidence.readings.get(zone)
        if reading is None or zone not in self._hands.loose:
            return self._evidence.shows(zone, should)
        # A die that surely lies there is one too many whatever it shows.
        surely = self._weights.surely_read
        if zone in self._hands.momentary and all(slot.presence >= surely for slot in reading.slots):
            return self._evidence.shows(zone, should)
        return shown_plainly(reading, should, self._weights)

    def _wrong_zones(self, explanation: Explanation) -> Sequence[frozenset[str]]:
        """The zones that look otherwise than they should; and without those that are rather seen wrongly."""
        every = frozenset(self._evidence.disagreeing(explanation.table, explanation.laid))
        table = explanation.table
        gone = sum((self._gone(zone, table) for zone in every), Counter[str]())
        seen_wrongly = frozenset(zone for zone in every if self._is_seen_wrongly(zone, table, gone))
        return (every, every - seen_wrongly) if seen_wrongly else (every,)

    def _gone(self, zone: str, table: Mapping[str, Faces]) -> Counter[str]:
        """What a zone should show and does not."""
        should = table.get(zone, ())
        return Counter(should) - Counter(self._shown(zone, should))

    def _is_seen_wrongly(self, zone: str, table: Mapping[str, Faces], gone: Collection[str]) -> bool:
        """Whether, where no hand has been, something is only not seen, cannot be read, or is taken for something like
        it; or is told of which none is ``gone`` from anywhere.
        """
        if zone in self._hands.momentary or self._were_hands_in(zone):
            return False
        should = table.get(zone, ())
        more = Counter(self._shown(zone, should)) - Counter(should)
        if more.keys() <= {UNREADABLE} or not self._evidence.is_strange(zone, should):
            return True
        return zone not in self._hands.lanes and more.keys().isdisjoint(gone) and not self._gone(zone, table)

    def _refused(
        self, explanation: Explanation, zones: frozenset[str]
    ) -> tuple[frozenset[str], float] | None:
        """These zones where they look as after an action that the rules refuse, and its cost; None where that tells
        not all of them. Dice that lie where they lay the eyes do not tell, so like faces were thrown once more.
        """
        evidence, table = self._evidence, explanation.table
        trays = zones & self._hands.momentary
        if not zones or explanation.laid.keys() & trays:
            return None
        if not self._comes_to_one_place(zones - self._hands.momentary, table):
            return None
        costs = [
            evidence.hands_cost(touched, self._sides.get(refusal.action["by"]))
            + max((evidence.order_cost(before, touched) for before in explanation.touches), default=0.0)
            for refusal in self._refusals(explanation, zones)
            if zones <= set(touched := self._hands.touched(explanation.state, refusal.action))
        ]
        return (zones, self._weights.refused + min(costs)) if costs else None

    def _comes_to_one_place(self, zones: Collection[str], table: Mapping[str, Faces]) -> bool:
        """Whether things in no order lie as after one action: one place has more, and what is gone from another is
        there, unless that cannot be read.
        """
        more, gone = list[Counter[str]](), Counter[str]()
        for zone in zones:
            if zone in self._hands.loose:
                should = Counter(table.get(zone, ()))
                shows = Counter(self._shown(zone, table.get(zone, ())))
                more += [shows - should] if shows - should else []
                gone += should - shows
        del gone[BACK]  # turned up it shows its face
        come = more[0] if more else Counter[str]()
        return len(more) <= 1 and (gone <= come or UNREADABLE in come)

    def _elsewhere(
        self, explanation: Explanation, wrong: frozenset[str], handled: bool, before: Mapping[str, Faces]
    ) -> tuple[frozenset[str], float] | None:
        """What lies ``wrong`` though the same things lie there, or should lie where nobody has looked.

        And what it costs that hands put these down wrongly. None where other things lie there. Who moves another
        piece than the one that was thrown for leaves that where it was ``before``: no hand reaches for it.
        """
        evidence, table = self._evidence, explanation.table
        zones = wrong - self._hands.momentary
        lanes = zones & self._hands.lanes
        lacking, more, reached = Counter[str](), Counter[str](), set(lanes)
        left = {lane for lane in lanes if tuple(evidence.shows(lane, ())) == tuple(before.get(lane, ()))}
        if len(left) < len(lanes):
            thrown = (touched for touched in explanation.touches if not self._hands.trays.isdisjoint(touched))
            reached -= left.intersection(chain.from_iterable(thrown))
        for zone in zones - lanes:
            should = Counter(table.get(zone, ()))
            shows = Counter(evidence.shows(zone, table.get(zone, ())))
            lacking += should - shows
            more += shows - should
            if shows - should:
                reached.add(zone)
        unseen = Counter(face for zone in table.keys() - evidence.readings.keys() for face in table[zone])
        same = lacking <= more <= lacking + unseen and UNREADABLE not in more
        count = more.total() + len(lanes)
        # Where nobody had to move any of several things that lie elsewhere, something else has happened.
        most = self._weights.most_misplaced if explanation.actions or handled else 1
        if not same or not 0 < count <= most or not self._stand_elsewhere(lanes, table):
            return None
        if next(self._refusals(explanation, zones), None) is None:
            return None
        belongs = {zone for zone, faces in table.items() if not more.keys().isdisjoint(faces)} | lanes
        handled = handled or any(not belongs.isdisjoint(touched) for touched in explanation.touches)
        missed = [set(touched) - evidence.touched.keys() for touched in explanation.touches]
        cost = self._weights.misplaced if handled else self._weights.misplaced_untold
        cost += self._weights.misplaced_each * (count - 1)
        cost += self._weights.untouched * len(reached - evidence.touched.keys())
        # Hands never came to where the thing belongs: that is what was wrong.
        return zones, cost - self._weights.untouched * sum(bool(one) and one <= belongs for one in missed)

    def _stand_elsewhere(self, lanes: Collection[str], table: Mapping[str, Faces]) -> bool:
        """Whether each of these lanes shows its own thing, elsewhere."""
        shown = [self._evidence.shows(zone, ()) for zone in lanes]
        return all(len(table.get(zone, ())) == 1 for zone in lanes) and all(
            len(faces) == 1 and faces[0] != UNREADABLE for faces in shown
        )
