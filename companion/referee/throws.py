"""A throw in the tray: from its sighting to a roll, a question, or a refusal said aloud.

A doubt is cheap, a wrong entry is expensive: one explanation is played only when it is sure, else it is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.action import Action, Rejected
from companion.game import Game, Proposal
from companion.referee.weights import DIGITS
from companion.sighting import Sighting


@dataclass(frozen=True, slots=True)
class Refusal:
    """An action that was seen and that the rules refuse; ``audience`` as that of ``Rejected``."""

    code: str
    details: Mapping[str, Any]
    action: Action
    audience: tuple[str, ...] | None = None

    @classmethod
    def of(cls, action: Action, rejected: Rejected) -> Refusal:
        """What the rules said of an action."""
        return cls(rejected.code, dict(rejected.details), dict(action), rejected.audience)


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do about a sighting: play ``action``, ask ``question``, show ``refusal``, or nothing.

    ``reading`` says for the journal how surely the sighting was read.
    """

    action: Action | None = None
    question: Proposal | None = None
    refusal: Refusal | None = None
    reading: Mapping[str, Any] | None = None


def explain(game: Game, state: Any, sighting: Sighting) -> Decision:
    """The decision on a sighting in a state; pure."""
    proposal = game.explain(state, sighting) if game.explain else None
    if proposal is None or not proposal.answers:
        return Decision()
    decision = _decided(game, state, proposal)
    return replace(decision, reading=_reading(proposal, sighting))


def _decided(game: Game, state: Any, proposal: Proposal) -> Decision:
    if len(proposal.answers) > 1:
        return Decision(question=proposal)
    action = proposal.answers[0].action
    if action is None:
        return Decision()
    try:
        game.apply(state, action)
        return Decision(action=action)
    except Rejected as refusal:
        return _mended(game, state, action, refusal, proposal.evidence)


def _mended(game: Game, state: Any, action: Action, refusal: Rejected, evidence: str | None) -> Decision:
    """What is thrown may only lack a word from the players, such as which horse runs."""
    try:
        lacking = game.complete(state, action, refusal)
    except Rejected as other:
        lacking, refusal = None, other
    if lacking is None:
        return Decision(refusal=Refusal.of(action, refusal))
    if len(lacking.answers) == 1:
        return Decision(action=lacking.answers[0].action)
    asked = Proposal(lacking.code, lacking.arguments, lacking.answers, evidence)
    return Decision(question=asked)


def _reading(proposal: Proposal, sighting: Sighting) -> dict[str, Any]:
    """How surely it was read, for the journal: the faces as believed, and the evidence of the whole zone."""
    faces = [{"face": face, "p": round(chance, DIGITS)} for face, chance in proposal.seen]
    evidence = next((zone.evidence for zone in sighting.zones.values() if zone.evidence), None)
    return {"faces": faces, "evidence": evidence}
