"""Prints of Racko: sixty numbered cards as one edition or another draws them.

What editions have in common: the number stands at the end that looks out of the rack, and how far along that end it
stands says roughly how high it is; big or small it stands elsewhere again; where it could be read upside down, a bar
lies under it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.scene.arrays import ByteArray
from vision.scene.game_box import GameBox, print_size
from vision.scene.lettering import StrokeLettering
from vision.scene.printed_sheet import Ink, PrintedSheet, legible, mixed, of_hue, white_paper

CARDS = 60
_TYPES_FROM = 910_000
"""Types of no dice and no training."""
_SIZES = ((59.0, 91.0), (57.0, 87.0), (63.0, 88.0), (56.0, 100.0), (54.0, 86.0), (62.0, 100.0))

Layout = Literal["big", "strip", "diagonal", "scale", "corners"]
Scheme = Literal["one", "tens", "rainbow", "halves", "parity"]
Bars = Literal["every_6_9", "ambiguous", "none"]


@dataclass(frozen=True, slots=True)
class RackoStyle:
    """The look of one edition: how its cards are laid out and coloured, and which numbers have a bar below them.

    ``turned`` repeats the numbers upside down at the other end; ``coloured_paper`` prints white on colour.
    """

    size_mm: tuple[float, float]
    corner: float
    gloss: float
    layout: Layout
    scheme: Scheme
    bars: Bars
    turned: bool
    coloured_paper: bool
    rimmed: bool
    paper: Ink
    inks: tuple[Ink, ...]
    big: int
    small: int
    lying: bool

    def barred(self, number: int) -> bool:
        """Whether the number has a bar below it."""
        if self.bars == "none":
            return False
        if self.bars == "ambiguous":
            return number in (6, 9)
        return number % 10 in (6, 9) or number == 60

    def ink(self, number: int) -> Ink:
        """The colour of a card."""
        if self.scheme == "tens":
            return self.inks[(number - 1) // 10]
        if self.scheme == "halves":
            return self.inks[number > CARDS // 2]
        if self.scheme == "parity":
            return self.inks[number % 2]
        if self.scheme == "rainbow":
            at = (number - 1) / (CARDS - 1) * (len(self.inks) - 1)
            low = min(int(at), len(self.inks) - 2)
            return mixed(self.inks[low], self.inks[low + 1], at - low)
        return self.inks[0]


def racko_style(seed: int) -> RackoStyle:
    """Return one edition, the same for the same seed."""
    rng = np.random.default_rng((seed, 71))
    layout: Layout = ("big", "strip", "diagonal", "scale", "corners")[int(rng.integers(5))]
    scheme: Scheme = ("one", "one", "tens", "rainbow", "halves", "parity")[int(rng.integers(6))]
    bars: Bars = "every_6_9" if rng.random() < 0.6 else "ambiguous" if rng.random() < 0.7 else "none"
    turned = layout in ("corners", "diagonal") or bool(rng.random() < 0.5)
    if turned and bars == "none":
        # Both ends alike and no bar: nobody could tell 6 from 9.
        bars = "ambiguous"
    start, step = float(rng.uniform(0, 360)), float(rng.choice([60, 60, 47, -60]))
    value = float(rng.uniform(0.45, 0.9))
    inks = tuple(
        legible(
            of_hue(
                start + step * number, float(rng.uniform(0.65, 1.0)), value * float(rng.uniform(0.85, 1.0))
            )
        )
        for number in range(6)
    )
    if scheme == "one" and rng.random() < 0.35:
        grey = int(rng.integers(10, 60))
        inks = ((grey, grey, grey), *inks[1:])
    return RackoStyle(
        size_mm=_SIZES[int(rng.integers(len(_SIZES)))],
        corner=float(rng.uniform(0.03, 0.1)),
        gloss=float(rng.uniform(0.1, 0.7)),
        layout=layout,
        scheme=scheme,
        bars=bars,
        turned=turned,
        coloured_paper=bool(rng.random() < 0.25),
        rimmed=bool(rng.random() < 0.3),
        paper=white_paper(rng),
        inks=inks,
        big=_TYPES_FROM + int(rng.integers(50_000)),
        small=_TYPES_FROM + int(rng.integers(50_000)),
        lying=bool(rng.random() < 0.2),
    )


def racko_box(seed: int) -> GameBox:
    """Draw the cards "1" to "60" of one edition."""
    style = racko_style(seed)
    cards = {str(number): draw_racko_card(style, number) for number in range(1, CARDS + 1)}
    return GameBox(f"racko {seed}", cards, _back(style, seed), style.corner, _lain(style), gloss=style.gloss)


def _lain(style: RackoStyle) -> tuple[float, float]:
    short, long = style.size_mm
    return (long, short) if style.lying else (short, long)


def draw_racko_card(style: RackoStyle, number: int) -> ByteArray:
    """Draw one card of an edition, uint8 BGR."""
    ink, paper = style.ink(number), style.paper
    if style.coloured_paper:
        ink, paper = paper, ink
    sheet = PrintedSheet(print_size(_lain(style)), paper)
    along = (number - 1) / (CARDS - 1)
    if style.layout == "big":
        _big(sheet, style, number, ink, paper)
    elif style.layout == "strip":
        _strip(sheet, style, number, ink, paper, along)
    elif style.layout == "diagonal":
        _diagonal(sheet, style, number, ink, paper)
    elif style.layout == "scale":
        _scale(sheet, style, number, ink, paper, along)
    else:
        _corners(sheet, style, number, ink, paper)
    return sheet.picture


def _print(
    sheet: PrintedSheet,
    style: RackoStyle,
    number: int,
    at: tuple[float, float],
    tall: float,
    ink: Ink,
    widest: float,
    *,
    small: bool = False,
    upside_down: bool = False,
) -> None:
    sheet.number(
        StrokeLettering.of_seed(style.small if small else style.big),
        str(number),
        at,
        tall,
        ink,
        bar=style.barred(number),
        widest=widest,
        upside_down=upside_down,
        rim=(25, 22, 20) if style.rimmed and not small and max(ink) > 90 else None,
    )


def _big(sheet: PrintedSheet, style: RackoStyle, number: int, ink: Ink, paper: Ink) -> None:
    """One large number in the middle, small ones in the corners, a frame."""
    sheet.panel((0.06, 0.04, 0.94, 0.96), ink, 0.04, 0.008)
    _print(sheet, style, number, (0.5, 0.5), 0.36, ink, 0.72)
    for x, y, turned in ((0.2, 0.13, False), (0.8, 0.87, True))[: 2 if style.turned else 1]:
        _print(sheet, style, number, (x, y), 0.1, ink, 0.22, small=True, upside_down=turned)
    if not style.turned:
        _print(sheet, style, number, (0.8, 0.13), 0.1, ink, 0.22, small=True)


def _strip(sheet: PrintedSheet, style: RackoStyle, number: int, ink: Ink, paper: Ink, along: float) -> None:
    """A band of colour at the end that looks out of the rack; the number stands in it, farther right the higher."""
    x = 0.18 + 0.64 * along
    sheet.panel((0.0, 0.0, 1.0, 0.24), ink)
    _print(sheet, style, number, (x, 0.11), 0.14, paper, 0.3, small=True)
    if style.turned:
        sheet.panel((0.0, 0.76, 1.0, 1.0), ink)
        _print(sheet, style, number, (1 - x, 0.89), 0.14, paper, 0.3, small=True, upside_down=True)
    _print(sheet, style, number, (0.5, 0.5), 0.26, ink, 0.6)


def _diagonal(sheet: PrintedSheet, style: RackoStyle, number: int, ink: Ink, paper: Ink) -> None:
    """Two tones that meet in a slanting band; a number in each of two corners."""
    pale = mixed(paper, ink, 0.22)
    sheet.area([(0.0, 1.0), (1.0, 1.0), (1.0, 0.0)], pale)
    sheet.area([(0.0, 0.92), (0.0, 1.0), (0.12, 1.0), (1.0, 0.08), (1.0, 0.0), (0.88, 0.0)], ink)
    _print(sheet, style, number, (0.32, 0.2), 0.24, ink, 0.5)
    _print(sheet, style, number, (0.68, 0.8), 0.24, ink, 0.5, upside_down=True)


def _scale(sheet: PrintedSheet, style: RackoStyle, number: int, ink: Ink, paper: Ink, along: float) -> None:
    """A scale along the end, a mark where the card belongs, the number by it; and slanting over the card."""
    faint = mixed(paper, ink, 0.3)
    for step in range(13):
        x = 0.08 + 0.84 * step / 12
        sheet.line([(x, 0.03), (x, 0.075 if step % 2 else 0.095)], 0.005, faint)
    mark = 0.08 + 0.84 * along
    sheet.area([(mark - 0.05, 0.0), (mark + 0.05, 0.0), (mark, 0.10)], ink)
    at = min(0.83, max(0.17, mark))
    _print(sheet, style, number, (at, 0.21), 0.15, ink, 0.34)
    across = 0.15 + 0.7 * along
    sheet.line([(across, 0.36), (1 - across, 0.97)], 0.012, faint)
    if style.turned:
        _print(sheet, style, number, (1 - at, 0.82), 0.15, ink, 0.34, upside_down=True)
    else:
        _print(sheet, style, number, (0.5, 0.66), 0.3, ink, 0.66)


def _corners(sheet: PrintedSheet, style: RackoStyle, number: int, ink: Ink, paper: Ink) -> None:
    """Numbers in two or four corners, and in the middle a sign that is the same on all cards."""
    disc = mixed(paper, ink, 0.75)
    sheet.disc((0.5, 0.5), 0.17, disc)
    sheet.disc((0.5, 0.5), 0.125, paper)
    for step in range(10):
        turn = 2 * math.pi * step / 10
        x = 0.5 + 0.09 * math.cos(turn) * sheet.height / sheet.width
        sheet.disc((x, 0.5 + 0.09 * math.sin(turn)), 0.018, disc)
    places = [(0.25, 0.16, False), (0.75, 0.84, True)]
    if style.scheme in ("tens", "rainbow"):
        places += [(0.75, 0.16, False), (0.25, 0.84, True)]
    for x, y, turned in places:
        _print(sheet, style, number, (x, y), 0.18, ink, 0.36, upside_down=turned)


def _back(style: RackoStyle, seed: int) -> ByteArray:
    rng = np.random.default_rng((seed, 72))
    ink = style.inks[0]
    sheet = PrintedSheet(print_size(_lain(style)), style.paper)
    sheet.panel((0.06, 0.04, 0.94, 0.96), ink, 0.03)
    pale = mixed(ink, style.paper, 0.3)
    pitch = float(rng.uniform(0.05, 0.12))
    for step in range(-14, 30):
        x = pitch * step
        sheet.line([(x, 0.0), (x + 0.5, 1.0)], 0.006, pale)
        sheet.line([(x + 0.5, 0.0), (x, 1.0)], 0.006, pale)
    sheet.panel((0.12, 0.42, 0.88, 0.58), style.paper, 0.02)
    sheet.text(StrokeLettering.of_seed(style.big), "RACKO", (0.5, 0.5), 0.1, ink, widest=0.66)
    return sheet.picture
