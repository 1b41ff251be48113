"""What lids of boxes are drawn from; each game draws its own (``lid.py``)."""

from __future__ import annotations

from companion.drawing.svg import attributes, rect, use

WIDTH, HEIGHT = 230, 344
"""Of a lid, in units of its drawing."""
WHITE, IVORY = "#fff", "#fffdf6"


def ground(colour: str) -> str:
    """The whole lid in one colour."""
    return rect(0, 0, WIDTH, HEIGHT, 12, fill=colour)


def word(
    symbol: str, x: float, y: float, width: float, height: float, colour: str, *, edge: int | None = None
) -> str:
    """A piece of lettering in a box of its own, with a dark edge of ``edge`` units of the lettering."""
    place = attributes(x=float(x), y=float(y), width=float(width), height=float(height), color=colour)
    classes = attributes(class_=None if edge is None else f"edge-{edge}", overflow="visible")
    return f"<svg{place}{classes}>{use(symbol, 0, 0, width, height)}</svg>"
