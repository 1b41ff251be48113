"""A rectified zone has the promised scale, and shows what lies there."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from calibration.geometry import Homography, Point, Zone, rectangle
from vision.rectify import rectify

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
