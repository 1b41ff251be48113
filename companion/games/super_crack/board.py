"""The printed board of Super-Crack, as its squares are tapped.

The ``start_line``; the track from the first square on, ``square`` (plain), ``dot``, ``river``, ``hedge``, and its
last square, ``finish``; the ``red`` zone from the start line backwards. Rivers that follow each other are one river.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.board import Area, Board, Fault, PrintedSquare, Squares, oval, runs
from companion.board_ways import Spot, begun_at, mirrored, round_way, spread, winding_way
from companion.games.super_crack.rules.profile import DEFAULT_PROFILE
from companion.languages import Sentences

DEEPEST_RED_ZONE = 100
_LANES: Mapping[str, str] = {
    f"lane_{number}": str(colour) for number, colour in DEFAULT_PROFILE["owner_cards"].items()
}
"""The lane of each horse, and the horse's colour."""
_SQUARES, _RED_ZONE = 18, 6
"""Of the simulated board: a race on it is short enough to be filmed, and a square has room for all horses."""
_INSIDE_MM, _WIDTH_MM = 25.0, 36.0
_ALL_INSIDE_MM, _LENGTHS, _RED_ZONES = 32.0, (15, 20), (4, 7)
"""Of other editions, which are short for the same reasons: how far inside the board squares lie, and how many."""
_MOST_HAZARDS, _WIDEST_HAZARD, _DOTS = 3, 2, (2, 4)


def _names(squares: Squares) -> tuple[str, ...]:
    def named(line: str, number: int) -> str:
        if line == "start":
            # One start line: a second one is a fault, with an id of its own.
            return "square_0" if number == 1 else f"start_{number}"
        return f"square_{-number if line == 'red' else number}"

    return tuple(named(line, number) for line, number in squares.counted())


def _faults(squares: Squares) -> Iterable[Fault]:
    """The codes.

    ``no_start``, ``two_starts``, ``no_finish``, ``after_finish`` (the finish line is the last square), ``too_short``,
    ``hazard_at_end`` (a river or hedge on the last two squares), ``red_zone_too_long``.
    """
    track, starts = squares.line("track"), squares.line("start")
    if len(starts) != 1:
        yield Fault("two_starts", ("start_2",)) if starts else Fault("no_start")
    finishes = [number for number, tap in enumerate(track, start=1) if tap.kind == "finish"]
    if not finishes:
        yield Fault("no_finish")
    elif finishes[0] != len(track):
        yield Fault("after_finish", tuple(f"square_{n}" for n in range(finishes[0] + 1, len(track) + 1)))
    elif len(track) < 3:
        yield Fault("too_short")
    else:
        last = len(track) - 1
        if last and track[last - 1].kind in ("river", "hedge"):
            yield Fault("hazard_at_end", (f"square_{last}",))
    if len(squares.line("red")) > DEEPEST_RED_ZONE:
        yield Fault("red_zone_too_long")


def _profile(squares: Squares) -> Mapping[str, Any]:
    track = squares.line("track")
    board = {
        "finish": len(track),
        "red_zone": len(squares.line("red")),
        "rivers": runs(squares, "track", "river"),
        "hedges": runs(squares, "track", "hedge"),
        "dots": [number for number, tap in enumerate(track, start=1) if tap.kind == "dot"],
    }
    return {"board": board}


def _groups(squares: Squares) -> Mapping[str, tuple[str, ...]]:
    """All horses run on the same squares: the lane of each is the whole track."""
    whole = squares.names
    return {lane: whole for lane in _LANES} if whole else {}


def _printed(area: Area, edition: int | None) -> Iterator[PrintedSquare]:
    if edition is not None:
        yield from _laid_out(area, random.Random(edition))  # noqa: S311 - a drawn board
        return
    places = oval(area, 1 + _SQUARES + _RED_ZONE, _INSIDE_MM)
    red = places[:_SQUARES:-1]
    special = {7: "river", 12: "hedge"} | dict.fromkeys((4, 9, 14), "dot")
    yield from _squares(places[: 1 + _SQUARES], red, special, _WIDTH_MM)


def _laid_out(area: Area, chance: random.Random) -> Iterator[PrintedSquare]:
    """Another edition: round the board or in rows, from anywhere and either way round, with other hazards."""
    count, red = chance.randint(*_LENGTHS), chance.randint(*_RED_ZONES)
    winding = chance.random() < 1 / 3
    way = winding_way(area, _ALL_INSIDE_MM)
    if not winding:
        way = begun_at(round_way(area, _ALL_INSIDE_MM, chance.uniform(2.0, 3.0)), chance.random())
    way = mirrored(area, way, across=chance.random() < 0.5, down=chance.random() < 0.5)
    places = spread(way, red + 1 + count, closed=not winding)
    special: dict[int, str] = {}
    for kind in ("river", "hedge", chance.choice(("river", "hedge")))[: chance.randint(2, _MOST_HAZARDS)]:
        wide = chance.randint(1, _WIDEST_HAZARD)
        # Hazards that touched would be one.
        free = [
            first
            for first in range(3, count - wide)
            if special.keys().isdisjoint(range(first - 1, first + wide + 1))
        ]
        first = chance.choice(free)
        special |= dict.fromkeys(range(first, first + wide), kind)
    free = [square for square in range(2, count) if square not in special]
    special |= dict.fromkeys(chance.sample(free, chance.randint(*_DOTS)), "dot")
    yield from _squares(places[red:], places[red - 1 :: -1], special, chance.uniform(32.0, 38.0))


def _squares(
    track: Sequence[Spot], red: Sequence[Spot], special: Mapping[int, str], width: float
) -> Iterator[PrintedSquare]:
    """The squares from the start line on, of which ``special`` ones have another kind, and those behind it."""
    yield PrintedSquare("start_line", *track[0], width)
    for number, place in enumerate(track[1:], start=1):
        kind = "finish" if number == len(track) - 1 else special.get(number, "square")
        yield PrintedSquare(kind, *place, width)
    for place in red:
        yield PrintedSquare("red", *place, width)


_WORDS = Sentences(
    __name__,
    {
        "to_tap": (
            "Tap the start line. Then every square in order, up to the finish. Then the red zone, backwards "
            "from the start."
        ),
    },
    "board",
)
BOARD = Board(
    kinds={
        "start_line": "start",
        "square": "track",
        "dot": "track",
        "river": "track",
        "hedge": "track",
        "finish": "track",
        "red": "red",
    },
    names=_names,
    check=_faults,
    profile=_profile,
    to_tap=_WORDS.phrase("to_tap"),
    printed=_printed,
    groups=_groups,
    lanes=_LANES,
)
