"""Sharpness and light of a picture, in two numbers and a word."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry import Point
from calibration.markers import edge_width_px, find_markers
from tests.calibration.drawn import STRAIGHT, picture
from vision.light import blindness, picture_quality
from vision.scene.flat_table import view_from_above

NEAR = view_from_above(STRAIGHT, Point(0.0, 0.0), 300.0, tilt_deg=3.0)
"""3 px/mm, as a still has them: one marker fills a third of the picture."""


def quality_of(**look: float):
    image = picture(NEAR, **look)
    markers = find_markers(image)
    edge = float(np.median([edge_width_px(image, marker) for marker in markers])) if markers else None
    return picture_quality(image, edge)


def test_a_sharp_and_bright_picture_is_good():
    quality = quality_of(blur=0.7)
    assert quality.code == "good"
    assert quality.focus > 0.7


@pytest.mark.parametrize("sigma", [0.7, 1.2, 2.0, 3.0])
def test_the_width_of_an_edge_is_that_of_its_blur(sigma):
    """From 10 to 90 % a Gaussian step is 2.56 sigma wide; a pixel's own width adds to it."""
    image = picture(NEAR, blur=sigma, noise=2.0)
    widths = [edge_width_px(image, marker) for marker in find_markers(image)]
    assert np.median(widths) == pytest.approx(2.56 * np.hypot(sigma, 0.35), rel=0.12, abs=0.35)


def test_more_blur_is_less_focus():
    focus = [quality_of(blur=sigma).focus for sigma in (0.7, 1.2, 2.0, 3.0)]
    assert focus == sorted(focus, reverse=True)
    assert quality_of(blur=3.0).code == "blurred"


def test_dusk_is_dim_and_night_is_too_dark():
    codes = [quality_of(light=light).code for light in (1.0, 0.5, 0.2, 0.05)]
    assert codes[0] == "good" and codes[-1] == "too_dark"
    assert quality_of(light=0.5).light < quality_of(light=1.0).light


def test_a_blown_out_picture_is_overexposed():
    image = np.full((360, 640, 3), 120, np.uint8)
    image[:80] = 255
    assert picture_quality(image).code == "overexposed"


def test_black_is_too_dark_and_never_an_error():
    assert picture_quality(np.zeros((20, 16, 3), np.uint8)).code == "too_dark"


def test_without_markers_the_focus_is_not_judged():
    quality = picture_quality(np.full((360, 640, 3), 150, np.uint8))
    assert (quality.code, quality.focus) == ("good", 0.0)


def test_a_covered_lens_shows_nothing_whatever_its_noise():
    noise = np.random.default_rng(0).normal(8, 3, (515, 640, 3))
    assert blindness(np.clip(noise, 0, 255).astype(np.uint8)) == "too_dark"


def test_a_black_table_in_a_dim_room_is_not_too_dark_where_a_card_lies_on_it():
    """Film 331: a card that could be read was said to lie in the dark for a minute."""
    table = np.random.default_rng(0).normal(14, 3, (515, 640, 3))
    table[276:342, 352:394] += 90
    assert blindness(np.clip(table, 0, 255).astype(np.uint8)) is None
