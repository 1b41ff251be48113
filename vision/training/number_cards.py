"""Cards with a number on them, in any layout, for training: every card is of another box."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene.arrays import ByteArray
from vision.scene.lettering import Lettering, StrokeLettering
from vision.scene.printed_boxes import UNNUMBERED, PrintedBox, draw_box
from vision.scene.printed_fields import DIVIDERS
from vision.scene.printed_sheet import BAR_BELOW, Ink, Place, PrintedSheet, mixed, of_hue, white_paper

LONG_PX = 400
"""The long side of a drawn card, px."""
HIGHEST = 99
_OTHER_CARDS = 0.12
_MIDDLE = (0.5, 0.5)
_WELL_SEEN = 60.0
_STROKE_TYPES = 600_000
"""Types of strokes below this number are drawn here; those of the games' drawn boxes lie above."""
_TWO_WAYS = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6"}
"""Figures that are figures upside down, too."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on a card: which, its box (x0, y0, x1, y1) as shares of the card's width and height, and how many
    quarters it is turned clockwise from upright.
    """

    figure: int
    box: tuple[float, float, float, float]
    quarters: int

    def with_card_turned(self) -> Figure:
        """The same when its card was turned by a quarter clockwise."""
        x0, y0, x1, y1 = self.box
        return Figure(self.figure, (1 - y1, x0, 1 - y0, x1), (self.quarters + 1) % 4)


@dataclass(frozen=True, slots=True, eq=False)
class NumberCard:
    """A box of one drawn card that stands on a short side; ``number`` is None where it shows none, ``figures`` are
    all that it shows; ``told``: whether its print says which way up it is read.
    """

    box: PrintedBox
    number: int | None
    figures: tuple[Figure, ...]
    told: bool


def draw_number_card(letterings: tuple[Lettering, ...], rng: np.random.Generator) -> NumberCard:
    """Draw a card with a number, large or small, once or several times, anywhere; or one with another print."""
    if rng.random() < _OTHER_CARDS:
        return NumberCard(draw_box(letterings, 1, rng, UNNUMBERED), None, (), told=True)
    ratio = float(rng.choice([rng.uniform(0.6, 0.75), rng.uniform(0.48, 1.0)]))
    size = (round(LONG_PX * ratio), LONG_PX)
    lying = bool(rng.random() < 0.3)
    number = int(rng.integers(HIGHEST + 1)) if rng.random() < 0.75 else int(rng.integers(10))
    card = _Card(size[::-1] if lying else size, str(number), letterings, rng)
    picture, figures = card.sheet.picture, tuple(card.figures)
    if lying:
        picture = np.asarray(cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE), np.uint8)
        figures = tuple(one.with_card_turned() for one in figures)
    box = PrintedBox((picture,), "rectangle", float(rng.uniform(0.0, 0.12)))
    return NumberCard(box, number, figures, card.told)


def upside_down(text: str) -> str | None:
    """What figures are upside down; None where they are none."""
    if not set(text) <= set(_TWO_WAYS):
        return None
    return "".join(_TWO_WAYS[figure] for figure in reversed(text))


class _Card:
    """One card while it is printed."""

    def __init__(
        self, size: tuple[int, int], text: str, letterings: tuple[Lettering, ...], rng: np.random.Generator
    ) -> None:
        self.rng, self.text = rng, text
        self._letterings = letterings
        self.paper = white_paper(rng) if rng.random() < 0.7 else _any_ink(rng)
        self.ink = _seen_on(self.paper, rng)
        self.sheet = PrintedSheet(size, self.paper)
        self.figures: list[Figure] = []
        self.both_ways = bool(rng.random() < 0.5)
        self.barred = self._has_bar(float(rng.random()))
        self.bar = "dot" if rng.random() < 0.12 else "bar"
        other = upside_down(text)
        self.told = self.barred or other is None or other == text
        self.type, self.apart = self._a_type(), self._an_interval()
        self._ground()
        self._numbers()

    def _an_interval(self) -> float:
        """How far figures stand apart, in shares of their height; now and then they touch."""
        return float(
            self.rng.uniform(0.06, 0.22) if self.rng.random() < 0.8 else self.rng.uniform(-0.04, 0.04)
        )

    def _has_bar(self, habit: float) -> bool:
        """Half of the editions put a bar below every 6 and 9, others where a number is another one upside down."""
        other = upside_down(self.text)
        two_ways = other is not None and other != self.text
        return (habit < 0.5 and bool({"6", "9"} & set(self.text))) or (two_ways and habit < 0.85)

    def _a_type(self) -> Lettering:
        while True:
            if self.rng.random() < 0.35:
                return StrokeLettering.of_seed(int(self.rng.integers(_STROKE_TYPES)))
            lettering = self._letterings[int(self.rng.integers(len(self._letterings)))]
            try:
                for figure in set(self.text):
                    lettering.text(figure)
            except ValueError:
                continue
            return lettering

    def _ground(self) -> None:
        """What is printed beside numbers: fields, frames, scales, discs, words."""
        rng, sheet = self.rng, self.sheet
        pale = mixed(self.paper, self.ink, float(rng.uniform(0.08, 0.35)))
        if rng.random() < 0.55:
            strong = self.ink if rng.random() < 0.7 else _any_ink(rng)
            DIVIDERS[int(rng.integers(len(DIVIDERS)))](sheet.picture, strong, pale, rng)
        if rng.random() < 0.2:
            self._scale(pale)
        if rng.random() < 0.15:
            self._oval()
        for _ in range(int(rng.choice([0, 0, 1, 3]))):
            at = (float(rng.uniform(0, 1)), float(rng.uniform(0, 1)))
            ink = pale if rng.random() < 0.6 else _any_ink(rng)
            radius = float(np.exp(rng.uniform(math.log(0.01), math.log(0.25))))
            sheet.disc(at, radius, ink, 0.01 if rng.random() < 0.3 else None)
        for _ in range(int(rng.choice([0, 0, 1, 4]))):
            ends = rng.uniform(0, 1, (2, 2))
            sheet.line(ends, float(rng.uniform(0.004, 0.02)), pale if rng.random() < 0.7 else self.ink)
        if rng.random() < 0.25:
            self._word()

    def _word(self) -> None:
        rng, sheet = self.rng, self.sheet
        word = "".join(rng.choice(list("ABCDEFHKLMNPRTUVWXYZ"), int(rng.integers(1, 8))))
        at = (float(rng.uniform(0.2, 0.8)), float(rng.uniform(0.1, 0.9)))
        tall, ink = float(rng.uniform(0.03, 0.12)), _seen_on(self._at(at), rng)
        try:
            sheet.text(self.type, word, at, tall, ink, widest=0.8)
        except ValueError:
            return

    def _oval(self) -> None:
        """A slanting ellipse in the middle, filled or a ring, under the number."""
        rng, sheet = self.rng, self.sheet
        middle = (sheet.width // 2, sheet.height // 2)
        across, down = float(rng.uniform(0.3, 0.45)), float(rng.uniform(0.25, 0.45))
        axes = (round(across * sheet.width), round(down * sheet.height))
        thick = -1 if rng.random() < 0.5 else max(2, round(float(rng.uniform(0.008, 0.03)) * sheet.height))
        turn = float(rng.uniform(-40, 40))
        ink = _seen_on(self.paper, rng)
        cv2.ellipse(sheet.picture, middle, axes, turn, 0, 360, ink, thick, cv2.LINE_AA)

    def _scale(self, ink: Ink) -> None:
        rng, sheet = self.rng, self.sheet
        steps, foot = int(rng.integers(6, 22)), float(rng.uniform(0.04, 0.12))
        top = float(rng.choice([0.02, 1 - 0.02 - foot]))
        for step in range(steps):
            x = 0.08 + 0.84 * step / (steps - 1)
            sheet.line([(x, top), (x, top + foot * (1.0 if step % 2 else 0.6))], 0.006, ink)
        mark = float(rng.uniform(0.1, 0.9))
        sheet.area([(mark - 0.05, top), (mark + 0.05, top), (mark, top + foot)], self.ink)

    def _numbers(self) -> None:
        """The number itself, one to three times, and as often again the other way round."""
        rng = self.rng
        cover, _ = self._row()
        wide_by_high = cover.shape[1] / cover.shape[0]
        ratio = self.sheet.height / self.sheet.width
        places: list[tuple[Place, float]] = []
        for _ in range(int(rng.choice([1, 1, 2, 3]))):
            tall = float(np.exp(rng.uniform(math.log(0.06), math.log(0.55))))
            tall = min(tall, 0.84 / (wide_by_high * ratio))
            for _ in range(20):
                across, down = 0.56 * tall * wide_by_high * ratio + 0.01, 0.62 * tall + 0.01
                if down > 0.45 or across > 0.45 or (tall > 0.2 and rng.random() < 0.4):
                    at = _MIDDLE
                else:
                    at = (float(rng.uniform(across, 1 - across)), float(rng.uniform(down, 1 - down)))
                if self._clear(at, tall, places, wide_by_high * ratio):
                    places.append((at, tall))
                    break
        if not places:
            places = [((0.5, 0.5), 0.2)]
        # A number in the very middle is read one way only: its turned copy would lie upon it.
        if all(at == _MIDDLE for at, _ in places):
            self.both_ways = False
        slant = float(rng.uniform(-25, 25)) if rng.random() < 0.08 else float(rng.normal(0, 1.5))
        for at, tall in places:
            badge = str(rng.choice(["none", "disc", "panel"], p=[0.8, 0.1, 0.1]))
            behind = _any_ink(rng) if rng.random() < 0.5 else self.ink
            edge = str(rng.choice(["none", "rim", "shadow", "hollow"], p=[0.72, 0.12, 0.08, 0.08]))
            self._number(at, tall, slant, badge, behind, edge)
            if self.both_ways and at != _MIDDLE:
                self._number((1 - at[0], 1 - at[1]), tall, slant + 180.0, badge, behind, edge)

    def _clear(self, at: Place, tall: float, places: list[tuple[Place, float]], wide: float) -> bool:
        """Whether nothing lies where a number shall stand, nor where its turned copy will."""
        others = [*places, *(((1 - x, 1 - y), size) for (x, y), size in places if self.both_ways)]
        if self.both_ways and at != _MIDDLE:
            others.append(((1 - at[0], 1 - at[1]), tall))
        return all(
            abs(at[1] - y) > 0.65 * (tall + size) or abs(at[0] - x) > 0.56 * wide * (tall + size)
            for (x, y), size in others
        )

    def _row(self) -> tuple[ByteArray, list[tuple[int, int, int, int]]]:
        """The coverage of all figures side by side on one line, and the box of each in it, px."""
        drawn = [self.type.text(figure) for figure in self.text]
        high = max(cover.shape[0] for cover in drawn)
        gap = round(self.apart * high)
        row = np.zeros((high, sum(cover.shape[1] for cover in drawn) + max(0, gap) * len(drawn)), np.uint8)
        boxes, x = [], 0
        for cover in drawn:
            h, w = cover.shape
            part = row[high - h :, x : x + w]
            np.maximum(part, cover[:, : part.shape[1]], out=part)
            boxes.append((x, high - h, x + w, high))
            x += w + gap
        return np.ascontiguousarray(row[:, : boxes[-1][2]]), boxes

    def _number(self, at: Place, tall: float, turn_deg: float, badge: str, behind: Ink, edge: str) -> None:
        rng, sheet = self.rng, self.sheet
        cover, boxes = self._row()
        wide_by_high = cover.shape[1] / cover.shape[0]
        high = tall * sheet.height
        ratio = sheet.height / sheet.width
        if badge == "disc":
            sheet.disc(at, 0.8 * tall * max(1.0, wide_by_high), behind)
        elif badge == "panel":
            across, down = 0.62 * tall * wide_by_high * ratio, 0.68 * tall
            sheet.panel((at[0] - across, at[1] - down, at[0] + across, at[1] + down), behind, 0.02)
        ground = self._at(at)
        ink = self.ink if _apart(ground, self.ink) > _WELL_SEEN else _seen_on(ground, rng)
        self._stamp(cover, at, high, turn_deg, ink, edge, ground)
        self._told_figures(boxes, cover, at, high, turn_deg)
        if self.barred:
            wide = max(wide_by_high * tall, 0.5 * tall)
            self._bar(at, tall, wide, ink, turn_deg)

    def _stamp(
        self, cover: ByteArray, at: Place, high: float, turn_deg: float, ink: Ink, edge: str, ground: Ink
    ) -> None:
        rng, sheet = self.rng, self.sheet
        if edge != "none":
            grow = int(rng.integers(7, 19)) | 1
            padded = np.pad(cover, 12)
            grown = np.asarray(cv2.dilate(padded, np.ones((grow, grow), np.uint8)), np.uint8)
            size = high * grown.shape[0] / cover.shape[0]
            place = at
            if edge == "shadow":
                off = 0.07 * high
                place = (at[0] + off / sheet.width, at[1] + off / sheet.height)
            rim = ink if edge == "hollow" else _seen_on(ink, rng)
            sheet.stamp(grown, place, size, rim, turn_deg=turn_deg)
        sheet.stamp(cover, at, high, ground if edge == "hollow" else ink, turn_deg=turn_deg)

    def _told_figures(
        self,
        boxes: list[tuple[int, int, int, int]],
        cover: ByteArray,
        at: Place,
        high: float,
        turn_deg: float,
    ) -> None:
        """Keep where each figure stands on the card."""
        turn, scale = math.radians(turn_deg), high / cover.shape[0]
        spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]) * scale
        middle = np.array([cover.shape[1], cover.shape[0]]) / 2
        size = np.array([self.sheet.width, self.sheet.height])
        for figure, (x0, y0, x1, y1) in zip(self.text, boxes, strict=True):
            rim = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) - middle
            seen = (rim @ spin) / size + at
            (left, top), (right, bottom) = seen.min(axis=0), seen.max(axis=0)
            quarters = round(turn_deg / 90.0) % 4
            self.figures.append(
                Figure(int(figure), (float(left), float(top), float(right), float(bottom)), quarters)
            )

    def _bar(self, at: Place, share: float, wide: float, ink: Ink, turn_deg: float) -> None:
        """A bar below the number's foot, or a dot beside it: ``share``, ``wide`` are shares of the card's height."""
        sheet, turn = self.sheet, math.radians(turn_deg)
        ratio = sheet.height / sheet.width

        def place(x: float, y: float) -> Place:
            return (
                at[0] + (x * math.cos(turn) - y * math.sin(turn)) * ratio,
                at[1] + x * math.sin(turn) + y * math.cos(turn),
            )

        if self.bar == "dot":
            sheet.disc(place(0.5 * wide + 0.15 * share, 0.43 * share), 0.075 * share, ink)
            return
        below = share * float(self.rng.uniform(0.6, 0.6 + 2 * (BAR_BELOW - 0.6)))
        ends = [place(x, below) for x in (-wide / 2, wide / 2)]
        sheet.line(ends, max(0.004, float(self.rng.uniform(0.05, 0.12)) * share), ink)

    def _at(self, at: Place) -> Ink:
        """The colour that the card has at a place now."""
        x, y = (min(1.0, max(0.0, one)) for one in at)
        b, g, r = self.sheet.picture[round(y * (self.sheet.height - 1)), round(x * (self.sheet.width - 1))]
        return int(b), int(g), int(r)


def _any_ink(rng: np.random.Generator) -> Ink:
    return of_hue(float(rng.uniform(0, 360)), float(rng.uniform(0.2, 1.0)), float(rng.uniform(0.2, 1.0)))


def _apart(one: Ink, other: Ink) -> float:
    """How far two colours are apart, of which lightness counts most."""
    weights = (0.2, 0.5, 0.3)
    return sum(weight * abs(a - b) for weight, a, b in zip(weights, one, other, strict=True))


def _seen_on(ground: Ink, rng: np.random.Generator) -> Ink:
    """An ink that is well seen on a ground."""
    for _ in range(30):
        draw = rng.random()
        ink = _any_ink(rng) if draw < 0.6 else white_paper(rng) if draw < 0.8 else (20, 20, 20)
        if _apart(ground, ink) > _WELL_SEEN:
            return ink
    return (15, 15, 15) if sum(ground) > 380 else (245, 245, 245)
