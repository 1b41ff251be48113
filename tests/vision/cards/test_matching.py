"""Each place takes one card: the best placing, and how sure each place is, against trying all of them."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from hypothesis.extra.numpy import arrays

from vision.cards.deck.looks import Float64Array
from vision.cards.matching import best_assignment, matching_marginals

SIZES = some.tuples(some.integers(1, 5), some.integers(0, 2)).map(lambda size: (size[0], size[0] + size[1]))
COSTS = SIZES.flatmap(lambda size: arrays(np.float64, size, elements=some.floats(-9, 9, width=16)))


@settings(deadline=None)
@given(COSTS)
def test_no_other_placing_costs_less(cost: Float64Array) -> None:
    rows, columns = cost.shape
    placed = best_assignment(cost)
    assert len(set(placed)) == rows
    least = min(
        sum(cost[row, column] for row, column in enumerate(order))
        for order in permutations(range(columns), rows)
    )
    assert sum(cost[row, column] for row, column in enumerate(placed)) == pytest.approx(least, abs=1e-9)


def test_a_deck_of_104_is_placed() -> None:
    chance = np.random.default_rng(4)
    order = chance.permutation(104)
    cost = chance.uniform(1, 2, (104, 104))
    cost[np.arange(104), order] = 0.5
    assert best_assignment(cost) == tuple(order)


@pytest.mark.parametrize("cost", [np.zeros((2, 1)), np.array([[np.nan]]), np.array([[np.inf, 0.0]])])
def test_what_cannot_be_placed_is_refused(cost: Float64Array) -> None:
    with pytest.raises(ValueError, match=r"columns|finite"):
        best_assignment(cost)


def exact_marginals(weights: Float64Array, free: Float64Array) -> Float64Array:
    rows, columns = weights.shape
    wide = np.column_stack([weights, np.diag(free)])
    total = np.zeros((rows, columns + 1))
    for order in permutations(range(columns + rows), rows):
        weight = float(np.prod([wide[row, column] for row, column in enumerate(order)]))
        for row, column in enumerate(order):
            total[row, min(column, columns)] += weight
    return np.asarray(total / total.sum(axis=1, keepdims=True))


def test_the_marginals_are_close_to_those_of_all_matchings() -> None:
    chance = np.random.default_rng(7)
    worst = 0.0
    for _ in range(60):
        weights, free = chance.uniform(0, 1, (3, 4)) ** 3, chance.uniform(0.01, 0.3, 3)
        worst = max(
            worst, float(np.abs(matching_marginals(weights, free) - exact_marginals(weights, free)).max())
        )
    assert worst < 0.12


@settings(deadline=None)
@given(SIZES.flatmap(lambda size: arrays(np.float64, size, elements=some.floats(0.0009765625, 1, width=16))))
def test_no_place_is_given_away_more_than_once(weights: Float64Array) -> None:
    shares = matching_marginals(weights, np.full(len(weights), 0.01))
    assert (shares[:, :-1].sum(axis=0) <= 1.02).all()
    assert np.allclose(shares.sum(axis=1), 1.0)


def test_who_has_only_one_place_gets_it_and_the_other_takes_what_is_left() -> None:
    weights = np.array([[1.0, 0.0], [0.6, 0.4]])
    shares = matching_marginals(weights, np.array([0.0, 0.0]))
    assert shares[0, 0] > 0.999 and shares[1, 1] > 0.999
