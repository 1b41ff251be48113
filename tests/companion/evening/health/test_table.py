"""What the doctor says of drawn tables: markers, light, focus, px per mm, moved cameras, and games."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.geometry import Homography
from calibration.layout import MarkerLayout
from calibration.lens import Lens
from calibration.optics import camera_model
from calibration.stand import Stand
from calibration.view import TableView
from calibration.zones import read_plan
from companion.evening.health import table
from companion.evening.health.finding import State
from companion.games import zone_plan
from tests.calibration import drawn
from vision.scene.flat_table import view_from_above

PLANS = {game: read_plan(zone_plan(game)) for game in ("crapette", "poker_dice_race", "super_crack")}
VIEW = drawn.view()
PICTURE = drawn.picture(VIEW)
LOOK = table.look_at([PICTURE])
STAND = Stand("USB camera 0", VIEW, "board", drawn.MAT)


def from_so_high(height: float, camera: str = "pi_3", size=(900.0, 700.0)) -> table.TableInView:
    model = camera_model(camera)
    lens = model.lens(model.width, model.height)
    middle = table.table_points(*size)[12]
    return table.TableInView(view_from_above(lens, middle, height), size, {})


def test_a_good_picture_is_ok_in_every_line():
    for check in (table.check_light, table.check_focus, table.check_markers):
        assert check(LOOK).state is State.OK, check(LOOK)


def test_too_little_light_is_told():
    look = table.look_at([drawn.picture(VIEW, light=0.1, noise=1.0)])
    found = table.check_light(look)
    assert found.state is State.TO_DO and "too dark" in found.text
    dim = replace(LOOK, brightness="dim")
    assert table.check_light(dim).state is State.TO_DO
    assert table.check_light(replace(LOOK, brightness="overexposed")).state is State.TO_DO


def test_a_blurred_picture_is_told():
    look = table.look_at([cv2.resize(PICTURE, None, fx=3.0, fy=3.0, interpolation=cv2.INTER_CUBIC)])
    assert look.edge_px is not None and look.edge_px > 5
    assert "blurred" in table.check_focus(look).text


def test_without_markers_focus_cannot_be_judged_and_the_sheet_is_named():
    look = table.look_at([np.full((360, 640, 3), 120, np.uint8)])
    assert table.check_focus(look).state is State.NOT_HERE
    found = table.check_markers(look)
    assert found.state is State.TO_DO
    assert found.text == "no marker found" and "companion print markers" in found.line


def test_a_covered_marker_is_named():
    image = PICTURE.copy()
    x, y = VIEW.to_px(np.array([[900.0, 0.0]]))[0]
    cv2.circle(image, (round(x), round(y)), 60, (40, 60, 40), -1)
    assert table.check_markers(table.look_at([image])).text == "marker 1 not found"


def test_markers_in_each_others_place_are_told():
    corners = dict(drawn.MAT.corners)
    corners[1], corners[2] = corners[2], corners[1]
    look = table.look_at([drawn.picture(VIEW, MarkerLayout(corners))])
    assert "markers 1 and 2 lie in each other's place" in table.check_markers(look).line


def test_a_picture_on_its_head_does_no_harm():
    found = table.check_markers(table.look_at([np.ascontiguousarray(PICTURE[::-1, ::-1])]))
    assert found.state is State.OK and "on its head" in found.text


def test_every_fault_of_the_markers_has_words():
    for code, (text, _) in table._MARKER_WORDS.items():
        assert table._marker_fault(code, (1,)).text == text.format(names="marker 1")


# ---------------------------------------------------------------- the stand


def test_a_stand_as_it_was_set_up_is_ok():
    found = table.check_stand(STAND, LOOK)
    assert found.state is State.OK and "900 x 700 mm" in found.text


def test_a_camera_that_was_moved_is_told():
    moved = table.look_at([drawn.picture(drawn.view(right=25.0))] * 3)
    found = table.check_stand(STAND, moved)
    assert found.state is State.TO_DO and "the camera was moved" in found.text and "/stand" in found.line
    assert (
        table.check_stand(STAND, table.look_at([drawn.picture(drawn.view(right=25.0))])).state is State.TO_DO
    )


def test_a_marker_that_was_pushed_is_named():
    corners = {**drawn.MAT.corners, 2: drawn.MAT.corners[2] + np.array([12.0, 5.0])}
    found = table.check_stand(STAND, table.look_at([drawn.picture(VIEW, MarkerLayout(corners))]))
    assert found.state is State.TO_DO and "marker 2 was moved" in found.text


def test_markers_that_cannot_be_seen_are_told():
    blank = table.look_at([np.full((720, 1280, 3), 120, np.uint8)])
    assert "no marker can be seen" in table.check_stand(STAND, blank).text


def test_pictures_of_another_shape_are_told():
    square = table.look_at([np.ascontiguousarray(PICTURE[:, 280:1000])])
    assert "another shape" in table.check_stand(STAND, square).text


def test_without_a_set_up_or_a_picture_nothing_is_wrong():
    assert table.check_stand(None, LOOK).state is State.NOT_HERE
    assert table.check_stand(STAND, None).state is State.OK
    assert table.check_stand(replace(STAND, layout=None), LOOK).state is State.OK


# ---------------------------------------------------------------- px per mm


def test_the_table_is_measured_from_the_markers():
    found = table.table_in_view(None, LOOK)
    assert isinstance(found, table.TableInView) and found.size is not None
    assert found.size == pytest.approx((900, 700), rel=0.02)
    centre = drawn.MIDDLE
    assert found.view.px_per_mm(centre) == pytest.approx(VIEW.px_per_mm(centre), rel=0.03)


def test_a_stand_set_up_knows_its_lens_and_table():
    found = table.table_in_view(STAND, LOOK)
    assert isinstance(found, table.TableInView) and found.size == pytest.approx((900, 700))
    blind = table.table_in_view(STAND, None)
    assert isinstance(blind, table.TableInView) and blind.view is VIEW


def test_without_markers_nothing_is_measured():
    found = table.table_in_view(None, table.look_at([np.full((720, 1280, 3), 120, np.uint8)]))
    assert not isinstance(found, table.TableInView) and found.state is State.NOT_HERE


def test_a_marker_printed_in_another_size_is_told():
    corners = dict(drawn.MAT.corners)
    middle = corners[3].mean(axis=0)
    corners[3] = (corners[3] - middle) * 1.2 + middle
    found = table.table_in_view(None, table.look_at([drawn.picture(VIEW, MarkerLayout(corners))]))
    assert not isinstance(found, table.TableInView) and "another size" in found.text


def test_the_height_of_the_camera_is_that_of_the_plumb_line():
    lens = Lens.pinhole(1280, 720, 907.0)
    for tilt in (0.0, 15.0):
        view = view_from_above(lens, drawn.MIDDLE, 1200.0, tilt_deg=tilt, heading_deg=30.0)
        assert view.height_mm == pytest.approx(1200.0 * np.cos(np.radians(tilt)), rel=1e-6)
    assert TableView(10, 10, Homography(np.eye(3))).height_mm is None


def test_a_1080p_camera_over_900_mm_is_too_coarse_and_a_12_megapixel_still_is_not():
    coarse = from_so_high(camera_model("usb_1080p").least_height(900, 700), "usb_1080p")
    found = table.check_magnification(coarse)
    assert found.state is State.TO_DO and "where 2 are needed" in found.text
    assert found.advice == "Use a camera with 12 megapixels"
    fine = from_so_high(camera_model("pi_3").least_height(900, 700))
    assert table.check_magnification(fine).state is State.OK
    assert table.check_game("crapette", PLANS["crapette"], fine).text == "every index can be read (3.1 px/mm)"


def test_too_high_a_camera_is_told_how_low_to_hang():
    found = table.check_game("crapette", PLANS["crapette"], from_so_high(1300.0))
    assert found.state is State.LIMIT
    assert found.text.startswith("too coarse: 2.6 px/mm where 3 are needed")
    assert found.advice == "Put the camera 18 cm lower."
    lowered = table.check_game("crapette", PLANS["crapette"], from_so_high(1120.0))
    assert lowered.state is State.OK, "the advice is true"


def test_a_camera_that_cannot_hang_lower_wants_larger_pictures():
    coarse = from_so_high(camera_model("usb_1080p").least_height(900, 700), "usb_1080p")
    found = table.check_game("crapette", PLANS["crapette"], coarse)
    assert found.advice == "Use a camera with 12 megapixels."


def test_zones_outside_of_the_picture_are_counted():
    found = table.check_game("crapette", PLANS["crapette"], from_so_high(700.0))
    assert found.state is State.LIMIT and "zones outside of the picture (" in found.text
    assert found.advice == "Put the camera 31 cm higher."


def test_a_table_too_small_for_a_game_says_how_large_it_must_be():
    found = table.check_game("super_crack", PLANS["super_crack"], from_so_high(1100.0))
    assert found.state is State.LIMIT and found.text == "the table is too small for super_crack"
    assert found.advice == "Lay the markers 118 × 87 cm apart. Put the camera 13 cm higher."


def test_a_game_without_cards_has_no_index_to_read():
    found = table.check_game("poker_dice_race", PLANS["poker_dice_race"], from_so_high(1100.0))
    assert found.state is State.OK and "every zone can be read" in found.text


def test_a_familys_own_zones_count():
    seen = from_so_high(1100.0)
    own = PLANS["crapette"].moved("T1", -900.0, 148.0, 300.0, 98.0)
    found = table.check_game("crapette", PLANS["crapette"], replace(seen, kept={"crapette": own}))
    assert found.text == "1 zone outside of the picture (T1)"
    dragged = replace(seen, size=None)
    assert table.check_game("crapette", PLANS["crapette"], dragged).state is State.NOT_HERE
    assert table.check_magnification(dragged).state is State.NOT_HERE


def test_what_is_short_of_three_does_not_look_like_three():
    assert table._down(2.97) == "2.9" and table._down(3.0) == "3.0"
