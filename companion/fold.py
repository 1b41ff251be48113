"""From the journal to the game: which entries count, and the state they lead to.

Undo, amendment and answers are entries; nothing is ever taken back by inverse moves. Folding the same entries always
gives the same result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.action import Action, Event, Rejected
from companion.game import Game
from companion.journal import Entry
from companion.record import Header


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
    these; ``undone`` are seqs taken back.
    """

    header: Header
    state: Any
    moves: tuple[Move, ...]
    played: int
    undone: frozenset[int]
    question: Question | None
    conflict: Conflict | None
    outcomes: tuple[tuple[Event, ...], ...]

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


def fold(game: Game, entries: Sequence[Entry]) -> Folded:
    """The game that these entries (of one game, oldest first) lead to."""
    header = header_of(entries)
    undone = _undone(entries)
    moves = _effective_moves(entries, undone)
    state, outcomes = header.new_game(), list[tuple[Event, ...]]()
    conflict: Conflict | None = None
    for move in moves:
        try:
            state, events = game.apply(state, move.action)
        except Rejected as refusal:
            conflict = Conflict(move, refusal)
            break
        outcomes.append(events)
    question = _open_question(entries, undone, conflict)
    return Folded(header, state, moves, len(outcomes), undone, question, conflict, tuple(outcomes))


def grown(game: Game, folded: Folded, entry: Entry) -> Folded | None:
    """The game with one entry more, without playing it all again; None when the entry changes what came before."""
    if folded.question is not None or folded.conflict is not None:
        return None
    if entry.kind == "note":
        return folded
    if entry.kind != "action":
        return None
    move = Move(entry.seq, entry.body["action"], entry.body.get("reading"))
    state, events = game.apply(folded.state, move.action)
    moves = (*folded.moves, move)
    outcomes = (*folded.outcomes, events)
    return Folded(folded.header, state, moves, len(moves), folded.undone, None, None, outcomes)


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


def _open_question(
    entries: Sequence[Entry], undone: frozenset[int], conflict: Conflict | None
) -> Question | None:
    """The last question without an answer that counts; one about an impossible move only while it is that."""
    answered = {
        entry.body["question"] for entry in entries if entry.kind == "answer" and entry.seq not in undone
    }
    impossible = None if conflict is None else conflict.move.seq
    for entry in reversed(entries):
        if entry.kind == "question" and entry.seq not in answered | undone:
            question = Question(entry.seq, entry.body)
            if question.about == impossible:
                return question
    return None


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
