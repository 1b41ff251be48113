"""One mat for several games: their places as corner ticks with the game's number, and a sheet a game that names them.

The markers span the widest and the deepest of the games' tables; every game is laid out between them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from calibration.game_fit import STILL_PX, Kind, game_fit
from calibration.optics import CAMERAS, CameraModel
from calibration.printing.mats import (
    draw_corners,
    draw_markers,
    mat_box,
    mat_overview,
    mat_sheets,
    tiling_of,
)
from calibration.printing.paper import A4_LONG_MM, A4_SHORT_MM, GREY, LIGHT, Box, Font, Paper
from calibration.printing.sheet_words import said
from calibration.printing.sheets import TITLE
from calibration.zones import PlannedZone, TablePlan

FINE_CAMERAS: Final = tuple(camera for camera in CAMERAS if camera.width * camera.height >= STILL_PX)
"""The cameras of 12 megapixels."""
_TICK_MM: Final = 12.0
_NUMBER: Final = Font(8, bold=True, grey=GREY)
_EDGE_MM: Final = 15.0
_SMALLEST: Final = 4.5


@dataclass(frozen=True, slots=True)
class GameOnMat:
    """A game on the mat: its zones, its title, and what its zones are called."""

    plan: TablePlan
    title: str
    named: Callable[[PlannedZone], str]


def house_size(plans: Sequence[TablePlan]) -> tuple[float, float]:
    """Return the table (mm) on which all of these games have the room that each brings."""
    return max(plan.width for plan in plans), max(plan.height for plan in plans)


def house_mat(games: Sequence[GameOnMat], language: str) -> bytes:
    """Return a PDF: which sheet lies where, a sheet a game with its places and their names, then the mat's sheets.

    All plans must be fitted to one table.
    """
    first = games[0].plan
    mat = replace(first, zones=tuple(zone for game in games for zone in game.plan.zones))
    tiling, heading = tiling_of(mat), said("house_mat", language)
    paper = Paper(heading, language)
    mat_overview(paper, replace(mat, zones=()), tiling, heading, language)
    for number, game in enumerate(games, 1):
        _game_sheet(paper, number, game, mat_box(mat), language)

    def draw(window: Box) -> None:
        paper.rectangle(mat_box(mat), grey=LIGHT, thick=0.2)
        for number, game in enumerate(games, 1):
            for zone in game.plan.zones:
                _ticks(paper, zone, number)
        draw_markers(paper, mat, window)

    mat_sheets(paper, tiling, heading, language, draw)
    return paper.pdf()


def readable_by(plan: TablePlan, size: tuple[float, float]) -> tuple[CameraModel, ...]:
    """Return those of the ``FINE_CAMERAS`` that, hung straight above a mat of this size (mm), read a game on it."""
    return tuple(camera for camera in FINE_CAMERAS if _reads(camera, plan, size))


def _reads(camera: CameraModel, plan: TablePlan, size: tuple[float, float]) -> bool:
    fit = game_fit(camera.above(*size), plan, size)
    return fit.fits or any(
        change.kind is Kind.LOWER for way in fit.ways_out if len(way) == 1 for change in way
    )


def _ticks(paper: Paper, zone: PlannedZone, number: int) -> None:
    """The four corners of a zone, as far as they do not meet, each with the game's number inside."""
    right, bottom = zone.left + zone.width, zone.top + zone.height
    across, down = min(_TICK_MM, zone.width / 3), min(_TICK_MM, zone.height / 3)
    half, cap = _NUMBER.width_mm(str(number)) / 2, _NUMBER.cap_mm
    for x, inwards in ((zone.left, 1), (right, -1)):
        for y, below in ((zone.top, 1), (bottom, -1)):
            corner = (x + inwards * across, y), (x, y), (x, y + below * down)
            paper.line(*corner, grey=GREY, thick=0.3)
            base = y + 1.5 + cap if below > 0 else y - 1.5
            paper.words(x + inwards * (1.5 + half), base, str(number), _NUMBER, anchor="middle")


def _game_sheet(paper: Paper, number: int, game: GameOnMat, box: Box, language: str) -> None:
    """All places of a game on the mat, small, with their names."""
    paper.next_sheet(landscape=True)
    heading = said("house_game", language, number=number, game=game.title)
    paper.words(_EDGE_MM, 20, heading, TITLE)
    paper.words(_EDGE_MM, 27.5, said("house_ticks", language, number=number), Font(11))
    wide, high = A4_LONG_MM - 2 * _EDGE_MM, A4_SHORT_MM - 45
    scale = min(wide / box[2], high / box[3])
    left = _EDGE_MM + (wide - scale * box[2]) / 2
    with paper.moved(left - scale * box[0], 33 - scale * box[1], scale):
        paper.rectangle(box, grey=LIGHT, thick=0.2 / scale)
        for zone in game.plan.zones:
            paper.rectangle((zone.left, zone.top, zone.width, zone.height), grey=GREY, thick=0.3 / scale)
            _name(paper, zone, game.named(zone), scale)
        draw_corners(paper, game.plan, scale)
    player = said("player", language, number=1)
    paper.words(left + scale * box[2] / 2, 38 + scale * box[3], player, Font(11, bold=True), anchor="middle")


def _name(paper: Paper, zone: PlannedZone, name: str, scale: float) -> None:
    """A zone's name at its upper edge, what it is above whose it is, up to 9 points as there is room."""
    lines, size = name.split(", "), 9.0
    room = zone.width - 1 / scale
    while size > _SMALLEST and any(Font(size / scale).width_mm(line) > room for line in lines):
        size -= 0.5
    font = Font(size / scale)
    for row, line in enumerate(lines, 1):
        paper.words(zone.left + zone.width / 2, zone.top + row * font.leading_mm, line, font, anchor="middle")
