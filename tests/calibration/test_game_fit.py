"""Whether a game fits the camera's view, and the ways out: each kind, and none that would not help."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import reduce
from itertools import product

import numpy as np
import pytest

from calibration.game_fit import Arrangement, Change, GameFit, Kind, changed, game_fit, helps
from calibration.geometry import Homography, Point
from calibration.optics import camera_model, zone_sights
from calibration.view import TableView
from calibration.zones import TablePlan, read_plan
from companion.games import game_ids, zone_plan
from vision.scene.flat_table import view_from_above

PLANS = {game: read_plan(zone_plan(game) or {}) for game in game_ids()}


def view(
    height_mm: float, camera: str = "pi_3", middle: tuple[float, float] = (450.0, 350.0), **turned: float
) -> TableView:
    model = camera_model(camera)
    return view_from_above(model.lens(model.width, model.height), Point(*middle), height_mm, **turned)


def fit(
    game: str, seen: TableView, size: tuple[float, float] | None = None, players: int | None = None
) -> GameFit:
    plan = PLANS[game]
    return game_fit(seen, plan, size or (plan.width, plan.height), players=players, fewest=2)


def ways(found: GameFit) -> list[list[tuple[str, int]]]:
    return [[(str(change.kind), change.amount) for change in way] for way in found.ways_out]


def holds(found: GameFit, *changes: Change) -> bool:
    """Whether the bare check is passed after these changes."""
    after = reduce(changed, changes, found.arrangement)
    return all(sight.good for sight in zone_sights(after.view, after.zones()))


# ---------------------------------------------------------------- what does not fit


def test_a_game_that_fits_has_nothing_to_help():
    found = fit("crapette", view(1075.0))
    assert found.fits and not found.outside and not found.coarse and found.ways_out == ()


def test_zones_outside_are_told_from_those_too_small():
    near, far = fit("crapette", view(700.0)), fit("crapette", view(1300.0))
    assert {sight.zone for sight in near.outside} == {
        *(f"{kind}:{seat}" for kind in ("hand", "stock", "waste", "reserve") for seat in (1, 2))
    }
    assert near.coarse == ()
    assert far.outside == () and {sight.zone for sight in far.coarse}.isdisjoint({"stock:1", "stock:2"})
    assert len(far.coarse) == 22


def test_only_the_places_of_those_who_play_count():
    seen = view(1290.0, middle=(280.0, 432.0))
    four = fit("super_crack", seen, players=4)
    assert "stable_4" in {sight.zone for sight in four.outside}
    two = fit("super_crack", seen, players=2)
    assert two.fits and {sight.zone for sight in two.sights}.isdisjoint(
        {"stable_3", "stable_4", "stable_5", "stable_6"}
    )


# ---------------------------------------------------------------- each kind of help


def test_a_camera_too_near_is_put_as_much_higher_as_is_needed():
    found = fit("crapette", view(700.0))
    assert ways(found) == [[("higher", 31)]]
    assert holds(found, Change(Kind.HIGHER, 31))
    assert not helps(found.arrangement, [Change(Kind.HIGHER, 30)])


def test_a_camera_too_high_is_put_as_little_lower_as_is_needed():
    found = fit("crapette", view(1300.0))
    assert ways(found) == [[("lower", 18)]]
    assert not holds(found, Change(Kind.LOWER, 17))


def test_a_camera_beside_the_middle_is_moved_over_it():
    found = fit("crapette", view(1072.0, middle=(50.0, 350.0)))
    assert ways(found) == [[("right", 40)]]
    assert ways(fit("crapette", view(1072.0, middle=(450.0, 250.0)))) == [[("nearer", 10)]]
    assert ways(fit("crapette", view(1072.0, middle=(860.0, 450.0)))) == [[("left", 41), ("farther", 10)]]


def test_a_camera_across_the_table_is_turned_and_so_may_be_the_mat():
    found = fit("change_horses", view(1100.0, middle=(630.0, 360.0), roll_deg=90.0))
    assert not found.fits
    assert ways(found) == [[("turn", 0)]]
    assert holds(found, Change(Kind.TURN_CAMERA)) and holds(found, Change(Kind.TURN_MAT))


def test_without_a_mat_only_the_camera_is_turned():
    plan = PLANS["change_horses"]
    seen = view(1100.0, middle=(630.0, 360.0), roll_deg=90.0)
    assert ways(game_fit(seen, plan, None, fewest=2)) == [[("turn_camera", 0)]]


def test_a_mat_is_turned_where_a_camera_beside_it_sees_no_more_when_turned():
    """The camera hangs well aside of the middle along the mat: turned about itself it would miss one end."""
    plan = PLANS["change_horses"]
    seen = view(1300.0, "pi_2", middle=(630.0, 330.0), roll_deg=90.0)
    there = Arrangement(seen, plan, (plan.width, plan.height), 5, (plan.width, plan.height))
    camera, mat = changed(there, Change(Kind.TURN_CAMERA)), changed(there, Change(Kind.TURN_MAT))
    middle = np.array([[630.0, 360.0]])
    assert mat.view.to_px(middle) == pytest.approx(seen.to_px(middle)), "it turns about its middle"
    assert camera.view.to_px(middle) != pytest.approx(seen.to_px(middle))
    corner, turned = np.array([[0.0, 0.0]]), np.array([[630.0 + 360.0, 360.0 - 630.0]])
    assert mat.view.to_px(corner) == pytest.approx(seen.to_px(turned))


def test_a_coarse_camera_wants_larger_pictures():
    found = fit("crapette", view(1041.0, "usb_1080p"))
    assert ways(found) == [[("pixels", 12)]]


def test_markers_too_close_together_are_laid_apart_and_the_camera_higher():
    found = fit("super_crack", view(1100.0), (900.0, 700.0))
    assert found.too_small and not found.fits and found.sights == ()
    (way,) = found.ways_out
    assert way[0] == Change(Kind.MARKERS, size_cm=(118, 87))
    assert [change.kind for change in way] == ["markers", "higher"]


def test_markers_too_far_apart_are_laid_closer_and_the_camera_lower():
    found = fit("crapette", view(1400.0, middle=(630.0, 432.0)), (1260.0, 864.0))
    assert len(found.coarse) == 22
    (way,) = found.ways_out
    assert way[0] == Change(Kind.MARKERS, size_cm=(90, 70)) and way[1].kind is Kind.LOWER


def test_fewer_players_fit_a_picture_that_nothing_else_makes_larger():
    """Far players' places stick out of the view to the left, and nearer the camera would see too little."""
    plan = PLANS["change_horses"].moved("front:5", -300.0, 10.0, 210.0, 95.0)
    found = game_fit(view(1180.0, middle=(630.0, 360.0)), plan, (1260.0, 720.0), fewest=2)
    assert [sight.zone for sight in found.outside] == ["front:5"]
    assert [("players", 4)] in ways(found)


def test_at_least_as_many_play_as_the_game_needs():
    plan = PLANS["crapette"].moved("hand:2", -900.0, 22.0, 74.0, 98.0)
    found = game_fit(view(1072.0), plan, (900.0, 700.0), fewest=2)
    assert all(change.kind is not Kind.PLAYERS for way in found.ways_out for change in way)


def test_what_nothing_helps_has_no_way_out():
    plan = PLANS["crapette"].moved("F1", 4000.0, 148.0, 74.0, 98.0)
    hopeless = game_fit(view(1072.0), plan, (900.0, 700.0), fewest=2)
    assert not hopeless.fits and hopeless.ways_out == ()


# ---------------------------------------------------------------- no way that would not help


@pytest.mark.parametrize("game", PLANS)
def test_every_way_out_is_true_when_it_is_done(game: str):
    """What is proposed is done by another camera, made anew there, and the bare check is passed by it."""
    plan: TablePlan = PLANS[game]
    told = 0
    for camera, height, aside, roll in product(
        ("pi_3", "usb_4k"), (600.0, 1500.0), (0.0, 250.0), (0.0, 90.0)
    ):
        middle = (plan.width / 2 + aside, plan.height / 2)
        found = fit(game, view(height, camera, middle, roll_deg=roll))
        assert found.fits == (found.outside == () and found.coarse == ())
        for way in found.ways_out:
            told += 1
            assert holds(found, *way)
            by_hand = _done_by_hand(way, height, middle, roll)
            if by_hand is not None:
                plainly = view(by_hand[0], camera, by_hand[1], roll_deg=by_hand[2])
                assert all(sight.good for sight in zone_sights(plainly, plan)), (camera, height, aside, way)
    assert told > 4


def _done_by_hand(
    way: tuple[Change, ...], height: float, middle: tuple[float, float], roll: float
) -> tuple[float, tuple[float, float], float] | None:
    """Where a camera that looks straight down hangs after the changes; None where something else is changed."""
    (x, y) = middle
    for change in way:
        far = 10.0 * change.amount
        match change.kind:
            case Kind.HIGHER | Kind.LOWER:
                height += far if change.kind is Kind.HIGHER else -far
            case Kind.RIGHT | Kind.LEFT:
                x += far if change.kind is Kind.RIGHT else -far
            case Kind.NEARER | Kind.FARTHER:
                y += far if change.kind is Kind.NEARER else -far
            case Kind.TURN | Kind.TURN_CAMERA:
                roll += 90.0
            case _:
                return None
    return height, (x, y), roll


def test_after_a_way_out_the_markers_are_seen():
    found = fit("poker_dice_race", view(500.0, middle=(450.0, 260.0)))
    for way in found.ways_out:
        after = reduce(changed, way, found.arrangement)
        for corner in ((0, 0), (900, 0), (900, 520), (0, 520)):
            assert after.view.shows(Point(*map(float, corner)))


def test_a_tilted_view_without_a_lens_is_moved_as_one_with_it():
    seen = view(900.0, tilt_deg=12.0, heading_deg=40.0)
    bare = replace(seen, lens=None)
    for change in (Change(Kind.HIGHER, 20), Change(Kind.RIGHT, 7), Change(Kind.TURN_CAMERA)):
        one, other = (
            changed(Arrangement(each, PLANS["crapette"], (900.0, 700.0), 2, (900.0, 700.0)), change).view
            for each in (seen, bare)
        )
        points = np.array([[0.0, 0.0], [900.0, 700.0], [300.0, 90.0]])
        assert one.to_px(points) == pytest.approx(other.to_px(points), abs=1e-6)


def test_the_view_higher_up_is_that_of_a_camera_there():
    seen, higher = view(800.0), view(950.0)
    there = Arrangement(seen, PLANS["crapette"], (900.0, 700.0), 2, (900.0, 700.0))
    points = np.array([[0.0, 0.0], [900.0, 700.0], [300.0, 90.0]])
    assert changed(there, Change(Kind.HIGHER, 15)).view.to_px(points) == pytest.approx(higher.to_px(points))
    flipped = replace(seen, homography=Homography(-seen.homography.matrix))
    other = changed(replace(there, view=flipped), Change(Kind.HIGHER, 15)).view
    assert other.to_px(points) == pytest.approx(higher.to_px(points)), "whatever the scale of the homography"


def test_the_frame_is_where_the_picture_ends_on_the_table():
    found = fit("crapette", view(700.0))
    assert found.frame[0].x == pytest.approx(
        450.0 - 4608 / 2 * 700.0 / camera_model("pi_3").focal_px, abs=0.5
    )
    assert found.frame_after is not None and found.frame_after[0].x < found.frame[0].x
    assert fit("crapette", view(1041.0, "usb_1080p")).frame_after is None


def test_what_is_asked_again_is_not_searched_again():
    seen = view(700.0, "usb_1080p", middle=(630.0, 360.0), roll_deg=90.0)
    first = fit("change_horses", seen)
    began = time.process_time()
    assert fit("change_horses", seen) is first
    assert time.process_time() - began < 0.05
