"""Whoever follows an evening from its sightings: a referee with a journal in memory, or a whole running table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from companion.game import Action, Game, Proposal
from companion.referee.verdict import Verdict
from companion.sighting import Sighting


class Referee(Protocol):
    """What is needed of ``companion.referee.Referee``."""

    def observe(self, sighting: Sighting) -> Verdict:
        """What a sighting means."""

    def tapped(self, action: Action, state: Any) -> None:
        """People tapped an action; the state after it."""

    def restart(self, state: Any) -> None:
        """People put the journal right: this is the state now."""


RefereeFactory = Callable[[Game, Any], Referee]
"""Makes a referee for a game in a state; ``companion.referee.Referee`` is one."""


class Follower(Protocol):
    """The journal of the evening and whoever writes it: what people at the table see of it, and what they tap."""

    @property
    def actions(self) -> Sequence[Action]:
        """The actions that count, in the journal's order."""

    @property
    def state(self) -> Any:
        """The journal's state now."""

    @property
    def question(self) -> Proposal | None:
        """The question that is open."""

    def observe(self, sighting: Sighting) -> str:
        """Takes a sighting; returns the kind of the verdict."""

    def tap(self, action: Action) -> None:
        """Plays an action that people told by the page; raises ``Rejected``."""

    def answer(self, choice: int | None) -> None:
        """Answers the open question; None: something else."""

    def undo(self) -> None:
        """Takes the last action back."""
