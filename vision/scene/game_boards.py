"""Boards of games with their pieces, each number another print: inks, shapes and sizes of squares, types, pieces.

Where the squares lie a game says; how they look is a plan: for each kind of square the ``inks`` that it may be
printed in, the ``grounds`` of the board, the ``forms`` of the pieces, and either the ``box`` of pieces (colour and
mark of each) or the ``colours`` among which ``pieces`` are chosen. ``numbered`` kinds of squares may bear numbers,
``dotted`` ones a dot; ``title`` is printed in the middle.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.scene.arrays import ByteArray
from vision.scene.lettering import StrokeLettering
from vision.scene.piece_boards import PX_PER_MM, Ink, PieceBoard, grained, near_ink
from vision.scene.standing_pieces import PieceForm

_PIECES: Mapping[str, Ink] = {
    "red": (45, 45, 190),
    "orange": (35, 120, 225),
    "yellow": (50, 195, 228),
    "green": (70, 130, 45),
    "blue": (180, 100, 40),
    "purple": (130, 50, 110),
    "black": (45, 42, 40),
    "white": (215, 225, 228),
}
_INKS: Mapping[str, Ink] = {
    "white": (228, 234, 236),
    "cream": (195, 222, 232),
    "grey": (172, 176, 178),
    "sand": (140, 190, 215),
    "brown": (70, 105, 150),
    "turf": (85, 145, 105),
    "pale green": (170, 210, 185),
    "dark green": (45, 85, 35),
    "green": (80, 150, 70),
    "blue": (185, 120, 60),
    "yellow": (80, 205, 235),
    "red": (60, 60, 200),
    "black": (55, 52, 50),
}
_SHAPES = ("disc", "box", "rounded")
_SEEN = (1920, 1440)
_BROADER = (1.0, 1.5)
"""How wide squares are printed, in shares of what the game says."""
_MOST_OF_THE_WAY = 0.92
_RADIUS = (0.3, 0.4)
"""How wide pieces are, in shares of the squares' width, where a plan says nothing else (``radius``)."""
_HIGH: Mapping[str, tuple[float, float]] = {"horse": (1.6, 2.6), "pawn": (1.6, 2.6), "counter": (0.2, 0.5)}
"""How high pieces are, in their radii."""


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A square of a game's board: its name, its kind, its middle from the board's corner and its width (mm), and how
    far its sides are turned (radians).
    """

    name: str
    kind: str
    x: float
    y: float
    width: float
    turn: float = 0.0


def print_board(
    name: str, plan: Mapping[str, Any], size: tuple[float, float], places: Sequence[BoardPlace], seed: int
) -> PieceBoard:
    """Print a board of ``size`` mm with its squares, and make its pieces, the same for the same seed.

    Raises KeyError where the plan lacks what it needs, or names an ink that there is not.
    """
    rng = np.random.default_rng([seed, 58])
    squares = {place.name: (place.x, place.y) for place in places}
    centres = np.array(list(squares.values()))
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    broader, shape = float(rng.uniform(*_BROADER)), str(rng.choice(_SHAPES))
    widths = np.minimum(
        broader * np.array([place.width for place in places]), _MOST_OF_THE_WAY * apart.min(axis=1)
    )
    picture = _printed(plan, size, places, widths, shape, rng)
    form = str(rng.choice(plan["forms"]))
    radius = float(rng.uniform(*plan.get("radius", _RADIUS)) * np.quantile(widths, 0.1))
    types = StrokeLettering.of_seed(int(rng.integers(1 << 16)))
    box, colours = _box(plan, types, rng)
    high = radius * float(rng.uniform(*_HIGH[form]))
    return PieceBoard(
        name,
        picture,
        size,
        squares,
        float(np.quantile(apart.min(axis=1), 0.1)),
        colours,
        PieceForm(form, radius, high, float(rng.uniform(0.0, 0.6))),
        box,
        _SEEN,
    )


def _box(
    plan: Mapping[str, Any], types: StrokeLettering, rng: np.random.Generator
) -> tuple[tuple[tuple[str, ByteArray | None], ...], dict[str, Ink]]:
    """The pieces with their marks, and their colours."""
    if "box" in plan:
        box = [(str(colour), str(mark)) for colour, mark in plan["box"]]
    else:
        box = [(str(colour), "") for colour in rng.permutation(plan["colours"])[: int(plan["pieces"])]]
    colours = {name: near_ink(_PIECES[name], rng, 12) for name in dict.fromkeys(colour for colour, _ in box)}
    return tuple((colour, _square(types.text(mark)) if mark else None) for colour, mark in box), colours


def _square(text: ByteArray) -> ByteArray:
    """A text in the middle of a square, uint8 coverage."""
    side = max(text.shape)
    mark = np.zeros((side, side), np.uint8)
    top, left = (side - text.shape[0]) // 2, (side - text.shape[1]) // 2
    mark[top : top + text.shape[0], left : left + text.shape[1]] = text
    return mark


def _printed(
    plan: Mapping[str, Any],
    size: tuple[float, float],
    places: Sequence[BoardPlace],
    widths: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    shape: str,
    rng: np.random.Generator,
) -> ByteArray:
    """What is printed, uint8 (h, w, 3) BGR of PX_PER_MM."""
    ground = near_ink(_INKS[str(rng.choice(plan["grounds"]))], rng, 18)
    picture = np.full((round(size[1] * PX_PER_MM), round(size[0] * PX_PER_MM), 3), ground, np.uint8)
    inks = {kind: near_ink(_INKS[str(rng.choice(names))], rng, 15) for kind, names in plan["inks"].items()}
    types = StrokeLettering.of_seed(int(rng.integers(1 << 16)))
    dark = near_ink((50, 50, 50), rng, 30)
    line = max(1, round(float(rng.uniform(0.3, 1.2)) * PX_PER_MM))
    _title(picture, types, str(plan["title"]), places, dark)
    counted: dict[str, int] = {}
    for place, width in zip(places, widths, strict=True):
        counted[place.kind] = counted.get(place.kind, 0) + 1
        middle, half = (place.x * PX_PER_MM, place.y * PX_PER_MM), width / 2 * PX_PER_MM
        cos, sin = math.cos(place.turn), math.sin(place.turn)
        turned = _outline(shape, half) @ np.array([[cos, sin], [-sin, cos]])
        outline = np.round((turned + middle) * 16).astype(np.int32)
        cv2.fillPoly(picture, [outline], inks[place.kind], cv2.LINE_AA, 4)
        cv2.polylines(picture, [outline], True, dark, line, cv2.LINE_AA, 4)
        if place.kind in plan.get("dotted", ()):
            radius = round(0.18 * width * PX_PER_MM)
            cv2.circle(picture, (round(middle[0]), round(middle[1])), radius, (40, 40, 40), -1, cv2.LINE_AA)
        if place.kind in plan.get("numbered", ()):
            _letters(picture, types.text(str(counted[place.kind])), middle, 0.7 * half, dark)
    return grained(picture, rng)


def _outline(shape: str, half: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """A square's outline about its middle, float64 (n, 2) px: what a superellipse of some power makes."""
    power = {"disc": 2.0, "rounded": 5.0, "box": 60.0}[shape]
    angles = np.linspace(0, 2 * math.pi, 64, endpoint=False) + math.pi / 64
    both = np.column_stack([np.cos(angles), np.sin(angles)])
    return np.asarray(
        half * both / (np.abs(both) ** power).sum(axis=1, keepdims=True) ** (1 / power), np.float64
    )


def _title(
    picture: ByteArray, types: StrokeLettering, title: str, places: Sequence[BoardPlace], ink: Ink
) -> None:
    """Print the title on the place of the board that is farthest from its squares."""
    high, wide = (side / PX_PER_MM for side in picture.shape[:2])
    xs, ys = np.meshgrid(np.linspace(0.2 * wide, 0.8 * wide, 25), np.linspace(0.1 * high, 0.9 * high, 25))
    centres = np.array([(place.x, place.y) for place in places])
    apart = np.hypot(xs[..., None] - centres[:, 0], ys[..., None] - centres[:, 1]).min(axis=-1)
    at = np.unravel_index(int(apart.argmax()), apart.shape)
    half = 0.9 * (float(apart[at]) - max(place.width for place in places) / 2)
    if half > 0:
        _letters(
            picture,
            types.text(title),
            (float(xs[at]) * PX_PER_MM, float(ys[at]) * PX_PER_MM),
            half * PX_PER_MM,
            ink,
        )


def _letters(picture: ByteArray, text: ByteArray, middle: tuple[float, float], half: float, ink: Ink) -> None:
    """Print a text that reaches so far (px) from its middle."""
    scale = 2 * half / max(text.shape)
    wide, high = (max(1, round(scale * side)) for side in text.shape[::-1])
    small = cv2.resize(text, (wide, high), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    top, left = round(middle[1] - high / 2), round(middle[0] - wide / 2)
    patch = picture[max(0, top) : top + high, max(0, left) : left + wide]
    small = small[max(0, -top) :, max(0, -left) :][: patch.shape[0], : patch.shape[1]]
    patch[:] = np.round(patch + (np.array(ink, np.float32) - patch) * small).astype(np.uint8)
