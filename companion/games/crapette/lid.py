"""The box of Crapette. "Crapette" is outlined from Shrikhand (Jonny Pinhorn), a font under the
SIL Open Font License, in ``lettering.svg``.
"""

from __future__ import annotations

from companion.box import Box
from companion.drawing.bursts import rays, star
from companion.drawing.cards import card
from companion.drawing.lids import WHITE, ground, word
from companion.drawing.svg import INK


def _lid(language: str) -> str:
    fan = "".join(
        f'<g transform="rotate({angle} 115 344) translate(73 150)">{card(face, 0, 0, 84, 124, language)}</g>'
        for face, angle in (("KS", -27), ("QH", -9), ("JC", 9), ("10D", 27))
    )
    return (
        ground("#123f2c")
        + f'<path d="{rays(115, 210, 300, 14)}" fill="#1a5a3f"/>'
        + fan
        + f'<path transform="translate(0 62)" d="{star(115, 0, 98, 112, 22, 0.42)}" fill="#c8202f"'
        + f' stroke="{INK}" stroke-width="4" stroke-linejoin="round"/>'
        + word("l-crapette-cri", 24, 32, 182, 62, WHITE, edge=14)
    )


BOX = Box(lid=_lid, lettering="l-crapette", place=4)
