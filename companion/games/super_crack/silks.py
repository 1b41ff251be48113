"""The jockeys' silks of Super-Crack as SVG: a colour always comes with its pattern and its letter.

Red is lozenges, blue chevrons, yellow dots, green stripes: the same in every game of the house.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.drawing.svg import INK, attributes, number, rect, text, use
from companion.games.super_crack.captions import caption

SILKS: Mapping[str, tuple[str, str]] = {
    "red": ("#c8202f", "#fff"),
    "blue": ("#1450a8", "#fff"),
    "yellow": ("#f6c324", INK),
    "green": ("#1e7a3c", "#fff"),
    "black": ("#16181d", "#fff"),
}
"""A colour's paint, and the ink that is read on it (at least 5.4 to 1)."""

_PATTERNS: Mapping[str, tuple[int, int, str]] = {
    "red": (12, 16, '<path d="M6 1l4.500 7L6 15 1.500 8Z" fill="#fff"/>'),
    "blue": (14, 10, '<path d="M-1 8l8-6 8 6" fill="none" stroke="#fff" stroke-width="2.800"/>'),
    "yellow": (
        12,
        12,
        f'<circle cx="3" cy="3" r="2.500" fill="{INK}"/><circle cx="9" cy="9" r="2.500" fill="{INK}"/>',
    ),
    "green": (8, 8, '<rect width="3.600" height="8" fill="#fff"/>'),
}


def patterns() -> str:
    """The patterns that all these drawings are filled with, in one hidden SVG, to stand once on a page."""
    drawn = "".join(
        f'<pattern id="silk-{colour}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">'
        f'<rect width="{width}" height="{height}" fill="{SILKS[colour][0]}"/>{body}</pattern>'
        for colour, (width, height, body) in _PATTERNS.items()
    )
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true">{drawn}</svg>'


def length(horse: int, height: float) -> float:
    """How long a horse is on the track, from its tail to its nose, when its plate is so high."""
    return _plate(horse, height) + height * 0.72


def _plate(horse: int, height: float) -> float:
    return height * (1.62 if horse < 10 else 1.86)


def runner(horse: int, colour: str, nose: float, middle: float, height: float = 29) -> str:
    """A horse of the track: its silk, its number, its head; ``nose`` and ``middle`` say where (drawing units)."""
    fill, ink = SILKS[colour]
    wide, strip = _plate(horse, height), height * 0.56
    left, top = nose - length(horse, height), middle - height / 2
    return (
        f'<g class="runner" data-key="horse-{horse}">'
        + use("head", left + wide - height * 0.2, top - height * 0.12, height * 0.98, height * 1.1)
        + rect(left, top, wide, height, height * 0.24, fill=fill)
        + rect(left + 1, top + 1, strip, height - 2, height * 0.2, fill=f"url(#silk-{colour})")
        + rect(left, top, wide, height, height * 0.24, fill="none", stroke="#fff", stroke_width=2)
        + text(
            str(horse),
            left + height * 0.6 + (wide - height * 0.62) / 2,
            middle + height * 0.29,
            height * 0.82,
            font_weight=800,
            text_anchor="middle",
            fill=ink,
        )
        + "</g>"
    )


def horse_token(horse: int, colour: str, height: float = 30) -> str:
    """The same horse as a picture of its own, hidden from screen readers (px)."""
    wide = length(horse, height) + 4
    size = attributes(width=wide, height=height + 8, viewBox=f"0 0 {number(wide)} {number(height + 8)}")
    drawn = runner(horse, colour, wide - 2, height / 2 + 4, height).replace(f' data-key="horse-{horse}"', "")
    return f'<svg class="horse-token"{size} aria-hidden="true">{drawn}</svg>'


def chip(horse: int, colour: str) -> str:
    """An owner card in small: number on its colour over a stripe of its silk (40 by 36 px)."""
    fill, ink = SILKS[colour]
    return (
        '<svg class="owner-chip" width="40" height="36" viewBox="0 0 40 36" aria-hidden="true">'
        + rect(1, 1, 38, 34, 7, fill=fill)
        + rect(2.5, 26, 35, 8, 4, fill=f"url(#silk-{colour})")
        + rect(1, 1, 38, 34, 7, fill="none", stroke=INK, stroke_width=1.6)
        + text(str(horse), 20, 22.5, 21, font_weight=800, text_anchor="middle", fill=ink)
        + "</svg>"
    )


def token(colour: str, language: str, radius: float = 17) -> str:
    """A betting token: its silk around the rim, its letter in the middle; "black" is the black pawn (px)."""
    fill, ink = SILKS[colour]
    rim = "#fff" if colour == "black" else f"url(#silk-{colour})"
    size = number(2 * radius)
    return (
        f'<svg class="token" width="{size}" height="{size}" viewBox="0 0 {size} {size}" aria-hidden="true">'
        f'<circle cx="{number(radius)}" cy="{number(radius)}" r="{number(radius)}" fill="{rim}"/>'
        f'<circle cx="{number(radius)}" cy="{number(radius)}" r="{number(radius - 0.8)}" fill="none"'
        f' stroke="{INK}" stroke-width="1.600"/>'
        f'<circle cx="{number(radius)}" cy="{number(radius)}" r="{number(radius * 0.72)}" fill="{fill}"/>'
        + text(
            caption(f"letter_{colour}", language),
            radius,
            radius * 1.42,
            radius * 1.2,
            font_weight=800,
            text_anchor="middle",
            fill=ink,
        )
        + "</svg>"
    )


def swatch(colour: str) -> str:
    """A field of a silk that fills whatever holds it."""
    return (
        '<svg class="swatch" width="100%" height="100%" aria-hidden="true">'
        f'<rect width="100%" height="100%" fill="url(#silk-{colour})"/></svg>'
    )
