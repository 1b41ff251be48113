"""Court cards as procedural art: a framed, double-headed figure in patterned clothes, black outlines, few inks."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene.arrays import ByteArray
from vision.scene.style import Colour
from vision.scene.suit_signs import SignStyle, sign_shape

_OUTLINE: Colour = (30.0, 28.0, 28.0)


@dataclass(frozen=True, slots=True)
class CourtStyle:
    """How a deck draws its courts: its ``inks``, the colour of the frame's line, whether there is a frame, whether
    figures are double-headed, how busy the patterns are (mm a stripe), and how bold outlines are (mm).
    """

    inks: tuple[Colour, ...]
    frame: Colour | None
    double_headed: bool = True
    pattern_mm: float = 2.2
    outline_mm: float = 0.35
    diagonal: float = 0.0
    field: Colour | None = None
    big_signs_mm: float = 11.0


def random_court_style(rng: np.random.Generator) -> CourtStyle:
    """Return the courts of one deck."""
    palettes: tuple[tuple[Colour, ...], ...] = (
        ((45, 195, 240), (40, 40, 205), (120, 55, 35), (35, 32, 32), (245, 245, 245)),
        ((60, 190, 230), (50, 45, 190), (150, 90, 40), (60, 110, 50), (235, 240, 240)),
        ((90, 180, 210), (50, 55, 150), (110, 80, 60), (70, 95, 60), (215, 225, 230)),
        ((70, 150, 190), (60, 70, 160), (40, 40, 40), (200, 215, 225)),
        ((235, 180, 90), (60, 60, 220), (60, 200, 240), (90, 160, 60), (120, 60, 140), (250, 250, 250)),
        ((40, 36, 36), (120, 120, 120), (245, 245, 245), (180, 180, 180)),
    )
    inks = tuple(
        (
            float(np.clip(b + rng.normal(0, 12), 0, 255)),
            float(np.clip(g + rng.normal(0, 12), 0, 255)),
            float(np.clip(r + rng.normal(0, 12), 0, 255)),
        )
        for b, g, r in palettes[int(rng.choice(len(palettes), p=[0.4, 0.15, 0.15, 0.1, 0.12, 0.08]))]
    )
    frames: tuple[Colour | None, ...] = ((150, 80, 40), (40, 40, 40), (50, 40, 190), (90, 170, 200), None)
    return CourtStyle(
        inks=inks,
        frame=frames[int(rng.choice(len(frames), p=[0.35, 0.3, 0.08, 0.07, 0.2]))],
        double_headed=bool(rng.random() < 0.93),
        pattern_mm=float(rng.uniform(1.2, 3.6)),
        outline_mm=float(rng.uniform(0.2, 0.5)),
        diagonal=float(rng.choice([0.0, 0.35, -0.35, rng.uniform(-0.5, 0.5)])),
        field=None if rng.random() < 0.85 else inks[int(rng.integers(len(inks)))],
        big_signs_mm=float(rng.uniform(6.0, 15.0)),
    )


def draw_court(
    picture: ByteArray,
    box: tuple[int, int, int, int],
    style: CourtStyle,
    rank: str,
    suit: str,
    ink: Colour,
    signs: SignStyle,
    px_per_mm: float,
    rng: np.random.Generator,
    sign_side: str | None = "any",
) -> None:
    """Draw a jack, queen or king with the suit's big sign into a box (x0, y0, x1, y1 px) of a card, uint8 BGR,
    changed in place. ``sign_side`` is "left", "right", "any" or None for no sign.
    """
    x0, y0, x1, y1 = box
    part = picture[y0:y1, x0:x1]
    if style.field is not None:
        part[:] = np.asarray(style.field, np.uint8)
    figure = part.copy()
    _Figure(figure, style, rank, px_per_mm, rng).draw()
    size = round(style.big_signs_mm * px_per_mm)
    sign = sign_shape(suit, signs)
    width = max(3, round(size * sign.shape[1] / sign.shape[0]))
    sign = np.asarray(cv2.resize(sign, (width, size), interpolation=cv2.INTER_AREA), np.uint8)
    edge = round(0.9 * px_per_mm)
    at_right = sign_side == "right" or (sign_side == "any" and rng.random() < 0.25)
    left = figure.shape[1] - edge - width if at_right else edge
    fits = size + edge < figure.shape[0] // 2
    if sign_side is not None and fits and left >= 0 and left + width <= figure.shape[1]:
        ground = figure[edge : edge + size, left : left + width]
        cover = sign[..., None].astype(np.float32) / 255.0
        ground[:] = (ground * (1 - cover) + np.asarray(ink, np.float32) * cover).astype(np.uint8)
    if style.double_headed:
        _join_halves(figure, style, px_per_mm)
    part[:] = figure
    if style.frame is not None:
        thickness = max(1, round(style.outline_mm * px_per_mm * 1.2))
        cv2.rectangle(picture, (x0, y0), (x1 - 1, y1 - 1), style.frame, thickness)


def _join_halves(figure: ByteArray, style: CourtStyle, px_per_mm: float) -> None:
    """Make the lower half the upper one turned about, the seam slanting."""
    height, width = figure.shape[:2]
    below = np.zeros((height, width), np.uint8)
    slant = round(style.diagonal * width / 2)
    seam = [(0, height // 2 - slant), (width, height // 2 + slant), (width, height), (0, height)]
    cv2.fillPoly(below, [np.array(seam, np.int32)], 255)
    cv2.copyTo(cv2.flip(figure, -1), below, figure)
    cv2.line(
        figure,
        (0, height // 2 - slant),
        (width, height // 2 + slant),
        _OUTLINE,
        max(1, round(style.outline_mm * px_per_mm)),
        cv2.LINE_AA,
    )


class _Figure:
    """A person from the waist upwards, in the picture's upper half."""

    def __init__(
        self, picture: ByteArray, style: CourtStyle, rank: str, px_per_mm: float, rng: np.random.Generator
    ) -> None:
        self._picture = picture
        self._style = style
        self._rank = rank
        self._rng = rng
        self._scale = px_per_mm
        self._line = max(1, round(style.outline_mm * px_per_mm))
        self._height, self._width = picture.shape[:2]

    def draw(self) -> None:
        rng, width, height = self._rng, self._width, self._height
        middle = width * (0.5 + rng.uniform(-0.08, 0.08))
        head = 0.085 * height * rng.uniform(0.85, 1.15)
        face_y = head * (2.4 if self._rank != "J" else 2.1) * rng.uniform(0.9, 1.1)
        shoulder = face_y + head * 1.25
        bottom = height * 0.78
        self._prop(middle, face_y)
        # The robe, in vertical panels.
        reach = width * rng.uniform(0.4, 0.52)
        panels = int(rng.integers(3, 6))
        edges = np.linspace(-1.0, 1.0, panels + 1) + np.r_[0, rng.normal(0, 0.08, panels - 1), 0]
        for left, right in itertools.pairwise(edges):
            self._patch(
                [
                    (middle + left * 0.55 * reach, shoulder + abs(left) * head * 0.5),
                    (middle + right * 0.55 * reach, shoulder + abs(right) * head * 0.5),
                    (middle + right * reach * 1.1, bottom),
                    (middle + left * reach * 1.1, bottom),
                ]
            )
        for side in (-1, 1):
            self._patch(
                [
                    (middle + side * 0.45 * reach, shoulder + head * 0.1),
                    (middle + side * reach, shoulder + head * rng.uniform(0.5, 1.3)),
                    (middle + side * reach * rng.uniform(0.95, 1.15), height * 0.52),
                    (middle + side * reach * 0.5, height * 0.47),
                ]
            )
        self._patch(
            [
                (middle - head * 1.1, shoulder - head * 0.2),
                (middle + head * 1.1, shoulder - head * 0.2),
                (middle + head * rng.uniform(0.6, 1.6), shoulder + head * rng.uniform(0.6, 1.8)),
                (middle - head * rng.uniform(0.6, 1.6), shoulder + head * rng.uniform(0.6, 1.8)),
            ]
        )
        for _ in range(int(rng.integers(2, 6))):
            at = np.array([middle + rng.uniform(-1, 1) * reach, rng.uniform(shoulder, 0.6 * height)])
            size = rng.uniform(0.4, 1.1) * head
            angles = np.sort(rng.uniform(0, 2 * math.pi, 5))
            self._patch([tuple(at + size * np.array([math.cos(a), math.sin(a)])) for a in angles])
        self._head(middle, face_y, head)

    def _head(self, x: float, y: float, head: float) -> None:
        rng = self._rng
        skin: Colour = self._any(((205, 225, 240), (180, 205, 235), (225, 235, 245)))
        hair = self._style.inks[int(rng.integers(len(self._style.inks)))]
        for side in (-1, 1):
            for step in range(3):
                at = (
                    round(x + side * head * (0.75 + 0.08 * step)),
                    round(y - 0.2 * head + 0.5 * head * step),
                )
                cv2.circle(self._picture, at, max(2, round(0.36 * head)), hair, -1, cv2.LINE_AA)
                cv2.circle(self._picture, at, max(2, round(0.36 * head)), _OUTLINE, self._line, cv2.LINE_AA)
        self._oval(x, y, 0.72 * head, head, skin)
        if self._rank == "K":
            beard = [
                (x - 0.55 * head, y + 0.45 * head),
                (x + 0.55 * head, y + 0.45 * head),
                (x, y + 1.7 * head),
            ]
            self._flat(beard, hair)
        for side in (-1, 1):
            eye = (round(x + side * 0.3 * head), round(y - 0.1 * head))
            cv2.circle(self._picture, eye, max(1, round(0.08 * head)), _OUTLINE, -1, cv2.LINE_AA)
        nose = (round(x + 0.1 * head), round(y + 0.3 * head))
        cv2.line(self._picture, (round(x), round(y)), nose, _OUTLINE, self._line, cv2.LINE_AA)
        mouth = round(y + 0.55 * head)
        red: Colour = (60.0, 50.0, 190.0)
        cv2.line(
            self._picture,
            (round(x - 0.2 * head), mouth),
            (round(x + 0.2 * head), mouth),
            red,
            self._line + 1,
            cv2.LINE_AA,
        )
        self._crown(x, y - 0.75 * head, head)

    def _crown(self, x: float, y: float, head: float) -> None:
        rng = self._rng
        gold = self._style.inks[0]
        if self._rank == "J":
            self._flat(
                [
                    (x - 1.1 * head, y + 0.15 * head),
                    (x - 0.8 * head, y - 0.8 * head),
                    (x + 0.8 * head, y - 0.8 * head * rng.uniform(0.6, 1.2)),
                    (x + 1.1 * head, y + 0.15 * head),
                ],
                self._style.inks[int(rng.integers(len(self._style.inks)))],
            )
            return
        points = int(rng.integers(3, 6))
        low, high = y + 0.1 * head, y - (1.3 if self._rank == "K" else 0.8) * head
        outline = [(x - 0.9 * head, low)]
        for index in range(points):
            left = -1.0 + 2.0 * index / points
            outline.append((x + (left + 1.0 / points) * head, high))
            if index < points - 1:
                outline.append((x + (left + 2.0 / points) * head, (low + high) / 2))
        outline.append((x + 0.9 * head, low))
        self._flat(outline, gold)
        for px, py in outline[1:-1:2]:
            cv2.circle(
                self._picture, (round(px), round(py)), max(2, round(0.13 * head)), gold, -1, cv2.LINE_AA
            )

    def _prop(self, middle: float, face_y: float) -> None:
        """A sword, a sceptre, a flower on a stalk."""
        rng = self._rng
        side = 1 if rng.random() < 0.5 else -1
        x = middle + side * self._width * rng.uniform(0.26, 0.42)
        lean = rng.uniform(-0.1, 0.1) * self._height
        top, bottom = (x + lean, face_y * rng.uniform(0.15, 0.8)), (x - lean, self._height * 0.55)
        ink = self._style.inks[int(rng.integers(len(self._style.inks)))]
        wide = max(2, round(rng.uniform(0.6, 2.4) * self._scale))
        upper, lower = (round(top[0]), round(top[1])), (round(bottom[0]), round(bottom[1]))
        cv2.line(self._picture, upper, lower, _OUTLINE, wide + 2 * self._line, cv2.LINE_AA)
        cv2.line(self._picture, upper, lower, ink, wide, cv2.LINE_AA)
        if rng.random() < 0.5:
            self._oval(top[0], top[1], 1.8 * self._scale, 1.8 * self._scale, self._style.inks[1])

    def _patch(self, corners: list[tuple[float, float]]) -> None:
        """A piece of cloth: one ink, a pattern of another over it, an outline."""
        rng, inks = self._rng, self._style.inks
        first, second = (inks[int(i)] for i in rng.choice(len(inks), 2, replace=False))
        outline = np.round(np.array(corners)).astype(np.int32)
        x, y, w, h = cv2.boundingRect(outline)
        x0, y0 = max(0, x), max(0, y)
        x1, y1 = min(self._width, x + w), min(self._height, y + h)
        if x1 <= x0 or y1 <= y0:
            return
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [outline - (x0, y0)], 255)
        cloth = np.empty((y1 - y0, x1 - x0, 3), np.uint8)
        cloth[:] = np.asarray(first, np.uint8)
        self._pattern(cloth, second)
        part = self._picture[y0:y1, x0:x1]
        cv2.copyTo(cloth, mask, part)
        cv2.polylines(self._picture, [outline], True, _OUTLINE, self._line, cv2.LINE_AA)

    def _pattern(self, cloth: ByteArray, ink: Colour) -> None:
        rng = self._rng
        height, width = cloth.shape[:2]
        pitch = max(3, round(self._style.pattern_mm * self._scale * rng.uniform(0.7, 1.5)))
        kind = int(rng.integers(6))
        thick = max(1, pitch // int(rng.integers(3, 7)))
        if kind == 0:
            cloth[:, :: max(2, pitch // 2)] = np.asarray(ink, np.uint8)
        elif kind == 1:
            for offset in range(-height, width, pitch):
                cv2.line(cloth, (offset, 0), (offset + height, height), ink, thick, cv2.LINE_AA)
        elif kind == 2:
            for offset in range(-height, width + height, pitch):
                cv2.line(cloth, (offset, 0), (offset + height, height), ink, thick, cv2.LINE_AA)
                cv2.line(cloth, (offset, 0), (offset - height, height), ink, thick, cv2.LINE_AA)
        elif kind == 3:
            for y in range(0, height, pitch):
                for x in range((y // pitch) % 2 * pitch // 2, width, pitch):
                    cv2.circle(cloth, (x, y), max(1, pitch // 4), ink, -1, cv2.LINE_AA)
        elif kind == 4:
            for y in range(0, height, pitch):
                cv2.line(cloth, (0, y), (width, y + pitch // 2), ink, max(1, pitch // 2), cv2.LINE_AA)

    def _oval(self, x: float, y: float, rx: float, ry: float, ink: Colour) -> None:
        at, axes = (round(x), round(y)), (max(1, round(rx)), max(1, round(ry)))
        cv2.ellipse(self._picture, at, axes, 0, 0, 360, ink, -1, cv2.LINE_AA)
        cv2.ellipse(self._picture, at, axes, 0, 0, 360, _OUTLINE, self._line, cv2.LINE_AA)

    def _flat(self, corners: list[tuple[float, float]], ink: Colour) -> None:
        outline = np.round(np.array(corners, np.float64)).astype(np.int32)
        cv2.fillPoly(self._picture, [outline], ink, cv2.LINE_AA)
        cv2.polylines(self._picture, [outline], True, _OUTLINE, self._line, cv2.LINE_AA)

    def _any(self, of: tuple[Colour, ...]) -> Colour:
        return of[int(self._rng.integers(len(of)))]
