"""The layer that is learnt from a few looks at each card."""

from __future__ import annotations

import time

import numpy as np
import pytest

from tests.vision.cards.drawn_readings import DrawnDeck, drawn_deck, drawn_look
from vision.card_names import CARDS
from vision.cards.deck.deck_layer import DeckLayer, fit_layer, moved
from vision.cards.deck.looks import FloatArray

ORDINARY = drawn_deck(1, 0.35)


def looks(deck: DrawnDeck, codes: list[int], each: int, seed: int) -> tuple[FloatArray, list[int]]:
    chance = np.random.default_rng(seed)
    named = [code for code in codes for _ in range(each)]
    return np.stack([drawn_look(deck, CARDS[code], chance).embedding for code in named]), named


def right(layer: DeckLayer, deck: DrawnDeck, codes: list[int], seed: int = 99) -> float:
    embeddings, named = looks(deck, codes, 10, seed)
    told = np.array(layer.columns)[layer.log_shares(embeddings).argmax(axis=1)]
    return float((told == named).mean())


def test_two_looks_at_each_card_are_enough_for_most() -> None:
    layer = fit_layer(*looks(ORDINARY, list(range(52)), 2, seed=1))
    assert right(layer, ORDINARY, list(range(52))) > 0.95


def test_more_looks_tell_better() -> None:
    shares = [
        right(fit_layer(*looks(ORDINARY, list(range(52)), each, seed=1)), ORDINARY, list(range(52)))
        for each in (1, 4)
    ]
    assert shares[0] < shares[1] and shares[1] > 0.98


def test_a_card_that_was_never_looked_at_is_told_by_its_rank_and_its_suit() -> None:
    deck = drawn_deck(1, 1.0)
    seen = [code for code in range(52) if code not in (3, 20, 44)]
    layer = fit_layer(*looks(deck, seen, 3, seed=1), known=range(52))
    assert layer.columns == tuple(range(52))
    assert right(layer, deck, [3, 20, 44]) > 0.8
    assert fit_layer(*looks(deck, seen, 3, seed=1)).columns == tuple(seen)


def test_a_rank_that_was_never_seen_is_not_made_up() -> None:
    seen = [code for code in range(52) if code % 13 != 0]
    layer = fit_layer(*looks(ORDINARY, seen, 2, seed=1), known=range(52))
    assert layer.columns == tuple(seen)


def test_distances_are_about_1_for_the_deck_and_more_for_another_thing() -> None:
    layer = fit_layer(*looks(ORDINARY, list(range(52)), 4, seed=1))
    embeddings, named = looks(ORDINARY, list(range(52)), 4, seed=2)
    own = layer.distances(embeddings)[np.arange(len(named)), named]
    assert 0.8 < float(np.median(own)) < 1.25
    other = layer.distances(looks(drawn_deck(8, 2.0), list(range(52)), 1, seed=3)[0]).min(axis=1)
    assert float(np.median(other)) > 1.5 * float(np.median(own))


def test_a_layer_is_the_same_every_time_and_learnt_in_less_than_three_seconds() -> None:
    examples = looks(ORDINARY, list(range(52)), 12, seed=1)
    started = time.process_time()
    one = fit_layer(*examples, known=range(52))
    assert time.process_time() - started < 3.0
    assert np.array_equal(one.means, fit_layer(*examples, known=range(52)).means)


def test_a_single_look_at_each_card_is_no_reason_to_fail() -> None:
    layer = fit_layer(*looks(ORDINARY, list(range(52)), 1, seed=1))
    assert np.isfinite(layer.log_shares(looks(ORDINARY, [0], 1, seed=2)[0])).all()
    alone = fit_layer(*looks(ORDINARY, [7], 1, seed=1), known=range(52))
    assert alone.columns == (7,)


def test_looks_that_are_all_the_same_are_no_reason_to_fail() -> None:
    embeddings, named = looks(ORDINARY, list(range(52)), 1, seed=1)
    layer = fit_layer(np.repeat(embeddings, 3, axis=0), list(np.repeat(named, 3)))
    assert np.isfinite(layer.log_shares(embeddings)).all()


def test_nothing_cannot_be_learnt_from() -> None:
    with pytest.raises(ValueError, match="cannot be learnt"):
        fit_layer(np.zeros((0, 96), np.float32), [])
    with pytest.raises(ValueError, match="cannot be learnt"):
        fit_layer(np.zeros((2, 96), np.float32), [1])


def test_further_looks_move_their_cards_alone() -> None:
    layer = fit_layer(*looks(ORDINARY, list(range(52)), 2, seed=1))
    embeddings, named = looks(ORDINARY, [3, 20], 2, seed=2)
    after = moved(layer, embeddings, named)
    others = [code for code in range(52) if code not in (3, 20)]
    assert np.array_equal(after.means[others], layer.means[others])
    assert np.array_equal(after.doubts[others], layer.doubts[others])
    assert np.array_equal(after.whitening, layer.whitening) and np.array_equal(after.origin, layer.origin)
    assert (after.doubts[[3, 20]] < layer.doubts[[3, 20]]).all()
    assert (after.means[[3, 20]] != layer.means[[3, 20]]).any(axis=1).all()


def test_a_card_that_was_never_looked_at_moves_most_and_is_told_better() -> None:
    deck = drawn_deck(1, 1.0)
    seen = [code for code in range(52) if code != 20]
    layer = fit_layer(*looks(deck, seen, 3, seed=1), known=range(52))
    after = moved(layer, *looks(deck, [20, 21], 2, seed=2))
    way = np.linalg.norm(after.means - layer.means, axis=1)
    assert way[20] > way[21] > 0 and after.doubts[20] < layer.doubts[20]
    embeddings, _ = looks(deck, [20], 40, seed=3)
    assert after.distances(embeddings)[:, 20].mean() < 1.3
    truth = (after.log_shares(embeddings)[:, 20].mean(), layer.log_shares(embeddings)[:, 20].mean())
    assert truth[0] > truth[1]


def test_looks_that_lie_far_from_their_cards_move_them_less() -> None:
    layer = fit_layer(*looks(ORDINARY, list(range(52)), 2, seed=1))
    embeddings, named = looks(ORDINARY, [3], 2, seed=2)
    far = embeddings + np.float32(2.0)

    def share(shown: FloatArray) -> float:
        whole = (shown.mean(axis=0) - layer.origin) @ layer.whitening - layer.means[3]
        return float(
            np.linalg.norm(moved(layer, shown, named).means[3] - layer.means[3]) / np.linalg.norm(whole)
        )

    assert share(far) < 0.2 * share(embeddings)


def test_a_rank_that_the_layer_lacks_is_added_by_a_look() -> None:
    seen = [code for code in range(52) if code % 13 != 0]
    layer = fit_layer(*looks(ORDINARY, seen, 2, seed=1), known=range(52))
    after = moved(layer, *looks(ORDINARY, [13], 2, seed=2))
    assert after.columns == tuple(sorted([*seen, 13]))
    assert right(after, ORDINARY, [13]) > 0.9


def test_nothing_is_learnt_from_no_looks() -> None:
    layer = fit_layer(*looks(ORDINARY, list(range(52)), 2, seed=1))
    with pytest.raises(ValueError, match="no looks"):
        moved(layer, np.zeros((0, 96), np.float32), [])
