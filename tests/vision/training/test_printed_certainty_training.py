"""How surely printed cards are told is fitted to drawn boxes and to photographs; each source can be left out."""

from __future__ import annotations

import numpy as np

from vision.printed.certainty import FEATURES
from vision.training.calibrate_printed import Trial, fitted, related_box, told

SAME = FEATURES.index("same_print")


def trial(box: str, count: int, judged: float, seed: int) -> Trial:
    """Cards of a box, every fourth a stranger; how often the judge of prints is right about them."""
    rng = np.random.default_rng(seed)
    known = (np.arange(count) % 4 > 0).astype(float)
    agrees = np.where(rng.random(count) < judged, known, 1 - known)
    numbers = rng.normal(0, 0.1, (count, len(FEATURES)))
    numbers[:, 0], numbers[:, SAME] = 1.0, np.where(agrees > 0, 4.0, -4.0)
    return Trial(numbers, known, known, (box,) * count, np.ones((2, 3)), np.array([0.0, 1.0]))


def test_a_judge_that_photographs_prove_right_is_believed_more() -> None:
    drawn, photographs = trial("drawn", 200, 0.7, 1), trial("set", 60, 0.98, 2)
    alone, both = fitted(drawn), fitted(drawn, photographs)
    assert both.known[SAME] > 1.3 * alone.known[SAME] > 0
    assert told(both, photographs)[2] > told(alone, photographs)[2], "more strangers are called so"


def test_of_a_source_that_is_left_out_nothing_is_learnt() -> None:
    first, second = trial("set", 40, 0.9, 3), trial("uno", 60, 0.9, 4)
    both = first.with_more(second)
    assert len(both.known) == 100
    for box, own, others in (("set", first, second), ("uno", second, first)):
        assert np.array_equal(both.of(box=box).numbers, own.numbers)
        assert np.array_equal(both.of(box=box, others=True).numbers, others.numbers)
        assert set(both.of(box=box, others=True).boxes) == set(others.boxes)


def test_what_is_told_right_and_called_strange_is_counted() -> None:
    drawn = trial("drawn", 200, 0.98, 5)
    right, known, called, strangers = told(fitted(drawn), drawn)
    assert (known, strangers) == (150, 50)
    assert right > 140 and called > 45


def test_boxes_of_near_relations_have_cards_that_differ() -> None:
    box = related_box((), np.random.default_rng(2))
    assert len(box.cards) > 6
    assert any(not np.array_equal(box.cards[0], other) for other in box.cards[1:])
