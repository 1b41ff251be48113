"""Prints of cards that say in words what is to be done: a title, a number or a sum, a little picture, small print
(Super-Crack); and cards with a picture and a number of what they stand for.

The game says which kinds there are, in which colours and which words may stand on them; lay-out, types, shades and
wording differ print by print.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from vision.scene.arrays import ByteArray
from vision.scene.game_box import GameBox, print_size
from vision.scene.lettering import StrokeLettering
from vision.scene.print_emblems import emblem
from vision.scene.printed_sheet import Ink, PrintedSheet, legible, mixed, of_hue, white_paper

_TYPES_FROM = 920_000
_SIZES = ((57.0, 87.0), (52.0, 80.0), (60.0, 90.0), (63.0, 88.0), (55.0, 90.0))
_BLACK: Ink = (28, 24, 22)
_SLATE: Ink = (60, 56, 54)
"""Of kinds of cards that have no hue."""
_LIGHT_HUES = (35.0, 70.0)
"""Yellow is printed lighter than any other colour."""
_DARKER = 130.0

Ground = Literal["white", "panel", "full", "band"]


@dataclass(frozen=True, slots=True)
class WordedStyle:
    """The look of one print: where title, number, picture and words stand, and in which colours and types."""

    size_mm: tuple[float, float]
    corner: float
    gloss: float
    ground: Ground
    number_first: bool
    cornered: bool
    pictured: bool
    unit: str
    wording: int
    paper: Ink
    colours: Mapping[str, Ink]
    title: int
    figures: int
    text: int
    bars: bool

    def on(self, colour: Ink) -> Ink:
        """The ink that is seen on a ground of this colour."""
        return _BLACK if colour[1] > 150 else self.paper


def worded_style(seed: int, hues: Mapping[str, float | None], units: tuple[str, ...]) -> WordedStyle:
    """Return one print with colours of these hues (degrees; None: none), and one of ``units`` below its numbers; the
    same for the same seed.
    """
    rng = np.random.default_rng((seed, 73))
    ground: Ground = ("white", "panel", "full", "band")[int(rng.integers(4))]
    colours = {}
    for name, hue in hues.items():
        if hue is None:
            colours[name] = _SLATE
            continue
        light = _LIGHT_HUES[0] < hue < _LIGHT_HUES[1]
        bright = float(rng.uniform(0.85, 0.97) if light else rng.uniform(0.45, 0.72))
        colours[name] = of_hue(hue + float(rng.normal(0, 4)), float(rng.uniform(0.7, 0.95)), bright)
    return WordedStyle(
        size_mm=_SIZES[int(rng.integers(len(_SIZES)))],
        corner=float(rng.uniform(0.03, 0.1)),
        gloss=float(rng.uniform(0.1, 0.6)),
        ground=ground,
        number_first=bool(rng.random() < 0.4),
        cornered=bool(rng.random() < 0.4),
        pictured=bool(rng.random() < 0.75),
        unit=units[int(rng.integers(len(units)))],
        wording=int(rng.integers(1 << 16)),
        paper=white_paper(rng),
        colours=colours,
        title=_TYPES_FROM + int(rng.integers(50_000)),
        figures=_TYPES_FROM + int(rng.integers(50_000)),
        text=_TYPES_FROM + int(rng.integers(50_000)),
        bars=bool(rng.random() < 0.8),
    )


def worded_box(name: str, plan: Mapping[str, Any], seed: int) -> GameBox:
    """Draw the cards of ``plan["words"]``, each kind with its ``cards`` (label: "+3", "500 F" or nothing), its
    ``colour``, ``picture`` and possible ``wordings`` (title, small print), then those of ``plan["portraits"]``.
    """
    style = worded_style(seed, plan["colours"], tuple(plan["units"]))
    cards: dict[str, ByteArray] = {}
    for number, kind in enumerate(plan["words"]):
        # Not always alike: two kinds that move horses back may say so in the same words.
        wordings = kind["wordings"]
        title, words = wordings[(style.wording + number * (style.wording >> 8)) % len(wordings)]
        for label, figures in kind["cards"].items():
            cards[label] = _worded(style, kind, str(figures), str(title), str(words))
    portraits = plan["portraits"]
    for label, shown in portraits["cards"].items():
        cards[label] = _portrait(style, portraits, shown)
    back = _back(style, str(plan["title"]))
    return GameBox(f"{name} {seed}", cards, back, style.corner, style.size_mm, gloss=style.gloss)


def _grounded(style: WordedStyle, colour: Ink) -> tuple[PrintedSheet, Ink, Ink]:
    """A sheet with the print's ground, the ink that is seen on it, and that of its title."""
    sheet = PrintedSheet(print_size(style.size_mm), style.paper)
    dark = legible(colour, _DARKER)
    if style.ground == "full":
        sheet.panel((0.0, 0.0, 1.0, 1.0), colour)
        return sheet, style.on(colour), style.on(colour)
    if style.ground == "panel":
        sheet.panel((0.06, 0.04, 0.94, 0.96), colour, 0.04)
        return sheet, style.on(colour), style.on(colour)
    if style.ground == "band":
        sheet.panel((0.0, 0.0, 1.0, 0.2), colour)
        sheet.panel((0.0, 0.93, 1.0, 1.0), colour)
        return sheet, dark, style.on(colour)
    sheet.panel((0.05, 0.035, 0.95, 0.965), dark, 0.04, 0.012)
    return sheet, dark, dark


def _worded(style: WordedStyle, kind: Mapping[str, Any], figures: str, title: str, words: str) -> ByteArray:
    sheet, ink, of_title = _grounded(style, style.colours[kind["colour"]])
    picture = str(kind["picture"])
    sheet.text(StrokeLettering.of_seed(style.title), title, (0.5, 0.115), 0.085, of_title, widest=0.8)
    big_at, picture_at = (0.34, 0.64) if style.number_first else (0.6, 0.345)
    if not figures:
        _picture(sheet, style, picture, ink, 0.46, 0.4)
    else:
        step = figures[0] in "+-"
        pictured = style.pictured or not step
        tall = 0.17 if pictured else 0.27
        at = (0.5, big_at if pictured else 0.45)
        lettering = StrokeLettering.of_seed(style.figures)
        sheet.text(lettering, figures, at, tall, ink, widest=0.78)
        if pictured:
            _picture(sheet, style, picture, ink, picture_at, 0.22)
        if step and style.cornered:
            bar = style.bars and figures[1:] in ("6", "9")
            for x, y, turned in ((0.16, 0.24, False), (0.84, 0.88, True)):
                sheet.number(
                    lettering, figures[1:], (x, y), 0.07, ink, bar=bar, widest=0.2, upside_down=turned
                )
        if step and style.unit:
            below = (0.5, at[1] + 0.5 * tall + 0.035)
            wide = 0.3 if style.cornered else 0.4
            sheet.text(StrokeLettering.of_seed(style.text), style.unit, below, 0.035, ink, widest=wide)
    _small_print(sheet, style, words, ink)
    return sheet.picture


def _small_print(sheet: PrintedSheet, style: WordedStyle, words: str, ink: Ink) -> None:
    """What stands below, in one line or two."""
    lettering = StrokeLettering.of_seed(style.text)
    parts = words.split()
    half = len(parts) // 2 if len(words) > 14 else len(parts)
    y = 0.81 if half < len(parts) else 0.84
    for line in (" ".join(parts[:half]), " ".join(parts[half:])):
        if line:
            sheet.text(lettering, line, (0.5, y), 0.038, ink, widest=0.56 if style.cornered else 0.8)
        y += 0.058


def _picture(sheet: PrintedSheet, style: WordedStyle, picture: str, ink: Ink, y: float, tall: float) -> None:
    """An emblem; a "race" is a galloping horse with its rider, a pawn is always black."""
    name = "gallop" if picture == "race" else picture
    high = tall * sheet.height * (1.35 if name in ("gallop", "rearing") else 1.0)
    if picture == "pawn":
        sheet.disc((0.5, y), 0.6 * tall, style.paper)
        sheet.stamp(emblem(name), (0.5, y), 0.9 * high, _BLACK)
        return
    sheet.stamp(emblem(name), (0.5, y), high, ink)
    if picture == "race":
        sheet.stamp(emblem("rider"), (0.5, y), high, mixed(ink, _BLACK, 0.5))
        for step in range(3):
            sheet.line([(0.72, y - 0.1 - 0.05 * step), (0.9, y - 0.1 - 0.05 * step)], 0.01, ink)


def _portrait(style: WordedStyle, portraits: Mapping[str, Any], shown: Mapping[str, Any]) -> ByteArray:
    """A card with a title, a picture and a number in the colour of what it stands for."""
    colour, number = style.colours[shown["colour"]], str(shown["number"])
    sheet, ink, of_title = _grounded(style, colour)
    title = StrokeLettering.of_seed(style.title)
    sheet.text(title, str(portraits["title"]), (0.5, 0.11), 0.06, of_title, widest=0.82)
    sheet.stamp(emblem(str(portraits["picture"])), (0.5, 0.39), 0.3 * sheet.height, ink)
    bar = style.bars and number in ("6", "9")
    sheet.disc((0.5, 0.72), 0.145, style.paper)
    sheet.disc((0.5, 0.72), 0.145, legible(colour, _DARKER), 0.014)
    figures = StrokeLettering.of_seed(style.figures)
    sheet.number(figures, number, (0.5, 0.71), 0.13, _BLACK, bar=bar, widest=0.3)
    return sheet.picture


def _back(style: WordedStyle, title: str) -> ByteArray:
    ink = next(iter(style.colours.values()))
    sheet = PrintedSheet(print_size(style.size_mm), style.paper)
    sheet.panel((0.05, 0.035, 0.95, 0.965), ink, 0.04)
    for y in (0.22, 0.5, 0.78):
        for x in (0.27, 0.73):
            sheet.stamp(emblem("shoe"), (x, y), 0.17 * sheet.height, mixed(ink, style.paper, 0.75))
    sheet.panel((0.1, 0.44, 0.9, 0.56), style.paper, 0.02)
    sheet.text(StrokeLettering.of_seed(style.title), title, (0.5, 0.5), 0.07, ink, widest=0.7)
    return sheet.picture
