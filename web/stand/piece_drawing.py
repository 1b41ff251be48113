"""What is drawn over a picture of a board: a ring on each square that matters, and the colour of its piece.

The drawing is a thousand units wide, whatever the board's size is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDTH = 1000
_LETTER, _BESIDE, _HIGH = 24.0, 12.0, 38.0
"""How wide a letter of a label is at most (on phones), what is beside the letters, and how high a label is."""
_LEAST_RING = 9.0


@dataclass(frozen=True, slots=True)
class DrawnSquare:
    """A square: where its ring is, the classes of the style sheet, and its label with the place of that."""

    number: int
    x: float
    y: float
    radius: float
    classes: str
    label: str
    label_x: float
    label_y: float


@dataclass(frozen=True, slots=True)
class PiecesPicture:
    """All of it."""

    height: int
    squares: Sequence[DrawnSquare]


def pieces_picture(
    state: Mapping[str, Any], chosen: int | None, named: Callable[[str], str]
) -> PiecesPicture | None:
    """Make the drawing over the state's picture; None while there is none. ``chosen`` is the number of a square,
    ``named`` tells what a colour is called.
    """
    picture = state["picture"]
    if picture is None:
        return None
    high = round(WIDTH * picture["height"] / picture["width"])
    squares = [
        _square(state, number, one, chosen, named, high) for number, one in enumerate(state["squares"])
    ]
    # What is asked about lies on top.
    return PiecesPicture(
        high, sorted(squares, key=lambda one: ("plain" not in one.classes, "odd" in one.classes))
    )


def _square(
    state: Mapping[str, Any],
    number: int,
    one: Mapping[str, Any],
    chosen: int | None,
    named: Callable[[str], str],
    high: int,
) -> DrawnSquare:
    taken = state["taken"]
    colour = one["piece"] if taken else one["asked"]
    classes, mark = ["square"], ""
    if colour:
        classes += ["piece", f"of-{colour}"]
        if not taken and state["compared"]:
            there = one["shows"] != "bare"
            classes += [] if there else ["missing"]
            mark = "✓" if there else ""
    else:
        classes += ["plain"]
    if (taken and one["doubt"]) or (
        not taken and state["pieces"] and not colour and one["shows"] == "something"
    ):
        classes += ["odd"]
        mark = "?"
    classes += ["chosen"] if number == chosen else []
    label = " ".join(part for part in (named(colour) if colour else "", mark) if part)
    radius = max(_LEAST_RING, one["r"] * WIDTH)
    width = len(label) * _LETTER + _BESIDE
    x, y = one["x"] * WIDTH, one["y"] * WIDTH
    below = y + radius + _HIGH / 2 + 4
    return DrawnSquare(
        number,
        round(x, 1),
        round(y, 1),
        round(radius, 1),
        " ".join(classes),
        label,
        round(min(max(x, width / 2), WIDTH - width / 2), 1),
        round(below if below + _HIGH / 2 < high else y - radius - _HIGH / 2 - 4, 1),
    )
