"""Evenings are put together of the games: past midnight it is still the same evening."""

from __future__ import annotations

from datetime import UTC, date, datetime

from companion.club.evenings import Evening, evenings
from companion.club.results import ClubGame


def at(day: int, hour: int) -> int:
    return int(datetime(2026, 11, day, hour, tzinfo=UTC).timestamp() * 1000)


def game(
    ended: int, winners: str, table: str = "window", *, seen: int | None = None, **more: object
) -> ClubGame:
    told = {"moves": 9, "calls": 1, "over": True, "seen_ms": ended if seen is None else seen, **more}
    return ClubGame(
        table, "c0ffee00", ended % 1_000, "whist", ("A", "B"), 0, ended, winners=tuple(winners), **told
    )  # type: ignore[arg-type]


def told(*games: ClubGame) -> list[Evening]:
    return evenings(games, lambda ms: datetime.fromtimestamp(ms / 1000, UTC))


def test_a_game_after_midnight_is_of_the_evening_before() -> None:
    found = told(
        game(at(20, 21), "A"), game(at(21, 1), "a"), game(at(21, 2), "B", "door"), game(at(21, 20), "")
    )
    assert found == [
        Evening(date(2026, 11, 21), 1, 1, 1, ()),
        Evening(date(2026, 11, 20), 2, 3, 3, (("a", 2), ("B", 1))),
    ]


def test_what_goes_on_is_left_out_and_a_wrong_clock_is_not_believed() -> None:
    assert told(game(at(20, 21), "A", over=False)) == []
    (found,) = told(game(5, "A", seen=at(20, 22)))
    assert found.day == date(2026, 11, 20)
