"""The jockeys' silks, the same in every game: a colour always comes with its pattern and a letter.

Yellow dots, orange saltire, red lozenges, green stripes, blue chevrons, purple stars: colour is never the only sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.drawing.svg import INK, attributes, number, text


@dataclass(frozen=True, slots=True)
class Silk:
    """A colour, the ink of what is written on it (5.3 to 1 or more); its pattern: the tile (px), what is on it."""

    colour: str
    ink: str
    tile: tuple[int, int]
    drawn: str


SILKS: Mapping[str, Silk] = {
    "yellow": Silk(
        "#f6c324",
        INK,
        (12, 12),
        f'<circle cx="3" cy="3" r="2.5" fill="{INK}"/><circle cx="9" cy="9" r="2.5" fill="{INK}"/>',
    ),
    "orange": Silk(
        "#e8761b", INK, (14, 14), f'<path d="M0 0l14 14M14 0L0 14" stroke="{INK}" stroke-width="2.6"/>'
    ),
    "red": Silk("#c8202f", "#fff", (12, 16), '<path d="M6 1l4.5 7L6 15 1.5 8Z" fill="#fff"/>'),
    "green": Silk("#1e7a3c", "#fff", (8, 8), '<rect width="3.6" height="8" fill="#fff"/>'),
    "blue": Silk(
        "#1450a8",
        "#fff",
        (14, 10),
        '<path d="M-1 8l8-6 8 6" fill="none" stroke="#fff" stroke-width="2.8"/>',
    ),
    "purple": Silk(
        "#6b2c91",
        "#fff",
        (16, 16),
        '<path d="M8 1.5l1.9 4.4 4.7.4-3.6 3.1 1.1 4.6L8 11.5 3.9 14 5 9.4 1.4 6.3l4.7-.4Z" fill="#fff"/>',
    ),
}


def filling(colour: str) -> str:
    """What a shape is filled with to wear a silk; the page holds ``patterns`` of that colour."""
    return f"url(#silk-{colour})"


def patterns(colours: Iterable[str] = SILKS) -> str:
    """The patterns of these silks in one hidden SVG, to stand once on a page."""
    tiles = "".join(_tile(colour, SILKS[colour]) for colour in colours)
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>{tiles}</defs></svg>'


def _tile(colour: str, silk: Silk) -> str:
    width, height = silk.tile
    return (
        f'<pattern id="silk-{colour}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">'
        f'<rect width="{width}" height="{height}" fill="{silk.colour}"/>{silk.drawn}</pattern>'
    )


def disc(colour: str, letter: str, x: float, y: float, radius: float) -> str:
    """A silk around the rim, a letter on its colour in the middle (units of the drawing)."""
    silk = SILKS[colour]
    return rimmed(letter, x, y, radius, rim=filling(colour), fill=silk.colour, ink=silk.ink)


def rimmed(letter: str, x: float, y: float, radius: float, *, rim: str, fill: str, ink: str) -> str:
    """A round token: its rim, and a letter in its middle (units of the drawing)."""
    place = f'cx="{number(x)}" cy="{number(y)}"'
    return (
        f'<circle {place} r="{number(radius)}" fill="{rim}"/>'
        f'<circle {place} r="{number(radius - 0.2)}" fill="none" stroke="{INK}" stroke-width="1.6"/>'
        f'<circle {place} r="{number(radius * 0.72)}" fill="{fill}"/>'
        + text(letter, x, y + radius * 0.43, radius * 1.24, text_anchor="middle", font_weight=800, fill=ink)
    )


def token(class_: str, size: float, drawn: str) -> str:
    """A round token of this size as a picture of its own among HTML, hidden from screen readers (px)."""
    box = attributes(width=float(size), height=float(size), viewBox=f"0 0 {number(size)} {number(size)}")
    return f'<svg class="{class_}"{box} aria-hidden="true">{drawn}</svg>'
