"""A mat glued together of its sheets has every zone and every marker where the game's plan has it."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.printed import CORNER_MARKERS, CORNER_QUIET_MM, CORNER_SIDE_MM
from calibration.printing.mats import Tiling, crowded, marker_centres, mat_box, tiling_of, zone_mat
from calibration.printing.sheet_words import said
from calibration.zones import Holds, PlannedZone, TablePlan, read_plan
from companion.games import all_games, load, zone_plan
from companion.hands import SIDES
from companion.languages import LANGUAGES
from companion.zone_names import zone_name
from tests.rendered_sheets import Sheet, glued, outline_offsets, plain, sheets_of

GAMES = [game.id for game in all_games() if zone_plan(game.id) is not None]
HALF_TILE = CORNER_SIDE_MM / 2 + CORNER_QUIET_MM
PX_PER_MM = 5.0


def plan_of(game: str) -> TablePlan:
    data = zone_plan(game)
    assert data is not None
    return read_plan(data)


@cache
def mat_of(plan: TablePlan, language: str) -> bytes:
    title = load(plan.game).title
    return zone_mat(plan, title, language, lambda zone: zone_name(plan.game, zone, language))


def printed(game: str, language: str = "fr") -> list[Sheet]:
    return sheets_of(mat_of(plan_of(game), language), PX_PER_MM)


def is_as_planned(mat: Sheet, plan: TablePlan) -> None:
    """Every marker and every outline of a glued mat lies where the plan has it."""
    assert sorted(mat.markers) == list(CORNER_MARKERS)
    origin = mat.markers[0].mean(axis=0)
    tiles = []
    for number, planned in zip(CORNER_MARKERS, marker_centres(plan), strict=True):
        corners = mat.markers[number]
        centre = corners.mean(axis=0) - origin
        assert centre == pytest.approx([planned.x, planned.y], abs=0.2)
        half = CORNER_SIDE_MM / 2
        upright = half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        assert np.abs(corners - origin - centre - upright).max() < 0.2
        assert mat.white_around(corners, CORNER_QUIET_MM)
        left, top = planned.x - HALF_TILE, planned.y - HALF_TILE
        tiles.append((left, top, left + 2 * HALF_TILE, top + 2 * HALF_TILE))
    for zone in plan.zones:
        offsets = outline_offsets(mat, origin, zone, tiles)
        assert np.abs(offsets).max() < 0.5, (zone.id, offsets)


def is_a4_with_a_white_edge(sheet: Sheet) -> None:
    assert sorted(sheet.size) == pytest.approx([210, 297], abs=0.01)
    assert sheet.edge_is_white


@pytest.mark.parametrize("game", GAMES)
def test_the_glued_mat_is_the_plan(game: str) -> None:
    is_as_planned(glued(printed(game)[1:]), plan_of(game))


def test_a_mat_for_another_table_and_other_hands_is_that_plan() -> None:
    plan = plan_of("super_crack").left_handed([1, 3]).fitted(1240, 900)
    mat = glued(sheets_of(mat_of(plan, "en"), PX_PER_MM)[1:])
    is_as_planned(mat, plan)
    for other in (plan_of("super_crack").fitted(1240, 900), plan.fitted(1241, 900)):
        with pytest.raises(AssertionError):
            is_as_planned(mat, other)


@pytest.mark.parametrize("game", GAMES)
def test_every_sheet_of_a_mat_is_a4_with_a_white_edge_and_a_ruler(game: str) -> None:
    for sheet in printed(game):
        is_a4_with_a_white_edge(sheet)
        ticks, long = sheet.ruler_ticks
        assert ticks[-1] - ticks[0] == pytest.approx(100, abs=0.15) and len(long) == 11


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_sheet_tells_which_sheet_lies_where_and_has_no_markers(language: str) -> None:
    overview, *sheets = printed("super_crack", language)
    assert not overview.markers
    names = {text: box for text, box in overview.words if len(text) == 2 and text[0] in "ABCD"}
    assert len(names) == len(sheets) == 28
    for row in "ABCD":
        assert names[f"{row}1"][0] < names[f"{row}2"][0] < names[f"{row}7"][0]
    assert names["A3"][1] < names["B3"][1] < names["D3"][1]
    for word in ("mat_lay", "mat_cut", "mat_glue", "mat_trim", "ruler"):
        assert plain(said(word, language)) in overview.text
    assert plain(said("mat", language, game="Super-Crack")) in overview.text
    assert said("player", language, number=1) in overview.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_zone_bears_its_name_and_no_name_lies_at_a_marker(game: str, language: str) -> None:
    plan = plan_of(game)
    sheets = printed(game, language)[1:]
    told = " ".join(sheet.text for sheet in sheets)
    for zone in plan.zones:
        assert plain(zone_name(game, zone, language)) in told, zone.id
    for sheet in sheets:
        for corners in sheet.markers.values():
            assert not sheet.texts_near(corners, CORNER_QUIET_MM)


def test_names_are_read_from_the_players_side() -> None:
    sheets = printed("racko")[1:]
    boxes = {text: box for sheet in sheets for text, box in sheet.texts if text.startswith("Porte-cartes")}
    upright = {name: box[3] - box[1] > box[2] - box[0] for name, box in boxes.items()}
    assert upright["Porte-cartes, joueur 3"] and upright["Porte-cartes, joueur 4"]
    assert not upright["Porte-cartes, joueur 1"] and not upright["Porte-cartes, joueur 2"]


def test_every_sheet_tells_its_neighbours() -> None:
    tiling = tiling_of(plan_of("crapette"))
    for sheet, paper in zip(tiling.sheets, printed("crapette")[1:], strict=True):
        for right, down in ((1, 0), (0, 1)):
            beside = tiling.neighbour(sheet, right, down)
            if beside is not None:
                assert f"colle {beside.name} ici" in paper.text
        assert f"Crapette {sheet.name}" in paper.text


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("game", GAMES)
def test_zones_are_called_as_the_game_calls_them(game: str) -> None:
    players = ["Ada", "Bea", "Cleo", "Dan", "Eva", "Flo"][: load(game).players[1]]
    view = {"players": players, "seats": players, "horses": []}
    plan = plan_of(game)
    for planned, named in zip(plan.zones, plan.for_players(players).zones, strict=True):
        for language in LANGUAGES:
            on_the_mat = zone_name(game, planned, language)
            # Every id is English: a zone without words would be called by it elsewhere.
            assert language == "en" or on_the_mat.lower() != re.sub("[_:]", " ", planned.id).lower()
            own = load(game).places.zone_name(named.id, view, language)
            if own is not None:
                said_here = on_the_mat.partition(",")[0]
                for word in ("le joueur {}", "player {}", "Spieler {}"):
                    said_here = said_here.replace(word.format(planned.seat), "").strip()
                assert said_here.lower() in own.lower(), (on_the_mat, own)


def test_a_zone_without_words_goes_by_its_id() -> None:
    zone = PlannedZone("peg_board", Holds.BOARD, 100, 100, 50, 50)
    assert zone_name("pig", zone, "fr") == "peg board"


# ---------------------------------------------------------------- how a mat lies over sheets


def zone_at(left: float, top: float) -> PlannedZone:
    return PlannedZone("zone", Holds.PILE, left, top, 84, 108)


@settings(deadline=None)
@given(
    width=st.floats(150, 3000),
    height=st.floats(150, 3000),
    left=st.floats(-500, 2900),
    top=st.floats(-500, 2900),
)
def test_no_seam_runs_through_a_marker(width: float, height: float, left: float, top: float) -> None:
    plan = TablePlan("any", width, height, (zone_at(min(left, width), min(top, height)),), SIDES[:2])
    tiling = tiling_of(plan)
    across, down = tiling.window
    for centre in marker_centres(plan):
        touching = [
            sheet
            for sheet in tiling.sheets
            if sheet.left < centre.x + HALF_TILE
            and centre.x - HALF_TILE < sheet.left + across
            and sheet.top < centre.y + HALF_TILE
            and centre.y - HALF_TILE < sheet.top + down
        ]
        assert len(touching) == 1
        (sheet,) = touching
        assert sheet.left <= centre.x - HALF_TILE and centre.x + HALF_TILE <= sheet.left + across
        assert sheet.top <= centre.y - HALF_TILE and centre.y + HALF_TILE <= sheet.top + down
    shows_all_of_it(tiling, mat_box(plan))


def shows_all_of_it(tiling: Tiling, box: tuple[float, float, float, float]) -> None:
    across, down = tiling.window
    lefts, tops = sorted({s.left for s in tiling.sheets}), sorted({s.top for s in tiling.sheets})
    assert len(lefts) == tiling.columns and len(tops) == tiling.rows
    assert lefts[0] <= box[0] and box[0] + box[2] <= lefts[-1] + across + 1e-6
    assert tops[0] <= box[1] and box[1] + box[3] <= tops[-1] + down + 1e-6
    assert np.diff(lefts) == pytest.approx(across - 10) and np.diff(tops) == pytest.approx(down - 10)
    assert len({sheet.name for sheet in tiling.sheets}) == len(tiling.sheets)


def test_a_small_table_takes_one_sheet() -> None:
    tiling = tiling_of(TablePlan("any", 180, 100, (zone_at(40, 0),)))
    assert [sheet.name for sheet in tiling.sheets] == ["A1"] and tiling.landscape


def test_zones_that_reach_over_a_marker_are_told() -> None:
    plan = TablePlan("any", 400, 400, (zone_at(20, 20), zone_at(36, 200), zone_at(350, 200)))
    assert crowded(plan) == ((plan.zones[0], 0),)
    assert not crowded(plan_of("crapette"))
