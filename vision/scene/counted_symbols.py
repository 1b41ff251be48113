"""Cards of a box that no shop sells on which symbols of one size stand in a row: how many, which, of which colour,
and whether they are filled, striped, pale or empty, is all in which they differ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.printed_boxes import LONG_PX, PrintedBox
from vision.scene.printed_symbols import (
    EMPTY,
    FILLED,
    PALE,
    STRIPED,
    Colour,
    Texture,
    draw_outline,
    symbol_outline,
)

_KINDS = 3
"""So many symbols, colours and fillings a box has."""
_HUES = ((-12, 12), (20, 36), (46, 58), (85, 160), (195, 245), (262, 300), (312, 335))
"""Hues, degrees, of which each is called by another name."""
_LEAST_APART = 35.0
_MOST_TRIED = 60


@dataclass(frozen=True, slots=True)
class Row:
    """What one card shows: how many symbols, which, in which colour, how filled, and whether they are mirrored."""

    count: int
    symbol: int
    colour: int
    fill: int
    mirrored: bool = False


class CountedDesign:
    """The look that all the cards of a box share."""

    def __init__(self, rng: np.random.Generator) -> None:
        ratio = float(rng.choice([rng.uniform(0.6, 0.72), rng.uniform(0.48, 0.9)], p=[0.75, 0.25]))
        self.size = (round(LONG_PX * ratio), LONG_PX)
        self.corner = float(rng.choice([0.0, rng.uniform(0.02, 0.14)], p=[0.15, 0.85]))
        self.most = int(rng.choice([3, 4, 5], p=[0.7, 0.15, 0.15]))
        self.pitch = LONG_PX * float(rng.uniform(0.75, 0.92)) / max(self.most, 3.3)
        along = self.pitch * float(rng.uniform(0.32, 0.46))
        self.half = (self.size[0] * float(rng.uniform(0.2, 0.4)), along)
        self.thick = max(1, round(LONG_PX * float(rng.uniform(0.005, 0.02))))
        self.symbols = tuple(int(seed) for seed in rng.integers(1 << 30, size=_KINDS))
        # In a small picture fine stripes are hardly a tint.
        self.texture = replace(
            Texture.any(rng), share=float(rng.uniform(0.15, 0.5)), pale=float(rng.uniform(0.08, 0.5))
        )
        self.fills = (FILLED, EMPTY, STRIPED if rng.random() < 0.75 else PALE)
        if rng.random() < 0.15:
            self.fills = (EMPTY, STRIPED, PALE)
        level, warm = float(rng.uniform(228, 255)), float(rng.uniform(-3, 12))
        self.paper: Colour = (round(level - abs(warm)), round(level - abs(warm) * 0.3), round(level))
        self.colours = _colours(rng)
        self.panel: Colour | None = None
        if rng.random() < 0.2:
            # A field of one colour on every card, with pale or dark print on it.
            self.panel = (25, 22, 20) if rng.random() < 0.5 else _of_hue(rng, rng.uniform(0, 360))
        self.margin = round(self.size[0] * float(rng.uniform(0.03, 0.1)))
        self.frame = int(rng.integers(1, 4)) if rng.random() < 0.15 else 0
        self.index = float(rng.uniform(0.1, 0.2)) if rng.random() < 0.12 else 0.0


def _colours(rng: np.random.Generator) -> tuple[Colour, ...]:
    """Colours that go by different names; black among them now and then."""
    while True:
        # What many boxes have: red, green and purple or pink.
        usual = [0, 3, int(rng.choice([5, 6]))]
        chosen = usual if rng.random() < 0.4 else rng.choice(len(_HUES), _KINDS, replace=False)
        hues = [float(rng.uniform(*_HUES[one])) for one in chosen]
        apart = [abs((one - other + 180) % 360 - 180) for one, other in combinations(hues, 2)]
        if min(apart) >= _LEAST_APART:
            break
    colours = [_of_hue(rng, hue) for hue in hues]
    if rng.random() < 0.15:
        colours[0] = (30, 25, 25)
    return tuple(colours)


def _of_hue(rng: np.random.Generator, hue: float) -> Colour:
    value = np.array([[[hue % 360, rng.uniform(0.55, 1.0), rng.uniform(0.35, 0.95)]]], np.float32)
    b, g, r = (round(255 * float(one)) for one in cv2.cvtColor(value, cv2.COLOR_HSV2BGR)[0, 0])
    return (b, g, r)


def draw_counted(count: int, rng: np.random.Generator) -> PrintedBox:
    """Draw so many cards of one box, or fewer: each differs in one thing from one of those before it."""
    design = CountedDesign(rng)
    rows = [
        Row(
            int(rng.integers(1, design.most + 1)),
            int(rng.integers(_KINDS)),
            int(rng.integers(_KINDS)),
            int(rng.choice(design.fills)),
        )
    ]
    for _ in range(_MOST_TRIED):
        if len(rows) == count:
            break
        changed = _changed(rows[int(rng.integers(len(rows)))], design, rng)
        if all(_differ(changed, other, design) for other in rows):
            rows.append(changed)
    return PrintedBox(tuple(draw_row(design, row) for row in rows), "rectangle", design.corner)


def _differ(one: Row, other: Row, design: CountedDesign) -> bool:
    """Whether two cards differ to the eye: what is symmetric is the same in a mirror."""
    if replace(one, mirrored=other.mirrored) != other:
        return True
    outline = symbol_outline(design.symbols[one.symbol])
    return one.mirrored != other.mirrored and _asymmetry(outline) > 0.12


def _asymmetry(outline: Float64Array) -> float:
    """The share of a symbol's pixels that it loses in a mirror, and turned around too."""
    masks = []
    for points in (outline, outline * (-1, 1), outline * (1, -1)):
        mask = np.zeros((64, 64), np.uint8)
        cv2.fillPoly(mask, [np.round(points * 30 + 32).astype(np.int32)], 1)
        masks.append(mask)
    apart = [np.count_nonzero(masks[0] != other) for other in masks[1:]]
    return min(apart) / max(1, int(np.count_nonzero(masks[0])))


def _changed(row: Row, design: CountedDesign, rng: np.random.Generator) -> Row:
    """A card with one thing changed."""
    draw = rng.random()
    if draw < 0.4:
        more = int(rng.choice([-1, 1]))
        return replace(row, count=min(design.most, max(1, row.count + more)))
    other = 1 + int(rng.integers(_KINDS - 1))
    if draw < 0.65:
        return replace(row, colour=(row.colour + other) % _KINDS)
    if draw < 0.87:
        fill = design.fills[(design.fills.index(row.fill) + other) % _KINDS]
        return replace(row, fill=fill)
    if draw < 0.95:
        return replace(row, symbol=(row.symbol + other) % _KINDS)
    return replace(row, mirrored=not row.mirrored)


def draw_row(design: CountedDesign, row: Row) -> ByteArray:
    """Draw a card, uint8 BGR, its long side upright."""
    width, height = design.size
    canvas = np.empty((height, width, 3), np.uint8)
    canvas[:] = design.paper
    ink = design.colours[row.colour]
    if design.panel is not None:
        inset = design.margin
        canvas[inset : height - inset, inset : width - inset] = design.panel
        # On a field what is as dark as it would not show.
        if sum(abs(a - b) for a, b in zip(ink, design.panel, strict=True)) < 200:
            ink = design.paper if row.colour == 0 else _paler(ink)
    if design.frame:
        inset = 2 * design.margin
        cv2.rectangle(
            canvas, (inset, inset), (width - inset, height - inset), design.colours[0], design.frame
        )
    outline = symbol_outline(design.symbols[row.symbol])
    outline = outline / np.abs(outline).max(axis=0)
    if row.mirrored:
        outline = outline * (-1, 1)
    for number in range(row.count):
        middle = (width / 2, height / 2 + design.pitch * (number - (row.count - 1) / 2))
        draw_outline(canvas, outline * design.half + middle, ink, row.fill, design.texture, design.thick)
    if design.index:
        radius = design.index * width / 2
        for end in (1, -1):
            middle = (
                width / 2 - end * (width / 2 - 1.6 * radius),
                height / 2 - end * (height / 2 - 1.6 * radius),
            )
            draw_outline(canvas, end * outline * radius + middle, ink, FILLED, design.texture, 1)
    return canvas


def _paler(ink: Colour) -> Colour:
    b, g, r = (round(255 - (255 - one) * 0.35) for one in ink)
    return (b, g, r)
