"""Things that hands put down wrongly: the same things lie on the table, but one of them where it does not belong.

Only for games whose rules say so of a thing that is seen elsewhere (``Hands.puts_right``): "horse 1 belongs on 14".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain

from companion.action import Rejected
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

    def told(self, candidate: Candidate) -> Candidate | None:
        """The candidate with what it leaves strange told as put down wrongly; None where that does not tell it."""
        if not self._hands.puts_right:
            return None
        explanation = candidate.explanation
        zones, moved = self._elsewhere(explanation)
        if not 0 < moved <= self._weights.most_misplaced:
            return None
        misplaced = explanation._replace(misplaced=zones)
        if self.refusal(misplaced) is None:
            return None
        handled = any(not zones.isdisjoint(touched) for touched in explanation.touches)
        cost = self._weights.misplaced if handled else self._weights.misplaced_untold
        cost += self._weights.misplaced_each * (moved - 1)
        cost += self._weights.untouched * len(zones - self._evidence.touched.keys())
        gained = self._evidence.cost_of(zones, explanation.table, explanation.laid)
        if cost >= gained:
            return None
        told = misplaced._replace(
            cost=explanation.cost + cost,
            reading_cost=max(0.0, explanation.reading_cost - gained),
            idle=self._evidence.idle({*chain.from_iterable(explanation.touches), *zones}),
        )
        return replace(candidate, explanation=told)

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

    def _elsewhere(self, explanation: Explanation) -> tuple[frozenset[str], int]:
        """The zones that lie otherwise though the same things lie in them, and how many of these lie elsewhere."""
        evidence, table = self._evidence, explanation.table
        zones = frozenset(evidence.disagreeing(table, explanation.laid)) & self._hands.loose
        zones -= self._hands.momentary
        lacking, more = Counter[str](), Counter[str]()
        for zone in zones:
            should = Counter(table.get(zone, ()))
            shows = Counter(evidence.shows(zone, table.get(zone, ())))
            lacking += should - shows
            more += shows - should
        return (zones, more.total()) if lacking == more and UNREADABLE not in more else (frozenset(), 0)
