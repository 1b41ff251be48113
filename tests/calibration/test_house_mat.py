"""One mat for all games: its markers lie where every game's plan has them, its ticks where the places are."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
import pytest

from calibration.printed import CORNER_MARKERS, CORNER_QUIET_MM
from calibration.printing.house_mat import FINE_CAMERAS, GameOnMat, house_mat, house_size, readable_by
from calibration.printing.mats import marker_centres, tiling_of
from calibration.printing.sheet_words import said
from calibration.zones import TablePlan
from companion.games import load
from companion.languages import LANGUAGES
from companion.zone_names import zone_name
from tests.calibration.test_mats import GAMES, PX_PER_MM, is_a4_with_a_white_edge, plan_of
from tests.rendered_sheets import Sheet, glued, plain, sheets_of

SIZE = house_size([plan_of(game) for game in GAMES])
PLANS = [plan_of(game).fitted(*SIZE) for game in GAMES]


@cache
def printed(language: str) -> list[Sheet]:
    games = [
        GameOnMat(plan, load(plan.game).title, partial(zone_name, plan.game, language=language))
        for plan in PLANS
    ]
    return sheets_of(house_mat(games, language), PX_PER_MM)


def the_mat(language: str = "fr") -> Sheet:
    return glued(printed(language)[1 + len(GAMES) :])


def test_every_game_has_the_room_on_it_that_it_brings() -> None:
    assert SIZE == (1260.0, 864.0)
    for plan in PLANS:
        assert [zone.width for zone in plan.zones] == [zone.width for zone in plan_of(plan.game).zones]


def test_the_glued_mat_has_the_four_markers_of_every_game() -> None:
    mat = the_mat()
    assert sorted(mat.markers) == list(CORNER_MARKERS)
    origin = mat.markers[0].mean(axis=0)
    for number, planned in zip(CORNER_MARKERS, marker_centres(PLANS[0]), strict=True):
        assert mat.markers[number].mean(axis=0) - origin == pytest.approx([planned.x, planned.y], abs=0.2)
        assert mat.white_around(mat.markers[number], CORNER_QUIET_MM)


def test_every_place_of_every_game_has_its_four_corners() -> None:
    mat = the_mat()
    origin = mat.markers[0].mean(axis=0)

    def darkest(x: float, y: float) -> int:
        """Of what is printed within a millimetre of a place of the table."""
        column, row = ((np.array([x, y]) + origin) * PX_PER_MM).astype(int)
        reach = round(PX_PER_MM)
        return int(mat.picture[row - reach : row + reach + 1, column - reach : column + reach + 1].min())

    places = [(plan, zone) for plan in PLANS for zone in plan.zones]
    assert len(places) > 80
    for plan, zone in places:
        for x in (zone.left, zone.left + zone.width):
            for y in (zone.top, zone.top + zone.height):
                assert darkest(x, y) < 200, (plan.game, zone.id)
    middle = next(zone for zone in PLANS[GAMES.index("super_crack")].zones if zone.id == "stable_3")
    assert darkest(middle.left + middle.width / 2, middle.top) == 255, "corners, not the whole outline"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_sheet_that_names_its_places(language: str) -> None:
    overview, *sheets = printed(language)
    assert plain(said("house_mat", language)) in overview.text and not overview.markers
    for number, (plan, sheet) in enumerate(zip(PLANS, sheets, strict=False), 1):
        title = load(plan.game).title
        assert plain(said("house_game", language, number=number, game=title)) in sheet.text
        assert plain(said("house_ticks", language, number=number)) in sheet.text
        assert not sheet.markers, "it might lie under the camera, too"
        written = "".join(sheet.text.split())
        for zone in plan.zones:
            for part in zone_name(plan.game, zone, language).split(", "):
                assert "".join(part.split()) in written, (plan.game, part)
    merged = [zone for plan in PLANS for zone in plan.zones]
    assert len(sheets) == len(PLANS) + len(tiling_of(TablePlan("all", *SIZE, tuple(merged))).sheets)


def test_every_sheet_is_a4_with_a_white_edge() -> None:
    for sheet in printed("fr"):
        is_a4_with_a_white_edge(sheet)


def test_who_reads_a_game_on_so_large_a_mat_is_told() -> None:
    crapette = PLANS[GAMES.index("crapette")]
    assert {camera.id for camera in readable_by(crapette, SIZE)} == {"pi_hq_6mm", "pi_hq_16mm"}
    others = [plan for plan in PLANS if plan.game != "crapette"]
    assert all(readable_by(plan, SIZE) == FINE_CAMERAS for plan in others)
    assert readable_by(plan_of("crapette"), (900.0, 700.0)) == FINE_CAMERAS
