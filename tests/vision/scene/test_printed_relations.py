"""Drawn cards that differ from one another in one thing."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.scene.lettering import StrokeLettering
from vision.scene.printed_boxes import PrintedBox
from vision.scene.printed_relations import draw_relations
from vision.scene.printed_symbols import EMPTY, FILLED, PALE, STRIPED, Texture, draw_symbol

TYPES = (StrokeLettering.of_seed(3), StrokeLettering.of_seed(4))


def drawn(seed: int) -> PrintedBox:
    return draw_relations(TYPES, 5, np.random.default_rng(seed))


@pytest.mark.parametrize("seed", range(6))
def test_all_cards_differ_to_the_eye_and_most_of_each_is_as_on_another(seed: int) -> None:
    cards = [cv2.resize(card, (60, 90), interpolation=cv2.INTER_AREA) for card in drawn(seed).cards]
    assert len(cards) == 5
    for number, card in enumerate(cards[1:], 1):
        apart = [cv2.absdiff(card, other).max(axis=2) for other in cards[:number]]
        assert all(np.count_nonzero(one > 10) > 3 for one in apart)
    # Most differ in a figure, a symbol or a patch; those of another colour may do so all over.
    nearest = [
        min(float((cv2.absdiff(card, other).max(axis=2) > 40).mean()) for other in cards if other is not card)
        for card in cards
    ]
    assert float(np.median(nearest)) < 0.5


def test_the_same_seed_draws_the_same_cards() -> None:
    one, other = drawn(7), drawn(7)
    assert all(np.array_equal(a, b) for a, b in zip(one.cards, other.cards, strict=True))


def test_a_striped_symbol_has_less_ink_than_a_filled_one_and_more_than_an_empty_one() -> None:
    texture, inked = Texture(6.0, 0.4, math.pi / 2, 0.3), {}
    for fill in (FILLED, EMPTY, STRIPED, PALE):
        canvas = np.full((120, 80, 3), 255, np.uint8)
        draw_symbol(canvas, 4, (40.0, 60.0), 30.0, (0, 0, 0), fill, texture)
        inked[fill] = float((255 - canvas).mean())
    assert inked[EMPTY] < min(inked[STRIPED], inked[PALE]) < max(inked[STRIPED], inked[PALE]) < inked[FILLED]


@pytest.mark.parametrize(("turn", "along"), [(0.0, 0), (math.pi / 2, 1)])
def test_stripes_run_as_they_are_turned(turn: float, along: int) -> None:
    stripes = Texture(6.0, 0.4, turn).stripes(60, 60).astype(float)
    across = stripes.std(axis=along).mean()
    assert across > 50 and stripes.std(axis=1 - along).mean() < 1e-3
