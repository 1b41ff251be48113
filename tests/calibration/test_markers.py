"""The four markers are found to a fraction of a pixel; what is wrong with them is named."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.layout import MarkerLayout
from calibration.markers import MarkerFault, faults_of, find_markers
from tests.calibration.drawn import BENT, MAT, laid_by_hand, picture, view


def numbered(**places: int) -> MarkerLayout:
    """The mat with other markers at its corners: ``numbered(top_left=1, top_right=0)``."""
    names = ("top_left", "top_right", "bottom_right", "bottom_left")
    return MarkerLayout({places.get(name, number): MAT.corners[number] for number, name in enumerate(names)})


@pytest.mark.parametrize("light", [1.0, 0.45])
@pytest.mark.parametrize("tilt", [0.0, 20.0])
def test_corners_are_found_to_a_fifth_of_a_pixel(tilt, light):
    true, layout = view(BENT, tilt=tilt), laid_by_hand(3)
    found = find_markers(picture(true, layout, light=light))
    assert [marker.number for marker in found] == [0, 1, 2, 3]
    off = np.concatenate([m.corners - true.to_px(layout.corners[m.number]) for m in found])
    assert np.sqrt(np.mean(np.sum(off**2, axis=1))) < 0.2
    assert np.abs(off.mean(axis=0)).max() < 0.05


def test_markers_are_found_on_the_small_stream():
    true = view(BENT).scaled(640, 360)
    found = find_markers(picture(true, blur=0.5))
    assert [marker.number for marker in found] == [0, 1, 2, 3]
    assert faults_of(found) == ()


def test_other_markers_are_passed_over():
    assert find_markers(picture(view(), numbered(top_left=9, top_right=12)))[0].number == 2


def test_nothing_is_found_on_an_empty_or_black_table():
    assert find_markers(np.zeros((720, 1280, 3), np.uint8)) == ()
    assert find_markers(np.random.default_rng(1).integers(0, 255, (720, 1280, 3), dtype=np.uint8)) == ()


def test_a_covered_marker_is_missing():
    image = picture(view())
    x, y = view().to_px(MAT.corners[2].mean(axis=0))[0].astype(int)
    image[y - 40 : y + 40, x : x + 60] = 120
    found = find_markers(image)
    assert faults_of(found, image) == (MarkerFault("missing", (2,)),)


def test_two_sheets_on_one_table_are_told():
    assert faults_of(find_markers(picture(view(), _with_a_second(3)))) == (
        MarkerFault("double", (3,)),
        MarkerFault("missing", (0,)),
    )


def _with_a_second(number: int) -> MarkerLayout:
    class Twice(dict):
        def items(self):
            return [(number, MAT.corners[0]), *((n, MAT.corners[n]) for n in (1, 2, 3))]

    return MarkerLayout(Twice())


def test_a_mirrored_picture_is_told():
    image = np.ascontiguousarray(picture(view())[:, ::-1])
    assert faults_of(find_markers(image), image) == (MarkerFault("mirrored"),)


def test_a_camera_that_hangs_upside_down_is_told():
    image = np.ascontiguousarray(picture(view())[::-1, ::-1])
    assert faults_of(find_markers(image), image) == (MarkerFault("upside_down"),)


def test_a_camera_that_looks_from_the_short_side_is_told():
    image = np.ascontiguousarray(np.rot90(picture(view(roll=0, tilt=0)), 1))
    assert faults_of(find_markers(image), image) == (MarkerFault("turned"),)


@pytest.mark.parametrize(
    ("places", "exchanged"),
    [
        ({"top_left": 1, "top_right": 0}, (0, 1)),
        ({"bottom_right": 3, "bottom_left": 2}, (2, 3)),
        ({"top_left": 2, "bottom_right": 0}, (0, 2)),
    ],
)
def test_markers_laid_in_the_wrong_corners_are_named(places, exchanged):
    found = find_markers(picture(view(), numbered(**places)))
    assert faults_of(found) == (MarkerFault("mixed_up", exchanged),)


def test_markers_too_far_away_are_told():
    far = view().scaled(320, 180)
    codes = {fault.code for fault in faults_of(find_markers(picture(far, blur=0.3, noise=1)))}
    assert codes <= {"too_small", "missing"} and codes
