"""The board of a filmed evening: another print every time, tapped and shown before as a family does it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from calibration.boards.kept import KeptBoard
from calibration.boards.set_positions import positions
from calibration.boards.squares import SquareMap
from calibration.boards.tapped import BoardDrawing, digitised
from calibration.geometry import Point
from calibration.lens import Lens
from calibration.view import TableView
from calibration.zones import PlannedZone
from companion.filmed.asked import AskedBoard, AskedPiece
from companion.filmed.board_forms import form_of
from companion.filmed.drawn_boards import drawn_board
from companion.filmed.filmed_table import DrawnLayer
from companion.filmed.simulated_board import printed_squares
from companion.filmed.simulated_pieces import lay_pieces
from companion.filmed.tapped_squares import tapped_squares
from companion.filmed.watched_zones import read_board, zones_of_squares
from companion.game import Game
from vision.boards.enrolment import learn
from vision.boards.learnt_board import LearntBoard
from vision.boards.squares import SetBoard
from vision.boards.straight_board import straight_board
from vision.boards.zones import BoardZones
from vision.scene.flat_table import view_from_above
from vision.scene.piece_boards import PieceBoard
from vision.scene.played_board import PlayedBoard
from vision.scene.played_lanes import PlayedLanes
from vision.scene.surfaces import random_surface

_POSITIONS = 2
"""A family shows the bare board, and so many positions."""
_PICTURE, _FOCAL_PX = (2304, 1296), 1800.0
_BESIDE_MM = 60.0


@dataclass(frozen=True)
class FilmedBoard:
    """The board of a game in its ``zone``, as the print of the evening ``seed`` shows it.

    Its squares lie as those of an ``edition`` do; None: as on the simulated table.
    """

    game: Game
    zone: PlannedZone
    seed: int
    edition: int | None = None

    @cached_property
    def art(self) -> PieceBoard:
        """The print, and the family's pieces."""
        return drawn_board(self.game.id, self.zone.id, self.seed, self.edition)

    @cached_property
    def kept(self) -> KeptBoard:
        """The board as a family has tapped its squares."""
        drawing = BoardDrawing.begin(form_of(self.game.id))
        for square in printed_squares(self.game.id, self.zone, self.edition):
            drawing = drawing.choose(square.kind).tap(Point(square.x, square.y))
        made = digitised(drawing, dict(self.game.default_profile()), self._check, self.zone)
        return KeptBoard(made.profile, made.squares, drawing)

    @property
    def squares(self) -> SquareMap:
        """Where the squares lie on the table."""
        return self.kept.squares

    @property
    def profile(self) -> Mapping[str, Any]:
        """The game's profile for this board."""
        return self.kept.profile

    def layer(self, rng: np.random.Generator) -> DrawnLayer:
        """The board with no piece on it, to be drawn."""
        places = {name: (square.centre.x, square.centre.y) for name, square in self.squares.squares.items()}
        assert self.game.board is not None  # noqa: S101 - else there is no filmed board
        corner = (self.zone.left, self.zone.top)
        if self.game.board.lanes:
            lanes = tuple(self.game.board.lanes)
            return DrawnLayer(self.zone.id, PlayedLanes(self.art, corner, places, lanes, rng))
        zones: dict[str, list[str]] = {}
        for square, zone in zones_of_squares(self.squares).items():
            zones.setdefault(zone, []).append(square)
        colours = {face: colour for colour, face in self.game.board.pieces.items()}
        return DrawnLayer(self.zone.id, PlayedBoard(self.art, corner, places, zones, colours, rng))

    def reader(self, expected: Callable[[str], int | None] = lambda zone: None) -> BoardZones:
        """Who reads the squares: the board was shown before, on another table in another light; ``expected`` tells
        how many things are due in a zone.
        """
        read = read_board(self.game, self.squares, self.zone, self.learnt)
        return BoardZones(lambda: read, expected)

    @cached_property
    def learnt(self) -> LearntBoard:
        """The board and its pieces as they were learnt from photographs in the way of the tablet's page."""
        tapped = tapped_squares(self.kept, self.zone)
        colours = tuple(dict.fromkeys(name for name, _ in self.art.box)) or tuple(self.art.colours)
        set_up = [{}, *positions(tapped.grounds, colours, _POSITIONS)]
        photographs = []
        for number, position in enumerate(set_up):
            pieces = tuple(
                AskedPiece(colour, tapped.grounds[name].at.x, tapped.grounds[name].at.y)
                for name, colour in position.items()
            )
            asked = AskedBoard(self.game.id, self.zone.left, self.zone.top, pieces)
            view = self._photographed_from(number)
            rng = np.random.default_rng((self.seed, 71, number))
            ground = random_surface(_PICTURE[1], _PICTURE[0], rng)
            picture = np.clip(ground, 0, 255).astype(np.uint8)
            lay_pieces(picture, view, self.art, asked, self.seed + number, rng)
            shown = straight_board(picture, view, self.zone.area)
            assert shown is not None  # noqa: S101 - the camera looks at it
            photographs.append(SetBoard(shown.image, shown.corners, tapped.squares, position))
        return learn(photographs)

    def _photographed_from(self, number: int) -> TableView:
        """Where the stand's camera hung when the board was shown: not quite where it hangs in the film."""
        rng = np.random.default_rng((self.seed, 73))
        wide, high = _PICTURE
        lens = Lens.pinhole(wide, high, _FOCAL_PX)
        middle = Point(self.zone.left + self.zone.width / 2, self.zone.top + self.zone.height / 2)
        width, height = self.zone.width + 2 * _BESIDE_MM, self.zone.height + 2 * _BESIDE_MM
        distance = _FOCAL_PX * max(width / wide, height / high)
        return view_from_above(
            lens,
            middle,
            distance,
            tilt_deg=float(rng.uniform(0, 6)),
            heading_deg=math.degrees(float(rng.uniform(0, math.tau))),
            roll_deg=float(rng.uniform(-2, 2)),
        )

    def _check(self, profile: Mapping[str, Any]) -> None:
        players = tuple(f"Player {number}" for number in range(1, self.game.players[0] + 1))
        self.game.new_game(players, {}, {}, profile)
