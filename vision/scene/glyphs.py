"""The figures of dice and cards and the capitals of printed texts, drawn from strokes: no font file, the same strokes
on every machine and OpenCV version.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array, FloatArray

Stroke = list[tuple[float, float]]


@dataclass(frozen=True)
class GlyphStyle:
    """A type face: stroke widths as shares of the glyph's height, plus the choices that make faces differ."""

    thick: float = 0.16
    thin: float = 0.12
    width: float = 0.62
    slant: float = 0.0
    serif: float = 0.0
    variant: int = 0
    round_ends: bool = True


def random_glyph_style(seed: int) -> GlyphStyle:
    """Return one type face, the same for the same seed."""
    rng = np.random.default_rng(seed * 7919 + 13)
    thick = float(rng.uniform(0.09, 0.24))
    serif = float(rng.uniform(0.07, 0.14)) if rng.random() < 0.45 else 0.0
    contrast = rng.uniform(0.3, 0.7) if serif > 0.0 else rng.uniform(0.7, 1.0)
    return GlyphStyle(
        thick=thick,
        thin=max(0.045, thick * float(contrast)),
        width=float(rng.uniform(0.45, 0.85)),
        slant=float(rng.uniform(-0.02, 0.25)) if rng.random() < 0.25 else 0.0,
        serif=serif,
        variant=int(rng.integers(0, 1 << 16)),
        round_ends=bool(rng.random() < 0.5),
    )


def _arc(
    cx: float, cy: float, rx: float, ry: float, start_deg: float, end_deg: float, power: float = 2.0
) -> Stroke:
    """Return points of an arc of a superellipse, degrees clockwise from +x (y down)."""
    points: Stroke = []
    for angle in np.linspace(math.radians(start_deg), math.radians(end_deg), 28):
        c, s = math.cos(angle), math.sin(angle)
        points.append(
            (
                cx + rx * math.copysign(abs(c) ** (2 / power), c),
                cy + ry * math.copysign(abs(s) ** (2 / power), s),
            )
        )
    return points


def _strokes(character: str, variant: int) -> tuple[list[Stroke], list[tuple[float, float]]]:
    """Return the strokes of a character in a unit box (x right, y down) and where serifs sit."""
    power = 2.0 + (variant % 3) * 0.6
    if character == "A":
        bar = 0.60 + 0.12 * ((variant >> 2) % 2)
        apex = 0.5
        half = (bar - 0.0) / 2 * 1.0
        return (
            [[(0.0, 1.0), (apex, 0.0)], [(apex, 0.0), (1.0, 1.0)], [(0.5 - half, bar), (0.5 + half, bar)]],
            [(0.0, 1.0), (1.0, 1.0)],
        )
    if character == "K":
        joint = 0.55 + 0.1 * ((variant >> 3) % 2)
        leg_start = (0.0, joint + 0.02) if (variant >> 4) % 2 else (0.32, joint - 0.2)
        return (
            [[(0.0, 0.0), (0.0, 1.0)], [(0.95, 0.0), (0.0, joint + 0.06)], [leg_start, (1.0, 1.0)]],
            [(0.0, 0.0), (0.0, 1.0), (0.95, 0.0), (1.0, 1.0)],
        )
    if character == "Q":
        tails: list[Stroke] = [
            [(0.55, 0.68), (1.0, 1.04)],
            [(0.45, 0.85), (0.7, 1.0), (1.0, 1.1)],
            [(0.7, 0.8), (0.98, 1.02)],
            [(0.5, 0.98), (0.62, 1.12), (0.95, 1.16)],
        ]
        return [_arc(0.5, 0.5, 0.5, 0.5, 0, 360, power), tails[(variant >> 5) % 4]], []
    if character == "J":
        hook = 0.22 + 0.1 * ((variant >> 6) % 2)
        stem = 0.72
        body: Stroke = [
            (stem, 0.0),
            (stem, 1.0 - hook),
            *_arc(stem / 2, 1.0 - hook, stem / 2, hook, 0, 170, power),
        ]
        if (variant >> 7) % 3 == 0:
            return [body, [(0.28, 0.0), (1.0, 0.0)]], []
        return [body], [(stem, 0.0)]
    if character == "1":
        flag: Stroke = [(0.12, 0.26), (0.55, 0.0)] if (variant >> 8) % 4 else [(0.3, 0.12), (0.55, 0.0)]
        strokes = [flag, [(0.55, 0.0), (0.55, 1.0)]]
        if (variant >> 10) % 2:
            strokes.append([(0.15, 1.0), (0.95, 1.0)])
            return strokes, []
        return strokes, [(0.55, 1.0)]
    if character == "0":
        return [_arc(0.5, 0.5, 0.5, 0.5, 0, 360, power)], []
    if character == "9":
        loop = 0.29 + 0.03 * ((variant >> 11) % 2)
        if (variant >> 12) % 3 == 0:
            tail: Stroke = [(1.0, loop), (0.42, 1.0)]
        elif (variant >> 12) % 3 == 1:
            tail = [(1.0, loop), (1.0, 0.66), *_arc(0.5, 0.66, 0.5, 0.34, 0, 160)]
        else:
            tail = [(1.0, loop), (1.0, 1.0)]
        return [_arc(0.5, loop, 0.5, loop, 0, 360), tail], []
    if character == "B":
        return [
            [(0.0, 0.0), (0.0, 1.0)],
            [(0.0, 0.0), *_arc(0.5, 0.24, 0.4, 0.24, -90, 90), (0.0, 0.48)],
            [(0.0, 0.48), *_arc(0.52, 0.74, 0.46, 0.26, -90, 90), (0.0, 1.0)],
        ], []
    if character == "R":
        return [
            [(0.0, 0.0), (0.0, 1.0)],
            [(0.0, 0.0), *_arc(0.5, 0.27, 0.42, 0.27, -90, 90), (0.0, 0.54)],
            [(0.45, 0.54), (0.98, 1.0)],
        ], [(0.0, 1.0), (0.98, 1.0)]
    if character == "D":
        return [[(0.0, 0.0), (0.0, 1.0)], [(0.0, 0.0), *_arc(0.35, 0.5, 0.62, 0.5, -90, 90), (0.0, 1.0)]], [
            (0.0, 0.0),
            (0.0, 1.0),
        ]
    if character == "V":
        return [[(0.0, 0.0), (0.5, 1.0)], [(0.5, 1.0), (1.0, 0.0)]], [(0.0, 0.0), (1.0, 0.0)]
    if character == "H":
        return [[(0.0, 0.0), (0.0, 1.0)], [(1.0, 0.0), (1.0, 1.0)], [(0.0, 0.5), (1.0, 0.5)]], []
    if character == "X":
        return [[(0.0, 0.0), (1.0, 1.0)], [(1.0, 0.0), (0.0, 1.0)]], []
    if character == "S":
        return [[*_arc(0.5, 0.26, 0.45, 0.26, -20, -270), *_arc(0.5, 0.76, 0.45, 0.24, -90, 160)]], []
    if character == "E":
        return [[(0.9, 0.0), (0.0, 0.0), (0.0, 1.0), (0.9, 1.0)], [(0.0, 0.5), (0.75, 0.5)]], []
    if character == "4":
        return [[(0.72, 1.0), (0.72, 0.0), (0.0, 0.7), (1.0, 0.7)]], []
    if character == "2":
        return [[*_arc(0.5, 0.28, 0.46, 0.28, -170, 40), (0.0, 1.0), (1.0, 1.0)]], []
    if character == "3":
        lower = _arc(0.46, 0.73, 0.5, 0.27, -90, 145, power)
        if (variant >> 13) % 3 == 0:
            return [[(0.0, 0.0), (0.92, 0.0), (0.4, 0.42)], [(0.4, 0.44), *lower]], []
        return [[*_arc(0.46, 0.25, 0.42, 0.25, -155, 90, power), (0.32, 0.49)], [(0.32, 0.47), *lower]], []
    if character == "5":
        bowl = _arc(0.46, 0.67, 0.5, 0.33, -125, 145, power)
        return [[(0.9, 0.0), (0.12, 0.0)], [(0.12, 0.0), (0.06, 0.47)], [(0.06, 0.47), *bowl]], []
    if character == "6":
        strokes, serifs = _strokes("9", variant)
        return [[(1.0 - x, 1.0 - y) for x, y in stroke] for stroke in strokes], serifs
    if character == "7":
        leg: Stroke = [(1.0, 0.0), (0.35, 1.0)]
        if (variant >> 14) % 2:
            leg = [(1.0, 0.0), (0.62, 0.4), (0.42, 0.72), (0.36, 1.0)]
        return [[(0.0, 0.0), (1.0, 0.0)], leg], [(0.0, 0.0)]
    if character == "8":
        return [_arc(0.5, 0.25, 0.41, 0.25, 0, 360, power), _arc(0.5, 0.74, 0.5, 0.26, 0, 360, power)], []
    if character == "T":
        return [[(0.0, 0.0), (1.0, 0.0)], [(0.5, 0.0), (0.5, 1.0)]], [(0.5, 1.0)]
    return _strokes_of_texts(character, variant)


def _strokes_of_texts(character: str, variant: int) -> tuple[list[Stroke], list[tuple[float, float]]]:
    """The strokes of what stands in texts only, not on dice or as a card's rank; like ``_strokes``."""
    power = 2.0 + (variant % 3) * 0.6
    stem: Stroke = [(0.0, 0.0), (0.0, 1.0)]
    if character == "C":
        return [_arc(0.5, 0.5, 0.5, 0.5, -45, -315, power)], []
    if character == "F":
        return [[(0.9, 0.0), (0.0, 0.0), (0.0, 1.0)], [(0.0, 0.48), (0.72, 0.48)]], [(0.0, 1.0)]
    if character == "G":
        crossbar: Stroke = [(0.55, 0.56), (1.0, 0.56), (1.0, 0.9)]
        return [[*_arc(0.5, 0.5, 0.5, 0.5, -45, -325, power)], crossbar], []
    if character == "I":
        return [[(0.5, 0.0), (0.5, 1.0)]], [(0.5, 0.0), (0.5, 1.0)]
    if character == "L":
        return [[(0.0, 0.0), (0.0, 1.0), (0.9, 1.0)]], [(0.0, 0.0)]
    if character == "M":
        low = 1.0 if (variant >> 15) % 2 else 0.7
        return [stem, [(0.0, 0.0), (0.5, low)], [(0.5, low), (1.0, 0.0)], [(1.0, 0.0), (1.0, 1.0)]], [
            (0.0, 1.0),
            (1.0, 1.0),
        ]
    if character == "N":
        return [stem, [(0.0, 0.0), (1.0, 1.0)], [(1.0, 1.0), (1.0, 0.0)]], [(0.0, 1.0), (1.0, 0.0)]
    if character == "O":
        return [_arc(0.5, 0.5, 0.5, 0.5, 0, 360, power)], []
    if character == "P":
        return [stem, [(0.0, 0.0), *_arc(0.5, 0.28, 0.44, 0.28, -90, 90), (0.0, 0.56)]], [(0.0, 1.0)]
    if character == "U":
        return [
            [(0.0, 0.0), (0.0, 0.62), *_arc(0.5, 0.62, 0.5, 0.38, 180, 0, power), (1.0, 0.62), (1.0, 0.0)]
        ], [(0.0, 0.0), (1.0, 0.0)]
    if character == "W":
        return [
            [(0.0, 0.0), (0.26, 1.0)],
            [(0.26, 1.0), (0.5, 0.2)],
            [(0.5, 0.2), (0.74, 1.0)],
            [(0.74, 1.0), (1.0, 0.0)],
        ], [(0.0, 0.0), (1.0, 0.0)]
    if character == "Y":
        return [[(0.0, 0.0), (0.5, 0.5)], [(1.0, 0.0), (0.5, 0.5)], [(0.5, 0.5), (0.5, 1.0)]], [
            (0.0, 0.0),
            (1.0, 0.0),
            (0.5, 1.0),
        ]
    if character == "Z":
        return [[(0.05, 0.0), (0.95, 0.0)], [(0.95, 0.0), (0.0, 1.0)], [(0.0, 1.0), (1.0, 1.0)]], []
    if character == "+":
        return [[(0.0, 0.55), (1.0, 0.55)], [(0.5, 0.22), (0.5, 0.88)]], []
    if character == "-":
        return [[(0.05, 0.55), (0.95, 0.55)]], []
    raise ValueError(f"no strokes for the character {character!r}")


_NARROW = {"1": 0.45, "Q": 0.95, "K": 0.95, "I": 0.25, "M": 1.1, "W": 1.25, "L": 0.75, "F": 0.78}
"""How wide a character is, as a share of the style's width, where it is not 0.85."""


def _draw_stroke(mask: FloatArray, points: Float64Array, style: GlyphStyle, unit: float) -> None:
    canvas = mask
    for start, end in itertools.pairwise(points):
        step = end - start
        length = float(np.hypot(step[0], step[1]))
        if length < 1e-6:
            continue
        # A broad pen: strokes that run down the page are thick, strokes that run across are thin.
        upright = abs(float(step[1])) / length
        width = (style.thin + (style.thick - style.thin) * upright) * unit
        if style.round_ends or len(points) > 2:
            cv2.line(
                canvas,
                (round(float(start[0]) * 16), round(float(start[1]) * 16)),
                (round(float(end[0]) * 16), round(float(end[1]) * 16)),
                255.0,
                max(1, round(width)),
                cv2.LINE_AA,
                4,
            )
            continue
        normal = np.array([-step[1], step[0]]) / length * width / 2
        quad = np.array([start + normal, end + normal, end - normal, start - normal])
        cv2.fillPoly(canvas, [np.round(quad * 16).astype(np.int32)], 255.0, cv2.LINE_AA, 4)


def drawn_text(text: str, style: GlyphStyle) -> ByteArray:
    """Return the coverage of a text, uint8 (height, width), its capitals about 128 px high and nothing around it.

    Raises ValueError on a character that has no strokes.
    """
    work = 128
    # Wide enough for words too: what nothing is drawn on is cut away in the end.
    canvas = np.zeros((work * 2, work * max(4, 2 * len(text))), np.uint8)
    unit = float(work)
    x = unit * 0.6
    top = work * 0.5
    for character in text:
        if character == " ":
            x += (0.4 * style.width + style.thick) * unit
            continue
        narrow = _NARROW.get(character, 0.85)
        width = style.width * narrow * unit
        strokes, serifs = _strokes(character, style.variant)
        for stroke in strokes:
            points = np.array(
                [(x + px * width + style.slant * (1 - py) * unit, top + py * unit) for px, py in stroke]
            )
            _draw_stroke(canvas, points, style, unit)  # type: ignore[arg-type]
        if style.serif > 0.0:
            for sx, sy in serifs:
                cx, cy = x + sx * width + style.slant * (1 - sy) * unit, top + sy * unit
                half = (style.thick / 2 + style.serif) * unit
                cv2.line(
                    canvas,
                    (round(cx - half), round(cy)),
                    (round(cx + half), round(cy)),
                    255,
                    max(1, round(style.thin * unit * 0.8)),
                    cv2.LINE_AA,
                )
        x += width + (0.12 + style.thick) * unit
    left, upper, wide, tall = cv2.boundingRect((canvas > 20).astype(np.uint8))
    return canvas[upper : upper + tall, left : left + wide]


@lru_cache(maxsize=4096)
def text_mask(text: str, style_seed: int, size: int = 96) -> FloatArray:
    """Return the coverage of a text of poker figures, float32 0..1, shape (size, size), centred and filling
    about 92 % of the square.
    """
    glyph = drawn_text(text, random_glyph_style(style_seed))
    scale = 0.92 * size / max(glyph.shape)
    small = cv2.resize(
        glyph,
        (max(1, round(glyph.shape[1] * scale)), max(1, round(glyph.shape[0] * scale))),
        interpolation=cv2.INTER_AREA,
    )
    out = np.zeros((size, size), np.float32)
    y0, x0 = (size - small.shape[0]) // 2, (size - small.shape[1]) // 2
    out[y0 : y0 + small.shape[0], x0 : x0 + small.shape[1]] = small.astype(np.float32) / 255.0
    out.setflags(write=False)
    return out
