"""Tournaments with the results of their games, and who is called where: a table that is free gets the next two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.club.boards import Board
from companion.club.pairings import Meeting, Tournament, with_results
from companion.club.people import Person
from web.club.frame import called, people
from web.club.services import club

LAST = 5
"""So many tournaments, the newest, call tables."""


def tournament(number: int) -> Tournament | None:
    """A tournament with the results of its games; raises ``NotNow``."""
    kept = club().tournaments.one(number)
    if kept is None:
        return None
    games, _ = club().finished.read()
    return with_results(kept, games, {key: one.number for key, one in people().items()})


def by_number() -> Mapping[int, Person]:
    """The people by their numbers."""
    return {one.number: one for one in people().values()}


def invited(boards: Sequence[Board]) -> list[tuple[str, str, str]]:
    """Who is called now: the table's title, and both names; ``boards`` are all that are shown."""
    persons, titles = by_number(), {one.name: one.title for one in boards}
    free = tuple(one.name for one in boards if _is_free(one))
    return [
        (titles.get(one.table, one.table), called(persons.get(one.one)), called(persons.get(one.other)))
        for one in club().once("called", lambda: tuple(_seated(free)), of=free)
        if one.table is not None and one.other is not None
    ]


def _is_free(board: Board) -> bool:
    """Whether nobody plays at a table now."""
    state = board.state or {}
    return board.online and not board.is_double and (state.get("game") is None or bool(state.get("over")))


def _seated(tables: Sequence[str]) -> Iterator[Meeting]:
    """The meetings to be played now. Those without a table get the tables that are free, in their order."""
    open_meetings = [
        (number, meeting)
        for number, _ in list(club().tournaments.all())[:LAST]
        for one in [tournament(number)]
        for meeting in (one.meetings if one else ())
        if not meeting.is_over
    ]
    taken = {meeting.table for _, meeting in open_meetings}
    free = (name for name in tables if name not in taken)
    for number, meeting in open_meetings:
        if meeting.table is None and (name := next(free, None)) is not None:
            club().tournaments.call(number, meeting.round, meeting.place, name)
            meeting = replace(meeting, table=name)
        yield meeting
