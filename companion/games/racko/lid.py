"""The box of Racko. "RACKO" is outlined from Chango (Fontstage), a font under the
SIL Open Font License, in ``lettering.svg``.
"""

from __future__ import annotations

from companion.box import Box
from companion.drawing.lids import IVORY, WHITE, ground, word
from companion.drawing.svg import GOLD, INK, rect, text


def _lid(language: str) -> str:
    rust = "#a83c0c"
    cards = ((56, 134, 126), (38, 104, 164), (23, 74, 202), (17, 44, 240), (4, 14, 278))
    rack = ""
    for place, (value, x, y) in enumerate(cards):
        rack += (
            f'<g transform="translate({x - 4} {y - 16})">'
            + rect(0, 0, 90, 118, 12, fill=GOLD if place % 2 else IVORY, stroke=INK, stroke_width=3)
            + rect(9, 38, 72, 4, fill=rust)
            + text(
                str(value), 22 if value < 10 else 28, 33, 31, text_anchor="middle", font_weight=800, fill=INK
            )
            + "</g>"
        )
    return (
        ground(rust)
        + '<path d="M-10 344A130 130 0 0 1 240 344" fill="none" stroke="#c95a1c" stroke-width="70"/>'
        + rack
        + '<path d="M0 300h230v44H0Z" fill="#0f5c66"/><path d="M0 300h230v6H0Z" fill="#16241d"/>'
        + word("l-racko", 14, 26, 202, 66, WHITE, edge=12)
    )


BOX = Box(lid=_lid, lettering="l-racko", place=3)
