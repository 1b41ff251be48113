"""What a list says of one kept game: who played what, when, for how long, and who won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from companion.action import Rejected
from companion.course import Luck
from companion.fold import Folded, fold
from companion.game import Game
from companion.games import load
from companion.journal import Entry
from companion.languages import Phrase
from companion.mending import faults

PAUSE_MS = 10 * 60_000
"""Whoever touches nothing for longer than this has left the table: such a gap is no playing time."""
TAKEN_IN = "taken_in"
"""The remark that a game was not played here: it came as a record."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """One game of the journal, as everybody may know it.

    ``began_ms`` and ``ended_ms`` are of this machine's clock (ms since 1970, UTC); ``played_ms`` leaves pauses out.
    A game that was ``taken_in`` as a record has no times of its own: they say when it came here.
    ``chapter`` is the part of the game that was played last, if it has parts; ``luck`` holds each
    player's in the whole game, for the games that reckon it.
    """

    number: int
    game: str
    title: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    began_ms: int
    ended_ms: int
    played_ms: int
    moves: int
    faults: int
    over: bool
    winners: tuple[str, ...]
    taken_in: bool
    luck: tuple[Luck, ...] = field(default=(), repr=False)
    chapter: Phrase | None = None


def winners(view: Mapping[str, Any] | None) -> list[str]:
    """Who has won, whichever way the game's view says it."""
    if view is None:
        return []
    if view.get("winners"):
        return list(view["winners"])
    return [view["winner"]] if view.get("winner") else []


def folded(entries: Sequence[Entry]) -> Folded | None:
    """The game of these entries; None when this program does not know it, or cannot open it any more."""
    try:
        return fold(load(entries[0].body["game"]), entries)
    except (Rejected, KeyError):
        return None


def summary(entries: Sequence[Entry]) -> KeptGame | None:
    """What is kept of the game of these entries (of one game, oldest first); None when it cannot be replayed."""
    game_now = folded(entries)
    if game_now is None:
        return None
    game = load(game_now.header.game)
    view = game.view(game_now.state).public
    over = game.is_over(game_now.state)
    return KeptGame(
        number=entries[0].game,
        game=game.id,
        title=game.title,
        players=game_now.header.players,
        options=game_now.header.options,
        began_ms=entries[0].wall_ms,
        ended_ms=_last_played(entries).wall_ms,
        played_ms=playing_time([entry.wall_ms for entry in entries if entry.kind != "note"]),
        moves=game_now.played,
        faults=sum(bool(faults(events, None)) for events in game_now.outcomes),
        over=over,
        winners=tuple(winners(view)) if over else (),
        taken_in=any(entry.kind == "note" and entry.body.get("code") == TAKEN_IN for entry in entries),
        luck=_luck(game, game_now),
        chapter=game.course.chapter(view) if game.course and game_now.played else None,
    )


def playing_time(times_ms: Iterable[int]) -> int:
    """The time between these moments without the pauses, ms; a clock that was set back counts as nothing."""
    return sum(gap for before, after in pairwise(times_ms) if 0 < (gap := after - before) <= PAUSE_MS)


def _last_played(entries: Sequence[Entry]) -> Entry:
    return next(entry for entry in reversed(entries) if entry.kind != "note")


def _luck(game: Game, played: Folded) -> tuple[Luck, ...]:
    public = ([event for event in events if event.audience is None] for events in played.outcomes)
    summed: dict[str, Luck] = {}
    for one in (one for events in public for one in game.luck(events)):
        before = summed.get(one.player)
        summed[one.player] = one if before is None else before.and_then(one)
    return tuple(summed.values())
