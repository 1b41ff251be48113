"""What is reckoned band by band, in arrays that are there already, is what the plain formula gives for every px."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.stillness.earlier_looks import CONTRAST, DARK, EarlierLooks, Planes

SHAPE = (110, 140)
LIGHTS = {"dim": 0.3, "usual": 1.0, "blinding": 2.1}
CLIPPED = np.float32(np.log(246.0 + DARK))
ZONES = [(slice(10, 50), slice(20, 60)), (slice(10, 50), slice(70, 120)), (slice(60, 105), slice(5, 100))]


def px(place: tuple[slice, slice]) -> NDArray[np.intp]:
    mask = np.zeros(SHAPE, np.uint8)
    mask[place] = 1
    return np.flatnonzero(mask)


def looks() -> EarlierLooks:
    region = np.zeros(SHAPE, np.uint8)
    region[3:-2, 2:-4] = 1
    return EarlierLooks(region, [px(place) for place in ZONES])


def picture(seed: int, light: float, hand: bool = False) -> Planes:
    """The logarithms of a table with cards, a slope of light over it, and noise."""
    rng = np.random.default_rng(seed)
    table = np.full((3, *SHAPE), 90.0) * np.linspace(0.9, 1.1, SHAPE[1])
    table[:, 15:45, 30:50], table[:, 20:45, 80:110] = 190.0, 120.0
    table *= light
    if hand:
        table[:, :70, 40:62] = np.array([70.0, 95.0, 130.0])[:, None, None]
    grey = np.clip(table + rng.normal(0, 2.0, table.shape), 0, 255)
    return np.log(np.round(grey) + DARK).astype(np.float32)


def sampled(still: list[bool]) -> NDArray[np.bool_]:
    known = np.zeros(SHAPE, np.bool_)
    for place, rests in zip(ZONES, still, strict=True):
        known[place] |= rests
    if np.count_nonzero(known[::5, ::5]) < 60:
        known[3:-2, 2:-4] = True
    return known[::5, ::5]


def light_between(change: NDArray[np.float32], still: list[bool]) -> NDArray[np.float32]:
    rows, columns = SHAPE
    x = (np.arange(columns, dtype=np.float32) / columns - 0.5)[None, :]
    y = (np.arange(rows, dtype=np.float32) / rows - 0.5)[:, None]
    across, down = (np.broadcast_to(one, SHAPE)[::5, ::5][sampled(still)] for one in (x, y))
    seen = change[::5, ::5][sampled(still)]
    middle = np.median(seen)
    usual = np.abs(seen - middle) < 0.2
    terms = np.compress(usual, np.stack([np.ones_like(across), across, down]), axis=1)
    if terms.shape[1] < 60:
        return np.full(SHAPE, middle, np.float32)
    products = terms @ terms.T + np.eye(3, dtype=np.float32)
    constant, slope_x, slope_y = np.linalg.solve(products, terms @ (seen[usual] - middle))
    return np.asarray(middle + constant + slope_x * x + slope_y * y, np.float32)


def light_of_a_colour(now: NDArray[np.float32], look: NDArray[np.float32], still: list[bool]) -> float | None:
    measured = sampled(still) & (np.maximum(now, look)[::5, ::5] <= CLIPPED)
    if np.count_nonzero(measured) < 60:
        return None
    return float(np.median((now - look)[::5, ::5][measured]))


def plain(
    now: Planes, before: list[Planes], still: list[bool], noise: float
) -> tuple[NDArray[np.float32], ...]:
    """How much differs, and what is blinding, px by px."""
    noisy = np.float32(0.8 * noise) * np.asarray(cv2.exp(-np.minimum(now[1], before[0][1])))
    largest = []
    for look in before:
        blue, green, red = (colour - light_between(colour, still) for colour in now - look)
        tint = np.float32(1.5) * np.maximum(np.abs(red - green), np.abs(blue - green))
        largest.append(np.max([np.abs(blue), np.abs(green), np.abs(red), tint], axis=0))
    differs = np.maximum(np.minimum(*largest) - noisy, 0)
    white = np.any([one.max(axis=0) > CLIPPED for one in (now, *before)], axis=0)
    blinding = np.asarray(cv2.dilate(white.astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
    differs[blinding] = 0
    lights = [[light_of_a_colour(*both, still) for both in zip(now, look, strict=True)] for look in before]
    of_colours = [light for light in (*lights[0], *lights[1]) if light is not None]
    if of_colours and max(np.abs(of_colours)) <= 0.1:
        changed = np.zeros((2, 3, *SHAPE), np.float32)
        for which, look in enumerate(before):
            for colour, light in enumerate(lights[which]):
                if light is not None:
                    darker = np.minimum(now[colour], look[colour])
                    its_noise = np.float32(0.8 * noise) * np.asarray(cv2.exp(-darker))
                    beside = np.abs((now - look)[colour] - np.float32(light)) - its_noise
                    changed[which, colour] = np.where(darker > CLIPPED, 0.0, beside)
        differs[blinding] = np.maximum(0.0, np.minimum(*changed).max(axis=0))[blinding]
    return differs, noisy, blinding & (differs <= CONTRAST)


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
@pytest.mark.parametrize("still", [[True, True, True], [True, False, True], [False, False, False]])
def test_what_differs_is_that_of_the_plain_formula(light: float, still: list[bool]) -> None:
    seen = looks()
    first, second = picture(1, light), picture(2, 0.97 * light)
    seen.begin(first)
    seen.rest(second, [0])
    older, newer = first.copy(), first.copy()
    newer[(slice(None), *ZONES[0])] = second[(slice(None), *ZONES[0])]
    for seed, hand in ((3, False), (4, True)):
        now = picture(seed, 1.02 * light, hand)
        told = seen.difference(now, seen.at_rest(still), 4.0)
        differs, noisy, blinding = plain(now, [newer, older], still, 4.0)
        assert np.array_equal(told.differs, differs)
        assert np.array_equal(told.noise, noisy)
        assert np.array_equal(told.blinding, blinding)


def test_a_hand_on_what_blinds_the_camera_is_among_it() -> None:
    seen = looks()
    seen.begin(picture(1, LIGHTS["blinding"]))
    still = [False, True, True]
    told = seen.difference(picture(2, LIGHTS["blinding"], hand=True), seen.at_rest(still), 4.0)
    assert (told.differs[17:43, 42:48] > CONTRAST).all()
    assert not (told.differs[17:43, 82:108] > CONTRAST).any()


def test_an_arm_is_seen_by_the_colour_that_does_not_blind_the_camera() -> None:
    """Film 527: a cloth so light in blue and green that the camera sees only how red it is."""
    seen = looks()

    def cloth(seed: int, red: float) -> Planes:
        grey = np.full((3, *SHAPE), 255.0)
        grey[2] = np.random.default_rng(seed).normal(60.0, 2.0, SHAPE)
        grey[2, :70, 40:62] += red
        return np.log(np.round(grey) + DARK).astype(np.float32)

    seen.begin(cloth(1, 0.0))
    still = [False, True, True]
    arm, nobody = (
        seen.difference(cloth(2, red), seen.at_rest(still), 4.0).differs.copy() for red in (120.0, 0.0)
    )
    assert arm[5:65, 42:60].min() > CONTRAST
    assert nobody.max() < CONTRAST


def test_what_stays_between_the_zones_becomes_part_of_the_table() -> None:
    seen = looks()
    seen.begin(picture(1, 1.0))
    still = [True, False, True]
    there = picture(2, 1.0, hand=True)
    covered = np.zeros(SHAPE, np.bool_)
    covered[:70, 40:62] = True
    between = (slice(52, 58), slice(42, 60))
    differs = []
    for _ in range(40):
        seen.learn(there, covered, seen.at_rest(still), 500)
        differs.append(seen.difference(there, seen.at_rest(still), 4.0).differs[between].max())
    # Taken in once, it is the newer look alone; taken in again, it is both.
    assert differs[10] > CONTRAST and differs[-1] < CONTRAST


def test_the_light_is_followed_where_zones_lie_still_and_no_hand_is_near() -> None:
    seen = looks()
    first, later = picture(1, 1.0), picture(2, 0.8)
    seen.begin(first)
    covered = np.zeros(SHAPE, np.bool_)
    covered[60:80, 5:20] = True
    seen.learn(later, covered, seen.at_rest([True, False, True]), 1500)
    newer, older = seen._looks
    resting = np.zeros(SHAPE, np.bool_)
    resting[ZONES[0]] = resting[ZONES[2]] = True
    resting[3:-2, 2:-4] |= True
    resting[ZONES[1]] = False
    resting[57:83, 2:23] = False
    expected = np.where(resting, np.float32(0.5) * first + np.float32(0.5) * later, first)
    assert np.abs(newer - expected).max() < 1e-6 and np.array_equal(newer, older)


def test_an_earlier_look_at_something_else_is_kept() -> None:
    seen = looks()
    first, laid = picture(1, 1.0), picture(2, 1.0, hand=True)
    seen.begin(first)
    seen.rest(laid, [0])
    still = [True, True, True]
    for _ in range(8):
        seen.learn(laid, np.zeros(SHAPE, np.bool_), seen.at_rest(still), 500)
    hand = (slice(None), slice(17, 43), slice(42, 58))
    assert np.array_equal(seen._looks[1][hand], first[hand])
    taken_up = seen.difference(picture(3, 1.0), seen.at_rest([False, True, True]), 4.0)
    assert np.quantile(taken_up.differs[17:43, 42:58], 0.95) < CONTRAST


def test_an_arm_is_seen_that_has_the_colour_of_the_table_in_the_light_that_was() -> None:
    """Film 539: of two earlier looks the older one showed the wood in the light of the beginning."""
    seen = looks()
    seen.begin(picture(1, 1.0))
    between = (slice(60, 105), slice(102, 130))
    shadow = picture(2, 1.0)
    shadow[:, *between] += np.float32(np.log(0.6))
    still = [True, True, True]
    nobody = np.zeros(SHAPE, np.bool_)
    for _ in range(20):
        seen.learn(shadow, nobody, seen.at_rest(still), 500)
    arm = shadow.copy()
    arm[:, 70:80, 102:130] = picture(3, 1.0)[:, 70:80, 102:130]
    differs = seen.difference(arm, seen.at_rest(still), 4.0).differs
    assert differs[72:78, 105:127].min() > CONTRAST
    assert differs[85:100, 105:127].max() < CONTRAST
