"""SVG primitives: text in, SVG text out. No inline style: pages forbid it, so colours are attributes."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from xml.sax.saxutils import escape, quoteattr

_once = lru_cache(2_048, typed=True)
"""Of the hundreds of pieces of a board nearly all look as they did before the last move; more are not kept, or a box
that runs for days would hold those of all its games."""
INK = "#16241d"
GOLD = "#ffc72c"


@_once
def number(value: float) -> str:
    """A coordinate with at most one decimal and no needless zeros: 12, 12.5."""
    if not value:
        return "0"  # minus nought is the same key to the cache
    return f"{value:.1f}".rstrip("0").rstrip(".")


@_once
def attributes(**values: object) -> str:
    """Attributes ready to stand in a tag: ``stroke_width=2`` gives `` stroke-width="2"``; None is left out."""
    written = ""
    for name, value in values.items():
        if value is not None:
            shown = number(value) if isinstance(value, float) else str(value)
            written += f" {name.rstrip('_').replace('_', '-')}={quoteattr(shown)}"
    return written


@_once
def use(symbol: str, x: float, y: float, width: float, height: float, **values: object) -> str:
    """A symbol of the sprite at a place of the drawing (units of the drawing)."""
    box = attributes(x=float(x), y=float(y), width=float(width), height=float(height))
    return f'<use href="#{symbol}"{box}{attributes(**values)}/>'


def icon(symbol: str, width: float = 24, height: float | None = None, **values: object) -> str:
    """A symbol of the sprite as a picture of its own among HTML, hidden from screen readers (px)."""
    size = attributes(width=float(width), height=float(height if height is not None else width))
    return f'<svg{size} aria-hidden="true"{attributes(**values)}><use href="#{symbol}"/></svg>'


@_once
def text(content: str, x: float, y: float, size: float, **values: object) -> str:
    """A line of text; ``content`` is escaped. ``size`` is the font size in units of the drawing."""
    place = attributes(x=float(x), y=float(y), font_size=float(size))
    return f"<text{place}{attributes(**values)}>{escape(content)}</text>"


@_once
def rect(x: float, y: float, width: float, height: float, radius: float = 0, **values: object) -> str:
    """A rectangle with rounded corners (units of the drawing)."""
    box = attributes(x=float(x), y=float(y), width=float(width), height=float(height), rx=float(radius))
    return f"<rect{box}{attributes(**values)}/>"


def arrow(
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    *,
    bend: float = 0,
    width: float = 11,
    colour: str = GOLD,
    class_: str | None = None,
) -> str:
    """A bent arrow with a dark edge from (x1, y1) to its point at (x2, y2); ``bend`` pushes it sideways.

    ``class_`` is that of its coloured shaft.
    """
    dx, dy = x2 - x1, y2 - y1
    length = hypot(dx, dy) or 1.0
    control_x, control_y = (x1 + x2) / 2 - dy / length * bend, (y1 + y2) / 2 + dx / length * bend
    last_x, last_y = x2 - control_x, y2 - control_y
    last = hypot(last_x, last_y) or 1.0
    ux, uy = last_x / last, last_y / last
    neck_x, neck_y = x2 - ux * width * 2, y2 - uy * width * 2
    side_x, side_y = -uy * width * 1.55, ux * width * 1.55
    body = f"M{number(x1)} {number(y1)}Q{number(control_x)} {number(control_y)} {number(neck_x)} {number(neck_y)}"
    head = (
        f"M{number(neck_x + side_x)} {number(neck_y + side_y)}L{number(x2)} {number(y2)}"
        f"L{number(neck_x - side_x)} {number(neck_y - side_y)}Z"
    )
    edge = 'fill="none" stroke-linecap="round"'
    return (
        f'<path d="{body}" {edge} stroke="{INK}" stroke-width="{number(width + 7)}"/>'
        f'<path d="{head}" fill="{INK}" stroke="{INK}" stroke-width="7" stroke-linejoin="round"/>'
        f'<path d="{body}" {edge} stroke="{colour}" stroke-width="{number(width)}"{attributes(class_=class_)}/>'
        f'<path d="{head}" fill="{colour}"/>'
    )


def bar(share: float, label: str, width: int = 56, height: int = 14) -> str:
    """A little level meter: ``share`` in 0..1 (px); ``label`` is read out in its place, nothing where it is empty."""
    full = max(0.0, min(1.0, share)) * width
    read_out = ' role="img"' + attributes(aria_label=label) if label else ' aria-hidden="true"'
    return (
        f'<svg class="bar" width="{width}" height="{height}" viewBox="0 0 {width} {height}"{read_out}>'
        + rect(0, 0, width, height, height / 2, class_="bar-ground")
        + rect(0, 0, full, height, height / 2, class_="bar-level")
        + "</svg>"
    )
