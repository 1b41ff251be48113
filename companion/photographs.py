"""The photographs of the running table: of what a question is about, of what lies wrongly, of what was refused.

Zones and slots by their names only: whoever looks keeps the picture and covers in it what is secret.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from companion.action import Event
from companion.fold import Folded
from companion.game import Game, Proposal
from companion.offering import differing, led_to, offered_answer
from companion.referee import Refusal, Verdict

_log = logging.getLogger("companion.photographs")

Slots = Mapping[str, Collection[int]]


class Photograph(Protocol):
    """Keeps a picture of zones, of those that have slots only these; gives its evidence id, None for none."""

    def __call__(self, zones: Collection[str], slots: Slots, /) -> str | None: ...


class QuestionAsked(Protocol):
    """What is needed of a question that was answered: the picture beside it."""

    @property
    def evidence(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Pictured:
    """The places that lie wrongly, are refused, or show a fault, and the kept picture of them, if there is one."""

    zones: tuple[str, ...] = ()
    evidence: str | None = None


NOTHING_PICTURED = Pictured()


@dataclass(frozen=True, slots=True)
class _Fault:
    """A fault by the ``moment`` at which it was called, and the ``slots`` of which a picture is still to be taken."""

    moment: object
    pictured: Pictured = NOTHING_PICTURED
    slots: Slots = field(default_factory=dict)


_NO_FAULT = _Fault(None)


class Photographs:
    """Has pictures kept by ``photograph``; not thread-safe: the table serialises access."""

    def __init__(self) -> None:
        self.photograph: Photograph = lambda zones, slots: None
        self._before: tuple[object, Pictured] = (None, NOTHING_PICTURED)
        self._fault = _NO_FAULT
        self._due: tuple[Collection[str], Slots] | None = None

    def kept(self, zones: Collection[str], slots: Slots | None = None) -> str | None:
        """The evidence of a new picture of these places; None where none can be made."""
        try:
            return self.photograph(zones, slots or {})
        except Exception:  # a doubt or a fault without its picture is better than none
            _log.exception("No picture of %s could be kept.", ", ".join(zones))
            return None

    def of_question(self, folded: Folded, game: Game, asked: Proposal) -> Proposal:
        """The question with a picture of where its answers differ; with the one it has where none can be made.

        What only its owner may see is in no picture.
        """
        states = [led_to(game, folded, offered_answer(one), judged=False) for one in asked.answers]
        tables = [game.visible_table(state) for state in states if state is not None]
        zones = _open(game, folded.state, sorted(differing(tables)) or asked.arguments.get("zones", ()))
        evidence = self.kept(zones) if zones else None
        if evidence is None:
            return asked
        return replace(asked, evidence=evidence, arguments={**asked.arguments, "pictured": zones})

    def of_verdict(
        self, seq: int, folded: Folded, game: Game, verdict: Verdict, *, moved: bool = False
    ) -> Pictured:
        """The places that a verdict is about, with the picture of them that there is already; ``taken`` makes it.

        None where things have ``moved`` since, or a question is open. The picture of a fault stays until another
        move, or until all lies right. What hands may still be about to put right is pictured when it is seen so once
        more, or after another entry, ``seq``. What only its owner may see is in no picture.
        """
        self._due = None
        if game.hands is None or moved or folded.question is not None:
            return NOTHING_PICTURED
        new = folded.outcomes[folded.played - len(verdict.actions) : folded.played]
        is_called = self._call(folded, game, [event for events in new for event in events])
        if not is_called and verdict.kind == "same":
            self._fault = _NO_FAULT
        if self._fault.moment == _moment(folded):
            slots = self._fault.slots
            if slots and (is_called or slots.keys() <= {one.zone for one in verdict.differences}):
                self._due = tuple(slots), slots
            return self._fault.pictured
        places = _places(game, folded.state, verdict)
        told = (seq, verdict.kind == "unfinished", verdict.differences, verdict.refusal)
        before, pictured = self._before
        if told != before:
            pictured = Pictured(places) if places else NOTHING_PICTURED
        if pictured.evidence is None and (told == before or verdict.kind != "unfinished"):
            shown = _open(game, folded.state, places)
            self._due = (shown, {}) if shown else None
        self._before = told, pictured
        return pictured

    def of_answer(self, folded: Folded, game: Game, asked: QuestionAsked | None, *, moved: bool) -> Pictured:
        """A fault that people have confirmed, with the picture of the question.

        The next look that shows it still makes one of its own, unless things have ``moved`` by now.
        """
        if not self._call(folded, game, folded.events):
            return NOTHING_PICTURED
        pictured = replace(self._fault.pictured, evidence=None if asked is None else asked.evidence)
        self._fault = replace(self._fault, pictured=pictured, slots={} if moved else self._fault.slots)
        return pictured

    def _call(self, folded: Folded, game: Game, events: Sequence[Event]) -> bool:
        """Whether these events announce a fault that can be seen: it is the one to be pictured."""
        slots = {} if game.hands is None else game.hands.shows_fault(folded.state, events)
        if slots:
            self._fault = _Fault(_moment(folded), Pictured(tuple(slots)), slots)
        return bool(slots)

    def taken(self, pictured: Pictured) -> Pictured:
        """The same places with the picture that is due of them, or the one there is where none can be made.

        This takes its time: whoever waits for words is told before. To be called by the thread that looks.
        """
        if self._due is None:
            return pictured
        shown = Pictured(pictured.zones, self.kept(*self._due) or pictured.evidence)
        self._due = None
        if self._fault.pictured is pictured:
            self._fault = replace(self._fault, pictured=shown, slots={})
        else:
            self._before = self._before[0], shown
        return shown

    def of_refused_throw(self, game: Game, refusal: Refusal | None, evidence: str | None) -> Pictured:
        """A refused throw by the picture that its reading has kept."""
        if refusal is None or game.hands is None:
            return NOTHING_PICTURED
        return Pictured(tuple(sorted(game.hands.trays)), evidence)


def _moment(folded: Folded) -> object:
    """What a move or a correction changes, and no note."""
    last = folded.moves[folded.played - 1].seq if folded.played else None
    return last, folded.events


def _places(game: Game, state: Any, verdict: Verdict) -> tuple[str, ...]:
    """The zones that lie otherwise than they should; where the rules refuse what leaves no trace, those of that."""
    if verdict.differences or verdict.refusal is None or game.hands is None:
        return tuple(one.zone for one in verdict.differences)
    return tuple(game.hands.touched(state, verdict.refusal.action))


def _open(game: Game, state: Any, zones: Collection[str]) -> list[str]:
    private = frozenset() if game.hands is None else game.hands.private(state)
    return [zone for zone in zones if zone not in private]
