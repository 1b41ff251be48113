"""Tournaments: nobody meets twice, results come of the tables' games, and what was paired is kept once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from companion.club.pairings import (
    Meeting,
    System,
    Tournament,
    next_round,
    rounds_of,
    standings,
    with_results,
)
from companion.club.results import ClubGame
from companion.club.servers import DatabaseServer
from tests.companion.club.conftest import emptied

if TYPE_CHECKING:
    from companion.club.tournaments import Tournaments

pytestmark = pytest.mark.xdist_group("the club's servers")


def paired(players: int, system: System, seed: int = 1) -> Tournament:
    """A whole tournament, all games won by chance."""
    pytest.importorskip("caissify_pairings", reason="pip install 'companion-table[club]'")
    chance = random.Random(seed)
    numbers = tuple(range(11, 11 + players))
    made = Tournament(1, "Cup", "whist", system, rounds_of(system, players, 4), numbers)
    while made.may_go_on:
        fresh = [
            Meeting(
                *(made.round + 1, place, one, other),
                result=None if other is None else chance.choice(("one", "other", "draw")),
            )
            for place, (one, other) in enumerate(next_round(made), start=1)
        ]
        made = replace(made, meetings=(*made.meetings, *fresh))
    return made


@pytest.mark.parametrize("players", [2, 5, 8])
def test_in_a_round_robin_everybody_meets_everybody_once(players: int) -> None:
    made = paired(players, "round_robin")
    met = sorted(tuple(sorted((one.one, one.other))) for one in made.meetings if one.other is not None)
    assert met == list(combinations(made.players, 2))


@pytest.mark.parametrize("players", [5, 9, 12])
def test_in_a_swiss_nobody_meets_twice_or_has_two_rounds_off(players: int) -> None:
    made = paired(players, "swiss")
    assert made.rounds == 4
    for number in range(1, 5):
        of_round = [one for one in made.meetings if one.round == number]
        assert sorted(player for one in of_round for player in (one.one, one.other) if player) == list(
            made.players
        )
    met = [frozenset((one.one, one.other)) for one in made.meetings]
    assert len(met) == len(set(met))
    off = [one.one for one in made.meetings if one.other is None]
    assert len(off) == len(set(off)) == (4 if players % 2 else 0)
    assert sum(one.points for one in standings(made)) == 4 * ((players + 1) // 2)


def test_who_has_as_many_points_meets() -> None:
    numbers = (1, 2, 3, 4, 5, 6, 7, 8)
    first = tuple(Meeting(1, one, one, one + 4, result="one") for one in (1, 2, 3, 4))
    pytest.importorskip("caissify_pairings")
    second = next_round(Tournament(1, "Cup", "whist", "swiss", 3, numbers, first))
    assert all((one <= 4) == (other is not None and other <= 4) for one, other in second)


def won(players: tuple[str, ...], winners: tuple[str, ...], seen_ms: int, **more: object) -> ClubGame:
    told = {"box": "whist", "over": True, **more}
    return ClubGame(
        "window", "c0ffee00", seen_ms, players=players, winners=winners, seen_ms=seen_ms,
        began_ms=0, last_ms=0, moves=9, calls=0, **told,
    )  # type: ignore[arg-type]  # fmt: skip


def test_results_come_of_the_first_game_of_both_after_they_were_paired() -> None:
    numbers = {"ada": 1, "bea": 2, "cyd": 3}
    made = Tournament(
        1, "Cup", "whist", "swiss", 2, (1, 2, 3), (Meeting(1, 1, 1, 2, 100), Meeting(1, 2, 3, None, 100))
    )
    none = [
        won(("Ada", "Bea"), ("Ada",), 50),
        won(("Ada", "Bea"), ("Ada",), 150, box="go"),
        won(("Ada", "Bea"), (), 150, over=False),
        won(("Ada", "Bea", "Cyd"), ("Ada",), 150),
        won(("Ada", "Cyd"), ("Ada",), 150),
    ]
    assert not with_results(made, none, numbers).may_go_on
    games = [*none, won(("ADA", "Bea"), ("ADA",), 900), won(("Bea", "Ada"), ("Bea",), 200)]
    told = with_results(made, games, numbers)
    assert told.meetings[0].result == "other" and told.may_go_on
    assert [(one.rank, one.player, one.points, one.opponents) for one in standings(told)] == [
        (1, 2, 1.0, 0.0),
        (2, 3, 1.0, 0.0),
        (3, 1, 0.0, 1.0),
    ]
    said = replace(made, meetings=(replace(made.meetings[0], decided="draw"), made.meetings[1]))
    assert with_results(said, games, numbers).meetings[0].points(1) == 0.5


@pytest.fixture
def tournaments(database_server: DatabaseServer) -> Iterator[Tournaments]:
    from companion.club.store import Store
    from companion.club.tournaments import Tournaments

    Store(emptied(database_server)).close()
    made = Tournaments(database_server.address)
    yield made
    made.close()


def test_what_was_paired_is_kept_once(tournaments: Tournaments) -> None:
    number = tournaments.begin("Cup", "whist", "swiss", 2, [7, 5, 9])
    assert tournaments.all() == [(number, "Cup")]
    tournaments.pair(number, 1, [(7, 5), (9, None)])
    tournaments.pair(number, 1, [(7, 9), (5, None)])
    tournaments.call(number, 1, 1, "window")
    tournaments.call(number, 1, 1, "door")
    tournaments.decide(number, 1, 1, "other")
    kept = tournaments.one(number)
    assert kept is not None and kept.players == (7, 5, 9)
    assert [(one.one, one.other, one.table, one.decided) for one in kept.meetings] == [
        (7, 5, "window", "other"),
        (9, None, None, None),
    ]
    assert kept.meetings[0].made_ms > 0 and tournaments.one(99) is None
