"""A rectified zone has the promised scale, and shows what lies there."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from calibration.geometry import Homography, Point, Zone, rectangle
from calibration.printed import marker_dictionary
from tests.calibration.drawn import BENT
from vision.rectify import rectify
from vision.scene.flat_table import draw_sheet, marker_sheet, view_from_above

WIDTH_MM, HEIGHT_MM = 240.0, 160.0
CORNERS = [(212.0, 96.0), (1071.0, 121.0), (1120.0, 700.0), (150.0, 660.0)]
TRAY = Zone("tray", rectangle(0.0, 0.0, WIDTH_MM, HEIGHT_MM))


def table_with_discs(points: list[Point], homography: Homography, factor: int = 1) -> np.ndarray:
    """A picture of white discs of 5 mm radius at ``points``, drawn through the homography."""
    picture = np.full((780 * factor, 1280 * factor, 3), 40, np.uint8)
    for point in points:
        rim = [
            homography.to_px(Point(point.x + 5 * math.cos(a), point.y + 5 * math.sin(a)))
            for a in np.linspace(0, 2 * math.pi, 60)
        ]
        cv2.fillPoly(
            picture, [np.round(np.array(rim) * 256).astype(np.int32)], (255, 255, 255), cv2.LINE_AA, 8
        )
    return picture


@pytest.mark.parametrize("margin", [0.0, 6.0])
def test_things_lie_where_they_lie_on_the_table(margin: float) -> None:
    homography = Homography.of_rectangle(CORNERS, WIDTH_MM, HEIGHT_MM)
    for point in (Point(20, 20), Point(120, 80), Point(215, 140), Point(30, 130)):
        zone = rectify(table_with_discs([point], homography), homography, TRAY, margin_mm=margin)
        assert zone.image.shape == (round((160 + 2 * margin) * 3), round((240 + 2 * margin) * 3), 3)
        ys, xs = np.nonzero(zone.image[:, :, 0] > 128)
        seen = zone.to_mm((float(xs.mean()), float(ys.mean())))
        assert math.dist((seen.x, seen.y), (point.x, point.y)) < 0.2
        assert (xs.max() - xs.min() + 1) / 3.0 == pytest.approx(10.0, abs=0.7)
        assert (ys.max() - ys.min() + 1) / 3.0 == pytest.approx(10.0, abs=0.7)


def test_a_much_finer_picture_is_averaged_not_sampled() -> None:
    corners = [(x * 3, y * 3) for x, y in [(40.0, 40.0), (1000.0, 40.0), (1000.0, 680.0), (40.0, 680.0)]]
    homography = Homography.of_rectangle(corners, WIDTH_MM, HEIGHT_MM)
    ys, xs = np.mgrid[0:2340, 0:3840]
    checks = np.asarray(((xs + ys) % 2) * 255, np.uint8)
    zone = rectify(np.asarray(cv2.merge([checks] * 3), np.uint8), homography, TRAY)
    inside = zone.image[20:-20, 20:-20]
    assert abs(float(inside.mean()) - 127.5) < 3
    assert float(inside.std()) < 12


def test_a_zone_without_extent_is_refused() -> None:
    homography = Homography.of_rectangle(CORNERS, WIDTH_MM, HEIGHT_MM)
    picture = np.zeros((780, 1280, 3), np.uint8)
    with pytest.raises(ValueError, match="no extent"):
        rectify(picture, homography, Zone("line", (Point(0, 0), Point(5, 0), Point(9, 0))))
    with pytest.raises(ValueError, match="no extent"):
        rectify(picture, homography, TRAY, px_per_mm=-1.0)


def test_a_bent_picture_is_straightened_in_the_same_step() -> None:
    """Lines of the table are straight in the zone, wherever the lens bends them."""
    view = view_from_above(BENT, Point(310, 150), 520.0, tilt_deg=12.0, heading_deg=200.0)
    sheet = marker_sheet(5, marker_dictionary(), 120.0, 20.0)
    picture = np.full((view.height, view.width, 3), 60, np.uint8)
    outline = np.array([[40.0, 0.0], [200, 0], [200, 160], [40, 160]])
    draw_sheet(picture, view, sheet, lambda points: points - (40.0, 0.0), outline)
    zone = rectify(picture, view, TRAY)
    drawn = np.kron(sheet.bitmap, np.ones((6, 6)))
    size = (480, 480)
    expected = cv2.resize(
        np.where(drawn > 127, 232.0, 26.0).astype(np.uint8), size, interpolation=cv2.INTER_AREA
    )
    found = zone.image[:, 120:600, 0]
    # The outermost pixels of a printed sheet mix with the table.
    off = np.abs(found.astype(int) - expected)[3:-3, 3:-3]
    assert off.mean() < 4.0
    straight = rectify(picture, view.homography, TRAY).image[:, 120:600, 0]
    assert np.abs(straight.astype(int) - expected)[3:-3, 3:-3].mean() > 3 * off.mean()


def test_a_zone_of_the_far_corner_keeps_its_scale() -> None:
    view = view_from_above(BENT, Point(450, 350), 1270.0, tilt_deg=18.0, heading_deg=20.0)
    corner = Zone("far", rectangle(820.0, 620.0, 60.0, 60.0))
    picture = np.full((view.height, view.width, 3), 40, np.uint8)
    ((x, y),) = view.to_px(np.array([[850.0, 650.0]]))
    cv2.circle(picture, (round(x * 16), round(y * 16)), 5 * 16, (255, 255, 255), -1, cv2.LINE_AA, 4)
    zone = rectify(picture, view, corner)
    ys, xs = np.nonzero(zone.image[:, :, 0] > 128)
    seen = zone.to_mm((float(xs.mean()), float(ys.mean())))
    assert math.dist((seen.x, seen.y), (850.0, 650.0)) < 0.5
