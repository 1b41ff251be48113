"""The hall of records: what was never done better, as far as the kept games tell it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from companion.club.people import key_of
from companion.club.results import ClubGame, RightCall

Kind = Literal["streak", "most_played", "shortest", "longest", "faultless", "best_call"]


@dataclass(frozen=True, slots=True)
class Record:
    """One record: which, how much (games, moves, or the cards that a call put back), whose, and of which game
    (None: of all together)."""

    kind: Kind
    amount: int
    players: tuple[str, ...]
    box: str | None
    at_ms: int


def records(games: Iterable[ClubGame], right_calls: Iterable[RightCall] = ()) -> list[Record]:
    """The records of these games and of the calls that were right. Who came first to as much keeps a record."""
    finished = sorted(
        (one for one in games if one.over), key=lambda one: (one.last_ms, one.table, one.number)
    )
    found = [*_streak(finished), *_most_played(finished)]
    won = [one for one in finished if one.winners and one.box is not None]
    for box in sorted({str(one.box) for one in won}):
        of_box = [one for one in won if one.box == box]
        found.append(_of_game("shortest", min(of_box, key=lambda one: one.moves)))
        found.append(_of_game("longest", max(of_box, key=lambda one: one.moves)))
        if faultless := [one for one in of_box if not one.calls]:
            found.append(_of_game("faultless", max(faultless, key=lambda one: one.moves)))
    if best := max(right_calls, key=lambda one: one.put_back, default=None):
        found.append(Record("best_call", best.put_back, (best.by,), best.box, best.happened_ms))
    return found


def _of_game(kind: Kind, game: ClubGame) -> Record:
    return Record(kind, game.moves, game.winners, game.box, game.last_ms)


def _streak(finished: Iterable[ClubGame]) -> list[Record]:
    """The most games that somebody has won one after the other."""
    best: Record | None = None
    running: dict[str, int] = {}
    for game in finished:
        winners = {key_of(name) for name in game.winners}
        for name in game.players:
            running[key_of(name)] = running.get(key_of(name), 0) + 1 if key_of(name) in winners else 0
            if running[key_of(name)] > max(1, best.amount if best else 0):
                best = Record("streak", running[key_of(name)], (name,), None, game.last_ms)
    return [best] if best else []


def _most_played(finished: Iterable[ClubGame]) -> list[Record]:
    best: Record | None = None
    played: dict[str, int] = {}
    for game in finished:
        for name in game.players:
            played[key_of(name)] = played.get(key_of(name), 0) + 1
            if played[key_of(name)] > (best.amount if best else 0):
                best = Record("most_played", played[key_of(name)], (name,), None, game.last_ms)
    return [best] if best else []
