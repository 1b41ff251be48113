"""The silks of the six horses: their colours by letter, and what wears them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.drawing import silks
from companion.drawing.silks import Silk
from companion.games.change_horses.course import SILKS as COLOURS

SILKS: Mapping[str, Silk] = {letter: silks.SILKS[colour] for letter, colour in COLOURS.items()}


def filling(letter: str) -> str:
    """What a shape is filled with to wear a horse's silk."""
    return silks.filling(COLOURS[letter])


def patterns() -> str:
    """The patterns that every drawing of a page fills silks with: one hidden SVG a page."""
    return silks.patterns(COLOURS.values())


def disc(letter: str, x: float, y: float, radius: float) -> str:
    """A horse from above: its letter on its colour, its silk as the rim (units of the drawing)."""
    return silks.disc(COLOURS[letter], letter, x, y, radius)


def token(letter: str, size: int = 48) -> str:
    """A horse's silk as a picture of its own among HTML (px)."""
    return silks.token("silk", size, disc(letter, size / 2, size / 2, size * 23 / 48))
