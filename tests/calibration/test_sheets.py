"""What is printed is what the camera looks for: every sheet is rendered, and its markers are found and measured."""

from __future__ import annotations

import itertools
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.printed import (
    BOARD_COLUMNS,
    BOARD_FIRST_MARKER,
    BOARD_ROWS,
    CORNER_MARKERS,
    CORNER_QUIET_MM,
    CORNER_SIDE_MM,
    TRAY_INNER_MM,
    TRAY_MARKERS,
    TRAY_QUIET_MM,
    TRAY_SIDE_MM,
    lens_board,
    marker_cells,
    marker_dictionary,
)
from calibration.printing.sheet_words import said
from calibration.printing.sheets import BadFrame, lens_board_sheet, marker_sheet, tray_sheet
from companion.languages import LANGUAGES
from tests.rendered_sheets import Sheet, plain, sheets_of

MAKERS = {"markers": marker_sheet, "lens": lens_board_sheet, "tray": tray_sheet}
WORDS = {
    "markers": (
        "markers", "this_side_up", "corner_0", "corner_1", "corner_2", "corner_3",
        "markers_cut", "markers_lay", "markers_turn", "markers_free", "ruler",
    ),
    "lens": ("lens", "lens_flat", "lens_ten", "lens_everywhere", "ruler"),
    "tray": ("tray", "this_side_up", "tray_cut", "tray_free", "ruler"),
}  # fmt: skip


@cache
def printed(name: str, language: str = "fr") -> Sheet:
    (sheet,) = sheets_of(MAKERS[name](language))
    return sheet


def upright_square(corners: np.ndarray, side: float) -> bool:
    """Whether a marker is a square of this side (mm), its own top left at the top left."""
    square = corners[0] + side * np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    return bool(np.abs(corners - square).max() < 0.2)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MAKERS)
def test_every_sheet_is_one_a4_with_a_white_edge(name: str, language: str) -> None:
    sheet = printed(name, language)
    assert sorted(sheet.size) == pytest.approx([210, 297], abs=0.01)
    assert (sheet.size[0] > sheet.size[1]) is (name != "markers")
    assert sheet.edge_is_white


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MAKERS)
def test_the_ruler_measures_what_it_says(name: str, language: str) -> None:
    ticks, long = printed(name, language).ruler_ticks
    assert len(ticks) == 101 and len(long) == 11
    assert ticks[-1] - ticks[0] == pytest.approx(100, abs=0.1)
    assert np.diff(ticks) == pytest.approx(1, abs=0.12)
    assert np.diff(long) == pytest.approx(10, abs=0.1)
    assert all(str(number) in printed(name, language).text.split() for number in range(0, 101, 10))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MAKERS)
def test_every_sheet_says_what_to_do_with_it(name: str, language: str) -> None:
    told = printed(name, language).text
    other = printed(name, next(one for one in LANGUAGES if one != language)).text
    for word in WORDS[name]:
        assert plain(said(word, language)) in told, word
        assert plain(said(word, language)) not in other, word


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MAKERS)
def test_no_words_lie_on_others_or_run_into_a_drawing(name: str, language: str) -> None:
    sheet = printed(name, language)
    for (one, a), (other, b) in itertools.combinations(sheet.texts, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (one, other)
    for text, (_, top, right, bottom) in sheet.texts:
        if text == said("this_side_up", language):
            assert (sheet.cut((right + 0.3, top, right + 1.3, bottom)) == 255).all()


@pytest.mark.parametrize("name", MAKERS)
def test_printers_are_asked_not_to_scale_and_the_same_sheet_is_the_same_file(name: str) -> None:
    pdf = MAKERS[name]("fr")
    assert b"/PrintScaling /None" in pdf
    assert pdf == MAKERS[name]("fr")


@pytest.mark.parametrize("number", (*CORNER_MARKERS, *TRAY_MARKERS, BOARD_FIRST_MARKER))
def test_the_cells_of_a_marker_are_those_of_opencv(number: int) -> None:
    drawn = np.full((6, 6), 255, np.uint8)
    for row, column, count in marker_cells(number):
        drawn[row, column : column + count] = 0
    assert (drawn == cv2.aruco.generateImageMarker(marker_dictionary(), number, 6)).all()


# ---------------------------------------------------------------- the corner markers


def test_the_four_corner_markers_are_found_upright_and_at_their_size() -> None:
    markers = printed("markers").markers
    assert sorted(markers) == list(CORNER_MARKERS)
    assert all(upright_square(corners, CORNER_SIDE_MM) for corners in markers.values())


def test_they_stand_on_the_sheet_as_on_the_table() -> None:
    centres = [printed("markers").markers[number].mean(axis=0) for number in CORNER_MARKERS]
    top_left, top_right, bottom_right, bottom_left = centres
    assert top_left[0] == pytest.approx(bottom_left[0], abs=0.1) and top_left[0] < top_right[0]
    assert top_left[1] == pytest.approx(top_right[1], abs=0.1) and top_left[1] < bottom_left[1]
    assert bottom_right == pytest.approx(top_right + bottom_left - top_left, abs=0.1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_corner_marker_has_its_quiet_zone_and_its_name(language: str) -> None:
    sheet = printed("markers", language)
    for number, corners in sheet.markers.items():
        assert sheet.white_around(corners, CORNER_QUIET_MM)
        assert not sheet.texts_near(corners, CORNER_QUIET_MM)
        label = " ".join(sheet.texts_near(corners, CORNER_QUIET_MM + 18))
        assert str(number) in label.split()
        assert said(f"corner_{number}", language) in label and said("this_side_up", language) in label


# ---------------------------------------------------------------- the lens board


def test_the_lens_board_is_found_whole_and_exact() -> None:
    sheet = printed("lens")
    corners, ids, _, _ = cv2.aruco.CharucoDetector(lens_board()).detectBoard(sheet.picture)
    assert sorted(ids.flatten()) == list(range((BOARD_COLUMNS - 1) * (BOARD_ROWS - 1)))
    planned = lens_board().getChessboardCorners()[ids.flatten(), :2]
    seen = (corners.reshape(-1, 2) + 0.5) / sheet.px_per_mm
    offsets = seen - planned
    assert np.abs(offsets - offsets.mean(axis=0)).max() < 0.1


def test_the_lens_boards_markers_are_none_of_the_tables() -> None:
    markers = printed("lens").markers
    assert set(markers) == set(range(BOARD_FIRST_MARKER, BOARD_FIRST_MARKER + 35))
    assert all(upright_square(corners, 18) for corners in markers.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_lie_on_the_lens_board(language: str) -> None:
    sheet = printed("lens", language)
    whole = np.concatenate(list(sheet.markers.values()))
    # The outermost markers lie 3.5 mm inside the board.
    assert not sheet.texts_near(whole, 3.5 + 1.5)


# ---------------------------------------------------------------- the dice tray


@pytest.mark.parametrize("inner", [TRAY_INNER_MM, (160, 60), (220, 135)])
def test_the_frames_markers_stand_around_its_opening(inner: tuple[float, float]) -> None:
    (sheet,) = sheets_of(tray_sheet("fr", inner))
    assert sheet.edge_is_white
    assert sorted(sheet.markers) == list(TRAY_MARKERS)
    top_left, top_right, bottom_right, bottom_left = (sheet.markers[number] for number in TRAY_MARKERS)
    quiet = TRAY_QUIET_MM
    opening = [top_left[2] + quiet, top_right[3] + (-quiet, quiet), bottom_right[0] - quiet]
    opening.append(bottom_left[1] + (quiet, -quiet))
    width, height = inner
    expected = opening[0] + np.array([(0, 0), (width, 0), (width, height), (0, height)])
    assert np.abs(np.array(opening) - expected).max() < 0.2
    for corners in sheet.markers.values():
        assert upright_square(corners, TRAY_SIDE_MM)
        assert sheet.white_around(corners, quiet)
        assert not sheet.texts_near(corners, quiet)
    (left, top), (right, bottom) = expected[0], expected[2]
    assert (sheet.cut((left + 1, top + 1, right - 1, bottom - 1)) == 255).all()
    assert (sheet.cut((left + 1, top - 0.1, right - 1, top + 0.1)) < 200).all()


@pytest.mark.parametrize("inner", [(240, 120), (180, 150), (100, 100), (180, 5), (float("nan"), 100)])
def test_a_frame_that_is_no_a4_frame_is_refused(inner: tuple[float, float]) -> None:
    with pytest.raises(BadFrame, match="on A4 is 160 x"):
        tray_sheet("fr", inner)
