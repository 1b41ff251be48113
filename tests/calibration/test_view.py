"""From the picture to millimetres and back, through a lens and at an angle."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry import DegenerateCorners, Point
from calibration.lens import OtherPicture
from calibration.view import TableView
from tests.calibration.drawn import BENT, GRID, MIDDLE, STRAIGHT, errors_mm, view


def test_to_mm_and_to_px_are_each_others_way_back():
    of = view(BENT, tilt=20)
    assert np.abs(of.to_mm(of.to_px(GRID)) - GRID).max() < 1e-3


def test_a_view_fitted_to_exact_pairs_is_the_true_one():
    true = view(BENT)
    fitted = TableView.from_pairs(true.to_px(GRID), GRID, (1280, 720), BENT)
    assert errors_mm(fitted, true).max() < 0.01


def test_without_its_lens_the_view_is_millimetres_wrong():
    true = view(BENT)
    fitted = TableView.from_pairs(true.to_px(GRID[[0, 7, 72, 79]]), GRID[[0, 7, 72, 79]], (1280, 720))
    assert errors_mm(fitted, true).max() > 2.0


def test_magnification_is_that_of_the_optics():
    straight_down = view(tilt=0, roll=0)
    distance = STRAIGHT.focal_px * 1010 / STRAIGHT.height
    assert straight_down.px_per_mm(MIDDLE) == pytest.approx(STRAIGHT.focal_px / distance, rel=1e-6)
    tilted = view(tilt=30)
    assert tilted.least_px_per_mm(MIDDLE) < tilted.px_per_mm(MIDDLE) < straight_down.px_per_mm(MIDDLE) * 1.001


@pytest.mark.parametrize("tilt", [0.0, 5.0, 19.0, 35.0])
def test_the_tilt_is_that_of_the_camera(tilt):
    assert view(BENT, tilt=tilt).tilt_deg == pytest.approx(tilt, abs=1e-3)


def test_no_tilt_is_told_without_a_lens():
    true = view()
    assert TableView.from_pairs(true.to_px(GRID), GRID, (1280, 720)).tilt_deg is None


def test_the_small_stream_sees_the_same_table():
    large = view(BENT)
    small = large.scaled(640, 360)
    assert np.abs((small.to_px(GRID) + 0.5) * 2 - 0.5 - large.to_px(GRID)).max() < 1e-2
    assert small.px_per_mm(MIDDLE) == pytest.approx(large.px_per_mm(MIDDLE) / 2, rel=1e-4)


@pytest.mark.parametrize("of", [view(BENT), TableView(1280, 720, view().homography)])
def test_a_picture_of_another_shape_is_refused_with_a_lens_or_without(of):
    with pytest.raises(OtherPicture):
        of.scaled(640, 480)


def test_what_lies_outside_the_picture_is_not_shown():
    of = view()
    assert of.shows(MIDDLE)
    assert not of.shows(Point(5000, 0))
    ((x, y),) = of.to_mm(np.array([[3.0, 300.0]]))
    assert of.shows(Point(x, y)) and not of.shows(Point(x, y), margin_px=20)


def test_pairs_on_a_line_are_refused():
    line = np.array([[0.0, 0.0], [1, 1], [2, 2], [3, 3]])
    with pytest.raises(DegenerateCorners):
        TableView.from_pairs(line, line, (1280, 720))
    with pytest.raises(DegenerateCorners):
        TableView.from_pairs(GRID[:3], GRID[:3], (1280, 720))
