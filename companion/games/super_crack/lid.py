"""The box of Super-Crack. "Super-Crack" and "Tiercé" are outlined from Alfa Slab One (JM Solé), a font under the
SIL Open Font License, in ``lettering.svg``.
"""

from __future__ import annotations

from companion.box import Box
from companion.drawing.bursts import rays
from companion.drawing.lids import WHITE, ground, word
from companion.drawing.svg import GOLD, use


def _lid(language: str) -> str:
    heads = (
        (96, 112, "#1450a8", "blue"),
        (58, 122, "#f6c324", "bay"),
        (22, 134, "#2f9a56", "green"),
        (-16, 148, WHITE, "ink"),
    )
    return (
        ground("#b5182a")
        + f'<path d="{rays(115, 250, 300, 16)}" fill="#d63a34"/>'
        + '<path d="M0 262h230v82H0Z" fill="#1e7a3c"/><path d="M0 262h230v9H0Z" fill="#fff"/>'
        + "".join(
            use("head", x, y, 130, 160, color=coat, class_=f"mane-{mane}") for x, y, coat, mane in heads
        )
        + '<path d="M0 300h230" stroke="#fff" stroke-width="9"/>'
        + '<path d="M20 296v48M92 296v48M164 296v48" stroke="#fff" stroke-width="9"/>'
        + word("l-super", 18, 20, 194, 58, WHITE, edge=10)
        + word("l-crack", 14, 76, 202, 60, GOLD, edge=10)
    )


BOX = Box(lid=_lid, lettering="l-supercrack", place=1, horses=True)
