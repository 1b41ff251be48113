"""A die with pips, seen from above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.drawing.svg import INK, attributes, rect

DIE_GROUND = "#fffdf6"
"""What every die is made of."""

_PIPS: Mapping[int, Sequence[tuple[int, int]]] = {
    1: ((50, 50),),
    2: ((28, 28), (72, 72)),
    3: ((26, 26), (50, 50), (74, 74)),
    4: ((28, 28), (72, 28), (28, 72), (72, 72)),
    5: ((27, 27), (73, 27), (50, 50), (27, 73), (73, 73)),
    6: ((28, 24), (28, 50), (28, 76), (72, 24), (72, 50), (72, 76)),
}


def die_face(rim: str = INK, width: float = 3) -> str:
    """An empty face with its rim (100 by 100 units)."""
    return rect(3, 3, 94, 94, 20, fill=DIE_GROUND, stroke=rim, stroke_width=width)


def die_pips(value: int) -> str:
    """The pips of a face (100 by 100 units)."""
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="9.5"/>' for x, y in _PIPS[value])
    return f'<g fill="{INK}">{dots}</g>'


def die_picture(drawn: str, size: int, label: str | None) -> str:
    """A die as a picture of its own (px); ``label`` is read out in its place, None: nothing is."""
    said = attributes(role="img", aria_label=label) if label else ' aria-hidden="true"'
    return f'<svg class="die" width="{size}" height="{size}" viewBox="0 0 100 100"{said}>{drawn}</svg>'
