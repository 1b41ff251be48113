"""Telling a hypothesis anew from some moment on: another card, another throw, something that nobody saw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.action import Action, Rejected
from companion.referee.hypothesis import Hypothesis
from companion.referee.search import Watched

FACES = _CARD, _DISCARDED = "card", "discarded"
"""The arguments by which actions tell a face that was seen."""


class Revising:
    """Tells hypotheses anew, by the rules of the house."""

    def __init__(self, watched: Watched) -> None:
        self._game = watched.game
        self._hands = watched.hands
        self._weights = watched.weights
        self._told: dict[int, Action] = {}

    def tell(self, action: Action) -> None:
        """People told this very action by the page: it is no reading, and nobody else tells it anew."""
        self._told[id(action)] = action

    def is_told(self, action: Action) -> bool:
        """Whether people told this action themselves."""
        return id(action) in self._told

    def replayed(
        self,
        hypothesis: Hypothesis,
        place: int,
        actions: Iterable[Action],
        cost: float,
        *,
        hindsight: bool = False,
    ) -> Hypothesis | None:
        """The hypothesis told anew from a moment of its trail on; None where that is impossible.

        Nobody is accused by what is entered so; in ``hindsight`` it is not (``Hypothesis.hindsight``), and a fault
        that was announced then stays so.
        """
        called = False
        length, state = hypothesis.trail[place]
        path, trail = list(hypothesis.path[:length]), list(hypothesis.trail[:place])
        for action in actions:
            trail.append((len(path), state))
            try:
                state, events = self._game.apply(state, action)
            except Rejected:
                return None
            if self._hands.accuses(events):
                if not hindsight:
                    return None
                called = called or not self._was_announced(hypothesis, len(path))
            path.append(action)
        past_cost, kept = hypothesis.past_cost + cost, tuple(trail[-self._weights.remembered :])
        return Hypothesis(tuple(path), state, past_cost, kept, hypothesis.firm, hindsight, called)

    def _was_announced(self, hypothesis: Hypothesis, count: int) -> bool:
        """Whether the action after so many was announced as a fault when the journal told it."""
        before = dict(hypothesis.trail).get(count)
        if before is None or count >= len(hypothesis.path):
            return False
        return self._hands.accuses(self._game.apply(before, hypothesis.path[count])[1])

    def revised(
        self,
        hypothesis: Hypothesis,
        face: str,
        instead: str,
        lies: str | None = None,
        *,
        hindsight: bool = False,
    ) -> list[Hypothesis]:
        """The hypotheses in which a card told as ``face`` was another one from then on, the newest card first.

        It costs nothing beyond its reading if it was told where it ``lies`` now. ``hindsight`` as in ``replayed``.
        """
        found: list[Hypothesis] = []
        for place in self._read_at(hypothesis, face):
            length, before = hypothesis.trail[place]
            cost = 0.0
            if lies is None or self._hands.touched(before, hypothesis.path[length])[-1:] != (lies,):
                likely = self._hands.doubts.lookalikes(face)
                cost = self._weights.misread_before + (
                    0.0 if not likely or instead in likely else self._weights.misread_unlike
                )
            told = self.replayed(
                hypothesis,
                place,
                self._renamed(hypothesis.path[length:], face, instead),
                cost,
                hindsight=hindsight,
            )
            if told is not None:
                found.append(told)
                if len(found) == self._weights.copies:
                    break
        return found

    def revised_since_it_lies(
        self, hypothesis: Hypothesis, face: str, instead: str, lies: str
    ) -> list[Hypothesis]:
        """The hypothesis in which the card read only where it ``lies`` was another one; nothing if impossible.

        It is told in hindsight.
        """
        came: int | None = None
        for place in self._read_at(hypothesis, face):
            length, before = hypothesis.trail[place]
            if came is None and self._hands.touched(before, hypothesis.path[length])[-1:] != (lies,):
                continue
            came = place if came is None else came
            if came - place > 1:
                break  # it lay elsewhere, and was read there
            actions = self._renamed(hypothesis.path[length:], face, instead)
            told = self.replayed(hypothesis, place, actions, 0.0, hindsight=True)
            if told is not None:
                return [told]
        return []

    def _read_at(self, hypothesis: Hypothesis, face: str) -> Iterator[int]:
        """The moments of the trail, the newest first, at which this face was seen, and not told by people."""
        told = {face, int(face)} if face.isdecimal() else {face}
        for length, place in reversed(hypothesis.open_trail.items()):
            action = hypothesis.path[length]
            if (action.get(_CARD) in told or action.get(_DISCARDED) in told) and not self.is_told(action):
                yield place

    def _renamed(self, actions: Iterable[Action], face: str, instead: str) -> Iterable[Action]:
        """The actions with another face wherever they were read."""
        return (action if self.is_told(action) else renamed(action, face, instead) for action in actions)


def renamed(action: Action, face: str, instead: str) -> Action:
    """The action with another face where it tells of this one."""
    named = {key: action[key] for key in FACES if str(action.get(key)) == face}
    if any(isinstance(was, int) for was in named.values()) and not instead.isdecimal():
        return action
    return {**action, **{key: type(was)(instead) for key, was in named.items()}} if named else action
