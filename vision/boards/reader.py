"""Reads which piece stands on which square of a learnt board."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.geometry import Pixel
from vision.boards.learnt_board import Laid, LearntBoard, evidence_of, laid_over, seen_colours
from vision.boards.silhouettes import Silhouettes
from vision.boards.squares import Image
from vision.boards.standing import CLAIMS, Standing, standings
from vision.boards.straightened import Straightened, to_picture
from vision.readings import PieceReading


class PieceReader:
    """Reads photographs of one board."""

    def __init__(self, board: LearntBoard) -> None:
        self.board = board

    def weighed(self, image: Image, corners: Sequence[Pixel]) -> tuple[Laid, list[Standing]]:
        """What speaks for a piece on every square, in the squares' order, and the straightened photograph."""
        board = self.board
        laid = laid_over(image, corners, board.squares, board.look.image, board.look.known)
        flat = laid.flat
        seen = seen_colours(flat, board.look, board.look.known)
        places = Silhouettes.of(board.shape, board.squares, board.frame, flat.camera)
        spacing_px = board.squares.spacing * board.frame.px_per_unit
        near = places.covered(range(len(board.squares.names)), flat.seen.shape, 0.7 * places.radius_px + 0.2 * spacing_px)
        evidence = evidence_of(flat, seen, board.look, board.colours, near)
        return laid, standings(evidence, places, spacing_px, CLAIMS)

    def read(self, image: Image, corners: Sequence[Pixel]) -> list[PieceReading]:
        """The pieces on a photograph, in the squares' order.

        ``image`` is uint8 (h, w, 3) BGR, ``corners`` the board's four corners (px) in its own order. Raises
        BadSquares where the corners span no board.
        """
        laid, found = self.weighed(image, corners)
        readings = []
        for standing in found:
            reading = self._reading(laid, standing)
            if reading is not None:
                readings.append(reading)
        return readings

    def _reading(self, laid: Laid, standing: Standing) -> PieceReading | None:
        board, certainty = self.board, self.board.certainty
        presence = float(certainty.presence([standing.signs])[0])
        if presence < 0.5:
            return None
        shares = np.exp(certainty.colour_slope * (standing.evidence - standing.evidence.max()))
        shares = shares / shares.sum()
        order = np.argsort(-shares, kind="stable")
        foot = self._foot(laid.flat, standing)
        return PieceReading(
            board.squares.names[laid.named[standing.square]],
            foot,
            tuple((board.colours[at].name, float(shares[at])) for at in order),
            float(presence * shares[order[0]]),
            presence,
        )

    def _foot(self, flat: Straightened, standing: Standing) -> tuple[float, float]:
        at = self.board.squares.centres[standing.square] + standing.offset / self.board.frame.px_per_unit
        return to_picture(flat.plane, np.asarray(at, np.float64))

