"""The beam: the few hypotheses that agree with the journal, the journal's own first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.action import Action, Rejected
from companion.referee.hypothesis import Candidate, Hypothesis, common
from companion.referee.inference import Inference
from companion.referee.search import Watched


class Beam:
    """What is entered in the ``journal``, and the ``hypotheses`` about how it came to what is seen.

    While it is ``open`` hands have gone over a doubtful picture, and what they do next tells which one is true.
    """

    def __init__(self, watched: Watched, inference: Inference, journal: Sequence[Action], state: Any) -> None:
        self._game = watched.game
        self._hands = watched.hands
        self._evidence = watched.evidence
        self._weights = watched.weights
        self._inference = inference
        self.begin(journal, state)

    def begin(self, journal: Sequence[Action], state: Any, trail: Sequence[tuple[int, Any]] = ()) -> None:
        """The journal alone is believed, and leads to this state; the moments of the ``trail`` may be put back to."""
        self.journal = tuple(journal)
        told = Hypothesis(self.journal, state, trail=tuple(trail), firm=len(self.journal))
        self.hypotheses: tuple[Hypothesis, ...] = (told,)
        self.open = False

    def believe(self, journal: Sequence[Action], state: Any) -> None:
        """As ``begin`` where people have answered: what hands did lately may still be put back."""
        told, shared = self.entered, common(self.journal, journal)
        trail = [moment for moment in (*told.trail, (len(told.path), told.state)) if moment[0] <= shared]
        begun = trail.pop() if trail and trail[-1][0] == shared else None
        after = (
            None
            if begun is None
            else replace(told, path=told.path[:shared], state=begun[1], trail=tuple(trail))
        )
        for action in journal[shared:]:
            if after is not None:
                reached, events = self._game.apply(after.state, action)
                accused = self._hands.accuses(events)
                after = after.after((action,), reached, remembered=self._weights.remembered, accused=accused)
        self.begin(journal, state, () if after is None else after.trail)

    def is_ahead(self) -> bool:
        """Whether a hypothesis tells more than the journal, or otherwise."""
        return any(beyond_journal(one, self.journal) for one in self.hypotheses)

    def keep_only_entered(self) -> None:
        """Nothing else is believed any more."""
        self.hypotheses, self.open = (self.entered,), False

    def tapped(self, action: Action, state: Any) -> None:
        """People told an action that led to ``state``: hypotheses in which it is impossible are given up."""
        remembered = self._weights.remembered
        self.journal = (*self.journal, action)
        kept = [self.entered.after((action,), state, remembered=remembered)]
        for one in self.hypotheses[1:]:
            with suppress(Rejected):
                other, _ = self._game.apply(one.state, action)
                kept.append(one.after((action,), other, remembered=remembered))
        self.hypotheses = tuple(kept)

    def go_on(self, undecided: Sequence[Candidate], read: frozenset[str]) -> None:
        """Hands went over a doubtful picture before it was entered: what it may mean are hypotheses from now on.

        ``read`` are zones that show something else now, so that their reading counts as it was.
        """
        essence, weights = self._hands.essence, self._weights
        leader = replace(self.entered, past_cost=undecided[0].cost + weights.forgotten)
        others: list[Hypothesis] = []
        for one in undecided:
            told = one.explanation
            shown = sum(
                self._evidence.reading_cost(zone, told.table.get(zone, ())) for zone in read - told.misplaced
            )
            passing = self._evidence.passing(told.laid, told.misplaced)
            past_cost = one.hypothesis.past_cost + told.cost + shown + passing
            if self.is_entered(one):
                leader = replace(self.entered, past_cost=past_cost)
            elif one.posterior >= weights.kept and len(others) + 1 < weights.beam_width and not told.faulty:
                hypothesis, _ = self._inference.continued(one)
                if all(essence(hypothesis.state) != essence(other.state) for other in others):
                    others.append(replace(hypothesis, past_cost=past_cost))
        least = min(one.past_cost for one in (leader, *others))
        self.hypotheses = tuple(
            replace(one, past_cost=one.past_cost - least, weighed=frozenset(read))
            for one in (leader, *others)
        )
        self.open = True

    def note_gone(self, zones: Collection[str]) -> None:
        """These zones show something else from now on: what they showed until now still counts in each hypothesis."""
        if len(self.hypotheses) == 1 or not zones:
            return
        after = [self._without(zones, one) for one in self.hypotheses]
        self.hypotheses = tuple(replace(one, past_cost=one.past_cost - after[0].past_cost) for one in after)

    def note_told(self, zones: Collection[str]) -> None:
        """People have been told that something lies wrongly in these zones: that they put it right is no news."""
        told = replace(self.entered, weighed=self.entered.weighed.union(zones))
        self.hypotheses = (told, *self.hypotheses[1:])

    def _without(self, zones: Collection[str], hypothesis: Hypothesis) -> Hypothesis:
        table = self._game.visible_table(self._hands.unjudged(hypothesis.state))
        shown = self._evidence.cost_of(set(zones) - hypothesis.weighed, table, {})
        weighed = hypothesis.weighed.difference(zones)
        return replace(hypothesis, past_cost=hypothesis.past_cost + shown, weighed=weighed)

    def enter(self, chosen: Candidate, candidates: Sequence[Candidate]) -> tuple[Hypothesis, bool]:
        """Enters a candidate, as ``Inference.continued`` tells it; others go on while they are worth remembering."""
        leader, cut = self._inference.continued(chosen)
        essence, kept = self._hands.essence, [leader]
        for one in candidates:
            if one.posterior < self._weights.kept or len(kept) == self._weights.beam_width:
                break
            if one is chosen or one.hypothesis.hindsight or self._needs_no_memory(one, chosen):
                continue
            hypothesis, _ = self._inference.continued(one)
            if self._inference.accuses(one) and self._weights.excuses("called_too_late"):
                # Had it happened so nobody would have said so: it is too late to call anybody now.
                hypothesis = replace(hypothesis, hindsight=True, called=True)
            apart = len(leader.path) - common(leader.path, hypothesis.path)
            new = all(essence(hypothesis.state) != essence(other.state) for other in kept)
            if apart <= self._weights.apart and new:
                kept.append(hypothesis)
        self.journal, self.open = leader.path, False
        told = kept[:1] if cut else kept
        self.hypotheses = tuple(replace(one, past_cost=one.past_cost - leader.past_cost) for one in told)
        return leader, cut

    @property
    def entered(self) -> Hypothesis:
        """The hypothesis that the journal tells."""
        return self.hypotheses[0]

    def is_entered(self, candidate: Candidate) -> bool:
        explanation = candidate.explanation
        return candidate.hypothesis is self.entered and not explanation.actions and not explanation.taken_back

    def reweigh(self, candidates: Sequence[Candidate]) -> None:
        """Nothing new to enter: hypotheses that the look has made unlikely are forgotten."""
        if len(self.hypotheses) == 1:
            return
        likely = {id(one.hypothesis) for one in candidates if one.posterior >= self._weights.kept}
        leader = self.entered
        self.hypotheses = tuple(s for s in self.hypotheses if s is leader or id(s) in likely)
        self.open = self.open and len(self.hypotheses) > 1

    def remember(self, same: Candidate, candidates: Sequence[Candidate]) -> None:
        """What hands may have done, if what lies there now was read wrongly, is remembered beside the journal."""
        known = [self._hands.essence(hypothesis.state) for hypothesis in self.hypotheses]
        for one in candidates:
            if one.hypothesis is not self.entered or one.posterior < self._weights.noticeable:
                continue
            if not one.explanation.actions or self._inference.accuses(one):
                continue
            hypothesis, _ = self._inference.continued(one)
            essence = self._hands.essence(hypothesis.state)
            if essence not in known:
                known.append(essence)
                past_cost = self.entered.past_cost + max(one.cost - same.cost, 0.0)
                self.hypotheses = (*self.hypotheses, replace(hypothesis, past_cost=past_cost))[
                    : self._weights.beam_width
                ]

    def _needs_no_memory(self, other: Candidate, chosen: Candidate) -> bool:
        """Whether another explanation is no hypothesis worth remembering.

        It leaves more of the picture unexplained than a misreading does; or it tells the chosen picture without any
        difference that matters, or accuses.
        """
        mine, theirs = chosen.explanation, other.explanation
        misread = (
            theirs.reading_cost <= mine.reading_cost + self._weights.misread_margin
            or other.posterior >= self._weights.noticeable
        )
        if not misread and theirs.laid == mine.laid:
            return True
        if theirs.table != mine.table:
            return False
        return theirs.faulty or other.has_moves_of(chosen)


def beyond_journal(hypothesis: Hypothesis, journal: Sequence[Action]) -> tuple[Action, ...]:
    """What a hypothesis tells beyond the journal, or otherwise."""
    return hypothesis.path[common(journal, hypothesis.path) :]
