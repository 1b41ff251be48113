"""What the plots of the benches share: their sheet, their colours, and lines through places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import escape

from companion.drawing.svg import INK, attributes, number, rect, text

GROUND, GRID, QUIET = "#fff", "#b9c6b8", "#45564c"
BLUE, GREEN, RED, BROWN = "#123c86", "#14693a", "#b3141f", "#8a5200"
MIDDLE: Mapping[str, str] = {"fill": INK, "text_anchor": "middle"}
"""Words centred on their place, such as the name of an axis."""
END: Mapping[str, str] = {"fill": QUIET, "text_anchor": "end"}
"""Words that end at their place, such as the numbers beside an axis."""


def sheet(title: str, under: str, size: tuple[int, int], parts: Iterable[str]) -> str:
    """A plot as a whole SVG file of a size (width, height) in units of the drawing: title, a line under it, parts."""
    width, height = size
    drawn = (
        rect(0, 0, width, height, 14, fill=GROUND),
        text(title, 32, 42, 19, fill=INK, font_weight=700),
        text(under, 32, 64, 14, fill=QUIET),
        *parts,
    )
    head = attributes(
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        font_family="Bricolage Grotesque, Noto Sans, system-ui, sans-serif",
        role="img",
        aria_label=title,
    )
    return f"<svg{head}>\n" + "\n".join(drawn) + "\n</svg>\n"


def stroke(
    places: Sequence[tuple[float, float]], colour: str, width: float, dashes: str | None = None
) -> str:
    """A line through places (x, y) in units of the drawing."""
    shown = " ".join(f"{number(x)},{number(y)}" for x, y in places)
    drawn_as = attributes(fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dashes)
    return f'<polyline points="{shown}"{drawn_as}/>'


def dot(place: tuple[float, float], radius: float, colour: str, told: str) -> str:
    """A measured point (x, y) in units of the drawing, that tells its numbers to a pointer resting on it."""
    circle = attributes(cx=place[0], cy=place[1], r=radius, fill=colour)
    return f"<circle{circle}><title>{escape(told)}</title></circle>"
