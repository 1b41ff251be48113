"""The outline of a card: from the pixels that show it, and from the edges in the full picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.printed.cut_out import ByteArray, Float64Array, Outline
from vision.printed.outlines import outline_of, sharpened


def turned_card(width: float, height: float, degrees: float, tilt: float = 0.0) -> Float64Array:
    """Corners of a card in the middle of a picture of 200 px, from its upper left one on, seen at a slant."""
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    flat = half @ np.array([[cos, sin], [-sin, cos]])
    flat *= 1 + tilt * flat[:, 1:] / 100
    return flat + 100


def mask_of(corners: Float64Array) -> ByteArray:
    mask = np.zeros((200, 200), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask


def farthest(found: Float64Array, wanted: Float64Array) -> float:
    """How far a corner lies from where it should, px, whichever corner is named first."""
    return min(float(np.hypot(*(np.roll(found, by, axis=0) - wanted).T).max()) for by in range(4))


@pytest.mark.parametrize("degrees", [0, 17, 45, 80, 133])
@pytest.mark.parametrize("tilt", [0.0, 0.25])
def test_the_corners_of_a_card_are_found_at_any_turn(degrees: float, tilt: float) -> None:
    corners = turned_card(60, 92, degrees, tilt)
    found = outline_of(mask_of(corners))
    assert found is not None
    outline, agreement = found
    assert outline.shape == "rectangle"
    assert agreement > 0.95
    assert farthest(outline.corners, corners) < 2.0


def test_rounded_corners_do_not_pull_the_sides_in() -> None:
    mask = np.zeros((200, 200), np.uint8)
    cv2.rectangle(mask, (60, 40), (140, 160), 1, -1)
    for x, y in ((60, 40), (140, 40), (140, 160), (60, 160)):
        cv2.rectangle(mask, (x - 4, y - 4), (x + 4, y + 4), 0, -1)
    found = outline_of(mask)
    assert found is not None
    assert (
        farthest(found[0].corners, np.array([[60, 40], [140, 40], [140, 160], [60, 160]], np.float64)) < 1.5
    )


def test_an_outline_begins_at_a_short_side_and_goes_clockwise() -> None:
    for degrees in range(0, 360, 35):
        found = outline_of(mask_of(turned_card(50, 90, degrees)))
        assert found is not None
        corners = found[0].corners
        sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
        assert sides[0] < sides[1]
        first, second = corners[1] - corners[0], corners[2] - corners[1]
        assert first[0] * second[1] - first[1] * second[0] > 0  # y points down


def test_a_round_card_is_told_from_a_square_one() -> None:
    mask = np.zeros((200, 200), np.uint8)
    cv2.ellipse(mask, (100, 100), (70, 55), 20, 0, 360, 1, -1)
    found = outline_of(mask)
    assert found is not None
    assert found[0].shape == "round"
    square = outline_of(mask_of(turned_card(80, 80, 30)))
    assert square is not None
    assert square[0].shape == "rectangle"


@pytest.mark.parametrize("area", [0, 1, 3])
def test_a_few_pixels_are_no_card(area: int) -> None:
    mask = np.zeros((50, 50), np.uint8)
    mask[10 : 10 + area, 10 : 10 + area] = 1
    assert outline_of(mask) is None


def test_sides_move_to_the_edges_that_the_picture_shows() -> None:
    corners = turned_card(60, 92, 12)
    picture = np.full((200, 200, 3), 60, np.uint8)
    cv2.fillConvexPoly(picture, np.round(corners * 16).astype(np.int32), (230, 235, 240), cv2.LINE_AA, 4)
    beside = Outline(corners + np.array([[2.0, 1.0], [-1.5, 1.0], [1.0, -2.0], [1.5, 1.0]]))
    assert farthest(beside.corners, corners) > 2.0
    assert farthest(sharpened(picture, beside, 5.0).corners, corners) < 1.2


def test_where_the_picture_shows_no_edge_the_outline_stays() -> None:
    outline = Outline(turned_card(60, 92, 12))
    plain = np.full((200, 200, 3), 127, np.uint8)
    assert np.allclose(sharpened(plain, outline, 5.0).corners, outline.corners)
