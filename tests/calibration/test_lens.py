"""Lenses bend pictures; the way there and back, and in another size."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.lens import Lens, OtherPicture
from tests.calibration.drawn import BENT, STRAIGHT

PIXELS = np.array([[0.0, 0.0], [1279, 719], [640, 360], [100, 700], [1200, 3]])


def test_a_pinhole_bends_nothing():
    assert np.array_equal(STRAIGHT.straight(PIXELS), PIXELS)
    assert np.array_equal(STRAIGHT.bent(PIXELS), PIXELS)


def test_what_is_straightened_bends_back_to_the_same_place():
    assert np.abs(BENT.bent(BENT.straight(PIXELS)) - PIXELS).max() < 1e-3
    assert np.abs(BENT.straight(PIXELS) - PIXELS).max() > 10


@given(
    k1=st.floats(-0.15, 0.15),
    k2=st.floats(-0.03, 0.05),
    p1=st.floats(-0.001, 0.001),
    x=st.floats(0, 1279),
    y=st.floats(0, 719),
)
def test_every_usual_lens_can_be_straightened(k1, k2, p1, x, y):
    lens = Lens(1280, 720, STRAIGHT.matrix, np.array([k1, k2, p1, 0.0, 0.0]))
    pixel = np.array([[x, y]])
    assert np.abs(lens.bent(lens.straight(pixel)) - pixel).max() < 0.01


def test_bending_is_opencvs():
    rays = np.column_stack([PIXELS, np.ones(5)]) @ np.linalg.inv(BENT.matrix).T
    expected, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), BENT.matrix, BENT.distortion)
    assert np.allclose(BENT.bent(PIXELS), expected.reshape(-1, 2))


def test_the_small_stream_of_the_same_camera_has_the_same_view():
    small = BENT.scaled(640, 360)
    shrunk = (PIXELS + 0.5) / 2 - 0.5
    assert np.abs(small.straight(shrunk) - ((BENT.straight(PIXELS) + 0.5) / 2 - 0.5)).max() < 1e-3
    assert small.focal_px == pytest.approx(BENT.focal_px / 2)


def test_another_cut_of_the_sensor_is_refused():
    with pytest.raises(OtherPicture, match="measured with 1280 x 720 px, the picture has 640 x 480 px"):
        BENT.scaled(640, 480)
