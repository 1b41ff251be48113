"""Boxes of printed cards that no shop sells: numbers, letters, symbols, stripes, text and pictures, for training.

A box is one design; its cards differ from one another by little, as the cards of a real box do: one figure, one
colour, one symbol more, a filled shape instead of an empty one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.scene.arrays import ByteArray
from vision.scene.lettering import Lettering
from vision.scene.printed_fields import DIVIDERS
from vision.scene.printed_symbols import EMPTY, FILLED, FILLS, PALE, STRIPED, Colour, Texture, draw_symbol

LONG_PX = 240
"""The long side of a drawn card, px."""

Shape = Literal["rectangle", "round"]

KINDS = (
    "number",
    "number",
    "letter",
    "symbols",
    "symbols",
    "attributes",
    "attributes",
    "text",
    "picture",
    "scatter",
    "mixed",
)
UNNUMBERED = tuple(kind for kind in KINDS if kind not in ("number", "mixed"))
"""The kinds of boxes whose cards have no numbers."""
_WORDS = "abcdefghijklmnoprstuvyz"


@dataclass(frozen=True, slots=True)
class PrintedBox:
    """The cards of one box, uint8 BGR, all of one size, and the shape they are cut to."""

    cards: tuple[ByteArray, ...]
    shape: Shape
    corner: float
    """Radius of the corners, as a share of the short side."""


@dataclass(frozen=True, slots=True)
class Print:
    """What one card of a box shows."""

    text: str
    colour: int
    symbol: int
    count: int
    fill: int
    seed: int


class Design:
    """The look that all the cards of a box share."""

    def __init__(
        self, letterings: tuple[Lettering, ...], rng: np.random.Generator, kinds: tuple[str, ...]
    ) -> None:
        self.rng = rng
        self.lettering = letterings[int(rng.integers(len(letterings)))]
        self.small = self.lettering if rng.random() < 0.6 else letterings[int(rng.integers(len(letterings)))]
        self.shape: Shape = "round" if rng.random() < 0.09 else "rectangle"
        self.kind = str(rng.choice(kinds))
        if self.shape == "round":
            ratio = 1.0
        else:
            ratio = float(
                rng.choice(
                    [rng.uniform(0.62, 0.72), rng.uniform(0.48, 0.62), rng.uniform(0.72, 0.9), 1.0],
                    p=[0.62, 0.14, 0.14, 0.1],
                )
            )
        self.size = (round(LONG_PX * ratio), LONG_PX)
        # Half of the boxes print their cards lying.
        self.lying = bool(rng.random() < 0.35) and ratio < 0.95
        self.corner = float(rng.choice([0.0, rng.uniform(0.02, 0.14)], p=[0.15, 0.85]))
        self.paper = _paper(rng)
        self.palette = _palette(rng)
        self.panel = str(
            rng.choice(["none", "colour", "fixed", "dark", "whole"], p=[0.42, 0.18, 0.1, 0.1, 0.2])
        )
        divided = self.shape == "rectangle" and rng.random() < 0.6
        self.divider = DIVIDERS[int(rng.integers(len(DIVIDERS)))] if divided else None
        self.divided_by = int(rng.integers(1 << 30))
        self.divided_in_colours = bool(rng.random() < 0.6)
        self.margin = float(rng.uniform(0.03, 0.11))
        self.panel_colour = _vivid(rng)
        self.frame = float(rng.uniform(0.004, 0.02)) if rng.random() < 0.35 else 0.0
        self.oval = bool(rng.random() < 0.2)
        self.indices = str(rng.choice(["none", "two", "four", "one"], p=[0.35, 0.4, 0.15, 0.1]))
        self.index_height = float(rng.uniform(0.08, 0.17))
        self.middle = float(rng.uniform(0.2, 0.55)) if rng.random() < 0.8 or self.indices == "none" else 0.0
        self.outlined = bool(rng.random() < 0.25)
        self.bar = bool(rng.random() < 0.7)
        self.symbols = [int(rng.integers(1 << 30)) for _ in range(8)]
        self.ornament = int(rng.integers(1 << 30)) if rng.random() < 0.3 else None
        self.texture = Texture.any(rng)


def _paper(rng: np.random.Generator) -> Colour:
    if rng.random() < 0.75:
        level = float(rng.uniform(228, 255))
        warm = float(rng.uniform(-3, 12))
        return _clipped(level - warm, level - warm * 0.3, level)
    return _clipped(*(float(value) for value in rng.uniform(150, 250, 3)))


def _clipped(b: float, g: float, r: float) -> Colour:
    return (round(min(255.0, max(0.0, b))), round(min(255.0, max(0.0, g))), round(min(255.0, max(0.0, r))))


def _vivid(rng: np.random.Generator, hue: float | None = None) -> Colour:
    hue = float(rng.uniform(0, 180)) if hue is None else hue % 180
    value = np.array([[[hue, rng.uniform(130, 255), rng.uniform(90, 245)]]]).astype(np.uint8)
    b, g, r = (float(one) for one in cv2.cvtColor(value, cv2.COLOR_HSV2BGR)[0, 0])
    return _clipped(b, g, r)


def _palette(rng: np.random.Generator) -> list[Colour]:
    """Three to eight colours that people would call by different names; black among them now and then."""
    count = int(rng.integers(2, 9))
    start = float(rng.uniform(0, 180))
    colours = [_vivid(rng, start + 180 * number / count + float(rng.normal(0, 4))) for number in range(count)]
    if rng.random() < 0.5:
        colours[0] = _clipped(*(float(value) for value in rng.uniform(5, 60, 3)))
    return colours


def draw_box(
    letterings: tuple[Lettering, ...], count: int, rng: np.random.Generator, kinds: tuple[str, ...] = KINDS
) -> PrintedBox:
    """Draw a box of so many cards, of one of these kinds, each different from the others to the eye."""
    design = Design(letterings, rng, kinds)
    prints = any_prints(design, count, rng)
    cards = tuple(draw_print(design, one) for one in prints)
    return PrintedBox(cards, design.shape, design.corner)


def any_prints(design: Design, count: int, rng: np.random.Generator) -> list[Print]:
    """What the cards show: near relations, no two of them alike."""
    found: dict[tuple[object, ...], Print] = {}
    kind = design.kind
    start = int(rng.integers(0, 70))
    length = 1 if rng.random() < 0.6 else 2
    for number in range(count * 20):
        if len(found) == count:
            break
        one = "mixed" if kind != "mixed" else str(rng.choice(KINDS[:-1]))
        one = kind if kind != "mixed" else one
        colours = len(design.palette)
        colour = int(rng.integers(colours))
        symbol, times, fill = int(rng.integers(4)), int(rng.integers(1, 6)), int(rng.integers(FILLS))
        seed = int(rng.integers(1 << 30))
        if one == "number":
            text = (
                str(start + number)
                if rng.random() < 0.9
                else f"{rng.choice(['+', '-', 'x'])}{int(rng.integers(1, 9))}"
            )
            key: tuple[object, ...] = (one, text, colour if design.panel != "none" else 0)
        elif one == "letter":
            text = "".join(rng.choice(list("ABCDEFGHIJKLMNOPRSTUVXYZ"), length))
            key = (one, text, colour)
        elif one in ("symbols", "attributes"):
            text = ""
            if one == "symbols":
                fill, symbol = 0, int(rng.integers(8))
            else:
                times, symbol, colour = int(rng.integers(1, 4)), int(rng.integers(3)), colour % 3
            key = (one, symbol, times, fill, colour)
        elif one == "text":
            text = " ".join(
                "".join(rng.choice(list(_WORDS), int(rng.integers(2, 9))))
                for _ in range(int(rng.integers(2, 9)))
            )
            key = (one, text)
        else:
            text = ""
            key = (one, seed)
        found.setdefault(key, Print(f"{one}:{text}", colour, symbol, times, fill, seed))
    return list(found.values())


def draw_print(design: Design, one: Print) -> ByteArray:
    width, height = design.size[::-1] if design.lying else design.size
    rng = np.random.default_rng(one.seed)
    colour = design.palette[one.colour]
    canvas = np.empty((height, width, 3), np.uint8)
    canvas[:] = design.paper
    ink = colour
    margin = round(design.margin * min(width, height))
    if design.panel in ("colour", "fixed", "dark", "whole"):
        panel = (
            colour
            if design.panel in ("colour", "whole")
            else design.panel_colour
            if design.panel == "fixed"
            else (25, 22, 20)
        )
        if design.panel == "whole":
            canvas[:] = panel
        else:
            _panel(canvas, margin, panel, design)
        ink = design.paper if design.panel != "fixed" else _contrasting(panel, colour, design.paper)
        if design.panel == "dark":
            ink = colour if max(colour) > 110 else design.paper
    if design.divider is not None:
        # Every card of a box is divided alike, in its own colour or in that of the box.
        strong = colour if design.divided_in_colours else design.panel_colour
        pale = _between(design.paper, strong, 0.25)
        design.divider(canvas, strong, pale, np.random.default_rng(design.divided_by))
    if design.ornament is not None:
        _ornament(canvas, np.random.default_rng(design.ornament), design)
    if design.oval:
        inner = _between(design.paper, colour, 0.12) if design.panel == "none" else design.paper
        axes = (round(width * 0.42), round(height * 0.36))
        turn = 0.0 if design.shape == "round" else 25.0
        cv2.ellipse(
            canvas,
            (width // 2, height // 2),
            axes,
            turn,
            0,
            360,
            inner,
            -1 if design.panel == "none" else 3,
            cv2.LINE_AA,
        )
    if design.frame:
        thick = max(1, round(design.frame * height))
        inset = margin + 2 * thick
        if design.shape == "round":
            cv2.circle(canvas, (width // 2, height // 2), width // 2 - inset, ink, thick, cv2.LINE_AA)
        else:
            cv2.rectangle(canvas, (inset, inset), (width - inset, height - inset), ink, thick, cv2.LINE_AA)
    kind, _, text = one.text.partition(":")
    if kind in ("number", "letter"):
        _figures(canvas, design, text, ink)
        if design.middle == 0.0:
            seed = design.symbols[one.symbol]
            draw_symbol(canvas, seed, (width / 2, height / 2), 0.14 * height, ink, FILLED, design.texture)
    elif kind in ("symbols", "attributes"):
        _symbols(canvas, design, one, ink)
    elif kind == "text":
        _lines(canvas, design, text, ink, margin)
    elif kind == "scatter":
        _scatter(canvas, design, rng)
    else:
        _picture(canvas, rng, margin)
    if design.lying:
        canvas = np.asarray(cv2.rotate(canvas, cv2.ROTATE_90_CLOCKWISE), np.uint8)
    return canvas


def _between(first: Colour, second: Colour, share: float) -> Colour:
    return _clipped(*(a + (b - a) * share for a, b in zip(first, second, strict=True)))


def _contrasting(panel: Colour, *choices: Colour) -> Colour:
    return max(choices, key=lambda one: sum(abs(a - b) for a, b in zip(one, panel, strict=True)))


def _panel(canvas: ByteArray, margin: int, colour: Colour, design: Design) -> None:
    height, width = canvas.shape[:2]
    if design.shape == "round":
        cv2.circle(canvas, (width // 2, height // 2), width // 2 - margin, colour, -1, cv2.LINE_AA)
        return
    radius = round(design.corner * min(width, height))
    inner = np.zeros((height, width), np.uint8)
    fill_rounded(inner, (margin, margin, width - margin, height - margin), radius)
    canvas[inner > 127] = colour


def fill_rounded(mask: ByteArray, box: tuple[int, int, int, int], radius: int) -> None:
    """Fill a rectangle (x0, y0, x1, y1, px) with round corners in a mask, uint8 (h, w), in place."""
    x0, y0, x1, y1 = box
    radius = max(0, min(radius, (x1 - x0) // 2, (y1 - y0) // 2))
    cv2.rectangle(mask, (x0 + radius, y0), (x1 - radius - 1, y1 - 1), 255, -1)
    cv2.rectangle(mask, (x0, y0 + radius), (x1 - 1, y1 - radius - 1), 255, -1)
    for x in (x0 + radius, x1 - radius - 1):
        for y in (y0 + radius, y1 - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)


def _ornament(canvas: ByteArray, rng: np.random.Generator, design: Design) -> None:
    """The same decoration on every card of the box."""
    height, width = canvas.shape[:2]
    colour = _between(design.paper, _vivid(rng), float(rng.uniform(0.15, 0.8)))
    draw = rng.random()
    if draw < 0.35:
        for at in range(0, width + height, int(rng.integers(8, 30))):
            cv2.line(canvas, (at, 0), (at - height, height), colour, int(rng.integers(1, 4)), cv2.LINE_AA)
    elif draw < 0.7:
        seed = int(rng.integers(1 << 30))
        for x in (0.16, 0.84):
            for y in (0.1, 0.9):
                draw_symbol(
                    canvas, seed, (x * width, y * height), 0.06 * height, colour, FILLED, design.texture
                )
    else:
        band = round(height * float(rng.uniform(0.06, 0.2)))
        canvas[:band] = colour
        if rng.random() < 0.5:
            canvas[-band:] = colour


def _stamp(
    canvas: ByteArray,
    cover: ByteArray,
    centre: tuple[float, float],
    height: float,
    ink: Colour,
    upside_down: bool = False,
) -> float:
    """Print a coverage at a place with a height, px; returns its width."""
    scale = max(2.0, height) / cover.shape[0]
    size = (max(2, round(cover.shape[1] * scale)), max(2, round(height)))
    small = cv2.resize(cover, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    if upside_down:
        small = cv2.rotate(small, cv2.ROTATE_180)
    x0, y0 = round(centre[0] - size[0] / 2), round(centre[1] - size[1] / 2)
    left, top = max(0, -x0), max(0, -y0)
    right = min(size[0], canvas.shape[1] - x0)
    bottom = min(size[1], canvas.shape[0] - y0)
    if right <= left or bottom <= top:
        return float(size[0])
    share = small[top:bottom, left:right, None].astype(np.float32) / 255
    part = canvas[y0 + top : y0 + bottom, x0 + left : x0 + right]
    part[:] = (part * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)
    return float(size[0])


def _figures(canvas: ByteArray, design: Design, text: str, ink: Colour) -> None:
    height, width = canvas.shape[:2]
    barred = (design.bar and text and set(text) <= set("0689") and text != text[0] * len(text)) or text in (
        "6",
        "9",
    )
    if design.middle:
        tall = design.middle * height
        cover = _text(design.lettering, text)
        tall = min(tall, 0.85 * width * cover.shape[0] / cover.shape[1])
        if design.outlined:
            _stamp(
                canvas,
                np.asarray(cv2.dilate(cover, np.ones((9, 9), np.uint8)), np.uint8),
                (width / 2 + 2, height / 2 + 2),
                tall * 1.05,
                (20, 20, 20),
            )
        wide = _stamp(canvas, cover, (width / 2, height / 2), tall, ink)
        if barred:
            y = round(height / 2 + tall * 0.6)
            cv2.line(
                canvas,
                (round(width / 2 - wide / 2), y),
                (round(width / 2 + wide / 2), y),
                ink,
                max(2, round(tall * 0.07)),
            )
    if design.indices != "none":
        cover = _text(design.small, text)
        tall = min(design.index_height * height, 0.34 * width * cover.shape[0] / cover.shape[1])
        across = max(0.13 * width, tall * cover.shape[1] / cover.shape[0] * 0.6 + 0.06 * width)
        down = 0.05 * height + tall * 0.7
        places = [(across, down, False), (width - across, height - down, True)]
        if design.indices == "four":
            places += [(width - across, down, False), (across, height - down, True)]
        if design.indices == "one":
            places = places[:1]
        for x, y, turned in places:
            wide = _stamp(canvas, cover, (x, y), tall, ink, turned)
            if barred:
                under = round(y + (-1 if turned else 1) * tall * 0.68)
                cv2.line(
                    canvas,
                    (round(x - wide / 2), under),
                    (round(x + wide / 2), under),
                    ink,
                    max(1, round(tall * 0.1)),
                )


def _text(lettering: Lettering, text: str) -> ByteArray:
    try:
        return lettering.text(text)
    except ValueError:
        return np.full((128, 90), 255, np.uint8)


def _lines(canvas: ByteArray, design: Design, text: str, ink: Colour, margin: int) -> None:
    height, width = canvas.shape[:2]
    words = text.split()
    tall = height * (0.06 if len(words) > 4 else 0.09)
    y = height * (0.5 if design.middle == 0.0 else 0.28)
    for word in words:
        cover = _text(design.small, word if design.bar else word.upper())
        size = min(tall, (width - 3 * margin) * cover.shape[0] / cover.shape[1])
        _stamp(canvas, cover, (width / 2, y), size, ink)
        y += tall * 1.35
        if y > height - margin - tall:
            break
    if design.middle:
        draw_symbol(
            canvas,
            design.symbols[len(words) % 8],
            (width / 2, height * 0.15),
            0.08 * height,
            ink,
            FILLED,
            design.texture,
        )


def _symbols(canvas: ByteArray, design: Design, one: Print, ink: Colour) -> None:
    height, width = canvas.shape[:2]
    seed = design.symbols[one.symbol]
    radius = min(0.3 * width, 0.40 * height / max(1, one.count))
    if one.count <= 3 or width < 0.6 * height:
        pitch = min(2.25 * radius, height / one.count)
        tops = [height / 2 + pitch * (number - (one.count - 1) / 2) for number in range(one.count)]
        places = [(width / 2, y) for y in tops]
    else:
        radius = 0.15 * width
        spots = [(0.3, 0.28), (0.7, 0.28), (0.3, 0.72), (0.7, 0.72), (0.5, 0.5)]
        places = [(x * width, y * height) for x, y in spots[: one.count]]
    for place in places:
        draw_symbol(canvas, seed, place, radius, ink, one.fill, design.texture)
    if design.indices in ("two", "four"):
        for x, y, turn in ((0.12, 0.09, 0.0), (0.88, 0.91, math.pi)):
            draw_symbol(
                canvas, seed, (x * width, y * height), 0.05 * height, ink, FILLED, design.texture, turn
            )


def _scatter(canvas: ByteArray, design: Design, rng: np.random.Generator) -> None:
    """Several small symbols in any colours, sizes and turns, as in games of matching pictures."""
    height, width = canvas.shape[:2]
    count = int(rng.integers(5, 9))
    reach = 0.33 * min(width, height)
    tall = height / width
    for number in range(count):
        turn = 2 * np.pi * number / max(1, count - 1) + float(rng.normal(0, 0.15))
        out = 0.0 if number == count - 1 else reach
        centre = (width / 2 + math.cos(turn) * out, height / 2 + math.sin(turn) * out * tall)
        seed = int(rng.integers(1, 60)) if rng.random() < 0.7 else int(rng.integers(1 << 30))
        draw_symbol(
            canvas,
            seed,
            centre,
            float(rng.uniform(0.08, 0.15)) * min(width, height),
            _vivid(rng),
            int(rng.choice([FILLED, FILLED, FILLED, EMPTY, PALE])),
            design.texture,
            float(rng.uniform(0, 7)),
        )


def _picture(canvas: ByteArray, rng: np.random.Generator, margin: int) -> None:
    """An illustration: sky and ground, and a heap of shapes."""
    height, width = canvas.shape[:2]
    part = canvas[margin : height - margin, margin : width - margin]
    part[:] = _vivid(rng)
    level = int(part.shape[0] * float(rng.uniform(0.3, 0.8)))
    part[level:] = _vivid(rng)
    for _ in range(int(rng.integers(4, 14))):
        centre = (float(rng.uniform(0, width)), float(rng.uniform(0, height)))
        picture = np.ascontiguousarray(part)
        draw_symbol(
            picture,
            int(rng.integers(1 << 30)),
            centre,
            float(rng.uniform(0.05, 0.3)) * height,
            _vivid(rng),
            int(rng.choice([FILLED, FILLED, FILLED, EMPTY, STRIPED, PALE])),
            Texture.any(rng),
            float(rng.uniform(0, 7)),
        )
        part[:] = picture
