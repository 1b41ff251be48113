"""The evenings of a club: what was played from one morning to the next, at all tables together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from companion.club.people import key_of
from companion.club.results import ClubGame

BEGINS = timedelta(hours=5)
"""A game that ends before five in the morning is one of the evening before."""
MOST_OFF_MS = 7 * 86_400_000
"""A table whose clock is further off than this is believed to have played when the club heard of it."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening: how many tables, games and calls, and who won how many games, the best first."""

    day: date
    tables: int
    games: int
    calls: int
    won: tuple[tuple[str, int], ...]


def evenings(
    games: Iterable[ClubGame], local: Callable[[int], datetime] = lambda ms: datetime.fromtimestamp(ms / 1000)
) -> list[Evening]:
    """The evenings of these games, the newest first; ``local`` makes a local time of ms since 1970."""
    by_day: dict[date, list[ClubGame]] = {}
    for game in games:
        if game.over:
            by_day.setdefault((local(_moment(game)) - BEGINS).date(), []).append(game)
    return [_evening(day, by_day[day]) for day in sorted(by_day, reverse=True)]


def _evening(day: date, games: list[ClubGame]) -> Evening:
    spelt = {key_of(name): name for game in games for name in game.winners}
    won = Counter(key_of(name) for game in games for name in game.winners)
    ranked = sorted(won.items(), key=lambda one: (-one[1], one[0]))
    return Evening(
        day,
        len({(game.table, game.chain) for game in games}),
        len(games),
        sum(game.calls for game in games),
        tuple((spelt[key], count) for key, count in ranked),
    )


def _moment(game: ClubGame) -> int:
    """When a game ended, by its table's clock, if that can be believed."""
    return game.last_ms if abs(game.last_ms - game.seen_ms) < MOST_OFF_MS else game.seen_ms
