"""Crops set a face upright, scales cover all sizes, detections of one die become one."""

import itertools
import math

import cv2
import numpy as np
import pytest

from vision.dice.detection import Detection, decode_maps, join_detections, pyramid_scales, usual_side
from vision.dice.geometry import CROP_MARGIN, CROP_SIZE, crop_face, quad_shape
from vision.dice.matching import pair_boxes


def _found(x: float, y: float, side: float, heat: float, seen: float = 44.0) -> Detection:
    half = side / 2
    return Detection((x, y), side, (0.0, 0.0), 0.0, (x - half, y - half, x + half, y + half), heat, seen)


def test_a_crop_undoes_turn_and_slant() -> None:
    flat = np.full((100, 100, 3), 40, np.uint8)
    cv2.rectangle(flat, (4, 4), (95, 95), (230, 230, 230), -1)
    for at in ((25, 25), (75, 25), (25, 75), (75, 75)):
        cv2.circle(flat, at, 9, (10, 10, 10), -1)
    quad = np.array([[150, 90], [235, 130], [190, 200], [105, 160]], np.float32)
    warp = cv2.getPerspectiveTransform(np.array([[0, 0], [99, 0], [99, 99], [0, 99]], np.float32), quad)
    image = np.asarray(cv2.warpPerspective(flat, warp, (320, 280)), np.uint8)
    anisotropy, turn = quad_shape(quad.astype(np.float64))
    side = math.sqrt(cv2.contourArea(quad))
    centre = quad.mean(axis=0)
    crop = crop_face(image, (float(centre[0]), float(centre[1])), side, anisotropy, turn)
    assert crop.shape == (CROP_SIZE, CROP_SIZE, 3)
    inner = CROP_SIZE / CROP_MARGIN
    edge = (CROP_SIZE - inner) / 2
    for u in (0.25, 0.75):
        for v in (0.25, 0.75):
            assert crop[round(edge + v * inner), round(edge + u * inner)].max() < 90
    assert crop[CROP_SIZE // 2, CROP_SIZE // 2].min() > 180


def test_a_quarter_turn_of_the_face_changes_only_the_turn() -> None:
    quad = np.array([[10.0, 10], [60, 22], [50, 70], [0, 58]])
    anisotropy, turn = quad_shape(quad)
    turned, other = quad_shape(np.roll(quad, -1, axis=0))
    assert turned == pytest.approx(anisotropy)
    assert math.cos(4 * turn) == pytest.approx(math.cos(4 * other), abs=1e-6)
    assert math.sin(4 * turn) == pytest.approx(math.sin(4 * other), abs=1e-6)


def test_large_faces_shrink_without_aliasing() -> None:
    rng = np.random.default_rng(1)
    image = rng.integers(0, 256, (900, 900, 3), dtype=np.uint8)
    crop = crop_face(image, (450.0, 450.0), 500.0, (0.0, 0.0), 0.3)
    assert crop.std() < 20.0


def test_the_scales_of_the_search_reach_small_and_large_dice() -> None:
    for width, height, smallest, largest in (
        (640, 480, 20, 400),
        (1600, 1200, 32, 900),
        (4608, 2592, 90, 2500),
    ):
        scales = pyramid_scales(width, height)
        for side in (smallest, largest):
            assert any(24 <= side * scale <= 78 for scale in scales), (width, side)
        assert all(a / b == pytest.approx(1.6) for a, b in itertools.pairwise(scales))


def test_one_die_found_twice_counts_once() -> None:
    joined = join_detections([_found(100, 100, 40, 0.9), _found(103, 99, 44, 0.6), _found(200, 100, 40, 0.5)])
    assert [round(found.centre[0]) for found in joined] == [100, 200]


def test_the_usual_side_is_that_of_most_dice() -> None:
    assert usual_side([]) is None
    found = [_found(0, 0, 40, 0.9), _found(90, 0, 42, 0.8), _found(200, 0, 9, 0.9)]
    assert usual_side(found) in (40, 42)


def test_maps_become_detections() -> None:
    maps = np.zeros((12, 20, 30), np.float32)
    maps[0] = -9.0
    maps[0, 5, 7] = 3.0
    maps[1:8, 5, 7] = (0.25, -0.5, 1.0, 0.1, 0.0, 1.0, 0.0)
    maps[8:12, 5, 7] = 0.6
    (found,) = decode_maps(maps, 0.2)
    assert found.centre == pytest.approx((29.0, 18.0))
    assert found.side == pytest.approx(80.0)
    assert found.box == pytest.approx((29 - 48, 18 - 48, 29 + 48, 18 + 48))
    assert found.heat == pytest.approx(0.9526, abs=1e-3)
    assert decode_maps(maps, 0.99) == []


def test_pairs_are_the_nearest() -> None:
    labelled = [(0.0, 0.0, 10.0, 10.0), (20.0, 0.0, 30.0, 10.0)]
    found = [(19.0, 0.0, 31.0, 11.0), (1.0, 0.0, 11.0, 10.0), (2.0, 2.0, 12.0, 12.0), (90.0, 0.0, 95.0, 5.0)]
    assert pair_boxes(labelled, found) == {0: 1, 1: 0}
