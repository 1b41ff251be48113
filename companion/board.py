"""A game's printed board, whose squares a family taps on a photograph: what they are, and what makes it whole.

Positions are mm on the table. Each game with a board has its own ``board.py``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Protocol

from companion.languages import Phrase


class Place(Protocol):
    """A place on the table."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...


class Tapped(Protocol):
    """A square that was tapped: its kind, and where it is."""

    @property
    def kind(self) -> str: ...
    @property
    def at(self) -> Place: ...


class Squares(Protocol):
    """The squares tapped so far; those of a line are counted in their order."""

    @property
    def names(self) -> tuple[str, ...]: ...
    def line(self, line: str) -> Sequence[Tapped]: ...
    def counted(self) -> Sequence[tuple[str, int]]: ...


class Area(Protocol):
    """The zone in which the board lies."""

    @property
    def left(self) -> float: ...
    @property
    def top(self) -> float: ...
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Fault:
    """What keeps a board from being whole: a code and the squares' ids. A ``question`` may be right as it is."""

    code: str
    squares: tuple[str, ...] = ()
    question: bool = False


@dataclass(frozen=True, slots=True)
class PrintedSquare:
    """A square of a printed board: its kind, the place of its middle, its width."""

    kind: str
    x: float
    y: float
    width: float


def no_groups(squares: Squares) -> Mapping[str, tuple[str, ...]]:
    """``groups`` of a board each of whose squares is a zone of its own."""
    return {}


def watched_alone(square: str) -> str | None:
    """``watched_in`` of a board whose squares are large enough for hands to be followed over each."""
    return None


@dataclass(frozen=True, slots=True)
class Board:
    """What a game's board has.

    - ``kinds`` maps each kind of square to the line it belongs to; ``zone`` is the plan's zone with the board.
    - ``names(squares)``: the id of every square, in the order of the taps; ``groups``: zones of several squares.
    - ``check(squares)``: what keeps the board from being whole; ``profile(squares)``: the keys of the game's profile
      that a whole board tells. ``wholly``: nothing else has to be counted.
    - ``to_tap`` says which squares are tapped first, and in which order.
    - ``one_place``: pairs of lines that may share printed squares.
    - ``watched_in(square)``: the name of the group with which hands are followed over a square that is too small for
      that, None for one that is large enough.
    - ``pieces``: what the game calls the piece of a colour, where the box says it; a piece of any other colour is
      called as what stands where it is seen first.
    - ``lanes``: zones each of which tells on which square a piece of its own stands, and the colour of that piece, in
      the order of the box; squares are then no zones of their own.
    - ``printed(area, edition)``: a board of other lengths than the game's own, for the simulated table; every edition
      is laid out otherwise, as the rules let it, and None is the one that always lies there.
    """

    kinds: Mapping[str, str]
    names: Callable[[Squares], tuple[str, ...]]
    check: Callable[[Squares], Iterable[Fault]]
    profile: Callable[[Squares], Mapping[str, Any]]
    to_tap: Phrase
    printed: Callable[[Area, int | None], Iterator[PrintedSquare]]
    zone: str = "track"
    groups: Callable[[Squares], Mapping[str, tuple[str, ...]]] = no_groups
    one_place: tuple[frozenset[str], ...] = ()
    watched_in: Callable[[str], str | None] = watched_alone
    wholly: bool = False
    pieces: Mapping[str, str] = field(default_factory=dict)
    lanes: Mapping[str, str] = field(default_factory=dict)


def runs(squares: Squares, line: str, kind: str) -> list[list[int]]:
    """The numbers (from 1) of the squares of one kind on a line, those that follow each other together."""
    numbered = enumerate(squares.line(line), start=1)
    return [
        [number for number, _ in run]
        for own, run in groupby(numbered, key=lambda place: place[1].kind == kind)
        if own
    ]


def inside(area: Area, margin: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what lies that far inside an area."""
    right, bottom = area.left + area.width, area.top + area.height
    return area.left + margin, area.top + margin, right - margin, bottom - margin


def oval(area: Area, count: int, margin: float) -> list[tuple[float, float]]:
    """``count`` places round the board, anticlockwise from its right-hand end."""
    left, top, right, bottom = inside(area, margin)
    angles = [2 * math.pi * step / count for step in range(count)]
    return [
        (
            (left + right) / 2 + (right - left) / 2 * math.cos(angle),
            (top + bottom) / 2 - (bottom - top) / 2 * math.sin(angle),
        )
        for angle in angles
    ]
