"""A card being printed: a flat picture that panels, texts and drawings are put on, one over the other.

Places and lengths are shares of the card: x of its width, y of its height, sizes of its height.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.lettering import Lettering

Ink = tuple[int, int, int]
"""A colour as it is printed, BGR 0..255."""
Place = tuple[float, float]
BAR_BELOW = 0.72
"""How far below the middle of a number its bar is, as a share of the number's height."""

_FIX = 16
_SHIFT = 4


class PrintedSheet:
    """One side of a card while it is printed: ``picture`` is uint8 BGR (height, width, 3), changed in place."""

    def __init__(self, size: tuple[int, int], paper: Ink) -> None:
        width, height = size
        self.picture: ByteArray = np.empty((height, width, 3), np.uint8)
        self.picture[:] = paper

    @property
    def width(self) -> int:
        """Width, px."""
        return int(self.picture.shape[1])

    @property
    def height(self) -> int:
        """Height, px."""
        return int(self.picture.shape[0])

    def area(self, points: Sequence[Place] | Float64Array, ink: Ink) -> None:
        """Fill an area that runs through points, shares."""
        cv2.fillPoly(self.picture, [self._fixed(points)], ink, cv2.LINE_AA, _SHIFT)

    def line(
        self, points: Sequence[Place] | Float64Array, thick: float, ink: Ink, *, closed: bool = False
    ) -> None:
        """Draw a line through points, ``thick`` a share of the height."""
        cv2.polylines(self.picture, [self._fixed(points)], closed, ink, self._px(thick), cv2.LINE_AA, _SHIFT)

    def disc(self, at: Place, radius: float, ink: Ink, thick: float | None = None) -> None:
        """Fill a disc, or draw a ring as ``thick`` as said; its radius is a share of the height."""
        middle = (round(at[0] * self.width * _FIX), round(at[1] * self.height * _FIX))
        cv2.circle(
            self.picture,
            middle,
            round(radius * self.height * _FIX),
            ink,
            -1 if thick is None else self._px(thick),
            cv2.LINE_AA,
            _SHIFT,
        )

    def panel(
        self,
        box: tuple[float, float, float, float],
        ink: Ink,
        corner: float = 0.0,
        thick: float | None = None,
    ) -> None:
        """Fill a rectangle (x0, y0, x1, y1) with round corners, or draw its outline as ``thick`` as said."""
        x0, y0, x1, y1 = box
        ratio = self.height / self.width
        rim: list[Place] = []
        for x, y, start in ((x1, y0, -90), (x1, y1, 0), (x0, y1, 90), (x0, y0, 180)):
            inward = (-1 if x == x1 else 1, -1 if y == y1 else 1)
            cx, cy = x + inward[0] * corner * ratio, y + inward[1] * corner
            for step in range(7):
                angle = math.radians(start + 15 * step)
                rim.append((cx + corner * ratio * math.cos(angle), cy + corner * math.sin(angle)))
        if thick is None:
            self.area(rim, ink)
        else:
            self.line(rim, thick, ink, closed=True)

    def text(
        self,
        lettering: Lettering,
        text: str,
        at: Place,
        tall: float,
        ink: Ink,
        *,
        widest: float = 1.0,
        upside_down: bool = False,
        rim: Ink | None = None,
    ) -> tuple[float, float]:
        """Print a text about a place and return its width and height, shares; it is made smaller where it would be
        wider than ``widest``. ``rim`` draws an edge of that colour around it. Raises ValueError on a character that
        the lettering cannot draw.
        """
        cover = lettering.text(text)
        high = tall * self.height
        high = min(high, widest * self.width * cover.shape[0] / cover.shape[1])
        if rim is not None:
            wider = cv2.copyMakeBorder(cover, 12, 12, 12, 12, cv2.BORDER_CONSTANT)
            grown = np.asarray(cv2.dilate(wider, np.ones((19, 19), np.uint8)), np.uint8)
            self.stamp(grown, at, high * grown.shape[0] / cover.shape[0], rim, upside_down)
        wide = self.stamp(cover, at, high, ink, upside_down)
        return wide / self.width, high / self.height

    def number(
        self,
        lettering: Lettering,
        text: str,
        at: Place,
        tall: float,
        ink: Ink,
        *,
        bar: bool,
        widest: float = 1.0,
        upside_down: bool = False,
        rim: Ink | None = None,
    ) -> None:
        """Print a number as ``text`` does, with a bar below its foot where it could be read upside down."""
        wide, high = self.text(
            lettering, text, at, tall, ink, widest=widest, upside_down=upside_down, rim=rim
        )
        if bar:
            y = at[1] + (-1 if upside_down else 1) * high * BAR_BELOW
            half = max(wide, 0.5 * high * self.height / self.width) / 2
            self.line([(at[0] - half, y), (at[0] + half, y)], max(0.006, 0.09 * high), ink)

    def stamp(
        self,
        cover: ByteArray,
        at: Place,
        high_px: float,
        ink: Ink,
        upside_down: bool = False,
        turn_deg: float = 0.0,
    ) -> float:
        """Print a coverage, uint8 (h, w), so high about a place; returns its width, px."""
        scale = max(2.0, high_px) / cover.shape[0]
        wide = cover.shape[1] * scale
        turn = math.radians(turn_deg + (180.0 if upside_down else 0.0))
        cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
        x, y = at[0] * self.width, at[1] * self.height
        cx, cy = (cover.shape[1] - 1) / 2, (cover.shape[0] - 1) / 2
        matrix = np.array([[cos, -sin, x - cos * cx + sin * cy], [sin, cos, y - sin * cx - cos * cy]])
        if scale < 1:
            # Averaged first: a warp alone would skip thin strokes.
            cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.42 / scale), np.uint8)
        spread = cv2.warpAffine(cover, matrix, (self.width, self.height), flags=cv2.INTER_LINEAR)
        left, top, across, down = cv2.boundingRect((spread > 0).astype(np.uint8))
        share = spread[top : top + down, left : left + across, None].astype(np.float32) / 255
        part = self.picture[top : top + down, left : left + across]
        part[:] = np.round(part * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)
        return float(wide)

    def _fixed(
        self, points: Sequence[Place] | Float64Array
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        scaled = np.asarray(points, np.float64) * (self.width, self.height) * _FIX
        return np.round(scaled).astype(np.int32)

    def _px(self, share: float) -> int:
        return max(1, round(share * self.height))


def mixed(first: Ink, second: Ink, share: float) -> Ink:
    """A colour so far on the way from the first to the second."""
    b, g, r = (round(one + (other - one) * share) for one, other in zip(first, second, strict=True))
    return b, g, r


def of_hue(hue_deg: float, saturation: float, value: float) -> Ink:
    """A colour by its hue, degrees of the colour circle from red, and its saturation and value, 0..1."""
    hsv = np.array([[[hue_deg % 360, saturation, value]]], np.float32)
    b, g, r = (round(255 * float(one)) for one in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return b, g, r


def legible(ink: Ink, lightest: float = 150.0) -> Ink:
    """The colour, darkened where it would hardly be seen on white paper."""
    b, g, r = ink
    light = 0.114 * b + 0.587 * g + 0.299 * r
    return mixed((0, 0, 0), ink, min(1.0, lightest / max(1.0, light)))


def white_paper(rng: np.random.Generator) -> Ink:
    """Cardboard as white as it comes: bluish, or like cream."""
    level, warm = float(rng.uniform(232, 253)), float(rng.uniform(-3, 14))
    b, g, r = (min(255, round(one)) for one in (level - warm, level - 0.3 * warm, level))
    return b, g, r
