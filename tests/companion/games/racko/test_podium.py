"""The podium at the end of a game of Racko."""

from __future__ import annotations

from typing import Any

from companion.games.racko.drawing import podium


def view(**more: Any) -> dict[str, Any]:
    told = {
        "phase": "game_over",
        "options": {"teams": False},
        "seats": ["Ada", "Bea", "Cyd", "Dan"],
        "scores": {"Ada": 120, "Bea": 505, "Cyd": 300, "Dan": 300},
        "winners": ["Bea"],
    }
    return {**told, **more}


def test_the_winner_stands_first_and_equals_share_a_place() -> None:
    assert podium(view()) == [(1, "Bea", 505), (2, "Cyd", 300), (2, "Dan", 300), (4, "Ada", 120)]


def test_the_last_with_chips_stands_before_whoever_has_more() -> None:
    chips = {"Ada": 3, "Bea": 1, "Cyd": 0, "Dan": 0}
    assert podium(view(chips=chips))[:2] == [(1, "Bea", 1), (2, "Ada", 3)]


def test_before_the_end_and_for_teams_there_is_none() -> None:
    assert podium(view(phase="round_over")) == [] == podium(view(options={"teams": True}))
