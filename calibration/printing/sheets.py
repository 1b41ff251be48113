"""The sheets that belong to no game: the four corner markers, the lens board, the dice tray's frame. One A4 each."""

from __future__ import annotations

from typing import Final

import numpy as np

from calibration.printed import (
    BOARD_COLUMNS,
    BOARD_MARKER_MM,
    BOARD_ROWS,
    BOARD_SQUARE_MM,
    CORNER_MARKERS,
    CORNER_QUIET_MM,
    CORNER_SIDE_MM,
    RULER_MM,
    TRAY_INNER_MM,
    TRAY_MARKERS,
    TRAY_QUIET_MM,
    TRAY_SIDE_MM,
    lens_board,
)
from calibration.printing.paper import A4_LONG_MM, A4_SHORT_MM, GREY, LIGHT, Box, Font, Paper
from calibration.printing.sheet_words import said

EDGE_MM: Final = 6.0
"""What lies nearer to the paper's edge is not printed by every printer."""
TITLE: Final = Font(20, bold=True)
BODY: Final = Font(10.5)

_CARD_WIDTH_MM: Final = 82.0
_CARD_LABEL_MM: Final = 21.0
_CARD_RIM_MM: Final = 6.0
"""Between the quiet zone and the line to cut along, so that a crooked cut leaves the quiet zone whole."""
_FRAME_RIM_MM: Final = 1.0
"""The same for the tray's frame, around which there is less paper."""


class BadFrame(ValueError):
    """The dice tray's frame does not fit on the paper; the message is one sentence."""


def marker_sheet(language: str) -> bytes:
    """Return a PDF of one A4 sheet: the four corner markers as cards to cut out, and how they are laid."""
    paper = Paper(said("markers", language), language)
    paper.words(20, 18, said("markers", language), TITLE)
    tile = CORNER_SIDE_MM + 2 * CORNER_QUIET_MM
    card_height = _CARD_LABEL_MM + tile + _CARD_RIM_MM
    for corner in CORNER_MARKERS:
        across, down = _corner(corner)
        left = 20 + across * (A4_SHORT_MM - 40 - _CARD_WIDTH_MM)
        top = 24 + down * (card_height + 4)
        paper.rectangle((left, top, _CARD_WIDTH_MM, card_height), grey=LIGHT, thick=0.2, dashed=True)
        _card_label(paper, corner, left + _CARD_RIM_MM, top + 5, language)
        black = _CARD_RIM_MM + CORNER_QUIET_MM
        paper.marker(corner, left + black, top + _CARD_LABEL_MM + CORNER_QUIET_MM, CORNER_SIDE_MM)
    steps = ("markers_cut", "markers_lay", "markers_turn", "markers_free")
    paper.steps(20, 228, 124, (said(step, language) for step in steps), BODY)
    _laid_markers(paper, 153, 229, language)
    measured_ruler(paper, 20, 276, 170, language)
    return paper.pdf()


def lens_board_sheet(language: str) -> bytes:
    """Return a PDF of one A4 sheet, landscape: the board of ``lens_board`` at its exact size, and how it is held."""
    paper = Paper(said("lens", language), language, landscape=True)
    board = lens_board()
    width, height = BOARD_COLUMNS * BOARD_SQUARE_MM, BOARD_ROWS * BOARD_SQUARE_MM
    left, top = (A4_LONG_MM - width) / 2, 21.0
    # A square with a marker in it is white, all others are black: read from OpenCV's own board, not from its pattern.
    corners = np.asarray(board.getObjPoints()).min(axis=1)[:, :2]
    white = {(int(y // BOARD_SQUARE_MM), int(x // BOARD_SQUARE_MM)) for x, y in corners}
    paper.fill(
        (left + column * BOARD_SQUARE_MM, top + row * BOARD_SQUARE_MM, BOARD_SQUARE_MM, BOARD_SQUARE_MM)
        for row in range(BOARD_ROWS)
        for column in range(BOARD_COLUMNS)
        if (row, column) not in white
    )
    for number, (x, y) in zip(np.asarray(board.getIds()).flatten(), corners, strict=True):
        paper.marker(int(number), left + float(x), top + float(y), BOARD_MARKER_MM)
    paper.words(left, 13, said("lens", language), Font(16, bold=True))
    size = said("lens_size", language, square=f"{BOARD_SQUARE_MM:.0f}", marker=f"{BOARD_MARKER_MM:.0f}")
    paper.words(left, 18, size, Font(8.5, grey=GREY))
    steps = ("lens_flat", "lens_ten", "lens_everywhere")
    beside = left + width - 182
    paper.steps(beside, EDGE_MM, 182, (said(step, language) for step in steps), Font(9), gap=0)
    measured_ruler(paper, left, top + height + 2.2, width, language)
    return paper.pdf()


def tray_sheet(language: str, inner: tuple[float, float] = TRAY_INNER_MM) -> bytes:
    """Return a PDF of one A4 sheet, landscape: a frame around ``inner`` mm with a marker at each corner.

    Raises BadFrame if the frame does not fit on the paper, or leaves no room for the ruler.
    """
    band = TRAY_SIDE_MM + 2 * TRAY_QUIET_MM
    around = 2 * (band + _FRAME_RIM_MM + EDGE_MM)
    most = (A4_LONG_MM - around, A4_SHORT_MM - around)
    least = (RULER_MM + 60, TRAY_SIDE_MM)
    if not all(low <= size <= high for low, size, high in zip(least, inner, most, strict=True)):
        raise BadFrame(
            f"The inside of a frame on A4 is {least[0]:.0f} x {least[1]:.0f} to {most[0]:.0f} x {most[1]:.0f} mm, "
            f"not {inner[0]:.0f} x {inner[1]:.0f}."
        )
    paper = Paper(said("tray", language), language, landscape=True)
    width, height = inner
    left, top = (A4_LONG_MM - width) / 2, (A4_SHORT_MM - height) / 2
    rim = band + _FRAME_RIM_MM
    outside: Box = (left - rim, top - rim, width + 2 * rim, height + 2 * rim)
    paper.rectangle(outside, grey=LIGHT, thick=0.2, dashed=True)
    paper.rectangle((left, top, width, height), grey=GREY, thick=0.4)
    for corner, number in enumerate(TRAY_MARKERS):
        across, down = _corner(corner)
        paper.marker(
            number,
            left + across * (width + band) - band + TRAY_QUIET_MM,
            top + down * (height + band) - band + TRAY_QUIET_MM,
            TRAY_SIDE_MM,
        )
    _tray_words(paper, (left, top, width, height), band, language)
    return paper.pdf()


def measured_ruler(paper: Paper, left: float, top: float, width: float, language: str) -> None:
    """Draw the ruler at (left, top) mm with what it is for beside it, ``width`` mm altogether."""
    paper.ruler(left, top)
    beside = RULER_MM + 8
    paper.paragraph(left + beside, top - 0.6, width - beside, said("ruler", language), Font(9, bold=True))


def _corner(corner: int) -> tuple[int, int]:
    """Whether a corner is at the right (0 or 1) and at the bottom; they are counted clockwise from top left."""
    return int(corner in (1, 2)), int(corner in (2, 3))


def _up_arrow(paper: Paper, left: float, bottom: float, language: str, font: Font) -> None:
    """An arrow to the sheet's top, from (left, bottom) mm on, with "this side up" to its right."""
    paper.arrow((left + 1.6, bottom), (left + 1.6, bottom - 5.5))
    paper.words(left + 5, bottom - 1.2, said("this_side_up", language), font)


def _card_label(paper: Paper, corner: int, left: float, top: float, language: str) -> None:
    paper.words(left, top + 11, str(corner), Font(42, bold=True))
    paper.words(left + 12, top + 3.6, said(f"corner_{corner}", language), Font(12, bold=True))
    _up_arrow(paper, left + 12, top + 11.5, language, BODY)
    width, height = 18.0, 12.0
    table = (left + _CARD_WIDTH_MM - 2 * _CARD_RIM_MM - width + 1, top, width, height)
    paper.rectangle(table, grey=GREY, thick=0.4, round_mm=1)
    across, down = _corner(corner)
    paper.fill([(table[0] + 1.2 + across * (width - 6.4), top + 1.2 + down * (height - 6.4), 4, 4)])


def _laid_markers(paper: Paper, left: float, top: float, language: str) -> None:
    """A small table with the four cards on it and the first player before it."""
    table: Box = (left, top, 37, 30)
    paper.rectangle(table, grey=GREY, thick=0.4, round_mm=2)
    for corner in CORNER_MARKERS:
        across, down = _corner(corner)
        x, y = left + 2 + across * 25, top + 2 + down * 18
        paper.rectangle((x, y, 8, 8), thick=0.4)
        paper.words(x + 2.6, y + 5.8, str(corner), Font(12, bold=True), anchor="middle")
        paper.arrow((x + 6.2, y + 6.8), (x + 6.2, y + 1.4), thick=0.35)
    player = said("player", language, number=1)
    paper.words(left + 18.5, top + 35.5, player, Font(10), anchor="middle")


def _tray_words(paper: Paper, opening: Box, band: float, language: str) -> None:
    left, top, width, height = opening
    paper.words(left, top - band + 10, said("tray", language), TITLE)
    up = Font(9)
    _up_arrow(
        paper, left + width - 7 - up.width_mm(said("this_side_up", language)), top - band + 11, language, up
    )
    steps = (said(step, language) for step in ("tray_cut", "tray_free"))
    paper.steps(left, top - band + 14.5, width, steps, Font(10))
    size = said("tray_inside", language, width=f"{width:.0f}", height=f"{height:.0f}")
    paper.words(left, top + height + 7, size, Font(9, grey=GREY))
    # The ruler's first number is centred at its end: it keeps out of the quiet zone of the marker beside it.
    measured_ruler(paper, left + 2, top + height + 13, width - 2, language)
