"""Hands in a dim room, where noise makes edges, and on a table so light that the camera sees only white."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.stillness.gate import (
    CARD_CROSSED_MS,
    CARD_STILL_MS,
    DICE_STILL_MS,
    GateZone,
    Settled,
    StillnessGate,
)
from vision.stillness.hands import SIDES, HandFinder, Hands, _end

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


def blinding(light: float) -> NDArray[np.float64]:
    """A table and its cards with more light on them than the camera bears, but for the backs of the cards."""
    shades = np.full((*SHAPE, 3), 320.0)
    for top, left in ((20, 30), (20, 130)):
        shades[top - 2 : top + 42, left - 2 : left + 37] = 420.0
        shades[top : top + 40, left : left + 35] = (60.0, 60.0, 190.0)
    return np.asarray(cv2.blur(light * shades, (3, 3)), np.float64)


def bright(shades: NDArray[np.float64], seed: int) -> NDArray[np.uint8]:
    noise = np.random.default_rng(seed).normal(0.0, 1.0, (*SHAPE, 3))
    return np.asarray(np.clip(shades + noise, 0, 255), np.uint8)


def found(picture: NDArray[np.uint8], bare: NDArray[np.uint8] | None = None, noise: float = NOISE) -> Hands:
    """What is taken for hands in a picture, after the bare table was seen; both zones were disturbed."""
    bare = dim(np.ones((*SHAPE, 1)), 1) if bare is None else bare
    finder = HandFinder(np.ones(SHAPE, np.uint8), [zone(20, 30), zone(20, 130)], 120.0)
    finder.begin(finder.planes(bare))
    return finder.find(finder.planes(picture), [False, False], noise)


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


def test_a_dark_arm_with_soft_edges_in_a_dim_room_is_one() -> None:
    """Films 9523 and 9535: a third of the hands that drew a card by lamplight were not seen."""
    arm = np.zeros(SHAPE)
    arm[:70, 80:104] = 1.0
    soft = np.asarray(cv2.GaussianBlur(arm, (0, 0), 2.5), np.float64)[..., None]
    for seed in range(2, 6):
        hands = found(dim(1.0 + soft * (np.array([26.0, 38.0, 44.0]) / CLOTH - 1.0), seed))
        assert len(hands.contacts) == 1
        assert SIDES[int(np.argmax(hands.contacts[0]))] == "north"


def test_an_arm_over_what_is_too_white_to_be_measured_is_one() -> None:
    for seed in range(2, 6):
        shades = blinding(1.0)
        shades[:70, 80:104] = (150.0, 185.0, 265.0)
        hands = found(bright(shades, seed), bright(blinding(1.0), 1))
        assert len(hands.contacts) == 1
        assert SIDES[int(np.argmax(hands.contacts[0]))] == "north"
        assert np.count_nonzero(hands.labels[:70, 80:104]) > 0.9 * 70 * 24
        assert np.count_nonzero(hands.labels) < 1.1 * 70 * 24


def test_a_lamp_that_goes_out_leaves_no_hand_where_all_was_white() -> None:
    for light in (0.9, 0.75, 0.6, 0.4):
        for seed in range(2, 6):
            assert found(bright(blinding(light), seed), bright(blinding(1.0), 1)).contacts == ()


def test_a_soft_shadow_on_what_was_white_is_no_hand() -> None:
    light = np.ones(SHAPE)
    light[:70, 60:120] = 0.55
    soft = np.asarray(cv2.GaussianBlur(light, (0, 0), 12), np.float64)[..., None]
    for seed in range(2, 6):
        assert found(bright(soft * blinding(1.0), seed), bright(blinding(1.0), 1)).contacts == ()


@pytest.mark.parametrize(("wide", "low", "ends_at"), [(5, 110, 70), (24, 95, 95)])
def test_the_rim_of_a_shadow_that_hangs_on_to_an_arm_is_no_fingers_but_a_hand_like_the_table_is(
    wide: int, low: int, ends_at: int
) -> None:
    """Film 729 of Racko: a hand that drew from the stock seemed to reach for the discards, whose shadow moved."""
    light = np.full((*SHAPE, 1), 4.0)
    light[70:low, 92 - wide // 2 : 92 + wide // 2] *= 0.78
    picture = dim(light, 2)
    picture[:70, 80:104] = 30
    hands = found(picture, dim(np.full((*SHAPE, 1), 4.0), 1), 2.0)
    assert hands.ends is not None and len(hands.contacts) == 1
    assert abs(int(np.nonzero(hands.ends)[0].max()) + 1 - ends_at) <= 2


def test_the_end_of_an_arm_is_what_lies_farthest_from_the_border_it_touches() -> None:
    arm = np.zeros(SHAPE, np.bool_)
    arm[:90, 80:104] = True
    touched = np.flatnonzero(arm & (np.arange(SHAPE[0]) < 3)[:, None])
    end = np.zeros(SHAPE, np.bool_)
    end.ravel()[_end(np.flatnonzero(arm), touched, SHAPE[1])] = True
    rows, columns = np.nonzero(arm)
    far = np.hypot(rows - 1.0, columns - 91.5)
    expected = far >= far.max() - 1.4 * len(rows) / far.max()
    assert np.array_equal(end[rows, columns], expected) and end.sum() == expected.sum()
    assert not end[:50].any() and end[80:90, 80:104].all()


WOOD = np.array([62.0, 88.0, 112.0])
LITTLE_NOISE = 3.5


def wood(seed: int) -> NDArray[np.float64]:
    """A wooden table with a strong grain, in grey levels."""
    down, across = np.mgrid[: SHAPE[0], : SHAPE[1]]
    grain = 0.14 * np.sin(down / 2.2 + 1.5 * np.sin(across / 23.0))
    noise = np.random.default_rng(seed).normal(0.0, 1.0, (*SHAPE, 3))
    return np.asarray(WOOD * (1.0 + grain[..., None]) + noise, np.float64)


def with_card(picture: NDArray[np.float64]) -> NDArray[np.float64]:
    """A card lies, or is held, some way from the border."""
    picture[44:80, 80:106] = (205.0, 215.0, 220.0)
    return picture


def grey(picture: NDArray[np.float64]) -> NDArray[np.uint8]:
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def test_a_hand_in_the_colour_of_a_wooden_table_is_followed_to_its_side_by_the_grain_that_it_covers() -> None:
    for seed in range(2, 6):
        picture = wood(seed)
        picture[:60, 82:104] = WOOD * (1.03, 1.02, 1.04)
        hands = found(grey(with_card(picture)), grey(wood(1)), LITTLE_NOISE)
        assert len(hands.contacts) == 1 and hands.faint == (True,)
        assert SIDES[int(np.argmax(hands.contacts[0]))] == "north"
        assert np.count_nonzero(hands.labels[:44, 82:104]) > 0.8 * 44 * 22
        assert np.count_nonzero(hands.labels) < 1.3 * (44 * 22 + 36 * 26)


def test_a_card_that_lies_in_the_shadow_of_whoever_laid_it_is_no_hand() -> None:
    light = np.ones(SHAPE)
    light[:90, 70:120] = 0.9
    soft = np.asarray(cv2.GaussianBlur(light, (0, 0), 9), np.float64)[..., None]
    for seed in range(2, 6):
        assert found(grey(soft * with_card(wood(seed))), grey(wood(1)), LITTLE_NOISE).contacts == ()


def square(top: int, left: int, height: int, width: int) -> tuple[tuple[float, float], ...]:
    return (
        (left, top),
        (left + width, top),
        (left + width, top + height),
        (left, top + height),
    )


def taken_from_a_pile(upto: int, left: int = 80, right: int = 106, shade: float = 1.03) -> Settled:
    """What is told of a pile of backs over which fingers come down to a row, in the colour of the table but for a
    ``shade``.
    """
    table = square(0, 0, SHAPE[0] - 1, SHAPE[1] - 1)
    zones = {"stock": square(42, 78, 40, 30), "elsewhere": square(100, 20, 40, 40)}
    gate = StillnessGate(
        [GateZone(one, zones[one], CARD_STILL_MS, crossed_ms=CARD_CROSSED_MS) for one in zones], table
    )
    settled: list[Settled] = []
    for number in range(30):
        picture = wood(number + 2)
        picture[44:80, 80:106] = (120.0, 60.0, 60.0)
        if 12 <= number < 18:
            picture[: upto + 3 * (number % 3), left:right] = shade * WOOD
        settled += gate.feed(grey(picture), 100 * number).settled
    (one,) = settled
    return one


def test_fingers_in_the_colour_of_the_table_are_told_of_where_they_cover_a_pile() -> None:
    """Films 9701 and 9717: two of five hands that drew a card went untold: the pile looks as it did before."""
    told = taken_from_a_pile(upto=72)
    assert told.disturbance.zone == "stock" and told.disturbance.side == "north"
    assert not told.changed and told.reached is not None


def test_two_hands_side_by_side_are_told_of_where_one_covers_a_pile() -> None:
    """Films 9694 and 9699: of both hands' ends together the pile holds a fifth."""
    told = taken_from_a_pile(upto=74, left=70, right=160, shade=0.4)
    assert told.disturbance.zone == "stock" and told.disturbance.side == "north"
    assert not told.changed and told.reached is not None


def test_fingers_that_cover_little_of_a_pile_only_passed() -> None:
    assert taken_from_a_pile(upto=56).reached is None


@pytest.mark.parametrize("comes", [(13, 16, 22), None])
def test_a_dark_hand_over_a_dark_tray_stands_out_of_the_noise(comes: tuple[int, int, int] | None) -> None:
    """Film 352: in a dim room nobody was seen to throw for twenty seconds; the noise alone is no hand."""
    zones = {"tray": square(50, 60, 60, 80), "elsewhere": square(10, 20, 30, 40)}
    gate = StillnessGate(
        [GateZone(one, zones[one], DICE_STILL_MS) for one in zones], square(0, 0, SHAPE[0] - 1, SHAPE[1] - 1)
    )
    settled: list[Settled] = []
    for number in range(80):
        picture = np.full((*SHAPE, 3), 24.0)
        picture[50:110, 60:140] = (13, 8, 5)
        if comes is not None and 50 <= number < 58:
            picture[70:90, : 60 + 8 * min(number - 49, 6)] = comes
        noise = np.random.default_rng(number).normal(0.0, 2.8, picture.shape)
        settled += gate.feed(grey(picture + noise), 100 * number).settled
    assert [one.disturbance.zone for one in settled] == ([] if comes is None else ["tray"])
    assert {one.disturbance.side for one in settled} <= {"west", None}
