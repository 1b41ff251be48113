"""A bouquet of flowers as SVG, for whoever has won."""

from __future__ import annotations

from math import cos, pi, sin

from companion.drawing.svg import INK, attributes

FLOWERS = (
    (62, 74, 30, "#e4572e"),
    (118, 46, 34, "#ffc72c"),
    (176, 72, 30, "#e9e4f4"),
    (92, 122, 28, "#f3a0b5"),
    (150, 120, 28, "#5a8fe0"),
)
"""Middle, radius and colour of each, in units of the drawing (240 by 300)."""


def bouquet() -> str:
    """Five flowers in a paper cone (240 by 300)."""
    stems = "".join(
        f'<path d="M{x} {y}Q{(x + 120) / 2:g} {y + 70} 120 250" fill="none" stroke="#1e7a3c" stroke-width="9"/>'
        for x, y, _, _ in FLOWERS
    )
    paper = (
        f'<path d="M56 160L184 160L132 292L108 292Z" fill="#fffdf6" stroke="{INK}" stroke-width="6"/>'
        f'<path d="M92 214h56l-8 22h-40Z" fill="#c8202f" stroke="{INK}" stroke-width="5"/>'
    )
    size = attributes(width=240, height=300, viewBox="0 0 240 300", class_="bouquet", aria_hidden="true")
    return f"<svg{size}>{stems}{''.join(_flower(*one) for one in FLOWERS)}{paper}</svg>"


def _flower(x: float, y: float, radius: float, colour: str) -> str:
    petals = "".join(
        _circle(x + radius * 0.62 * cos(turn), y + radius * 0.62 * sin(turn), radius * 0.46, colour)
        for turn in (2 * pi * petal / 6 for petal in range(6))
    )
    return petals + _circle(x, y, radius * 0.4, "#5a3418")


def _circle(x: float, y: float, radius: float, colour: str) -> str:
    return f"<circle{attributes(cx=x, cy=y, r=radius, fill=colour, stroke=INK, stroke_width=4)}/>"
