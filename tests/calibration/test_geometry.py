"""The homography maps there and back, and refuses corners that span nothing."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.geometry import DegenerateCorners, Homography, Point, Zone, rectangle

CORNERS = [(212.0, 96.0), (1071.0, 101.0), (1090.0, 700.0), (195.0, 694.0)]


def test_the_four_corners_map_exactly() -> None:
    homography = Homography.of_rectangle(CORNERS, 250.0, 180.0)
    for pixel, point in zip(CORNERS, rectangle(0.0, 0.0, 250.0, 180.0), strict=True):
        seen = homography.to_mm(pixel)
        assert math.dist((seen.x, seen.y), (point.x, point.y)) < 1e-6
        assert math.dist(homography.to_px(point), pixel) < 1e-6


def test_a_straight_view_keeps_its_scale_everywhere() -> None:
    homography = Homography.of_rectangle([(100, 50), (1000, 50), (1000, 590), (100, 590)], 300.0, 180.0)
    middle = homography.to_mm((550.0, 320.0))
    assert (round(middle.x, 6), round(middle.y, 6)) == (150.0, 90.0)
    assert homography.px_per_mm(Point(10.0, 170.0)) == pytest.approx(3.0)


shifts = st.tuples(*[st.floats(-80.0, 80.0) for _ in range(8)])


@given(shifts, st.floats(0.05, 0.95), st.floats(0.05, 0.95))
def test_there_and_back_is_the_same_place(shift: tuple[float, ...], u: float, v: float) -> None:
    square = [(100.0, 100.0), (700.0, 100.0), (700.0, 600.0), (100.0, 600.0)]
    corners = [(x + shift[2 * i], y + shift[2 * i + 1]) for i, (x, y) in enumerate(square)]
    homography = Homography.of_rectangle(corners, 240.0, 200.0)
    point = Point(240.0 * u, 200.0 * v)
    back = homography.to_mm(homography.to_px(point))
    assert math.dist((back.x, back.y), (point.x, point.y)) < 1e-6


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (100, 0), (200, 0), (0, 100)],  # three in a line
        [(0, 0), (100, 0), (0, 100), (100, 100)],  # crossed
        [(0, 0), (100, 0), (20, 20), (0, 100)],  # dented
        [(5, 5), (5, 5), (5, 5), (5, 5)],
        [(0, 0), (100, 0), (100, math.nan), (0, 100)],
        [(0, 0), (100, 0), (100, 100)],
    ],
)
def test_corners_that_span_no_plane_are_refused(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(DegenerateCorners):
        Homography.of_rectangle(corners, 100.0, 100.0)


def test_a_zone_knows_its_bounds_and_needs_an_area() -> None:
    zone = Zone("tray", (Point(5, 1), Point(9, 4), Point(2, 8)))
    assert zone.bounds == (Point(2, 1), Point(9, 8))
    with pytest.raises(ValueError, match="three points"):
        Zone("line", (Point(0, 0), Point(1, 1)))


def test_corners_that_go_round_the_other_way_are_refused() -> None:
    clockwise = [(100.0, 100.0), (500.0, 100.0), (500.0, 400.0), (100.0, 400.0)]
    assert Homography.of_rectangle(clockwise, 900, 600).to_mm((300.0, 250.0)) == Point(450.0, 300.0)
    with pytest.raises(DegenerateCorners, match="clockwise"):
        Homography.of_rectangle(clockwise[::-1], 900, 600)
    turned = [*clockwise[2:], *clockwise[:2]]
    assert Homography.of_rectangle(turned, 900, 600).to_mm((500.0, 400.0)).x == pytest.approx(0.0, abs=1e-6)
