"""What is drawn over the photograph of a board: a numbered dot on every tapped square, and the way of each line.

The drawing is a thousand units wide, whatever the board's size is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDTH = 1000
DOT_MM = 4.0


@dataclass(frozen=True, slots=True)
class Dot:
    """A tapped square: where it is drawn, and the classes of the style sheet."""

    x: float
    y: float
    label: int
    kind: str
    classes: str


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """All of it; ``radius`` is that of a dot, ``ways`` are the points of each line in order."""

    height: int
    radius: float
    dots: Sequence[Dot]
    ways: Sequence[str]


def board_picture(state: Mapping[str, Any], square: int | None) -> BoardPicture | None:
    """Make the drawing over the state's photograph; None while there is none. ``square`` is the chosen one."""
    picture = state["picture"]
    if picture is None:
        return None
    scale = WIDTH / picture["width"]
    wrong = {number for fault in state["faults"] for number in fault["taps"]}
    dots, lines = [], dict[str, list[str]]()
    last = {tap["line"]: number for number, tap in enumerate(state["taps"])}
    for number, tap in enumerate(state["taps"]):
        x, y = round((tap["x"] - picture["left"]) * scale, 1), round((tap["y"] - picture["top"]) * scale, 1)
        lines.setdefault(tap["line"], []).append(f"{x},{y}")
        classes = ["dot", kind_class(tap["kind"])]
        classes += ["wrong"] if number in wrong else []
        classes += ["chosen"] if number == square else []
        # In a small picture only some numbers have room; lanes lie side by side.
        beside = tap["line"].startswith("lane_") and tap["kind"] != state["kind"]
        some = tap["number"] % 5 == 0 or number == last[tap["line"]]
        classes += ["main"] if some and not beside else []
        dots.append(Dot(x, y, tap["number"], tap["kind"], " ".join(classes)))
    height = round(picture["height"] * scale)
    return BoardPicture(height, round(DOT_MM * scale, 1), dots, [" ".join(way) for way in lines.values()])


def kind_class(kind: str) -> str:
    """The class of a kind of square: lanes are told apart by their numbers, and alternate in colour."""
    lane = kind.removeprefix("lane_")
    return f"kind-lane{int(lane) % 2}" if lane.isdecimal() else f"kind-{kind}"
