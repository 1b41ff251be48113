"""Prints of Change Horses: movement cards with two horses, wild horses, position cards, carrots, certificates.

Movement cards are named by their two letters ("AB"), certificates by one ("A"), position cards by their number ("3"),
carrots by theirs ("carrots_10"), the wild horse is "wild".
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.scene.arrays import ByteArray
from vision.scene.game_box import GameBox, print_size
from vision.scene.lettering import StrokeLettering
from vision.scene.print_emblems import emblem
from vision.scene.printed_sheet import Ink, PrintedSheet, legible, mixed, of_hue, white_paper

HORSES = "ABCDEF"
MOVEMENT_CARDS = tuple(first + second for first, second in itertools.combinations(HORSES, 2))
POSITION_CARDS = tuple(str(number) for number in range(1, 6))
CARROTS = tuple(f"carrots_{number}" for number in (1, 2, 3, 5, 10, 15))
WILD = "wild"
_HUES = {"A": 50.0, "B": 24.0, "C": 356.0, "D": 130.0, "E": 214.0, "F": 280.0}
"""Yellow, orange, red, green, blue, purple."""
_TYPES_FROM = 930_000
_SIZES = ((56.0, 87.0), (59.0, 91.0), (63.0, 88.0), (44.0, 68.0), (68.0, 68.0))
_BLACK: Ink = (30, 26, 24)

Split = Literal["halves", "slant", "discs", "heads", "runners"]


@dataclass(frozen=True, slots=True)
class ChangeHorsesStyle:
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
    certificate: str


def change_horses_style(seed: int) -> ChangeHorsesStyle:
    """Return one print, the same for the same seed."""
    rng = np.random.default_rng((seed, 74))
    split: Split = ("halves", "slant", "discs", "heads", "runners")[int(rng.integers(5))]
    colours = {}
    strong = float(rng.uniform(0.78, 0.97))
    for letter, hue in _HUES.items():
        bright = float(rng.uniform(0.5, 0.78)) if letter in "DEF" else float(rng.uniform(0.78, 0.95))
        colours[letter] = of_hue(hue + float(rng.normal(0, 3)), strong, bright)
    colours["C"] = of_hue(356.0 + float(rng.normal(0, 3)), strong, float(rng.uniform(0.62, 0.8)))
    return ChangeHorsesStyle(
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
        certificate=str(rng.choice(["CERTIFICAT", "PROPRIETE", "CERTIFICATE"])),
    )


def change_horses_box(seed: int) -> GameBox:
    """Draw the fifteen movement cards, the wild horse, the position cards, the carrots and the certificates."""
    style = change_horses_style(seed)
    cards = {card: _movement(style, card) for card in MOVEMENT_CARDS}
    cards[WILD] = _wild(style)
    cards |= {card: _position(style, card) for card in POSITION_CARDS}
    cards |= {card: _carrots(style, int(card.rpartition("_")[2])) for card in CARROTS}
    cards |= {letter: _certificate(style, letter) for letter in HORSES}
    name = f"change_horses {seed}"
    return GameBox(name, cards, _back(style), style.corner, style.size_mm, gloss=style.gloss)


def _sheet(style: ChangeHorsesStyle) -> PrintedSheet:
    return PrintedSheet(print_size(style.size_mm), style.paper)


def _on(colour: Ink) -> Ink:
    """The ink that is seen on a colour."""
    light = 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]
    return _BLACK if light > 135 else (245, 248, 248)


def _movement(style: ChangeHorsesStyle, card: str) -> ByteArray:
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
    style: ChangeHorsesStyle,
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


def _wild(style: ChangeHorsesStyle) -> ByteArray:
    sheet = _sheet(style)
    sheet.panel((0.05, 0.035, 0.95, 0.965), (70, 96, 140), 0.03)
    sheet.panel((0.09, 0.2, 0.91, 0.8), mixed(style.paper, (120, 170, 210), 0.5), 0.03)
    sheet.stamp(emblem("rearing"), (0.48, 0.5), min(0.58 * sheet.height, 0.95 * sheet.width), (34, 44, 62))
    lettering = StrokeLettering.of_seed(style.text)
    sheet.text(lettering, "CHEVAL", (0.5, 0.12), 0.07, (245, 248, 248), widest=0.76)
    sheet.text(lettering, "FAROUCHE", (0.5, 0.88), 0.07, (245, 248, 248), widest=0.76)
    return sheet.picture


def _position(style: ChangeHorsesStyle, number: str) -> ByteArray:
    sheet = _sheet(style)
    sheet.panel((0.05, 0.035, 0.95, 0.965), mixed(style.turf, (60, 40, 30), 0.45), 0.03)
    high = min(0.8 * sheet.height, 0.95 * sheet.width)
    sheet.stamp(emblem("rosette"), (0.5, 0.5), high, style.paper)
    at = (0.5, 0.5 - 0.13 * high / sheet.height)
    sheet.text(
        StrokeLettering.of_seed(style.figures), number, at, 0.3 * high / sheet.height, _BLACK, widest=0.4
    )
    return sheet.picture


def _carrots(style: ChangeHorsesStyle, number: int) -> ByteArray:
    sheet = _sheet(style)
    orange = (40, 122, 238)
    sheet.panel((0.04, 0.03, 0.96, 0.97), mixed(style.paper, (150, 220, 190), 0.55), 0.03)
    sheet.panel((0.04, 0.03, 0.96, 0.97), (60, 130, 60), 0.03, 0.01)
    for leaf, ink in (("carrot", orange), ("leaves", (50, 130, 40))):
        high = min(0.5 * sheet.height, 0.8 * sheet.width)
        sheet.stamp(emblem(leaf), (0.5, 0.65), high, ink, turn_deg=30.0)
    lettering = StrokeLettering.of_seed(style.figures)
    sheet.text(lettering, str(number), (0.5, 0.24), 0.24, legible(orange, 120.0), widest=0.66)
    return sheet.picture


def _certificate(style: ChangeHorsesStyle, letter: str) -> ByteArray:
    sheet = _sheet(style)
    colour = style.colours[letter]
    pale = mixed(style.paper, colour, 0.25)
    sheet.panel((0.04, 0.03, 0.96, 0.97), pale, 0.02)
    for inset in (0.0, 0.025):
        sheet.panel((0.08 + inset, 0.055 + inset, 0.92 - inset, 0.945 - inset), colour, 0.02, 0.012)
    sheet.text(StrokeLettering.of_seed(style.text), style.certificate, (0.5, 0.17), 0.06, _BLACK, widest=0.66)
    sheet.stamp(emblem("head"), (0.5, 0.46), min(0.36 * sheet.height, 0.55 * sheet.width), colour)
    sheet.disc((0.5, 0.78), 0.09, colour)
    _letter(sheet, style, letter, (0.5, 0.78), 0.1, _on(colour))
    return sheet.picture


def _back(style: ChangeHorsesStyle) -> ByteArray:
    sheet = _sheet(style)
    ink = mixed(style.turf, (60, 40, 30), 0.5)
    sheet.panel((0.05, 0.035, 0.95, 0.965), ink, 0.03)
    pale = mixed(ink, style.paper, 0.55)
    for y in (0.2, 0.5, 0.8):
        sheet.stamp(emblem("gallop"), (0.5, y), min(0.4 * sheet.height, 0.7 * sheet.width), pale)
        sheet.stamp(emblem("rider"), (0.5, y), min(0.4 * sheet.height, 0.7 * sheet.width), style.paper)
    return sheet.picture
