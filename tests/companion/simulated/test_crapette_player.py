"""The simulated players of Crapette: the careful one makes no fault and comes to an end, hands slip in every way."""

from __future__ import annotations

import random
from collections import Counter
from statistics import median

from companion.action import Rejected
from companion.games import load
from companion.games.crapette.simulation import CrapettePlayer
from companion.simulated.players import opened_evening
from companion.simulated.playing import slipped
from companion.simulated.truth import infractions

GAME = load("crapette")


def test_careful_games_are_faultless_and_end_in_a_few_hundred_actions() -> None:
    lengths, results = [], Counter[str]()
    for seed in range(25):
        chance, player = random.Random(seed), CrapettePlayer(GAME, optional=0.03)
        state, actions = opened_evening(GAME, chance, {}).state(), 0
        while not GAME.is_over(state) and actions < 2000:
            state, events = GAME.apply(state, player.next(state, chance))
            assert not infractions(events)
            actions += 1
        assert GAME.is_over(state), f"seed {seed}"
        lengths.append(actions)
        results[str(state.end.result)] += 1
    assert 200 < median(lengths) < 600
    assert max(lengths) < 1500
    assert results["won"] > results.total() / 2


def test_house_rules_are_kept_too() -> None:
    for options in (
        {"case_freeing": "chain"},
        {"referee": "on_call", "uncovering": "any_place"},
        {"loading": False},
    ):
        chance, player = random.Random(3), CrapettePlayer(GAME, optional=0.03)
        state = opened_evening(GAME, chance, options).state()
        for _ in range(300):
            if GAME.is_over(state):
                break
            state, events = GAME.apply(state, player.next(state, chance))
            assert not infractions(events), options


def test_hands_slip_in_many_ways_and_every_slip_is_a_fault() -> None:
    codes = Counter[str]()
    for seed in range(6):
        chance, player = random.Random(seed), CrapettePlayer(GAME, optional=0.1)
        state = opened_evening(GAME, chance, {"referee": "on_call"}).state()
        for _ in range(250):
            if GAME.is_over(state):
                break
            action = slipped(GAME, player, state, chance)
            if action is not None:
                _, events = GAME.apply(state, action)
                assert infractions(events)
                codes.update(code for _, code in infractions(events))
            state, _ = GAME.apply(state, player.next(state, chance))
    wanted = {
        "missed_foundation_play",
        "missed_series_play",
        "stock_before_reserve",
        "wrong_series",
        "wrong_foundation",
        "wrong_load",
        "several_cards_moved",
        "out_of_turn",
        "own_waste_played",
        "covered_card_moved",
    }
    assert wanted <= set(codes)


def test_a_slip_can_be_made_by_hands() -> None:
    """What is proposed is refused only now and then: hands cannot do everything that comes to mind."""
    chance, player = random.Random(1), CrapettePlayer(GAME)
    state = opened_evening(GAME, chance, {"referee": "on_call"}).state()
    refused = proposed = 0
    for _ in range(200):
        action = player.slip(state, chance)
        if action is not None:
            proposed += 1
            try:
                GAME.apply(state, action)
            except Rejected:
                refused += 1
        if GAME.is_over(state):
            break
        state, _ = GAME.apply(state, player.next(state, chance))
    assert proposed > 120 and refused < proposed / 5
