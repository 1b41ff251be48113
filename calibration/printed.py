"""What is printed: the markers, the lens board and their sizes in mm. Whoever prints or looks for them starts here.

The corner markers are 0 to 3, clockwise from the top left corner as the camera sees the table; the centre of marker 0
is the origin of the table's coordinates. All are of OpenCV's dictionary 4x4_50.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

MARKER_FAMILY: Final[int] = cv2.aruco.DICT_4X4_50
MARKER_CELLS: Final = 6
"""A marker is 6 x 6 cells: 4 x 4 bits in a black border of one cell."""

CORNER_MARKERS: Final = (0, 1, 2, 3)
"""Clockwise from top left."""
CORNER_SIDE_MM: Final = 50.0
"""The side of the black square of a corner marker."""
CORNER_QUIET_MM: Final = 10.0
"""The white margin around it, without which it is not found on a dark table."""

TRAY_MARKERS: Final = (4, 5, 6, 7)
"""The corners of the dice tray frame, clockwise from top left."""
TRAY_SIDE_MM: Final = 20.0
TRAY_QUIET_MM: Final = 5.0
"""The white around a marker of the frame, which so is 30 mm wide."""
TRAY_INNER_MM: Final = (180.0, 120.0)
"""The frame's opening, unless somebody wants another. The markers lie outside of it: the corner of each that is
nearest to the opening is ``TRAY_QUIET_MM`` away from the opening's corner in both directions."""

BOARD_COLUMNS: Final = 10
BOARD_ROWS: Final = 7
"""Odd: boards with an even number of rows changed in OpenCV 4.6 (opencv/opencv#23152)."""
BOARD_SQUARE_MM: Final = 25.0
BOARD_MARKER_MM: Final = 18.0
BOARD_FIRST_MARKER: Final = 10
"""The lens board's markers are counted from here, so that none is taken for a corner of the table."""

RULER_MM: Final = 100.0
"""The ruler on every sheet: whoever measures another length knows that the printer has scaled the page."""


def marker_dictionary() -> cv2.aruco.Dictionary:
    """Return the family of markers."""
    return cv2.aruco.getPredefinedDictionary(MARKER_FAMILY)


def marker_cells(number: int) -> tuple[tuple[int, int, int], ...]:
    """Return the black cells of a marker on its grid of ``MARKER_CELLS``, as runs (row, first column, count)."""
    grid = cv2.aruco.generateImageMarker(marker_dictionary(), number, MARKER_CELLS, borderBits=1) == 0
    runs = []
    for row, cells in enumerate(grid):
        edges = np.flatnonzero(np.diff(np.concatenate(([False], cells, [False])).astype(np.int8)))
        runs += [
            (row, int(first), int(end - first)) for first, end in zip(edges[::2], edges[1::2], strict=True)
        ]
    return tuple(runs)


def lens_board() -> cv2.aruco.CharucoBoard:
    """Return the ChArUco board by which a lens is measured, in mm."""
    count = BOARD_COLUMNS * BOARD_ROWS // 2
    markers = np.arange(BOARD_FIRST_MARKER, BOARD_FIRST_MARKER + count, dtype=np.int32)
    return cv2.aruco.CharucoBoard(
        (BOARD_COLUMNS, BOARD_ROWS),
        BOARD_SQUARE_MM,
        BOARD_MARKER_MM,
        marker_dictionary(),
        markers,
    )
