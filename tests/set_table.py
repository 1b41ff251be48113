"""A camera over a table on which a drawn board lies, with the pieces that a page asks for, or others."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from calibration.boards.kept import KeptBoard
from calibration.boards.tapped import BoardDrawing, digitised
from calibration.geometry import Point
from calibration.lens import Lens
from calibration.view import TableView
from calibration.zones import PlannedZone, TablePlan
from companion.evening.boards import FamilyBoards, check_profile
from companion.evening.stand import WholePicture, game_plans
from companion.filmed import simulated_pieces
from companion.filmed.asked import AskedBoard, AskedPiece
from companion.filmed.board_forms import form_of
from companion.filmed.simulated_board import printed_squares
from companion.filmed.simulated_pieces import lay_board
from companion.games import load
from hardware.frame_source import Image
from vision.scene.flat_table import as_filmed, view_from_above

WIDE, HIGH = 1152, 648
FOCAL_PX = 846.0


@lru_cache
def view_of(width: float, height: float) -> TableView:
    """What a camera with a bent lens sees of a table so large (mm), a little aslant."""
    lens = Lens(
        WIDE,
        HIGH,
        Lens.pinhole(WIDE, HIGH, FOCAL_PX).matrix,
        np.array([-0.02, 0.004, 0.0002, -0.0001, 0.0]),
    )
    distance = max((width + 120) / WIDE, (height + 120) / HIGH) * FOCAL_PX
    return view_from_above(lens, Point(width / 2, height / 2), distance, tilt_deg=2.0, heading_deg=250.0)


def drawn(view: TableView, board: AskedBoard | None, number: int) -> Image:
    """A table with a board on it, in the light and as carelessly set as the how manieth one it is."""
    table = np.full((HIGH, WIDE, 3), (40, 70, 52), np.uint8)
    if board is not None:
        lay_board(table, view, board, number)
    return table


@lru_cache(maxsize=16)
def drawn_before(view: TableView, board: AskedBoard | None, number: int, edition: int) -> Image:
    """The same, drawn once for all its pictures; ``edition`` is the number of its print."""
    del edition  # it tells kept tables apart
    return drawn(view, board, number)


def filmed(table: Image, noise: int) -> Image:
    """One picture of a table."""
    return as_filmed(table, blur_px=0.5, noise=2.0, seed=noise)


@lru_cache(maxsize=48)
def picture_of(view: TableView, board: AskedBoard | None, number: int, noise: int, edition: int) -> Image:
    """One picture of a table that was drawn before."""
    return filmed(drawn_before(view, board, number, edition), noise)


@dataclass
class SetTable:
    """Stands in for the stand's service: ``ask`` sets what the page asks for; ``sets`` changes it before."""

    chosen_game: str
    is_simulated: bool = False
    camera_code: str = "good"
    masked_for: str | None = None
    looks: int = 0
    laid: int = 0
    asked: AskedBoard | None = None
    shown: AskedBoard | None = None
    dark: bool = False
    fresh: bool = False
    """Whether pictures are drawn anew, since pieces look otherwise now."""
    plans: dict[str, TablePlan] = field(default_factory=game_plans)

    def plan(self, game: str) -> TablePlan:
        return self.plans[game]

    def fits(self, game: str) -> bool:
        return True

    def ask(self, board: AskedBoard) -> None:
        if board != self.asked:
            self.asked, self.shown = board, board
            self.laid += 1

    def puts(self, board: AskedBoard | None) -> None:
        """Something else lies there than was asked for, until something new is."""
        self.shown = board
        self.laid += 1

    def puts_pieces(self, *pieces: AskedPiece) -> None:
        assert self.asked is not None
        self.puts(replace(self.asked, pieces=pieces))

    @property
    def view(self) -> TableView:
        plan = self.plans[self.asked.game if self.asked is not None else self.chosen_game]
        return view_of(plan.width, plan.height)

    def whole_picture(self, in_play: str | None) -> WholePicture | None:
        self.masked_for = in_play
        self.looks += 1
        noise = self.looks % 3
        if self.fresh:
            image = filmed(drawn(self.view, self.shown, self.laid), noise)
        else:
            image = picture_of(self.view, self.shown, self.laid, noise, simulated_pieces.PRINT)
        if self.dark:
            image = (image // 12).astype(np.uint8)
        return WholePicture(self.looks, image, (), self.view)


def printed_board(game: str) -> KeptBoard:
    """The drawn board of a game as somebody taps all of its squares."""
    form, zone = form_of(game), board_zone(game)
    drawing = BoardDrawing.begin(form)
    for square in printed_squares(game, zone):
        drawing = drawing.choose(square.kind).tap(Point(square.x, square.y))
    base = load(game).default_profile()
    made = digitised(drawing, dict(base), lambda profile: check_profile(game, profile), zone)
    return KeptBoard(made.profile, made.squares, drawing)


def board_zone(game: str) -> PlannedZone:
    """Where a game's board lies."""
    return game_plans()[game].zone(form_of(game).zone)


def with_tapped_board(folder: Path, game: str) -> FamilyBoards:
    """A family's boards, one of them tapped."""
    boards = FamilyBoards(folder)
    boards.keep(printed_board(game))
    return boards
