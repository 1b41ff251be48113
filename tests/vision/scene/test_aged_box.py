"""Printed cards that were played with for years are the same cards, only older."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from companion.filmed.drawn_boxes import drawn_box
from vision.scene.aged_box import bleached_box, creased_box, rubbed_box
from vision.scene.game_box import PX_PER_MM, GameBox

GAMES = ("racko", "super_crack", "change_horses")


@cache
def box(game: str) -> GameBox:
    """A few cards of a box."""
    whole = drawn_box(game, 700)
    return replace(whole, cards={label: whole.cards[label] for label in whole.labels[:8]})


def changed(one: GameBox, other: GameBox, label: str) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    apart = np.abs(one.cards[label].astype(int) - other.cards[label])
    return np.asarray(apart.max(axis=2) > 12, np.bool_)


@pytest.mark.parametrize("game", GAMES)
def test_what_ages_keeps_its_size_its_names_and_its_look_when_it_is_drawn_again(game: str) -> None:
    new = box(game)

    def aged() -> GameBox:
        sun, hands = np.random.default_rng(2), np.random.default_rng(3)
        return creased_box(rubbed_box(bleached_box(new, sun), hands), 4)

    once, again = aged(), aged()
    assert once.labels == new.labels and once.size_mm == new.size_mm
    for label in new.labels:
        assert once.cards[label].shape == new.cards[label].shape
        assert np.array_equal(once.cards[label], again.cards[label])
        assert changed(once, new, label).mean() > 0.02
    assert not np.array_equal(once.back, new.back)


@pytest.mark.parametrize("game", GAMES)
def test_the_sun_takes_contrast_and_paper_turns_yellow(game: str) -> None:
    new = box(game)
    faded = bleached_box(new, np.random.default_rng(2))
    for label in new.labels:
        assert np.ptp(faded.cards[label]) < 0.9 * np.ptp(new.cards[label])
    white = {"white": np.full((8, 8, 3), 255, np.uint8)}
    blue, green, red = bleached_box(replace(new, cards=white), np.random.default_rng(2)).cards["white"][4, 4]
    assert blue < green < red


@pytest.mark.parametrize("game", GAMES)
def test_hands_rub_the_rims_off_and_leave_the_middle(game: str) -> None:
    new = box(game)
    rubbed = rubbed_box(new, np.random.default_rng(2))
    rims = []
    for label in new.labels:
        touched = changed(rubbed, new, label)
        inside = round(5 * PX_PER_MM)
        assert not touched[inside:-inside, inside:-inside].any()
        rims.append(touched)
    assert np.mean(rims) > 0.005
    assert any(not np.array_equal(rims[0], other) for other in rims[1:]), "each card otherwise"


def test_copies_of_a_card_are_creased_elsewhere() -> None:
    new = box("change_horses")
    one, other = creased_box(new, 4), creased_box(new, 5)
    folded = [label for label in new.labels if changed(one, new, label).any()]
    assert len(folded) > 0.5 * len(new.labels)
    assert any((changed(one, new, label) != changed(other, new, label)).any() for label in folded)
