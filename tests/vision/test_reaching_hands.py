"""Hands in a dim room, where noise changes neighbours as much as an edge does in daylight."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reaching_hands import SIDES, HandFinder, Hands

SHAPE = (160, 200)
NOISE = 5.0
"""Grey levels that noise moves a px at most; half of it is usual."""
CLOTH = np.array([14.0, 30.0, 24.0])
SKIN = np.array([40.0, 52.0, 70.0])


def zone(top: int, left: int) -> NDArray[np.uint8]:
    mask = np.zeros(SHAPE, np.uint8)
    mask[top : top + 40, left : left + 40] = 1
    return mask


def dim(shades: NDArray[np.float64], seed: int) -> NDArray[np.uint8]:
    """A picture of a dark table: its light times the ``shades``, and the noise of a camera in the dark."""
    noise = np.random.default_rng(seed).normal(0.0, NOISE / 2, (*SHAPE, 3))
    return np.asarray(np.clip(shades * CLOTH + noise, 0, 255), np.uint8)


def found(picture: NDArray[np.uint8]) -> Hands:
    """What is taken for hands in a picture, after the bare table was seen; both zones were disturbed."""
    bare = dim(np.ones((*SHAPE, 1)), 1)
    finder = HandFinder(np.ones(SHAPE, np.uint8), [zone(20, 30), zone(20, 130)], 120.0)
    finder.begin(finder.planes(bare))
    return finder.find(finder.planes(picture), [False, False], NOISE)


def test_light_that_comes_back_in_a_dim_room_is_no_hand() -> None:
    light = np.ones(SHAPE)
    light[:70, 40:160] = 1.8
    for seed in range(2, 6):
        soft = np.asarray(cv2.GaussianBlur(light, (0, 0), 12), np.float64)
        assert found(dim(soft[..., None], seed)).contacts == ()


def test_an_arm_in_a_dim_room_is_one_and_comes_from_its_side() -> None:
    for seed in range(2, 6):
        picture = dim(np.ones((*SHAPE, 1)), seed)
        picture[:70, 80:104] = np.clip(SKIN + (picture[:70, 80:104] - CLOTH), 0, 255).astype(np.uint8)
        hands = found(picture)
        assert len(hands.contacts) == 1
        assert SIDES[int(np.argmax(hands.contacts[0]))] == "north"
