"""What wears a silk in Super-Crack, as SVG: horses of the track, owner cards, betting tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.drawing import silks
from companion.drawing.silks import SILKS, filling
from companion.drawing.svg import INK, attributes, number, rect, text, use
from companion.games.super_crack.captions import caption
from companion.games.super_crack.rules.profile import COLOURS

BLACK_PAWN = "black"


def patterns() -> str:
    """The patterns that all these drawings are filled with, in one hidden SVG, to stand once on a page."""
    return silks.patterns(COLOURS)


def length(horse: int, height: float) -> float:
    """How long a horse is on the track, from its tail to its nose, when its plate is so high."""
    return _plate(horse, height) + height * 0.72


def _plate(horse: int, height: float) -> float:
    return height * (1.62 if horse < 10 else 1.86)


def runner(horse: int, colour: str, nose: float, middle: float, height: float = 29) -> str:
    """A horse of the track: its silk, its number, its head; ``nose`` and ``middle`` say where (drawing units)."""
    silk = SILKS[colour]
    wide, strip = _plate(horse, height), height * 0.56
    left, top = nose - length(horse, height), middle - height / 2
    return (
        f'<g class="runner" data-key="horse-{horse}">'
        + use("head", left + wide - height * 0.2, top - height * 0.12, height * 0.98, height * 1.1)
        + rect(left, top, wide, height, height * 0.24, fill=silk.colour)
        + rect(left + 1, top + 1, strip, height - 2, height * 0.2, fill=filling(colour))
        + rect(left, top, wide, height, height * 0.24, fill="none", stroke="#fff", stroke_width=2)
        + text(
            str(horse),
            left + height * 0.6 + (wide - height * 0.62) / 2,
            middle + height * 0.29,
            height * 0.82,
            font_weight=800,
            text_anchor="middle",
            fill=silk.ink,
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
    silk = SILKS[colour]
    return (
        '<svg class="owner-chip" width="40" height="36" viewBox="0 0 40 36" aria-hidden="true">'
        + rect(1, 1, 38, 34, 7, fill=silk.colour)
        + rect(2.5, 26, 35, 8, 4, fill=filling(colour))
        + rect(1, 1, 38, 34, 7, fill="none", stroke=INK, stroke_width=1.6)
        + text(str(horse), 20, 22.5, 21, font_weight=800, text_anchor="middle", fill=silk.ink)
        + "</svg>"
    )


def token(colour: str, language: str, radius: float = 17) -> str:
    """A betting token: its silk around the rim, its letter in the middle; "black" is the black pawn (px)."""
    letter = caption(f"letter_{colour}", language)
    if colour == BLACK_PAWN:
        drawn = silks.rimmed(letter, radius, radius, radius, rim="#fff", fill="#16181d", ink="#fff")
    else:
        drawn = silks.disc(colour, letter, radius, radius, radius)
    return silks.token("token", 2 * radius, drawn)


def all_colours() -> str:
    """A token in four quarters, each in one of the silks: all four colours (36 by 36 px)."""
    drawn = "".join(
        f'<path d="M18 18V2A16 16 0 0 1 34 18Z" fill="{filling(colour)}" transform="rotate({90 * place} 18 18)"/>'
        for place, colour in enumerate(COLOURS)
    )
    rim = f'<circle cx="18" cy="18" r="16.2" fill="none" stroke="{INK}" stroke-width="1.6"/>'
    return silks.token("quarters", 36, drawn + rim)


def counted(tokens: Iterable[str]) -> str:
    """A bet as a picture of its own: one token for each colour, with the number of tokens on it (px)."""
    size = 30.0
    heaps = Counter(tokens).items()
    drawn = "".join(
        f'<circle cx="{number(x)}" cy="15" r="14.2" fill="{filling(colour)}" stroke="{INK}" stroke-width="1.6"/>'
        f'<circle cx="{number(x)}" cy="15" r="11.6" fill="{SILKS[colour].colour}"/>'
        + text(str(count), x, 25, 28, text_anchor="middle", font_weight=800, fill=SILKS[colour].ink)
        for x, (colour, count) in zip(
            (size * (place + 0.5) for place in range(len(COLOURS))), heaps, strict=False
        )
    )
    wide = size * len(heaps)
    box = attributes(width=wide, height=size, viewBox=f"0 0 {number(wide)} {number(size)}")
    return f'<svg class="counted"{box} aria-hidden="true">{drawn}</svg>'


def swatch(colour: str) -> str:
    """A field of a silk that fills whatever holds it."""
    return (
        '<svg class="swatch" width="100%" height="100%" aria-hidden="true">'
        f'<rect width="100%" height="100%" fill="{filling(colour)}"/></svg>'
    )
