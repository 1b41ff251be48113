"""The race track of Super-Crack as SVG: sixteen lanes, the red zone, river, hedge, black dots, and the horses.

Any valid board fits. Units are px of the picture at its natural size; a horse stands where its nose is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.drawing.silks import SILKS
from companion.drawing.svg import GOLD, INK, attributes, number, rect, text, use
from companion.drawing.symbols import seat_animal
from companion.drawing.wrongly_lying import Sheet, Spot, marked
from companion.games.super_crack.captions import caption
from companion.games.super_crack.silks import length, runner

View = Mapping[str, Any]
Event = Mapping[str, Any]

LANES = 16
RED, RED_DARK, WATER, HEDGE, LEAVES, WHITE = "#a8242f", "#98202a", "#2f8fd8", "#173f1e", "#1f5a29", "#fff"


@dataclass(frozen=True, slots=True)
class Course:
    """Where everything lies on a drawn track: ``left`` is where the lanes begin, ``start`` the start line (px)."""

    width: float
    top: float
    lane: float
    left: float
    first: float
    step: float
    red_zone: int
    finish: int
    letters: float
    horse: float

    @property
    def height(self) -> float:
        """The height of the picture."""
        return self.top + LANES * self.lane + 4

    @property
    def end(self) -> float:
        """The right end of the lanes."""
        return self.width - 4

    def line(self, square: int) -> float:
        """Where a horse's nose is that stands on this square."""
        return self.first + (self.red_zone + square) * self.step

    def middle(self, horse: int) -> float:
        """The middle of a horse's lane."""
        return self.top + (horse - 0.5) * self.lane


def course(board: Mapping[str, Any], *, narrow: bool = False) -> Course:
    """The track for the tablet (822 px wide), or a narrow one for the phone (366 px)."""
    red, finish = board["red_zone"], board["finish"]
    if narrow:
        first, last, width = 54 + 50.0, 366 - 16.0, 366.0
        return Course(width, 22, 18.4, 54, first, (last - first) / (red + finish), red, finish, 16, 19.6)
    first, last, width = 86 + 68.0, 822 - 22.0, 822.0
    return Course(width, 38, 33.5, 86, first, (last - first) / (red + finish), red, finish, 23.5, 28.5)


def track(
    view: View,
    language: str,
    events: Sequence[Event] = (),
    *,
    narrow: bool = False,
    next_up: int | None = None,
    sight: Mapping[str, Any] | None = None,
) -> str:
    """The track of a public view with its horses; ``events`` are the latest, ``next_up`` the horse to roll for.

    What the ``sight`` of a snapshot says lies wrongly is marked.
    """
    laid = course(view["board"], narrow=narrow)
    horses = {int(horse): placed for horse, placed in view["horses"].items()}
    zones = (tuple(map(tuple, view["board"][kind])) for kind in ("rivers", "hedges"))
    parts = [
        _ground(laid, tuple(view["board"]["dots"]), *zones),
        *_captions(laid, view["board"], language),
        *(_lane(laid, view, horse, horses[horse], language, horse == next_up) for horse in horses),
        *(_horse(laid, horse, placed, events) for horse, placed in horses.items() if _runs(placed)),
        marked(
            sight,
            lambda zone, face: _where(laid, zone, face),
            Sheet(laid.width, laid.height, 2.5 if narrow else 4.0, laid.letters),
        ),
    ]
    kind = "narrow" if narrow else "wide"
    size = attributes(width=laid.width, height=laid.height)
    box = f"0 0 {number(laid.width)} {number(laid.height)}"
    said = attributes(aria_label=caption("track", language))
    return f'<svg class="board {kind}" viewBox="{box}"{size} role="img"{said}>' + "".join(parts) + "</svg>"


def _runs(placed: Mapping[str, Any]) -> bool:
    return placed["square"] is not None


# ---------------------------------------------------------------- the ground


@lru_cache(maxsize=16)
def _ground(
    laid: Course,
    dots: tuple[int, ...],
    rivers: tuple[tuple[int, ...], ...],
    hedges: tuple[tuple[int, ...], ...],
) -> str:
    """What lies there the whole race, drawn once: at every move it would take two thirds of the time."""
    parts = [
        *_turf(laid),
        *_dots(laid, dots),
        *(_river(laid, zone) for zone in rivers),
        *(_hedge(laid, zone) for zone in hedges),
        *_lines(laid),
    ]
    return "".join(parts)


def _turf(laid: Course) -> Iterator[str]:
    wide, start = laid.end - laid.left, laid.line(0)
    yield rect(laid.left, laid.top, wide, LANES * laid.lane, 6, class_="turf")
    for horse in range(2, LANES + 1, 2):
        yield rect(laid.left, laid.top + (horse - 1) * laid.lane, wide, laid.lane, class_="turf-b")
    yield rect(laid.left, laid.top, start - laid.left, LANES * laid.lane, 6, fill=RED)
    for horse in range(2, LANES + 1, 2):
        top = laid.top + (horse - 1) * laid.lane
        yield rect(laid.left, top, start - laid.left, laid.lane, fill=RED_DARK)


def _dots(laid: Course, squares: Sequence[int]) -> Iterator[str]:
    radius = laid.lane * 0.135
    for square in squares:
        x = laid.line(square) - laid.step / 2
        dots = "".join(
            f'<circle cx="{number(x)}" cy="{number(laid.middle(horse))}" r="{number(radius)}"/>'
            for horse in range(1, LANES + 1)
        )
        yield f'<g fill="{INK}">{dots}</g>'


def _across(laid: Course, zone: Sequence[int], least: float) -> tuple[float, float]:
    """The left edge and the width of a zone, never thinner than ``least``."""
    left, right = laid.line(min(zone) - 1), laid.line(max(zone))
    thin = max(0.0, least - (right - left))
    return left - thin / 2, right - left + thin


def _river(laid: Course, zone: Sequence[int]) -> str:
    left, wide = _across(laid, zone, laid.lane * 0.5)
    half = laid.lane / 2
    wave = f"q{number(wide * 0.3)} {number(half / 2)} 0 {number(half)}t0 {number(half)}" * LANES
    return (
        rect(left, laid.top, wide, LANES * laid.lane, fill=WATER)
        + f'<path d="M{number(left + wide / 2)} {number(laid.top)}{wave}" fill="none" stroke="{WHITE}"'
        f' stroke-width="{number(laid.lane * 0.085)}"/>'
    )


def _hedge(laid: Course, zone: Sequence[int]) -> str:
    left, wide = _across(laid, zone, laid.lane * 0.5)
    radius = laid.lane * 0.24
    leaves = "".join(
        f'<circle cx="{number(left + wide / 2 + (4 if place % 2 else -4))}"'
        f' cy="{number(laid.top + (place + 0.5) * laid.lane / 2)}" r="{number(radius)}"/>'
        for place in range(LANES * 2)
    )
    return (
        rect(left, laid.top, wide, LANES * laid.lane, fill=HEDGE)
        + f'<g fill="{LEAVES}" stroke="{HEDGE}">{leaves}</g>'
    )


def _lines(laid: Course) -> Iterator[str]:
    """The start line, and the chequers behind the finish."""
    thick = laid.lane * 0.17
    yield rect(laid.line(0) - thick / 2, laid.top, thick, LANES * laid.lane, fill=WHITE)
    left, check = laid.line(laid.finish), laid.lane / 2
    columns = 2
    wide = (laid.end - left) / columns
    yield rect(left, laid.top, laid.end - left, LANES * laid.lane, fill=WHITE)
    squares = "".join(
        f"M{number(left + column * wide)} {number(laid.top + row * check)}"
        f"h{number(wide)}v{number(check)}h-{number(wide)}Z"
        for row in range(LANES * 2)
        for column in range(columns)
        if (row + column) % 2
    )
    yield f'<path d="{squares}" fill="{INK}"/>'


def _captions(laid: Course, board: Mapping[str, Any], language: str) -> Iterator[str]:
    """The words above the track, as many as have room."""
    size = laid.letters
    wanted = [
        (laid.line(0) + 2, "start_line", "start"),
        (laid.end, "finish_line", "end"),
        (laid.left + (laid.line(0) - laid.left) / 2, "red_zone", "middle"),
        *((sum(_across(laid, zone, 0)) - laid.step / 2, "river", "middle") for zone in board["rivers"]),
        *((sum(_across(laid, zone, 0)) - laid.step / 2, "hedge", "middle") for zone in board["hedges"]),
    ]
    taken: list[tuple[float, float]] = []
    for x, key, anchor in wanted:
        said = caption(key, language)
        wide = len(said) * size * 0.56
        left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        if left < 0 or any(left < right + 6 and start < left + wide + 6 for start, right in taken):
            continue
        taken.append((left, left + wide))
        yield text(said, x, laid.top - size * 0.45, size, font_weight=600, fill=WHITE, text_anchor=anchor)


# ---------------------------------------------------------------- lanes and horses


def _lane(
    laid: Course, view: View, horse: int, placed: Mapping[str, Any], language: str, next_up: bool
) -> str:
    middle, size = laid.middle(horse), laid.letters
    drawn = ""
    if next_up:
        edge = laid.lane * 0.1
        drawn += rect(
            2,
            middle - laid.lane / 2 + 1,
            laid.width - 4,
            laid.lane - 2,
            8,
            class_="lane-next",
            stroke=GOLD,
            stroke_width=edge,
        )
    plate_left = laid.left - size * 2 - 3
    if placed["owner"] is None:
        drawn += text(str(horse), plate_left + size, middle + size * 0.36, size, **_LABEL, fill=WHITE)
        free = text(caption("free", language), laid.left + 10, middle + size * 0.34, size, fill=WHITE)
        return f'<g class="free-lane">{drawn}{free}</g>'
    animal = seat_animal(tuple(view["players"]), placed["owner"])
    mark = laid.lane * 0.9
    silk = SILKS[placed["colour"]]
    drawn += use(animal, plate_left - mark - 3, middle - mark / 2, mark, mark)
    drawn += rect(
        plate_left, middle - laid.lane * 0.42, size * 2, laid.lane * 0.84, 5, fill=silk.colour, stroke=WHITE
    )
    return drawn + text(str(horse), plate_left + size, middle + size * 0.36, size, **_LABEL, fill=silk.ink)


_LABEL: Mapping[str, Any] = {"font_weight": 800, "text_anchor": "middle"}


def _horse(laid: Course, horse: int, placed: Mapping[str, Any], events: Sequence[Event]) -> str:
    middle = laid.middle(horse)
    home = placed["rank"] is not None
    nose = laid.line(placed["square"]) + (laid.end - laid.line(laid.finish) if home else 0)
    drawn = runner(horse, placed["colour"], nose, middle, laid.horse)
    if home:
        return drawn + _medal(laid, nose - length(horse, laid.horse), middle, placed["rank"])
    after = nose + 5
    if placed["trapped"] is not None:
        drawn += _needs_a_one(laid, after, middle)
        after += laid.lane
    moved = last_moves(events).get(horse)
    if moved is not None:
        drawn += _step(laid, horse, nose, after, middle, moved)
    return drawn


def _where(laid: Course, zone: str, face: str) -> Spot | None:
    """Where a horse stands that is seen on a square of its lane, or the whole lane."""
    kind, _, lane = zone.partition("_")
    if kind != "lane" or not lane.isdecimal():
        return None
    horse, square = int(lane), face.removeprefix("square_")
    if not face:
        return Spot((laid.left + laid.end) / 2, laid.middle(horse), laid.end - laid.left, laid.lane)
    if not square.removeprefix("-").isdecimal():
        return None
    nose, long = laid.line(int(square)), length(horse, laid.horse)
    return Spot(nose - long / 2, laid.middle(horse), long, laid.horse, int(square))


def last_moves(events: Sequence[Event]) -> dict[int, int]:
    """By how many squares each horse moved in the latest events: forwards above 0, backwards below."""
    moves: dict[int, int] = {}
    for event in events:
        if event["event"] == "horse_moved" and event["square_from"] != event["square_to"]:
            moves[event["horse"]] = event["square_to"] - event["square_from"]
    return moves


def _medal(laid: Course, tail: float, middle: float, rank: int) -> str:
    radius = laid.lane * 0.45
    x = tail - radius - 4
    return (
        f'<g class="medal"><circle cx="{number(x)}" cy="{number(middle)}" r="{number(radius)}" fill="{GOLD}"'
        f' stroke="{INK}" stroke-width="2"/>'
        + text(str(rank), x, middle + laid.letters * 0.36, laid.letters, **_LABEL, fill=INK)
        + "</g>"
    )


def _needs_a_one(laid: Course, x: float, middle: float) -> str:
    """A die that shows 1: only that frees a horse from the river or the hedge."""
    size = laid.lane * 0.82
    return (
        rect(x, middle - size / 2, size, size, size * 0.24, fill=WHITE, stroke="#c8202f", stroke_width=3)
        + f'<circle cx="{number(x + size / 2)}" cy="{number(middle)}" r="{number(size * 0.18)}" fill="#c8202f"/>'
    )


def _step(laid: Course, horse: int, nose: float, after: float, middle: float, squares: int) -> str:
    """How far a horse has just gone: "+5" before its nose, or behind its tail where there is no room."""
    said = f"+{squares}" if squares > 0 else f"−{-squares}"
    size = laid.letters
    wide = size * (0.9 + 0.6 * len(str(abs(squares))))
    x = after
    if x + wide > laid.end:
        x = nose - length(horse, laid.horse) - wide - 5
    high = laid.lane * 0.82
    return (
        f'<g class="step">{rect(x, middle - high / 2, wide, high, high / 2, fill=GOLD, stroke=INK)}'
        + text(said, x + wide / 2, middle + size * 0.35, size, **_LABEL, fill=INK)
        + "</g>"
    )
