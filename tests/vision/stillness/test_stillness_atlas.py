"""Two looks at many zones: light between them is nothing, what lies there is, and each zone is judged by itself."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.stillness.zone_atlas import COLOURS, ZoneAtlas

SHAPE = (120, 200)
NOISE = np.full(3, 4.5)
LEFT, RIGHT, BELOW = (
    (slice(10, 70), slice(10, 90)),
    (slice(10, 70), slice(92, 190)),
    (slice(72, 115), slice(10, 190)),
)


def masks() -> list[np.ndarray]:
    made = []
    for place in (LEFT, RIGHT, BELOW):
        mask = np.zeros(SHAPE, np.uint8)
        mask[place] = 1
        made.append(mask)
    return made


def table(light: np.ndarray | float = 1.0, *, card: tuple[int, int] | None = (20, 20)) -> np.ndarray:
    """A brown table with cards in two zones, and a card of its own where it is told (row, column)."""
    picture = np.empty((*SHAPE, 3), np.float32)
    picture[:] = (60, 80, 110)
    for row, column in ((25, 110), (80, 60)):
        cv2.rectangle(picture, (column, row), (column + 20, row + 28), (220, 225, 230), -1)
        cv2.circle(picture, (column + 10, row + 14), 4, (40, 40, 190), -1)
    if card is not None:
        cv2.rectangle(picture, (card[1], card[0]), (card[1] + 20, card[0] + 28), (225, 225, 225), -1)
    if isinstance(light, np.ndarray):
        light = light[..., None]
    return np.clip(picture * light, 0, 255).astype(np.uint8)


def atlas() -> ZoneAtlas:
    return ZoneAtlas(masks(), [12.0, 12.0, 12.0])


def differing(before: np.ndarray, now: np.ndarray) -> list[bool]:
    zones = atlas()
    return (zones.differing(zones.log(now), zones.log(before), NOISE) > 0).tolist()


def test_what_changes_in_a_zone_is_told_of_that_zone_alone() -> None:
    assert differing(table(), table(card=(20, 23))) == [True, False, False]
    assert differing(table(), table(card=None)) == [True, False, False]
    assert differing(table(), table(card=(20, 66))) == [True, False, False]


@pytest.mark.parametrize("gain", [0.4, 0.8, 1.1])
def test_another_brightness_is_no_change(gain: float) -> None:
    assert differing(table(), table(gain)) == [False, False, False]


def test_a_lamp_at_one_side_and_a_soft_shadow_are_no_change() -> None:
    ys, xs = np.mgrid[0 : SHAPE[0], 0 : SHAPE[1]].astype(np.float32)
    assert differing(table(0.8), table(0.5 + 0.5 * xs / SHAPE[1])) == [False, False, False]
    shadow = 0.9 * (1 - 0.4 / (1 + np.exp((np.hypot(xs - 90, ys - 60) - 50) / 8)))
    assert differing(table(0.9), table(shadow)) == [False, False, False]


def test_what_shines_otherwise_when_a_lamp_is_switched_is_no_change() -> None:
    def with_gleam(light: float) -> np.ndarray:
        picture = table(light)
        picture[20:25, 60:64] += 25
        return picture

    assert differing(table(0.9), with_gleam(0.9)) == [True, False, False]
    assert differing(table(0.9), with_gleam(0.6)) == [False, False, False]
    assert differing(table(0.9), table(0.6, card=None)) == [True, False, False]


def test_blinding_white_is_no_change() -> None:
    assert differing(table(0.9), table(1.6)) == [False, False, False]
    assert differing(table(1.6), table(0.9)) == [False, False, False]


def test_a_card_taken_away_in_blinding_light_is_a_change() -> None:
    assert differing(table(1.6), table(1.6, card=None)) == [True, False, False]


def test_another_colour_as_bright_as_before_is_a_change() -> None:
    before, now = table(card=None), table(card=None)
    before[20:50, 20:50] = (60, 80, 110)
    grey = cv2.cvtColor(before[20:21, 20:21], cv2.COLOR_BGR2GRAY)[0, 0]
    now[20:50, 20:50] = (90, 104, 52)
    assert abs(int(cv2.cvtColor(now[20:21, 20:21], cv2.COLOR_BGR2GRAY)[0, 0]) - int(grey)) <= 2
    assert differing(before, now) == [True, False, False]


def test_less_than_the_noise_is_no_change() -> None:
    now = table()
    now[20:30, 60:70] += 25
    zones = atlas()
    looks = zones.log(now), zones.log(table())
    assert zones.differing(*looks, np.full(3, 30.0)).tolist() == [0, 0, 0]
    assert (zones.differing(*looks, NOISE) > 0).tolist() == [True, False, False]


def test_one_zone_alone_is_judged_as_with_the_others() -> None:
    zones = atlas()
    before = zones.log(table())
    for now in (zones.log(table(0.7)), zones.log(table(card=(22, 22))), zones.log(table(0.8, card=None))):
        together = zones.differing(now, before, NOISE)
        alone = [
            zones.differs(zone, zones.part(zone, now), zones.part(zone, before), NOISE[zone])
            for zone in range(3)
        ]
        assert alone == (together > 0).tolist()


def test_a_part_of_a_look_can_be_written_into() -> None:
    zones = atlas()
    now, before = zones.log(table(card=None)), zones.log(table())
    assert zones.part(0, now).shape[0] == COLOURS
    zones.part(0, before)[:] = zones.part(0, now)
    assert not zones.differing(now, before, NOISE).any()


def test_a_look_follows_the_light_and_not_what_lies_there() -> None:
    zones = atlas()
    base = zones.log(table())
    dark = zones.log(table(0.8))
    zones.differing(dark, base, NOISE)
    zones.follow(base, dark, [True, True, True], 0.01)
    assert float(np.median(np.abs(base - dark))) < 0.02
    gone = zones.log(table(0.8, card=None))
    assert (zones.differing(gone, base, NOISE) > 0).tolist() == [True, False, False]


def test_where_the_light_has_changed_much_the_other_look_is_taken_over() -> None:
    for light, taken_over in ((0.7, True), (0.88, True), (0.95, False)):
        zones = atlas()
        base, now = zones.log(table()), zones.log(table(light))
        zones.differing(now, base, NOISE)
        zones.follow(base, now, [True, False, True], 0.01)
        followed = [np.array_equal(zones.part(zone, base), zones.part(zone, now)) for zone in range(3)]
        assert followed == [taken_over, False, taken_over]


def test_restless_pixels_are_learnt() -> None:
    zones = atlas()
    flickering = table()
    flickering[30:34, 30:36] -= 40
    base = zones.log(table())
    looks = [zones.log(table()), zones.log(flickering)]
    assert zones.differing(looks[1], base, NOISE)[0]
    for number in range(60):
        zones.differing(looks[number % 2], base, NOISE)
        zones.follow(base, looks[number % 2], [True, True, True], 0.01)
    assert not zones.differing(looks[1], base, NOISE).any()
    assert zones.differing(zones.log(table(card=None)), base, NOISE)[0]
