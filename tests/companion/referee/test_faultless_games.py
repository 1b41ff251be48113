"""Whole games that nobody plays a fault in: nobody is accused, and the journal tells what happened."""

from __future__ import annotations

import os

import pytest

from .faultless_players import FaultlessGame, wavering

_LONG = os.environ.get("COMPANION_LONG") == "1"
SEEDS = range(40 if _LONG else 2)
GESTURES = 400 if _LONG else 60


def followed(game: FaultlessGame, *, most: int = 1, hurry: float = 0.0, doubt: float = 0.0) -> None:
    """Plays on, with a look after up to ``most`` actions; hands are sometimes seen in one bustle, or a card badly."""
    gestures = 0
    while gestures < GESTURES and not game.over:
        wanted, could = game.chance.randint(1, most), True
        if game.chance.random() < hurry:
            with game.scene.hurried():
                could = all(game.play() for _ in range(wanted) if not game.over)
        else:
            could = all(game.play() for _ in range(wanted) if not game.over)
        gestures += wanted
        reads = {}
        if game.chance.random() < doubt:
            zone = game.chance.choice([zone for zone in game.scene.piles if zone[0] in "hw"])
            read = wavering(game, zone)
            reads = {} if read is None else {zone: read}
        game.settle(reads)
        if not could and not game.over:
            game.tap_pass()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_look_at_every_move(seed: int) -> None:
    game = FaultlessGame(seed)
    followed(game)
    assert game.questions <= 1


@pytest.mark.parametrize("seed", SEEDS)
def test_two_moves_between_two_looks(seed: int) -> None:
    game = FaultlessGame(seed)
    followed(game, most=2)
    assert game.questions <= 4


@pytest.mark.parametrize("seed", SEEDS)
def test_three_moves_between_two_looks_some_in_a_bustle(seed: int) -> None:
    game = FaultlessGame(seed)
    followed(game, most=3, hurry=0.3)


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_knows_from_which_side_the_hands_came(seed: int) -> None:
    game = FaultlessGame(seed)
    game.scene.reports_sides = False
    followed(game, most=2)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_hands_are_reported_at_all(seed: int) -> None:
    game = FaultlessGame(seed)
    game.scene.reports_hands = False
    followed(game, most=2)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_that_reads_badly_now_and_then(seed: int) -> None:
    game = FaultlessGame(seed)
    followed(game, most=2, doubt=0.2)


@pytest.mark.parametrize("seed", SEEDS)
def test_with_the_coach(seed: int) -> None:
    game = FaultlessGame(seed, referee="coach")
    followed(game, most=2)


@pytest.mark.parametrize("seed", SEEDS)
def test_with_a_silent_referee(seed: int) -> None:
    game = FaultlessGame(seed, referee="on_call")
    followed(game, most=2)
    assert game.scene.faults == []
