"""A printed board digitised by tapping its squares, in order, on a rectified photograph of the table.

    drawing = BoardDrawing.begin(form)                 # each game with a board has a form
    drawing = drawing.choose("green").tap(point).tap(point)
    drawing = drawing.fill(point, between=6)           # a straight stretch: six squares evenly, then this one
    drawing = drawing.undo()
    faults(drawing)                                    # codes: what is wrong, what looks odd
    digitised(drawing, profile, validate, zone)        # the game's profile, and where its squares lie

A drawing is immutable; every change keeps the one before, so that ``undo`` takes back any of them. Positions are mm
on the table. What a board's kinds of squares are and what makes it whole is the game's form.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from statistics import median
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.boards.squares import SquareMap, with_radii
from calibration.geometry import Point
from calibration.zones import Millimetres, PlannedZone

LEAST_APART_MM = 8.0
"""No printed square that a pawn stands on is smaller: two taps nearer than this hit the same one."""
GAP = 1.7
"""A step so many times longer than the others of its line: a square was left out, perhaps."""
_FEWEST_STEPS = 3
MOST_TAPS = 300
MOST_BETWEEN = 60
_LOW_MM, _HIGH_MM = -500.0, 5000.0


class BoardRefused(ValueError):
    """A change that cannot be made, or a board that is not whole; ``code`` is a word of the page.

    ``squares`` are the ids it is about. Codes: ``no_such_place``, ``no_such_kind``, ``no_such_tap``, ``other_line``,
    ``nothing_before``, ``too_many``, ``bad_stretch``, and those of ``BoardFault``.
    """

    def __init__(self, code: str, squares: Sequence[str] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.squares = tuple(squares)


@dataclass(frozen=True, slots=True)
class BoardFault:
    """Something wrong with a drawing: a code, and the ids of the squares.

    For every game: ``too_near`` (two taps on one square), ``gap`` (was a square left out?) and ``off_board``; the
    others are those of the game. A ``question`` may be right as it is; anything else may not.
    """

    code: str
    squares: tuple[str, ...] = ()
    question: bool = False


@dataclass(frozen=True, slots=True)
class Tap:
    """One tapped square: its kind and its centre, mm."""

    kind: str
    at: Point


@dataclass(frozen=True, slots=True)
class BoardForm:
    """What a game's board has.

    ``kinds`` maps each kind of square to the line it belongs to: the taps of a line are counted in their order.
    ``zone`` is the plan's zone with the board. ``one_place`` are pairs of lines that may share printed squares.
    """

    game: str
    zone: str
    kinds: Mapping[str, str]
    names: Callable[[BoardDrawing], tuple[str, ...]]
    """The id of every tap, in the order of the taps."""
    check: Callable[[BoardDrawing], Iterable[BoardFault]]
    """What keeps the board from being whole."""
    profile: Callable[[BoardDrawing], Mapping[str, Any]]
    """The keys of the game's profile that the board tells, for a drawing without faults."""
    groups: Callable[[BoardDrawing], Mapping[str, tuple[str, ...]]] = lambda drawing: {}
    one_place: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """The squares tapped so far, and the ``kind`` of the next one. Two are equal if these are."""

    form: BoardForm
    taps: tuple[Tap, ...]
    kind: str
    before: BoardDrawing | None = field(default=None, compare=False, repr=False)

    @classmethod
    def begin(cls, form: BoardForm) -> Self:
        """An empty board; the first kind of its form is chosen."""
        return cls(form, (), next(iter(form.kinds)))

    # ------------------------------------------------------------ taps

    def choose(self, kind: str) -> BoardDrawing:
        """Tap squares of another kind from now on. Raises BoardRefused."""
        if kind not in self.form.kinds:
            raise BoardRefused("no_such_kind")
        return BoardDrawing(self.form, self.taps, kind, self.before)

    def tap(self, at: Point) -> BoardDrawing:
        """Add the next square of the chosen kind. Raises BoardRefused."""
        return self.replaced((*self.taps, Tap(self.kind, at)))

    def fill(self, to: Point, between: int) -> BoardDrawing:
        """Add ``between`` squares evenly from the last one of the line to ``to`` (mm), and that one; undone at once.

        Raises BoardRefused where the line has no square yet.
        """
        own = self.line(self.form.kinds[self.kind])
        if not own:
            raise BoardRefused("nothing_before")
        if not 1 <= between <= MOST_BETWEEN:
            raise BoardRefused("bad_stretch")
        return self.replaced(
            (*self.taps, *(Tap(self.kind, at) for at in evenly(own[-1].at, to, between)), Tap(self.kind, to))
        )

    def undo(self) -> BoardDrawing:
        """Take back the last change; an empty board stays empty."""
        return self if self.before is None else self.before

    # ------------------------------------------------------------ corrections

    def nearest(self, at: Point, within_mm: float = math.inf) -> int | None:
        """Return the number of the tap nearest to a place, for correcting; None if none is near enough."""
        ways = [_way(tap.at, at) for tap in self.taps]
        near = min(range(len(ways)), key=ways.__getitem__, default=None)
        return near if near is not None and ways[near] <= within_mm else None

    def moved(self, number: int, at: Point) -> BoardDrawing:
        """Put one square elsewhere. Raises BoardRefused."""
        return self._with(number, Tap(self._tap(number).kind, at))

    def recoloured(self, number: int, kind: str) -> BoardDrawing:
        """Make one square another kind of the same line. Raises BoardRefused."""
        if kind not in self.form.kinds:
            raise BoardRefused("no_such_kind")
        tap = self._tap(number)
        if self.form.kinds[kind] != self.form.kinds[tap.kind]:
            raise BoardRefused("other_line", [self.names[number]])
        return self._with(number, Tap(kind, tap.at))

    def inserted(self, number: int, at: Point) -> BoardDrawing:
        """Put a square that was left out before another one, of its kind; those after it count one more."""
        kind = self._tap(number).kind
        return self.replaced((*self.taps[:number], Tap(kind, at), *self.taps[number:]))

    def removed(self, number: int) -> BoardDrawing:
        """Leave one square out; those after it count one less. Raises BoardRefused."""
        self._tap(number)
        return self.replaced((*self.taps[:number], *self.taps[number + 1 :]))

    def replaced(self, taps: tuple[Tap, ...]) -> BoardDrawing:
        """Return the drawing with other taps, as one change. Raises BoardRefused."""
        if len(taps) > MOST_TAPS:
            raise BoardRefused("too_many")
        for tap in taps:
            # A number that is none is not between two others, either.
            if not (_LOW_MM <= tap.at.x <= _HIGH_MM and _LOW_MM <= tap.at.y <= _HIGH_MM):
                raise BoardRefused("no_such_place")
        return BoardDrawing(self.form, taps, self.kind, self)

    # ------------------------------------------------------------ what was tapped

    @property
    def names(self) -> tuple[str, ...]:
        """The id of every tapped square, in the order of the taps."""
        return self.form.names(self)

    def line(self, name: str) -> tuple[Tap, ...]:
        """Return the taps of one line, in their order."""
        return tuple(tap for tap in self.taps if self.form.kinds[tap.kind] == name)

    def counted(self) -> tuple[tuple[str, int], ...]:
        """Return the line of every tap and its number within it, from 1."""
        so_far: dict[str, int] = {}
        places = []
        for tap in self.taps:
            line = self.form.kinds[tap.kind]
            so_far[line] = so_far.get(line, 0) + 1
            places.append((line, so_far[line]))
        return tuple(places)

    def _tap(self, number: int) -> Tap:
        if not 0 <= number < len(self.taps):
            raise BoardRefused("no_such_tap")
        return self.taps[number]

    def _with(self, number: int, tap: Tap) -> BoardDrawing:
        return self.replaced((*self.taps[:number], tap, *self.taps[number + 1 :]))


def evenly(begin: Point, end: Point, between: int) -> tuple[Point, ...]:
    """Return so many places between two (mm), at equal distances, without the two."""
    shares = (step / (between + 1) for step in range(1, between + 1))
    return tuple(
        Point(begin.x + share * (end.x - begin.x), begin.y + share * (end.y - begin.y)) for share in shares
    )


# ---------------------------------------------------------------- what is wrong


def faults(drawing: BoardDrawing, board: PlannedZone | None = None) -> tuple[BoardFault, ...]:
    """Say what is wrong with a drawing, and what looks odd; ``board`` is the zone that all squares must lie in."""
    found = [*_too_near(drawing), *_gaps(drawing)]
    if board is not None:
        outside = tuple(
            name for name, tap in zip(drawing.names, drawing.taps, strict=True) if not _lies_in(board, tap.at)
        )
        found += [BoardFault("off_board", outside)] if outside else []
    return (*found, *drawing.form.check(drawing))


def _too_near(drawing: BoardDrawing) -> Iterable[BoardFault]:
    lines = [drawing.form.kinds[tap.kind] for tap in drawing.taps]
    places = list(zip(drawing.names, lines, drawing.taps, strict=True))
    for (one, line, tap), (other, another, second) in combinations(places, 2):
        if _way(tap.at, second.at) < LEAST_APART_MM and {line, another} not in drawing.form.one_place:
            yield BoardFault("too_near", (one, other))


def _gaps(drawing: BoardDrawing) -> Iterable[BoardFault]:
    names, lines = drawing.names, drawing.counted()
    for line in dict.fromkeys(drawing.form.kinds.values()):
        own = [number for number, (of, _) in enumerate(lines) if of == line]
        steps = [_way(drawing.taps[one].at, drawing.taps[other].at) for one, other in pairwise(own)]
        if len(steps) < _FEWEST_STEPS:
            continue
        usual = median(steps)
        for (one, other), step in zip(pairwise(own), steps, strict=True):
            if step > GAP * usual:
                yield BoardFault("gap", (names[one], names[other]), question=True)


def _way(one: Point, other: Point) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


def _lies_in(board: PlannedZone, point: Point) -> bool:
    inside = board.left <= point.x <= board.left + board.width
    return inside and board.top <= point.y <= board.top + board.height


# ---------------------------------------------------------------- the result


@dataclass(frozen=True, slots=True)
class DigitisedBoard:
    """The game's profile with what the board tells, and where the board's squares lie."""

    profile: Mapping[str, Any]
    squares: SquareMap


def digitised(
    drawing: BoardDrawing,
    profile: Mapping[str, Any],
    validate: Callable[[Mapping[str, Any]], object],
    board: PlannedZone,
    *,
    provisional: bool | None = None,
) -> DigitisedBoard:
    """Make the profile and the squares of a whole drawing.

    What the board does not tell (the deck, a note) is taken from ``profile``, the family's or the game's own.
    ``provisional`` says whether anything is still to be counted; None leaves that as it is. ``validate`` is the
    game's own check of a profile: what it raises passes through. Raises BoardRefused with the first fault that is
    no question.
    """
    wrong = [fault for fault in faults(drawing, board) if not fault.question]
    if wrong:
        raise BoardRefused(wrong[0].code, wrong[0].squares)
    made = {**profile, **drawing.form.profile(drawing)}
    if provisional is not None:
        made["provisional"] = provisional
    validate(made)
    return DigitisedBoard(made, squares_of(drawing, board))


def squares_of(drawing: BoardDrawing, board: PlannedZone) -> SquareMap:
    """Return where the squares tapped so far lie, for showing them, too, before the board is whole."""
    centres = {name: tap.at for name, tap in zip(drawing.names, drawing.taps, strict=True)}
    return SquareMap(
        drawing.form.game,
        Point(board.left, board.top),
        with_radii(centres, same_place_mm=LEAST_APART_MM),
        drawing.form.groups(drawing),
    )


# ---------------------------------------------------------------- a drawing that is not finished


class _TapFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    kind: str
    x: Millimetres
    y: Millimetres


class _DrawingFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    game: str
    kind: str
    taps: Annotated[tuple[_TapFile, ...], Field(max_length=MOST_TAPS)]


def write_drawing(drawing: BoardDrawing) -> dict[str, Any]:
    """Write a drawing as JSON, for going on later; what was undone is not in it."""
    return {
        "game": drawing.form.game,
        "kind": drawing.kind,
        "taps": [{"kind": tap.kind, "x": tap.at.x, "y": tap.at.y} for tap in drawing.taps],
    }


def read_drawing(data: Mapping[str, Any], form: BoardForm) -> BoardDrawing:
    """Read a drawing again: every tap is a change that can be undone.

    Raises BoardRefused ``bad_drawing`` if it is none of this game's board.
    """
    try:
        file = _DrawingFile.model_validate(data)
    except ValidationError as error:
        raise BoardRefused("bad_drawing") from error
    kinds = {file.kind, *(tap.kind for tap in file.taps)}
    if file.game != form.game or not kinds <= set(form.kinds):
        raise BoardRefused("bad_drawing")
    drawing = BoardDrawing.begin(form)
    for tap in file.taps:
        drawing = drawing.choose(tap.kind).tap(Point(tap.x, tap.y))
    return drawing.choose(file.kind)
