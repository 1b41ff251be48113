"""What is looked at once more, and what people are then asked about once: each time because of certain hands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from companion.action import Action, Rejected
from companion.game import Proposal
from companion.referee.asking import Asking
from companion.referee.search import Watched
from companion.referee.throws import Refusal
from companion.referee.verdict import Verdict

HandsSeen = tuple[tuple[str, int], ...]
"""Zones in which hands were, each with when they left it last (ms)."""


class LookingAgain:
    """Remembers which hands were looked at again because of, and which people were asked about."""

    def __init__(self, watched: Watched, asked: Asking) -> None:
        self._hands = watched.hands
        self._evidence = watched.evidence
        self._asked = asked
        self._looked_again_for: HandsSeen = ()
        self._asked_about: HandsSeen = ()

    def hands_in(self, zones: Collection[str]) -> HandsSeen:
        """When hands were last in those of these zones in which any were."""
        touched = self._evidence.touched
        return tuple(sorted((zone, touched[zone].end_ms) for zone in zones if zone in touched))

    def is_due(self, hands: HandsSeen) -> bool:
        """Whether nobody has looked again because of these hands yet; somebody has then."""
        if hands == self._looked_again_for:
            return False
        self._looked_again_for = hands
        return True

    def whether_checked(self, state: Any, refused: Sequence[tuple[Action, Rejected]]) -> Verdict | None:
        """What lies there contradicts what was known: it is looked at again, then people are asked once."""
        for action, refusal in refused:
            checked = self._hands.doubts.checked(action, refusal.code)
            if checked is None:
                continue
            hands = self.hands_in(self._hands.touched(state, action))
            if self.is_due(hands):
                return Verdict("look_again")
            verdict = self.of_unseen([checked], hands)
            return None if verdict is None else replace(verdict, refusal=Refusal.of(action, refusal))
        return None

    def what_cannot_be_read(self, state: Any) -> Verdict | None:
        """Of a row just laid down some cards cannot be read: it is looked at again, then people are asked once."""
        question = self._asked.unread(state)
        if question is None:
            return None
        if self.is_due(self.hands_in(question.arguments["zones"])):
            return Verdict("look_again")
        return self._once(question)

    def what_was_laid(self, state: Any) -> Verdict | None:
        """What had to be laid on a pile could not be read in two looks: people are asked once."""
        question = self._asked.laid_unread(state)
        return None if question is None else self._once(question)

    def which_card(self, state: Any, refused: Sequence[Action]) -> Verdict | None:
        """The rules refuse every face that a card just turned up may have: it is looked at again, then asked."""
        touched = self._evidence.touched.keys()
        told = [one for one in refused if touched >= set(self._hands.touched(state, one))]
        if len({str({**action, "card": None}) for action in told}) != 1:
            return None
        question = self._asked.misread(state, told[0])
        if question is None:
            return None
        if self.is_due(self.hands_in(self._hands.touched(state, told[0]))):
            return Verdict("look_again")
        return self._of(question)

    def of_unseen(self, actions: Sequence[Action], hands: HandsSeen) -> Verdict | None:
        """The question whether these hands have done what nobody saw; None where it was asked before."""
        if self._was_asked(hands):
            return None
        return self._of(self._asked.untraced(actions, sorted(zone for zone, _ in hands)))

    def _once(self, question: Proposal) -> Verdict | None:
        asked = self._was_asked(self.hands_in(question.arguments["zones"]))
        return None if asked else self._of(question)

    def _was_asked(self, hands: HandsSeen) -> bool:
        """Whether people were asked about these hands before; they are now."""
        before, self._asked_about = self._asked_about, hands
        return before == hands

    def _of(self, question: Proposal) -> Verdict:
        return Verdict("asked", question=question, reading={"sighting": self._evidence.seq})
