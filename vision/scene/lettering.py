"""What letters and figures of a deck are drawn with: strokes always, type faces where a training brings them."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from vision.scene.arrays import ByteArray
from vision.scene.glyphs import GlyphStyle, drawn_text, random_glyph_style


class Lettering(Protocol):
    """Draws short texts in one type; equal letterings draw the same."""

    def text(self, characters: str) -> ByteArray:
        """Return the coverage of a text, uint8 (height, width), about 128 px high, nothing around it."""


class StrokeLettering:
    """A type made of strokes, the same on every machine."""

    def __init__(self, style: GlyphStyle) -> None:
        self.style = style

    @staticmethod
    def of_seed(seed: int) -> StrokeLettering:
        """Return one of the types that ``random_glyph_style`` knows."""
        return StrokeLettering(random_glyph_style(seed))

    def text(self, characters: str) -> ByteArray:
        """Return the coverage of a text; raises ValueError on a character that has no strokes."""
        return _drawn(characters, self.style)


@lru_cache(maxsize=2048)
def _drawn(characters: str, style: GlyphStyle) -> ByteArray:
    picture = drawn_text(characters, style).copy()
    picture.setflags(write=False)
    return picture
