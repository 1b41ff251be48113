"""The box of Change Horses. "Change Horses !" is outlined from Rye (Nicole Fally), a font under the
SIL Open Font License, in ``lettering.svg``.
"""

from __future__ import annotations

from companion.box import Box
from companion.drawing.lids import WHITE, ground, word
from companion.drawing.svg import use


def _lid(language: str) -> str:
    return (
        ground("#4a2378")
        + '<circle cx="115" cy="208" r="92" fill="#f6c324"/>'
        + '<path d="M0 286q60-16 115-6t115-8v72H0Z" fill="#2c6b3a"/>'
        + '<g transform="translate(228 136) scale(-1 1)">'
        + use("gallop", 0, 0, 196, 106, color=WHITE)
        + use("jockey", 0, 0, 196, 106, class_="silk-red")
        + "</g>"
        + use("gallop", 14, 214, 204, 110, color="#6b3a1c")
        + use("jockey", 14, 214, 204, 110, class_="silk-blue")
        + use("carrot", 170, 286, 50, 50)
        + word("l-change", 22, 22, 186, 48, "#f6c324")
        + word("l-horses", 22, 76, 186, 46, WHITE)
    )


BOX = Box(lid=_lid, lettering="l-changehorses", place=5, letter="H", horses=True)
