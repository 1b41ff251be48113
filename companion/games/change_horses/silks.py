"""The silks of the six horses: a colour, a pattern and a letter each, so that colour is never the only sign.

Yellow dots A, orange saltire B, red lozenges C, green stripes D, blue chevrons E, purple stars F.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.drawing.svg import INK, attributes, number, text


@dataclass(frozen=True, slots=True)
class Silk:
    """A horse's colour, the ink of letters on it, and its pattern: the size of its tile (px) and what is on it."""

    colour: str
    ink: str
    tile: tuple[int, int]
    drawn: str


SILKS: Mapping[str, Silk] = {
    "A": Silk(
        "#f6c324",
        INK,
        (12, 12),
        f'<circle cx="3" cy="3" r="2.5" fill="{INK}"/><circle cx="9" cy="9" r="2.5" fill="{INK}"/>',
    ),
    "B": Silk(
        "#e8761b", INK, (14, 14), f'<path d="M0 0l14 14M14 0L0 14" stroke="{INK}" stroke-width="2.6"/>'
    ),
    "C": Silk("#c8202f", "#fff", (12, 16), '<path d="M6 1l4.500 7L6 15 1.500 8Z" fill="#fff"/>'),
    "D": Silk("#1e7a3c", "#fff", (8, 8), '<rect width="3.600" height="8" fill="#fff"/>'),
    "E": Silk(
        "#1450a8",
        "#fff",
        (14, 10),
        '<path d="M-1 8l8-6 8 6" fill="none" stroke="#fff" stroke-width="2.800"/>',
    ),
    "F": Silk(
        "#6b2c91",
        "#fff",
        (16, 16),
        '<path d="M8 1.500l1.900 4.400 4.700.4-3.600 3.100 1.100 4.600L8 11.500 3.900 14 5 9.400 1.400 6.300'
        'l4.700-.4Z"'
        ' fill="#fff"/>',
    ),
}


def patterns() -> str:
    """The patterns that every drawing of a page fills silks with: one hidden SVG a page."""
    tiles = "".join(
        f'<pattern id="silk-{letter}" width="{silk.tile[0]}" height="{silk.tile[1]}" patternUnits="userSpaceOnUse">'
        f'<rect width="{silk.tile[0]}" height="{silk.tile[1]}" fill="{silk.colour}"/>{silk.drawn}</pattern>'
        for letter, silk in SILKS.items()
    )
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>{tiles}</defs></svg>'


def disc(letter: str, x: float, y: float, radius: float) -> str:
    """A horse from above: its letter on its colour, its silk as the rim (units of the drawing)."""
    silk = SILKS[letter]
    place = f'cx="{number(x)}" cy="{number(y)}"'
    return (
        f'<circle {place} r="{number(radius)}" fill="url(#silk-{letter})"/>'
        f'<circle {place} r="{number(radius)}" fill="none" stroke="{INK}" stroke-width="1.6"/>'
        f'<circle {place} r="{number(radius * 0.72)}" fill="{silk.colour}"/>'
        + text(
            letter, x, y + radius * 0.43, radius * 1.24, text_anchor="middle", font_weight=800, fill=silk.ink
        )
    )


def token(letter: str, size: int = 48) -> str:
    """A horse's silk as a picture of its own among HTML (px)."""
    box = attributes(width=size, height=size)
    return f'<svg class="silk"{box} viewBox="0 0 48 48" aria-hidden="true">{disc(letter, 24, 24, 23)}</svg>'
