"""What is worth saying aloud, and in which order: from what everybody may see of the table to short announcements.

Made from public snapshots only, for everybody hears them. Said are faults, questions, what came of a move, what was
laid out and waits for a tap, and whose turn it is after these; not each card, and not each turn. Pure: no thread, no
clock, no sound.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from companion.action import Action
from companion.games import load
from companion.showing import GameShown, Snapshot
from companion.words import sentence, spoken

MOST_WAITING = 4
"""How many announcements may wait at once."""
FRESH_S = 3.0
"""Seconds after which news that could not be said are not said any more."""
URGENT_FRESH_S = 10.0
"""The same for faults and questions: the table waits for them."""
MOST_CONSEQUENCES = 2
"""How many consequences of a correction are said; the page tells them all."""

TURNS = frozenset({"turn_started", "turn_passed"})
"""The events that say whose turn it is."""
CONSEQUENCES = frozenset({"changed_left_out", "changed_now_fault", "changed_no_fault"})
"""What a correction brought about; the correction itself need not be said to whoever has just made it."""


class Urgency(IntEnum):
    """How soon something is said: a fault cuts short what is less urgent, a question only comes first."""

    NEWS = 0
    QUESTION = 1
    FAULT = 2

    @property
    def fresh_s(self) -> float:
        """How long it may wait, in seconds."""
        return FRESH_S if self is Urgency.NEWS else URGENT_FRESH_S


@dataclass(frozen=True, slots=True)
class Announcement:
    """One thing to say, in sentences, of which ``turn`` says whose turn it is after that.

    ``game`` is the number of its game in the journal, ``seq`` the entry that it is about.
    """

    game: int
    seq: int
    urgency: Urgency
    lines: tuple[str, ...]
    turn: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All its sentences."""
        return " ".join((*self.lines, *self.turn))

    def as_json(self) -> dict[str, Any]:
        """The announcement as JSON values, its urgency by name."""
        return {
            "game": self.game,
            "seq": self.seq,
            "urgency": self.urgency.name.lower(),
            "lines": list(self.lines),
            "turn": list(self.turn),
        }

    def still(self, shown: Snapshot) -> Announcement | None:
        """What of this is still so in the public snapshot ``shown``: nothing corrected, the question open…"""
        game, question = shown.game, shown.question
        if game is None or game.number != self.game:
            return None
        if shown.changes and self.seq < shown.seq:
            return None
        if self.urgency is Urgency.QUESTION and (question is None or question.id != self.seq):
            return None
        return replace(self, turn=()) if self.turn and self.seq < shown.seq else self


class Announcer:
    """Makes announcements of public snapshots, and of everything only once."""

    def __init__(self, language: str, seq: int = 0, refusal: object = None) -> None:
        """``seq`` is the last entry that was heard already, ``refusal`` the last one of the camera."""
        self._language = language
        self._seq = seq
        self._refusal = refusal
        self._called: list[Mapping[str, Any]] = []
        self._set_up = (0, 0, False)
        self._proposed: Action | None = None

    @classmethod
    def after(cls, snapshot: Snapshot, language: str) -> Announcer:
        """An announcer to whom nothing up to this snapshot is news."""
        shown = _public(snapshot)
        announcer = cls(language, shown.seq, shown.refusal)
        announcer._laid_out(shown)
        announcer._proposed = shown.to_confirm
        return announcer

    def hear(self, snapshot: Snapshot) -> tuple[Announcement, ...]:
        """What is to be said of a snapshot, the most urgent first; nothing of one that was heard before."""
        shown = _public(snapshot)
        seq, refusal = shown.seq, shown.refusal
        before, refused = self._seq, self._refusal
        if seq < before or shown.game is None:
            return ()
        self._seq, self._refusal = seq, refusal
        found = []
        if refusal is not None and (seq, refusal) != (before, refused):
            found.append(self._announcement(shown, Urgency.FAULT, seq, self._worded(shown, [refusal])))
        question = shown.question
        if question is not None and question.id > before:
            asked = self._worded(shown, [{"code": question.code, "arguments": question.arguments}])
            found.append(self._announcement(shown, Urgency.QUESTION, question.id, asked))
        if seq > before and not snapshot.quiet:
            found.append(self._happened(shown, seq - before))
        if set_up := self._laid_out(shown):
            found.append(self._announcement(shown, Urgency.NEWS, seq, set_up))
        if (proposed := shown.to_confirm) != self._proposed:
            self._proposed = proposed
            laid = [] if proposed is None else [{"code": f"confirm_{proposed['do']}", "arguments": proposed}]
            found.append(self._announcement(shown, Urgency.NEWS, seq, self._worded(shown, laid)))
        told = [announcement for announcement in found if announcement.lines]
        return tuple(sorted(told, key=lambda announcement: -announcement.urgency))

    def _laid_out(self, shown: Snapshot) -> Sequence[str]:
        """How the table lies before the game: once when all of it is seen, when all is right, and to whoever asks.

        In between hands lay it out, and the page tells what is left to do.
        """
        set_up, number = shown.set_up, _game(shown).number if shown.game else 0
        if set_up is None:
            return ()
        told, asked, was_right = self._set_up
        is_wanted = set_up.asked > (asked if told == number else 0)
        # What the rules say of a thing that lies wrong is enough of it.
        is_news = (
            set_up.is_seen
            and shown.refusal is None
            and (told != number or (set_up.is_right and not was_right))
        )
        if not is_wanted and not is_news:
            return ()
        self._set_up = (number, set_up.asked, set_up.is_right)
        return set_up.said(self._language)

    def _happened(self, shown: Snapshot, entries: int) -> Announcement:
        """What the last of so many entries brought: faults first, then the rest, then whose turn it is."""
        game = _game(shown).id
        infractions = load(game).codes.infractions
        faults, others, turns = [], [], []
        for event in shown.events:
            if event.get("code") in infractions:
                faults.append(event)
            elif event["event"] in TURNS:
                turns.append(event)
            else:
                others.append(event)
        again, self._called = bool(faults) and faults == self._called and entries > 1, faults
        if again:  # what came before a fault is told otherwise now; it is the same fault still
            return self._announcement(shown, Urgency.NEWS, shown.seq, ())
        called, news, turn = (
            spoken(game, kind, self._language) if kind else [] for kind in (faults, others, turns)
        )
        consequences = [change for change in shown.changes if change["code"] in CONSEQUENCES]
        news += self._worded(shown, consequences[:MOST_CONSEQUENCES])
        urgency = Urgency.FAULT if called else Urgency.NEWS
        return self._announcement(shown, urgency, shown.seq, [*called, *news], turn)

    @staticmethod
    def _announcement(
        shown: Snapshot, urgency: Urgency, about: int, lines: Sequence[str], turn: Sequence[str] = ()
    ) -> Announcement:
        return Announcement(_game(shown).number, about, urgency, tuple(lines), tuple(turn))

    def _worded(self, shown: Snapshot, told: Iterable[Mapping[str, Any]]) -> list[str]:
        """Codes with their arguments in words; one that cannot be worded is left to the page."""
        lines = []
        for one in told:
            arguments = one["details"] if "details" in one else one["arguments"]
            with suppress(KeyError, ValueError, IndexError):
                lines.append(sentence(_game(shown).id, one["code"], arguments, self._language))
        return lines


class Backlog:
    """What waits to be said: never more than ``MOST_WAITING``, the most urgent first, nothing stale.

    Times are seconds of any clock that only goes forward.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[float, Announcement]] = []

    def put(self, announcements: Iterable[Announcement], now: float) -> None:
        """Adds announcements; where there are too many the least urgent, of these the oldest, are dropped."""
        self._waiting += [(now, announcement) for announcement in announcements]
        self._waiting.sort(key=lambda one: -one[1].urgency)
        while len(self._waiting) > MOST_WAITING:
            least = self._waiting[-1][1].urgency
            del self._waiting[next(i for i, one in enumerate(self._waiting) if one[1].urgency == least)]

    def moved_on(self, snapshot: Snapshot) -> None:
        """Drops what is no longer so now that the table shows this."""
        if not snapshot.quiet:
            shown = _public(snapshot)
            waiting = [(since, announcement.still(shown)) for since, announcement in self._waiting]
            self._waiting = [(since, still) for since, still in waiting if still is not None]

    def overtakes(self, current: Announcement) -> bool:
        """Whether a fault waits while something less urgent is being said."""
        first = self._waiting[0][1].urgency if self._waiting else None
        return first is Urgency.FAULT and current.urgency < Urgency.FAULT

    def take(self, now: float) -> Announcement | None:
        """What is to be said next; None when nothing waits that is still fresh."""
        while self._waiting:
            since, announcement = self._waiting.pop(0)
            if now - since <= announcement.urgency.fresh_s:
                return announcement
        return None


def _public(snapshot: Snapshot) -> Snapshot:
    """What everybody may see of a snapshot, whoever it was made for."""
    shown = snapshot.of_seat(None)
    if shown.seat is not None:
        raise ValueError("a seat's own view is never said aloud")
    return shown


def _game(shown: Snapshot) -> GameShown:
    """The game of a snapshot of which something is said: without one nothing is."""
    if shown.game is None:
        raise ValueError("no game is in play")
    return shown.game
