"""How often a player has slipped decides how easily a fault is believed."""

from __future__ import annotations

from companion.referee.player_prior import PlayerPrior
from companion.referee.weights import Weights

DRAWS = [{"by": "Ada", "do": "draw", "card": "9H"}] * 10


def test_whoever_plays_without_fault_is_believed_more_and_more() -> None:
    player_prior = PlayerPrior(Weights())
    before = player_prior.slip_ratio("Ada")
    player_prior.note(DRAWS, ())
    soon = player_prior.slip_ratio("Ada")
    for _ in range(10):
        player_prior.note(DRAWS, ())
    assert before > soon > player_prior.slip_ratio("Ada") > 0
    assert player_prior.slip_ratio("Bea") == before


def test_faults_are_expected_of_whoever_makes_them_unless_people_take_them_back() -> None:
    player_prior = PlayerPrior(Weights())
    player_prior.note(DRAWS, ())
    faultless = player_prior.slip_ratio("Ada")
    player_prior.note(DRAWS[:1], {"Ada"})
    player_prior.note(DRAWS[:1], {"Ada"})
    careless = player_prior.slip_ratio("Ada")
    player_prior.forgive()
    player_prior.forgive()
    assert faultless < player_prior.slip_ratio("Ada") < careless
