"""Prints of Super-Crack: special cards with texts, numbers and little pictures, and the owners' cards of the horses.

The rules know kinds of special cards, their colours and sixteen owners' cards; wording, pictures and lay-out differ
from print to print.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.scene.arrays import ByteArray
from vision.scene.game_box import GameBox, print_size
from vision.scene.lettering import StrokeLettering
from vision.scene.print_emblems import emblem
from vision.scene.printed_sheet import Ink, PrintedSheet, legible, mixed, of_hue, white_paper

SPECIAL_CARDS = (
    *(f"advance_{number}" for number in range(1, 7)),
    *(f"back_own_{number}" for number in range(2, 7)),
    *(f"back_any_{number}" for number in range(1, 7)),
    "joker",
    "sprint",
    "black_pawn",
    *(f"{kind}_{sum_}" for kind in ("pay", "receive") for sum_ in (500, 1000, 2000)),
)
OWNER_CARDS = tuple(f"horse_{number}" for number in range(1, 17))
_COLOUR_OF_OWNER = ("red", "blue", "yellow", "green")
_TYPES_FROM = 920_000
_SIZES = ((57.0, 87.0), (52.0, 80.0), (60.0, 90.0), (63.0, 88.0), (55.0, 90.0))
_BLACK: Ink = (28, 24, 22)

Ground = Literal["white", "panel", "full", "band"]

_WORDS: dict[str, tuple[tuple[str, str], ...]] = {
    "advance": (
        ("AVANCEZ", "LE CHEVAL DE VOTRE CHOIX"),
        ("EN AVANT", "UN CHEVAL AU CHOIX"),
        ("GALOP", "AU CHOIX"),
    ),
    "back_own": (
        ("RECUL", "UN DE VOS CHEVAUX"),
        ("HANDICAP", "VOTRE CHEVAL RECULE"),
        ("RECULEZ", "VOTRE CHEVAL"),
    ),
    "back_any": (
        ("RECUL", "LE CHEVAL DE VOTRE CHOIX"),
        ("FAUX PAS", "FAITES RECULER UN CHEVAL"),
        ("RECULEZ", "CHEVAL AU CHOIX"),
    ),
    "pay": (("PAYEZ", "RAPPEL IMPOTS"), ("A PAYER", "ENTRETIEN ECURIES"), ("VERSEZ", "FRAIS DE VETERINAIRE")),
    "receive": (
        ("RECEVEZ", "PRIME D ELEVAGE"),
        ("GAGNEZ", "VENTE D UN POULAIN"),
        ("LA BANQUE", "VOUS VERSE"),
    ),
    "joker": (("JOKER", "VOTRE CHEVAL SORT"), ("JOKER", "RIVIERE OU HAIE")),
    "sprint": (("SPRINT", "AVANT DERNIERE CASE"), ("SPRINT", "EN TETE")),
    "black_pawn": (("PION NOIR", "POUR VOTRE PARI"), ("PION NOIR", "TOUTE COULEUR")),
}
_PICTURES = {
    "advance": "gallop",
    "back_own": "head",
    "back_any": "rearing",
    "pay": "coin",
    "receive": "coin",
    "joker": "cap",
    "sprint": "gallop",
    "black_pawn": "pawn",
}


@dataclass(frozen=True, slots=True)
class SuperCrackStyle:
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
    colours: dict[str, Ink]
    title: int
    figures: int
    text: int
    bars: bool


def super_crack_style(seed: int) -> SuperCrackStyle:
    """Return one print, the same for the same seed."""
    rng = np.random.default_rng((seed, 73))
    ground: Ground = ("white", "panel", "full", "band")[int(rng.integers(4))]
    hues = {"red": 0.0, "blue": 218.0, "yellow": 50.0, "green": 130.0}
    colours = {
        name: of_hue(
            hue + float(rng.normal(0, 7)), float(rng.uniform(0.7, 0.95)), float(rng.uniform(0.45, 0.72))
        )
        for name, hue in hues.items()
    }
    colours["yellow"] = of_hue(48.0 + float(rng.normal(0, 4)), 0.9, float(rng.uniform(0.85, 0.97)))
    return SuperCrackStyle(
        size_mm=_SIZES[int(rng.integers(len(_SIZES)))],
        corner=float(rng.uniform(0.03, 0.1)),
        gloss=float(rng.uniform(0.1, 0.6)),
        ground=ground,
        number_first=bool(rng.random() < 0.4),
        cornered=bool(rng.random() < 0.4),
        pictured=bool(rng.random() < 0.75),
        unit=str(rng.choice(["CASES", "", "", "SQUARES"])),
        wording=int(rng.integers(1 << 16)),
        paper=white_paper(rng),
        colours=colours,
        title=_TYPES_FROM + int(rng.integers(50_000)),
        figures=_TYPES_FROM + int(rng.integers(50_000)),
        text=_TYPES_FROM + int(rng.integers(50_000)),
        bars=bool(rng.random() < 0.8),
    )


def super_crack_box(seed: int) -> GameBox:
    """Draw the special cards ("advance_3", "pay_500", "joker") and the owners' cards ("horse_1") of one print."""
    style = super_crack_style(seed)
    cards = {card: _special(style, card) for card in SPECIAL_CARDS}
    cards |= {card: _owner(style, number) for number, card in enumerate(OWNER_CARDS, 1)}
    return GameBox(f"super_crack {seed}", cards, _back(style), style.corner, style.size_mm, gloss=style.gloss)


def _kind(card: str) -> tuple[str, str]:
    """What kind of special card it is, and its number or sum; "" where it has none."""
    kind, _, number = card.rpartition("_")
    return (kind, number) if number.isdecimal() else (card, "")


def _colour(style: SuperCrackStyle, kind: str) -> Ink:
    """The colours are the rules' own: green to go on and to receive, blue for one's own horse, red else."""
    if kind in ("advance", "receive"):
        return style.colours["green"]
    if kind == "back_own":
        return style.colours["blue"]
    if kind in ("back_any", "pay"):
        return style.colours["red"]
    return {
        "joker": style.colours["yellow"],
        "sprint": mixed(style.colours["red"], style.colours["yellow"], 0.5),
    }.get(kind, (60, 56, 54))


def _grounded(style: SuperCrackStyle, colour: Ink) -> tuple[PrintedSheet, Ink]:
    """A sheet with the print's ground, and the ink that is seen on it."""
    sheet = PrintedSheet(print_size(style.size_mm), style.paper)
    light = colour[1] > 150
    if style.ground == "full":
        sheet.panel((0.0, 0.0, 1.0, 1.0), colour)
        return sheet, _BLACK if light else style.paper
    if style.ground == "panel":
        sheet.panel((0.06, 0.04, 0.94, 0.96), colour, 0.04)
        return sheet, _BLACK if light else style.paper
    if style.ground == "band":
        sheet.panel((0.0, 0.0, 1.0, 0.2), colour)
        sheet.panel((0.0, 0.93, 1.0, 1.0), colour)
        return sheet, legible(colour, 130.0)
    sheet.panel((0.05, 0.035, 0.95, 0.965), legible(colour, 130.0), 0.04, 0.012)
    return sheet, legible(colour, 130.0)


def _special(style: SuperCrackStyle, card: str) -> ByteArray:
    kind, number = _kind(card)
    colour = _colour(style, kind)
    sheet, ink = _grounded(style, colour)
    choices = _WORDS[kind]
    # Not always alike: two kinds that move horses back may say so in the same words.
    title, words = choices[(style.wording + len(kind) * (style.wording >> 8)) % len(choices)]
    on_band = (_BLACK if colour[1] > 150 else style.paper) if style.ground == "band" else ink
    sheet.text(StrokeLettering.of_seed(style.title), title, (0.5, 0.115), 0.085, on_band, widest=0.8)
    big_at, picture_at = (0.34, 0.64) if style.number_first else (0.6, 0.345)
    if not number:
        _picture(sheet, style, kind, ink, 0.46, 0.4)
    else:
        money = kind in ("pay", "receive")
        figures = number if money else ("+" if kind == "advance" else "-") + number
        pictured = style.pictured or money
        tall = 0.17 if pictured else 0.27
        at = (0.5, big_at if pictured else 0.45)
        lettering = StrokeLettering.of_seed(style.figures)
        bar = style.bars and number == "6"
        sheet.text(lettering, figures + (" F" if money else ""), at, tall, ink, widest=0.78)
        if pictured:
            _picture(sheet, style, kind, ink, picture_at, 0.22)
        if style.cornered and not money:
            for x, y, turned in ((0.16, 0.24, False), (0.84, 0.88, True)):
                sheet.number(lettering, number, (x, y), 0.07, ink, bar=bar, widest=0.2, upside_down=turned)
        if style.unit and not money:
            wide = 0.4 if not style.cornered else 0.3
            below = (0.5, at[1] + 0.5 * tall + 0.035)
            sheet.text(StrokeLettering.of_seed(style.text), style.unit, below, 0.035, ink, widest=wide)
    _words(sheet, style, words, ink)
    return sheet.picture


def _words(sheet: PrintedSheet, style: SuperCrackStyle, words: str, ink: Ink) -> None:
    """The small print below, in one line or two."""
    lettering = StrokeLettering.of_seed(style.text)
    parts = words.split()
    half = len(parts) // 2 if len(words) > 14 else len(parts)
    y = 0.81 if half < len(parts) else 0.84
    for line in (" ".join(parts[:half]), " ".join(parts[half:])):
        if line:
            sheet.text(lettering, line, (0.5, y), 0.038, ink, widest=0.56 if style.cornered else 0.8)
        y += 0.058


def _picture(sheet: PrintedSheet, style: SuperCrackStyle, kind: str, ink: Ink, y: float, tall: float) -> None:
    name = _PICTURES[kind]
    high = tall * sheet.height * (1.35 if name in ("gallop", "rearing") else 1.0)
    if kind == "black_pawn":
        sheet.disc((0.5, y), 0.6 * tall, style.paper)
        sheet.stamp(emblem(name), (0.5, y), 0.9 * high, _BLACK)
        return
    sheet.stamp(emblem(name), (0.5, y), high, ink)
    if kind == "sprint":
        sheet.stamp(emblem("rider"), (0.5, y), high, mixed(ink, _BLACK, 0.5))
        for step in range(3):
            sheet.line([(0.72, y - 0.1 - 0.05 * step), (0.9, y - 0.1 - 0.05 * step)], 0.01, ink)


def _owner(style: SuperCrackStyle, number: int) -> ByteArray:
    """The card of a horse: its colour, its number, a horse's head."""
    colour = style.colours[_COLOUR_OF_OWNER[(number - 1) // 4]]
    sheet, ink = _grounded(style, colour)
    on_band = (_BLACK if colour[1] > 150 else style.paper) if style.ground == "band" else ink
    sheet.text(StrokeLettering.of_seed(style.title), "PROPRIETAIRE", (0.5, 0.11), 0.06, on_band, widest=0.82)
    sheet.stamp(emblem("head"), (0.5, 0.39), 0.3 * sheet.height, ink)
    lettering = StrokeLettering.of_seed(style.figures)
    bar = style.bars and number in (6, 9)
    sheet.disc((0.5, 0.72), 0.145, style.paper)
    sheet.disc((0.5, 0.72), 0.145, legible(colour, 130.0), 0.014)
    sheet.number(lettering, str(number), (0.5, 0.71), 0.13, _BLACK, bar=bar, widest=0.3)
    return sheet.picture


def _back(style: SuperCrackStyle) -> ByteArray:
    ink = style.colours["green"]
    sheet = PrintedSheet(print_size(style.size_mm), style.paper)
    sheet.panel((0.05, 0.035, 0.95, 0.965), ink, 0.04)
    for y in (0.22, 0.5, 0.78):
        for x in (0.27, 0.73):
            sheet.stamp(emblem("shoe"), (x, y), 0.17 * sheet.height, mixed(ink, style.paper, 0.75))
    sheet.panel((0.1, 0.44, 0.9, 0.56), style.paper, 0.02)
    sheet.text(StrokeLettering.of_seed(style.title), "SUPER CRACK", (0.5, 0.5), 0.07, ink, widest=0.7)
    return sheet.picture
