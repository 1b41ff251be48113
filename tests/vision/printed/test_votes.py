"""Pixels vote for the middle of their card: what heaps up is one card, whatever else the maps show."""

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.printed.votes import UNIT_PX, owners, votes_for

Float64Array = NDArray[np.float64]
_SIZE = (96, 160)
"""Of the maps, px; the picture is twice as large."""


def upright(x: float, y: float, width: float, height: float) -> Float64Array:
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def maps(cards: list[Float64Array], noise: float = 0.0) -> tuple[NDArray[np.float32], ...]:
    """What a network says that knows these cards, (4, 2) px of the picture each, the upper ones last."""
    card, middle = (np.zeros(_SIZE, np.float32) for _ in range(2))
    votes = np.random.default_rng(3).normal(0, 1, (6, *_SIZE)).astype(np.float32)
    for corners in cards:
        inside = np.zeros(_SIZE, np.uint8)
        cv2.fillConvexPoly(inside, np.rint(corners / 2).astype(np.int32), 1)
        core = np.zeros(_SIZE, np.uint8)
        about = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * 0.5
        cv2.fillConvexPoly(core, np.rint(about / 2).astype(np.int32), 1)
        rows, columns = np.nonzero(inside)
        at = np.stack([columns, rows], axis=1).astype(np.float32) * 2 + 0.5
        told = votes_for(corners, at)
        told[:2] += np.random.default_rng(4).normal(0, noise / UNIT_PX, told[:2].shape).astype(np.float32)
        votes[:, rows, columns] = told
        card[inside > 0], middle[inside > 0] = 1.0, 0.0
        middle[core > 0] = 1.0
    return card, middle, votes


def test_cards_that_touch_all_along_are_two() -> None:
    cards = [upright(40, 40, 50, 76), upright(90, 40, 50, 76)]
    card, middle, votes = maps(cards, noise=3.0)
    owner, middles = owners(card, np.maximum(middle, card), votes, 0.5)
    assert len(middles) == 2
    for one, told in zip(cards, sorted(middles.tolist()), strict=True):
        assert np.abs(one.mean(axis=0) / 2 - told).max() < 1.0
    left, right = (set(np.unique(owner[25:55, columns])) for columns in (slice(24, 42), slice(48, 66)))
    assert len(left) == len(right) == 1
    assert left != right


def test_a_card_that_its_print_parts_in_two_is_one() -> None:
    card, middle, votes = maps([upright(40, 40, 60, 90)], noise=3.0)
    middle[38:48] = 0.0
    owner, middles = owners(card, middle, votes, 0.5)
    assert len(middles) == 1
    assert np.count_nonzero(owner) > 0.95 * np.count_nonzero(card)


def test_of_a_card_half_under_another_the_middle_is_told_where_it_is_hidden() -> None:
    below, above = upright(40, 40, 60, 90), upright(72, 36, 60, 90)
    _, middles = owners(*maps([below, above]), 0.5)
    told = np.array(sorted((middles * 2 + 0.5).tolist()))
    assert np.abs(told - [below.mean(axis=0), above.mean(axis=0)]).max() < 2.5


@given(turn=st.floats(-7, 7), half_turn=st.booleans())
def test_an_axis_is_told_by_twice_its_angle_so_that_it_has_no_direction(turn: float, half_turn: bool) -> None:
    cos, sin = np.cos(turn), np.sin(turn)
    corners = (upright(-10, -20, 20, 40) @ np.array([[cos, sin], [-sin, cos]])) + 70
    told = votes_for(np.roll(corners, 2 * half_turn, axis=0), np.zeros((1, 2), np.float32))[:, 0] * UNIT_PX
    assert np.allclose(told[:2], 70, atol=1e-3)
    long, short = 20.0, 10.0
    expected = [
        -long * np.cos(2 * turn),
        -long * np.sin(2 * turn),
        short * np.cos(2 * turn),
        short * np.sin(2 * turn),
    ]
    assert np.allclose(told[2:], expected, atol=1e-3)


def test_where_nothing_lies_nobody_votes() -> None:
    empty = np.zeros(_SIZE, np.float32)
    owner, middles = owners(empty, empty, np.zeros((6, *_SIZE), np.float32), 0.5)
    assert not owner.any()
    assert len(middles) == 0


def test_a_stray_vote_is_no_card() -> None:
    card, middle, votes = maps([upright(40, 40, 60, 90)])
    card[80, 150] = middle[80, 150] = 1.0
    votes[:2, 80, 150] = (500 / UNIT_PX, 0)
    owner, middles = owners(card, middle, votes, 0.5)
    assert len(middles) == 1
    assert owner[80, 150] == 0
