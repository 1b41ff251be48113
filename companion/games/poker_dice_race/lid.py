"""The box of Dadamax. "Dadamax" is outlined from Limelight (Sorkin Type Co), a font under the
SIL Open Font License, in ``lettering.svg``.
"""

from __future__ import annotations

from companion.box import Box
from companion.drawing.cards import rank_letter
from companion.drawing.lids import IVORY, ground, word
from companion.drawing.svg import rect, text, use


def _lid(language: str) -> str:
    gold = "#e8b04b"
    return (
        ground("#5d1230")
        + rect(10, 10, 210, 324, fill="none", stroke=gold, stroke_width=3)
        + rect(16, 16, 198, 312, fill="none", stroke=gold, stroke_width=1.5)
        + word("l-dadamax", 26, 38, 178, 46, "#f0c46a")
        + use("head", 62, 92, 142, 168, color=gold, class_="mane-wine")
        + '<g transform="translate(28 190) rotate(-9)">'
        + rect(0, 0, 96, 96, 18, fill=IVORY, stroke="#16181d", stroke_width=4)
        + use("sS", 20, 16, 56, 62, color="#16181d")
        + '</g><g transform="translate(120 222) rotate(10)">'
        + rect(0, 0, 82, 82, 16, fill=IVORY, stroke="#16181d", stroke_width=4)
        + text(rank_letter("KS", language), 41, 62, 60, text_anchor="middle", font_weight=800, fill="#b3141f")
        + "</g>"
    )


BOX = Box(lid=_lid, lettering="l-dadamax", place=2, horses=True)
