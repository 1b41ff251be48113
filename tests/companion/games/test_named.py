"""A game is called by its id or by its title."""

from __future__ import annotations

import pytest

from companion.games import named


@pytest.mark.parametrize("text", ["racko", "Racko", "RACKO"])
def test_a_game_is_known_by_its_title_in_any_letters(text: str) -> None:
    assert named(text) == "racko"


def test_a_title_with_a_hyphen_is_one_too() -> None:
    assert named("super-crack") == "super_crack"


def test_what_no_game_is_called_stays_as_it_is() -> None:
    assert named("chess") == "chess"
