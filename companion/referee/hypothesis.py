"""One way in which the game may have gone, and what the newest look adds to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.action import Action
from companion.referee.search import Explanation


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One way in which the game may have gone since the referee began: the actions, and the state they lead to.

    ``past_cost`` is the cost of what was seen before and is covered now; ``trail`` holds the last moments, newest
    last, as (number of actions, state). The first ``firm`` actions people have settled: they may be put back, but are
    not told anew. ``hindsight``: it changes what people may have answered, so that only they can say that it is true;
    ``called``: it would announce a fault that was not announced then, so that it cannot even be offered. ``weighed``
    are the zones whose reading is part of ``past_cost`` already.
    """

    path: tuple[Action, ...]
    state: Any
    past_cost: float = 0.0
    trail: tuple[tuple[int, Any], ...] = ()
    firm: int = 0
    hindsight: bool = False
    called: bool = False
    weighed: frozenset[str] = frozenset()

    @property
    def open_trail(self) -> dict[int, int]:
        """The moments from which on it may be told anew: number of actions → place in the trail, newest last."""
        return {length: place for place, (length, _) in enumerate(self.trail) if length >= self.firm}

    def after(
        self, actions: tuple[Action, ...], state: Any, *, remembered: int, accused: bool = False
    ) -> Hypothesis:
        """The hypothesis some actions later, with the last ``remembered`` moments; none before an accusation."""
        trail = () if accused else (*self.trail, (len(self.path), self.state))[-remembered:]
        return replace(self, path=(*self.path, *actions), state=state, trail=trail)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A hypothesis, an explanation of the newest look that continues it, and its share of belief.

    ``excuses``: which of them (``docs/referee.md``) proposed it; none did where the search itself found it.
    """

    hypothesis: Hypothesis
    explanation: Explanation
    posterior: float = 0.0
    excuses: tuple[str, ...] = ()

    @property
    def cost(self) -> float:
        """The cost of the whole."""
        return self.hypothesis.past_cost + self.explanation.total

    def has_moves_of(self, other: Candidate) -> bool:
        """Whether another explanation is the same actions, perhaps in another order."""
        mine, theirs = self.explanation, other.explanation
        same = self.hypothesis is other.hypothesis and mine.taken_back == theirs.taken_back
        return same and mine.told == theirs.told

    @property
    def rewound(self) -> Hypothesis:
        """The hypothesis before what was put back."""
        hypothesis, back = self.hypothesis, self.explanation.taken_back
        if not back:
            return hypothesis
        length = len(hypothesis.path) - back
        place = next(place for place, (count, _) in enumerate(hypothesis.trail) if count == length)
        return replace(
            hypothesis,
            path=hypothesis.path[:length],
            state=hypothesis.trail[place][1],
            trail=hypothesis.trail[:place],
        )


def common(one: Sequence[Action], other: Sequence[Action]) -> int:
    """How many first actions two paths share."""
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine is not theirs:
            break
        count += 1
    return count
