"""Prints of cards that show two of several lettered horses (Change Horses), and of what lies in the box beside them:
certificates of one horse, rosettes with a number, carrots, a wild horse.

A pair is named by its two letters ("AB"), a certificate by one; how the others are named the game says.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from vision.scene.arrays import ByteArray
from vision.scene.game_box import GameBox, print_size
from vision.scene.lettering import StrokeLettering
from vision.scene.print_emblems import emblem
from vision.scene.printed_sheet import Ink, PrintedSheet, legible, mixed, of_hue, white_paper

_TYPES_FROM = 930_000
_SIZES = ((56.0, 87.0), (59.0, 91.0), (63.0, 88.0), (44.0, 68.0), (68.0, 68.0))
_BLACK: Ink = (30, 26, 24)

Split = Literal["halves", "slant", "discs", "heads", "runners"]


@dataclass(frozen=True, slots=True)
class PairedStyle:
    """The look of one print: how a movement card shows its two horses, and the six colours."""

    size_mm: tuple[float, float]
    corner: float
    gloss: float
    split: Split
    upside_down: bool
    margin: float
    paper: Ink
    turf: Ink
    colours: dict[str, Ink]
    letters: int
    figures: int
    text: int


def paired_style(seed: int, horses: Mapping[str, float]) -> PairedStyle:
    """Return one print of horses with these letters and hues, degrees; the same for the same seed."""
    rng = np.random.default_rng((seed, 74))
    split: Split = ("halves", "slant", "discs", "heads", "runners")[int(rng.integers(5))]
    colours = {}
    strong = float(rng.uniform(0.78, 0.97))
    for letter, hue in horses.items():
        # Yellow and orange are light colours; red, green, blue and purple are called so when they are darker.
        light = 15 < hue % 360 < 70
        bright = float(rng.uniform(0.78, 0.95)) if light else float(rng.uniform(0.52, 0.78))
        colours[letter] = of_hue(hue + float(rng.normal(0, 3)), strong, bright)
    return PairedStyle(
        size_mm=_SIZES[int(rng.integers(len(_SIZES)))],
        corner=float(rng.uniform(0.03, 0.1)),
        gloss=float(rng.uniform(0.1, 0.6)),
        split=split,
        upside_down=bool(rng.random() < 0.4),
        margin=float(rng.choice([0.0, 0.05, 0.06])),
        paper=white_paper(rng),
        turf=of_hue(float(rng.uniform(70, 160)), float(rng.uniform(0.2, 0.5)), float(rng.uniform(0.6, 0.9))),
        colours=colours,
        letters=_TYPES_FROM + int(rng.integers(50_000)),
        figures=_TYPES_FROM + int(rng.integers(50_000)),
        text=_TYPES_FROM + int(rng.integers(50_000)),
    )


def paired_box(name: str, plan: Mapping[str, Any], seed: int) -> GameBox:
    """Draw the pairs of ``plan["horses"]`` (letter: hue, degrees), then its ``wild`` (label: two words),
    ``rosettes``, ``carrots`` (label: number) and a certificate of each horse (its title one of ``certificates``).
    """
    style = paired_style(seed, plan["horses"])
    pairs = (first + second for first, second in itertools.combinations(style.colours, 2))
    cards = {card: _pair(style, card) for card in pairs}
    cards |= {label: _wild(style, *words) for label, words in plan["wild"].items()}
    cards |= {label: _rosette(style, number) for label, number in plan["rosettes"].items()}
    cards |= {label: _carrots(style, number) for label, number in plan["carrots"].items()}
    titles = plan["certificates"]
    title = str(titles[style.letters % len(titles)])
    cards |= {letter: _certificate(style, letter, title) for letter in style.colours}
    return GameBox(f"{name} {seed}", cards, _back(style), style.corner, style.size_mm, gloss=style.gloss)


def _sheet(style: PairedStyle) -> PrintedSheet:
    return PrintedSheet(print_size(style.size_mm), style.paper)


def _on(colour: Ink) -> Ink:
    """The ink that is seen on a colour."""
    light = 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]
    return _BLACK if light > 135 else (245, 248, 248)


def _pair(style: PairedStyle, card: str) -> ByteArray:
    sheet = _sheet(style)
    first, second = (style.colours[letter] for letter in card)
    near, far = style.margin, 1 - style.margin
    side = near * sheet.height / sheet.width
    left, right = side, 1 - side
    turned = style.upside_down
    if style.split == "halves":
        sheet.panel((left, near, right, 0.5), first)
        sheet.panel((left, 0.5, right, far), second)
        for letter, colour, y, over in ((card[0], first, 0.27, False), (card[1], second, 0.73, turned)):
            _letter(sheet, style, letter, (0.5, y), 0.26, _on(colour), upside_down=over)
    elif style.split == "slant":
        sheet.area([(left, near), (right, near), (left, far)], first)
        sheet.area([(right, near), (right, far), (left, far)], second)
        _letter(sheet, style, card[0], (0.3, 0.24), 0.24, _on(first))
        _letter(sheet, style, card[1], (0.7, 0.76), 0.24, _on(second), upside_down=turned)
    elif style.split == "discs":
        sheet.panel((left, near, right, far), mixed(style.paper, style.turf, 0.5))
        radius = 0.36 * min(0.5, sheet.width / sheet.height)
        for letter, colour, y, over in ((card[0], first, 0.29, False), (card[1], second, 0.71, turned)):
            sheet.disc((0.5, y), radius, colour)
            sheet.disc((0.5, y), radius, _BLACK, 0.007)
            _letter(sheet, style, letter, (0.5, y), radius, _on(colour), upside_down=over)
    else:
        sheet.panel((left, near, right, far), mixed(style.paper, style.turf, 0.35))
        name = "head" if style.split == "heads" else "gallop"
        for letter, colour, y, over in ((card[0], first, 0.28, False), (card[1], second, 0.72, turned)):
            _horse(sheet, name, colour, (0.57 if not over else 0.43, y), 0.34, over)
            at = (0.2, y - 0.12) if not over else (0.8, y + 0.12)
            sheet.panel((at[0] - 0.12, at[1] - 0.08, at[0] + 0.12, at[1] + 0.08), colour, 0.02)
            _letter(sheet, style, letter, at, 0.1, _on(colour), upside_down=over, widest=0.18)
    return sheet.picture


def _letter(
    sheet: PrintedSheet,
    style: PairedStyle,
    letter: str,
    at: tuple[float, float],
    tall: float,
    ink: Ink,
    *,
    upside_down: bool = False,
    widest: float = 0.5,
) -> None:
    sheet.text(
        StrokeLettering.of_seed(style.letters), letter, at, tall, ink, widest=widest, upside_down=upside_down
    )


def _horse(
    sheet: PrintedSheet,
    name: str,
    colour: Ink,
    at: tuple[float, float],
    tall: float,
    upside_down: bool = False,
) -> None:
    """A brown horse whose rider, or bridle, has the horse's colour; a head is all of that colour."""
    high = tall * sheet.height
    # Of a running horse half of the picture is air; and it must not be wider than the card.
    high = min(1.5 * high, 0.78 * sheet.width) if name != "head" else min(high, 0.6 * sheet.width)
    if name == "head":
        sheet.stamp(emblem(name), at, high, colour, upside_down)
        return
    sheet.stamp(emblem(name), at, high, (44, 66, 96), upside_down)
    sheet.stamp(emblem("rider"), at, high, colour, upside_down)


def _wild(style: PairedStyle, above: str, below: str) -> ByteArray:
    sheet = _sheet(style)
    sheet.panel((0.05, 0.035, 0.95, 0.965), (70, 96, 140), 0.03)
    sheet.panel((0.09, 0.2, 0.91, 0.8), mixed(style.paper, (120, 170, 210), 0.5), 0.03)
    sheet.stamp(emblem("rearing"), (0.48, 0.5), min(0.58 * sheet.height, 0.95 * sheet.width), (34, 44, 62))
    lettering = StrokeLettering.of_seed(style.text)
    sheet.text(lettering, above, (0.5, 0.12), 0.07, (245, 248, 248), widest=0.76)
    sheet.text(lettering, below, (0.5, 0.88), 0.07, (245, 248, 248), widest=0.76)
    return sheet.picture


def _rosette(style: PairedStyle, number: str) -> ByteArray:
    sheet = _sheet(style)
    sheet.panel((0.05, 0.035, 0.95, 0.965), mixed(style.turf, (60, 40, 30), 0.45), 0.03)
    high = min(0.8 * sheet.height, 0.95 * sheet.width)
    sheet.stamp(emblem("rosette"), (0.5, 0.5), high, style.paper)
    at = (0.5, 0.5 - 0.13 * high / sheet.height)
    sheet.text(
        StrokeLettering.of_seed(style.figures), number, at, 0.3 * high / sheet.height, _BLACK, widest=0.4
    )
    return sheet.picture


def _carrots(style: PairedStyle, number: str) -> ByteArray:
    sheet = _sheet(style)
    orange = (40, 122, 238)
    sheet.panel((0.04, 0.03, 0.96, 0.97), mixed(style.paper, (150, 220, 190), 0.55), 0.03)
    sheet.panel((0.04, 0.03, 0.96, 0.97), (60, 130, 60), 0.03, 0.01)
    for leaf, ink in (("carrot", orange), ("leaves", (50, 130, 40))):
        high = min(0.5 * sheet.height, 0.8 * sheet.width)
        sheet.stamp(emblem(leaf), (0.5, 0.65), high, ink, turn_deg=30.0)
    lettering = StrokeLettering.of_seed(style.figures)
    sheet.text(lettering, number, (0.5, 0.24), 0.24, legible(orange, 120.0), widest=0.66)
    return sheet.picture


def _certificate(style: PairedStyle, letter: str, title: str) -> ByteArray:
    sheet = _sheet(style)
    colour = style.colours[letter]
    pale = mixed(style.paper, colour, 0.25)
    sheet.panel((0.04, 0.03, 0.96, 0.97), pale, 0.02)
    for inset in (0.0, 0.025):
        sheet.panel((0.08 + inset, 0.055 + inset, 0.92 - inset, 0.945 - inset), colour, 0.02, 0.012)
    sheet.text(StrokeLettering.of_seed(style.text), title, (0.5, 0.17), 0.06, _BLACK, widest=0.66)
    sheet.stamp(emblem("head"), (0.5, 0.46), min(0.36 * sheet.height, 0.55 * sheet.width), colour)
    sheet.disc((0.5, 0.78), 0.09, colour)
    _letter(sheet, style, letter, (0.5, 0.78), 0.1, _on(colour))
    return sheet.picture


def _back(style: PairedStyle) -> ByteArray:
    sheet = _sheet(style)
    ink = mixed(style.turf, (60, 40, 30), 0.5)
    sheet.panel((0.05, 0.035, 0.95, 0.965), ink, 0.03)
    pale = mixed(ink, style.paper, 0.55)
    for y in (0.2, 0.5, 0.8):
        sheet.stamp(emblem("gallop"), (0.5, y), min(0.4 * sheet.height, 0.7 * sheet.width), pale)
        sheet.stamp(emblem("rider"), (0.5, y), min(0.4 * sheet.height, 0.7 * sheet.width), style.paper)
    return sheet.picture
