"""What a loud word stands on, as the data of SVG paths: rays from a point, a star of many points."""

from __future__ import annotations

from math import cos, pi, sin

from companion.drawing.svg import number


def rays(x: float, y: float, radius: float, count: int) -> str:
    """Rays from a point: half of the round is theirs, half lies between them (units of the drawing)."""
    drawn = ""
    for ray in range(count):
        begin, end = 2 * pi * ray / count, 2 * pi * (ray + 0.5) / count
        drawn += (
            f"M{number(x)} {number(y)}L{number(x + radius * cos(begin))} {number(y + radius * sin(begin))}"
            f" {number(x + radius * cos(end))} {number(y + radius * sin(end))}Z"
        )
    return drawn


def star(x: float, y: float, inner: float, outer: float, points: int, flat: float) -> str:
    """A flattened star with the given number of points (units of the drawing)."""
    corners = []
    for corner in range(2 * points):
        angle, radius = pi * corner / points, inner if corner % 2 else outer
        corners.append(f"{number(x + radius * cos(angle))} {number(y + radius * flat * sin(angle))}")
    return "M" + "L".join(corners) + "Z"
