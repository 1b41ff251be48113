"""Whoever follows an evening from its sightings: a referee with a journal in memory, or a whole running table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from companion.action import Action, Event
from companion.confirming import proposed
from companion.game import Answer, Game, Proposal
from companion.referee.verdict import Verdict
from companion.showing import AfterAnswer
from companion.sighting import Sighting, ZoneReading
from companion.table import Table


class Referee(Protocol):
    """What is needed of ``companion.referee.Referee``."""

    @property
    def readings(self) -> Mapping[str, ZoneReading]:
        """What was read last of each zone that can be seen now."""

    def observe(self, sighting: Sighting) -> Verdict:
        """What a sighting means."""

    def glance(self, sighting: Sighting) -> None:
        """A sighting that came while a question was open."""

    def next_kept(self) -> Verdict | None:
        """What the oldest of those means; None when there is none left."""

    def tapped(self, action: Action, state: Any) -> None:
        """People tapped an action; the state after it."""

    def believe(self, state: Any, moves: Sequence[Action]) -> None:
        """People answered a question: this is the state now, and all moves that led to it."""

    def restart(self, state: Any, moves: Sequence[Action]) -> None:
        """People corrected the journal: so it is now, and the table may first have to be put right."""


RefereeFactory = Callable[[Game, Any], Referee]
"""Makes a referee for a game in a state; ``companion.referee.Referee`` is one."""


class Follower(Protocol):
    """The journal of the evening and whoever writes it: what people at the table see of it, and what they tap.

    ``actions`` are those that count; ``states[n]`` is the state after n of them, ``outcomes[n]`` the events of
    ``actions[n]``.
    """

    actions: list[Action]
    states: list[Any]
    outcomes: list[tuple[Event, ...]]

    @property
    def question(self) -> Proposal | None:
        """The question that is open."""

    @property
    def posterior(self) -> float | None:
        """How likely (0..1) the last verdict was held to be right; None where that is not told."""

    @property
    def differing(self) -> tuple[str, ...]:
        """The zones of which people are told that something else should lie there."""

    @property
    def refused(self) -> bool:
        """Whether people are told that the rules refuse what was seen last."""

    @property
    def proposed(self) -> Action | None:
        """What people are offered to confirm by one tap."""

    def observe(self, sighting: Sighting) -> str:
        """Takes a sighting; returns the kind of the verdict."""

    def tap(self, action: Action) -> None:
        """Plays an action that people told by the page; raises ``Rejected``."""

    def answer(self, choice: int | None, action: Action | None = None) -> None:
        """Answers the open question, or by an ``action`` that no answer tells; neither: something else."""

    def catch_up(self) -> str | None:
        """Judges the next look that came while a question was open: the kind of its verdict, None without any."""

    def undo(self) -> None:
        """Takes the last action back."""


FollowerFactory = Callable[[Game, Any], Follower]
"""Makes what follows an evening, for a game in its first state."""


class FollowedByReferee:
    """A referee and its journal in memory: quick enough for thousands of games."""

    def __init__(self, game: Game, state: Any, referee: Referee) -> None:
        self._game = game
        self._referee = referee
        self._question: Proposal | None = None
        self.actions: list[Action] = []
        self.states: list[Any] = [state]
        self.outcomes: list[tuple[Event, ...]] = []
        self.verdict: Verdict | None = None

    @classmethod
    def by(cls, factory: RefereeFactory) -> FollowerFactory:
        """How an evening gets such a follower, given how a referee is made."""
        return lambda game, state: cls(game, state, factory(game, state))

    @property
    def question(self) -> Proposal | None:
        """The question that is open."""
        return self._question

    @property
    def posterior(self) -> float | None:
        """How likely (0..1) the last verdict was held to be right; None where that is not told."""
        return None if self.verdict is None else self.verdict.reading.get("posterior")

    @property
    def differing(self) -> tuple[str, ...]:
        """The zones of which people are told that something else should lie there."""
        return () if self.verdict is None else tuple(one.zone for one in self.verdict.differences)

    @property
    def refused(self) -> bool:
        """Whether people are told that the rules refuse what was seen last."""
        return self.verdict is not None and self.verdict.kind == "refused"

    @property
    def proposed(self) -> Action | None:
        """What people are offered to confirm by one tap."""
        if self._question is not None:
            return None
        return proposed(self._game, self.states[-1], self._referee.readings)

    def observe(self, sighting: Sighting) -> str:
        """Takes a sighting; returns the kind of the verdict."""
        return self.see(sighting).kind

    def see(self, sighting: Sighting) -> Verdict:
        """Takes a sighting and writes down what the referee plays."""
        if self._question is not None:
            self._referee.glance(sighting)
            return Verdict("waiting")
        return self._entered(self._referee.observe(sighting))

    def _entered(self, verdict: Verdict) -> Verdict:
        self.verdict = verdict
        if verdict.kind == "played":
            self._write(verdict.taken_back, verdict.actions)
        elif verdict.kind == "asked":
            self._question = verdict.question
        return verdict

    def tap(self, action: Action) -> None:
        """Plays an action that people told by the page; raises ``Rejected``."""
        self._write(0, (action,))
        self._referee.tapped(action, self.states[-1])

    def answer(self, choice: int | None, action: Action | None = None) -> None:
        """Answers the open question, or by an ``action`` that no answer tells; neither: something else."""
        question, self._question = self._question, None
        if question is None:
            return
        if action is not None:
            self._write(0, (action,))
            self._referee.believe(self.states[-1], self.actions)
            return
        if choice is None:
            self._referee.restart(self.states[-1], self.actions)
            return
        answer = question.answers[choice]
        self._write(answer.taken_back, followed(answer))
        self._referee.believe(self.states[-1], self.actions)

    def catch_up(self) -> str | None:
        """Judges the next of the looks that came while a question was open."""
        verdict = None if self._question is not None else self._referee.next_kept()
        return None if verdict is None else self._entered(verdict).kind

    def undo(self) -> None:
        """Takes the last action back."""
        self._write(1, ())
        self._referee.restart(self.states[-1], self.actions)

    def _write(self, taken_back: int, actions: Sequence[Action]) -> None:
        kept = len(self.actions) - taken_back
        states, outcomes = list[Any](), list[tuple[Event, ...]]()
        state = self.states[kept]
        for action in actions:
            state, events = self._game.apply(state, action)
            states.append(state)
            outcomes.append(events)
        del self.actions[kept:], self.states[kept + 1 :], self.outcomes[kept:]
        self.actions += actions
        self.states += states
        self.outcomes += outcomes


class FollowedByTable:
    """A whole running table that is handed sightings and taps, journal on disk and all.

    It counts from the moment when it is made: ``actions`` are those since then. When the journal is taken back to
    before that moment it begins anew from there (``renewed``).
    """

    def __init__(self, table: Table) -> None:
        if table.game is None:
            raise ValueError("no game is open at this table")
        self._table = table
        self._game = table.game
        self.renewed = 0
        self._begin()

    def _begin(self) -> None:
        self._before = [move.action for move in self._table.moves()]
        self.actions: list[Action] = []
        self.states: list[Any] = [self._table.state]
        self.outcomes: list[tuple[Event, ...]] = []

    @property
    def question(self) -> Proposal | None:
        """The question that is open, as far as the page tells it."""
        shown = self._table.snapshot()
        asked = shown.question
        if asked is None:
            return None
        answers = tuple(map(self._told, asked.answers, shown.after_answers))
        return Proposal(asked.code, asked.arguments, answers, asked.evidence)

    @property
    def posterior(self) -> float | None:
        """A page tells none."""
        return None

    @property
    def differing(self) -> tuple[str, ...]:
        """The zones that the page marks."""
        return tuple(one.zone for one in self._table.differences())

    @property
    def refused(self) -> bool:
        """Whether the page says that the rules refuse what was seen last."""
        return self._table.snapshot().refusal is not None

    @property
    def proposed(self) -> Action | None:
        """What the page offers to confirm by one tap."""
        return self._table.snapshot().to_confirm

    @staticmethod
    def _told(answer: Mapping[str, Any], after: AfterAnswer) -> Answer:
        arguments = answer["arguments"]
        actions = tuple(arguments.get("actions") or ())
        first = actions[0] if actions else None
        back = len(after.taken_back) + int(arguments.get("retold", {"count": 0})["count"])
        return Answer(answer["code"], arguments, first, 0.0, actions[1:], back)

    def observe(self, sighting: Sighting) -> str:
        """Hands the table a sighting."""
        outcome = self._table.observe(sighting)
        self.refresh()
        return outcome

    def tap(self, action: Action) -> None:
        """Plays an action that people told by the page; raises ``Rejected``."""
        self._table.act(action)
        self.refresh()

    def answer(self, choice: int | None, action: Action | None = None) -> None:
        """Answers the open question, or by an ``action`` that no answer tells; neither: something else."""
        asked = self._table.snapshot().question
        if asked is not None:
            self._table.answer(asked.id, choice=choice, action=action)
        self.refresh()

    def catch_up(self) -> str | None:
        """The table has judged all of them with the answer."""
        return None

    def undo(self) -> None:
        """Takes the last action back."""
        self._table.undo()
        self.refresh()

    def refresh(self) -> bool:
        """Reads the journal anew; returns whether the actions have changed."""
        now = [move.action for move in self._table.moves()]
        begun = len(self._before)
        if now[:begun] != self._before:
            self.renewed += 1
            self._begin()
            return True
        now = now[begun:]
        kept = 0
        while kept < min(len(now), len(self.actions)) and (
            now[kept] is self.actions[kept] or now[kept] == self.actions[kept]
        ):
            kept += 1
        changed = kept < max(len(now), len(self.actions))
        del self.actions[kept:], self.states[kept + 1 :], self.outcomes[kept:]
        for action in now[kept:]:
            state, events = self._game.apply(self.states[-1], action)
            self.actions.append(action)
            self.states.append(state)
            self.outcomes.append(events)
        return changed


def followed(answer: Answer) -> tuple[Action, ...]:
    """The actions that an answer plays."""
    return (*(() if answer.action is None else (answer.action,)), *answer.then)
