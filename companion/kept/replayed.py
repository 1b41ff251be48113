"""A kept game move by move, as somebody sees it who only watches: no secret of anybody's is in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.action import Event, Rejected
from companion.course import Luck
from companion.fold import Folded, Move
from companion.game import Game
from companion.games import load
from companion.journal import Entry
from companion.kept.summary import folded, winners
from companion.languages import Phrase
from companion.mending import faults
from companion.showing import heard, view_for


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after ``at`` moves, for everybody: the view, the move that led here, what it brought about."""

    at: int
    view: Mapping[str, Any]
    over: bool
    winners: tuple[str, ...]
    action: Mapping[str, Any] | None
    events: tuple[Mapping[str, Any], ...]
    faults: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the game: it begins after ``at`` moves."""

    at: int
    title: Phrase


class Replayed:
    """One game of the journal, played once more; every moment of it is at hand.

    Only the moves that count are in it, as they count: what was undone or corrected is not.
    """

    def __init__(self, played: Folded, number: int) -> None:
        self.number = number
        self.game: Game = load(played.header.game)
        self.players = played.header.players
        self.moves: tuple[Move, ...] = played.moves[: played.played]
        self.over = self.game.is_over(played.state)
        self._outcomes = played.outcomes
        self._states: list[Any] = [played.header.new_game()]
        for move in self.moves:
            after, _ = self.game.apply(self._states[-1], move.action)
            self._states.append(after)

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> Replayed | None:
        """The game of these entries; None when it cannot be replayed."""
        played = folded(entries) if entries else None
        try:
            return None if played is None else cls(played, entries[0].game)
        except Rejected:
            return None

    @property
    def last(self) -> int:
        """How many moves there are."""
        return len(self.moves)

    def at(self, moves: int) -> Moment:
        """The table after the given number of moves, or after the last one where there are fewer."""
        moves = min(max(moves, 0), self.last)
        view = self._view(moves)
        over = self.game.is_over(self._states[moves])
        return Moment(
            at=moves,
            view=view,
            over=over,
            winners=tuple(winners(view)) if over else (),
            action=self.action(moves),
            events=self.events(moves),
            faults=tuple(faults(self._heard(moves), None)),
        )

    def action(self, moves: int) -> Mapping[str, Any] | None:
        """The move that led to this moment as everybody may know it; None at the beginning."""
        return None if moves == 0 else self.game.redacted(self.moves[moves - 1].action, None)

    @cached_property
    def standings(self) -> tuple[Mapping[str, int], ...]:
        """How the players stood after 0, 1, 2 … moves; nothing in a game without a chart."""
        course = self.game.course
        return () if course is None else tuple(course.standing(view) for view in self._views())

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """The parts of the game, in order."""
        course = self.game.course
        found: list[Chapter] = []
        for at, view in enumerate(self._views() if course else ()):
            title = course.chapter(view) if course else None
            if title is not None and (not found or found[-1].title != title):
                found.append(Chapter(at, title))
        return tuple(found)

    @cached_property
    def faulty(self) -> tuple[int, ...]:
        """The moments at which a move was judged a fault, openly."""
        return tuple(at for at in range(1, self.last + 1) if faults(self._heard(at), None))

    def events(self, moves: int) -> tuple[Mapping[str, Any], ...]:
        """What the move that led to this moment brought about, for everybody."""
        return tuple(event.as_json() for event in self._heard(moves))

    def luck(self, moves: int) -> tuple[Luck, ...]:
        """What the dice of that move brought, in games that hold them against their expectation."""
        return tuple(self.game.luck(self._heard(moves)))

    def _view(self, moves: int) -> Mapping[str, Any]:
        return view_for(self.game, self._states[moves], None).public

    def _views(self) -> Iterator[Mapping[str, Any]]:
        return (self._view(moves) for moves in range(self.last + 1))

    def _heard(self, moves: int) -> list[Event]:
        return heard(self._outcomes[moves - 1], None) if moves else []
