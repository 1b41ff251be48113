"""From the journal to the game: which entries count, and the state they lead to.

Undo, amendment and answers are entries; nothing is ever taken back by inverse moves. Folding the same entries always
gives the same result.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.action import Action, Event, Rejected
from companion.game import Game
from companion.journal import Entry
from companion.record import Header

Outcome = tuple[Any, tuple[Event, ...]]
"""What the rules make of an action: the state after it and its events."""
RECENT = 32
"""So many moves can be taken back without playing the game from its beginning: a long one has thousands."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action that counts: the entry that brought it, and how surely it was read."""

    seq: int
    action: Action
    reading: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """An open question; ``about`` is the move that an amendment has made impossible, if that is the question."""

    seq: int
    body: Mapping[str, Any]

    @property
    def about(self) -> int | None:
        """The seq of the move in doubt after an amendment."""
        about: int | None = self.body.get("about")
        return about


@dataclass(frozen=True, slots=True)
class Conflict:
    """The first move that is refused when the journal is replayed."""

    move: Move
    refusal: Rejected


@dataclass(frozen=True, slots=True)
class Folded:
    """A game as its journal tells it. ``state`` stops before the conflict if there is one.

    ``moves`` are all that count, ``played`` how many of them the rules accepted, ``outcomes`` the events of each of
    these; ``undone`` are seqs taken back; ``questions`` wait for an answer, the last one is asked. ``recent`` are the
    states before each of the last moves played, at most ``RECENT``.
    """

    header: Header
    state: Any
    moves: tuple[Move, ...]
    played: int
    undone: frozenset[int]
    questions: tuple[Question, ...]
    conflict: Conflict | None
    outcomes: tuple[tuple[Event, ...], ...]
    recent: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    def state_after(self, count: int) -> Any | None:
        """The state after so many of the moves played, None where it is not kept."""
        back = self.played - count
        if back == 0:
            return self.state
        return self.recent[-back] if 0 < back <= len(self.recent) else None

    @property
    def question(self) -> Question | None:
        """The open question: the last one that waits for an answer."""
        return self.questions[-1] if self.questions else None

    @property
    def actions(self) -> tuple[Action, ...]:
        """What people did, as far as it counts and the rules accept it: what led to ``state``."""
        return tuple(move.action for move in self.moves[: self.played])

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the last move played."""
        return self.outcomes[-1] if self.outcomes else ()

    @property
    def told(self) -> Mapping[int, tuple[Event, ...]]:
        """The events of every move played, by its seq."""
        return {
            move.seq: events for move, events in zip(self.moves[: self.played], self.outcomes, strict=True)
        }


def header_of(entries: Sequence[Entry]) -> Header:
    """The header of a game from its first entry."""
    body = entries[0].body
    return Header(body["game"], tuple(body["players"]), body["options"], body["setup"])


def fold(game: Game, entries: Sequence[Entry], known: Folded | None = None) -> Folded:
    """The game that these entries (of one game, oldest first) lead to.

    ``known`` is the same game at another moment: what both have in common is not played again where it is kept.
    """
    header = header_of(entries)
    undone = _undone(entries)
    moves = _effective_moves(entries, undone)
    begun = _in_common(known, moves) if known is not None and known.header == header else 0
    state = known.state_after(begun) if known is not None and begun else None
    outcomes = list[tuple[Event, ...]]()
    recent: deque[Any] = deque(maxlen=RECENT)
    if known is None or state is None:
        begun, state = 0, header.new_game()
    else:
        outcomes.extend(known.outcomes[:begun])
        recent.extend(known.recent[: len(known.recent) - (known.played - begun)])
    conflict: Conflict | None = None
    for move in moves[begun:]:
        before = state
        try:
            state, events = game.apply(state, move.action)
        except Rejected as refusal:
            conflict = Conflict(move, refusal)
            break
        recent.append(before)
        outcomes.append(events)
    questions = _open_questions(entries, undone, conflict)
    return Folded(
        header, state, moves, len(outcomes), undone, questions, conflict, tuple(outcomes), tuple(recent)
    )


def _in_common(known: Folded, moves: Sequence[Move]) -> int:
    """How many of the moves that were played are also the first of these."""
    for number, (one, other) in enumerate(zip(known.moves[: known.played], moves, strict=False)):
        if one.seq != other.seq or one.action is not other.action:
            return number
    return min(known.played, len(moves))


def grown(game: Game, folded: Folded, entry: Entry, outcome: Outcome | None = None) -> Folded | None:
    """The game with one entry more, without playing it all again; None when the entry changes what came before.

    ``outcome`` is what the rules made of the entry's action, where they were asked already.
    """
    body = entry.body
    if folded.conflict is not None or "taken_back" in body or "about" in body:
        return None
    match entry.kind:
        case "note":
            return folded
        case "question":
            return replace(folded, questions=(*folded.questions, Question(entry.seq, body)))
        case "answer":
            left = tuple(one for one in folded.questions if one.seq != body["question"])
            answered = replace(folded, questions=left)
            return answered if body.get("action") is None else _moved(game, answered, entry, outcome)
        case "action":
            return _moved(game, folded, entry, outcome)
        case _:
            return None


def _moved(game: Game, folded: Folded, entry: Entry, outcome: Outcome | None) -> Folded:
    """The game after the move that an entry brings."""
    move = Move(entry.seq, entry.body["action"], entry.body.get("reading"))
    state, events = outcome or game.apply(folded.state, move.action)
    return replace(
        folded,
        state=state,
        moves=(*folded.moves, move),
        played=folded.played + 1,
        outcomes=(*folded.outcomes, events),
        recent=(*folded.recent[1 - RECENT :], folded.state),
    )


def _undone(entries: Sequence[Entry]) -> frozenset[int]:
    """Everything taken back: by undo, or by an answer that leaves moves out after an amendment.

    From the last entry to the first, because what takes back may itself have been taken back later.
    """
    undone: set[int] = set()
    for entry in reversed(entries):
        if entry.seq in undone:
            continue
        if entry.kind == "undo":
            undone.add(entry.body["target"])
        elif entry.kind == "answer":
            undone.update(entry.body.get("taken_back", ()))
    return frozenset(undone)


def _open_questions(
    entries: Sequence[Entry], undone: frozenset[int], conflict: Conflict | None
) -> tuple[Question, ...]:
    """The questions without an answer that counts; one about an impossible move only while it is that."""
    answered = {
        entry.body["question"] for entry in entries if entry.kind == "answer" and entry.seq not in undone
    }
    impossible = None if conflict is None else conflict.move.seq
    closed = answered | undone
    asked = (
        Question(entry.seq, entry.body)
        for entry in entries
        if entry.kind == "question" and entry.seq not in closed
    )
    return tuple(question for question in asked if question.about == impossible)


def _effective_moves(entries: Sequence[Entry], undone: frozenset[int]) -> tuple[Move, ...]:
    moves: dict[int, Move] = {}
    for entry in entries:
        if entry.seq in undone:
            continue
        if entry.kind in ("action", "answer") and entry.body.get("action") is not None:
            moves[entry.seq] = Move(entry.seq, entry.body["action"], entry.body.get("reading"))
        elif entry.kind == "amend" and entry.body["target"] in moves:
            old = moves[entry.body["target"]]
            moves[old.seq] = Move(old.seq, {**old.action, **entry.body["arguments"]}, None)
    return tuple(moves.values())
