"""What is drawn over a picture of cards: the outline of each, and its name.

The drawing is a thousand units wide, whatever the picture's size is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDTH = 1000
_LETTER, _BESIDE = 22.0, 26.0
"""About how wide a letter of a label is, and what is beside the letters."""
_LABEL_HIGH = 56.0


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card: its outline (the points of a polygon, or of a round one the middle, half-axes and turn of an ellipse),
    the classes of the style sheet, and where its label lies.
    """

    number: int
    points: str
    ellipse: tuple[float, float, float, float, float] | None
    classes: str
    label: str
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class CardsPicture:
    """All of it."""

    height: int
    cards: Sequence[DrawnCard]
    corners: Sequence[tuple[float, float]]
    """Those that were tapped so far."""


def cards_picture(
    state: Mapping[str, Any], chosen: int | None, sign: Callable[[str], str]
) -> CardsPicture | None:
    """Make the drawing over the state's picture; None while there is none. ``chosen`` is the number of a card,
    ``sign`` gives a card's label in a few letters.
    """
    picture = state["picture"]
    if picture is None:
        return None
    cards, high = [], round(WIDTH * picture["height"] / picture["width"])
    for number, one in enumerate(state["found"]):
        corners = [(round(x * WIDTH, 1), round(y * WIDTH, 1)) for x, y in one["corners"]]
        x = sum(corner[0] for corner in corners) / len(corners)
        lower = max(corner[1] for corner in corners)
        classes = ["card"]
        if state["taken"]:
            classes += ["no-card"] if not one["card"] else ["unnamed"] if one["label"] is None else ["named"]
            classes += ["odd"] if one["alike"] or one["doubted"] or one["crooked"] or one["unread"] else []
        classes += ["chosen"] if number == chosen else []
        text = sign(one["label"]) if one["label"] else "?" if state["taken"] and one["card"] else ""
        cards.append(
            DrawnCard(
                number,
                " ".join(f"{across},{down}" for across, down in corners),
                _ellipse(corners) if one["round"] else None,
                " ".join(classes),
                text,
                round(x, 1),
                # On the card's lower edge: what is printed stays to be seen.
                round(min(lower, high - _LABEL_HIGH / 2), 1),
                round(len(text) * _LETTER + _BESIDE, 1),
            )
        )
    tapped = (state["drawing"] or {"corners": ()})["corners"]
    return CardsPicture(high, cards, [(round(x * WIDTH, 1), round(y * WIDTH, 1)) for x, y in tapped])


def _ellipse(corners: Sequence[tuple[float, float]]) -> tuple[float, float, float, float, float]:
    """The middle, half-axes and turn (degrees) of the ellipse in a rectangle."""
    (ax, ay), (bx, by), (_, _), (dx, dy) = corners
    x, y = (sum(axis) / 4 for axis in zip(*corners, strict=True))
    across, down = math.hypot(bx - ax, by - ay) / 2, math.hypot(dx - ax, dy - ay) / 2
    turn = math.degrees(math.atan2(by - ay, bx - ax))
    return round(x, 1), round(y, 1), round(across, 1), round(down, 1), round(turn, 1)
