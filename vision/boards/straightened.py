"""A board seen from straight above, and where the camera stood: tall pieces lean away from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from calibration.geometry import Homography, Point, Zone, rectangle
from vision.boards.alignment import grey
from vision.boards.squares import BoardSquares, Floats, Image
from vision.channels import largest
from vision.rectify import rectify

_SPACING_PX = 28.0
"""How far close squares are apart in the straightened picture, unless it is looked at closer."""
_MOST_SIDE_PX = 1150.0
_LEAST_SIDE_PX = 256.0
_MARGIN = 1.0
"""How much is seen around the board, in spacings: tall pieces at the edge lean out of it."""
_USUAL_FOCAL = 0.85
"""A phone's focal length as a share of the longer side of its pictures."""
_BLOWN = 250
_FOCAL_RANGE = (0.45, 2.5)


@dataclass(frozen=True)
class Frame:
    """The straightened picture's own frame: ``px_per_unit`` px a unit of the board, ``margin`` units around it."""

    px_per_unit: float
    margin: float
    shape: tuple[int, int]

    @classmethod
    def of(cls, squares: BoardSquares) -> Frame:
        """The frame in which a board is read."""
        longer = max(squares.size)
        wanted = _SPACING_PX * squares.closer / squares.spacing
        scale = float(np.clip(wanted, _LEAST_SIDE_PX / longer, _MOST_SIDE_PX / longer))
        margin = _MARGIN * squares.spacing
        width, height = (round((side + 2 * margin) * scale) for side in squares.size)
        return cls(scale, margin, (height, width))

    @cached_property
    def on_board(self) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Where the board lies in it, bool of its shape: what is around is another table the next time."""
        inside = np.zeros(self.shape, np.bool_)
        edge = int(np.ceil(self.margin * self.px_per_unit))
        inside[edge : self.shape[0] - edge, edge : self.shape[1] - edge] = True
        return inside

    def to_px(self, points: Floats) -> Floats:
        """Turn places on the board (..., 2) in its units into px of the straightened picture."""
        return np.asarray((points + self.margin) * self.px_per_unit - 0.5, np.float64)

    def to_board(self, pixels: Floats) -> Floats:
        """Turn px (..., 2) of the straightened picture into places on the board."""
        return np.asarray((pixels + 0.5) / self.px_per_unit - self.margin, np.float64)


@dataclass(frozen=True, eq=False)
class Straightened:
    """A board from straight above: ``image`` uint8 (h, w, 3) BGR in its frame, ``seen`` bool (h, w) where the
    photograph showed anything, ``camera`` float64 (3,) its place in the board's units, the height last.
    """

    image: Image
    seen: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
    camera: Floats
    plane: Homography

    @cached_property
    def blown(self) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Where there was more light than the camera can tell, bool (h, w)."""
        return np.asarray(largest(self.image) >= _BLOWN)

    @cached_property
    def grey(self) -> Image:
        """Its print with the light of the room taken out, uint8 (h, w), as ``alignment.grey`` gives it."""
        return grey(self.image)


def straighten(image: Image, plane: Homography, squares: BoardSquares, frame: Frame) -> Straightened:
    """Look at a board from straight above; ``image`` is uint8 (h, w, 3) BGR, ``plane`` maps its px to the board."""
    width, height = squares.size
    zone = Zone("board", rectangle(0.0, 0.0, width, height))
    flat = rectify(image, plane, zone, margin_mm=frame.margin, px_per_mm=frame.px_per_unit).image
    if flat.shape[:2] != frame.shape:
        flat = np.asarray(cv2.resize(flat, frame.shape[::-1]), np.uint8)
    scale = frame.px_per_unit
    shift = 0.5 / scale - frame.margin
    to_board = np.array([[1 / scale, 0.0, shift], [0.0, 1 / scale, shift], [0.0, 0.0, 1.0]])
    whole = np.ones(image.shape[:2], np.uint8)
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(whole, plane.inverse @ to_board, frame.shape[::-1], flags=flags)
    return Straightened(flat, np.asarray(seen > 0), camera_of(plane, image.shape[1], image.shape[0]), plane)


def camera_of(plane: Homography, width: int, height: int) -> Floats:
    """Where the camera stood, float64 (3,) in units of the board: x, y and the height over it.

    The focal length is what makes the board's sides square (Zhang, 2000); where the view is too steep to tell, or the
    picture was cut, that of a usual phone.
    """
    middle = np.array([[1.0, 0.0, -(width - 1) / 2], [0.0, 1.0, -(height - 1) / 2], [0.0, 0.0, 1.0]])
    to_px = middle @ plane.inverse
    to_px = to_px / np.linalg.norm(to_px[:, 0])
    a, b = to_px[:, 0], to_px[:, 1]
    longer = float(max(width, height))
    # Both of f² x + z = 0: the sides stand square on one another, and are as long as the board says.
    xs = np.array([a[0] * b[0] + a[1] * b[1], a[0] ** 2 + a[1] ** 2 - b[0] ** 2 - b[1] ** 2])
    zs = np.array([a[2] * b[2], a[2] ** 2 - b[2] ** 2])
    focal = _USUAL_FOCAL * longer
    strength = float(np.abs(zs).max()) * longer * longer
    if strength > 0.02:
        squared = -float(xs @ zs) / float(zs @ zs)
        focal = float(
            np.sqrt(np.clip(squared, (_FOCAL_RANGE[0] * longer) ** 2, (_FOCAL_RANGE[1] * longer) ** 2))
        )
    straight = np.diag([1 / focal, 1 / focal, 1.0]) @ to_px
    length = float(np.linalg.norm(straight[:, 0]) + np.linalg.norm(straight[:, 1])) / 2
    along, down, offset = (straight[:, at] / length for at in range(3))
    across = np.cross(along, down)
    camera = -np.linalg.lstsq(np.column_stack([along, down, across]), offset, rcond=None)[0]
    camera[2] = abs(camera[2])
    return np.asarray(camera, np.float64)


def leaning(points: Floats, heights: Floats, camera: Floats) -> Floats:
    """Where places over the board (n, 2) at heights (m,) are seen on it, float64 (n, m, 2), all in its units."""
    high = np.minimum(heights, 0.5 * camera[2])
    share = high / (camera[2] - high)
    return np.asarray(points[:, None] + share[None, :, None] * (points - camera[:2])[:, None], np.float64)


def to_picture(plane: Homography, point: Floats) -> tuple[float, float]:
    """Where a place on the board (its units) is seen in the photograph, px."""
    return plane.to_px(Point(float(point[0]), float(point[1])))
