"""Which camera shows which table finely enough: reckoned before anything is bought."""

from __future__ import annotations

import math

import pytest

from calibration.geometry import Point
from calibration.optics import (
    CAMERAS,
    NEEDED_PX_PER_MM,
    READING_PX_PER_MM,
    camera_model,
    likely_lens,
    table_points,
    zone_sights,
)
from calibration.view import TableView
from calibration.zones import TablePlan, read_plan
from companion.games import zone_plan
from vision.scene.flat_table import view_from_above

CRAPETTE = (900.0, 700.0)


def crapette() -> TablePlan:
    return read_plan(zone_plan("crapette") or {})


def coarsest(view: TableView) -> float:
    return min(view.least_px_per_mm(point) for point in table_points(*CRAPETTE))


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.id)
def test_from_the_least_height_the_whole_table_is_in_the_picture(camera):
    height = camera.least_height(*CRAPETTE)
    view = view_from_above(camera.lens(camera.width, camera.height), Point(450, 350), height)
    margin = 60.0
    for x in (-margin, 900 + margin):
        for y in (-margin, 700 + margin):
            assert view.shows(Point(x, y), margin_px=-1.0)
    nearer = view_from_above(camera.lens(camera.width, camera.height), Point(450, 350), 0.98 * height)
    assert not all(
        nearer.shows(Point(x, y)) for x in (-margin, 900 + margin) for y in (-margin, 700 + margin)
    )


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.id)
def test_magnification_is_what_the_view_shows(camera):
    height = camera.least_height(*CRAPETTE)
    view = view_from_above(camera.lens(camera.width, camera.height), Point(450, 350), height)
    assert view.px_per_mm(Point(450, 350)) == pytest.approx(camera.px_per_mm(height), rel=1e-6)
    assert camera.covers(height)[0] == pytest.approx(camera.width / camera.px_per_mm(height))


def test_full_hd_over_ninety_centimetres_is_not_enough_and_twelve_megapixels_are():
    full_hd, pi = camera_model("usb_1080p"), camera_model("pi_3")
    assert full_hd.px_per_mm(full_hd.least_height(*CRAPETTE)) < NEEDED_PX_PER_MM
    assert pi.px_per_mm(pi.least_height(*CRAPETTE)) > READING_PX_PER_MM


def test_the_pi_camera_sees_66_degrees_across():
    """The maker's data sheet: 66 degrees for the Camera Module 3, 102 for the wide one, 62.2 for the second."""
    for name, degrees, slack in (("pi_3", 66.0, 3.0), ("pi_2", 62.2, 1.0), ("pi_3_wide", 102.0, 5.0)):
        camera = camera_model(name)
        across = 2 * math.degrees(math.atan(camera.width / 2 / camera.focal_px))
        assert across == pytest.approx(degrees, abs=slack)


def test_an_unknown_camera_is_none():
    with pytest.raises(KeyError):
        camera_model("telescope")


def test_a_good_stand_reads_every_zone_of_crapette():
    camera = camera_model("pi_3")
    view = view_from_above(
        camera.lens(camera.width, camera.height), Point(450, 350), camera.least_height(*CRAPETTE)
    )
    sights = zone_sights(view, crapette())
    assert len(sights) == 24 and all(sight.good for sight in sights)
    assert coarsest(view) > READING_PX_PER_MM


def test_a_stand_too_high_reads_backs_but_no_indices():
    camera = camera_model("pi_3")
    view = view_from_above(camera.lens(camera.width, camera.height), Point(450, 350), 1500.0)
    good = {sight.zone for sight in zone_sights(view, crapette()) if sight.good}
    assert good == {"stock:1", "stock:2"}


def test_a_zone_outside_of_the_picture_is_not_good():
    camera = camera_model("pi_3")
    view = view_from_above(camera.lens(camera.width, camera.height), Point(150, 350), 900.0)
    outside = {sight.zone for sight in zone_sights(view, crapette()) if not sight.in_picture}
    assert "T5" in outside and "T1" not in outside


def test_tilt_makes_the_far_side_coarser():
    camera = camera_model("pi_3")
    lens = camera.lens(camera.width, camera.height)
    straight = view_from_above(lens, Point(450, 350), 1200.0)
    tilted = view_from_above(lens, Point(450, 350), 1200.0, tilt_deg=20.0)
    assert coarsest(tilted) < 0.9 * coarsest(straight)


def test_a_lens_is_known_by_the_size_of_its_stills_or_by_their_shape():
    assert likely_lens(4608, 2592)[0].focal_px == pytest.approx(camera_model("pi_3").focal_px)
    assert likely_lens(3840, 2160)[0].focal_px == pytest.approx(camera_model("usb_4k").focal_px)
    assert likely_lens(1280, 720)[0].focal_px == pytest.approx(camera_model("pi_3").focal_px / 3.6)
    assert likely_lens(640, 480)[1] and not likely_lens(500, 500)[1]
