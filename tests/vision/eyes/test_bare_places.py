"""How a bare place is told from a covered one where the table itself is patterned and the light changes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.geometry import Point
from vision.eyes.bare_places import BarePlaces
from vision.rectify import RectifiedZone
from vision.watched_zone import WatchedZone

PX_PER_MM = 4.0
MARGIN_MM = 15.0
WIDTH_MM, HEIGHT_MM = 75.0, 100.0
SQUARE_MM = 18.0


def cloth(dark: float = 90.0, light: float = 200.0) -> NDArray[np.float32]:
    """A chequered cloth, float32 (h, w, 3)."""
    height, width = (round((side + 2 * MARGIN_MM) * PX_PER_MM) for side in (HEIGHT_MM, WIDTH_MM))
    y, x = np.mgrid[:height, :width] / (SQUARE_MM * PX_PER_MM)
    squares = np.where((np.floor(x) + np.floor(y)) % 2 > 0, light, dark)
    noise = np.random.default_rng(5).normal(0.0, 1.5, (height, width, 3))
    return np.asarray(cv2.GaussianBlur(squares, (0, 0), 2.0)[..., None] + noise, np.float32)


def plain() -> NDArray[np.float32]:
    """A plain dark cloth, float32 (h, w, 3)."""
    return cloth(40.0, 40.0)


def seen(picture: NDArray[np.float32], gain: float) -> RectifiedZone:
    """The zone as a camera shows it in such light: what is too bright is white."""
    image = np.clip(picture * gain, 0, 255).astype(np.uint8)
    return RectifiedZone(image, Point(-MARGIN_MM, -MARGIN_MM), PX_PER_MM)


def with_a_card(
    picture: NDArray[np.float32], right_mm: float = 6.0, down_mm: float = 6.0
) -> NDArray[np.float32]:
    """The same with a card face down, so far in the zone: a white border around a dark pattern."""
    shown = picture.copy()
    top, left = (round((MARGIN_MM + mm) * PX_PER_MM) for mm in (down_mm, right_mm))
    bottom, right = top + round(88 * PX_PER_MM), left + round(63 * PX_PER_MM)
    shown[max(top, 0) : bottom, max(left, 0) : right] = 170.0
    shown[max(top + 16, 0) : bottom - 16, max(left + 16, 0) : right - 16] = 70.0
    return shown


@pytest.fixture
def zone() -> WatchedZone:
    return WatchedZone("hand:Ada", 0.0, 0.0, WIDTH_MM, HEIGHT_MM)


@pytest.fixture
def places(zone: WatchedZone) -> BarePlaces:
    known = BarePlaces(MARGIN_MM)
    known.lay_out([zone])
    known.remember({zone.id: seen(cloth(), 1.0)})
    return known


@pytest.mark.parametrize("gain", [0.5, 0.8, 1.0, 1.25, 1.5, 2.0])
def test_a_bare_place_on_a_chequered_cloth_stays_bare_in_any_light(
    places: BarePlaces, zone: WatchedZone, gain: float
) -> None:
    """A lamp is switched on, the bright squares turn white, and all their borders were taken for a card."""
    assert (places.covered(seen(cloth(), gain), zone) or 0.0) < 0.05


@pytest.mark.parametrize("gain", [0.3, 0.6, 1.5])
def test_a_bare_place_on_a_gingham_cloth_with_black_squares_stays_bare_when_it_darkens(
    zone: WatchedZone, gain: float
) -> None:
    """Film 9519: black is black in any light, so that the other squares alone seemed to have changed."""
    dark = 0.5 * (cloth(2.0, 62.0) + np.roll(cloth(2.0, 62.0), round(SQUARE_MM * PX_PER_MM), axis=1))
    rows = np.where(np.arange(len(dark)) // round(SQUARE_MM * PX_PER_MM) % 2 > 0, 1.0, 0.06)
    gingham = np.asarray(0.5 * dark * (rows[:, None, None] + 1.0), np.float32)
    known = BarePlaces(MARGIN_MM)
    known.lay_out([zone])
    known.remember({zone.id: seen(gingham, 1.0)})
    assert (known.covered(seen(gingham, gain), zone) or 0.0) < 0.05


@pytest.mark.parametrize("gain", [0.5, 1.0, 1.5])
def test_a_card_face_down_on_a_chequered_cloth_is_seen_in_any_light(
    places: BarePlaces, zone: WatchedZone, gain: float
) -> None:
    assert places.covered(seen(with_a_card(cloth()), gain), zone) == 1.0
    differs = places.differs(seen(with_a_card(cloth()), gain), zone)
    assert differs is not None and differs.mean() > 0.3


@pytest.mark.parametrize("gain", [0.5, 1.0, 1.5])
@pytest.mark.parametrize(("right_mm", "down_mm"), [(-14.0, 20.0), (26.0, 22.0), (-15.0, 6.0), (6.0, -18.0)])
def test_a_card_that_lies_half_out_of_its_place_is_seen(
    places: BarePlaces, zone: WatchedZone, gain: float, right_mm: float, down_mm: float
) -> None:
    """Film 9736: of a pile that stuck out on two sides the two others have edges, and the place was called empty."""
    for table in (cloth(), plain()):
        places.remember({zone.id: seen(table, 1.0)})
        assert (places.covered(seen(with_a_card(table, right_mm, down_mm), gain), zone) or 0.0) > 0.9


@pytest.mark.parametrize("gain", [0.5, 1.0, 1.5])
@pytest.mark.parametrize(("right_mm", "down_mm"), [(-42.0, 6.0), (54.0, 0.0), (6.0, 75.0), (55.0, 78.0)])
def test_a_neighbour_that_sticks_in_covers_no_place(
    places: BarePlaces, zone: WatchedZone, gain: float, right_mm: float, down_mm: float
) -> None:
    for table in (cloth(), plain()):
        places.remember({zone.id: seen(table, 1.0)})
        assert (places.covered(seen(with_a_card(table, right_mm, down_mm), gain), zone) or 0.0) < 0.15


@pytest.mark.parametrize("blur_mm", [8.0, 16.0])
def test_the_shadow_of_a_head_covers_no_place(places: BarePlaces, zone: WatchedZone, blur_mm: float) -> None:
    """It lies over the middle of the place, and its rim is soft."""
    shade = np.ones(cloth().shape[:2], np.float32)
    cv2.circle(shade, (100, 250), round(38 * PX_PER_MM), 0.4, -1)
    shade = cv2.GaussianBlur(shade, (0, 0), blur_mm * PX_PER_MM / 2)
    for table in (cloth(), plain()):
        places.remember({zone.id: seen(table, 1.0)})
        assert (places.covered(seen(table * shade[..., None], 1.0), zone) or 0.0) < 0.05


def test_a_grey_card_on_green_felt_as_bright_looks_otherwise_than_bare(zone: WatchedZone) -> None:
    felt, card = np.array([118.0, 168.0, 143.0]), np.array([126.0, 152.0, 157.0])
    assert np.abs(np.log(card / felt)).max() < 0.12, "no colour is much brighter or darker than the felt's"
    bare = plain() * 0.0 + np.float32(felt)
    known = BarePlaces(MARGIN_MM)
    known.lay_out([zone])
    known.remember({zone.id: seen(bare, 1.0)})
    laid = bare.copy()
    place = slice(round(20 * PX_PER_MM), round(80 * PX_PER_MM))
    laid[place, place] = card
    differs = known.differs(seen(laid, 0.7), zone)
    assert differs is not None
    assert 0.4 < differs.mean() < 0.6
    bare_in_a_lamp = known.differs(seen(bare * np.float32([0.8, 0.9, 1.0]), 0.7), zone)
    assert bare_in_a_lamp is not None
    assert not bare_in_a_lamp.any()
