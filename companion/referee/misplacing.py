"""Things that hands put down wrongly: the same things lie on the table, but one of them where it does not belong.

Only for games whose rules say so of a thing that is seen elsewhere (``Hands.puts_right``): "horse 1 belongs on 14".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

from companion.action import Rejected
from companion.hands import Faces
from companion.referee.hypothesis import Candidate
from companion.referee.search import Explanation, Watched
from companion.referee.throws import Refusal
from companion.sighting import UNREADABLE


class Misplacing:
    """Tells what a look leaves unexplained by things that were put down wrongly."""

    def __init__(self, watched: Watched) -> None:
        self._game = watched.game
        self._hands = watched.hands
        self._evidence = watched.evidence
        self._weights = watched.weights
        self._standing: Mapping[str, Faces] = {}

    def told(self, candidate: Candidate) -> Candidate | None:
        """The candidate with what it leaves strange told as put down wrongly; None where that does not tell it."""
        if not self._hands.puts_right:
            return None
        explanation, evidence = candidate.explanation, self._evidence
        zones, reached, moved = self._elsewhere(explanation)
        if not 0 < moved.total() <= self._weights.most_misplaced:
            return None
        misplaced = explanation._replace(misplaced=zones)
        if self.refusal(misplaced) is None:
            return None
        belongs = {zone for zone, faces in explanation.table.items() if not moved.keys().isdisjoint(faces)}
        handled = any(not belongs.isdisjoint(touched) for touched in explanation.touches)
        missed = [set(touched) - evidence.touched.keys() for touched in explanation.touches]
        cost = self._weights.misplaced if handled else self._weights.misplaced_untold
        cost += self._weights.misplaced_each * (moved.total() - 1)
        cost += self._weights.untouched * len(reached - evidence.touched.keys())
        if all(self._standing.get(zone) == evidence.shows(zone, ()) for zone in zones):
            cost = 0.0  # it has been told already
        # Hands never came to where the thing belongs: that is what was wrong.
        cost -= self._weights.untouched * sum(bool(one) and one <= belongs for one in missed)
        gained = evidence.cost_of(zones, explanation.table, explanation.laid)
        if cost >= gained:
            return None
        told = misplaced._replace(
            cost=explanation.cost + cost,
            reading_cost=max(0.0, explanation.reading_cost - gained),
            idle=evidence.idle({*chain.from_iterable(explanation.touches), *zones}),
        )
        return replace(candidate, explanation=told)

    def note(self, explanation: Explanation) -> None:
        """People have been told of what was put down wrongly: as long as it lies there it is nothing new."""
        zones = explanation.misplaced
        self._standing = {zone: self._evidence.shows(zone, ()) for zone in zones}

    def refusal(self, explanation: Explanation) -> Refusal | None:
        """What the rules say of the first thing that was put down wrongly."""
        seen = dict(explanation.table)
        seen.update({zone: self._evidence.shows(zone, seen.get(zone, ())) for zone in explanation.misplaced})
        for action in self._game.physical_moves(explanation.state, seen):
            try:
                self._game.apply(explanation.state, action)
            except Rejected as refused:
                if refused.code in self._hands.puts_right:
                    return Refusal(refused.code, dict(refused.details), dict(action), refused.audience)
        return None

    def _elsewhere(self, explanation: Explanation) -> tuple[frozenset[str], set[str], Counter[str]]:
        """The zones that lie otherwise though the same things lie in them, or should lie where nobody has looked.

        And those of them to which hands must have put something; and the things that lie elsewhere, none where other
        things lie there.
        """
        evidence, table = self._evidence, explanation.table
        zones = frozenset(evidence.disagreeing(table, explanation.laid)) & self._hands.loose
        zones -= self._hands.momentary
        lacking, more, reached = Counter[str](), Counter[str](), set[str]()
        for zone in zones:
            should = Counter(table.get(zone, ()))
            shows = Counter(evidence.shows(zone, table.get(zone, ())))
            lacking += should - shows
            more += shows - should
            if shows - should:
                reached.add(zone)
        unseen = Counter(face for zone in table.keys() - evidence.readings.keys() for face in table[zone])
        same = lacking <= more <= lacking + unseen and UNREADABLE not in more
        return zones, reached, more if same else Counter()
