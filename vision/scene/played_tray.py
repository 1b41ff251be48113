"""Where dice are thrown on a drawn table through a whole game: a lined tray, a piece of felt, or the table itself.

They roll, and lie until they are taken up.

World: mm on the table, x right, y down as the camera sees it, z into the table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.camera import PinholeCamera
from vision.scene.cube import CubePose, Lamp, draw_cube, draw_shadow
from vision.scene.faces import arrange_faces
from vision.scene.played_board import Box, Place
from vision.scene.style import DieStyle
from vision.scene.surfaces import felt

_SIDE_MM = 16.0
_RIM_MM, _WALL_MM = 6.0, 18.0
"""A tray has a rim, and dice lie at least so far inside it."""
_BEYOND_MM = 12.0
"""A piece of felt without a rim reaches so far beyond the place where dice come to lie."""
_APART_MM = 25.0
_TRIES = 200
_PX_PER_MM = 2.0
_RIM_DARK = 0.55
_LININGS = ((62.0, 92.0, 34.0), (104.0, 62.0, 34.0), (44.0, 36.0, 118.0), (46.0, 66.0, 96.0))
"""Green, blue and red felt, brown leather: blue, green, red."""
Onto = Literal["tray", "felt", "table"]


@dataclass(frozen=True, slots=True)
class _Die:
    """A die that lies there: its face, its middle (mm), how far it is turned (degrees), and which of its other faces
    are where.
    """

    face: str
    x: float
    y: float
    turn: float
    sides: int


class PlayedTray:
    """The zone ``zone``, its corner at ``corner``, of ``size`` (mm), and the dice in it.

    ``styles`` are those of the dice, in order; ``onto`` is where they are thrown. The same seed of ``rng`` and the
    same calls give the same pixels.
    """

    def __init__(
        self,
        zone: str,
        corner: Place,
        size: tuple[float, float],
        styles: Sequence[DieStyle],
        rng: np.random.Generator,
        onto: Onto = "tray",
    ) -> None:
        self.onto = onto
        self.zones: Mapping[str, Sequence[str]] = {zone: (zone,)}
        self._zone, self._corner, self._size = zone, corner, size
        self._styles = tuple(styles)
        self._rng = rng
        self._lining = _LININGS[int(rng.integers(len(_LININGS)))]
        self._lamp = Lamp()
        self._dice: tuple[_Die, ...] = ()
        self._landed: tuple[_Die, ...] = ()

    # ------------------------------------------------------------ what lies there

    def faces(self, zone: str) -> tuple[str, ...]:
        """What the dice show. Raises KeyError on another zone."""
        if zone not in self.zones:
            raise KeyError(zone)
        return tuple(die.face for die in self._landed)

    def lay(self, faces: Mapping[str, Sequence[str]]) -> bool:
        """Throw dice that show this, where others or none lie; returns whether they were thrown or taken up."""
        wanted = faces.get(self._zone)
        if wanted is None or tuple(wanted) == self.faces(self._zone):
            return False
        self._landed = self._dice = self._thrown(tuple(wanted))
        return True

    def throw_again(self, zone: str) -> bool:
        """The dice of a zone are thrown once more, and show the same; returns whether any are there."""
        if zone not in self.zones or not self._landed:
            return False
        self._landed = self._dice = self._thrown(self.faces(zone))
        return True

    def skew(self, zone: str) -> None:
        """Dice lie as they fall."""

    def straighten(self, zone: str) -> None:
        """Dice lie as they fall."""

    def place(self, zone: str) -> Place:
        """Where a hand throws from, mm."""
        return self._corner[0] + self._size[0] / 2, self._corner[1] + self._size[1] / 2

    def roll(self, share: float) -> bool:
        """Show the dice on their way, after this share of it (0..1; 1: they lie); returns whether any are there."""
        if share >= 1.0 or not self._landed:
            self._dice = self._landed
            return bool(self._landed)
        left = 1.0 - share
        middle = self.place(self._zone)
        self._dice = tuple(
            replace(
                die,
                face=str(self._rng.choice([other.face for other in self._landed])),
                x=die.x + 0.8 * left * (middle[0] - die.x),
                y=die.y + 0.8 * left * (middle[1] - die.y),
                turn=die.turn + 300.0 * left,
                sides=int(self._rng.integers(4)),
            )
            for die in self._landed
        )
        return True

    def _thrown(self, faces: tuple[str, ...]) -> tuple[_Die, ...]:
        dice: list[_Die] = []
        low = np.array(self._corner) + _WALL_MM
        high = np.array(self._corner) + np.array(self._size) - _WALL_MM
        for face in faces:
            for _ in range(_TRIES):
                x, y = (float(one) for one in self._rng.uniform(low, high))
                if all(math.hypot(x - die.x, y - die.y) >= _APART_MM for die in dice):
                    break
            turn, sides = float(self._rng.uniform(0, 360)), int(self._rng.integers(4))
            dice.append(_Die(face, x, y, turn, sides))
        return tuple(dice)

    # ------------------------------------------------------------ drawing

    def print_on(self, picture: ByteArray, camera: PinholeCamera) -> None:
        """Draw the empty tray, or the felt, into a picture, uint8 (h, w, 3) BGR, in place."""
        if self.onto == "table":
            return
        beyond = _BEYOND_MM if self.onto == "felt" else 0.0
        wide, high = (round((side + 2 * beyond) * _PX_PER_MM) for side in self._size)
        lining = np.clip(felt(high, wide, self._lining, self._rng), 0, 255).astype(np.uint8)
        if self.onto == "tray":
            rim = round(_RIM_MM * _PX_PER_MM)
            dark = (lining * _RIM_DARK).astype(np.uint8)
            dark[rim:-rim, rim:-rim] = lining[rim:-rim, rim:-rim]
            lining = dark
        scale, left, top = 1 / _PX_PER_MM, self._corner[0] - beyond, self._corner[1] - beyond
        to_table = np.array([[scale, 0.0, left], [0.0, scale, top], [0.0, 0.0, 1.0]])
        matrix, size = camera.table_homography() @ to_table, (picture.shape[1], picture.shape[0])
        drawn = cv2.warpPerspective(lining, matrix, size, flags=cv2.INTER_LINEAR)
        covered = cv2.warpPerspective(np.full(lining.shape[:2], 255, np.uint8), matrix, size)
        picture[covered > 127] = drawn[covered > 127]

    def box(self, shape: tuple[int, ...], camera: PinholeCamera) -> Box:
        """The part of a picture of this shape in which dice may be seen."""
        px = camera.project(self._corners())
        left, top = np.maximum(np.floor(px.min(axis=0)), 0).astype(int)
        right, bottom = np.minimum(np.ceil(px.max(axis=0)), (shape[1], shape[0])).astype(int)
        return int(left), int(top), int(right), int(bottom)

    def draw(self, picture: ByteArray, camera: PinholeCamera) -> None:
        """Draw the dice over what the table shows within ``box``, uint8 (h, w, 3) BGR, in place."""
        if not self._dice:
            return
        left, top, right, bottom = self.box(picture.shape, camera)
        cx, cy = camera.principal_px
        here = replace(camera, principal_px=(cx - left, cy - top))
        part = picture[top:bottom, left:right].copy()
        shade = np.ones(part.shape[:2], np.float32)
        poses = [CubePose.lying(die.x, die.y, die.turn, _SIDE_MM) for die in self._dice]
        styles = [self._styles[at % len(self._styles)] for at in range(len(poses))]
        for pose, style in zip(poses, styles, strict=True):
            draw_shadow(shade, here, pose, self._lamp, style.rounding)
        part = np.clip(part * shade[..., None], 0, 255).astype(np.uint8)
        for at in sorted(range(len(poses)), key=lambda at: -_away(poses[at], here)):
            die = self._dice[at]
            draw_cube(
                part,
                here,
                poses[at],
                arrange_faces(die.face, die.sides),
                styles[at],
                self._lamp,
                np.random.default_rng(die.sides),
                top_turn=die.sides,
            )
        picture[top:bottom, left:right] = part

    def _corners(self) -> Float64Array:
        (x, y), (wide, high) = self._corner, self._size
        return np.array([(x, y, 0), (x + wide, y, 0), (x + wide, y + high, 0), (x, y + high, 0)], np.float64)


def _away(pose: CubePose, camera: PinholeCamera) -> float:
    return float(np.linalg.norm(pose.centre_mm - camera.position_mm))
