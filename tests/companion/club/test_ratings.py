"""Ratings and records come of the kept games alone: the same games give the same, in whatever order they came."""

from __future__ import annotations

import random

import pytest

from companion.club.records import Record, records
from companion.club.results import ClubGame, RightCall

pytest.importorskip("openskill", reason="pip install 'companion-table[club]'")

from companion.club.ratings import Ladder


def game(number: int, players: str, winners: str = "", box: str = "whist", **more: object) -> ClubGame:
    """A finished game of players with names of one letter."""
    told = {"moves": 10, "calls": 0, "over": True, **more}
    return ClubGame(
        "window", "c0ffee00", number, box, tuple(players), number, number, winners=tuple(winners), **told
    )  # type: ignore[arg-type]


def rated(games: list[ClubGame], box: str | None = None) -> list[tuple[str, float, float]]:
    ladder = Ladder()
    ladder.update(games)
    return [(one.player, one.strength, one.uncertainty) for one in ladder.ratings(box)]


def some_games(count: int) -> list[ClubGame]:
    chance = random.Random(7)
    return [
        game(number, players, chance.choice([players[0], players[-1], ""]), chance.choice(["whist", "go"]))
        for number in range(count)
        for players in ["".join(chance.sample("ABCDE", chance.choice([2, 3, 4])))]
    ]


def test_worked_out_anew_or_game_after_game_it_is_the_same() -> None:
    games = some_games(60)
    mixed = random.Random(3).sample(games, len(games))
    ladder = Ladder()
    for until in (20, 21, 60):
        ladder.update(games[:until])
    going_on = [(one.player, one.strength, one.uncertainty) for one in ladder.ratings()]
    assert going_on == rated(games) == rated(mixed)
    ladder.update(games[1:])  # one is no longer finished: its move was taken back
    assert [(one.player, one.strength, one.uncertainty) for one in ladder.ratings()] == rated(games[1:])
    assert ladder.boxes == ["go", "whist"]


def test_who_wins_rises_and_what_is_known_gets_surer() -> None:
    first, second = rated([game(1, "AB", "A")])
    assert (first[0], second[0]) == ("A", "B") and first[1] > 25 > second[1]
    later = rated([game(number, "AB", "A") for number in range(10)])
    assert later[0][1] > first[1] and later[0][2] < first[2] < 25 / 3


def test_two_who_win_share_the_place_and_nobodys_win_moves_equals_not() -> None:
    strengths = {player: strength for player, strength, _ in rated([game(1, "ABCD", "AB")])}
    assert strengths["A"] == strengths["B"] > strengths["C"] == strengths["D"]
    assert {round(strength, 6) for _, strength, _ in rated([game(1, "AB")])} == {25.0}


def test_what_rates_nobody_is_left_out() -> None:
    assert rated([game(1, "A", "A"), game(2, "Aa", "A"), game(3, "AB", "A", over=False)]) == []
    assert [name for name, _, _ in rated([game(1, "AB", "A"), game(2, "ab", "b")])] == ["B", "A"]
    assert rated([game(1, "AB", "A")], "go") == []


def test_the_hall_of_records() -> None:
    games = [
        game(1, "AB", "A", moves=30),
        game(2, "AB", "A", moves=12, calls=1),
        game(3, "AC", "A", "go", moves=50),
        game(4, "AB", "B", moves=30),
        game(5, "CD", "", moves=2),
    ]
    found = {(one.kind, one.box): (one.amount, one.players, one.at_ms) for one in records(games)}
    assert found[("streak", None)] == (3, ("A",), 3)
    assert found[("most_played", None)] == (4, ("A",), 4)
    assert found[("shortest", "whist")] == (12, ("A",), 2)
    assert found[("longest", "whist")] == (30, ("A",), 1)
    assert found[("faultless", "whist")] == (30, ("A",), 1)
    assert found[("shortest", "go")] == (50, ("A",), 3)
    assert records([]) == []


def test_the_best_call_is_the_right_one_that_put_most_back() -> None:
    made = [(1, "A", 1), (2, "B", 3), (3, "A", 3)]
    calls = [RightCall("window", at, "go", by, put_back) for at, by, put_back in made]
    assert records([], calls) == [Record("best_call", 3, ("B",), "go", 2)]
