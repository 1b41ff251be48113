"""A game's zones at their exact size as a mat of A4 sheets to glue together, with the corner markers in their places.

Every sheet shows a window of the mat. Neighbours share ``OVERLAP_MM`` of it: the right (lower) one is cut along its
left (upper) edge and glued over the other. No window's edge runs through a marker, so that none is glued together.
"""

from __future__ import annotations

import math
import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from calibration.geometry import Point
from calibration.printed import CORNER_MARKERS, CORNER_QUIET_MM, CORNER_SIDE_MM
from calibration.printing.paper import A4_LONG_MM, A4_SHORT_MM, GREY, LIGHT, Box, Font, Paper
from calibration.printing.sheet_words import said
from calibration.printing.sheets import EDGE_MM, TITLE, measured_ruler
from calibration.zones import Holds, PlannedZone, TablePlan

MARGIN_MM: Final = 10.0
"""The white edge of every sheet: printers do not print right to the paper's edge."""
OVERLAP_MM: Final = 10.0
RIM_MM: Final = 5.0
"""From the markers' quiet zones to the mat's own edge, where it is trimmed."""

_TILE_MM: Final = CORNER_SIDE_MM + 2 * CORNER_QUIET_MM
_NAME: Final = Font(10, grey=GREY)
_SMALLEST_NAME: Final = 5.5
_UP_OF_THE_READER: Final = {"west": 90, "north": 180, "north-west": 180, "east": 270}
"""How far names are turned, clockwise, for whoever sits at a side; 0 at the sides that are not here."""
_DIRECTIONS: Final = {"south": (0, 1), "north": (0, -1), "west": (-1, 0), "east": (1, 0)}


@dataclass(frozen=True, slots=True)
class MatSheet:
    """One sheet of a mat: its name (row letter, column number) and its window's top left corner on the table (mm)."""

    name: str
    row: int
    column: int
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a mat lies over sheets: their format, the window each shows (mm), and all of them row by row."""

    landscape: bool
    rows: int
    columns: int
    sheets: tuple[MatSheet, ...]

    @property
    def window(self) -> tuple[float, float]:
        """The width and height in mm of the part of the mat that one sheet shows."""
        return _window(self.landscape)

    def neighbour(self, sheet: MatSheet, right: int, down: int) -> MatSheet | None:
        """Return the sheet so many columns to the right and rows down; None beyond the mat."""
        row, column = sheet.row + down, sheet.column + right
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        return self.sheets[row * self.columns + column]


def marker_centres(plan: TablePlan) -> tuple[Point, ...]:
    """Return where the centres of the corner markers lie on the table (mm), by their numbers."""
    return Point(0, 0), Point(plan.width, 0), Point(plan.width, plan.height), Point(0, plan.height)


def mat_box(plan: TablePlan) -> Box:
    """Return the mat's edge on the table (mm): it holds all zones, and the markers with their quiet zones."""
    boxes = [*_tiles(plan), *(_box(zone) for zone in plan.zones)]
    left, top = min(box[0] for box in boxes) - RIM_MM, min(box[1] for box in boxes) - RIM_MM
    right = max(box[0] + box[2] for box in boxes) + RIM_MM
    bottom = max(box[1] + box[3] for box in boxes) + RIM_MM
    return left, top, right - left, bottom - top


def tiling_of(plan: TablePlan) -> Tiling:
    """Lay a mat over A4 sheets: as few as can be, upright or landscape."""
    left, top, width, height = mat_box(plan)
    tiles = _tiles(plan)
    choices = []
    for landscape in (True, False):
        window_width, window_height = _window(landscape)
        lefts = _starts(left, width, window_width, [(box[0], box[0] + box[2]) for box in tiles])
        tops = _starts(top, height, window_height, [(box[1], box[1] + box[3]) for box in tiles])
        sheets = tuple(
            MatSheet(f"{string.ascii_uppercase[row]}{column + 1}", row, column, x, y)
            for row, y in enumerate(tops)
            for column, x in enumerate(lefts)
        )
        choices.append(Tiling(landscape, len(tops), len(lefts), sheets))
    return min(choices, key=lambda tiling: len(tiling.sheets))


def crowded(plan: TablePlan) -> tuple[tuple[PlannedZone, int], ...]:
    """Return the zones that reach over a corner marker or its quiet zone, each with the marker's number.

    What lies there must be kept off the marker. On the mat such a zone ends at the quiet zone's edge.
    """
    return tuple(
        (zone, number)
        for number, tile in zip(CORNER_MARKERS, _tiles(plan), strict=True)
        for zone in plan.zones
        if _meet(_box(zone), tile)
    )


def zone_mat(plan: TablePlan, title: str, language: str, named: Callable[[PlannedZone], str]) -> bytes:
    """Return a PDF of a game's mat: a sheet that shows which lies where, then every sheet of ``tiling_of(plan)``.

    ``title`` is the game's name.
    """
    tiling = tiling_of(plan)
    heading = said("mat", language, game=title)
    paper = Paper(heading, language)
    mat_overview(paper, plan, tiling, heading, language)
    mat_sheets(paper, tiling, title, language, lambda window: _draw_mat(paper, plan, window, named))
    return paper.pdf()


def mat_sheets(paper: Paper, tiling: Tiling, title: str, language: str, draw: Callable[[Box], None]) -> None:
    """Add every sheet of a mat; ``draw`` draws what of it is seen through a window, in mm of the table."""
    for sheet in tiling.sheets:
        paper.next_sheet(landscape=tiling.landscape)
        window: Box = (sheet.left, sheet.top, *tiling.window)
        on_paper: Box = (MARGIN_MM, MARGIN_MM, *tiling.window)
        with paper.within(on_paper), paper.moved(MARGIN_MM - sheet.left, MARGIN_MM - sheet.top):
            draw(window)
        _sheet_edges(paper, tiling, sheet, title, language)


def _window(landscape: bool) -> tuple[float, float]:
    short, long = A4_SHORT_MM - 2 * MARGIN_MM, A4_LONG_MM - 2 * MARGIN_MM
    return (long, short) if landscape else (short, long)


def _starts(start: float, length: float, window: float, whole: Sequence[tuple[float, float]]) -> list[float]:
    """Where the windows along one axis start (mm), so that none of the stretches ``whole`` is on two sheets."""
    step = window - OVERLAP_MM
    least = max(1, math.ceil((length - OVERLAP_MM) / step))
    # One sheet more leaves so much room that the windows can always be shifted clear of two markers.
    for count in (least, least + 1):
        spare = count * step + OVERLAP_MM - length
        for shift in sorted(range(math.floor(spare) + 1), key=lambda shift: abs(shift - spare / 2)):
            first = start - (spare / 2 if abs(shift - spare / 2) < 1 else shift)
            seams = [first + seam * step for seam in range(1, count)]
            if not any(low < seam + OVERLAP_MM and seam < high for seam in seams for low, high in whole):
                return [first, *seams]
    raise ValueError(f"{length:.0f} mm cannot be laid over sheets without cutting a marker")


def _tiles(plan: TablePlan) -> list[Box]:
    """The corner markers with their quiet zones, in mm on the table."""
    half = _TILE_MM / 2
    return [(centre.x - half, centre.y - half, _TILE_MM, _TILE_MM) for centre in marker_centres(plan)]


def _box(zone: PlannedZone) -> Box:
    return zone.left, zone.top, zone.width, zone.height


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def _draw_mat(paper: Paper, plan: TablePlan, window: Box, named: Callable[[PlannedZone], str]) -> None:
    """Draw what of the mat can be seen through a window, in mm of the table."""
    paper.rectangle(mat_box(plan), grey=LIGHT, thick=0.2)
    for zone in plan.zones:
        if _meet(_box(zone), window):
            paper.rectangle(_box(zone), grey=GREY, thick=0.3)
            _draw_name(paper, plan, zone, named(zone))
            if zone.holds is Holds.FAN:
                _draw_direction(paper, zone)
    draw_markers(paper, plan, window)


def draw_markers(paper: Paper, plan: TablePlan, window: Box) -> None:
    """Draw those of a mat's corner markers that can be seen through a window, over whatever lies there."""
    for number, tile in zip(CORNER_MARKERS, _tiles(plan), strict=True):
        if _meet(tile, window):
            paper.fill([tile], grey=1.0)
            paper.marker(number, tile[0] + CORNER_QUIET_MM, tile[1] + CORNER_QUIET_MM, CORNER_SIDE_MM)


def _draw_name(paper: Paper, plan: TablePlan, zone: PlannedZone, name: str) -> None:
    """Write a zone's name along the edge that is farthest from its player, to be read from there."""
    side = plan.seats[zone.seat - 1] if zone.seat is not None and zone.seat <= len(plan.seats) else "south"
    turned = _UP_OF_THE_READER.get(side, 0)
    room = (zone.height if turned in (90, 270) else zone.width) - 4
    font = _NAME
    while font.width_mm(name) > room and font.size > _SMALLEST_NAME:
        font = Font(font.size - 0.5, grey=font.grey)
    down = 2 + font.cap_mm
    right, bottom = zone.left + zone.width, zone.top + zone.height
    x, y = {
        0: (zone.left + 2, zone.top + down),
        90: (right - down, zone.top + 2),
        180: (right - 2, bottom - down),
        270: (zone.left + down, bottom - 2),
    }[turned]
    paper.words(x, y, name, font, turned=turned)


def _draw_direction(paper: Paper, zone: PlannedZone) -> None:
    """A small arrow in the middle of a zone: the way in which its cards overlap."""
    if zone.towards not in _DIRECTIONS:
        return
    right, down = _DIRECTIONS[zone.towards]
    x, y = zone.left + zone.width / 2, zone.top + zone.height / 2
    paper.arrow((x - 10 * right, y - 10 * down), (x + 10 * right, y + 10 * down), grey=LIGHT, thick=0.5)


def _sheet_edges(paper: Paper, tiling: Tiling, sheet: MatSheet, title: str, language: str) -> None:
    """Where to cut and to glue, the sheet's name, and a ruler in the lower margin."""
    width, height = tiling.window
    left, top, right, bottom = MARGIN_MM, MARGIN_MM, MARGIN_MM + width, MARGIN_MM + height
    if tiling.neighbour(sheet, -1, 0):
        paper.line((left, EDGE_MM), (left, paper.height - EDGE_MM), grey=LIGHT, thick=0.2, dashed=True)
    if tiling.neighbour(sheet, 0, -1):
        paper.line((EDGE_MM, top), (paper.width - EDGE_MM, top), grey=LIGHT, thick=0.2, dashed=True)
    if (beside := tiling.neighbour(sheet, 1, 0)) is not None:
        seam = right - OVERLAP_MM
        paper.line((seam, top), (seam, bottom), grey=LIGHT, thick=0.2)
        _glue_here(paper, seam, (top, bottom), 90, said("glue", language, page=beside.name))
    if (below := tiling.neighbour(sheet, 0, 1)) is not None:
        seam = bottom - OVERLAP_MM
        paper.line((left, seam), (right, seam), grey=LIGHT, thick=0.2)
        _glue_here(paper, seam, (left, right), 0, said("glue", language, page=below.name))
    name = Font(11, bold=True)
    base = bottom + 0.8 + name.cap_mm
    paper.words(right, base, sheet.name, name, anchor="right")
    small = Font(8, grey=GREY)
    paper.words(right - 9, base, title, small, anchor="right")
    paper.ruler(left + 2, bottom + 0.5, numbers=False)
    paper.words(left + 105, base, said("ruler_short", language), small)


def _glue_here(paper: Paper, seam: float, ends: tuple[float, float], turned: int, words: str) -> None:
    """Write "glue B1 here" two times along the strip beyond a seam, which the neighbour covers."""
    font = Font(9, grey=GREY)
    middle = OVERLAP_MM / 2
    for share in (0.25, 0.75):
        along = ends[0] + share * (ends[1] - ends[0])
        half = font.width_mm(words) / 2 + 2
        if turned:
            paper.fill([(seam + 1, along - half, OVERLAP_MM - 2, 2 * half)], grey=1.0)
            paper.words(seam + middle - font.cap_mm / 2, along, words, font, anchor="middle", turned=turned)
        else:
            paper.fill([(along - half, seam + 1, 2 * half, OVERLAP_MM - 2)], grey=1.0)
            paper.words(along, seam + middle + font.cap_mm / 2, words, font, anchor="middle")


def mat_overview(paper: Paper, plan: TablePlan, tiling: Tiling, heading: str, language: str) -> None:
    """The first sheet: which sheet lies where, and how they become a mat."""
    left, wide = 20.0, A4_SHORT_MM - 40
    paper.words(left, 20, heading, TITLE)
    size = said(
        "mat_size",
        language,
        width=f"{plan.width:.0f}",
        height=f"{plan.height:.0f}",
        sheets=len(tiling.sheets),
        first=tiling.sheets[0].name,
        last=tiling.sheets[-1].name,
    )
    paper.words(left, 27.5, size, Font(10, grey=GREY))
    box = _sheets_box(tiling)
    scale = min(wide / box[2], 150 / box[3])
    with paper.moved(left + (wide - scale * box[2]) / 2 - scale * box[0], 35 - scale * box[1], scale):
        _draw_overview(paper, plan, tiling, scale)
    below = 35 + scale * box[3]
    player = said("player", language, number=1)
    if plan.seats[:1] == ("south",):
        paper.words(left + wide / 2, below + 7, player, Font(11, bold=True), anchor="middle")
    steps = ("mat_lay", "mat_cut", "mat_glue", "mat_trim")
    paper.steps(left, below + 16, wide, (said(step, language) for step in steps), Font(12), gap=0.6)
    measured_ruler(paper, left, 274, wide, language)


def _draw_overview(paper: Paper, plan: TablePlan, tiling: Tiling, scale: float) -> None:
    """The whole mat in mm of the table; lines and letters are as thick as if they were not scaled."""
    for zone in plan.zones:
        paper.rectangle(_box(zone), grey=LIGHT, thick=0.25 / scale)
    for window in _seen_windows(tiling):
        paper.rectangle(window, grey=GREY, thick=0.35 / scale)
    squares = draw_corners(paper, plan, scale)
    for sheet, window in zip(tiling.sheets, _seen_windows(tiling), strict=True):
        _write_sheet_name(paper, sheet.name, window, squares, Font(13 / scale, bold=True))


def draw_corners(paper: Paper, plan: TablePlan, scale: float) -> list[Box]:
    """Draw the places of the corner markers with their numbers into a small drawing, and return them."""
    squares: list[Box] = []
    for number, (left, top, _, _) in zip(CORNER_MARKERS, _tiles(plan), strict=True):
        square: Box = (left + CORNER_QUIET_MM, top + CORNER_QUIET_MM, CORNER_SIDE_MM, CORNER_SIDE_MM)
        squares.append(square)
        # Not the marker itself: somebody would lay this sheet under the camera, too.
        paper.fill([square], grey=1.0)
        paper.rectangle(square, thick=0.5 / scale)
        font = Font(CORNER_SIDE_MM * 2, bold=True)
        x, y = square[0] + CORNER_SIDE_MM / 2, square[1] + CORNER_SIDE_MM / 2
        paper.words(x, y + font.cap_mm / 2, str(number), font, anchor="middle")
    return squares


def _write_sheet_name(paper: Paper, name: str, window: Box, taken: Sequence[Box], font: Font) -> None:
    """Write a sheet's name into the middle of its window, or above or below of that where a marker is."""
    half, cap = font.width_mm(name) / 2, font.cap_mm
    x = window[0] + window[2] / 2
    for share in (0.5, 0.25, 0.75):
        y = window[1] + share * window[3]
        plate: Box = (x - 1.3 * half, y - cap, 2.6 * half, 2 * cap)
        if not any(_meet(plate, box) for box in taken):
            break
    paper.fill([plate], grey=1.0)
    paper.words(x, y + cap / 2, name, font, anchor="middle")


def _seen_windows(tiling: Tiling) -> Iterator[Box]:
    """The part of each sheet's window that no neighbour covers."""
    for sheet in tiling.sheets:
        width, height = tiling.window
        yield (
            sheet.left,
            sheet.top,
            width - (OVERLAP_MM if sheet.column + 1 < tiling.columns else 0),
            height - (OVERLAP_MM if sheet.row + 1 < tiling.rows else 0),
        )


def _sheets_box(tiling: Tiling) -> Box:
    """What all windows together show (mm)."""
    windows = tuple(_seen_windows(tiling))
    left, top = min(box[0] for box in windows), min(box[1] for box in windows)
    return (
        left,
        top,
        max(box[0] + box[2] for box in windows) - left,
        max(box[1] + box[3] for box in windows) - top,
    )
