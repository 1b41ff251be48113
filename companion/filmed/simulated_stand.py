"""A camera over a drawn table with printed markers on it: for setting up a stand where there is no camera yet."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from calibration.geometry import Point
from calibration.layout import MarkerLayout
from calibration.lens import Lens, Points
from calibration.optics import camera_model
from calibration.printed import CORNER_QUIET_MM, marker_dictionary
from calibration.view import TableView
from calibration.zones import Holds, TablePlan
from companion.filmed.asked import SIMULATED_STAND, Asked, AskedBoard
from companion.filmed.simulated_board import draw_board
from companion.filmed.simulated_cards import lay_printed_cards
from companion.filmed.simulated_pieces import draw_bare, has_print, lay_board
from hardware.frame_source import Frame, Image
from vision.scene.deck import CARD_MM
from vision.scene.flat_table import as_filmed, draw_markers, view_from_above
from vision.scene.surfaces import wood

CAMERA = camera_model("pi_3")
INTERVAL_S = 0.5
_VARIANTS = 3
_GRAIN_SHARE = 4
"""The wood is drawn four times smaller: a table top needs no edges."""
_CLOTH_MM = 45.0
_CARD = np.array([[0.0, 0.0], [CARD_MM[0], 0.0], CARD_MM, [0.0, CARD_MM[1]]])


class SimulatedStand:
    """A frame source that shows a table set up for a game: markers in its corners, its board if it has one, a card
    in every other zone. While a page asks for printed cards (``cards``) or a board with its pieces (``board``) these
    lie there instead.

    The camera hangs a little crooked and its lens bends lines a little, as families' do. ``sleep`` waits (s).
    """

    description = SIMULATED_STAND

    def __init__(
        self,
        plan: TablePlan,
        *,
        seed: int = 1,
        sleep: Callable[[float], None] = time.sleep,
        cards: Callable[[], Asked | None] = lambda: None,
        board: Callable[[], AskedBoard | None] = lambda: None,
    ) -> None:
        straight = CAMERA.lens(CAMERA.width, CAMERA.height)
        bending = np.array([-0.02, 0.004, 0.0002, -0.0001, 0.0])
        lens = Lens(CAMERA.width, CAMERA.height, straight.matrix, bending)
        distance = CAMERA.least_height(plan.width, plan.height)
        middle = Point(plan.width / 2, plan.height / 2)
        self.view = view_from_above(lens, middle, distance, tilt_deg=2.0, heading_deg=250.0, roll_deg=1.0)
        self.layout = MarkerLayout.printed(plan.width, plan.height)
        self._plan = plan
        self._seed = seed
        self._sleep = sleep
        self._cards, self._board = cards, board
        self._asked: Asked | AskedBoard | None = None
        self._laid = 0
        self._cleared: Image | None = None
        self._closed = False

    def __enter__(self) -> Self:
        """Draw the table."""
        self._closed = False
        self._draw()
        return self

    def _draw(self) -> None:
        if self._asked is None:
            table = _drawn(self.view, self.layout, self._plan, self._seed)
        else:
            if self._cleared is None:  # its markers take longer to draw than what is laid on it
                self._cleared = _drawn(self.view, self.layout, None, self._seed)
            table = self._cleared.copy()
            self._laid += 1
            if isinstance(self._asked, AskedBoard):
                lay_board(table, self.view, self._asked, self._laid)
            else:
                lay_printed_cards(table, self.view, self._asked, self._laid)
        self._table, self._pictures = table, dict[int, Image]()

    def _picture(self, variant: int) -> Image:
        """The table with one of its noises: many a table is looked at once only."""
        if variant not in self._pictures:
            self._pictures[variant] = as_filmed(
                self._table, blur_px=0.7, noise=3.0, seed=self._seed + variant
            )
        return self._pictures[variant]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave; an iteration that goes on elsewhere ends."""
        self._closed = True

    def __iter__(self) -> Iterator[Frame]:
        """Yield the table again and again, with other noise each time."""
        seq = 0
        while not self._closed:
            seq += 1
            if (asked := self._cards() or self._board()) != self._asked:
                self._asked = asked
                self._draw()
            yield Frame(seq, time.monotonic_ns() // 1_000_000, self._picture(seq % _VARIANTS))
            self._sleep(INTERVAL_S)


def _drawn(view: TableView, layout: MarkerLayout, plan: TablePlan | None, seed: int) -> Image:
    """The table with its markers, and what lies there for a game; None: nothing."""
    size = (view.height // _GRAIN_SHARE, view.width // _GRAIN_SHARE)
    grain = wood(*size, 9.0, (38.0, 62.0, 92.0), (70.0, 104.0, 146.0), np.random.default_rng(seed))
    image: Image = np.asarray(
        cv2.resize(np.clip(grain, 0, 255).astype(np.uint8), (view.width, view.height)), np.uint8
    )
    table_width, table_height = layout.size
    low, right, bottom = -_CLOTH_MM, table_width + _CLOTH_MM, table_height + _CLOTH_MM
    edge = np.array([[low, low], [right, low], [right, bottom], [low, bottom]])
    _fill(image, view, edge, (58, 86, 40))
    for number, zone in enumerate(() if plan is None else plan.zones):
        if plan is not None and zone.holds is Holds.BOARD:
            if has_print(plan.game):
                draw_bare(image, view, plan.game, zone)
            else:
                draw_board(image, view, plan.game, zone)
        if zone.holds not in (Holds.PILE, Holds.FAN, Holds.ROW, Holds.SPREAD) or number % 2:
            continue
        left, top = zone.left + (zone.width - CARD_MM[0]) / 2, zone.top + (zone.height - CARD_MM[1]) / 2
        card = _CARD + np.array([left, top])
        _fill(image, view, card, (96, 44, 30) if zone.secret else (226, 230, 232))
    draw_markers(image, view, layout.corners, marker_dictionary(), CORNER_QUIET_MM)
    return image


def _fill(image: Image, view: TableView, corners: Points, colour: tuple[int, int, int]) -> None:
    pixels = np.round(view.to_px(corners) * 16).astype(np.int32)
    cv2.fillPoly(image, [pixels], colour, cv2.LINE_AA, 4)
