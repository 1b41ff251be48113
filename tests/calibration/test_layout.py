"""The camera measures where people laid the markers: nobody needs a ruler."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.layout import BadLayout, MarkerLayout, measured_layout
from calibration.markers import Marker, find_markers
from calibration.view import TableView
from tests.calibration.drawn import BENT, MAT, WIDTH, errors_mm, laid_by_hand, picture, view


def looks(of: TableView, layout: MarkerLayout, count: int = 3) -> list[tuple[Marker, ...]]:
    return [find_markers(picture(of, layout, seed=seed)) for seed in range(count)]


def exact(of: TableView, layout: MarkerLayout) -> tuple[Marker, ...]:
    return tuple(Marker(number, of.to_px(corners)) for number, corners in layout.corners.items())


@pytest.mark.parametrize("seed", range(4))
def test_markers_laid_by_hand_are_measured_exactly_from_exact_corners(seed):
    layout = laid_by_hand(seed)
    measured = measured_layout([exact(view(BENT, tilt=5.0 * seed), layout)], BENT)
    for number, corners in layout.corners.items():
        assert np.abs(measured.corners[number] - corners).max() < 0.02
    assert measured.residual_mm < 0.01


def test_the_table_is_known_in_mm_without_a_ruler():
    """At 0.7 px/mm, a fourth of what a still has; the bench measures it on stills."""
    true, layout = view(BENT, tilt=12), laid_by_hand(7)
    seen = looks(true, layout)
    measured = measured_layout(seen, BENT)
    fitted = TableView.from_pairs(
        np.concatenate([marker.corners for marker in seen[0]]),
        np.concatenate([measured.corners[marker.number] for marker in seen[0]]),
        (1280, 720),
        BENT,
    )
    assert errors_mm(fitted, true).mean() < 1.5
    assert measured.size[0] == pytest.approx(layout.size[0], abs=3.0)


def test_a_camera_upside_down_measures_the_same_table():
    layout = laid_by_hand(5)
    measured = measured_layout([exact(view(BENT, roll=180.0), layout)], BENT)
    assert np.abs(measured.corners[2] - layout.corners[2]).max() < 0.02


def test_a_marker_covered_in_one_look_is_taken_from_another():
    layout = laid_by_hand(2)
    whole = exact(view(BENT), layout)
    measured = measured_layout([whole[:3], whole[1:]], BENT)
    assert np.abs(measured.corners[3] - layout.corners[3]).max() < 0.02


def test_a_missing_marker_is_named():
    with pytest.raises(BadLayout) as caught:
        measured_layout([exact(view(), MAT)[:2]], BENT)
    assert (caught.value.code, caught.value.numbers) == ("missing", (2, 3))


def test_a_marker_that_is_there_twice_is_named():
    whole = exact(view(), MAT)
    with pytest.raises(BadLayout) as caught:
        measured_layout([(*whole, whole[1])], BENT)
    assert (caught.value.code, caught.value.numbers) == ("double", (1,))


def test_a_marker_printed_smaller_than_the_others_is_named():
    true = view(BENT)
    smaller = {**MAT.corners, 2: MarkerLayout.printed(WIDTH, 700, side=44.0).corners[2]}
    with pytest.raises(BadLayout) as caught:
        measured_layout([exact(true, MarkerLayout(smaller))], BENT)
    assert (caught.value.code, caught.value.numbers) == ("not_flat", (2,))


def test_a_sheet_printed_at_94_percent_is_put_right_by_its_ruler():
    """All four smaller alike: only the ruler on the sheet can tell."""
    small = MarkerLayout({n: (c - c.mean(axis=0)) * 0.94 + c.mean(axis=0) for n, c in MAT.corners.items()})
    measured = measured_layout([exact(view(BENT), small)], BENT)
    assert measured.size[0] == pytest.approx(WIDTH / 0.94, rel=1e-3)
    assert measured.scaled(0.94).size[0] == pytest.approx(WIDTH, rel=1e-3)


def test_a_printed_mat_needs_no_measuring():
    assert MAT.size == (900.0, 700.0)
    assert (MAT.middle.x, MAT.middle.y) == (450.0, 350.0)
    assert MAT.residual_mm is None
