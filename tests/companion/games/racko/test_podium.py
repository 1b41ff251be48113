"""The podium at the end of a game of Racko."""

from __future__ import annotations

from typing import Any

from companion.games.racko.podium import podium


def view(**more: Any) -> dict[str, Any]:
    told = {
        "phase": "game_over",
        "options": {"teams": False},
        "seats": ["Ada", "Bea", "Cyd", "Dan"],
        "scores": {"Ada": 120, "Bea": 505, "Cyd": 300, "Dan": 300},
        "winners": ["Bea"],
    }
    return {**told, **more}


def steps(**more: Any) -> list[tuple[int, tuple[str, ...], str]]:
    return [(place.rank, place.players, place.worth) for place in podium(view(**more), "fr")]


def test_the_winner_stands_first_and_equals_share_a_place() -> None:
    assert steps() == [(1, ("Bea",), "505"), (2, ("Cyd",), "300"), (2, ("Dan",), "300"), (4, ("Ada",), "120")]


def test_the_last_with_chips_stands_before_whoever_has_more() -> None:
    chips = {"Ada": 3, "Bea": 1, "Cyd": 0, "Dan": 0}
    assert steps(chips=chips)[:2] == [(1, ("Bea",), "1"), (2, ("Ada",), "3")]


def test_partners_stand_together() -> None:
    given = {
        "options": {"teams": True},
        "team_scores": {"Ada+Cyd": 420, "Bea+Dan": 505},
        "winners": ["Bea", "Dan"],
    }
    assert steps(**given) == [(1, ("Bea", "Dan"), "505"), (2, ("Ada", "Cyd"), "420")]


def test_teams_that_are_equal_share_the_first_step() -> None:
    seats = ["Ada", "Bea", "Cyd", "Dan"]
    given = {"options": {"teams": True}, "team_scores": {"Ada+Cyd": 505, "Bea+Dan": 505}, "winners": seats}
    assert [rank for rank, _, _ in steps(**given)] == [1, 1]
